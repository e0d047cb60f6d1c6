//! The growth of a figure: its value after each number of matches.

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
    /// The figure so far: the mean of what the seeds give, with its interval over them.
    pub figure: Estimate,
}

/// A figure that grows seed by seed.
#[derive(Debug, Clone, Default)]
pub struct Growth {
    moments: Moments,
    matches: u64,
    seeds: u64,
    /// The number of seeds between two points that are kept.
    step: u64,
    points: Vec<Waypoint>,
    last: Option<Waypoint>,
}

impl Growth {
    /// Adds what a seed with this many matches gives.
    pub(super) fn add_seed(&mut self, observation: f64, matches: u64) {
        self.moments.add(observation);
        self.matches += matches;
        self.seeds += 1;
        let (matches, seeds) = (self.matches, self.seeds);
        self.last = self.moments.estimate().map(|figure| Waypoint { matches, seeds, figure });
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

    /// The last point.
    #[must_use]
    pub fn last(&self) -> Option<Waypoint> {
        self.last
    }

    /// The point that is nearest to half of the matches before the last, and the last.
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
    fn a_figure_is_kept_at_few_points_from_the_first_to_the_last() {
        let mut growth = Growth::default();
        for seed in 0..1_001 {
            growth.add_seed(f64::from(seed % 2 + 4) / 2.0, 2);
        }
        let points = growth.points();
        assert!((20..=MOST + 1).contains(&points.len()), "{}", points.len());
        assert_eq!(points.last().unwrap().matches, 2_002);
        assert!(points.windows(2).all(|two| two[0].matches < two[1].matches));
        let (half, last) = growth.halves().unwrap();
        assert!((900..=1_001).contains(&half.matches), "{half:?}");
        assert!((last.figure.value - 2.25).abs() < 0.01);
    }
}
