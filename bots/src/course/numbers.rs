//! Counts as fractions, and fractions drawn.

use stoker_engine::{Rng, below};

/// A count as a fraction: exactly, below 2^53.
#[expect(clippy::cast_precision_loss, reason = "nothing that is counted here is that large")]
pub(super) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// A number from 0 to below 1, each of 2^30 as likely.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    f64::from(below(rng, 1 << 30)) / f64::from(1 << 30)
}
