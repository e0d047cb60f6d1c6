//! Chance: named seeded streams. Their outcomes are recorded, and replayed without a generator.

use crate::seed::{Purpose, Rng, Seed, below};

/// The chance of one game: the source of its outcomes, and the outcomes drawn so far.
///
/// It lives in a game's state. A game in play draws from seeded streams; a replay reads a record.
/// Each purpose has its own stream, so drawing from one leaves the others unchanged.
///
/// # Examples
/// ```
/// use stoker_engine::{Chance, Purpose, Seed};
/// const DICE: Purpose = Purpose::new("dice");
/// let mut played = Chance::seeded(Seed(1));
/// let rolled = [played.below(DICE, 6), played.below(DICE, 6)];
/// let mut replayed = Chance::recorded(played.drawn().to_vec());
/// assert_eq!([replayed.below(DICE, 6), replayed.below(DICE, 6)], rolled);
/// assert_eq!(replayed.check(), Ok(()));
/// ```
#[derive(Debug, Clone)]
pub struct Chance {
    source: DrawSource,
    drawn: Vec<u32>,
}

/// Seeded streams, one for each purpose.
#[derive(Debug, Clone)]
struct Streams {
    seed: Seed,
    open: Vec<(Purpose, Rng)>,
}

#[derive(Debug, Clone)]
enum DrawSource {
    Seeded(Streams),
    /// Outcomes, and the streams that go on after them; without streams the record is all there is.
    Recorded {
        outcomes: Vec<u32>,
        then: Option<Streams>,
        wrong: Option<ChanceError>,
    },
}

/// Disagreement between a record of chance outcomes and the game that reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChanceError {
    /// The game draws more outcomes than the record holds.
    #[error("the record holds only {0} chance outcomes, and the game draws more")]
    TooFew(usize),
    /// The record holds outcomes that the game never draws.
    #[error("the record holds {held} chance outcomes, the game draws {drawn}")]
    TooMany {
        /// Outcomes in the record.
        held: usize,
        /// Outcomes drawn.
        drawn: usize,
    },
    /// The record holds an outcome that cannot be drawn.
    #[error("chance outcome {index} is {value}, but only 0..{below} is possible")]
    OutOfRange {
        /// Index of the outcome, from 0.
        index: usize,
        /// Recorded value.
        value: u32,
        /// Bound that the value must be below.
        below: u32,
    },
}

impl Chance {
    /// Chance for a game in play.
    #[must_use]
    pub fn seeded(seed: Seed) -> Self {
        Self { source: DrawSource::Seeded(Streams { seed, open: vec![] }), drawn: vec![] }
    }

    /// Chance for a replay: yields these outcomes, in order.
    ///
    /// If they run out or one is impossible, the draw gives 0 and [`check`](Self::check) reports
    /// the first such error. So a replay goes on, and a hostile record cannot stop it.
    #[must_use]
    pub fn recorded(outcomes: Vec<u32>) -> Self {
        let source = DrawSource::Recorded { outcomes, then: None, wrong: None };
        Self { source, drawn: vec![] }
    }

    /// Chance for a game that goes on where a record ends: yields these outcomes, in order, and
    /// then draws from seeded streams.
    #[must_use]
    pub fn recorded_then(outcomes: Vec<u32>, seed: Seed) -> Self {
        let then = Some(Streams { seed, open: vec![] });
        Self { source: DrawSource::Recorded { outcomes, then, wrong: None }, drawn: vec![] }
    }

    /// Draws a number from `0..n` from the named stream and records it.
    ///
    /// # Panics
    /// If `n` is 0, which is a mistake in the ruleset.
    pub fn below(&mut self, stream: Purpose, n: u32) -> u32 {
        assert!(n > 0, "there is no number below 0");
        let outcome = match &mut self.source {
            DrawSource::Seeded(streams) => below(streams.of(stream), n),
            DrawSource::Recorded { outcomes, then, wrong } => {
                let index = self.drawn.len();
                let found = match outcomes.get(index) {
                    Some(&value) if value < n => Ok(value),
                    Some(&value) => Err(ChanceError::OutOfRange { index, value, below: n }),
                    None => match then {
                        Some(streams) => Ok(below(streams.of(stream), n)),
                        None => Err(ChanceError::TooFew(outcomes.len())),
                    },
                };
                found.unwrap_or_else(|error| {
                    wrong.get_or_insert(error);
                    0
                })
            }
        };
        self.drawn.push(outcome);
        outcome
    }

