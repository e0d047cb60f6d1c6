//! Checks the records that a run has in addition to its sample.

use std::collections::{BTreeMap, BTreeSet};

use stoker_engine::Game;

use super::report::{FilePlace, FolderReport};
use crate::highlights::{HighlightScope, Highlights};
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};
use crate::results::folder::RECORDS;
use crate::results::manifest::Manifest;

/// The records in addition to the sample, and the highlights of the matches so far.
pub(super) struct Extras {
    /// The highlights; `None` if none are kept.
    highlights: Option<Highlights>,
    /// By match: the line of its record, if it is not in the sample. Only matches that were a
    /// highlight when they were folded are here, so there are few.
    lines: BTreeMap<u64, u64>,
    /// Such matches without a record.
    lacking: BTreeSet<u64>,
}

impl Extras {
    pub(super) fn new<G: Game>(plan: &Plan<G>) -> Self {
        let highlights = || Highlights::new(plan, HighlightScope::Entrants);
        let highlights = plan.keeps_highlights().then(highlights);
        Self { highlights, lines: BTreeMap::new(), lacking: BTreeSet::new() }
    }

    /// Notes the next match and the line of its record, if it has one. Returns true if the match is
    /// a highlight for now and not in the sample.
    pub(super) fn note<G: Game>(
        &mut self,
        plan: &Plan<G>,
        slot: &Slot,
        outcome: &MatchOutcome,
        line: Option<u64>,
    ) -> bool {
        let Some(highlights) = &mut self.highlights else { return false };
        let is_extra = highlights.note(plan, slot, outcome) && !plan.keeps(slot.number);
        if let Some(line) = line.filter(|_| is_extra) {
            self.lines.insert(slot.number, line);
        } else if is_extra {
            self.lacking.insert(slot.number);
        }
        is_extra
    }

    /// Notes highlights without a record, and records of matches that are not highlights in the
    /// end.
    pub(super) fn finish(&mut self, run: &Manifest, report: &mut FolderReport) {
        let Some(highlights) = &self.highlights else { return };
        for number in highlights.numbers() {
            let is_there = self.lines.remove(&number).is_some();
            if !is_there && self.lacking.contains(&number) && !may_lack(run) {
                let expected = format!("the record of match {number}");
                report.differs(FilePlace::somewhere(RECORDS), "record", expected, "none");
            }
        }
        for (number, &line) in &self.lines {
            let expected = "a later match, or no record of this one";
            report.differs(FilePlace::line(RECORDS, line), "match", expected, number.to_string());
        }
    }
}

/// True if the record of a highlight may be missing. This can happen if matches were taken from an
/// earlier run without their records, and not all matches that make up for them were played, or
/// came out the same.
fn may_lack(run: &Manifest) -> bool {
    run.reuse.is_some() && !(run.progress.complete && run.reproducible)
}
