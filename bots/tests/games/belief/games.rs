//! Tests of beliefs in games of the built-in bots.

use std::sync::Arc;

use stoker_bots::course::Belief;
use stoker_engine::course::{Course, Guesses, Params, State};
use stoker_engine::{Game, Seed, Viewer};

use super::{Pair, believed, hidden};
use crate::common;

const PAIRINGS: [[&str; 2]; 5] = [
    ["tracker", "lurker"],
    ["patrol", "wanderer"],
    ["random", "random"],
    ["tracker", "random"],
    ["random", "lurker"],
];

#[test]
fn the_belief_is_what_the_histories_come_to() {
    for (index, preset) in Params::presets().into_iter().enumerate() {
        let game = Arc::new(Course::on(preset.params, Course::MAPS[0].load()).unwrap());
        for (number, pairing) in (0..).zip(PAIRINGS) {
            let mut pair = Pair::new(&Belief::new(&game));
            let mut guesses = Some(Guesses::start(&game));
            let seed = Seed(7 + index as u64).of_match(number);
            common::play(&game, pairing, seed, |state: &State| {
                pair.step(&game, state);
                assert!(pair.updated.is_exact());
                guesses = guesses.take().filter(|guesses| guesses.positions().len() < 2_000);
                if let Some(guesses) = &mut guesses {
                    let view = game.view(state, Viewer(0));
                    guesses.update(&game, view.hunters().unwrap()).expect("a game's view");
                    let listed = guesses.positions().map(|position| hidden(position.trail()));
                    assert_eq!(believed(&pair.updated), listed.collect());
                }
            });
        }
    }
}

/// Every bot plays against itself and against the weakest one: the longest and the shortest games.
#[test]
fn in_games_of_all_bots_the_truth_is_always_among_the_trails() {
    let game = Arc::new(Course::default());
    let plays = |side: &str| {
        let bots = stoker_bots::course::bots().into_iter();
        bots.filter(|bot| bot.sides.is_empty() || bot.sides.contains(&side))
            .map(|bot| bot.name)
            .collect::<Vec<_>>()
    };
    let mut most = 0;
    for hunters in plays("hunters") {
        for dracula in plays("dracula") {
            let mut pair = Pair::new(&Belief::new(&game));
            common::play(&game, [hunters, dracula], Seed(11), |state: &State| {
                pair.step(&game, state);
                assert!(pair.updated.is_exact());
                most = most.max(pair.updated.len());
            });
        }
    }
    assert!(most > 1_000, "only {most} trails at most");
}

#[test]
fn catching_up_seldom_comes_to_the_same() {
    let game = Arc::new(Course::default());
    for (number, pairing) in (0..).zip(PAIRINGS) {
        let mut stepwise = Belief::new(&game);
        let mut seldom = Belief::new(&game);
        common::play(&game, pairing, Seed(5).of_match(number), |state: &State| {
            let view = game.view(state, Viewer(0));
            let (view, plays) = (view.hunters().unwrap(), state.history().plays().len());
            stepwise.update(&game, view);
            if plays % 23 == 0 {
                seldom.update(&game, view);
                assert_alike(&seldom, &stepwise);
            }
            if plays % 97 == 0 {
                let mut anew = Belief::new(&game);
                anew.update(&game, view);
                assert_alike(&anew, &stepwise);
            }
        });
    }
}

/// Asserts equal trails, and weights that differ only by rounding.
pub(crate) fn assert_alike(one: &Belief, other: &Belief) {
    assert_eq!(one.facts(), other.facts());
    assert_eq!(one.len(), other.len());
    for (one, other) in one.trails().iter().zip(other.trails()) {
        assert_eq!(one.trail, other.trail);
        assert!((one.weight - other.weight).abs() < 1e-9, "{one:?} {other:?}");
    }
}
