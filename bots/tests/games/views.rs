//! The pages of the rulesets' views: their examples are made by the rules.
//!
//! Everything after the heading `## Examples` of a page is made here. It has the view of every kind
//! of side at the start, under every preset and with each parameter at its ends, where a view has
//! another shape than those before; a view in the middle of a game; and each kind of event.
//!
//! `UPDATE_VIEWS=1 cargo test -p stoker-bots --test games views::` rewrites the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use stoker_engine::boss::Boss;
use stoker_engine::fury::Fury;
use stoker_engine::game::Allowed;
use stoker_engine::kosmos::Kosmos;
use stoker_engine::masters::Masters;
use stoker_engine::toy::Toy;
use stoker_engine::{Chance, Game, Purpose, Seed, Turn, Viewer, one_of};

/// Games of random moves in which events are looked for.
const GAMES: u64 = 40;
/// The decision after which the view of the middle of a game is shown.
const MIDDLE: u32 = 20;
const MOVES: Purpose = Purpose::new("moves");
const HEADING: &str = "## Examples\n";

/// Rules, with the options that choose them.
struct Chosen<G> {
    options: String,
    rules: G,
}

/// The rules of every preset, and of the first one with each parameter at its ends.
fn all_rules<G: Game>() -> Vec<Chosen<G>> {
    let map = || G::MAPS.first().map(|map| map.load());
    let mut all = vec![];
    for (at, preset) in G::presets().into_iter().enumerate() {
        let options = if at == 0 { String::new() } else { format!("--preset {}", preset.name) };
        let rules = G::new(preset.params, map()).unwrap();
        all.push(Chosen { options, rules });
    }
    let usual = serde_json::to_value(all[0].rules.params()).unwrap();
    for info in G::parameters() {
        let values: Vec<Value> = match info.allowed {
            Allowed::Range(low, high) => vec![low.into(), high.into()],
            Allowed::OneOf(words) => words.iter().map(|&word| word.into()).collect(),
        };
        for value in values {
            let mut params = usual.clone();
            params[info.name] = value.clone();
            // Some parameters only go together.
            let params = serde_json::from_value(params).ok();
            if let Some(rules) = params.and_then(|params| G::new(params, map()).ok()) {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let options = format!("--param {}={value}", info.name);
                all.push(Chosen { options, rules });
            }
        }
    }
    all
}

/// The paths of all keys in a value, and the types found there. The elements of a list count as
/// one.
fn shape(value: &Value, path: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(keys) => keys.iter().for_each(|(key, value)| {
            let path = format!("{path}.{key}");
            shape(value, &path, out);
            out.insert(path);
        }),
        Value::Array(list) => list.iter().for_each(|value| shape(value, path, out)),
        Value::Null => drop(out.insert(format!("{path} null"))),
        Value::Bool(_) => drop(out.insert(format!("{path} bool"))),
        Value::Number(_) => drop(out.insert(format!("{path} number"))),
        Value::String(_) => drop(out.insert(format!("{path} text"))),
    }
}

/// The kinds of sides, each with a viewer of one.
fn viewers<G: Game>(rules: &G) -> Vec<(&'static str, Viewer)> {
    let mut found: Vec<(&str, Viewer)> = vec![];
    for (number, viewer) in (0..).zip(rules.sides().viewers()) {
        let kind = rules.sides().side(viewer.side).kind;
        if found.iter().all(|(other, _)| *other != kind) {
            found.push((kind, Viewer(number)));
        }
    }
    found
}

/// Plays a game of random moves, and shows each play's events to `hear`, with their viewer.
fn random_game<G: Game>(rules: &G, seed: Seed, mut hear: impl FnMut(&G, &G::State, &G::Play)) {
    let mut rng = seed.rng(None, None, MOVES);
    let mut state = rules.start(Chance::seeded(seed));
    while let Turn::ToMove(seat) = rules.turn(&state) {
        let view = rules.view(&state, rules.sides().viewer_of(seat));
        let mv = one_of(&mut rng, rules.legal_moves(&view)).unwrap();
        let play = rules.play(&mut state, mv.into()).unwrap();
        hear(rules, &state, &play);
    }
}

/// The kind of an event: the first word of what is told, or else its keys.
fn kind(event: &Value) -> String {
    if let Some(told) = event.get("told").and_then(Value::as_str) {
        return told.split(':').next().unwrap_or_default().to_owned();
    }
    event
        .as_object()
        .map_or_else(String::new, |keys| keys.keys().cloned().collect::<Vec<_>>().join(" "))
}

