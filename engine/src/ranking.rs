//! The scores by which a side is ranked, in order.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::game::ScoreInfo;
use crate::seats::{Direction, Side, SideId, Sides};

/// The scores by which a side is ranked, the one that counts first before the others.
///
/// The first is the side's own. In a game of one side, or of sides that are a
/// [team](Sides::is_team), the [further scores](ScoreInfo::further) decide between results that are
/// equal up to there, and are wanted as the first one is. Elsewhere there is one score.
///
/// # Examples
/// A team that lost is ranked by how far it came:
/// ```
/// use stoker_engine::masters::Masters;
/// use stoker_engine::{Game, RankingScores, SideId};
/// let game = Masters::default();
/// let order = RankingScores::of(game.sides(), game.scores(), SideId(0));
/// let names: Vec<_> = order.places().iter().map(|&place| game.scores()[place].name).collect();
/// assert_eq!(names, ["victory", "progress"]);
/// assert!(order.compare(&[0, 61], &[0, 60]).is_gt() && order.compare(&[0, 61], &[1, 100]).is_lt());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankingScores {
    places: ArrayVec<usize, 8>,
    direction: Direction,
}

/// The values of the scores that rank a side, in order, negated if it wants low ones: more is
/// better. They are compared like words in a dictionary.
pub type RankedValues = ArrayVec<i64, 8>;

impl RankingScores {
    /// The scores that rank a side.
    ///
    /// # Panics
    /// If there is no such side.
    #[must_use]
    pub fn of(sides: &Sides, scores: &[ScoreInfo], side: SideId) -> Self {
        let Side { score, direction, .. } = *sides.side(side);
        let mut places: ArrayVec<usize, 8> = [score].into_iter().collect();
        if sides.list().len() == 1 || sides.is_team() {
            places.extend(ScoreInfo::further(scores, sides).map(|(place, _)| place));
        }
        Self { places, direction }
    }

    /// The places of the scores in the list of the ruleset, in order; at least one.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// The direction in which all of them are wanted.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The values of these scores of a match.
    ///
    /// # Panics
    /// If a score is missing.
    #[must_use]
    pub fn values(&self, scores: &[i32]) -> RankedValues {
        self.places.iter().map(|&place| self.direction.rising(scores[place])).collect()
    }

    /// Compares the scores of two matches; the greater is better for the side.
    ///
    /// # Panics
    /// If a score is missing.
    #[must_use]
    pub fn compare(&self, a: &[i32], b: &[i32]) -> Ordering {
        self.values(a).cmp(&self.values(b))
    }

    /// Makes all of these scores the worst that can occur.
    ///
    /// # Panics
    /// If a score is missing.
    pub fn make_worst(&self, infos: &[ScoreInfo], scores: &mut [i32]) {
        for &place in &self.places {
            let (low, high) = infos[place].range;
            scores[place] = match self.direction {
                Direction::High => low,
                Direction::Low => high,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::Knowledge;

    const INFOS: [ScoreInfo; 3] = {
        let unit = "points";
        [
            ScoreInfo { name: "a", unit, range: (0, 9), meaning: "" },
            ScoreInfo { name: "b", unit, range: (-5, 5), meaning: "" },
            ScoreInfo { name: "c", unit, range: (0, 100), meaning: "" },
        ]
    };

    /// Sides by kind, score and direction.
    fn sides(list: &[(&'static str, usize, Direction)]) -> Sides {
        let side = |&(kind, score, direction)| Side {
            name: kind,
            kind,
            seats: &["seat"],
            knowledge: Knowledge::Shared,
            score,
            direction,
        };
        Sides::new(list.iter().map(side).collect())
    }

    fn order(list: &[(&'static str, usize, Direction)]) -> RankingScores {
        RankingScores::of(&sides(list), &INFOS, SideId(0))
    }

    #[test]
    fn further_scores_rank_one_side_and_a_team_but_no_rivals() {
        let (high, low) = (Direction::High, Direction::Low);
        assert_eq!(order(&[("one", 1, high)]).places(), [1, 0, 2]);
        assert_eq!(order(&[("one", 0, low), ("one", 0, low)]).places(), [0, 1, 2]);
        assert_eq!(order(&[("one", 0, high), ("two", 0, low)]).places(), [0]);
        assert_eq!(order(&[("one", 0, high), ("one", 1, high)]).places(), [0]);
    }

    #[test]
    fn low_scores_are_better_where_the_side_wants_them() {
        let order = order(&[("one", 0, Direction::Low)]);
        assert!(order.compare(&[3, 0, 0], &[4, -5, 0]).is_gt());
        assert!(order.compare(&[3, 1, 7], &[3, 1, 6]).is_lt());
        let mut scores = [3, 1, 7];
        order.make_worst(&INFOS, &mut scores);
        assert_eq!(scores, [9, 5, 100]);
    }
}
