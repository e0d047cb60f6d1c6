//! Every fact of the games that a reference program played equals ours.

use serde_json::{Value, json};
use stoker_engine::masters::{Masters, Move, Params, Teams};
use stoker_engine::{Chance, Game, Turn};

use crate::common::conformance::{Told, agree, games};

#[test]
fn the_games_played_elsewhere_agree() {
    assert_eq!(agree(&games::<Masters>()), (200, 23_192));
}

#[test]
fn whatever_is_changed_in_a_game_is_found() {
    let games = games::<Masters>();
    games[0].finds_what_every_game_has();
    games[0].finds_each([
        ("seat", "/decisions/2/seat", json!(1)),
        ("move", "/decisions/2/move", json!("FG")),
        ("legal", "/decisions/2/move", json!("US:MUS:2")),
        // The draws of two players: 7 for the city, 51 for the events, 12 for the relics, 4 dice.
        ("truth city", "/chance/0", json!(7)),
        ("truth deck", "/chance/7", json!(1)),
        ("truth relic_deck", "/chance/58", json!(1)),
        ("legal", "/chance/70", json!(5)),
        ("chance", "/chance/0", json!(8)),
        ("score victory", "/scores/victory", json!(1)),
        ("score progress", "/scores/progress", json!(99)),
        ("winners", "/winners", json!(["vampires"])),
        ("ending", "/ending", json!("cap")),
        ("truth deck", "/params", json!({"players": 2, "level": "hard"})),
    ]);
    let won = games.iter().find(|game| game.json["ending"] == "ritual").unwrap();
    won.finds_each([("winners", "/winners", json!([]))]);
}

#[test]
fn a_game_of_other_rules_is_refused() {
    let misspelt = [json!({"player": 4}), json!({"level": "nightmare"})];
    games::<Masters>()[0].is_refused_with(json!({"players": 6}), misspelt);
}

/// G1: every vampire is a side of its own then, by the same rules.
#[test]
fn all_of_a_mixed_team_win_or_lose_together() {
    for Told { json: game, .. } in games::<Masters>() {
        let params: Params = serde_json::from_value(game["params"].clone()).unwrap();
        let rules = Masters::with(Params { teams: Teams::Mixed, ..params }).unwrap();
        let draws = serde_json::from_value(game["chance"].clone()).unwrap();
        let mut state = rules.start(Chance::recorded(draws));
        for decision in game["decisions"].as_array().unwrap() {
            let mv: Move = decision["move"].as_str().unwrap().parse().unwrap();
            rules.play(&mut state, mv.into()).unwrap();
        }
        let Turn::Over(ending) = rules.turn(&state) else { panic!("the game is over") };
        let won = game["ending"] == "ritual";
        assert!(rules.sides().iter().all(|(side, _)| ending.winners.contains(side) == won));
    }
}

/// R1, R3, worked out a second time from the record alone: which moves were made, and the truth at
/// the last check.
#[test]
fn the_scores_follow_from_the_record_worked_out_a_second_time() {
    let mut won = 0;
    for Told { json: game, .. } in games::<Masters>() {
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
