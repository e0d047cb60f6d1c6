//! Tests of clause K: what the hunters see and learn.

use super::*;

#[test]
fn locations_and_hides_are_seen_as_city_or_sea_and_double_backs_as_they_are() {
    assert_eq!(course("DGA DHI DKL DD2 DCN DBS").seen(), "C? C? C? D2 C? S?");
}

#[test]
fn a_teleport_is_always_seen_and_revealed_as_such() {
    let game = course("GBC DGA GBC DD1 GBC DHI GBC DKL GBC DCD GGA DTP");
    assert_eq!(game.seen(), "GA D1 HI C? CD TP");
    let game = game.then("GCD");
    assert_eq!((game.seen().as_str(), game.revealed()), ("GA D1 HI C? CD TP", vec![]));
}

#[test]
fn he_is_revealed_in_the_castle_however_he_gets_there() {
    assert_eq!(course("DCD").seen(), "CD");
    assert_eq!(course("DCD DHI").seen(), "CD HI");
    assert_eq!(course("DCD DD1").seen(), "CD D1");
}

#[test]
fn he_is_not_revealed_at_sea_among_hunters() {
    assert_eq!(course("GNS DNS GNS DD1").seen(), "S? D1");
}

#[test]
fn he_is_revealed_when_he_hides_in_a_city_where_a_hunter_is() {
    assert_eq!(course("GBE DSO GBE DSJ GSJ DHI").seen(), "C? SJ HI");
}

#[test]
fn a_hunter_in_a_trail_city_reveals_every_move_that_comes_to_it() {
    let game = course("GBC DGA GBC DHI GBC DKL GBC DD2 GBC DCN GGA");
    assert_eq!(game.seen(), "GA HI C? D2 C?");
    assert_eq!(game.revealed(), [1, 0]);
}

#[test]
fn what_a_revealed_move_points_to_is_revealed_even_beyond_the_trail() {
    let game = course("GGA DKL GGA DBD GGA DSZ GGA DBE GGA DBC GGA DD5");
    assert_eq!(game.seen(), "C? C? C? C? C? D5");
    let game = game.then("GGA DCD GKL");
    // The trail holds rounds 1 to 6. D5 in round 5 led to KL, the move of round 0.
    assert_eq!(game.seen(), "KL C? C? C? C? D5 CD");
    assert_eq!(game.revealed(), [0]);
}

#[test]
fn a_reveal_is_kept_after_the_move_has_left_the_trail() {
    let game = course("GSZ DKL GKL DBD DSZ DBE DBC DGA DCN DVR DSO");
    assert_eq!(game.seen(), "KL C? C? C? C? C? C? C? C?");
}

#[test]
fn a_hide_that_becomes_the_sixth_move_is_seen_as_a_hide_and_nothing_more() {
    let game = course("DGA DHI DKL DBD DSZ DBE");
    assert_eq!(game.seen(), "C? C? C? C? C? C?");
    let game = game.then("DSJ");
    assert_eq!((game.seen().as_str(), game.revealed()), ("C? HI C? C? C? C? C?", vec![1]));
    let hide = game.state.position().trail().moves()[5];
    assert_eq!((hide.code_known, hide.place_known), (true, false));
}

#[test]
fn research_on_a_hide_reveals_where_he_hid_beyond_the_trail() {
    let game = course("DKL DHI DBD DSZ DBE DD5 GNS SNS HNS MNS DGA *");
    assert_eq!(game.state.position().board().round(), 7);
    assert_eq!(game.seen(), "KL HI C? C? C? D5 C?");
    // The double back points to the same move, so now its place is known too.
    assert!(game.state.position().trail().moves()[1].place_known);
}

#[test]
fn a_reveal_in_the_own_turn_is_part_of_the_play_and_no_news_of_the_past() {
    let game = course("GBE DSJ GBE DBE");
    assert!(game.revealed().is_empty());
}

#[test]
fn after_a_hunter_s_visit_dracula_s_next_moves_are_hidden_again() {
    assert_eq!(course("GBE DSJ GSJ DSO").seen(), "SJ C?");
}
