//! The field: the opponents against which two versions of the tuned bot play the same seeds.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use stoker_engine::{Direction, Game, SideId};
use stoker_stats::sprt::{GamesCompared, Pair};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::identity::GameHash;
use stoker_tournament::plan::{Plan, Slot};
use stoker_tournament::referee::{
    AnswerTiming, Played, Referee, RefereeError, RefereeSettings, Until,
};
use stoker_tournament::threads::{Cores, in_parallel_on, pool};

use super::TuneError;

/// The tuned bot's number among the entrants of the plan; all others are the field.
pub const SUBJECT: usize = 0;

/// Plays matches on threads of its own, in memory.
///
/// Each thread has a referee, which is kept from one iteration to the next: an iteration of quick
/// bots takes only milliseconds.
pub(crate) struct OpponentField<'p, G: Game> {
    plan: &'p Plan<G>,
    pool: rayon::ThreadPool,
    referees: Vec<Mutex<Referee<G>>>,
}

impl<'p, G: Game> OpponentField<'p, G> {
    /// The field of a plan in which entrant [`SUBJECT`] takes part in every pairing, on this number
    /// of threads.
    pub(crate) fn new(plan: &'p Plan<G>, threads: usize) -> Result<Self, TuneError> {
        let cores = if plan.conditions().is_some() { Cores::Own } else { Cores::Any };
        let pool = pool(threads, cores)?;
        let referee = |slot| {
            let referee_settings =
                RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot };
            Mutex::new(Referee::new(Arc::clone(plan.game()), referee_settings))
        };
        let referees = (0..).take(threads).map(referee).collect();
        Ok(Self { plan, pool, referees })
    }

    /// The scores of both arms on each of these seeds, in order. Each score is a sum over all
    /// matches of a seed and all sides that the arm played, and more is better; `None` for a seed
    /// with a void match.
    ///
    /// # Errors
    /// If a match cannot be played, or `stop` was set during a match with programs. Then no seed
    /// has a result.
    pub(crate) fn pairs(
        &self,
        arms: [&Entrant<G>; 2],
        indices: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Vec<Option<Pair>>, TuneError> {
        let each = self.plan.pairings().len() as u64;
        let count = usize::try_from((indices.end - indices.start) * each).unwrap_or(usize::MAX);
        let both = |number: usize| {
            let slot = self.plan.match_at(indices.start * each + number as u64);
            let [a, b] = arms.map(|arm| self.play(arm, &slot, stop));
            Ok::<_, TuneError>(a?.zip(b?).map(|(a, b)| self.pair(&slot, &a, &b)))
        };
        let all = in_parallel_on(&self.pool, count, &both)?;
        let both = |one: Option<Pair>, other| one.zip(other).map(|(one, other)| joined(one, other));
        let seeds = all.chunks(self.plan.pairings().len());
        Ok(seeds.map(|seed| seed.iter().copied().reduce(both).expect(MATCHES)).collect())
    }

    /// The number of scores of the tuned bot on a seed.
    pub(crate) fn scores_a_seed(&self) -> u64 {
        let sides = self.plan.pairings().iter().flat_map(|pairing| pairing.entrants());
        sides.filter(|&&entrant| entrant == SUBJECT).count() as u64
    }

    /// 1 if the tuned bot wants high scores, -1 if low ones.
    pub(crate) fn direction(&self) -> i8 {
        let first = self.plan.pairings().first().into_iter().flat_map(|first| first.entrants());
        let side =
            first.zip(self.plan.game().sides().list()).find(|(entrant, _)| **entrant == SUBJECT);
        match side.map(|(_, side)| side.direction) {
            Some(Direction::Low) => -1,
            Some(Direction::High) | None => 1,
        }
    }

    fn pair(&self, slot: &Slot, a: &Played, b: &Played) -> Pair {
        let play =
            if a.hash == b.hash { GamesCompared::Identical } else { GamesCompared::Different };
        let games = GameHash::of_all(&[a.hash, b.hash]);
        Pair { a: self.utility(slot, a), b: self.utility(slot, b), play, games: games.0 }
    }

    /// The value of the match to the tuned bot.
    fn utility(&self, slot: &Slot, played: &Played) -> i64 {
        let sides = self.plan.game().sides();
        let entrants = (0..).map(SideId).zip(self.plan.pairings()[slot.pairing].entrants());
        let own = entrants.filter(|&(_, &entrant)| entrant == SUBJECT);
        own.map(|(side, _)| i64::from(played.ending.utility(sides, side))).sum()
    }

    /// Plays a match; `None` if it is void.
    fn play(
        &self,
        arm: &Entrant<G>,
        slot: &Slot,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, TuneError> {
        let entrants = self.plan.pairings()[slot.pairing].entrants();
        let lineup: Vec<_> = entrants
            .iter()
            .zip(self.plan.lineup(slot.pairing))
            .map(|(&number, entrant)| if number == SUBJECT { arm } else { entrant })
            .collect();
        let thread = rayon::current_thread_index().unwrap_or(0);
        // A panic in a match ends the run, so a broken referee is never used again.
        let mut referee = self.referees[thread].lock().unwrap_or_else(PoisonError::into_inner);
        let played = referee.play_valid(slot.seed, &lineup, AnswerTiming::Off, &mut Until(stop));
        match played {
            Ok(played) => Ok(Some(played)),
            Err(RefereeError::Void(_)) => Ok(None),
            Err(RefereeError::Stopped) => Err(TuneError::Stopped),
            Err(source) => Err(TuneError::Match { index: slot.index, source }),
        }
    }
}

const MATCHES: &str = "a seed has a match: a plan has a pairing";

/// The combined result of two matches of a seed.
fn joined(one: Pair, other: Pair) -> Pair {
    let play = match (one.play, other.play) {
        (GamesCompared::Identical, GamesCompared::Identical) => GamesCompared::Identical,
        (GamesCompared::Different, _) | (_, GamesCompared::Different) => GamesCompared::Different,
    };
    let games = GameHash::of_all(&[GameHash(one.games), GameHash(other.games)]);
    Pair { a: one.a + other.a, b: one.b + other.b, play, games: games.0 }
}

#[cfg(test)]
mod tests;
