//! Gain sequences: the sizes of perturbations and steps by iteration.

use stoker_stats::pinned;

use super::TuneError;

/// The exponent by which the gains of steps fall.
///
/// # Source
/// Spall (1998), guideline 1: the smallest exponent for which convergence is proved.
pub const ALPHA: f64 = 0.602;
/// The exponent by which perturbations shrink; the source is that of [`ALPHA`].
pub const GAMMA: f64 = 0.101;
/// The stability constant A, as a share of the planned iterations; source: Spall (1998), guideline
/// 3.
pub const STABILITY: f64 = 0.1;

/// The most iterations: a trajectory should not fill a disk.
const MOST_ITERATIONS: u64 = 1_000_000;
/// The lowest and the highest `r_end` that can be asked for.
const STEPS: (f64, f64) = (1e-6, 10.0);
/// The default of `r_end` times the root of the number of iterations. Steps in random directions
/// then lead equally far, whatever their number. The value was found by trial on bowls under noise
/// of several strengths, see `docs/tuning.md`.
const WALK: f64 = 4.0;

/// The gain sequences of a tuning.
///
/// They are given by their final values, as users of fishtest and OpenBench know them:
/// perturbations end at a parameter's `c_end`, and steps at `r_end` of it.
///
/// # Source
/// J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
/// optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998) 817-823;
/// fishtest, <https://github.com/official-stockfish/fishtest>, where `r` is `a / c^2`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GainSchedule {
    iterations: u64,
    r_end: f64,
}

/// The gains of one iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gains {
    /// The step of a parameter for a usual difference, in perturbations: Spall's a_k over c_k^2.
    pub r: f64,
    /// The perturbation of a parameter, in units of its `c_end`.
    pub c: f64,
}

impl GainSchedule {
    /// The gains of this number of iterations. Without `r_end`, it is 4 over the root of their
    /// number, at most 1.
    ///
    /// # Errors
    /// If there are no iterations or too many, or `r_end` is out of range.
    pub fn new(iterations: u64, r_end: Option<f64>) -> Result<Self, TuneError> {
        if !(1..=MOST_ITERATIONS).contains(&iterations) {
            return Err(TuneError::Iterations { iterations, most: MOST_ITERATIONS });
        }
        let r_end = r_end.unwrap_or_else(|| pinned(WALK / (iterations as f64).sqrt()).min(1.0));
        match (STEPS.0..=STEPS.1).contains(&r_end) {
            true => Ok(Self { iterations, r_end }),
            false => Err(TuneError::Step { r_end, low: STEPS.0, high: STEPS.1 }),
        }
    }

    /// The number of iterations.
    #[must_use]
    pub fn iterations(self) -> u64 {
        self.iterations
    }

    /// The size of the last step, in perturbations.
    #[must_use]
    pub fn r_end(self) -> f64 {
        self.r_end
    }

    /// The gains of an iteration, counted from 1.
    ///
    /// With Spall's a_k = a / (A + k)^alpha and c_k = c / k^gamma, and a and c such that the last
    /// of N iterations has r_end and c_end:
    /// `r = r_end ((A + N) / (A + k))^alpha (k / N)^(2 gamma)`, `c = (N / k)^gamma`.
    #[must_use]
    pub fn at(self, iteration: u64) -> Gains {
        let (n, k) = (self.iterations as f64, iteration as f64);
        let stability = STABILITY * n;
        let c = libm::pow(n / k, GAMMA);
        let a = libm::pow((stability + n) / (stability + k), ALPHA);
        Gains { r: self.r_end * a / (c * c), c }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(figure: f64, expected: f64) -> bool {
        (figure - expected).abs() < 5e-5
    }

    /// N = 100, A = 10. k = 1: c = 100^0.101 = 10^0.202 = 1.59221;
    /// r = (110/11)^0.602 / 10^0.404 = 10^0.198 = 1.57761. k = 100: both 1.
    #[test]
    fn the_gains_are_those_of_the_formulas() {
        let schedule = GainSchedule::new(100, Some(1.0)).unwrap();
        let Gains { r, c } = schedule.at(1);
        assert!(near(c, 1.592_21) && near(r, 1.577_61), "{r} {c}");
        let Gains { r, c } = schedule.at(100);
        assert!(near(c, 1.0) && near(r, 1.0), "{r} {c}");
    }

    /// With Spall's own constants, c_1 = c and a_1 = a / (A + 1)^alpha determine all other gains.
    #[test]
    fn the_gains_fall_as_spalls_do() {
        let schedule = GainSchedule::new(1_000, Some(0.002)).unwrap();
        let a_of = |k| schedule.at(k).r * schedule.at(k).c * schedule.at(k).c;
        let a = a_of(1) * libm::pow(101.0, 0.602);
        for k in [2, 17, 400, 1_000] {
            let kf = f64::from(u16::try_from(k).unwrap());
            assert!(near(a_of(k) / (a / libm::pow(100.0 + kf, 0.602)), 1.0), "a_{k}");
            assert!(near(schedule.at(k).c / (schedule.at(1).c / libm::pow(kf, 0.101)), 1.0), "{k}");
        }
    }

    #[test]
    fn gains_that_lead_nowhere_are_refused() {
        assert!(GainSchedule::new(0, None).is_err());
        assert!(GainSchedule::new(MOST_ITERATIONS + 1, None).is_err());
        for step in [0.0, -1.0, 11.0, f64::NAN, f64::INFINITY] {
            assert!(GainSchedule::new(10, Some(step)).is_err(), "{step}");
        }
    }
}
