//! Tests of the Draculas who look ahead: they play legal moves by any rules, play the same game
//! from the same seed, and are better than the rung below.

use std::sync::Arc;

use stoker_bots::{ParamKind, Setup, Values};
use stoker_engine::course::{Course, Move, Mover, State};
use stoker_engine::{Count, Decision, Game, Purpose, Seed, Turn, Viewer};

use crate::common;

const DRACULAS: [&str; 2] = ["phantom", "mastermind:playouts=4,rounds=3"];

#[test]
fn they_play_whole_games_by_any_rules_and_from_any_start() {
    for dracula in DRACULAS {
        for hunters in ["random", "tracker"] {
            common::assert_plays_by_any_rules([hunters, dracula]);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    for dracula in DRACULAS {
        common::assert_only_the_seed_decides(["tracker", dracula]);
    }
}

/// A new bot's move as Dracula in this state.
fn asked(game: &Arc<Course>, name: &str, state: &State, budget: u64) -> Move {
    let (name, setting) = name.split_once(':').unwrap_or((name, ""));
    let entry = common::entry(name);
    let values = Values::parse(setting, entry.params).expect("a valid setting");
    let setup = Setup { game, values: &values, side: Course::DRACULA, seats: 4..5 };
    let mut rng = Seed(3).rng(None, None, Purpose::BOT);
    let mut budget = Count(budget);
    let mut turn = Decision::new(Mover::DRACULA, &mut rng, &mut budget);
    (entry.make)(&setup).choose(&game.view(state, Viewer(1)), &mut turn).mv
}

#[test]
fn they_find_a_legal_move_wherever_random_play_leads() {
    for (index, rules) in common::all_rules().enumerate() {
        let mut turns = 0;
        common::play(&rules, ["random", "random"], Seed(5).of_match(index as u64), |state| {
            let due = rules.turn(state) == Turn::ToMove(Mover::DRACULA);
            turns += u32::from(due);
            if due && turns % 9 == 0 && turns < 150 {
                for dracula in DRACULAS {
                    let mv = asked(&rules, dracula, state, u64::MAX);
                    assert!(state.position().is_legal(&rules, mv), "{dracula}: {mv:?}");
                }
            }
        });
    }
}

#[test]
fn without_a_budget_mastermind_plays_by_his_forecast() {
    let rules = Arc::new(Course::default());
    let mut turns = 0;
    common::play(&rules, ["tracker", "random"], Seed(6), |state| {
        let due = rules.turn(state) == Turn::ToMove(Mover::DRACULA);
        turns += u32::from(due);
        if due && turns % 5 == 0 && turns < 60 {
            let [idle, stopped] = [("mastermind:playouts=0", u64::MAX), ("mastermind", 0)]
                .map(|(name, budget)| asked(&rules, name, state, budget));
            assert_eq!(idle, stopped);
        }
    });
    assert!(turns > 10, "{turns}");
}

#[test]
fn every_value_that_a_parameter_takes_makes_a_bot() {
    let rules = Arc::new(Course::default());
    for name in ["phantom", "mastermind"] {
        for param in common::entry(name).params {
            let ends = match param.kind {
                ParamKind::Int { min, max, .. } => [min.to_string(), max.to_string()],
                ParamKind::Decimal { min, max, .. } => [min.to_string(), max.to_string()],
                ParamKind::Choice { .. } | ParamKind::Flag { .. } => continue,
            };
            for end in ends {
                let spec = format!("{name}:{}={end}", param.name);
                // The bot is only made: a million playouts would take too long.
                let (name, setting) = spec.split_once(':').expect("a setting");
                let entry = common::entry(name);
                let values = Values::parse(setting, entry.params).expect("within its range");
                let seats = 4..5;
                let game = &rules;
                let setup = Setup { game, values: &values, side: Course::DRACULA, seats };
                assert!((entry.make)(&setup).fork().is_some(), "{spec}");
            }
        }
    }
}

/// Asserts that the second is better than the first by this many points against these hunters.
fn clearly_better(hunters: &str, [below, above]: [&str; 2], matches: u64, by: f64) {
    let pairings = [[hunters, below], [hunters, above]];
    let (mean, half) = common::difference(pairings, matches);
    println!("{above} over {below} against {hunters}: {mean:.1} +- {half:.1}");
    assert!(mean - half > by, "{above} over {below} against {hunters}: {mean:.1} +- {half:.1}");
}

#[test]
fn phantom_clearly_beats_lurker() {
    clearly_better("tracker", ["lurker", "phantom"], 24, 20.0);
}

#[test]
fn mastermind_beats_phantom() {
    clearly_better("marshal", ["phantom", "mastermind:playouts=24"], 10, 0.0);
}
