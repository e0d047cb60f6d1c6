//! A/B tests: is one entrant better than another, decided after as few pairs of matches as
//! possible?
//!
//! The test is a generalised sequential probability ratio test on the mean paired difference. The
//! difference is measured in its own standard deviations (a t-value), in both directions.
//! `docs/ab-tests.md` explains the test and lists its error rates.

mod pairs;
mod ratio;
mod signs;

use std::fmt;

use serde::{Deserialize, Serialize};

use signs::{RareDifferences, sign_ratio};

pub use pairs::{GamesCompared, MOST_SCORE, Pair, PairSums};
pub use ratio::log_ratio;
pub use signs::{better_share, rare_share};

/// The number of pairs before the first look. With fewer, the standard deviation is not known well
/// enough.
pub const FIRST_LOOK: u64 = 32;
/// The number of pairs from one look to the next.
pub const LOOK_EVERY: u64 = 8;
/// The most pairs that a test can have: sums of squares stay within 128 bits.
pub const MOST_PAIRS: u64 = 1_000_000;

/// The default maximum of pairs for a test of this effect. It is more than 40 times the average
/// length of a test whose true difference is half of the effect, which is the longest case.
///
/// If results are yes or no, only the seeds on which they differ count. If these are rarer than
/// [`rare_share`], the test ends for that reason, so the maximum is that of a test in which just
/// this share counts.
#[must_use]
pub fn usual_max_pairs(effect: f64, results: ResultsCompared) -> u64 {
    let share = match results {
        ResultsCompared::Scores => 1.0,
        ResultsCompared::YesNo => rare_share(effect),
    };
    let pairs = (800.0 / (effect * effect) / share).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating")]
    let pairs = pairs as u64;
    pairs.clamp(FIRST_LOOK, MOST_PAIRS)
}

/// The range of effects, in standard deviations. A test of a smaller effect would not end; a larger
/// one would be decided by the first look whatever the truth.
const EFFECTS: (f64, f64) = (0.01, 2.0);
/// The range of error rates.
const ERRORS: (f64, f64) = (0.0001, 0.4);

/// The question of a test, not yet validated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestQuestion {
    /// The smallest difference worth finding, in standard deviations of the paired difference.
    pub effect: f64,
    /// The probability of finding a difference where there is none, both directions together.
    pub alpha: f64,
    /// The probability of missing a difference of exactly `effect`.
    pub beta: f64,
}

impl Default for TestQuestion {
    fn default() -> Self {
        Self { effect: 0.2, alpha: 0.05, beta: 0.05 }
    }
}

/// The reason why a question cannot be asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum QuestionError {
    /// The effect is too small, too large or not a number.
    #[error("an effect of {0} standard deviations cannot be tested: give {low} to {high}", low = EFFECTS.0, high = EFFECTS.1)]
    Effect(f64),
    /// An error rate is too small, too large or not a number.
    #[error("an error rate of {0} cannot be tested for: give {low} to {high}", low = ERRORS.0, high = ERRORS.1)]
    ErrorRate(f64),
    /// Too few or too many pairs.
    #[error("a test of at most {0} pairs is not possible: give {FIRST_LOOK} to {MOST_PAIRS}")]
    MaxPairs(u64),
}

/// The finding of a test.
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
    /// Results are yes or no, and too rarely differ for a difference of the effect: on fewer than
    /// [`rare_share`] of all seeds.
    RarelyDiffer,
    /// No finding: all pairs are copies of one, so they say nothing about chance. More pairs would
    /// be copies too.
    OneGame,
    /// The pairs ran out before a decision.
    Undecided,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Self; 7] = [
        Self::A,
        Self::B,
        Self::NoDifference,
        Self::IdenticalPlay,
        Self::RarelyDiffer,
        Self::OneGame,
        Self::Undecided,
    ];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::NoDifference => "no difference",
            Self::IdenticalPlay => "identical play",
            Self::RarelyDiffer => "rarely differ",
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

/// The log-likelihood ratios at which a direction of a test ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// At or below this, the direction is ruled out.
    pub lower: f64,
    /// At or above this, the difference is found.
    pub upper: f64,
}

