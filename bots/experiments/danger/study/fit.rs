//! Fits a network to samples: Poisson regression by Adam (D. P. Kingma and J. Ba, "Adam: a method
//! for stochastic optimization", 2015). All of it is done in one order, so that the result does not
//! depend on the number of threads.

use std::f32::consts::PI;

use stoker_bots::course::danger::{ActiveInputs, HIDDEN, LOG_RANGE, Network, Weights};
use stoker_engine::{Rng, Seed, below};

use super::samples::Sample;

/// Number of times that all samples are shown. With more, the network overfits: the error on other
/// matches grows.
const EPOCHS: usize = 3;

/// Number of samples between two steps.
const BATCH: usize = 4_096;

/// Size of the steps in the first epoch; it falls by a cosine, to a quarter in the last.
const RATE: f32 = 3e-3;

/// Adam's averages keep these shares of what they were, of gradients and of their squares.
const MOMENTUM: [f32; 2] = [0.9, 0.999];

/// Most that a random weight differs from 0 at the beginning.
const SPREAD: f32 = 0.17;

/// Fits a network to these samples.
pub(crate) fn fit(samples: &[Sample], seed: Seed) -> Network {
    let mut rng = seed.bot_rng();
    let mut fit = Fit::new(samples, &mut rng);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for epoch in 0..EPOCHS {
        shuffle(&mut order, &mut rng);
        let passed = epoch as f32 / EPOCHS as f32;
        let rate = RATE * 0.5 * (1.0 + libm::cosf(PI * passed));
        for batch in order.chunks(BATCH) {
            fit.step(batch.iter().map(|&index| &samples[index]), rate);
        }
    }
    Network::new(&fit.weights())
}

/// The weights by number: the rows of the inputs, the bias, the weights of the output, and its
/// constant.
struct Fit {
    weights: Vec<f32>,
    gradient: Vec<f32>,
    /// Adam's averages of the gradient and of its square.
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The powers of the shares that they keep, after the steps so far.
    kept: [f32; 2],
}

/// Where the parts that follow the inputs begin.
const BIAS: usize = Network::INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const CONSTANT: usize = OUTPUT + HIDDEN;
const ALL: usize = CONSTANT + 1;

impl Fit {
    fn new(samples: &[Sample], rng: &mut Rng) -> Self {
        let mut random = || (below(rng, 1 << 16) as f32 / 32_768.0 - 1.0) * SPREAD;
        let mut weights: Vec<f32> = (0..ALL).map(|_| random()).collect();
        weights[BIAS..OUTPUT].fill(0.1);
        let sum: f64 = samples.iter().map(|sample| f64::from(sample.meetings)).sum();
        weights[CONSTANT] = logarithm(sum / samples.len().max(1) as f64 + 1e-3);
        let zeros = || vec![0.0; ALL];
        Self { weights, gradient: zeros(), mean: zeros(), square: zeros(), kept: [1.0; 2] }
    }

    fn step<'s>(&mut self, batch: impl ExactSizeIterator<Item = &'s Sample>, rate: f32) {
        let share = 1.0 / batch.len() as f32;
        self.gradient.fill(0.0);
        batch.for_each(|sample| self.add(sample, share));
        let [keep, keep_square] = MOMENTUM;
        self.kept = [self.kept[0] * keep, self.kept[1] * keep_square];
        let [unseen, unseen_square] = self.kept;
        let averages = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &slope), (mean, square)) in
            self.weights.iter_mut().zip(&self.gradient).zip(averages)
        {
            *mean = keep * *mean + (1.0 - keep) * slope;
            *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
            let scale = (*square / (1.0 - unseen_square)).sqrt() + 1e-8;
            *weight -= rate * *mean / (1.0 - unseen) / scale;
        }
    }

    /// Adds the gradient of one sample.
    fn add(&mut self, sample: &Sample, share: f32) {
        let units = self.units(&sample.inputs);
        let output = &self.weights[OUTPUT..CONSTANT];
        let cut = units.map(|unit| unit.clamp(0.0, 1.0));
        let sum: f32 = cut.iter().zip(output).map(|(unit, weight)| unit * weight).sum();
        let [least, most] = LOG_RANGE;
        let logarithm = (sum + self.weights[CONSTANT]).clamp(least, most);
        let slope = (libm::expf(logarithm) - sample.meetings) * share;
        let mut slopes = [0.0; HIDDEN];
        for (unit, own) in slopes.iter_mut().enumerate() {
            if units[unit] > 0.0 && units[unit] < 1.0 {
                *own = slope * output[unit];
            }
            self.gradient[OUTPUT + unit] += slope * cut[unit];
        }
        self.gradient[CONSTANT] += slope;
        let rows = sample.inputs.iter().map(|&input| usize::from(input) * HIDDEN);
        for begin in rows.chain([BIAS]) {
            let row = &mut self.gradient[begin..begin + HIDDEN];
            row.iter_mut().zip(&slopes).for_each(|(sum, own)| *sum += own);
        }
    }

    fn units(&self, inputs: &ActiveInputs) -> [f32; HIDDEN] {
        let mut units = row(&self.weights[BIAS..OUTPUT]);
        for &input in inputs {
            let begin = usize::from(input) * HIDDEN;
            let row = &self.weights[begin..begin + HIDDEN];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        units
    }

    fn weights(&self) -> Weights {
        let inputs = self.weights[..BIAS].chunks_exact(HIDDEN).map(row).collect();
        let (bias, output) =
            (row(&self.weights[BIAS..OUTPUT]), row(&self.weights[OUTPUT..CONSTANT]));
        Weights { inputs, bias, output, constant: self.weights[CONSTANT] }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a first guess needs no more digits")]
fn logarithm(number: f64) -> f32 {
    libm::log(number) as f32
}

fn row(weights: &[f32]) -> [f32; HIDDEN] {
    std::array::from_fn(|unit| weights[unit])
}

fn shuffle(order: &mut [usize], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        let left = u32::try_from(last).expect("fewer than 2^32 samples");
        order.swap(last, below(rng, left + 1) as usize);
    }
}
