//! Plays two bots against each other, fast: `arena HUNTERS DRACULA [MATCHES] [SEED]`.
//!
//! Prints the mean score with its 95% interval and quartiles; what the hunters lost to rounds,
//! vampires and the hospital; and the time of a match.

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::Instant;

use stoker_engine::course::{Course, Encounter, Play, State};
use stoker_engine::{Game, Seed, Turn};

/// Means of what matches came to.
#[derive(Default)]
struct Losses {
    rounds: f64,
    vampires: f64,
    hospital: f64,
}

impl Losses {
    fn add(&mut self, state: &State, share: f64) {
        let matured = |play: &&Play<_>| match play {
            Play::Dracula(play) => play.left == Some(Encounter::Vampire),
            Play::Hunter(_) => false,
        };
        let vampires = state.history().plays().iter().filter(matured).count();
        self.rounds += f64::from(state.position().board().round()) * share;
        self.vampires += 13.0 * vampires as f64 * share;
        self.hospital += 6.0 * f64::from(state.hospital_visits()) * share;
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, default| words.get(index).map_or(default, String::as_str);
    let number = |index, default: u64| word(index, "").parse().unwrap_or(default);
    let pairing = [word(0, "tracker"), word(1, "lurker")];
    let (matches, seed) = (number(2, 60), number(3, 1));
    let game = Arc::new(Course::default());
    let begun = Instant::now();
    let mut losses = Losses::default();
    let mut play = |index| {
        let mut last = None;
        let watch = |state: &State| {
            if matches!(game.turn(state), Turn::Over(_)) {
                last = Some(state.clone());
            }
        };
        let score = common::play(&game, pairing, Seed(seed).of_match(index), watch);
        if let Some(last) = last {
            losses.add(&last, 1.0 / matches as f64);
        }
        score
    };
    let mut scores: Vec<i32> = (0..matches).map(&mut play).collect();
    let took = begun.elapsed().as_secs_f64() * 1_000.0 / matches as f64;
    let (mean, half) = common::mean(&scores);
    scores.sort_unstable();
    let quartiles = [0, 1, 2, 3, 4].map(|quarter| scores[(scores.len() - 1) * quarter / 4]);
    let Losses { rounds, vampires, hospital } = losses;
    let [hunters, dracula] = pairing;
    println!(
        "{hunters} - {dracula}: {mean:.1} +- {half:.1} {quartiles:?}; \
         rounds {rounds:.1}, vampires {vampires:.1}, hospital {hospital:.1}; {took:.1} ms a match"
    );
}
