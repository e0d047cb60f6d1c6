//! Every fact of the games that two other programs agree on equals ours.

use serde_json::json;
use stoker_engine::boss::Boss;

use crate::common::conformance::{agree, games};

#[test]
fn the_games_played_elsewhere_agree() {
    assert_eq!(agree(&games::<Boss>()), (200, 27_192));
}

#[test]
fn whatever_is_changed_in_a_game_is_found() {
    let game = games::<Boss>().swap_remove(0);
    game.finds_what_every_game_has();
    game.finds_each([
        ("seat", "/decisions/2/seat", json!(0)),
        ("move", "/decisions/2/move", json!("STOP")),
        ("legal", "/decisions/4/move", json!("H:1:3")),
        // The first draw of the streets: another order of the layout.
        ("truth tiles", "/chance/1", json!(4)),
        ("chance", "/chance/1", json!(7)),
        ("score rank_v0", "/scores/rank_v0", json!(2)),
        ("winners", "/winners", json!(["v0"])),
        ("winners", "/winners", json!([])),
        ("ending", "/ending", json!("cap")),
        ("legal", "/params", json!({"players": 2, "hand": 6})),
    ]);
}

#[test]
fn a_game_of_other_rules_is_refused() {
    games::<Boss>()[0].is_refused_with(json!({"players": 6}), [json!({"player": 4})]);
}
