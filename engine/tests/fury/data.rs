//! Data files that the ruleset takes, and those that it refuses.

use serde_json::{Value, json};
use stoker_engine::data::DataFile;
use stoker_engine::fury::{EMBEDDED, Encounter, Fury, Params};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Game, Turn};

use crate::common::play::Run;

fn read(content: Value) -> Result<DataFile, String> {
    let form = Fury::DATA.expect("it has data files");
    form.read("mine.json", content).map_err(|error| error.to_string())
}

/// The ruleset with a data file changed at a place (RFC 6901), or the reason why it is refused.
fn changed(place: &str, value: Value) -> Result<Fury, String> {
    let mut content: Value = serde_json::from_str(EMBEDDED).unwrap();
    *content.pointer_mut(place).expect(place) = value;
    with(content)
}

fn with(content: Value) -> Result<Fury, String> {
    let (params, map) = (Params::default(), BuiltinMap::FURY.load());
    Fury::configure(params, Some(map), Some(read(content)?.into()))
        .map_err(|error| error.to_string())
}

#[test]
fn values_of_a_data_file_are_those_of_the_game() {
    let fury = changed("/encounters/0/health", json!(7)).unwrap();
    assert_eq!(fury.data().health(Encounter::ALL[0]), 7);
    let file = fury.data_file().unwrap();
    assert_eq!(file.name(), "mine.json");
    let own = Fury::default();
    assert_ne!(file.canonical(), own.data_file().unwrap().canonical());
    let renamed = changed("/items/0/name", json!("Cross")).unwrap();
    assert_eq!(renamed.data().name("items", "CR"), "Cross");
    let [new, old] = [&renamed, &own].map(|rules| rules.data_file().unwrap().canonical());
    assert_eq!(new, old);
}

#[test]
fn values_that_the_rules_cannot_use_are_refused_with_their_place() {
    for (place, value, part) in [
        ("/items/0/code", json!("QQ"), "`items.CR` is missing"),
        ("/items/0/effect", json!("kills the vampire"), "`items.CR.effect` is an explanation"),
        ("/items/0/count", json!(21), "`count` of `CR` is 21, but must be in 0..=20"),
        ("/items/0/count", json!(-1), "`count` of `CR` is -1"),
        ("/items/0/count", json!(1.5), "not a data file of this ruleset"),
        ("/items/0/source", json!("me"), "`items.CR.source` must name a source"),
        ("/items/0/banner", json!(false), "`items.CR.banner` is false"),
        ("/items/0/cancels", json!(["DO"]), "`cancels` of `CR` is DO, but must be among"),
        ("/items/1/cancels", json!(["FA"]), "`cancels` of `DG` is FA, but must be empty"),
        ("/encounters/0/health", json!(9), "`health` of `AV` is 9, but must be in 1..=8"),
        ("/encounters/1/health", json!(1), "`health` of `BG` is 1, but must be 0"),
        ("/hunters/0/health", json!(0), "`health` of `G` is 0, but must be in 1..=99"),
        ("/hunters/0/order", json!(2), "`hunters.G.order` is 2"),
        ("/tickets/0/white", json!(2), "`tickets.10.white` is 2"),
        ("/tokens/fog", json!(9), "`fog` of `tokens` is 9, but must be in 0..=8"),
        ("/tokens/despair", json!(4), "`tokens.despair` is 4"),
        ("/pride/1/escape_from_round", json!(8), "must be in 1..=7"),
        ("/fury/influence_per_dawn", json!(2), "--param fury=2"),
        ("/dracula_combat/0/count", json!(20), "30 combat cards of Dracula"),
        ("/dracula_combat/1/count", json!(3), "4 Escapes of Dracula, but there must be 0 to 3"),
        ("/hunter_events/0/effect", json!("wins"), "is an explanation"),
        ("/hunter_events/0/code", json!("AV"), "`hunter_events.AG` is missing"),
        ("/powers/0/name", json!(""), "`powers.DC.name` must be a name"),
    ] {
        let told = changed(place, value.clone()).map(drop).expect_err(place);
        assert!(told.contains(part), "{place} = {value}: {told}");
    }
}

#[test]
fn rows_in_another_order_are_refused() {
    let mut content: Value = serde_json::from_str(EMBEDDED).unwrap();
    content["items"].as_array_mut().unwrap().swap(0, 1);
    let told = with(content).unwrap_err();
    assert!(told.contains("items must be CR DG FH"), "{told}");
}

#[test]
fn too_few_combat_cards_are_refused_because_dracula_could_run_out_of_them() {
    let mut content: Value = serde_json::from_str(EMBEDDED).unwrap();
    for row in content["dracula_combat"].as_array_mut().unwrap() {
        row["count"] = json!(1);
    }
    let told = with(content).unwrap_err();
    assert!(told.contains("7 combat cards of Dracula, but there must be 9 to 24"), "{told}");
}

#[test]
fn what_belongs_to_the_map_file_is_refused_in_a_data_file() {
    for key in ["places", "hospitals", "rails", "roads"] {
        let mut content: Value = serde_json::from_str(EMBEDDED).unwrap();
        content[key] = json!([{"code": "PA"}]);
        let told = with(content).unwrap_err();
        assert!(told.contains(&format!("unknown field `{key}`")), "{told}");
    }
}

#[test]
fn games_without_any_cards_but_those_of_combat_are_played_to_the_end() {
    let mut content: Value = serde_json::from_str(EMBEDDED).unwrap();
    for table in ["items", "encounters", "tickets", "hunter_events", "dracula_events"] {
        for row in content[table].as_array_mut().unwrap() {
            row["count"] = json!(0);
        }
    }
    let rules = with(content).unwrap();
    for seed in 0..20 {
        let mut run = Run::new(&rules, seed);
        run.play_on(|_| {});
        assert!(matches!(rules.turn(&run.state), Turn::Over(_)));
    }
}