/// The examples of a page, and the kinds of events in it.
struct Examples {
    text: String,
    kinds: Vec<String>,
}

fn examples<G: Game>() -> Examples {
    let mut text = format!("{HEADING}\nThese examples come from games of random moves.\n");
    let all = all_rules::<G>();
    let mut shapes: Vec<BTreeSet<String>> = vec![];
    for Chosen { options, rules } in &all {
        let state = rules.start(Chance::seeded(Seed(1)));
        for (side, viewer) in viewers(rules) {
            let mut view = rules.view(&state, viewer);
            // The first question comes as an event.
            rules.take_question(&mut view);
            let view = serde_json::to_value(view).unwrap();
            let mut keys = BTreeSet::new();
            shape(&view, "", &mut keys);
            if !shapes.contains(&keys) {
                shapes.push(keys);
                let with =
                    if options.is_empty() { String::new() } else { format!(" with `{options}`") };
                let _ = write!(
                    text,
                    "\nThe view of `{side}` at the start{with}:\n\n```json\n{}\n```\n",
                    line(rules.view(&state, viewer))
                );
            }
        }
    }
    middle(&all[0].rules, &mut text);
    let mut kinds = BTreeMap::new();
    for Chosen { options, rules } in &all {
        // Other rules than the usual ones are here for the events that they alone have.
        let games = if options.is_empty() { GAMES } else { 4 };
        for seed in (1..=games).map(Seed) {
            random_game(rules, seed, |rules, state, play| {
                for (_, viewer) in viewers(rules) {
                    for event in rules.redact(state, play, viewer) {
                        let event = serde_json::to_value(event).unwrap();
                        kinds.entry(kind(&event)).or_insert_with(|| event.to_string());
                    }
                }
            });
        }
    }
    text += "\nAn event of each kind:\n\n```json\n";
    kinds.values().for_each(|event| text += &format!("{event}\n"));
    text += "```\n";
    Examples { text, kinds: kinds.into_keys().collect() }
}

/// Adds the views in the middle of a game.
fn middle<G: Game>(rules: &G, text: &mut String) {
    let mut decision = 0;
    random_game(rules, Seed(2), |rules, state, _| {
        decision += 1;
        if decision == MIDDLE {
            for (side, viewer) in viewers(rules) {
                let _ = write!(
                    text,
                    "\nThe view of `{side}` after {MIDDLE} decisions:\n\n```json\n{}\n```\n",
                    line(rules.view(state, viewer))
                );
            }
        }
    });
}

fn line(view: impl serde::Serialize) -> String {
    serde_json::to_string(&view).unwrap()
}

/// Compares the examples of a page with those that the rules make, or rewrites them.
fn check_page<G: Game>() -> (String, Vec<String>) {
    let name = format!("protocol-{}.md", G::NAME);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(&name);
    let page = std::fs::read_to_string(&path).unwrap();
    let by_hand = page.split(HEADING).next().unwrap().to_owned();
    let Examples { text, kinds } = examples::<G>();
    let made = format!("{by_hand}{text}");
    if std::env::var_os("UPDATE_VIEWS").is_some() {
        std::fs::write(&path, &made).unwrap();
    } else {
        assert!(page == made, "docs/{name} is out of date: set UPDATE_VIEWS=1");
    }
    (by_hand, kinds)
}

/// Checks a page by hand that lists what is told: every kind must be on it.
fn check_told<G: Game>() {
    let (page, kinds) = check_page::<G>();
    let words: BTreeSet<_> = kinds.iter().flat_map(|kind| kind.split(' ')).collect();
    let missing: Vec<_> = words.iter().filter(|word| !page.contains(&format!("`{word}"))).collect();
    assert!(missing.is_empty(), "docs/protocol-{}.md does not explain {missing:?}", G::NAME);
}

#[test]
fn the_page_of_kosmos_explains_every_event_and_has_examples_of_the_rules() {
    check_told::<Kosmos>();
}

#[test]
fn the_page_of_the_toy_has_examples_of_the_rules() {
    check_told::<Toy>();
}

#[test]
fn the_page_of_boss_explains_every_event_and_has_examples_of_the_rules() {
    check_told::<Boss>();
}

#[test]
fn the_page_of_masters_has_examples_of_the_rules() {
    check_told::<Masters>();
}

#[test]
fn the_page_of_fury_explains_every_event_and_has_examples_of_the_rules() {
    check_told::<Fury>();
}