/// One value for each direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Either<T> {
    /// For A being better.
    pub a: T,
    /// For B being better.
    pub b: T,
}

/// The state of a test after some pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Pairs so far.
    pub pairs: u64,
    /// Log-likelihood ratios: a difference of the effect in each direction, against no difference.
    /// The ratio of a direction that was ruled out stays as it was then. Both are 0 while all pairs
    /// are copies of one.
    pub llr: Either<f64>,
    /// The verdict, if the test has ended.
    pub verdict: Option<Verdict>,
}

/// The results that a test compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ResultsCompared {
    /// Scores of any kind: the test is on their mean difference.
    #[default]
    Scores,
    /// Yes or no, one match a seed for either entrant: the test is on the seeds on which just one
    /// of them won.
    YesNo,
}

/// A running test. Its memory does not grow with the number of pairs.
///
/// # Examples
/// ```
/// use stoker_stats::sprt::{Pair, GamesCompared, TestQuestion, Sprt, Verdict};
///
/// let mut test = Sprt::new(TestQuestion::default(), 1_000)?;
/// let games = |n: i64| u128::from(n.unsigned_abs());
/// let pair = |n| Pair { a: 100 + n % 7, b: 95, play: GamesCompared::Different, games: games(n) };
/// let last = (0..).filter_map(|n| test.add(pair(n))).find(|look| look.verdict.is_some());
/// assert_eq!(last.map(|look| (look.pairs, look.verdict)), Some((32, Some(Verdict::A))));
/// # Ok::<(), stoker_stats::sprt::QuestionError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sprt {
    question: TestQuestion,
    results: ResultsCompared,
    max_pairs: u64,
    bounds: Bounds,
    /// The number of identical pairs that counts as proof of identical play, see [`same_games`].
    same_games: u64,
    sums: PairSums,
    /// The number of pairs that were left out.
    lost: u64,
    llr: Either<f64>,
    ruled_out: Either<bool>,
    verdict: Option<Verdict>,
}

impl Sprt {
    /// Starts a test of this question, which ends after `max_pairs` pairs, decided or not.
    ///
    /// # Errors
    /// [`QuestionError`] if the effect, an error rate or the number of pairs is out of range.
    pub fn new(question: TestQuestion, max_pairs: u64) -> Result<Self, QuestionError> {
        let TestQuestion { effect, alpha, beta } = question;
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
            results: ResultsCompared::default(),
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

    /// The same test of results of this kind.
    #[must_use]
    pub fn of(self, results: ResultsCompared) -> Self {
        Self { results, ..self }
    }

    /// The results that it compares.
    #[must_use]
    pub fn results(&self) -> ResultsCompared {
        self.results
    }

    /// Counts a pair; pairs come in the order of their seeds. Returns the current state at every
    /// look. After a verdict, nothing is counted and `None` is returned.
    pub fn add(&mut self, pair: Pair) -> Option<Look> {
        if self.verdict.is_some() {
            return None;
        }
        self.sums.add(pair);
        let due = self.may_decide() && self.sums.pairs().is_multiple_of(LOOK_EVERY);
        (due || self.is_last()).then(|| self.look_again())
    }

    /// Leaves out a pair in which a match could not be played; it is called in the pair's turn. The
    /// pair counts only towards the maximum of the test. Returns the state if it was the last pair.
    pub fn leave_out(&mut self) -> Option<Look> {
        if self.verdict.is_some() {
            return None;
        }
        self.lost += 1;
        self.is_last().then(|| self.look_again())
    }

    /// The number of pairs that were left out.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.lost
    }

    /// The number of pairs so far, including those that were left out.
    #[must_use]
    pub fn seeds(&self) -> u64 {
        self.sums.pairs() + self.lost
    }

    /// True if there are enough pairs for a verdict.
    fn may_decide(&self) -> bool {
        self.sums.pairs() >= FIRST_LOOK
    }

    /// True if no pair is left.
    fn is_last(&self) -> bool {
        self.seeds() == self.max_pairs
    }

