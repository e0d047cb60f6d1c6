//! A noisy score with a known optimum, for tests and for the table of `docs/tuning.md`.

use stoker_bots::{Param, Values};
use stoker_engine::{Purpose, Seed, below};

use super::{GainSchedule, Knob, Spsa, Sums};

/// Three parameters that begin 0.55 to 0.65 of their ranges away from the optimum.
pub(crate) const PARAMS: &[Param] = &[
    Param::int("near", 90, (0, 100)).about("Whole."),
    Param::int("far", 5, (0, 100)).about("Whole."),
    Param::decimal("rest", 0.9, (0.0, 1.0)).about("Decimal."),
];

/// The optimum and the width of the range, by parameter.
const BEST: [(f64, f64); 3] = [(30.0, 100.0), (60.0, 100.0), (0.25, 1.0)];

/// The parameters over all their values.
pub(crate) fn knobs() -> Vec<Knob> {
    Knob::all(PARAMS, &Values::defaults(PARAMS)).expect("they are numbers")
}

/// Distances from the optimum, in shares of the ranges.
fn distances(values: &[f64]) -> impl Iterator<Item = f64> + '_ {
    values.iter().zip(BEST).map(|(value, (best, width))| (value - best).abs() / width)
}

/// The score in a bowl. A parameter that is off by its whole range loses 1000; the start loses
/// 1085.
fn score(values: &[f64]) -> i64 {
    let lost: f64 = distances(values).map(|off| 1_000.0 * off * off).sum();
    #[expect(clippy::cast_possible_truncation, reason = "a few thousand")]
    let score = -lost as i64;
    score
}

/// Tunes with 16 seeds per iteration. Returns the final distance from the optimum of the parameter
/// that is furthest off, as a share of its range.
///
/// The score of each arm on each seed has uniform noise of at most `noise` to either side. The
/// noise of the two arms is independent, which is the worst case, as if seeds were not paired.
pub(crate) fn furthest(seed: Seed, schedule: GainSchedule, noise: u32) -> f64 {
    const SEEDS: i64 = 16;
    let mut spsa = Spsa::new(knobs(), schedule, seed);
    let mut rng = seed.rng(None, None, Purpose::new("noise"));
    let mut seeds = |values: &[f64]| {
        let one = |_| i64::from(below(&mut rng, 2 * noise + 1)) - i64::from(noise);
        SEEDS * score(values) + (0..SEEDS).map(one).sum::<i64>()
    };
    while let Some(trial) = spsa.trial() {
        let (plus, minus) = (seeds(&trial.plus), seeds(&trial.minus));
        spsa.learn(&trial, Sums { plus, minus });
    }
    distances(&spsa.best()).fold(0.0, f64::max)
}
