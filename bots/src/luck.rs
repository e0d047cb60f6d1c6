//! Draws by weight, and draws for searches: quick, and the same again from the same number.

use stoker_engine::{Luck, Purpose, Rng, below};

/// The index of one of these weights, drawn in proportion to them; `None` if all are 0.
pub(crate) fn weighted(
    mut weights: impl Iterator<Item = u32> + Clone,
    rng: &mut Rng,
) -> Option<usize> {
    let sum: u32 = weights.clone().sum();
    if sum == 0 {
        return None;
    }
    let mut left = below(rng, sum);
    weights.position(|weight| {
        let drawn = left < weight;
        left = left.saturating_sub(weight);
        drawn
    })
}

const BRANCH: Purpose = Purpose::new("branch");

/// A stream of draws that costs nothing to copy: SplitMix64.
///
/// # Source
/// G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Draws(u64);

impl Draws {
    /// A stream of its own, drawn from a generator.
    pub(crate) fn from(rng: &mut Rng) -> Self {
        Self(u64::from(below(rng, u32::MAX)) << 32 | u64::from(below(rng, u32::MAX)))
    }
}

impl Draws {
    /// A stream of its own, drawn from this one.
    pub(crate) fn branch(&mut self) -> Self {
        let mut half = || u64::from(self.below(BRANCH, u32::MAX));
        Self(half() << 32 | half())
    }
}

impl Luck for Draws {
    fn below(&mut self, _: Purpose, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let high = (mixed ^ mixed >> 31) >> 32;
        // The product of two numbers below 2^32, shifted: below `n`.
        u32::try_from((high * u64::from(n)) >> 32).unwrap_or(0)
    }
}
