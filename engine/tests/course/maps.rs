//! Tests of the built-in maps against their sources, and of the parsing of map files.

use std::collections::BTreeSet;

use stoker_engine::course::{Course, HuntersView, Params, State};
use stoker_engine::map::{
    BuiltinMap, Kind, LinkKind, MAX_PLACES, Map, MapError, MapProblem, MapWords, Place, PlaceSet,
    PlainMap,
};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, SetupError, below, one_of};

const PLACES: &str = include_str!("../data/places.csv");
const LINKS: &str = include_str!("../data/links.csv");
const REFUSED: &str = include_str!("../data/refused-maps.txt");
const DOCS: &str = include_str!("../../../docs/maps.md");

/// A valid map. Every refused map differs from it in one text.
const SMALL: &str = r#"# Two towns and a sea.
format = 1
name = "Small"
hospital = "JM"
castle = "CD"
[[place]]
code = "CD"
name = "Castle"
kind = "land"
at = [4727, 2501]
road = ["JM"]

[[place]]
code = "JM"
name = "Hospital"
kind = "land"
at = [4520, 1860]
road = ["CD"]
sea = ["SE"]
[[place]]
code = "SE"
name = "Sea"
kind = "sea"
at = [0, 0]
sea = ["JM"]
"#;

/// The fields of a table's rows, without its header.
fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn hundredths(degrees: &str) -> i32 {
    let (_, fraction) = degrees.split_once('.').unwrap();
    assert_eq!(fraction.len(), 2, "{degrees}");
    degrees.replace('.', "").parse().unwrap()
}

#[test]
fn the_course_map_has_the_places_of_the_course_in_its_order() {
    let map = BuiltinMap::COURSE.load();
    assert_eq!((map.len(), map.seas().len()), (71, 10));
    for (index, row) in rows(PLACES).enumerate() {
        let [id, code, name, kind, lat, lon, _] = row[..] else { panic!("{row:?}") };
        let place = map.find(code.as_bytes().try_into().unwrap()).unwrap();
        let info = map.info(place);
        assert_eq!((place.index(), id.parse()), (index, Ok(index)), "{code}");
        assert_eq!((info.name.as_str(), info.kind.to_string().as_str()), (name, kind), "{code}");
        assert_eq!(info.at, (hundredths(lat), hundredths(lon)), "{code}");
    }
    assert_eq!(rows(PLACES).count(), map.len());
    assert_eq!(
        map.landmark("hospital").map(|place| map.code(place).to_string()).as_deref(),
        Some("JM")
    );
    assert_eq!(
        map.landmark("castle").map(|place| map.code(place).to_string()).as_deref(),
        Some("CD")
    );
}

#[test]
fn the_course_map_has_the_links_of_the_course_and_no_other() {
    let map = BuiltinMap::COURSE.load();
    for (kind, count) in LinkKind::ALL.into_iter().zip([115, 43, 40]) {
        let of_kind = rows(LINKS).filter(|row| row[2] == kind.to_string());
        let expected: BTreeSet<_> = of_kind.map(|row| (row[0], row[1])).collect();
        let mut found = BTreeSet::new();
        for from in map.places() {
            for to in map.links(kind, from) {
                let (from, to) = (&map.info(from).code, &map.info(to).code);
                found.insert((from.min(to).as_str(), from.max(to).as_str()));
            }
        }
        assert_eq!(found, expected, "{kind}");
        assert_eq!(found.len(), count, "{kind}");
    }
    assert_eq!(rows(LINKS).count(), 198);
}

#[test]
fn the_tiny_map_has_ports_a_rail_line_and_a_dead_end() {
    let map = BuiltinMap::TINY.load();
    let code = |code: &[u8; 2]| map.find(*code).unwrap();
    let ways = |place| map.road(place) | map.rail(place) | map.sea(place);
    assert_eq!((map.len(), map.seas().len()), (10, 3));
    let ports = map.places() - map.seas();
    assert_eq!(ports.into_iter().filter(|&place| !map.sea(place).is_empty()).count(), 2);
    let line = [b"PW", b"MB", b"QH", b"KP"].map(code);
    assert!(line.windows(2).all(|ends| map.rail(ends[0]).contains(ends[1])));
    assert_eq!(ways(code(b"EN")), PlaceSet::of(code(b"KP")));
}

