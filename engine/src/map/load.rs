//! Loading of map files.
//!
//! A file is loaded in three steps. TOML becomes a [`MapFile`], whose fields may hold anything. Its
//! places, landmarks and links are checked one by one and become a [`Map`]. Last come the checks of
//! the map as a whole.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer, ValueDeserializer};

use super::attributes;
use super::codes::ByCode;
use super::problem::{MapError, MapProblem};
use super::{
    ByPlace, Code, Kind, Landmark, LinkKind, MAX_PLACES, Map, MapWords, Place, PlaceInfo, PlaceSet,
};

/// A map file as it was written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    /// The format number, which is checked before the rest is read.
    #[serde(rename = "format")]
    pub(super) _format: i64,
    pub(super) name: Spanned<String>,
    /// The landmarks asked for, in that order. They are read before the rest, because this type
    /// does not know their keys.
    #[serde(skip)]
    pub(super) landmarks: Vec<LandmarkEntry>,
    #[serde(default)]
    pub(super) place: Vec<PlaceEntry>,
}

/// A landmark as it was written.
pub(super) struct LandmarkEntry {
    pub(super) name: String,
    pub(super) code: Spanned<String>,
}

/// A `[[place]]` table as it was written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceEntry {
    pub(super) code: Spanned<String>,
    pub(super) name: Spanned<String>,
    pub(super) kind: Kind,
    /// Coordinates. A `[i64; 2]` would accept longer lists too.
    pub(super) at: Spanned<Vec<i64>>,
    #[serde(default)]
    pub(super) road: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) rail: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) sea: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) size: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) region: Option<Spanned<String>>,
    /// The code of the place that is attached to it. It is read before the rest, because this type
    /// does not know its key.
    #[serde(skip)]
    pub(super) attached: Option<Spanned<String>>,
    /// The rails that are white.
    #[serde(default)]
    pub(super) white: Vec<Spanned<String>>,
    /// The rails that are yellow.
    #[serde(default)]
    pub(super) yellow: Vec<Spanned<String>>,
}

impl PlaceEntry {
    fn links(&self, kind: LinkKind) -> &[Spanned<String>] {
        match kind {
            LinkKind::Road => &self.road,
            LinkKind::Rail => &self.rail,
            LinkKind::Sea => &self.sea,
        }
    }

    pub(super) fn links_mut(&mut self, kind: LinkKind) -> &mut Vec<Spanned<String>> {
        match kind {
            LinkKind::Road => &mut self.road,
            LinkKind::Rail => &mut self.rail,
            LinkKind::Sea => &mut self.sea,
        }
    }
}

/// The one key that every version of the format has.
#[derive(Deserialize)]
struct FormatOnly {
    format: Spanned<i64>,
}

/// A link as written at one of its ends.
struct LinkEntry {
    kind: LinkKind,
    from: Place,
    to: Place,
    offset: usize,
}

/// A problem with its offset in bytes.
pub(super) struct Located {
    pub(super) offset: usize,
    pub(super) problem: MapProblem,
}

impl Map {
    /// Reads a map file with these words; errors call it `file`.
    ///
    /// Each landmark is a key of the file. Untrusted text is safe: its size is limited and its
    /// content validated.
    ///
    /// # Errors
    /// The first problem found, with its line.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::map::{Map, MapWords};
    /// let map = Map::parse("two.toml", r#"
    ///     format = 1
    ///     name = "Two towns"
    ///     market = "JM"
    ///     place = [
    ///         { code = "CD", name = "Mill", kind = "land", at = [4727, 2501], road = ["JM"] },
    ///         { code = "JM", name = "Market", kind = "land", at = [4520, 1860], road = ["CD"] },
    ///     ]
    /// "#, MapWords::of(&["market"]))?;
    /// assert_eq!(map.landmark("market"), map.find(*b"JM"));
    /// # Ok::<_, stoker_engine::map::MapError>(())
    /// ```
    pub fn parse(file: &str, text: &str, words: MapWords) -> Result<Self, MapError> {
        read(text, words).map_err(|Located { offset, problem }| {
            let before = text.bytes().take(offset);
            let line = 1 + before.filter(|&byte| byte == b'\n').count();
            MapError { file: file.to_owned(), line, problem }
        })
    }

