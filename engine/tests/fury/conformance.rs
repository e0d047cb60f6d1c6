//! Every fact of the games that a reference program played equals ours.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use stoker_engine::fury::Fury;
use stoker_engine::transcript::{Difference, Transcript, TranscriptError};

use crate::common::lines;

/// The games of a step.
fn games(step: &str) -> Vec<Value> {
    let games = lines("fury").into_iter().map(|line| serde_json::from_str(&line).unwrap());
    let of_step = |game: &Value| game["params"]["play"].as_str().unwrap_or("full") == step;
    games.filter(of_step).collect()
}

fn differences(game: &Value) -> Vec<Difference> {
    let transcript: Transcript<Fury> = serde_json::from_value(game.clone()).unwrap();
    transcript.differences().unwrap()
}

/// Checks all games of a step; their number, and the number of their decisions.
fn agree(step: &str) -> (usize, usize) {
    let games = games(step);
    let mut decisions = 0;
    for (number, game) in games.iter().enumerate() {
        assert_eq!(differences(game).first(), None, "game {number} of {step}");
        decisions += game["decisions"].as_array().unwrap().len();
    }
    (games.len(), decisions)
}

#[test]
fn the_games_of_the_hunt_agree() {
    assert_eq!(agree("hunt"), (18, 6_064));
}

#[test]
fn the_games_of_combat_agree() {
    assert_eq!(agree("combat"), (18, 6_134));
}

fn first() -> Value {
    static GAME: LazyLock<Value> = LazyLock::new(|| games("hunt").swap_remove(0));
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
        game["decisions"][5]["legal"].as_array_mut().unwrap().swap(0, 1);
    });
    found("legal", |game| {
        game["decisions"][5]["legal"].as_array_mut().unwrap().pop();
    });
    found("legal count", |game| {
        game["decisions"][5]["legal"] = json!({"count": 1, "sha256": ""});
    });
    found("legal sha256", |game| {
        game["decisions"][5]["legal"] = json!({"count": 1, "sha256": ""});
    });
    found("move", |game| game["decisions"][2]["move"] = json!("M:AO"));
    found("move", |game| game["decisions"][2]["move"] = json!("nowhere"));
    found("legal", |game| game["decisions"][2]["move"] = json!("M:PA"));
}

#[test]
fn a_changed_draw_is_found() {
    let other = (first()["chance"][0].as_u64().unwrap() + 1) % 28;
    let differences = changed(|game| game["chance"][0] = json!(other));
    assert!(!differences.is_empty());
    found("chance", |game| game["chance"][0] = json!(99));
    found("chance", |game| game["chance"].as_array_mut().unwrap().push(json!(0)));
    found("chance", |game| {
        game["chance"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn a_changed_value_of_the_truth_is_found_whichever_it_is() {
    let game = first();
    let keys: BTreeSet<&String> = game["checks"][3]["truth"].as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 28);
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
    let last = game["checks"].as_array().unwrap().len() - 1;
    let truth = game["checks"][last]["truth"].as_object().unwrap();
    let swapped = truth.iter().filter_map(|(key, value)| {
        let end = value.as_array()?.len().checked_sub(1)?;
        (value[0] != value[end]).then_some((key, end))
    });
    let mut lists = 0;
    for (key, end) in swapped {
        found(&format!("truth {key}"), |game| {
            game["checks"][last]["truth"][key].as_array_mut().unwrap().swap(0, end);
        });
        lists += 1;
    }
    assert!(lists >= 8, "{lists} lists");
}

#[test]
fn a_changed_end_is_found() {
    found("score margin", |game| game["scores"]["margin"] = json!(-77));
    found("winners", |game| game["winners"] = json!([]));
    found("ending", |game| game["ending"] = json!("time"));
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
    found("seat", |game| game["params"]["rounds"] = json!(3));
    let mut game = first();
    game["ruleset"] = json!("course");
    let transcript: Transcript<Fury> = serde_json::from_value(game.clone()).unwrap();
    assert_eq!(transcript.differences(), Err(TranscriptError::Ruleset("course".into())));
    game["ruleset"] = json!("fury");
    game["params"]["health"] = json!(100);
    let transcript: Transcript<Fury> = serde_json::from_value(game.clone()).unwrap();
    assert!(matches!(transcript.differences(), Err(TranscriptError::Setup(_))));
    game["params"] = json!({"helth": 4});
    assert!(serde_json::from_value::<Transcript<Fury>>(game).is_err());
}
