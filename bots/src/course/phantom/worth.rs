//! What blood and vampires are worth, in points of score.

/// Prices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    /// The blood that is worth half of a whole game's score.
    pub(super) thrift: f64,
    /// What placing a vampire is worth.
    pub(super) vampire: f64,
}

impl Worth {
    /// What it is worth to go on with so much blood when so much score is left to take, of so much
    /// at the start.
    ///
    /// Blood is time, and time takes score: all of what is left with endless blood, half of it with
    /// as much as `thrift` says, in proportion to what is left to take.
    pub(super) fn blood(&self, blood: f64, score: f64, start_score: f64) -> f64 {
        let blood = blood.max(0.0);
        let score = score.max(1.0);
        score * blood / (blood + self.thrift * score / start_score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_blood_is_dearer_than_the_first() {
        let worth = Worth { thrift: 40.0, vampire: 8.0 };
        let at = |blood| worth.blood(blood, 366.0, 366.0);
        assert_eq!([at(0.0), at(40.0)], [0.0, 183.0]);
        assert!(at(10.0) - at(0.0) > 2.0 * (at(40.0) - at(30.0)));
    }
}
