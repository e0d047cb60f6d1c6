//! The rules, on the map of this crate's tables.

use std::sync::{Arc, OnceLock};

use stoker_engine::Game;
use stoker_engine::course::{Course, Params};
use stoker_engine::map::{Kind, LinkKind, Map, PlainMap, PlainPlace, PlainWords};

use crate::places::tables::{CASTLE, CConnection, CPlace, HOSPITAL, links, rows};
use crate::places::{PlaceType, Transport};

/// The rules, loaded once per process.
pub(crate) fn rules() -> &'static Course {
    static RULES: OnceLock<Course> = OnceLock::new();
    RULES.get_or_init(|| {
        let map = Map::from_plain(&plain_map(), Course::MAP_WORDS);
        let map = map.expect("the tables were made from a map");
        Course::on(Params::default(), Arc::new(map)).expect("the default is valid")
    })
}

/// Loads the rules ahead of time, for a main program that forks a process for each turn.
#[unsafe(no_mangle)]
extern "C" fn stoker_course_prepare() {
    rules();
}

/// The map, without the coordinates of its places.
///
/// Most programs run once per turn. Reading the map file would take longer than the rest of their
/// work.
fn plain_map() -> PlainMap {
    PlainMap {
        name: "course".to_owned(),
        places: rows().iter().map(plain_place).collect(),
        links: links().iter().filter_map(plain_link).collect(),
        landmarks: PlainWords(vec![
            ("hospital".to_owned(), HOSPITAL),
            ("castle".to_owned(), CASTLE),
        ]),
    }
}

fn plain_place(row: &CPlace) -> PlainPlace {
    let text = |text: &std::ffi::CStr| text.to_string_lossy().into_owned();
    let kind = if row.kind() == PlaceType::SEA { Kind::Sea } else { Kind::Land };
    PlainPlace {
        code: text(row.code()),
        name: text(row.name()),
        kind,
        at: (0, 0),
        size: None,
        region: None,
        attached: PlainWords::default(),
        white: None,
    }
}

fn plain_link(link: &CConnection) -> Option<(u8, u8, LinkKind)> {
    let (from, to, transport) = link.parts();
    let kind = match transport {
        Transport::ROAD => LinkKind::Road,
        Transport::RAIL => LinkKind::Rail,
        _ => LinkKind::Sea,
    };
    Some((from.place()?.into(), to.place()?.into(), kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_those_of_the_engine() {
        let (ours, engine) = (rules(), Course::default());
        assert_eq!(ours.params(), engine.params());
        assert_eq!(ours.map().canonical(), engine.map().canonical());
    }
}
