//! A/B tests: is one entrant better than another, after as few pairs of matches as it takes?
//!
//! A generalised sequential probability ratio test on the mean paired difference, measured in its
//! own standard deviations (a t-value), in both directions. `docs/ab-tests.md` explains it and has
//! its error rates.

mod pairs;
mod ratio;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use pairs::{MOST_SCORE, Pair, PairSums, Play};
pub use ratio::log_ratio;

/// Pairs before the first look: below, a standard deviation is not known well enough.
pub const FIRST_LOOK: u64 = 32;
/// Pairs from one look to the next.
pub const LOOK_EVERY: u64 = 8;
/// The most pairs a test can have: sums of squares stay within 128 bits.
pub const MOST_PAIRS: u64 = 1_000_000;

/// After how many pairs a test of this effect ends, if nothing is said: more than 40 times what
/// one takes on average where the truth is half of the effect, the longest case.
#[must_use]
pub fn usual_max_pairs(effect: f64) -> u64 {
    let pairs = (800.0 / (effect * effect)).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating")]
    let pairs = pairs as u64;
    pairs.clamp(FIRST_LOOK, MOST_PAIRS)
}

/// The effects that can be asked for, in standard deviations: below, a test has no end; above, the
/// first look decides anything.
const EFFECTS: (f64, f64) = (0.01, 2.0);
/// The error rates that can be asked for.
const ERRORS: (f64, f64) = (0.0001, 0.4);

/// What a test is to find out, before it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The smallest difference worth finding, in standard deviations of the paired difference.
    pub effect: f64,
    /// How often a difference may be found where there is none, both directions together.
    pub alpha: f64,
    /// How often a difference of just `effect` may be missed.
    pub beta: f64,
}

impl Default for Question {
    fn default() -> Self {
        Self { effect: 0.2, alpha: 0.05, beta: 0.05 }
    }
}

/// Why a question cannot be asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum QuestionError {
    /// The effect is too small, too large or no number.
    #[error("an effect of {0} standard deviations cannot be tested: give {low} to {high}", low = EFFECTS.0, high = EFFECTS.1)]
    Effect(f64),
    /// An error rate is too small, too large or no number.
    #[error("an error rate of {0} cannot be tested for: give {low} to {high}", low = ERRORS.0, high = ERRORS.1)]
    ErrorRate(f64),
    /// Too few or too many pairs.
    #[error("a test of at most {0} pairs is not possible: give {FIRST_LOOK} to {MOST_PAIRS}")]
    MaxPairs(u64),
}

/// What a test found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A is better.
    A,
    /// B is better.
    B,
    /// Neither is better by as much as the effect.
    NoDifference,
    /// They play the same games, move for move.
    IdenticalPlay,
    /// None: all pairs are copies of one, which shows nothing of chance, and so would all others.
    OneGame,
    /// The pairs ran out before an answer.
    Undecided,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 6] =
        [Self::A, Self::B, Self::NoDifference, Self::IdenticalPlay, Self::OneGame, Self::Undecided];

    /// As it is written in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::NoDifference => "no difference",
            Self::IdenticalPlay => "identical play",
            Self::OneGame => "one game",
            Self::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where a log-likelihood ratio ends a direction of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// At or below it, the direction is ruled out.
    pub lower: f64,
    /// At or above it, it is found.
    pub upper: f64,
}

/// A figure for either direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Either<T> {
    /// For A being better.
    pub a: T,
    /// For B being better.
    pub b: T,
}

/// What is known after some pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Pairs so far.
    pub pairs: u64,
    /// Log-likelihood ratios: each of a direction's effect against no difference. That of a
    /// direction that was ruled out stays as it was then. 0 while all pairs are copies of one.
    pub llr: Either<f64>,
    /// The end, if this is it.
    pub verdict: Option<Verdict>,
}

/// A test under way; memory does not grow with its pairs.
///
/// # Examples
/// ```
/// use stoker_stats::sprt::{Pair, Play, Question, Sprt, Verdict};
///
/// let mut test = Sprt::new(Question::default(), 1_000)?;
/// let games = |n: i64| u128::from(n.unsigned_abs());
/// let pair = |n| Pair { a: 100 + n % 7, b: 95, play: Play::Different, games: games(n) };
/// let last = (0..).filter_map(|n| test.add(pair(n))).find(|look| look.verdict.is_some());
/// assert_eq!(last.map(|look| (look.pairs, look.verdict)), Some((32, Some(Verdict::A))));
/// # Ok::<(), stoker_stats::sprt::QuestionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sprt {
    question: Question,
    max_pairs: u64,
    bounds: Bounds,
    /// So many pairs of the same games are as good as proof, see [`same_games`].
    same_games: u64,
    sums: PairSums,
    /// Pairs of which nothing is known.
    lost: u64,
    llr: Either<f64>,
    ruled_out: Either<bool>,
    verdict: Option<Verdict>,
}

impl Sprt {
    /// A test of this question, which ends after so many pairs, decided or not.
    ///
    /// # Errors
    /// If the question makes no sense.
    pub fn new(question: Question, max_pairs: u64) -> Result<Self, QuestionError> {
        let Question { effect, alpha, beta } = question;
        if !(EFFECTS.0..=EFFECTS.1).contains(&effect) {
            return Err(QuestionError::Effect(effect));
        }
        if let Some(wrong) = [alpha, beta].into_iter().find(|e| !(ERRORS.0..=ERRORS.1).contains(e))
        {
            return Err(QuestionError::ErrorRate(wrong));
        }
        if !(FIRST_LOOK..=MOST_PAIRS).contains(&max_pairs) {
            return Err(QuestionError::MaxPairs(max_pairs));
        }
        Ok(Self {
            question,
            max_pairs,
            bounds: bounds(alpha, beta),
            same_games: same_games(effect, beta),
            sums: PairSums::default(),
            lost: 0,
            llr: Either::default(),
            ruled_out: Either::default(),
            verdict: None,
        })
    }

