//! Every fact of the games that a reference program played equals ours.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};
use stoker_engine::masters::Masters;
use stoker_engine::transcript::{Difference, Transcript, TranscriptError};

use crate::common::lines;

fn games() -> &'static [Value] {
    static GAMES: LazyLock<Vec<Value>> = LazyLock::new(|| {
        lines("masters").iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    });
    &GAMES
}

fn differences(game: &Value) -> Vec<Difference> {
    let transcript: Transcript<Masters> = serde_json::from_value(game.clone()).unwrap();
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
    assert_eq!(decisions, 23_192);
}

/// A game that has what a test needs.
fn game_with(found: impl Fn(&Value) -> bool) -> Value {
    games().iter().find(|game| found(game)).unwrap().clone()
}

fn found_in(game: &Value, fact: &str, change: impl FnOnce(&mut Value)) {
    let mut changed = game.clone();
    change(&mut changed);
    assert!(changed != *game, "{fact}: nothing was changed");
    let differences = differences(&changed);
    assert!(differences.iter().any(|found| found.fact == fact), "{fact}: {differences:?}");
}

fn found(fact: &str, change: impl FnOnce(&mut Value)) {
    found_in(&games()[0], fact, change);
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
    found("move", |game| game["decisions"][2]["move"] = json!("FG"));
    found("move", |game| game["decisions"][2]["move"] = json!("nowhere"));
    found("legal", |game| game["decisions"][2]["move"] = json!("US:MUS:2"));
}

#[test]
fn a_changed_count_or_hash_of_a_long_list_is_found() {
    let long = |decision: &Value| decision["legal"].is_object();
    let decisions = |game: &Value| game["decisions"].as_array().unwrap().clone();
    let game = game_with(|game| decisions(game).iter().any(long));
    let at = decisions(&game).iter().position(long).unwrap();
    found_in(&game, "legal count", |game| game["decisions"][at]["legal"]["count"] = json!(99));
    found_in(&game, "legal sha256", |game| {
        game["decisions"][at]["legal"]["sha256"] = json!("0".repeat(64));
    });
}

#[test]
fn a_changed_draw_is_found() {
    // The draws of two players: 7 for the city, 51 for the events, 12 for the relics, 4 dice.
    found("truth city", |game| game["chance"][0] = json!(7));
    found("truth deck", |game| game["chance"][7] = json!(1));
    found("truth relic_deck", |game| game["chance"][58] = json!(1));
    found("legal", |game| game["chance"][70] = json!(5));
    found("chance", |game| game["chance"][0] = json!(8));
    found("chance", |game| game["chance"].as_array_mut().unwrap().push(json!(0)));
    found("chance", |game| {
        game["chance"].as_array_mut().unwrap().pop();
    });
}

#[test]
fn a_changed_value_of_the_truth_is_found_whichever_it_is() {
    let truth = games()[0]["checks"][3]["truth"].as_object().unwrap();
    let keys: BTreeSet<&String> = truth.keys().collect();
    assert_eq!(keys.len(), 29);
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
    found("score victory", |game| game["scores"]["victory"] = json!(1));
    found("score progress", |game| game["scores"]["progress"] = json!(99));
    found("winners", |game| game["winners"] = json!(["vampires"]));
    found("ending", |game| game["ending"] = json!("cap"));
    let won = game_with(|game| game["ending"] == "ritual");
    found_in(&won, "winners", |game| game["winners"] = json!([]));
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
    found("truth deck", |game| game["params"] = json!({"players": 2, "level": "hard"}));
    let mut game = games()[0].clone();
    game["ruleset"] = json!("course");
    let transcript: Transcript<Masters> = serde_json::from_value(game.clone()).unwrap();
    assert_eq!(transcript.differences(), Err(TranscriptError::Ruleset("course".into())));
    game["ruleset"] = json!("masters");
    game["params"] = json!({"players": 6});
    let transcript: Transcript<Masters> = serde_json::from_value(game.clone()).unwrap();
    assert!(matches!(transcript.differences(), Err(TranscriptError::Setup(_))));
    game["params"] = json!({"player": 4});
    assert!(serde_json::from_value::<Transcript<Masters>>(game.clone()).is_err());
    game["params"] = json!({"level": "nightmare"});
    assert!(serde_json::from_value::<Transcript<Masters>>(game).is_err());
}

/// R1, R3, worked out a second time from the record alone: which moves were made, and the truth at
/// the last check.
#[test]
fn the_scores_follow_from_the_record_worked_out_a_second_time() {
    let mut won = 0;
    for game in games() {
        let last = game["checks"].as_array().unwrap().last().unwrap();
        let truth = &last["truth"];
        let ritual = game["decisions"].as_array().unwrap().last().unwrap()["move"] == "RT";
        let players = truth["who"].as_array().unwrap().len() as u64;
        let sum = |key: &str| numbers(&truth[key]).sum::<i64>();
        let placed = numbers(&truth["sigil"]).filter(|cell| *cell >= 0).count() as u64;
        let clear = numbers(&truth["hidden"]).zip(numbers(&truth["exposed"]));
        let most = numbers(&truth["minions"]).zip(clear).filter(|(_, agents)| *agents == (0, 0));
        let most = most.map(|(minions, _)| minions.unsigned_abs()).max().unwrap_or(0);
        let kills = sum("kills").unsigned_abs();
        let progress =
            54 * kills / (9 * players) + 36 * placed / players + 9 * most.min(players) / players;
        assert_eq!(game["scores"]["victory"], i32::from(ritual));
        assert_eq!(game["scores"]["progress"], if ritual { 100 } else { progress });
        if ritual {
            won += 1;
            assert_ritual_could_be_held(truth);
        }
    }
    assert_eq!(won, 9);
}

/// N15, on the truth of the end: the ritual changes nothing but the AP.
fn assert_ritual_could_be_held(truth: &Value) {
    let here = numbers(&truth["at"]).next().unwrap();
    let at_here = |key: &str| truth[key][usize::try_from(here).unwrap()].as_i64().unwrap();
    let actor = usize::try_from(truth["actor"].as_i64().unwrap()).unwrap();
    assert!(numbers(&truth["at"]).all(|at| at == here));
    assert!(numbers(&truth["sigil"]).all(|cell| cell >= 0));
    assert_eq!(truth["kills"][actor], 9);
    assert_eq!((at_here("hidden"), at_here("exposed")), (0, 0));
    assert!(at_here("minions") >= i64::try_from(numbers(&truth["at"]).count()).unwrap());
}

fn numbers(list: &Value) -> impl Iterator<Item = i64> + '_ {
    list.as_array().unwrap().iter().map(|number| number.as_i64().unwrap())
}
