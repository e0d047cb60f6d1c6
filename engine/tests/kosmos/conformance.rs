//! Every fact of the games that two other programs agree on equals ours.

use serde_json::json;
use stoker_engine::kosmos::Kosmos;

use crate::common::conformance::{agree, games};

#[test]
fn the_games_played_elsewhere_agree() {
    assert_eq!(agree(&games::<Kosmos>()), (200, 30_280));
}

#[test]
fn whatever_is_changed_in_a_game_is_found() {
    let game = games::<Kosmos>().swap_remove(0);
    game.finds_what_every_game_has();
    game.finds_each([
        ("move", "/decisions/2/move", json!("C4")),
        ("legal", "/decisions/2/move", json!("B1")),
        // The deal's first draw: another card comes to the last place.
        ("truth board", "/chance/18", json!(3)),
        ("chance", "/chance/18", json!(12)),
        ("score result", "/scores/result", json!(-1)),
        ("winners", "/winners", json!(["dracula"])),
        ("winners", "/winners", json!([])),
        ("ending", "/ending", json!("cap")),
        ("legal count", "/params", json!({"targets_min": 2, "targets_max": 3})),
    ]);
}

#[test]
fn a_game_of_other_rules_is_refused() {
    games::<Kosmos>()[0].is_refused_with(json!({"lives": 10}), [json!({"lifes": 4})]);
}
