//! Every fact of the games that two other programs agree on equals ours.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use stoker_engine::boss::Boss;
use stoker_engine::transcript::{Difference, Transcript, TranscriptError};

use crate::common::lines;

fn games() -> &'static [Value] {
    static GAMES: LazyLock<Vec<Value>> = LazyLock::new(|| {
        lines("boss").iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    });
    &GAMES
}

fn differences(game: &Value) -> Vec<Difference> {
    let transcript: Transcript<Boss> = serde_json::from_value(game.clone()).unwrap();
    transcript.differences().unwrap()
}

#[test]
fn the_games_played_elsewhere_agree() {
    assert_eq!(games().len(), 200);
    let mut decisions = 0;
    for (number, game) in games().iter().enumerate() {
        assert_eq!(differences(game).first(), None, "game {number}");
        decisions += game["decisions"].as_array().unwrap().len();
    }
    assert_eq!(decisions, 27_192);
}

/// The first game, changed somewhere.
fn changed(change: impl FnOnce(&mut Value)) -> Vec<Difference> {
    let mut game = games()[0].clone();
    change(&mut game);
    differences(&game)
}

fn found(fact: &str, change: impl FnOnce(&mut Value)) {
    let differences = changed(change);
    assert!(differences.iter().any(|found| found.fact == fact), "{fact}: {differences:?}");
}

#[test]
fn a_changed_decision_is_found() {
    found("seat", |game| game["decisions"][2]["seat"] = json!(0));
    found("legal", |game| {
        game["decisions"][2]["legal"].as_array_mut().unwrap().swap(0, 1);
    });
    found("legal", |game| {
        game["decisions"][2]["legal"].as_array_mut().unwrap().pop();
    });
    found("legal count", |game| {
        game["decisions"][1]["legal"] = json!({"count": 9, "sha256": "0"});
    });
    found("legal sha256", |game| {
        game["decisions"][1]["legal"] = json!({"count": 10, "sha256": "0"});
    });
    found("move", |game| game["decisions"][2]["move"] = json!("STOP"));
    found("move", |game| game["decisions"][2]["move"] = json!("nowhere"));
    found("legal", |game| game["decisions"][4]["move"] = json!("H:1:3"));
}

#[test]
fn a_changed_draw_is_found() {
    // The first draw of the streets: another order of the layout.
    found("truth tiles", |game| game["chance"][1] = json!(4));
    found("chance", |game| game["chance"][1] = json!(7));
    found("chance", |game| game["chance"].as_array_mut().unwrap().push(json!(0)));
    found("chance", |game| {
        game["chance"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn a_changed_value_of_the_truth_is_found_whichever_it_is() {
    let game = &games()[0];
    let keys: BTreeSet<&String> = game["checks"][3]["truth"].as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 30);
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
    let truth = games()[0]["checks"][3]["truth"].as_object().unwrap();
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
    assert!(lists >= 8, "{lists} lists");
}

#[test]
fn a_changed_end_is_found() {
    found("score rank_v0", |game| game["scores"]["rank_v0"] = json!(2));
    found("winners", |game| game["winners"] = json!(["v0"]));
    found("winners", |game| game["winners"] = json!([]));
    found("ending", |game| game["ending"] = json!("cap"));
    for name in games()[0]["facts"].as_object().unwrap().keys() {
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
    found("legal", |game| game["params"] = json!({"players": 2, "hand": 6}));
    let mut game = games()[0].clone();
    game["ruleset"] = json!("course");
    let transcript: Transcript<Boss> = serde_json::from_value(game.clone()).unwrap();
    assert_eq!(transcript.differences(), Err(TranscriptError::Ruleset("course".into())));
    game["ruleset"] = json!("boss");
    game["params"] = json!({"players": 6});
    let transcript: Transcript<Boss> = serde_json::from_value(game.clone()).unwrap();
    assert!(matches!(transcript.differences(), Err(TranscriptError::Setup(_))));
    game["params"] = json!({"player": 4});
    assert!(serde_json::from_value::<Transcript<Boss>>(game).is_err());
}
