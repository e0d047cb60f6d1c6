//! The identity of the map that a game was played on.

use stoker_engine::map::Map;

/// A map by name and content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapId {
    /// The map's name.
    pub name: String,
    /// 32 hexadecimal digits of the BLAKE3 hash of [`Map::canonical`], which is all that the rules
    /// see of the map.
    pub hash: String,
}

impl MapId {
    /// Identifies a map.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        let hash = blake3::hash(map.canonical().as_bytes()).to_hex()[..32].to_owned();
        Self { name: map.name().to_owned(), hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::map::BuiltinMap;

    /// A changed hash would separate all existing records from the maps that they were played on.
    #[test]
    fn the_maps_have_the_hashes_that_records_have_of_them() {
        let sample = include_str!("../../../results/sample/run.toml");
        let hash = MapId::of(&BuiltinMap::COURSE.load()).hash;
        assert!(sample.contains(&format!("map_hash = \"{hash}\"\n")), "{hash}");
        let tiny = MapId::of(&BuiltinMap::TINY.load()).hash;
        assert_eq!(tiny, "d8f6ca831c4a7fbafbaad507c839aa1d");
    }
}
