//! How far bots are from perfect: plays them, and the two ends of the scale, on the same seeds.
//!
//! The lower end ignores its opponents, the upper one sees the truth. A bot's share is how much of
//! the way between them it has come: (score - blind) / (omniscient - blind).

mod participant;
mod reading;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use stoker_engine::{Game, Seed, SideId};
use stoker_tournament::entrant::Source;
use stoker_tournament::identity::GameHash;
use stoker_tournament::referee::{Clock, House, Referee, RefereeError, Until};
use stoker_tournament::threads::{Cores, ThreadsError, pool};
use stoker_tournament::void::Void;

pub use participant::Participant;
pub use reading::{Reading, readings};

/// The number of the lower end among the players.
pub const BLIND: usize = 0;
/// The number of the upper end among the players.
pub const OMNISCIENT: usize = 1;

/// What is to be measured.
pub struct Gauge<G: Game> {
    /// The ruleset, configured.
    pub game: Arc<G>,
    /// How matches are played; the slot is each thread's own.
    pub house: House,
    /// The side that is measured; opponents play all others.
    pub side: SideId,
    /// Who plays it: the lower end, the upper end, then those to be measured.
    pub players: Vec<Participant<G>>,
    /// Against whom, each in turn.
    pub opponents: Vec<Participant<G>>,
    /// The master seed.
    pub seed: Seed,
    /// The index of the first seed.
    pub first: u64,
    /// Seeds, each of which is a match of every player against every opponent.
    pub matches: u64,
}

/// What one match came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The score of the side that is measured.
    pub score: i32,
    /// The player's faults.
    pub faults: u64,
    /// The identity of the game.
    pub game: GameHash,
}

/// True if these are several matches, all of them copies of one game: more of them would show
/// nothing new, so no interval can be made of them.
pub fn is_one_game<'s>(scores: impl IntoIterator<Item = &'s Score>) -> bool {
    let games: Vec<_> = scores.into_iter().map(|score| score.game).collect();
    games.len() > 1 && games.iter().all(|game| *game == games[0])
}

/// All matches of one seed, by opponent, then by player; those that could not be decided are void.
pub type SeedScores = Vec<Result<Score, Void>>;

/// Why a measurement cannot go on: no entrant's fault.
#[derive(Debug, thiserror::Error)]
pub enum GaugeError {
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A match could not be played.
    #[error("match {index}: {source}")]
    Match {
        /// Its number, from 0: the seed's.
        index: u64,
        /// What went wrong.
        source: RefereeError,
    },
}

impl<G: Game> Gauge<G> {
    /// Plays all matches; `done` is told after each how many there were.
    ///
    /// The seeds that were finished before `stop` was set come back, from the first to the last
    /// before one that was not.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn play(
        &self,
        threads: usize,
        stop: &AtomicBool,
        done: &(impl Fn(u64) + Sync),
    ) -> Result<Vec<SeedScores>, GaugeError> {
        let cores = if self.has_programs() { Cores::Own } else { Cores::Any };
        let pool = pool(threads, cores)?;
        let count = AtomicU64::new(0);
        let tell = || done(count.fetch_add(1, Ordering::Relaxed) + 1);
        let seed = |referee: &mut Referee<G>, index| self.seed(referee, index, stop, &tell);
        let seeds = (self.first..self.first + self.matches)
            .into_par_iter()
            .map_init(|| self.referee(), seed);
        let all = pool.install(|| seeds.collect::<Result<Vec<_>, GaugeError>>())?;
        Ok(all.into_iter().map_while(std::convert::identity).collect())
    }

    /// True if any bot is not part of this program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        let mut all = self.players.iter().chain(&self.opponents).filter_map(Participant::entrant);
        all.any(|entrant| matches!(&entrant.source, Source::Outside(bot) if bot.is_program()))
    }

    fn referee(&self) -> Referee<G> {
        let slot = u32::try_from(rayon::current_thread_index().unwrap_or(0)).unwrap_or(0);
        Referee::new(Arc::clone(&self.game), House { slot, ..self.house })
    }

    /// Every match of a seed; `None` if it was stopped.
    fn seed(
        &self,
        referee: &mut Referee<G>,
        index: u64,
        stop: &AtomicBool,
        tell: &impl Fn(),
    ) -> Result<Option<SeedScores>, GaugeError> {
        let mut scores = Vec::with_capacity(self.opponents.len() * self.players.len());
        for opponent in &self.opponents {
            for player in &self.players {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                match self.score(referee, index, [player, opponent], stop) {
                    Ok(score) => scores.push(Ok(score)),
                    Err(RefereeError::Void(reason)) => scores.push(Err(Void::new(&reason))),
                    Err(RefereeError::Stopped) => return Ok(None),
                    Err(source) => return Err(GaugeError::Match { index, source }),
                }
                tell();
            }
        }
        Ok(Some(scores))
    }

    /// The score of a match, with the faults of the side that is measured.
    fn score(
        &self,
        referee: &mut Referee<G>,
        index: u64,
        [player, opponent]: [&Participant<G>; 2],
        stop: &AtomicBool,
    ) -> Result<Score, RefereeError> {
        let sides = self.game.sides();
        let lineup: Vec<_> =
            sides.iter().map(|(id, _)| if id == self.side { player } else { opponent }).collect();
        let seed = self.seed.of_match(index);
        let played = referee.play_valid(seed, &lineup, Clock::Off, &mut Until(stop))?;
        let score = played.ending.scores[sides.side(self.side).score];
        let own = played.faults.iter().filter(|fault| fault.side == self.side);
        Ok(Score { score, faults: own.count() as u64, game: played.hash })
    }
}

#[cfg(test)]
mod tests;
