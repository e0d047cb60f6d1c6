//! Conversion of counts to fractions, and random fractions.

use stoker_engine::{Rng, below};

/// A count as a floating-point number; exact below 2^53.
#[expect(clippy::cast_precision_loss, reason = "nothing that is counted here is that large")]
pub(in crate::course) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// A random number from 0 to below 1, uniform among 2^30 values.
pub(in crate::course) fn unit(rng: &mut Rng) -> f64 {
    f64::from(below(rng, 1 << 30)) / f64::from(1 << 30)
}