    /// The map that a file with these entries describes.
    pub(super) fn from_file(file: &MapFile, words: MapWords) -> Result<Self, MapProblem> {
        build(file, words).map_err(|located| located.problem)
    }
}

fn read(text: &str, words: MapWords) -> Result<Map, Located> {
    if text.len() > MapProblem::MAX_BYTES {
        return Err(located(0..0, MapProblem::TooLong(text.len())));
    }
    let mut table = DeTable::parse(text).map_err(syntax)?;
    check_format(&table)?;
    check_keys(table.get_ref(), words.landmarks)?;
    let landmarks = take_landmarks(table.get_mut(), words.landmarks)?;
    let attached = take_attached(table.get_mut(), words)?;
    let mut file = MapFile::deserialize(Deserializer::from(table)).map_err(syntax)?;
    for (entry, attached) in file.place.iter_mut().zip(attached) {
        entry.attached = attached;
    }
    build(&MapFile { landmarks, ..file }, words)
}

fn build(file: &MapFile, words: MapWords) -> Result<Map, Located> {
    let mut map = read_places(file)?;
    map.landmarks = read_landmarks(file, &map)?;
    let links = read_links(file, &mut map)?;
    check_both_ends(&links, &map)?;
    map.attributes = attributes::read(file, &map, words)?;
    check_whole(file, &map)?;
    Ok(map)
}

/// Checks the format number before anything else, so that a file of another version is not blamed
/// for its keys.
fn check_format(table: &Spanned<DeTable<'_>>) -> Result<(), Located> {
    let only = Deserializer::from(table.clone());
    let FormatOnly { format } = FormatOnly::deserialize(only).map_err(syntax)?;
    match *format.get_ref() {
        1 => Ok(()),
        other => Err(located(format.span(), MapProblem::Format(other))),
    }
}

/// Refuses top-level keys that are neither the format's own nor landmarks.
fn check_keys(table: &DeTable<'_>, landmarks: &[&str]) -> Result<(), Located> {
    let known = [&["format", "name"][..], landmarks, &["place"]].concat();
    match table.iter().find(|(key, _)| !known.contains(&&**key.get_ref())) {
        None => Ok(()),
        Some((key, _)) => {
            let known = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            let key_text = key.get_ref();
            let problem = format!("unknown field `{key_text}`, expected one of {known}");
            Err(located(key.span(), MapProblem::Syntax(shown(&problem))))
        }
    }
}

/// Removes the landmarks from the table and returns them.
fn take_landmarks(
    table: &mut DeTable<'_>,
    landmarks: &[&str],
) -> Result<Vec<LandmarkEntry>, Located> {
    let take = |&name: &&str| {
        let missing = || MapProblem::Syntax(format!("missing field `{name}`"));
        let value = table.remove(name).ok_or_else(|| located(0..0, missing()))?;
        let code = Spanned::<String>::deserialize(ValueDeserializer::from(value));
        Ok(LandmarkEntry { name: name.to_owned(), code: code.map_err(syntax)? })
    };
    landmarks.iter().map(take).collect()
}

/// Removes the codes of attached places from the places of the table and returns them, in the order
/// of the places; nothing if the ruleset has no such places.
fn take_attached(
    table: &mut DeTable<'_>,
    words: MapWords,
) -> Result<Vec<Option<Spanned<String>>>, Located> {
    let (Some(word), Some(places)) = (words.attached, table.get_mut("place")) else {
        return Ok(vec![]);
    };
    let DeValue::Array(places) = places.get_mut() else { return Ok(vec![]) };
    let take = |place: &mut Spanned<DeValue<'_>>| {
        let DeValue::Table(place) = place.get_mut() else { return Ok(None) };
        let code = place.remove(word).map(ValueDeserializer::from);
        code.map(Spanned::<String>::deserialize).transpose().map_err(syntax)
    };
    places.iter_mut().map(take).collect()
}

#[expect(clippy::needless_pass_by_value, reason = "a function for `map_err`")]
fn syntax(error: toml::de::Error) -> Located {
    located(error.span().unwrap_or(0..0), MapProblem::Syntax(shown(error.message())))
}

