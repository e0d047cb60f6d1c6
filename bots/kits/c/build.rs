//! Writes the tables of places and links from the engine's map.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use stoker_engine::course::Course;
use stoker_engine::map::{Kind, LinkKind, Map};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let course = Course::default();
    let map = course.map();
    let mut text = String::new();
    write_places(map, &mut text)?;
    write_landmarks(&course, &mut text)?;
    write_links(map, &mut text)?;
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    fs::write(Path::new(&out).join("tables.rs"), text)?;
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
