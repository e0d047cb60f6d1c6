//! Simultaneous perturbation stochastic approximation: it tunes all parameters at once, with two
//! measurements per iteration.

use rand::Rng as _;
use stoker_engine::{Purpose, Seed};

use super::gains::{GainSchedule, Gains};
use super::knob::Knob;

/// The generator of an iteration's draws.
const DRAWS: Purpose = Purpose::new("tune");

/// A tuning in progress.
///
/// The values to try are a function of seed, iteration and the sums so far. Nothing else is carried
/// from one iteration to the next, so a tuning can be resumed from its sums.
///
/// # Examples
/// ```
/// use stoker_bots::{Param, Values};
/// use stoker_engine::Seed;
/// use stoker_research::tune::{Knob, GainSchedule, Spsa, Sums};
///
/// const PARAMS: &[Param] = &[Param::int("rest", 100, (0, 1_000)).about("Best at 700.")];
/// let knobs = Knob::all(PARAMS, &Values::defaults(PARAMS))?;
/// let mut spsa = Spsa::new(knobs, GainSchedule::new(200, None)?, Seed(1));
/// while let Some(trial) = spsa.trial() {
///     let score = |values: &[f64]| -(values[0] as i64 - 700).pow(2);
///     spsa.learn(&trial, Sums { plus: score(&trial.plus), minus: score(&trial.minus) });
/// }
/// assert!((spsa.best()[0] - 700.0).abs() < 50.0);
/// # Ok::<(), stoker_research::tune::TuneError>(())
/// ```
///
/// # Source
/// J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
/// approximation", IEEE Transactions on Automatic Control 37 (1992) 332-341.
#[derive(Debug, Clone)]
pub struct Spsa {
    knobs: Vec<Knob>,
    schedule: GainSchedule,
    seed: Seed,
    done: u64,
    values: Vec<f64>,
    usual: Usual,
    /// Sums of the values after each iteration of the second half.
    tail: Vec<f64>,
}

/// The plan of an iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u64,
    /// Its gains.
    pub gains: Gains,
    /// By parameter: 1 if it is raised in the plus arm, -1 if in the minus arm.
    pub signs: Vec<i8>,
    /// The values that the plus arm plays with.
    pub plus: Vec<f64>,
    /// The values that the minus arm plays with.
    pub minus: Vec<f64>,
}

/// The total scores of both arms of a trial, on the same seeds; more is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    /// The plus arm.
    pub plus: i64,
    /// The minus arm.
    pub minus: i64,
}

/// The result of an iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct IterationResult {
    /// The values that the next iteration begins with.
    pub values: Vec<f64>,
    /// The usual size of a difference of sums; 0 before the first that is not 0.
    pub usual: f64,
}

impl Spsa {
    /// A tuning that begins at the initial values of its parameters.
    #[must_use]
    pub fn new(knobs: Vec<Knob>, schedule: GainSchedule, seed: Seed) -> Self {
        let values = knobs.iter().map(Knob::start).collect();
        let tail = vec![0.0; knobs.len()];
        Self { knobs, schedule, seed, done: 0, values, usual: Usual::default(), tail }
    }

    /// The parameters.
    #[must_use]
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// The gain sequences.
    #[must_use]
    pub fn schedule(&self) -> GainSchedule {
        self.schedule
    }

    /// The number of iterations done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The values that the next iteration begins with.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The next iteration to play; `None` after the last.
    #[must_use]
    pub fn trial(&self) -> Option<Iteration> {
        if self.done == self.schedule.iterations() {
            return None;
        }
        let iteration = self.done + 1;
        let gains = self.schedule.at(iteration);
        let mut rng = self.seed.rng(None, None, DRAWS);
        rng.set_stream(iteration);
        let (signs, plus, minus) = (vec![], vec![], vec![]);
        let mut trial = Iteration { iteration, gains, signs, plus, minus };
        for (knob, value) in self.knobs.iter().zip(&self.values) {
            let draw = rng.next_u64();
            let sign: i8 = if draw & 1 == 0 { 1 } else { -1 };
            // A fraction holds 53 bits. Both arms round by the same draw.
            let u = (draw >> 11) as f64 / (1u64 << 53) as f64;
            let step = f64::from(sign) * gains.c * knob.c_end();
            trial.signs.push(sign);
            trial.plus.push(knob.played(value + step, u));
            trial.minus.push(knob.played(value - step, u));
        }
        Some(trial)
    }

    /// Takes a step towards the arm of a [trial](Self::trial) that scored more.
    ///
    /// Differences are measured relative to their usual size. Steps therefore depend neither on the
    /// unit of scores nor on the number of seeds.
    pub fn learn(&mut self, trial: &Iteration, sums: Sums) -> IterationResult {
        let difference = (i128::from(sums.plus) - i128::from(sums.minus)) as f64;
        let usual = self.usual.with(difference);
        let strength = if usual > 0.0 { difference / usual } else { 0.0 };
        let Gains { r, c } = trial.gains;
        for ((knob, value), &sign) in self.knobs.iter().zip(&mut self.values).zip(&trial.signs) {
            *value = knob.kept(*value + f64::from(sign) * r * c * knob.c_end() * strength);
        }
        self.done = trial.iteration;
        if self.done > self.tail_begins() {
            self.tail.iter_mut().zip(&self.values).for_each(|(sum, value)| *sum += value);
        }
        IterationResult { values: self.values.clone(), usual }
    }

    /// The best known values: the mean of the values after each iteration of the second half,
    /// rounded to values that can be played. Before the second half, it is the current values.
    ///
    /// # Source
    /// B. T. Polyak and A. B. Juditsky, "Acceleration of stochastic approximation by averaging",
    /// SIAM Journal on Control and Optimization 30 (1992) 838-855.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        let count = self.done.saturating_sub(self.tail_begins());
        let mean = |(sum, value): (&f64, &f64)| match count {
            0 => *value,
            count => *sum / count as f64,
        };
        let means = self.tail.iter().zip(&self.values).map(mean);
        self.knobs.iter().zip(means).map(|(knob, mean)| knob.nearest(mean)).collect()
    }

    fn tail_begins(&self) -> u64 {
        self.schedule.iterations() / 2
    }
}

/// The usual size of a difference: the root of the mean square of the latest ones.
///
/// A mean over all differences would remember the large ones of a bad start, and treat the later
/// small ones as nothing. Differences of 0 do not count.
///
/// # Source
/// The second moment of D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015,
/// <https://arxiv.org/abs/1412.6980>, with its correction for the beginning.
#[derive(Debug, Clone, Copy, Default)]
struct Usual {
    square: f64,
    weight: f64,
}

impl Usual {
    /// The weight that one more difference leaves to the past, so that about twenty differences
    /// count.
    const KEPT: f64 = 0.95;

    /// Takes in a difference. Returns the usual size.
    fn with(&mut self, difference: f64) -> f64 {
        if difference.abs() > 0.0 {
            self.square = Self::KEPT * self.square + (1.0 - Self::KEPT) * difference * difference;
            self.weight = Self::KEPT * self.weight + (1.0 - Self::KEPT);
        }
        if self.weight > 0.0 { (self.square / self.weight).sqrt() } else { 0.0 }
    }
}