    /// Counts a pair; pairs come in the order of their seeds. Gives what is known now, if this is
    /// a time to look; after a verdict nothing is counted.
    pub fn add(&mut self, pair: Pair) -> Option<Look> {
        if self.verdict.is_some() {
            return None;
        }
        self.sums.add(pair);
        let due = self.may_decide() && self.sums.pairs().is_multiple_of(LOOK_EVERY);
        (due || self.is_last()).then(|| self.look_again())
    }

    /// Leaves out a pair with a half that could not be played, in its turn. It counts towards the
    /// most pairs of the test, and for nothing else. Returns the findings if it was the last pair.
    pub fn leave_out(&mut self) -> Option<Look> {
        if self.verdict.is_some() {
            return None;
        }
        self.lost += 1;
        self.is_last().then(|| self.look_again())
    }

    /// Pairs that were left out.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.lost
    }

    /// Pairs so far, with those that were left out.
    #[must_use]
    pub fn seeds(&self) -> u64 {
        self.sums.pairs() + self.lost
    }

    /// Tells if there are enough pairs for a verdict.
    fn may_decide(&self) -> bool {
        self.sums.pairs() >= FIRST_LOOK
    }

    /// Tells if no pair is left.
    fn is_last(&self) -> bool {
        self.seeds() == self.max_pairs
    }

    /// Weighs what the pairs say, and ends the test if that is clear or no pair is left.
    fn look_again(&mut self) -> Look {
        if self.may_decide() {
            self.weigh();
            self.verdict = self.found();
        }
        self.verdict = self.verdict.or(self.is_last().then_some(Verdict::Undecided));
        self.look()
    }

    /// What is known now; the ratios are those of the last time to look.
    #[must_use]
    pub fn look(&self) -> Look {
        Look { pairs: self.sums.pairs(), llr: self.llr, verdict: self.verdict }
    }

    /// What the pairs come to.
    #[must_use]
    pub fn sums(&self) -> &PairSums {
        &self.sums
    }

    /// Where the ratios end the test: the same for both directions.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// What is tested.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }

    /// Brings the ratios of the open directions up to date.
    fn weigh(&mut self) {
        if self.sums.one_game() {
            return;
        }
        let (pairs, lean) = (self.sums.pairs(), self.sums.lean());
        let ratio = |lean| log_ratio(pairs, lean, self.question.effect);
        if !self.ruled_out.a {
            self.llr.a = ratio(lean);
            self.ruled_out.a = self.llr.a <= self.bounds.lower;
        }
        if !self.ruled_out.b {
            self.llr.b = ratio(-lean);
            self.ruled_out.b = self.llr.b <= self.bounds.lower;
        }
    }

    fn found(&self) -> Option<Verdict> {
        if self.sums.one_game() {
            return Some(Verdict::OneGame);
        }
        if self.sums.identical() {
            return (self.sums.pairs() >= self.same_games).then_some(Verdict::IdenticalPlay);
        }
        match (self.llr, self.ruled_out) {
            (Either { a, .. }, _) if a >= self.bounds.upper => Some(Verdict::A),
            (Either { b, .. }, _) if b >= self.bounds.upper => Some(Verdict::B),
            (_, Either { a: true, b: true }) => Some(Verdict::NoDifference),
            _ => None,
        }
    }
}

/// The share of `alpha` that the bounds are made for.
///
/// Wald's bounds are for a known distribution, and looks at every eighth pair only leave something
/// of what they allow. But where differences are skewed, the mean and its standard deviation err
/// together, and t-values far out on one side come up too often: with exponential differences
/// 6.7% of tests found one where there was none. With this share 4.2% do, at the price of an eighth
/// more pairs.
const ALPHA_SHARE: f64 = 0.6;
/// The share of `beta` that the bounds are made for.
const BETA_SHARE: f64 = 0.8;
/// The share of `beta` that goes to taking different entrants for identical ones: the rest.
const SAME_GAMES_SHARE: f64 = 0.2;

/// The bounds of either direction of a test with these error rates.
///
/// # Source
/// A. Wald, *Sequential Analysis* (1947), 3.2.
fn bounds(alpha: f64, beta: f64) -> Bounds {
    let (alpha, beta) = (ALPHA_SHARE * alpha / 2.0, BETA_SHARE * beta);
    Bounds { lower: libm::log(beta / (1.0 - alpha)), upper: libm::log((1.0 - beta) / alpha) }
}

/// After how many pairs of the same games a difference as large as the effect is out of the
/// question, whatever the distribution of differences.
///
/// Only a pair of different games can have a difference d other than 0; let p be the share of
/// these. By Cauchy and Schwarz, mean(d)^2 <= p mean(d^2), hence t^2 <= p / (1 - p) for the
/// t-value t of d, hence p >= t^2 / (1 + t^2), and n pairs without such a game have a probability
/// of at most (1 + t^2)^-n.
fn same_games(effect: f64, beta: f64) -> u64 {
    let pairs = -libm::log(SAME_GAMES_SHARE * beta) / libm::log1p(effect * effect);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 200,000")]
    let pairs = pairs.ceil() as u64;
    pairs
}

#[cfg(test)]
mod shapes;
#[cfg(test)]
mod tests;
