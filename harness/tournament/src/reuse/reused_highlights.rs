//! Highlights of the new run, and the records of them that the earlier run has.

use std::collections::BTreeSet;

use stoker_engine::Game;
use stoker_files::untrusted::Folder;

use super::rows::ReusedRows;
use super::{Earlier, ReuseError, RowContent};
use crate::highlights::{HighlightScope, Highlights};
use crate::plan::Keep;
use crate::record::RecordLines;
use crate::results::folder::RECORDS;

/// The numbers of matches whose records an earlier run kept in addition to its sample. `planned` is
/// its number of matches.
pub(super) fn extra_records_of(
    folder: &Folder,
    keep: Keep,
    planned: u64,
) -> Result<BTreeSet<u64>, ReuseError> {
    let mut extra_records = BTreeSet::new();
    let Keep::Sample(_) = keep else { return Ok(extra_records) };
    for line in RecordLines::open_in(folder, RECORDS)? {
        let number = line?.match_number()?;
        if !keep.keeps(number, planned) {
            extra_records.insert(number);
        }
    }
    Ok(extra_records)
}

/// The highlights among the matches that can be taken and are not in the sample.
#[derive(Default)]
pub(super) struct ReusedHighlights {
    /// Matches whose records the earlier run has.
    pub(super) recorded: BTreeSet<u64>,
    /// Matches whose records the earlier run lacks; they are played again.
    pub(super) missing: BTreeSet<u64>,
}

impl ReusedHighlights {
    /// Finds them.
    ///
    /// A highlight of the whole run that is among these matches is also a highlight of these
    /// matches alone. If the new run can end early, this holds for every match that was a highlight
    /// when it was folded.
    pub(super) fn find<G: Game>(earlier: &Earlier<'_, G>) -> Result<Self, ReuseError> {
        let plan = earlier.plan;
        if !plan.keeps_highlights() {
            return Ok(Self::default());
        }
        let mut highlights = Highlights::new(plan, HighlightScope::Entrants);
        let mut in_turn = BTreeSet::new();
        let mut rows = ReusedRows::open(plan, &earlier.folder)?;
        for index in 0..earlier.indices() {
            let mut played = vec![];
            for place in 0..earlier.shared.earlier_pairings() {
                let in_earlier = index * earlier.shared.earlier_pairings() as u64 + place as u64;
                let content = rows.read(in_earlier)?;
                let Some(number) = earlier.number_in_plan(in_earlier) else { continue };
                if let RowContent::Played(outcome) = content
                    && !rows.is_copy()
                {
                    played.push((number, outcome));
                }
            }
            played.sort_unstable_by_key(|(number, _)| *number);
            for (number, outcome) in played {
                if highlights.note(plan, &plan.match_at(number), &outcome) {
                    in_turn.insert(number);
                }
            }
        }
        let reused_highlights =
            if plan.until_interval().is_some() { in_turn } else { highlights.numbers() };
        let extra_records = reused_highlights.into_iter().filter(|&number| !plan.keeps(number));
        let (recorded, missing) = extra_records.partition(|&number| earlier.has_record(number));
        Ok(Self { recorded, missing })
    }
}
