//! The findings of an analysis of a match, as a page shows them.
//!
//! They are plain data, which the analysis fills in.

use serde::Serialize;
use stoker_engine::{Game, Seat, Viewer};

use crate::views::Views;

/// The findings about one match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayFindings {
    /// The measure of costs, as a phrase.
    pub yardstick: String,
    /// The fact hidden from one viewer, such as `where the thief is`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<String>,
    /// The number of the viewer who believes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub believer: Option<u8>,
    /// The entropy of that viewer's belief in bits, for each scene; `None` while nothing is hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entropy: Vec<Option<f64>>,
    /// The probability, 0 to 1, that the belief gave to the truth. For readers who see everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub truth: Vec<Option<f64>>,
    /// The moves that cost most, by side, the worst first.
    pub worst: Vec<ShownCost>,
    /// The event whose probability [`missed`](Self::missed) gives, such as `chance of an arrest`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Turns at which another move had a far higher probability of the event.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<ShownMiss>,
    /// The turns that gave away most. For readers who see everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_away: Vec<ShownLeak>,
}

/// A decision, with its seat and move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownDecision {
    /// The turn, from 0.
    pub turn: usize,
    /// The seat.
    pub seat: u8,
    /// Its name.
    pub name: String,
    /// The move that it made, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A move that cost its side something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownCost {
    /// The decision.
    #[serde(flatten)]
    pub mover: ShownDecision,
    /// The better move.
    pub better: String,
    /// The difference of the expected scores, in units of the score.
    pub cost: f64,
    /// Its standard error.
    pub stderr: f64,
    /// The unit of the score.
    pub unit: String,
}

/// A turn at which another move had a far higher probability of the event.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownMiss {
    /// The decision.
    #[serde(flatten)]
    pub mover: ShownDecision,
    /// The probability of the event after the move made, 0 to 1.
    pub chance: f64,
    /// The move with the highest probability.
    pub better: String,
    /// The probability that the better move is better.
    pub better_chance: f64,
}

/// A turn that gave much away to others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownLeak {
    /// The decision.
    #[serde(flatten)]
    pub mover: ShownDecision,
    /// The fall of the entropy of the others' belief, in bits.
    pub bits: f64,
}

impl ReplayFindings {
    /// The findings that a page with these views may show.
    ///
    /// A viewer learns about its own moves and its own belief, but not how close to the truth the
    /// belief was. `before` has the number of turns of its page before each decision, and at the end.
    pub(crate) fn for_views<G: Game>(mut self, game: &G, views: Views, before: &[usize]) -> Self {
        let Views::Only(viewer) = views else { return self };
        let own = |mover: &ShownDecision| game.sides().viewer_of(Seat(mover.seat)) == viewer;
        self.worst.retain(|cost| own(&cost.mover));
        self.missed.retain(|missed| own(&missed.mover));
        self.given_away.clear();
        self.truth.clear();
        if self.believer.map(Viewer) != Some(viewer) {
            self.entropy.clear();
            self.hidden = None;
            self.believer = None;
        }
        if self.missed.is_empty() {
            self.event = None;
        }
        self.count_turns(before);
        self
    }

    /// Counts turns of the viewer's page, where it counted decisions. A turn has the entropy at its
    /// end.
    fn count_turns(&mut self, before: &[usize]) {
        let costs = self.worst.iter_mut().map(|cost| &mut cost.mover);
        let misses = self.missed.iter_mut().map(|missed| &mut missed.mover);
        for mover in costs.chain(misses) {
            mover.turn = before.get(mover.turn).copied().unwrap_or_default();
        }
        let mut counts = before.windows(2);
        self.entropy.retain(|_| counts.next().is_none_or(|counts| counts[0] < counts[1]));
    }
}

#[cfg(test)]
mod tests {
    use stoker_engine::toy::{Layout, Toy};

    use super::*;

    /// The turns of a page that shows all decisions.
    const BEFORE: [usize; 6] = [0, 1, 2, 3, 4, 5];

    fn mover(seat: u8) -> ShownDecision {
        ShownDecision { turn: 3, seat, name: format!("seat {seat}"), mv: "2".to_owned() }
    }

    fn findings() -> ReplayFindings {
        let cost = |seat| {
            let (better, unit) = ("1".to_owned(), "points".to_owned());
            ShownCost { mover: mover(seat), better, cost: 2.0, stderr: 0.5, unit }
        };
        let missed = |seat| {
            let better = "1".to_owned();
            ShownMiss { mover: mover(seat), chance: 0.1, better, better_chance: 0.9 }
        };
        ReplayFindings {
            yardstick: "expected score".to_owned(),
            hidden: Some("the number".to_owned()),
            believer: Some(0),
            entropy: vec![None, Some(1.5)],
            truth: vec![None, Some(0.25)],
            worst: vec![cost(0), cost(2)],
            event: Some("chance of a hit".to_owned()),
            missed: vec![missed(0)],
            given_away: vec![ShownLeak { mover: mover(2), bits: 1.5 }],
        }
    }

    #[test]
    fn who_sees_everything_may_know_all_findings() {
        let toy = Toy::of(Layout::Pair, 9);
        assert_eq!(findings().for_views(&*toy, Views::All, &BEFORE), findings());
    }

    #[test]
    fn a_viewer_learns_of_its_own_moves_and_belief_but_not_of_the_truth() {
        let toy = Toy::of(Layout::Pair, 9);
        let told = findings().for_views(&*toy, Views::Only(Viewer(0)), &BEFORE);
        assert_eq!((&told.entropy, told.missed.len()), (&findings().entropy, 1));
        assert!(told.truth.is_empty() && told.given_away.is_empty());
        assert!(told.worst.iter().all(|cost| cost.mover.seat == 0) && told.worst.len() == 1);
    }

    #[test]
    fn a_viewer_learns_nothing_of_the_belief_of_others() {
        let toy = Toy::of(Layout::Pair, 9);
        let told = findings().for_views(&*toy, Views::Only(Viewer(1)), &BEFORE);
        let json = serde_json::to_string(&told).unwrap();
        for secret in ["the number", "entropy", "truth", "bits", "seat 0", "chance"] {
            assert!(!json.contains(secret), "{secret}: {json}");
        }
        assert_eq!(told.worst.len(), 1);
    }

    #[test]
    fn turns_are_counted_as_on_the_page_of_the_viewer() {
        let toy = Toy::of(Layout::Pair, 9);
        let all = ReplayFindings {
            entropy: vec![None, Some(1.0), Some(2.0), Some(3.0), Some(4.0)],
            ..findings()
        };
        // The second of four decisions was not noticed.
        let told = all.for_views(&*toy, Views::Only(Viewer(0)), &[0, 1, 1, 2, 3]);
        assert_eq!(told.entropy, [None, Some(2.0), Some(3.0), Some(4.0)]);
        assert!(told.worst.iter().all(|cost| cost.mover.turn == 2));
    }
}