    /// Updates the ratios, and ends the test if they are clear or no pair is left.
    fn look_again(&mut self) -> Look {
        if self.may_decide() {
            self.weigh();
            self.verdict = self.found();
        }
        self.verdict = self.verdict.or(self.is_last().then_some(Verdict::Undecided));
        self.look()
    }

    /// The current state; the ratios are those of the last look.
    #[must_use]
    pub fn look(&self) -> Look {
        Look { pairs: self.sums.pairs(), llr: self.llr, verdict: self.verdict }
    }

    /// The sums over the pairs.
    #[must_use]
    pub fn sums(&self) -> &PairSums {
        &self.sums
    }

    /// The ratios at which the test ends, the same for both directions.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The question of the test.
    #[must_use]
    pub fn question(&self) -> TestQuestion {
        self.question
    }

    /// Updates the ratios of the open directions.
    fn weigh(&mut self) {
        if self.sums.one_game() {
            return;
        }
        let ratio = self.ratios();
        if !self.ruled_out.a {
            self.llr.a = ratio.a;
            self.ruled_out.a = self.llr.a <= self.bounds.lower;
        }
        if !self.ruled_out.b {
            self.llr.b = ratio.b;
            self.ruled_out.b = self.llr.b <= self.bounds.lower;
        }
    }

    /// The ratios of the pairs so far.
    fn ratios(&self) -> Either<f64> {
        let effect = self.question.effect;
        match self.results {
            ResultsCompared::Scores => {
                let (pairs, lean) = (self.sums.pairs(), self.sums.lean());
                let ratio = |lean| log_ratio(pairs, lean, effect);
                Either { a: ratio(lean), b: ratio(-lean) }
            }
            ResultsCompared::YesNo => {
                let Either { a, b } = self.sums.ahead();
                Either { a: sign_ratio(a, b, effect), b: sign_ratio(b, a, effect) }
            }
        }
    }

    /// True if the results are yes or no, and certainly differ too rarely.
    fn rarely_differs(&self) -> bool {
        let Either { a, b } = self.sums.ahead();
        let TestQuestion { effect, beta, .. } = self.question;
        self.results == ResultsCompared::YesNo
            && RareDifferences { effect, error: SAME_GAMES_SHARE * beta }
                .are_certain(a + b, self.sums.pairs())
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
            _ if self.rarely_differs() => Some(Verdict::RarelyDiffer),
            _ => None,
        }
    }
}

/// The share of `alpha` for which the bounds are computed.
///
/// Wald's bounds assume a known distribution, and looking only at every eighth pair leaves part of
/// the allowed error unused. But if differences are skewed, the mean and its standard deviation err
/// together, and extreme t-values on one side are too frequent: with exponential differences and
/// the full `alpha`, 6.7% of tests found a difference where there was none. With this share 4.2%
/// do, and tests take an eighth more pairs.
const ALPHA_SHARE: f64 = 0.6;
/// The share of `beta` for which the bounds are computed.
const BETA_SHARE: f64 = 0.8;
/// The rest of `beta`: the probability of taking different entrants for identical ones, or for ones
/// whose results rarely differ.
const SAME_GAMES_SHARE: f64 = 0.2;

/// The bounds for either direction of a test with these error rates.
///
/// # Source
/// A. Wald, *Sequential Analysis* (1947), 3.2.
fn bounds(alpha: f64, beta: f64) -> Bounds {
    let (alpha, beta) = (ALPHA_SHARE * alpha / 2.0, BETA_SHARE * beta);
    Bounds { lower: libm::log(beta / (1.0 - alpha)), upper: libm::log((1.0 - beta) / alpha) }
}

/// The number of pairs of identical games that rules out a difference as large as the effect,
/// whatever the distribution of differences.
///
/// Only a pair of different games can have a difference d other than 0. Let p be the share of such
/// pairs. By Cauchy and Schwarz, mean(d)^2 <= p mean(d^2). Hence t^2 <= p / (1 - p) for the t-value
/// t of d, and p >= t^2 / (1 + t^2). So n pairs without such a game have a probability of at most
/// (1 + t^2)^-n.
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
