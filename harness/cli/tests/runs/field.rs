//! The field of strangers as its users see it.

use crate::common::Place;

#[test]
fn the_field_is_listed_only_where_it_is_asked_for() {
    let place = Place::new();
    let field = place.prints("bots --field");
    for text in ["researcher-a", "castle-camper-a", "chaser", "training", "held-out"] {
        assert!(field.contains(text), "{text}: {field}");
    }
    assert!(!place.prints("bots").contains("researcher"));
    assert!(!place.prints("bots --json").contains("researcher"));
    let json = place.prints("bots --field --json");
    assert!(json.contains("\"style\": \"researcher\""), "{json}");
    assert!(place.prints("bots --field --ruleset kosmos").contains("no field"));
}

#[test]
fn a_group_of_the_field_takes_part_where_it_is_named() {
    let place = Place::new();
    place.prints("league hunters=field-training dracula=random --matches 1 --quiet --out half");
    let board = String::from_utf8_lossy(&place.read("half/leaderboard.csv")).into_owned();
    assert!(board.contains("researcher-a") && board.contains("repeater"), "{board}");
    assert!(!board.contains("quarters-a") && !board.contains("hider"), "{board}");
    let refused = place.refuses("league x@field dracula=random --matches 1");
    assert!(refused.contains("is a group of bots"), "{refused}");
}

#[test]
fn nothing_is_fitted_against_the_held_out_half() {
    let place = Place::new();
    let held_out = "is in the held-out half of the field";
    place.prints("league quarters-a random --matches 1 --records all --quiet --out run");
    for args in [
        "tune wanderer --against quarters-a --iterations 1",
        "tune wanderer --against hunters=field --iterations 1",
        "sweep wanderer quarters-a --vary wanderer:fear=1,2 --matches 1",
        "exploit quarters-a --iterations 1",
        "exploit wanderer --with quarters-a --iterations 1",
        "exploit wanderer --base quarters-a --playouts 8",
        "fit run",
    ] {
        let refused = place.refuses(args);
        assert!(refused.contains(held_out), "{args}: {refused}");
    }
}

#[test]
fn the_games_of_held_out_bots_can_be_left_out_of_a_fit() {
    let place = Place::new();
    place.prints("league quarters-a random --matches 1 --records all --quiet --out run");
    let refused = place.refuses("fit run");
    assert!(refused.contains("`--except quarters-a` leaves its games out"), "{refused}");
    place.prints("fit run --except quarters-a");
}

#[test]
fn a_held_out_bot_keeps_its_name() {
    let place = Place::new();
    for args in
        ["league x@quarters-a random --matches 1", "match hunters=x@quarters-a dracula=random"]
    {
        let refused = place.refuses(args);
        assert!(refused.contains("`quarters-a` cannot be called `x`"), "{args}: {refused}");
        assert!(refused.contains("`stoker fit`"), "{args}: {refused}");
    }
    place.prints("match hunters=x@researcher-a dracula=random");
}
