//! The pairings that two runs have in common.

use std::collections::BTreeMap;

use stoker_engine::Game;
use stoker_files::untrusted::Folder;

use super::ReuseError;
use super::rows::ReusedRows;
use super::same_entrants::SameEntrants;
use crate::plan::{MOST_PAIRINGS, Plan};
use crate::results::manifest::Manifest;
use crate::starts::FIRST_MATCHES;

/// The pairings that two runs have in common.
pub(super) struct SharedPairings {
    /// By pairing of the earlier run: the pairing of the plan.
    to_plan: Vec<Option<usize>>,
    /// By pairing of the plan: the pairing of the earlier run.
    to_earlier: Vec<Option<usize>>,
    /// By pairing of the earlier run: true if its later matches are copies of the first.
    repeats: Vec<bool>,
}

/// The extent of the earlier run.
#[derive(Debug, Clone, Copy)]
pub(super) struct EarlierExtent {
    /// The matches per index, which is the number of pairings.
    pub(super) per_seed: usize,
    pub(super) indices: u64,
}

impl SharedPairings {
    /// Reads the lineups from the matches of the first index. If there are enough indices, it also
    /// reads from a later index which pairings repeat themselves.
    pub(super) fn read<G: Game>(
        plan: &Plan<G>,
        folder: &Folder,
        EarlierExtent { per_seed, indices }: EarlierExtent,
        same_entrants: &SameEntrants,
    ) -> Result<Self, ReuseError> {
        let pairings = plan.pairings().iter().map(|pairing| pairing.entrants());
        let mut number_of = BTreeMap::new();
        pairings.enumerate().for_each(|(number, lineup)| {
            number_of.insert(lineup, number);
        });
        let mut rows = ReusedRows::open(plan, folder)?;
        let mut shared = Self {
            to_plan: vec![None; per_seed],
            to_earlier: vec![None; plan.pairings().len()],
            repeats: vec![false; per_seed],
        };
        for in_earlier in 0..per_seed {
            // Void slots show their lineup too.
            let _ = rows.read(in_earlier as u64)?;
            let lineup = same_entrants.lineup(rows.names());
            let in_plan = lineup.and_then(|lineup| number_of.get(&*lineup).copied());
            shared.to_plan[in_earlier] = in_plan;
            if let Some(in_plan) = in_plan {
                shared.to_earlier[in_plan] = Some(in_earlier);
            }
        }
        if plan.may_repeat() && indices > FIRST_MATCHES {
            let pairings = per_seed as u64;
            // Rows can only be read in order, from the first that was not read yet.
            for number in pairings..FIRST_MATCHES * pairings {
                let _ = rows.read(number)?;
            }
            for (repeats, copy) in shared.repeats.iter_mut().zip(FIRST_MATCHES * pairings..) {
                let _ = rows.read(copy)?;
                *repeats = rows.is_copy();
            }
        }
        Ok(shared)
    }

    /// The number of pairings of the earlier run.
    pub(super) fn earlier_pairings(&self) -> usize {
        self.to_plan.len()
    }

    /// The pairings of the plan that both runs have.
    pub(super) fn both(&self) -> impl Iterator<Item = usize> {
        self.to_earlier
            .iter()
            .enumerate()
            .filter_map(|(in_plan, in_earlier)| in_earlier.map(|_| in_plan))
    }

    /// True if the matches of a pairing of the earlier run are all one game, so that most were not
    /// played.
    pub(super) fn repeats(&self, in_earlier: usize) -> bool {
        self.repeats[in_earlier]
    }

    pub(super) fn pairing_in_plan(&self, in_earlier: usize) -> Option<usize> {
        self.to_plan[in_earlier]
    }

    pub(super) fn pairing_in_earlier(&self, in_plan: usize) -> Option<usize> {
        self.to_earlier[in_plan]
    }
}

/// The number of pairings of a finished run; `None` if its counts contradict each other.
pub(super) fn pairings(run: &Manifest) -> Option<usize> {
    let (progress, matches) = (&run.progress, run.tournament.matches);
    let pairings = progress.planned.checked_div(matches)?;
    let is_whole = pairings * matches == progress.planned
        && progress.matches <= progress.planned
        && progress.matches.checked_rem(pairings) == Some(0);
    usize::try_from(pairings).ok().filter(|&pairings| is_whole && pairings <= MOST_PAIRINGS)
}
