//! Every fact of the games that two other programs agree on equals ours.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use stoker_engine::kosmos::Kosmos;
use stoker_engine::transcript::{Difference, Transcript, TranscriptError};

use crate::common::lines;

fn games() -> Vec<Value> {
    lines("kosmos").iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn differences(game: &Value) -> Vec<Difference> {
    let transcript: Transcript<Kosmos> = serde_json::from_value(game.clone()).unwrap();
    transcript.differences().unwrap()
}

#[test]
fn the_games_played_elsewhere_agree() {
    let games = games();
    assert_eq!(games.len(), 200);
    let mut decisions = 0;
    for (number, game) in games.iter().enumerate() {
        assert_eq!(differences(game).first(), None, "game {number}");
        decisions += game["decisions"].as_array().unwrap().len();
    }
    assert_eq!(decisions, 30_280);
}

fn first() -> Value {
    static GAME: LazyLock<Value> = LazyLock::new(|| games().swap_remove(0));
    GAME.clone()
}

/// The first game, changed somewhere.
fn changed(change: impl FnOnce(&mut Value)) -> Vec<Difference> {
    let mut game = first();
    change(&mut game);
    differences(&game)
}

fn found(fact: &str, change: impl FnOnce(&mut Value)) {
    let differences = changed(change);
    assert!(differences.iter().any(|found| found.fact == fact), "{fact}: {differences:?}");
}

#[test]
fn a_changed_decision_is_found() {
    found("seat", |game| game["decisions"][2]["seat"] = json!(1));
    found("legal", |game| {
        game["decisions"][2]["legal"].as_array_mut().unwrap().swap(0, 1);
    });
    found("legal", |game| {
        game["decisions"][2]["legal"].as_array_mut().unwrap().pop();
    });
    found("legal count", |game| game["decisions"][0]["legal"]["count"] = json!(96));
    found("legal sha256", |game| {
        game["decisions"][1]["legal"]["sha256"] = game["decisions"][0]["legal"]["sha256"].clone();
    });
    found("move", |game| game["decisions"][2]["move"] = json!("C4"));
    found("move", |game| game["decisions"][2]["move"] = json!("nowhere"));
    found("legal", |game| game["decisions"][2]["move"] = json!("B1"));
}

#[test]
fn a_changed_draw_is_found() {
    // The deal's first draw: another card comes to the last place.
    found("truth board", |game| game["chance"][18] = json!(3));
    found("chance", |game| game["chance"][18] = json!(12));
    found("chance", |game| game["chance"].as_array_mut().unwrap().push(json!(0)));
    found("chance", |game| {
        game["chance"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn a_changed_value_of_the_truth_is_found_whichever_it_is() {
    let game = first();
    let keys: BTreeSet<&String> = game["checks"][3]["truth"].as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 37);
    for key in keys {
        let fact = format!("truth {key}");
        found(&fact, |game| game["checks"][3]["truth"][key] = json!("other"));
        found(&fact, |game| {
            game["checks"][3]["truth"].as_object_mut().unwrap().remove(key);
        });
    }
    found("truth more", |game| game["checks"][3]["truth"]["more"] = json!(1));
    found("checks", |game| game["checks"][3]["after"] = json!(1_000));
}

/// A list that has the right items in another order is another list.
#[test]
fn an_item_of_a_list_of_the_truth_in_the_wrong_place_is_found() {
    let game = first();
    let truth = game["checks"][3]["truth"].as_object().unwrap();
    let swapped = truth.iter().filter_map(|(key, value)| {
        let last = value.as_array()?.len().checked_sub(1)?;
        (value[0] != value[last]).then_some((key, last))
    });
    let mut lists = 0;
    for (key, last) in swapped {
        found(&format!("truth {key}"), |game| {
            game["checks"][3]["truth"][key].as_array_mut().unwrap().swap(0, last);
        });
        lists += 1;
    }
    assert!(lists >= 10, "{lists} lists");
}

#[test]
fn a_changed_end_is_found() {
    found("score result", |game| game["scores"]["result"] = json!(-1));
    found("winners", |game| game["winners"] = json!(["dracula"]));
    found("winners", |game| game["winners"] = json!([]));
    found("ending", |game| game["ending"] = json!("cap"));
    let game = first();
    for name in game["facts"].as_object().unwrap().keys() {
        let fact = format!("fact {name}");
        found(&fact, |game| game["facts"][name] = json!(99));
        found(&fact, |game| {
            game["facts"].as_object_mut().unwrap().remove(name);
        });
    }
    found("ending", |game| {
        game["decisions"].as_array_mut().unwrap().pop();
    });
    found("seat", |game| {
        let decisions = game["decisions"].as_array_mut().unwrap();
        decisions.push(decisions[0].clone());
    });
}

#[test]
fn the_parameters_of_a_game_rule_and_a_game_of_another_ruleset_is_refused() {
    found("legal count", |game| game["params"] = json!({"targets_min": 2, "targets_max": 3}));
    let mut game = first();
    game["ruleset"] = json!("course");
    let transcript: Transcript<Kosmos> = serde_json::from_value(game.clone()).unwrap();
    assert_eq!(transcript.differences(), Err(TranscriptError::Ruleset("course".into())));
    game["ruleset"] = json!("kosmos");
    game["params"] = json!({"lives": 10});
    let transcript: Transcript<Kosmos> = serde_json::from_value(game.clone()).unwrap();
    assert!(matches!(transcript.differences(), Err(TranscriptError::Setup(_))));
    game["params"] = json!({"lifes": 4});
    assert!(serde_json::from_value::<Transcript<Kosmos>>(game).is_err());
}
