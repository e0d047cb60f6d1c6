//! Which map was played on.

use stoker_engine::map::Map;

/// A map by name and content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapId {
    /// The map's name.
    pub name: String,
    /// 32 hexadecimal digits of the BLAKE3 hash of [`Map::canonical`]: what the rules see of it.
    pub hash: String,
}

impl MapId {
    /// Names a map.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        let hash = blake3::hash(map.canonical().as_bytes()).to_hex()[..32].to_owned();
        Self { name: map.name().to_owned(), hash }
    }
}
