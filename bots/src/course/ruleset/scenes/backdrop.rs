//! The coast behind the map.

use stoker_engine::map::{BuiltinMap, Map};
use stoker_engine::scene::Backdrop;

/// The land of Europe; the file names its source.
const COASTLINE: &str = include_str!("../../coastline.json");

/// The coast behind the course's own map. Other maps may show any region, so they have none.
pub(super) fn of(map: &Map) -> Option<Backdrop> {
    let own = map.name() == BuiltinMap::COURSE.load().name();
    own.then(|| serde_json::from_str(COASTLINE).expect("a test reads the file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_courses_map_alone_has_a_coast() {
        let coast = of(&BuiltinMap::COURSE.load()).unwrap();
        assert!(coast.source.contains("Natural Earth"), "{}", coast.source);
        assert!(coast.outlines.iter().all(|outline| outline.len() > 2));
        assert_eq!(of(&BuiltinMap::TINY.load()), None);
    }
}
