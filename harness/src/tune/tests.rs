//! The optimiser on objectives whose optimum is known.

use stoker_bots::{Param, ParamKind, Values};
use stoker_engine::{Purpose, Seed};

use super::*;

const fn whole(name: &'static str, default: i64) -> Param {
    Param { name, summary: "Whole.", kind: ParamKind::Int { default, min: 0, max: 100 } }
}

const PARAMS: &[Param] = &[
    whole("near", 90),
    whole("far", 5),
    Param {
        name: "rest",
        summary: "Decimal.",
        kind: ParamKind::Decimal { default: 0.9, min: 0.0, max: 1.0 },
    },
];

/// Where [`score`] has its optimum.
const BEST: [f64; 3] = [30.0, 60.0, 0.25];
/// The half width of the noise of one seed: what one perturbation is worth is a tenth of it.
const NOISE: u32 = 600;

/// A score with its optimum at [`BEST`], in thousandths.
fn score(values: &[f64]) -> i64 {
    let loss = |(n, value): (usize, &f64)| {
        let width = if n == 2 { 1.0 } else { 100.0 };
        let off = (value - BEST[n]) / width;
        1_000.0 * off * off
    };
    #[expect(clippy::cast_possible_truncation, reason = "a few thousand")]
    let score = -values.iter().enumerate().map(loss).sum::<f64>() as i64;
    score
}

/// Each arm has noise of its own: the worst case, without common random numbers.
fn tuned(seed: u64, iterations: u64, seeds: u32) -> Vec<f64> {
    let knobs = Knob::all(PARAMS, &Values::defaults(PARAMS)).unwrap();
    let mut spsa = Spsa::new(knobs, Schedule::new(iterations, None).unwrap(), Seed(seed));
    let mut rng = Seed(seed).rng(None, None, Purpose::new("noise"));
    let mut noise = || {
        let one = |_| i64::from(stoker_engine::below(&mut rng, 2 * NOISE + 1)) - i64::from(NOISE);
        (0..seeds).map(one).sum::<i64>()
    };
    while let Some(trial) = spsa.trial() {
        let plus = score(&trial.plus) * i64::from(seeds) + noise();
        let minus = score(&trial.minus) * i64::from(seeds) + noise();
        spsa.learn(&trial, Sums { plus, minus });
    }
    spsa.best()
}

/// Distances from the optimum, in shares of the ranges.
fn off(values: &[f64]) -> f64 {
    let off =
        |(n, value): (usize, &f64)| (value - BEST[n]).abs() / if n == 2 { 1.0 } else { 100.0 };
    values.iter().enumerate().map(off).fold(0.0, f64::max)
}

/// From 0.55 to 0.65 off on every parameter. On 12 of 12 seeds it comes within 0.1; the bound is
/// half as much again.
#[test]
fn under_noise_the_optimiser_comes_near_the_optimum() {
    for seed in 1..=6 {
        let off = off(&tuned(seed, 400, 16));
        assert!(off < 0.15, "seed {seed}: {off}");
    }
}

#[test]
fn what_is_played_stays_in_range_and_whole_numbers_stay_whole() {
    let knobs = Knob::all(PARAMS, &Values::defaults(PARAMS)).unwrap();
    let mut spsa = Spsa::new(knobs, Schedule::new(50, Some(10.0)).unwrap(), Seed(3));
    while let Some(trial) = spsa.trial() {
        for (knob, value) in
            spsa.knobs().iter().zip(&trial.plus).chain(spsa.knobs().iter().zip(&trial.minus))
        {
            let (low, high) = knob.range();
            assert!((low..=high).contains(value), "{}: {value}", knob.name());
            assert!(knob.name() == "rest" || value.fract().abs() < f64::EPSILON);
        }
        // Always the arm further from the middle: everything is driven against its ends.
        let sums = Sums { plus: i64::from(trial.signs[0]), minus: 0 };
        spsa.learn(&trial, sums);
    }
    assert!((spsa.best()[0] - 100.0).abs() < 1e-9, "{:?}", spsa.best());
}

/// The first difference, whatever its size, is a usual one: each parameter goes r c c_end.
/// N = 100, r_end = 0.1, c_end = 5 for 0..100: 0.1 * 1.57761 * 1.59221 * 5 = 1.25594.
#[test]
fn the_first_step_is_that_of_the_formulas_in_any_unit() {
    for scale in [1, 1_000_000] {
        let knobs = Knob::all(&PARAMS[..1], &Values::defaults(PARAMS)).unwrap();
        let mut spsa = Spsa::new(knobs, Schedule::new(100, Some(0.1)).unwrap(), Seed(1));
        let trial = spsa.trial().unwrap();
        let learnt = spsa.learn(&trial, Sums { plus: 7 * scale, minus: 10 * scale });
        let step = f64::from(-trial.signs[0]) * 1.255_94;
        assert!((learnt.values[0] - (90.0 + step)).abs() < 1e-4, "{learnt:?}");
    }
}

#[test]
fn equal_scores_move_nothing_and_say_nothing_of_what_is_usual() {
    let knobs = Knob::all(PARAMS, &Values::defaults(PARAMS)).unwrap();
    let mut spsa = Spsa::new(knobs, Schedule::new(9, None).unwrap(), Seed(1));
    while let Some(trial) = spsa.trial() {
        let learnt = spsa.learn(&trial, Sums { plus: 5, minus: 5 });
        assert_eq!(learnt.usual.to_bits(), 0.0f64.to_bits());
    }
    assert_eq!(format!("{:?}", spsa.best()), "[90.0, 5.0, 0.9]");
}

#[test]
fn sums_from_a_hostile_file_break_nothing() {
    let knobs = Knob::all(PARAMS, &Values::defaults(PARAMS)).unwrap();
    let mut spsa = Spsa::new(knobs, Schedule::new(4, None).unwrap(), Seed(1));
    while let Some(trial) = spsa.trial() {
        let learnt = spsa.learn(&trial, Sums { plus: i64::MAX, minus: i64::MIN });
        assert!(learnt.values.iter().all(|value| value.is_finite()));
    }
}
