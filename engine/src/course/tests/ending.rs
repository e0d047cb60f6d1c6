//! Tests of clauses G and P: the end of games, and the moves of a disqualified seat.

use super::*;
use crate::game::{Ending, Game, Turn};
use crate::seed::Seed;

fn ending(game: &Table) -> Ending {
    match game.rules.turn(&game.state) {
        Turn::Over(ending) => ending,
        Turn::ToMove(seat) => panic!("seat {seat} is to move"),
    }
}

#[test]
fn the_score_starts_at_366_and_falls_by_1_a_round() {
    assert_eq!(course("").score(), 366);
    assert_eq!(course("DGA DKL").score(), 364);
}

#[test]
fn dracula_wins_when_the_score_is_gone() {
    let game = with(Params { start_score: 2, ..Params::default() }, "DGA DKL");
    let ending = ending(&game);
    assert_eq!((ending.reason, ending.scores[0]), ("score", 0));
    assert!(ending.winners.contains(Course::DRACULA) && !ending.winners.contains(Course::HUNTERS));
}

#[test]
fn the_hunters_win_in_the_turn_that_drains_dracula() {
    let game = with(Params { start_blood: 10, ..Params::default() }, "GBE DSJ GSJ");
    let ending = ending(&game);
    assert_eq!((ending.reason, ending.scores[0]), ("blood", 365));
    assert!(ending.winners.contains(Course::HUNTERS) && !ending.winners.contains(Course::DRACULA));
}

#[test]
fn blood_can_run_out_at_sea() {
    let game = with(Params { start_blood: 2, ..Params::default() }, "DAO");
    assert_eq!((ending(&game).reason, game.score()), ("blood", 365));
}

#[test]
fn blood_and_score_gone_in_one_turn_are_both_recorded_and_the_hunters_win() {
    let params = Params { start_score: 7, start_blood: 10, start_life: 4, ..Params::default() };
    let game = with(params, "GBE DSJ GSJ");
    let ending = ending(&game);
    assert_eq!((ending.reason, ending.scores[0], game.blood()), ("blood-and-score", 0, 0));
    assert!(ending.winners.contains(Course::HUNTERS) && !ending.winners.contains(Course::DRACULA));
}

#[test]
fn blood_and_score_are_kept_raw_below_0() {
    let game = with(Params { start_blood: 5, ..Params::default() }, "GBE DSJ GSJ");
    assert_eq!(game.blood(), -5);
    let params = Params { start_score: 8, ..Params::default() };
    let game = with(params, "DKL DBD DSZ DBE DBC DGA DCN");
    assert_eq!((game.score(), ending(&game).scores[0]), (8 - 7 - 13, -12));
}

#[test]
fn a_turn_is_played_to_its_end_though_dracula_s_blood_is_gone() {
    let params = Params { start_blood: 10, ..Params::default() };
    let game = with(params, "GBE DSJ GBE DBE GBE");
    assert_eq!((game.blood(), game.life()[0]), (0, 9 - 2 - 4 + 3));
    assert_eq!(game.streak(), 1);
}

#[test]
fn a_game_that_ends_leaves_hunters_in_hospital_without_life() {
    let params = Params { start_blood: 10, start_life: 4, ..Params::default() };
    let game = with(params, "GBE DSJ GSJ");
    assert_eq!((game.life()[0], game.godalming().as_str()), (0, "JM"));
}

#[test]
fn nothing_is_legal_once_a_game_is_over() {
    let mut game = with(Params { start_score: 1, ..Params::default() }, "DGA");
    assert_eq!(game.legal(), "");
    let rest = Move::Hunter(game.place("NS"));
    assert!(game.state.play(&game.rules, rest.into()).is_err());
}

#[test]
fn a_disqualified_hunter_stays_or_goes_to_the_hospital_in_round_0() {
    let mut game = course("");
    let choice = game.rules.default_choice(&mut game.state);
    assert_eq!(choice.mv, Move::Hunter(game.place("JM")));
    assert!(choice.message.as_str().contains("disqualified"));
    let mut game = course("GPA DSJ");
    let choice = game.rules.default_choice(&mut game.state);
    assert_eq!(choice.mv, Move::Hunter(game.place("PA")));
    assert!(game.rules.chance(&game.state).drawn().is_empty());
}

/// His choices after GA are BC, CD, CN, KL, HI and D1: about 100 of each in 600 games.
#[test]
fn a_disqualified_dracula_plays_any_legal_move_with_equal_chance() {
    let rules = Course::default();
    let plays = ["NS", "NS", "NS", "NS", "GA", "EC", "EC", "EC", "EC"];
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..600 {
        let mut state = rules.start(Chance::seeded(Seed(seed)));
        for code in plays {
            let place = rules.place(code).unwrap();
            let mv = match state.position().board().to_move() {
                Mover::Hunter(_) => Move::Hunter(place),
                Mover::Dracula => Move::Dracula(super::super::DraculaMove::To(place)),
            };
            state.play(&rules, mv.into()).unwrap();
        }
        let choice = rules.default_choice(&mut state);
        assert!(state.position().is_legal(&rules, choice.mv));
        assert_eq!(rules.chance(&state).drawn().len(), 1);
        *counts.entry(rules.move_code(choice.mv)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (65..140).contains(count)), "{counts:?}");
}
