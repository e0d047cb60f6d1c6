//! The matches of a study, and its figures.

pub(crate) mod conduct;
pub(crate) mod contest;
pub(crate) mod played;
pub(crate) mod report;

use std::sync::Arc;

use rayon::prelude::*;
use stoker_bots::course::Tables;
use stoker_engine::Seed;
use stoker_engine::course::Course;

use conduct::Conduct;
use contest::{Contest, PairedScores};
use played::{MatchRecord, play};

pub(crate) use played::Player;

/// A study to make.
pub(crate) struct Study {
    pub(crate) game: Arc<Course>,
    /// The Dracula who is examined, then those he is compared with.
    pub(crate) draculas: Vec<Player>,
    pub(crate) hunters: Vec<Player>,
    /// The number of matches of each pairing, which have the same seeds for all pairings.
    pub(crate) matches: u64,
    pub(crate) seed: Seed,
}

/// The matches of a study: by Dracula, then by hunters, then by seed.
pub(crate) struct Played(Vec<Vec<Vec<MatchRecord>>>);

impl Study {
    /// Plays all matches in the current pool of threads. The result does not depend on it.
    pub(crate) fn play(&self) -> Played {
        let tables = Tables::new(&self.game);
        let seeds: Vec<_> = (0..self.matches).map(|index| self.seed.of_match(index)).collect();
        let pairing = |dracula: &Player, hunters: &Player| -> Vec<MatchRecord> {
            let pairing = [hunters, dracula];
            seeds.par_iter().map(|&seed| play(&self.game, &tables, pairing, seed)).collect()
        };
        let row = |dracula: &Player| -> Vec<Vec<MatchRecord>> {
            self.hunters.par_iter().map(|hunters| pairing(dracula, hunters)).collect()
        };
        Played(self.draculas.par_iter().map(row).collect())
    }

    /// The tables of all figures.
    pub(crate) fn report(&self, played: &Played) -> String {
        let specs: Vec<_> = self.draculas.iter().map(|dracula| dracula.spec.as_str()).collect();
        let mut text = String::new();
        for (&other, against) in specs.iter().zip(&played.0).skip(1) {
            let contest = Contest::of(&self.paired(&played.0[0], against));
            text += &report::contest([specs[0], other], &contest);
            text += "\n";
        }
        let conducts = played.0.iter().map(|pairings| self.conduct(pairings));
        text + &report::conduct(&specs.into_iter().zip(conducts).collect::<Vec<_>>())
    }

    fn paired(&self, own: &[Vec<MatchRecord>], other: &[Vec<MatchRecord>]) -> Vec<PairedScores> {
        let pairings = self.hunters.iter().zip(own.iter().zip(other));
        let paired = pairings.map(|(hunters, (own, other))| PairedScores {
            hunters: hunters.spec.clone(),
            scores: own.iter().zip(other).map(|(own, other)| [own.score, other.score]).collect(),
        });
        paired.collect()
    }

    /// The figures of one Dracula, from his matches by hunters and by seed.
    fn conduct(&self, pairings: &[Vec<MatchRecord>]) -> Conduct {
        let matches = usize::try_from(self.matches).unwrap_or(usize::MAX);
        let seed = |seed| pairings.iter().map(|pairing| &pairing[seed]).collect();
        Conduct::of(&(0..matches).map(seed).collect::<Vec<_>>())
    }
}