/// The map with its places, without landmarks and links yet.
fn read_places(file: &MapFile) -> Result<Map, Located> {
    let name = read_name(&file.name)?;
    if let Some(extra) = file.place.get(MAX_PLACES) {
        return Err(located(extra.code.span(), MapProblem::TooManyPlaces));
    }
    let places = file.place.iter().map(read_place).collect::<Result<Vec<_>, _>>()?;
    if places.is_empty() {
        return Err(located(0..0, MapProblem::NoPlaces));
    }
    check_names(file)?;
    let links = || ByPlace::new(|_| PlaceSet::EMPTY);
    let (road, rail, sea) = (links(), links(), links());
    check_codes(file, &places)?;
    let by_code = ByCode::new(places.iter().map(|info| info.code));
    Ok(Map { name, places, by_code, road, rail, sea, landmarks: vec![], attributes: None })
}

fn read_place(entry: &PlaceEntry) -> Result<PlaceInfo, Located> {
    let code = read_code(&entry.code)?;
    let name = read_name(&entry.name)?;
    let at = read_at(entry.at.get_ref());
    let at = at.ok_or_else(|| located(entry.at.span(), MapProblem::At(code)))?;
    Ok(PlaceInfo { code, name, kind: entry.kind, at })
}

pub(super) fn read_code(text: &Spanned<String>) -> Result<Code, Located> {
    let problem = match *text.get_ref().as_bytes() {
        [b'H', b'I'] | [b'T', b'P'] | [b'D', b'1'..=b'9'] | [b'C' | b'S', b'?'] => {
            MapProblem::CodeTaken(text.get_ref().clone())
        }
        [first @ b'A'..=b'Z', second @ (b'A'..=b'Z' | b'0'..=b'9')] => {
            return Ok(Code([first, second]));
        }
        _ => MapProblem::CodeShape(shown(text.get_ref())),
    };
    Err(located(text.span(), problem))
}

fn read_name(text: &Spanned<String>) -> Result<String, Located> {
    let name = text.get_ref();
    let fits = (1..=MapProblem::MAX_NAME).contains(&name.chars().count())
        && name.trim() == name
        && !name.contains(char::is_control);
    if fits { Ok(name.clone()) } else { Err(located(text.span(), MapProblem::Name(shown(name)))) }
}

fn read_at(at: &[i64]) -> Option<(i32, i32)> {
    let &[north, east] = at else { return None };
    let on_earth = (-9_000..=9_000).contains(&north) && (-18_000..=18_000).contains(&east);
    if on_earth { Some((north.try_into().ok()?, east.try_into().ok()?)) } else { None }
}

fn check_names(file: &MapFile) -> Result<(), Located> {
    let mut names = BTreeSet::new();
    match file.place.iter().find(|entry| !names.insert(entry.name.get_ref())) {
        Some(PlaceEntry { name, .. }) => {
            Err(located(name.span(), MapProblem::NameTwice(shown(name.get_ref()))))
        }
        None => Ok(()),
    }
}

fn check_codes(file: &MapFile, places: &[PlaceInfo]) -> Result<(), Located> {
    let mut codes = BTreeSet::new();
    for (info, entry) in places.iter().zip(&file.place) {
        if !codes.insert(info.code) {
            return Err(located(entry.code.span(), MapProblem::CodeTwice(info.code)));
        }
    }
    Ok(())
}

/// The landmarks: each on land, and no two in one place.
fn read_landmarks(file: &MapFile, map: &Map) -> Result<Vec<Landmark>, Located> {
    let mut landmarks: Vec<Landmark> = vec![];
    for LandmarkEntry { name, code } in &file.landmarks {
        let place = read_landmark(name, code, map)?;
        if let Some(other) = landmarks.iter().find(|other| other.place == place) {
            let (one, other) = (other.name.clone(), name.clone());
            let problem = MapProblem::OnePlaceForBoth { one, other, code: map.code(place) };
            return Err(located(code.span(), problem));
        }
        landmarks.push(Landmark { name: name.clone(), place });
    }
    Ok(landmarks)
}

