//! The pairings that two runs have in common.

use std::collections::BTreeMap;

use stoker_engine::Game;
use stoker_files::door::Folder;

use super::ReuseError;
use super::rows::Rows;
use super::twins::Twins;
use crate::plan::{MOST_PAIRINGS, Plan};
use crate::results::manifest::Manifest;
use crate::starts::FIRST_MATCHES;

/// The pairings that two runs have in common.
pub(super) struct Common {
    /// By pairing of the earlier run: the pairing of the plan.
    here: Vec<Option<usize>>,
    /// By pairing of the plan: the pairing of the earlier run.
    there: Vec<Option<usize>>,
    /// By pairing of the earlier run: true if its later matches are copies of the first.
    repeats: Vec<bool>,
}

/// The extent of the earlier run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// The matches per index, which is the number of pairings.
    pub(super) per_seed: usize,
    pub(super) indices: u64,
}

impl Common {
    /// Reads the lineups from the matches of the first index. If there are enough indices, it also
    /// reads from a later index which pairings repeat themselves.
    pub(super) fn read<G: Game>(
        plan: &Plan<G>,
        folder: &Folder,
        Extent { per_seed, indices }: Extent,
        twins: &Twins,
    ) -> Result<Self, ReuseError> {
        let pairings = plan.pairings().iter().map(|pairing| pairing.entrants());
        let number_of: BTreeMap<&[usize], usize> =
            pairings.enumerate().map(|(number, lineup)| (lineup, number)).collect();
        let mut rows = Rows::open(plan, folder)?;
        let mut common = Self {
            here: vec![None; per_seed],
            there: vec![None; plan.pairings().len()],
            repeats: vec![false; per_seed],
        };
        for there in 0..per_seed {
            // Void slots show their lineup too.
            let _ = rows.read(there as u64)?;
            let lineup = twins.lineup(rows.names());
            let here = lineup.and_then(|lineup| number_of.get(&*lineup).copied());
            common.here[there] = here;
            if let Some(here) = here {
                common.there[here] = Some(there);
            }
        }
        if plan.may_repeat() && indices > FIRST_MATCHES {
            let pairings = per_seed as u64;
            // Rows can only be read in order, from the first that was not read yet.
            for number in pairings..FIRST_MATCHES * pairings {
                let _ = rows.read(number)?;
            }
            for (repeats, copy) in common.repeats.iter_mut().zip(FIRST_MATCHES * pairings..) {
                let _ = rows.read(copy)?;
                *repeats = rows.is_copy();
            }
        }
        Ok(common)
    }

    /// The number of pairings of the earlier run.
    pub(super) fn there(&self) -> usize {
        self.here.len()
    }

    /// The pairings of the plan that both runs have.
    pub(super) fn both(&self) -> impl Iterator<Item = usize> {
        self.there.iter().enumerate().filter_map(|(here, there)| there.map(|_| here))
    }

    /// True if the matches of a pairing of the earlier run are all one game, so that most were not
    /// played.
    pub(super) fn repeats(&self, there: usize) -> bool {
        self.repeats[there]
    }

    pub(super) fn here_of(&self, there: usize) -> Option<usize> {
        self.here[there]
    }

    pub(super) fn there_of(&self, here: usize) -> Option<usize> {
        self.there[here]
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
