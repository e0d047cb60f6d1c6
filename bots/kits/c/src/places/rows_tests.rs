//! The rows of the tables are those of the engine's map.

use std::fmt::Write as _;

use stoker_engine::course::Course;
use stoker_engine::map::{Kind, LinkKind, Map};

/// The rows that are compiled in.
const ROWS: &str = include_str!("rows.rs");

#[test]
fn rows_of_places_and_links_are_those_of_the_map() -> Result<(), Box<dyn std::error::Error>> {
    let course = Course::default();
    let map = course.map();
    let mut text = ROWS.lines().next().map(|head| format!("{head}\n")).unwrap_or_default();
    write_places(map, &mut text)?;
    write_landmarks(&course, &mut text)?;
    write_links(map, &mut text)?;
    if std::env::var_os("STOKER_DRAW").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/places/rows.rs"), &text)?;
    }
    assert!(
        text == ROWS,
        "src/places/rows.rs is out of date: run this test with STOKER_DRAW=1 to write it again"
    );
    Ok(())
}

fn write_places(map: &Map, text: &mut String) -> std::fmt::Result {
    writeln!(text, "const PLACE_ROWS: [CPlace; {}] = [", map.len())?;
    for place in map.places() {
        let info = map.info(place);
        let kind = match info.kind {
            Kind::Land => "LAND",
            Kind::Sea => "SEA",
        };
        let (id, name, code) = (place.index(), &info.name, info.code);
        writeln!(text, "    CPlace::new({id}, c{name:?}, c\"{code}\", PlaceType::{kind}),")?;
    }
    writeln!(text, "];")
}

fn write_landmarks(course: &Course, text: &mut String) -> std::fmt::Result {
    writeln!(text, "pub(crate) const HOSPITAL: u8 = {};", course.hospital().index())?;
    writeln!(text, "pub(crate) const CASTLE: u8 = {};", course.castle().index())
}

/// Writes each link once, from the lower index to the higher: roads, then rails, then seas.
fn write_links(map: &Map, text: &mut String) -> std::fmt::Result {
    let mut rows = vec![];
    for kind in LinkKind::ALL {
        let transport = match kind {
            LinkKind::Road => "ROAD",
            LinkKind::Rail => "RAIL",
            LinkKind::Sea => "BOAT",
        };
        for from in map.places() {
            for to in map.links(kind, from).into_iter().filter(|&to| to > from) {
                let (from, to) = (from.index(), to.index());
                rows.push(format!("CConnection::new({from}, {to}, Transport::{transport})"));
            }
        }
    }
    writeln!(text, "const LINK_ROWS: [CConnection; {}] = [", rows.len())?;
    rows.iter().try_for_each(|row| writeln!(text, "    {row},"))?;
    writeln!(text, "];")
}
