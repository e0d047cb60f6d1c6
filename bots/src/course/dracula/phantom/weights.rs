//! The values of blood and vampires, in points of score.

/// Prices.
#[derive(Debug, Clone, Copy)]
pub(in crate::course) struct PhantomWeights {
    /// Amount of blood that is worth half of a whole game's score.
    pub(in crate::course) thrift: f64,
    /// Value of placing a vampire.
    pub(in crate::course) vampire: f64,
    /// Share of that value that each hunter who can come by soon leaves.
    pub(in crate::course) heed: f64,
    /// Cost of a turn at sea, as a multiple of the blood.
    pub(in crate::course) sea: f64,
    /// Gain of a turn in the castle, as a multiple of the blood.
    pub(in crate::course) castle: f64,
}

/// The values of all amounts of blood in one decision.
#[derive(Debug, Clone)]
pub(in crate::course) struct BloodScale {
    /// Values by blood, up to [`MOST`](Self::MOST).
    worth: [f64; Self::MOST + 1],
    /// Value of another point beyond that.
    more: f64,
}

impl BloodScale {
    /// Amount of blood beyond which every point has the same value as the last one below.
    const MOST: usize = 256;

    /// Blood is time, and time takes score. So endless blood is worth all the score that is left to
    /// take. At the start, an amount of `thrift` is worth half of that; later, a smaller amount is,
    /// in proportion to the score that is left.
    pub(in crate::course) fn new(weights: PhantomWeights, score: i32, start_score: i32) -> Self {
        let score = f64::from(score.max(1));
        let half = weights.thrift * score / f64::from(start_score.max(1));
        let of = |blood: u16| score * f64::from(blood) / (f64::from(blood) + half);
        let mut worth = [0.0; Self::MOST + 1];
        (0..).zip(&mut worth).for_each(|(blood, worth)| *worth = of(blood));
        let more = worth[Self::MOST] - worth[Self::MOST - 1];
        Self { worth, more }
    }

    /// The value of going on with this much blood; 0 without any.
    #[inline]
    pub(in crate::course) fn of(&self, blood: i32) -> f64 {
        let blood = usize::try_from(blood).unwrap_or(0);
        match self.worth.get(blood) {
            Some(&worth) => worth,
            None => self.worth[Self::MOST] + self.more * (blood - Self::MOST) as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_blood_is_dearer_than_the_first() {
        let scale = BloodScale::new(
            PhantomWeights { thrift: 40.0, vampire: 8.0, heed: 1.0, sea: 1.0, castle: 1.0 },
            366,
            366,
        );
        let at = |blood| scale.of(blood);
        assert_eq!(
            [at(-7), at(0), at(40)].map(f64::to_bits),
            [0.0f64, 0.0, 183.0].map(f64::to_bits)
        );
        assert!(at(10) - at(0) > 2.0 * (at(40) - at(30)));
        assert!(at(1_000) > at(256));
    }
}
