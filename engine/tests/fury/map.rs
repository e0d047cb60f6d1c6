//! Attributes of map files, and the maps that the ruleset refuses.

use stoker_engine::fury::{EventCard, Fury, Params, Question, Step};
use stoker_engine::map::{BuiltinMap, LinkKind, Map};
use stoker_engine::{Game, SetupError, Turn};

use crate::common::play::{Run, text_of, viewers};

/// Seven cities and a sea: the castle is `GG`, between `AA` and `FF`.
const SMALL: &str = include_str!("../data/fury-small.toml");

fn changed(from: &str, to: &str) -> String {
    let text = BuiltinMap::FURY.text;
    assert!(text.contains(from), "{from}");
    match Map::parse("fury.toml", &text.replacen(from, to, 1), Fury::MAP_WORDS) {
        Ok(_) => "it was taken".to_owned(),
        Err(error) => error.problem.to_string(),
    }
}

#[test]
fn the_map_has_the_numbers_of_the_rules() {
    let map = BuiltinMap::FURY.load();
    let attributes = map.attributes().unwrap();
    let links = |kind| map.places().into_iter().map(|at| map.links(kind, at).len()).sum::<usize>();
    assert_eq!((map.len(), map.seas().len()), (70, 10));
    assert_eq!(LinkKind::ALL.map(|kind| links(kind) / 2), [111, 43, 40]);
    let size =
        |size| map.places().into_iter().filter(|&at| attributes.size(at) == Some(size)).count();
    assert_eq!(size("castle"), 1);
    assert_eq!(size("small") + size("large"), 59);
    let codes: Vec<_> = attributes.attached().iter().map(|own| own.code.to_string()).collect();
    assert_eq!(codes, ["HB", "HM", "HR"]);
}

#[test]
fn attributes_are_checked_and_the_remedy_is_told() {
    for (from, to, part) in [
        ("size = \"large\"\n", "", "it has no size"),
        ("region = \"IBERIA\"\n", "", "it has no region"),
        ("region = \"IBERIA\"", "region = \"Spain\"", "a word of capitals"),
        ("white = [\"BA\", \"MA\"]\n", "", "must have one colour"),
        ("white = [\"BA\", \"MA\"]", "white = [\"BA\"]\nyellow = [\"MA\"]", "must have one colour"),
        ("white = [\"BA\", \"MA\"]", "white = [\"BA\", \"PA\"]", "no rail to `PA`"),
        ("kind = \"sea\"\n", "kind = \"sea\"\nhospital = \"HX\"\n", "a sea has no hospital"),
        ("hospital = \"HM\"", "hospital = \"PA\"", "an earlier place has that code"),
        ("size = \"large\"", "size = \"huge\"", "unknown variant"),
    ] {
        let told = changed(from, to);
        assert!(told.contains(part), "{from} => {to}: {told}");
    }
}

#[test]
fn plain_data_of_the_map_gives_the_same_map() {
    let map = BuiltinMap::FURY.load();
    assert_eq!(Map::from_plain(&map.plain(), Fury::MAP_WORDS).as_ref(), Ok(&*map));
}

/// The ruleset on a changed map.
fn on(change: impl Fn(&str) -> String) -> SetupError {
    let map = Map::parse("x", &change(BuiltinMap::FURY.text), Fury::MAP_WORDS).unwrap();
    let params = Params { play: Step::Hunt, ..Params::default() };
    Fury::with(params, map.into()).err().unwrap()
}

#[test]
fn a_map_that_the_rules_cannot_use_is_refused() {
    let bare = on(|text| {
        let is_attribute = |line: &&str| {
            ["size", "region", "hospital", "white", "yellow"]
                .iter()
                .any(|key| line.starts_with(key))
        };
        text.lines().filter(|line| !is_attribute(line)).collect::<Vec<_>>().join("\n")
    });
    assert!(bare.to_string().contains("places on land need a `size`"), "{bare}");
    let none = on(|text| {
        text.lines().filter(|line| !line.starts_with("hospital")).collect::<Vec<_>>().join("\n")
    });
    assert!(none.to_string().contains("`hospital`"), "{none}");
    let order = on(|text| text.replace("\"AL\"", "\"ZZ\""));
    assert!(order.to_string().contains("put `AM` before `ZZ`"), "{order}");
    let sea = on(|text| text.replace("\"IO\"", "\"IH\""));
    assert!(sea.to_string().contains("code of a card"), "{sea}");
}

/// The cities that a hunter may consecrate, if one is asked.
fn may_be_holy(run: &Run<'_, Fury>) -> Option<Vec<String>> {
    let asked = run.views[1].asked()?;
    let consecrates = asked.event == Some(EventCard::ConsecratedGround);
    let open = || asked.choices.iter().map(|mv| text_of(run.rules, mv)).collect();
    (consecrates && asked.question == Question::Place).then(open)
}

#[test]
fn another_map_can_be_played_in_every_step() {
    let map = std::sync::Arc::new(Map::parse("small", SMALL, Fury::MAP_WORDS).unwrap());
    let mut consecrated = 0;
    for play in [Step::Hunt, Step::Combat, Step::Full] {
        let rules = Fury::with(Params { play, ..Params::default() }, map.clone()).unwrap();
        for seed in 0..30 {
            let mut run = Run::new(&rules, seed);
            run.play_on(|run| {
                if let Some(open) = may_be_holy(run) {
                    assert_eq!(
                        open,
                        ["M:BB", "M:CC", "M:DD", "M:EE"],
                        "not next to the castle (V9)"
                    );
                    consecrated += 1;
                }
            });
            assert!(matches!(rules.turn(&run.state), Turn::Over(_)));
            for (viewer, kept) in viewers(&rules).zip(&run.views) {
                assert_eq!(*kept, rules.view(&run.state, viewer), "{play:?}, {seed}");
            }
        }
    }
    assert!(consecrated > 5, "{consecrated}");
}
