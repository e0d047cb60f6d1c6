//! Highlights of the new run, and the records of them that the earlier run has.

use std::collections::BTreeSet;

use stoker_engine::Game;
use stoker_files::door::Folder;

use super::rows::Rows;
use super::{Earlier, ReuseError, Told};
use crate::highlights::{Highlights, Scope};
use crate::plan::Keep;
use crate::record::RecordLines;
use crate::results::folder::RECORDS;

/// The numbers of matches whose records an earlier run kept in addition to its sample. `planned` is
/// its number of matches.
pub(super) fn beside_sample(
    folder: &Folder,
    keep: Keep,
    planned: u64,
) -> Result<BTreeSet<u64>, ReuseError> {
    let mut beside = BTreeSet::new();
    let Keep::Sample(_) = keep else { return Ok(beside) };
    for line in RecordLines::open_in(folder, RECORDS)? {
        let number = line?.match_number()?;
        if !keep.keeps(number, planned) {
            beside.insert(number);
        }
    }
    Ok(beside)
}

/// The highlights among the matches that can be taken and are not in the sample.
#[derive(Default)]
pub(super) struct Taken {
    /// Matches whose records the earlier run has.
    pub(super) recorded: BTreeSet<u64>,
    /// Matches whose records the earlier run lacks; they are played again.
    pub(super) lacking: BTreeSet<u64>,
}

impl Taken {
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
        let mut highlights = Highlights::new(plan, Scope::Entrants);
        let mut in_turn = BTreeSet::new();
        let mut rows = Rows::open(plan, &earlier.folder)?;
        for index in 0..earlier.indices() {
            let mut played = vec![];
            for place in 0..earlier.common.there() {
                let there = index * earlier.common.there() as u64 + place as u64;
                let told = rows.read(there)?;
                let Some(number) = earlier.number_here(there) else { continue };
                if let Told::Played(outcome) = told
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
        let shown = if plan.until_interval().is_some() { in_turn } else { highlights.numbers() };
        let beside = shown.into_iter().filter(|&number| !plan.keeps(number));
        let (recorded, lacking) = beside.partition(|&number| earlier.has_record(number));
        Ok(Self { recorded, lacking })
    }
}