fn read_landmark(name: &str, text: &Spanned<String>, map: &Map) -> Result<Place, Located> {
    let (role, code) = (name.to_owned(), text.get_ref());
    let problem = match find(map, code) {
        None => MapProblem::RoleUnknown { role, code: shown(code) },
        Some(place) if map.info(place).kind == Kind::Sea => {
            MapProblem::RoleAtSea { role, code: map.code(place) }
        }
        Some(place) => return Ok(place),
    };
    Err(located(text.span(), problem))
}

/// Adds every link to the map at the end where it is written, and returns them all.
fn read_links(file: &MapFile, map: &mut Map) -> Result<Vec<LinkEntry>, Located> {
    let mut links = vec![];
    for (from, entry) in map.places().into_iter().zip(&file.place) {
        for kind in LinkKind::ALL {
            for text in entry.links(kind) {
                let to = read_link(kind, from, text.get_ref(), map)
                    .map_err(|problem| located(text.span(), problem))?;
                map.links_mut(kind)[from].insert(to);
                links.push(LinkEntry { kind, from, to, offset: text.span().start });
            }
        }
    }
    Ok(links)
}

/// The other end of a link.
fn read_link(kind: LinkKind, from: Place, text: &str, map: &Map) -> Result<Place, MapProblem> {
    let start = map.code(from);
    let Some(end) = find(map, text) else {
        return Err(MapProblem::LinkUnknown { from: start, to: shown(text), kind });
    };
    if end == from {
        return Err(MapProblem::LinkToSelf(start, kind));
    }
    let has_sea = [from, end].iter().any(|&place| map.info(place).kind == Kind::Sea);
    if has_sea != (kind == LinkKind::Sea) {
        return Err(MapProblem::LinkEnds { from: start, to: map.code(end), kind });
    }
    if map.links(kind, from).contains(end) {
        return Err(MapProblem::LinkTwice { from: start, to: map.code(end), kind });
    }
    Ok(end)
}

fn check_both_ends(links: &[LinkEntry], map: &Map) -> Result<(), Located> {
    match links.iter().find(|link| !map.links(link.kind, link.to).contains(link.from)) {
        Some(&LinkEntry { kind, from, to, offset }) => {
            let (from, to) = (map.code(from), map.code(to));
            Err(Located { offset, problem: MapProblem::LinkOneWay { from, to, kind } })
        }
        None => Ok(()),
    }
}

/// Checks that all places are connected; otherwise reports a place of the smaller part.
fn check_whole(file: &MapFile, map: &Map) -> Result<(), Located> {
    // The part with a landmark is more likely the main part of the map.
    let start = map.landmarks.last().map(|landmark| landmark.place).or(map.places().min());
    let reached = start.map_or(PlaceSet::EMPTY, |start| reached_from(start, map));
    let rest = map.places() - reached;
    let cut_off = if reached.len() < rest.len() { reached } else { rest };
    match cut_off.min() {
        Some(place) => {
            let span = file.place[place.index()].code.span();
            Err(located(span, MapProblem::CutOff(map.code(place))))
        }
        None => Ok(()),
    }
}

/// The places reachable by any number of links of any kind.
fn reached_from(start: Place, map: &Map) -> PlaceSet {
    let mut reached = PlaceSet::of(start);
    let mut waiting = vec![start];
    while let Some(place) = waiting.pop() {
        let fresh = (map.road(place) | map.rail(place) | map.sea(place)) - reached;
        reached |= fresh;
        waiting.extend(fresh);
    }
    reached
}

pub(super) fn find(map: &Map, code: &str) -> Option<Place> {
    map.find(code.as_bytes().try_into().ok()?)
}

pub(super) fn located(span: Range<usize>, problem: MapProblem) -> Located {
    Located { offset: span.start, problem }
}

/// The start of a text, as an error repeats it, made safe for a terminal.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (count, char) in text.chars().enumerate() {
        if count == MapProblem::SHOWN {
            shown.push_str("...");
            break;
        }
        if char.is_control() { shown.extend(char.escape_default()) } else { shown.push(char) }
    }
    shown
}