/// The cases of `refused-maps.txt`: a text, its replacement, and the error.
fn refused() -> Vec<(&'static str, String, &'static str)> {
    let cases = REFUSED.split("\n\n").skip(1); // the comment at the top
    let case = |case: &'static str| {
        let (change, error) = case.trim_start().split_once('\n').unwrap();
        let (from, to) = change.split_once(" =>").unwrap();
        (from, to.trim_start().replace("\\n", "\n"), error.trim_end())
    };
    cases.map(case).collect()
}

#[test]
fn every_refused_map_is_refused_with_line_and_remedy() {
    assert!(Map::parse("small.toml", SMALL, Course::MAP_WORDS).is_ok());
    for (from, to, expected) in refused() {
        assert_eq!(SMALL.matches(from).count(), 1, "`{from}` is in the small map once");
        let error =
            Map::parse("small.toml", &SMALL.replace(from, &to), Course::MAP_WORDS).unwrap_err();
        assert_eq!(error.to_string(), format!("small.toml:{expected}"), "{from} => {to}");
    }
}

#[test]
fn the_example_of_the_documentation_is_a_map() {
    let (_, example) = DOCS.split_once("```toml\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    assert_eq!(Map::parse("maps.md", example, Course::MAP_WORDS).unwrap().len(), 4);
}

fn problem(text: &str) -> (usize, MapProblem) {
    let MapError { line, problem, .. } = Map::parse("x.toml", text, Course::MAP_WORDS).unwrap_err();
    (line, problem)
}

/// A map of this many towns along one road.
fn long_road(towns: u8) -> String {
    let code = |town: u8| format!("{}{}", char::from(b'I' + town / 10), town % 10);
    let mut text = format!(
        "format = 1\nname = \"Road\"\nhospital = \"{}\"\ncastle = \"{}\"\n",
        code(0),
        code(1),
    );
    for town in 0..towns {
        let near = [town.checked_sub(1), Some(town + 1).filter(|&next| next < towns)];
        let road: Vec<_> = near.into_iter().flatten().map(code).collect();
        text += &format!(
            "[[place]]\ncode = \"{}\"\nname = \"Town {town}\"\nkind = \"land\"\n\
             at = [0, 0]\nroad = {road:?}\n",
            code(town),
        );
    }
    text
}

#[test]
fn a_map_without_places_or_with_more_than_128_is_refused() {
    let longest = Map::parse("x.toml", &long_road(128), Course::MAP_WORDS).unwrap();
    assert_eq!(longest.len(), MAX_PLACES);
    // The file has four lines, then six for each place; the code is the second of these.
    assert_eq!(problem(&long_road(129)), (4 + 128 * 6 + 2, MapProblem::TooManyPlaces));
    let none = "format = 1\nname = \"X\"\nhospital = \"JM\"\ncastle = \"CD\"\n";
    assert_eq!(problem(none), (1, MapProblem::NoPlaces));
    assert_eq!(problem(&format!("{none}place = []")), (1, MapProblem::NoPlaces));
}

/// Tests that places up to index 127 are visited, and that past plays with their codes parse.
#[test]
fn games_are_played_to_their_end_on_the_largest_map() {
    let map = Map::parse("x.toml", &long_road(128), Course::MAP_WORDS).unwrap();
    let rules = Course::on(Params::default(), map.into()).unwrap();
    let mut rng = Seed(1).rng(None, None, Purpose::new("test"));
    let mut seen = PlaceSet::EMPTY;
    for game in 0..30 {
        let mut state = State::start(&rules, Chance::recorded(vec![]));
        while !state.position().board().is_over() {
            let mv = one_of(&mut rng, state.position().moves(&rules)).unwrap();
            state.play(&rules, mv.into()).unwrap();
            seen |= state.position().board().hunters();
        }
        let history = state.history();
        let read = State::parse(&rules, &history.past_plays(&rules)).unwrap();
        assert_eq!(read.history(), history, "game {game}");
        let told = history.as_hunters();
        assert_eq!(HuntersView::parse(&rules, &told.past_plays(&rules)).unwrap(), told);
    }
    assert!(seen.contains(Place::new(127).unwrap()) && seen.len() > 100, "{seen:?}");
}

#[test]
fn of_a_map_in_two_parts_the_smaller_is_cut_off() {
    let text = long_road(9).replace("[\"I1\", \"I3\"]", "[\"I3\"]");
    let text = text.replace("[\"I0\", \"I2\"]", "[\"I0\"]");
    let (line, problem) = problem(&text);
    assert_eq!(line, 4 + 2);
    assert!(matches!(problem, MapProblem::CutOff(code) if code.as_str() == "I0"));
}

#[test]
fn an_oversized_file_is_refused_unread() {
    let text = "#".repeat(MapProblem::MAX_BYTES + 1);
    assert_eq!(problem(&text), (1, MapProblem::TooLong(MapProblem::MAX_BYTES + 1)));
    assert!(matches!(problem(&text[1..]).1, MapProblem::Syntax(_)));
}

#[test]
fn an_error_repeats_little_of_a_long_text() {
    let text = SMALL.replace("Small", &"x".repeat(100_000));
    assert!(Map::parse("x.toml", &text, Course::MAP_WORDS).unwrap_err().to_string().len() < 400);
    let text = SMALL.replace("castle", &"x".repeat(100_000));
    assert!(Map::parse("x.toml", &text, Course::MAP_WORDS).unwrap_err().to_string().len() < 400);
}

#[test]
fn links_names_and_coordinates_can_be_written_in_any_way_without_changing_what_is_hashed() {
    let text = BuiltinMap::TINY.text;
    let other = text.replace("[4000, 200]", "[-4000, 0]").replace("Kelport", "Calport");
    let other = other.replace("\"PW\", \"QH\", \"JM\"", "\"JM\", \"QH\", \"PW\"");
    assert_ne!(text, other);
    let canonical = BuiltinMap::TINY.load().canonical();
    assert_eq!(Map::parse("x.toml", &other, Course::MAP_WORDS).unwrap().canonical(), canonical);
    let moved = text.replace("castle = \"CD\"", "castle = \"QH\"");
    assert_ne!(Map::parse("x.toml", &moved, Course::MAP_WORDS).unwrap().canonical(), canonical);
}

/// A ruleset names the landmarks it needs: a map must have these keys, and no others.
#[test]
fn a_ruleset_of_another_kind_asks_for_landmarks_of_its_own() {
    let text = SMALL.replace("castle = \"CD\"", "market = \"CD\"");
    let map = Map::parse("x.toml", &text, MapWords::of(&["market", "hospital"])).unwrap();
    assert_eq!(map.landmark("market"), map.find(*b"CD"));
    assert_eq!(map.landmark("castle"), None);
    assert!(map.canonical().ends_with("\nmarket CD\nhospital JM\n"));
    let error = Course::on(Params::default(), map.into()).unwrap_err();
    assert_eq!(error, SetupError::NoLandmark("castle"));
    let bare = SMALL.replace("castle = \"CD\"", "").replace("hospital = \"JM\"", "");
    let map = Map::parse("x.toml", &bare, MapWords::NONE).unwrap();
    assert!(map.landmarks().is_empty() && map.canonical().ends_with("sea JM\n"));
    let error = Map::parse("x.toml", SMALL, MapWords::NONE).unwrap_err().to_string();
    let unknown = "x.toml:5: unknown field `castle`, expected one of `format`, `name`, `place`";
    assert!(error.starts_with(unknown), "{error}");
    let error = problem(&SMALL.replace("\"JM\"\ncastle", "5\ncastle"));
    assert_eq!(error.0, 4);
    assert!(error.1.to_string().starts_with("invalid type: integer `5`"), "{:?}", error.1);
}

/// Programs get the landmarks as fields of the map, in the ruleset's order.
#[test]
fn a_landmark_is_a_field_and_other_fields_are_passed_over() {
    let plain = BuiltinMap::TINY.load().plain();
    let json = serde_json::to_string(&plain).unwrap();
    assert!(json.ends_with(r#"],"hospital":9,"castle":1}"#), "{json}");
    let longer = json.replace(r#","hospital""#, r#","later":{"x":[1]},"hospital""#);
    assert_eq!(serde_json::from_str::<PlainMap>(&longer).unwrap(), plain);
    let shorter: PlainMap = serde_json::from_str(&json.replace("castle", "keep")).unwrap();
    let error = Map::from_plain(&shorter, Course::MAP_WORDS).unwrap_err();
    assert_eq!(error.to_string(), "the map has no `castle`");
}

#[test]
fn windows_line_ends_are_read() {
    let text = SMALL.replace('\n', "\r\n");
    assert_eq!(
        Map::parse("x.toml", &text, Course::MAP_WORDS),
        Map::parse("x.toml", SMALL, Course::MAP_WORDS)
    );
    assert_eq!(problem(&text.replace("\"sea\"", "\"lake\"")).0, 23);
}

/// Texts that have broken other parsers.
#[test]
fn hostile_texts_are_refused() {
    let hostile = [
        String::new(),
        "\0".to_owned(),
        "\u{feff}".to_owned(),
        "format".to_owned(),
        "format = ".to_owned(),
        "format = 1\nplace = 1".to_owned(),
        "format = 1\nformat = 1".to_owned(),
        "format = 99999999999999999999".to_owned(),
        "format = 1979-05-27T07:32:00Z".to_owned(),
        "format = 1\nname = \"\\uD800\"".to_owned(),
        format!("format = {}", "[".repeat(100_000)),
        format!("format = {}", "{a=".repeat(100_000)),
        format!("format = 1\n{}x = 1", "a.".repeat(100_000)),
        format!("format = 1\n[{}x]", "a.".repeat(100_000)),
        format!("format = 1\n{}", "[[place]]\n".repeat(100_000)),
        format!("format = 1\nname = {}", "\"\"\"".repeat(100_001)),
    ];
    for text in hostile {
        let (line, _) = problem(&text);
        assert!(line <= 1 + text.matches('\n').count());
    }
}

/// Checks the invariants of every map, however it was made.
fn assert_sound(map: &Map) {
    let is_sea = |place: Place| map.info(place).kind == Kind::Sea;
    let inside = |code: &[u8; 2]| map.find(*code).is_some();
    let [hospital, castle] = map.landmarks() else { panic!("{:?}", map.landmarks()) };
    assert!(!is_sea(hospital.place) && !is_sea(castle.place));
    assert_ne!(hospital.place, castle.place);
    assert!(![b"HI", b"TP", b"D1", b"D5"].into_iter().any(inside));
    for from in map.places() {
        assert_eq!(map.find(map.code(from).bytes()), Some(from));
        for kind in LinkKind::ALL {
            for to in map.links(kind, from) {
                assert!(map.links(kind, to).contains(from));
                assert_eq!(is_sea(from) || is_sea(to), kind == LinkKind::Sea);
            }
        }
    }
}

/// Makes a small random change of a text: a byte changed, a piece cut out, doubled or moved.
fn mutate(text: &mut Vec<u8>, rng: &mut Rng) {
    let mut number = |n: usize| below(rng, u32::try_from(n).unwrap()) as usize;
    if text.is_empty() {
        return;
    }
    let at = number(text.len());
    let end = (at + number(40)).min(text.len());
    match number(5) {
        0 => text[at] = b"\"[]{}=.,#\\\n AZ09-\xff"[number(18)],
        1 => drop(text.drain(at..end)),
        2 => drop(text.splice(at..at, text[at..end].to_vec())),
        3 => {
            let piece: Vec<_> = text.drain(at..end).collect();
            let to = number(text.len() + 1);
            drop(text.splice(to..to, piece));
        }
        _ => text.truncate(text.len() - number(text.len().min(40))),
    }
}

#[test]
fn no_change_of_the_course_map_makes_reading_it_panic() {
    let mut rng = Seed(1).rng(None, None, Purpose::new("map fuzz"));
    let mut sound = 0;
    for _ in 0..20_000 {
        let mut text = BuiltinMap::COURSE.text.as_bytes().to_vec();
        for _ in 0..=below(&mut rng, 3) {
            mutate(&mut text, &mut rng);
        }
        let text = String::from_utf8_lossy(&text);
        match Map::parse("x.toml", &text, Course::MAP_WORDS) {
            Ok(map) => {
                sound += 1;
                assert_sound(&map);
            }
            Err(error) => assert!((1..=1 + text.matches('\n').count()).contains(&error.line)),
        }
    }
    // A change of a name, coordinate or comment leaves a valid map. Without such cases the test
    // would prove nothing.
    assert!((100..19_000).contains(&sound), "{sound}");
}
