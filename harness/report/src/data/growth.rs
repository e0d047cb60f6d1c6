//! The growth of a mean: its value after each number of matches.

use stoker_stats::{Estimate, Moments};

/// The most points that are kept.
const MOST: usize = 48;

/// A mean after a number of matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waypoint {
    /// The number of matches so far.
    pub matches: u64,
    /// The number of seeds so far.
    pub seeds: u64,
    /// The mean so far; one seed is one observation.
    pub mean: Estimate,
}

/// A mean that grows seed by seed.
#[derive(Debug, Clone, Default)]
pub struct Growth {
    moments: Moments,
    matches: u64,
    seeds: u64,
    /// The number of seeds between two points that are kept.
    step: u64,
    points: Vec<Waypoint>,
    last: Option<Waypoint>,
    /// The sum and the number of scores on the seed that is not over.
    open: (i64, u64),
}

impl Growth {
    /// Counts a score of the seed that is being played.
    pub(super) fn add(&mut self, score: i64) {
        self.open.0 += score;
        self.open.1 += 1;
    }

    /// Ends a seed.
    pub(super) fn end_seed(&mut self) {
        let (sum, matches) = std::mem::take(&mut self.open);
        if matches == 0 {
            return;
        }
        self.moments.add(sum as f64 / matches as f64);
        self.matches += matches;
        self.seeds += 1;
        let (matches, seeds) = (self.matches, self.seeds);
        self.last = self.moments.estimate().map(|mean| Waypoint { matches, seeds, mean });
        let step = self.step.max(1);
        if self.seeds.is_multiple_of(step) {
            self.points.extend(self.last);
        }
        if self.points.len() > MOST {
            self.step = step * 2;
            let mut number = 0;
            self.points.retain(|_| {
                number += 1;
                number % 2 == 0
            });
        }
    }

    /// The points that are kept, and the last one.
    #[must_use]
    pub fn points(&self) -> Vec<Waypoint> {
        let mut points = self.points.clone();
        points.extend(self.last.filter(|last| points.last() != Some(last)));
        points
    }

    /// The last point, and the one that is nearest to half of its matches before it.
    #[must_use]
    pub fn halves(&self) -> Option<(Waypoint, Waypoint)> {
        let last = self.last?;
        let half = self.points.iter().rfind(|point| point.matches * 2 <= last.matches)?;
        Some((*half, last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_kept_at_few_points_from_the_first_to_the_last() {
        let mut growth = Growth::default();
        for seed in 0..1_001 {
            growth.add(seed % 2);
            growth.add(4);
            growth.end_seed();
        }
        let points = growth.points();
        assert!((20..=MOST + 1).contains(&points.len()), "{}", points.len());
        assert_eq!(points.last().unwrap().matches, 2_002);
        assert!(points.windows(2).all(|two| two[0].matches < two[1].matches));
        let (half, last) = growth.halves().unwrap();
        assert!((900..=1_001).contains(&half.matches), "{half:?}");
        assert!((last.mean.value - 2.25).abs() < 0.01);
    }
}
