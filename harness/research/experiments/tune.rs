//! Distance of tunings from a known optimum: `cargo bench -p stoker-research --bench tune`.
//!
//! Prints the table of `docs/tuning.md`, and fails if the default steps do not come near the
//! optimum.

use rayon::prelude::*;
use stoker_engine::Seed;
use stoker_research::tune::{GainSchedule, Knob, Spsa, Sums};

#[path = "../src/tune/synthetic_score.rs"]
mod synthetic_score;

/// The number of tunings for every line of the table.
const TUNINGS: u64 = 200;

/// The median and 90th percentile of the final distance from the optimum.
fn off(schedule: GainSchedule, noise: u32) -> [f64; 2] {
    let one = |number| synthetic_score::furthest(Seed(1).of_match(number), schedule, noise);
    let mut all: Vec<f64> = (0..TUNINGS).into_par_iter().map(one).collect();
    all.sort_by(f64::total_cmp);
    [all[all.len() / 2], all[all.len() * 9 / 10]]
}

fn main() {
    println!("| noise | iterations | `--r-end` | median off | nine in ten within |");
    println!("|---|---|---|---|---|");
    for noise in [600, 2_000] {
        for iterations in [50, 200, 1_000] {
            for walk in [1, 2, 4, 8] {
                let usual = GainSchedule::new(iterations, None).expect("it is usual").r_end();
                let r_end = (usual * f64::from(walk) / 4.0).min(1.0);
                let schedule = GainSchedule::new(iterations, Some(r_end)).expect("it is sensible");
                let [median, most] = off(schedule, noise);
                println!("| {noise} | {iterations} | {r_end:.4} | {median:.3} | {most:.3} |");
                assert!(walk != 4 || iterations < 1_000 || most < 0.25, "not near: {most}");
            }
        }
    }
}
