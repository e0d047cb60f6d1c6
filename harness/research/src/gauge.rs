//! Measures how close bots are to perfect play: they play the same seeds as the two ends of a
//! scale.
//!
//! The lower end ignores its opponents, and the upper end sees the truth. A bot's share is its part
//! of the way between them: (score - blind) / (omniscient - blind).

pub mod files;
mod measurement;
mod participant;
mod reading;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use stoker_engine::{Game, Seed, SideId};
use stoker_tournament::entrant::BotSource;
use stoker_tournament::identity::GameHash;
use stoker_tournament::referee::{AnswerTiming, Referee, RefereeError, RefereeSettings, Until};
use stoker_tournament::threads::{Cores, ThreadsError, in_parallel_on, pool};
use stoker_tournament::void::Void;

pub use measurement::Measurement;
pub use participant::Participant;
pub use reading::{GaugeReading, readings};

/// The number of the lower end among the players.
pub const BLIND: usize = 0;
/// The number of the upper end among the players.
pub const OMNISCIENT: usize = 1;

/// A measurement to make.
pub struct Gauge<G: Game> {
    /// The ruleset, configured.
    pub game: Arc<G>,
    /// The way in which matches are played; each thread has a slot of its own.
    pub referee_settings: RefereeSettings,
    /// The side that is measured; opponents play all others.
    pub side: SideId,
    /// The players of that side: the lower end, the upper end, then those to be measured.
    pub players: Vec<Participant<G>>,
    /// The opponents, which are met in turn.
    pub opponents: Vec<Participant<G>>,
    /// The master seed.
    pub seed: Seed,
    /// The index of the first seed.
    pub first: u64,
    /// The number of seeds; each is a match of every player against every opponent.
    pub matches: u64,
}

/// The result of one match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The score of the side that is measured.
    pub score: i32,
    /// The player's faults.
    pub faults: u64,
    /// The identity of the game.
    pub game: GameHash,
}

/// True if these are several matches, and all are copies of one game. More of them would show
/// nothing new, so they give no interval.
pub fn is_one_game<'s>(scores: impl IntoIterator<Item = &'s Score>) -> bool {
    let games: Vec<_> = scores.into_iter().map(|score| score.game).collect();
    games.len() > 1 && games.iter().all(|game| *game == games[0])
}

/// All matches of one seed, by opponent, then by player; undecided matches are void.
pub type GaugeSeedScores = Vec<Result<Score, Void>>;

/// The reasons why a measurement cannot go on. None is the fault of an entrant.
#[derive(Debug, thiserror::Error)]
pub enum GaugeError {
    /// The system refuses to start threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// A match could not be played.
    #[error("match {index}: {source}")]
    Match {
        /// The index of its seed, from 0.
        index: u64,
        /// The error.
        source: RefereeError,
    },
}

impl<G: Game> Gauge<G> {
    /// Plays all matches; `done` is called after each with the number of matches so far.
    ///
    /// Returns the seeds that were finished before `stop` was set, up to the first unfinished one.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn play(
        &self,
        threads: usize,
        stop: &AtomicBool,
        done: &(impl Fn(u64) + Sync),
    ) -> Result<Vec<GaugeSeedScores>, GaugeError> {
        let cores = if self.has_programs() { Cores::Own } else { Cores::Any };
        let pool = pool(threads, cores)?;
        let so_far = AtomicU64::new(0);
        let tell = || done(so_far.fetch_add(1, Ordering::Relaxed) + 1);
        let count = usize::try_from(self.matches).unwrap_or(usize::MAX);
        let referees: Vec<_> = (0..)
            .take(pool.current_num_threads())
            .map(|slot| Mutex::new(self.referee(slot)))
            .collect();
        let seed = |number: usize| {
            let referee = &referees[rayon::current_thread_index().unwrap_or(0)];
            // A panic in a match ends the study, so a broken referee is never used again.
            let mut referee = referee.lock().unwrap_or_else(PoisonError::into_inner);
            self.seed(&mut referee, self.first + number as u64, stop, &tell)
        };
        let all = in_parallel_on(&pool, count, &seed)?;
        Ok(all.into_iter().map_while(std::convert::identity).collect())
    }

    /// True if any player is an external program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        let mut all = self.players.iter().chain(&self.opponents).filter_map(Participant::entrant);
        all.any(|entrant| matches!(&entrant.source, BotSource::External(bot) if bot.is_program()))
    }

    fn referee(&self, slot: u32) -> Referee<G> {
        Referee::new(Arc::clone(&self.game), RefereeSettings { slot, ..self.referee_settings })
    }

    /// Plays every match of a seed; `None` if it was stopped.
    fn seed(
        &self,
        referee: &mut Referee<G>,
        index: u64,
        stop: &AtomicBool,
        tell: &impl Fn(),
    ) -> Result<Option<GaugeSeedScores>, GaugeError> {
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
        let played = referee.play_valid(seed, &lineup, AnswerTiming::Off, &mut Until(stop))?;
        let score = played.ending.scores[sides.side(self.side).score];
        let own = played.faults.iter().filter(|fault| fault.side == self.side);
        Ok(Score { score, faults: own.count() as u64, game: played.hash })
    }
}

#[cfg(test)]
mod tests;
