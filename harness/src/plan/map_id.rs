//! Which map was played on.

use std::fmt::Write as _;

use stoker_engine::map::{Kind, Map, Place, PlaceSet};

/// A map by name and content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapId {
    /// The map's name.
    pub name: String,
    /// 32 hexadecimal digits of the BLAKE3 hash of what the map says, whatever its name.
    pub hash: String,
}

impl MapId {
    /// Names a map.
    #[must_use]
    pub fn of(map: &Map) -> Self {
        let mut text = String::new();
        for place in map.places() {
            describe(map, place, &mut text);
        }
        text.push_str(map.code(map.hospital()).as_str());
        text.push_str(map.code(map.castle()).as_str());
        let hash = blake3::hash(text.as_bytes()).to_hex()[..32].to_owned();
        Self { name: map.name().to_owned(), hash }
    }
}

/// One line a place: code, kind, where, what it is linked to, and last its name, which may hold
/// anything but a line end.
fn describe(map: &Map, place: Place, out: &mut String) {
    let info = map.info(place);
    let kind = match info.kind {
        Kind::Land => "land",
        Kind::Sea => "sea",
    };
    let codes = |set: PlaceSet| {
        set.into_iter().map(|place| map.code(place).to_string()).collect::<Vec<_>>().join(",")
    };
    let (road, rail, sea) = (codes(map.road(place)), codes(map.rail(place)), codes(map.sea(place)));
    let (north, east) = info.at;
    let (code, name) = (info.code, &info.name);
    writeln!(out, "{code} {kind} {north} {east} {road};{rail};{sea} {name}")
        .expect("a string takes all text");
}
