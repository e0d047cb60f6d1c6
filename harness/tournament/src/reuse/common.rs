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
    /// By pairing there: that here.
    here: Vec<Option<usize>>,
    /// By pairing here: that there.
    there: Vec<Option<usize>>,
    /// By pairing there: whether its later matches are copies of the first.
    repeats: Vec<bool>,
}

/// How much was played.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    /// The matches of an index: how many pairings there were.
    pub(super) per_seed: usize,
    pub(super) indices: u64,
}

impl Common {
    /// Reads who met whom from the matches of the first index, and which pairings repeat themselves
    /// from those of a later one, if there are so many indices.
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
            // Who met shows in void slots too.
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
            // Rows are read in their order, from the first after those that were read.
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

    /// How many pairings there were.
    pub(super) fn there(&self) -> usize {
        self.here.len()
    }

    /// Those here that both have.
    pub(super) fn both(&self) -> impl Iterator<Item = usize> {
        self.there.iter().enumerate().filter_map(|(here, there)| there.map(|_| here))
    }

    /// True if the matches of a pairing there are all one game, so that most were not played.
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

/// How many pairings a finished run had, if its counts make sense.
pub(super) fn pairings(run: &Manifest) -> Option<usize> {
    let (progress, matches) = (&run.progress, run.tournament.matches);
    let pairings = progress.planned.checked_div(matches)?;
    let is_whole = pairings * matches == progress.planned
        && progress.matches <= progress.planned
        && progress.matches.checked_rem(pairings) == Some(0);
    usize::try_from(pairings).ok().filter(|&pairings| is_whole && pairings <= MOST_PAIRINGS)
}
