//! Plays two bots against each other, fast: `arena HUNTERS DRACULA [MATCHES] [SEED]`.
//!
//! Prints the mean score with its 95% interval, quartiles, and the time of a match.

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::Instant;

use stoker_engine::Seed;
use stoker_engine::course::Course;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [hunters, dracula] = [0, 1].map(|index| words.get(index).map_or("tracker", |w| w.as_str()));
    let number =
        |index: usize, default| words.get(index).map_or(default, |w| w.parse().unwrap_or(default));
    let (matches, seed) = (number(2, 60), number(3, 1));
    let game = Arc::new(Course::default());
    let begun = Instant::now();
    let play = |index| common::play(&game, [hunters, dracula], Seed(seed).of_match(index), |_| ());
    let mut scores: Vec<i32> = (0..matches).map(play).collect();
    let took = begun.elapsed().as_secs_f64() * 1_000.0 / matches as f64;
    let (mean, half) = common::mean(&scores);
    scores.sort_unstable();
    let quartile = |quarter: usize| scores[(scores.len() - 1) * quarter / 4];
    let quartiles: Vec<_> = (0..=4).map(quartile).collect();
    println!("{hunters} - {dracula}: {mean:.1} +- {half:.1} {quartiles:?}, {took:.1} ms a match");
}
