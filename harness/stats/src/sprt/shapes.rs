//! Synthetic differences of many shapes, for trying out A/B tests.

use stoker_engine::{Rng, below};

/// The distribution of the differences of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DifferenceShape {
    /// A normal distribution.
    Normal,
    /// The difference of two scores, each of them 0 or 150 to 300.
    Bimodal,
    /// Exponential: many small losses, some large wins.
    RightSkewed,
    /// The mirror image: many small wins, some large losses.
    LeftSkewed,
    /// Nine ties in ten; otherwise 150 to 300 either way.
    Sparse,
    /// Lognormal with a skewness of 6, far more than scores have.
    Wild,
}

/// The factor applied to differences before they are rounded to integers.
const SCALE: f64 = 1_000.0;

impl DifferenceShape {
    pub(crate) const ALL: [Self; 6] = [
        Self::Normal,
        Self::Bimodal,
        Self::RightSkewed,
        Self::LeftSkewed,
        Self::Sparse,
        Self::Wild,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Bimodal => "bimodal, 0 or 150 to 300",
            Self::RightSkewed => "skewed to the right",
            Self::LeftSkewed => "skewed to the left",
            Self::Sparse => "sparse, 90% ties",
            Self::Wild => "wild, skewness 6",
        }
    }

    /// Draws a difference, in thousandths, from a distribution whose mean has this t-value.
    pub(crate) fn draw(self, rng: &mut Rng, t: f64) -> i64 {
        let difference = match self {
            Self::Normal => normal(rng) + t,
            Self::Bimodal => {
                let tilt = bimodal_tilt(t);
                heap(rng, 0.5 + tilt) - heap(rng, 0.5 - tilt)
            }
            Self::RightSkewed => exponential(rng) - 1.0 + t,
            Self::LeftSkewed => 1.0 - exponential(rng) + t,
            Self::Sparse => sparse(rng, t),
            Self::Wild => {
                // Mean and variance of exp(z): e^(1/2) and (e - 1) e.
                let e = std::f64::consts::E;
                (libm::exp(normal(rng)) - e.sqrt()) / ((e - 1.0) * e).sqrt() + t
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "a few hundred at most")]
        let whole = (difference * SCALE).round() as i64;
        whole
    }

    /// The mean of [`draw`](Self::draw), in thousandths.
    pub(crate) fn mean(self, t: f64) -> f64 {
        let mean = match self {
            Self::Normal | Self::RightSkewed | Self::LeftSkewed | Self::Wild => t,
            Self::Bimodal => 450.0 * bimodal_tilt(t),
            Self::Sparse => 450.0 * sparse_tilt(t),
        };
        mean * SCALE
    }
}

/// Uniform from 0 (included) to 1 (excluded).
fn unit(rng: &mut Rng) -> f64 {
    f64::from(below(rng, 1 << 31)) / f64::from(1u32 << 31)
}

fn normal(rng: &mut Rng) -> f64 {
    let radius = (2.0 * exponential(rng)).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * unit(rng))
}

fn exponential(rng: &mut Rng) -> f64 {
    -libm::log1p(-unit(rng))
}

/// 150 to 300: mean 225, mean square 52,500.
fn large(rng: &mut Rng) -> f64 {
    150.0 + 150.0 * unit(rng)
}

fn heap(rng: &mut Rng, share: f64) -> f64 {
    if unit(rng) < share { large(rng) } else { 0.0 }
}

/// The amount by which the shares of large scores are above and below a half.
///
/// With shares 1/2 + d and 1/2 - d the mean difference is 450 d, and its variance is 52,500 - 225^2
/// (1/2 + 2 d^2) = 27,187.5 - 101,250 d^2.
fn bimodal_tilt(t: f64) -> f64 {
    let size = (27_187.5 * t * t / (202_500.0 + 101_250.0 * t * t)).sqrt();
    size.copysign(t)
}

fn sparse(rng: &mut Rng, t: f64) -> f64 {
    let (tilt, place) = (sparse_tilt(t), unit(rng));
    if place < 0.05 + tilt {
        large(rng)
    } else if place < 0.1 {
        -large(rng)
    } else {
        0.0
    }
}

/// The amount by which the share of wins is above 0.05 and that of losses below. With shares 0.05 +
/// d and 0.05 - d the mean is 450 d, and the variance 5,250 - 202,500 d^2.
fn sparse_tilt(t: f64) -> f64 {
    (5_250.0 * t * t / (202_500.0 * (1.0 + t * t))).sqrt().copysign(t)
}
