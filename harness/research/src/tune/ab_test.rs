//! The final test: the tuned bot against the initial one, on seeds that the tuning never saw.

use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::Game;
use stoker_stats::sprt::{LOOK_EVERY, Pair, Sprt};
use stoker_tournament::entrant::Entrant;

use super::TuneError;
use super::field::OpponentField;
use super::run::Observer;
use crate::tune::trajectory::{Ledger, OnSeed, final_row};

/// A final test in progress.
pub(crate) struct AbTest<'p, G: Game> {
    pub(crate) field: &'p OpponentField<'p, G>,
    /// The tuned bot, and the initial one.
    pub(crate) arms: [&'p Entrant<G>; 2],
    /// The index of the first seed; the tuning played all seeds before it.
    pub(crate) first: u64,
    /// The most pairs.
    pub(crate) max_pairs: u64,
    pub(crate) test: Sprt,
    pub(crate) ledger: Ledger,
}

impl<G: Game> AbTest<'_, G> {
    /// Plays pairs until the test is decided. Pairs that were played before are not played again.
    pub(crate) fn decide(
        &mut self,
        observer: &dyn Observer,
        stop: &AtomicBool,
    ) -> Result<(), TuneError> {
        while self.test.look().verdict.is_none() {
            match self.ledger.on_seed()? {
                Some(OnSeed::Pair(pair)) => {
                    self.count(Some(pair))?;
                    continue;
                }
                Some(OnSeed::Void) => {
                    self.count(None)?;
                    continue;
                }
                None => {}
            }
            let played = match stop.load(Ordering::Relaxed) {
                true => Err(TuneError::Stopped),
                false => self.play(stop),
            };
            if let Err(TuneError::Stopped) = played {
                self.ledger.sync()?;
            }
            played?.into_iter().try_for_each(|pair| self.count(pair))?;
            observer.pairs(&self.test);
        }
        Ok(self.ledger.sync()?)
    }

    /// Plays the pairs up to the next look at the test.
    fn play(&self, stop: &AtomicBool) -> Result<Vec<Option<Pair>>, TuneError> {
        let next = self.test.seeds();
        let look = next + LOOK_EVERY - self.test.look().pairs % LOOK_EVERY;
        let end = look.min(self.max_pairs);
        self.field.pairs(self.arms, self.first + next..self.first + end, stop)
    }

    /// Counts the pair of the next seed, or leaves it out because it has a void match.
    fn count(&mut self, pair: Option<Pair>) -> Result<(), TuneError> {
        match pair {
            Some(pair) => self.test.add(pair),
            None => self.test.leave_out(),
        };
        let row = final_row(pair, &self.test, self.field.scores_a_seed());
        Ok(self.ledger.row(&row)?)
    }
}
