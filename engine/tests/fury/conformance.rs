//! Every fact of the games that a reference program played equals ours.

use serde_json::json;
use stoker_engine::fury::Fury;

use crate::common::conformance::{Told, agree, games};

/// The games of a step.
fn games_of(step: &str) -> Vec<Told<Fury>> {
    let mut games = games();
    games
        .retain(|game: &Told<Fury>| game.json["params"]["play"].as_str().unwrap_or("full") == step);
    games
}

#[test]
fn the_games_of_the_hunt_agree() {
    assert_eq!(agree(&games_of("hunt")), (18, 6_064));
}

#[test]
fn the_games_of_combat_agree() {
    assert_eq!(agree(&games_of("combat")), (18, 6_134));
}

#[test]
fn the_games_of_the_full_step_agree() {
    assert_eq!(agree(&games_of("full")), (64, 24_374));
}

#[test]
fn whatever_is_changed_in_a_game_is_found() {
    let game = games_of("hunt").swap_remove(0);
    game.finds_what_every_game_has();
    game.finds_each([
        ("seat", "/decisions/2/seat", json!(1)),
        ("move", "/decisions/2/move", json!("M:AO")),
        ("legal", "/decisions/2/move", json!("M:PA")),
        ("score margin", "/scores/margin", json!(-77)),
        ("winners", "/winners", json!([])),
        ("ending", "/ending", json!("time")),
        ("seat", "/params", json!({"play": "hunt", "rounds": 3})),
    ]);
}

#[test]
fn a_game_of_other_rules_is_refused() {
    let out_of_range = json!({"play": "hunt", "health": 100});
    games_of("hunt")[0].is_refused_with(out_of_range, [json!({"helth": 4})]);
}
