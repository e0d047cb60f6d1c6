//! The fit of the weights of the features, with the command that makes them again:
//! `cargo test --release -p stoker-bots --lib fury::search::fit -- --include-ignored`.

use std::sync::Arc;

use stoker_engine::fury::{Fury, Params, Phase, Step, View};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Bot, Chance, Count, Decision, Game, Seat, Seed, SideId, Turn, Viewer, below};

use super::evaluation::{FEATURES, Features, features, margin, to_come, weights};
use super::weights::WEIGHTS;
use crate::entry::Setup;
use crate::fury::dracula::Dracula;
use crate::fury::hunters::Hunters;
use crate::values::Values;

/// The matches that are fitted, of this seed.
const GAMES: u64 = 3_000;
const SEED: Seed = Seed(90_210);
const STEPS: [Step; 3] = [Step::Hunt, Step::Combat, Step::Full];

/// A position with the margin that the rest of its game brought.
struct Sample {
    features: Features,
    to_come: f64,
}

/// The positions at the beginning of each day of a match.
fn samples(game: &Arc<Fury>, seed: Seed) -> Vec<Sample> {
    let values = Values::defaults(&[]);
    let setup = |side: u8| Setup {
        game,
        values: &values,
        side: SideId(side),
        seats: if side == 0 { 0..1 } else { 1..5 },
    };
    let mut dracula = Dracula::lurker(&setup(0));
    let mut hunters = Hunters::sweep(&setup(1));
    let mut rngs = [0, 1].map(|side| seed.of_bot(SideId(side), Seat(side)).bot_rng());
    let mut state = game.start(Chance::seeded(seed));
    let mut seen = vec![];
    let mut day = 0;
    loop {
        let seat = match game.turn(&state) {
            Turn::ToMove(seat) => seat,
            Turn::Over(ending) => {
                let score = f64::from(ending.scores[0]);
                let sample = |(features, so_far)| Sample { features, to_come: score - so_far };
                return seen.into_iter().map(sample).collect();
            }
        };
        let viewer = game.sides().viewer_of(seat);
        let view = game.view(&state, viewer);
        if view.table().phase == Phase::Day && view.table().round > day {
            day = view.table().round;
            let [his, theirs] = [0, 1].map(|viewer| game.view(&state, Viewer(viewer)));
            let (View::Dracula(his), View::Hunters(theirs)) = (his, theirs) else { panic!() };
            hunters.common.belief.update(&theirs);
            seen.push((features(game, &his, &theirs, &hunters), margin(game, &his)));
        }
        let mut budget = Count(u64::MAX);
        let rng = &mut rngs[usize::from(viewer.0)];
        let mut decision = Decision::new(seat, rng, &mut budget);
        let choice = match &view {
            View::Dracula(_) => dracula.choose(&view, &mut decision),
            View::Hunters(_) => hunters.choose(&view, &mut decision),
        };
        game.play(&mut state, choice).unwrap();
    }
}

/// Solves the normal equations, with a little ridge, by elimination.
fn least_squares(samples: &[Sample]) -> Features {
    let mut rows = vec![[0.0; FEATURES + 1]; FEATURES];
    for (at, row) in rows.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for sample in samples {
        for (row, own) in rows.iter_mut().zip(sample.features) {
            for (cell, other) in row.iter_mut().zip(sample.features) {
                *cell += own * other;
            }
            row[FEATURES] += own * sample.to_come;
        }
    }
    for pivot in 0..FEATURES {
        let scale = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|cell| *cell /= scale);
        let own = rows[pivot];
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[pivot];
            if at != pivot {
                row.iter_mut().zip(own).for_each(|(cell, own)| *cell -= factor * own);
            }
        }
    }
    std::array::from_fn(|at| rows[at][FEATURES])
}

/// The mean of the squared errors of a fit.
fn squared_error(weights: &Features, samples: &[Sample]) -> f64 {
    let error = |sample: &Sample| {
        let missed = sample.to_come - to_come(&sample.features, weights);
        missed * missed
    };
    samples.iter().map(error).sum::<f64>() / samples.len() as f64
}

fn all_samples(play: Step, matches: std::ops::Range<u64>) -> Vec<Sample> {
    let params = Params { play, ..Params::default() };
    let game = Arc::new(Fury::with(params, BuiltinMap::FURY.load()).unwrap());
    matches.flat_map(|number| samples(&game, SEED.of_match(number))).collect()
}

#[test]
fn least_squares_finds_the_weights_that_made_the_samples() {
    let mut rng = Seed(5).bot_rng();
    let mut draw = || f64::from(below(&mut rng, 1_000)) / 100.0;
    let weights: Features = std::array::from_fn(|_| draw());
    let sample = |_| {
        let features: Features = std::array::from_fn(|_| draw());
        Sample { features, to_come: to_come(&features, &weights) }
    };
    let samples: Vec<Sample> = (0..300).map(sample).collect();
    let found = least_squares(&samples);
    for (found, true_one) in found.iter().zip(weights) {
        assert!((found - true_one).abs() < 0.05, "{found} {true_one}");
    }
}

/// On matches that were not fitted, the weights say more than that all positions are alike.
#[test]
fn the_weights_predict_margins() {
    for play in STEPS {
        let samples = all_samples(play, GAMES..GAMES + 30);
        let mut mean = [0.0; FEATURES];
        mean[0] = samples.iter().map(|own| own.to_come).sum::<f64>() / samples.len() as f64;
        let [fitted, baseline] =
            [weights(play), mean].map(|by| squared_error(&by, &samples).sqrt());
        println!("{play:?}: error {fitted:.1}, of the mean {baseline:.1}");
        assert!(fitted < baseline, "{play:?}: {fitted} {baseline}");
    }
}

#[test]
#[ignore = "plays 9,000 matches; prints the weights if they have to be changed"]
fn the_weights_are_the_fit() {
    let fits = STEPS.map(|play| least_squares(&all_samples(play, 0..GAMES)));
    let mut same = true;
    for (at, (name, weights)) in WEIGHTS.into_iter().enumerate() {
        let fitted = fits.map(|fit| fit[at]);
        println!("(\"{name}\", {fitted:.2?}),");
        same &= fitted.iter().zip(weights).all(|(own, other)| (own - other).abs() < 0.0051);
    }
    assert!(same, "weights.rs has to be changed to these");
}