    /// The outcomes drawn so far, in order.
    #[must_use]
    pub fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    /// Checks that a finished replay drew exactly what its record holds. A game in play always
    /// passes.
    ///
    /// # Errors
    /// The first disagreement.
    pub fn check(&self) -> Result<(), ChanceError> {
        match &self.source {
            DrawSource::Seeded(_) => Ok(()),
            DrawSource::Recorded { wrong: Some(error), .. } => Err(*error),
            DrawSource::Recorded { outcomes, .. } if outcomes.len() > self.drawn.len() => {
                Err(ChanceError::TooMany { held: outcomes.len(), drawn: self.drawn.len() })
            }
            DrawSource::Recorded { .. } => Ok(()),
        }
    }
}

/// A source of draws: the chance of a game, or a generator for a search.
pub trait Luck {
    /// A number from `0..n`; `n` is not 0.
    fn below(&mut self, stream: Purpose, n: u32) -> u32;
}

impl Luck for Chance {
    fn below(&mut self, stream: Purpose, n: u32) -> u32 {
        Self::below(self, stream, n)
    }
}

impl Luck for Rng {
    fn below(&mut self, _: Purpose, n: u32) -> u32 {
        below(self, n)
    }
}

impl Streams {
    /// The stream of a purpose; the first draw opens it.
    fn of(&mut self, stream: Purpose) -> &mut Rng {
        let Self { seed, open } = self;
        let index = open.iter().position(|(name, _)| *name == stream).unwrap_or_else(|| {
            open.push((stream, seed.rng(None, None, stream)));
            open.len() - 1
        });
        &mut open[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const A: Purpose = Purpose::new("a");
    const B: Purpose = Purpose::new("b");

    #[test]
    fn a_game_goes_on_by_its_seed_where_its_record_ends() {
        let mut chance = Chance::recorded_then(vec![4, 2], Seed(3));
        assert_eq!([chance.below(A, 5), chance.below(B, 3)], [4, 2]);
        let mut seeded = Chance::seeded(Seed(3));
        assert_eq!(chance.below(A, 1_000), seeded.below(A, 1_000));
        assert_eq!((chance.check(), chance.drawn().len()), (Ok(()), 3));
        let mut wrong = Chance::recorded_then(vec![5, 2], Seed(3));
        assert_eq!(wrong.check(), Err(ChanceError::TooMany { held: 2, drawn: 0 }));
        wrong.below(A, 5);
        assert_eq!(wrong.check(), Err(ChanceError::OutOfRange { index: 0, value: 5, below: 5 }));
    }

    #[test]
    fn streams_do_not_disturb_each_other() {
        let mut alone = Chance::seeded(Seed(3));
        let mut mixed = Chance::seeded(Seed(3));
        let plain: Vec<_> = (0..20).map(|_| alone.below(A, 1_000)).collect();
        let beside: Vec<_> = (0..20)
            .map(|_| {
                mixed.below(B, 7);
                mixed.below(A, 1_000)
            })
            .collect();
        assert_eq!(plain, beside);
    }

    #[test]
    fn a_record_that_does_not_fit_is_reported_and_never_stops_the_replay() {
        let mut short = Chance::recorded(vec![]);
        assert_eq!(short.below(A, 3), 0);
        assert_eq!(short.check(), Err(ChanceError::TooFew(0)));
        let mut high = Chance::recorded(vec![5]);
        assert_eq!(high.below(A, 5), 0);
        assert_eq!(high.check(), Err(ChanceError::OutOfRange { index: 0, value: 5, below: 5 }));
        assert_eq!(
            Chance::recorded(vec![1]).check(),
            Err(ChanceError::TooMany { held: 1, drawn: 0 })
        );
    }
}
