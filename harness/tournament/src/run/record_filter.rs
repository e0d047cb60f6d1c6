//! The filter that tells which records may be needed.

use std::sync::{PoisonError, RwLock};

use stoker_engine::Game;
use stoker_external::fault::Fault;

use crate::highlights::{HighlightScope, Highlights};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::starts::FIRST_MATCHES;

/// The filter that tells which records may be needed, for all threads of a run.
///
/// A match turns out to be a highlight only once all matches before it are folded, but its record
/// is made when it is played. Records are therefore made of all matches that the folded ones do not
/// rule out, and the fold drops those of matches that are not highlights. The same holds in a
/// shard: its earlier matches also come earlier in the whole run.
pub(super) struct RecordFilter(Option<RwLock<FoldedHighlights>>);

struct FoldedHighlights {
    /// Highlights of the matches that are certain to count.
    sure: Highlights,
    /// Highlights of all matches by pairing, where pairings can repeat themselves. A match that was
    /// played here may turn out to be a copy once its shard is merged, and is then no highlight.
    /// But then the later matches of its pairing are copies too.
    pairings: Option<Highlights>,
}

impl RecordFilter {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Self {
        let folded = || FoldedHighlights {
            sure: Highlights::new(plan, HighlightScope::Entrants),
            pairings: plan.may_repeat().then(|| Highlights::new(plan, HighlightScope::Pairings)),
        };
        Self(plan.keeps_highlights().then(|| RwLock::new(folded())))
    }

    /// True if the record of a match after those folded may be needed.
    pub(super) fn may_need_record<G: Game>(
        &self,
        plan: &Plan<G>,
        slot: &Slot,
        scores: &[i32],
        faults: &[Fault],
    ) -> bool {
        let Some(folded) = &self.0 else { return false };
        let folded = folded.read().unwrap_or_else(PoisonError::into_inner);
        let shows = |by: &Highlights| by.would_show(plan, slot, scores, faults);
        shows(&folded.sure) && folded.pairings.as_ref().is_none_or(shows)
    }

    /// Takes in the next match that is folded.
    pub(super) fn note<G: Game>(&self, plan: &Plan<G>, slot: &Slot, outcome: &MatchOutcome) {
        let Some(folded) = &self.0 else { return };
        let MatchOutcome { scores, faults, .. } = outcome;
        let is_sure = !plan.may_repeat() || slot.index < FIRST_MATCHES;
        {
            // Few matches change anything, and a write lock would block the threads that play.
            let folded = folded.read().unwrap_or_else(PoisonError::into_inner);
            let shows = |by: &Highlights| by.would_show(plan, slot, scores, faults);
            let changes = is_sure && shows(&folded.sure);
            if !changes && folded.pairings.as_ref().is_none_or(|pairings| !shows(pairings)) {
                return;
            }
        }
        let mut folded = folded.write().unwrap_or_else(PoisonError::into_inner);
        if is_sure {
            folded.sure.note(plan, slot, outcome);
        }
        if let Some(pairings) = &mut folded.pairings {
            pairings.note(plan, slot, outcome);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Draft, Keep};
    use crate::starts::Starts;
    use crate::testing::*;

    fn outcome(score: i32) -> MatchOutcome {
        outcome_of(&[score])
    }

    /// A plan with two entrants, and so four pairings: those of matches 0 to 3, then again of 4 to
    /// 7, and so on.
    fn plan(layout: Layout, starts: Starts) -> Plan<Toy> {
        let entrants = vec![entrant("a", RANDOM), entrant("b", RANDOM)];
        let keep = Keep::Sample(0);
        Plan::new(Draft { entrants, keep, starts, ..draft(layout, 40) }).unwrap()
    }

    /// Returns true if a match with this score passes the filter after one with a score of 9.
    fn passes(plan: &Plan<Toy>, after: u64, number: u64, score: i32) -> bool {
        let record_filter = RecordFilter::of(plan);
        for number in [after, after + 1] {
            // The second match has the same team against another opponent.
            record_filter.note(plan, &plan.match_at(number), &outcome(9));
        }
        for number in [after, after + 1] {
            record_filter.note(plan, &plan.match_at(number + 4), &outcome(0));
        }
        record_filter.may_need_record(plan, &plan.match_at(number), &[score], &[])
    }

    #[test]
    fn what_is_sure_rules_out_all_that_is_no_better_and_no_worse() {
        let plan = plan(Layout::Pair, Starts::Random);
        for (number, score, cleared) in [(20, 9, false), (20, 5, false), (20, 10, true)] {
            assert_eq!(passes(&plan, 0, number, score), cleared, "{number} with {score}");
        }
        // Team `b` has not played yet.
        assert!(passes(&plan, 0, 22, 5));
    }

    /// A shard without the first matches of a pairing does not show whether its later matches are
    /// copies. If they are, they rule out nothing in the whole run.
    #[test]
    fn a_match_that_may_become_a_copy_rules_out_only_those_that_would_become_one_with_it() {
        let plan = plan(Layout::Still, Starts::Free);
        let [first, later] = [0, 4 * FIRST_MATCHES];
        assert!(plan.may_repeat());
        for after in [first, later] {
            assert!(!passes(&plan, after, later + 20, 5), "the same pairing, after {after}");
        }
        let record_filter = RecordFilter::of(&plan);
        // These are both sides of the match below, each in a pairing with another opponent.
        for (number, score) in [(later, 9), (later + 3, 9), (later + 4, 0), (later + 7, 0)] {
            record_filter.note(&plan, &plan.match_at(number), &outcome(score));
        }
        assert!(record_filter.may_need_record(&plan, &plan.match_at(later + 9), &[5], &[]));
        for (number, score) in [(0, 9), (3, 9), (4, 0), (7, 0)] {
            record_filter.note(&plan, &plan.match_at(number), &outcome(score));
        }
        assert!(!record_filter.may_need_record(&plan, &plan.match_at(later + 9), &[5], &[]));
    }
}
