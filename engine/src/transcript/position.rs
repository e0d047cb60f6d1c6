//! Positions in the middle of a game, from the truth of a moment.

use std::sync::Arc;

use serde::Deserialize;

use super::{Transcribed, Truth, TruthValue, viewers};
use crate::chance::{Chance, ChanceError};
use crate::data::DataFile;
use crate::game::{SetupError, Turn};
use crate::seats::Seat;
use crate::seed::Seed;

/// A ruleset whose games can begin in the middle, at moments that the truth of a
/// [transcript](super::Transcript) describes in full.
pub trait Positioned: Transcribed {
    /// The keys of the truth that say what came before the moment. They are not compared with what
    /// the state says.
    const PAST: &'static [&'static str];

    /// The state of which this is the truth. It goes on with this chance.
    ///
    /// # Errors
    /// The first key of which the value is missing or wrong, with the reason; also if the truth
    /// does not describe such a moment in full.
    fn state_of(&self, truth: &Truth, chance: Chance) -> Result<Self::State, BadTruth>;
}

/// Error: a truth from which no game can go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}`: {problem}")]
pub struct BadTruth {
    /// The key of the truth.
    pub key: String,
    /// The problem with its value.
    pub problem: String,
}

impl BadTruth {
    /// A problem with the value of a key.
    #[must_use]
    pub fn new(key: &str, problem: impl Into<String>) -> Self {
        Self { key: key.to_owned(), problem: problem.into() }
    }
}

/// A position as it is written: the truth of a moment, and the moves that lead on from it.
///
/// Questions within a moment are reached by moves, with the draws that these need.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = ""))]
pub struct TranscriptPosition<G: Transcribed> {
    /// The ruleset's name.
    pub ruleset: String,
    /// The parameters; those left out have their defaults.
    pub params: G::Params,
    /// All values of the moment.
    pub truth: Truth,
    /// The moves made since the moment, oldest first.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The draws of these moves, in order.
    #[serde(default)]
    pub chance: Vec<u32>,
}

/// The reasons why a position cannot be played on from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It is of another ruleset.
    #[error("this is a position of the ruleset `{0}`")]
    Ruleset(String),
    /// Its parameters do not suit the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A value of the moment is missing, wrong, or does not suit the others.
    #[error("truth, {0}")]
    Truth(#[from] BadTruth),
    /// A move that cannot be played.
    #[error("move {number}, `{text}`, is not legal: the moves of seat {seat} are {legal}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// The text.
        text: String,
        /// The seat asked.
        seat: Seat,
        /// The legal moves, with a space between them.
        legal: String,
    },
    /// The game is over after this many moves.
    #[error("the game is over after {0} moves")]
    Over(usize),
    /// The draws are not those of the moves.
    #[error(transparent)]
    Chance(#[from] ChanceError),
}

impl<G: Positioned> TranscriptPosition<G> {
    /// The rules of the position with the embedded data, on the first map if there are some.
    ///
    /// # Errors
    /// If it is of another ruleset, or its parameters are refused.
    pub fn rules(&self) -> Result<G, PositionError> {
        self.rules_with(None)
    }

    /// The rules of the position with a data file, if one is given.
    ///
    /// # Errors
    /// As for [`rules`](Self::rules), and if the data do not suit the rules.
    pub fn rules_with(&self, data: Option<Arc<DataFile>>) -> Result<G, PositionError> {
        if self.ruleset != G::NAME {
            return Err(PositionError::Ruleset(self.ruleset.clone()));
        }
        let map = G::MAPS.first().map(|map| map.load());
        Ok(G::configure(self.params.clone(), map, data)?)
    }

    /// The state after the moves, in which a seat is asked. Later draws come from the seed.
    ///
    /// # Errors
    /// If the truth is not that of a moment from which a game can go on, or the moves cannot be
    /// played with the draws.
    pub fn state(&self, rules: &G, seed: Seed) -> Result<G::State, PositionError> {
        let chance = Chance::recorded_then(self.chance.clone(), seed);
        let mut state = rules.state_of(&self.truth, chance)?;
        compare(rules, &state, &self.truth)?;
        for (number, text) in (1..).zip(&self.moves) {
            let Turn::ToMove(seat) = rules.turn(&state) else {
                return Err(PositionError::Over(number - 1));
            };
            let mv = rules.parse_move(seat, text).ok();
            if mv.and_then(|mv| rules.play(&mut state, mv.into()).ok()).is_none() {
                let legal = legal(rules, &state, seat);
                return Err(PositionError::Move { number, text: text.clone(), seat, legal });
            }
        }
        rules.chance(&state).check()?;
        match rules.turn(&state) {
            Turn::ToMove(_) => Ok(state),
            Turn::Over(_) => Err(PositionError::Over(self.moves.len())),
        }
    }
}

/// Compares what a state says of itself with the truth that it was made from.
fn compare<G: Positioned>(rules: &G, state: &G::State, truth: &Truth) -> Result<(), BadTruth> {
    let views: Vec<_> = viewers(rules).map(|viewer| rules.view(state, viewer)).collect();
    let own = rules.truth(state, &views, None);
    if let Some(key) = truth.keys().find(|key| !own.contains_key(*key)) {
        return Err(BadTruth::new(key, "there is no such value"));
    }
    let wrong = own
        .iter()
        .find(|(key, value)| !G::PAST.contains(&key.as_str()) && truth.get(*key) != Some(*value));
    match wrong {
        Some((key, value)) => Err(BadTruth::new(key, format!("must be {value} here"))),
        None => Ok(()),
    }
}

fn legal<G: Positioned>(rules: &G, state: &G::State, seat: Seat) -> String {
    let view = rules.view(state, rules.sides().viewer_of(seat));
    let text = |mv| {
        let mut text = String::new();
        rules.write_move(mv, &mut text).map_or_else(|_| String::new(), |()| text)
    };
    rules.legal_moves(&view).map(text).collect::<Vec<_>>().join(" ")
}

/// The values of a truth, by their keys and types.
#[derive(Debug, Clone, Copy)]
pub struct TruthValues<'t>(pub &'t Truth);

impl<'t> TruthValues<'t> {
    fn value(self, key: &str) -> Result<&'t TruthValue, BadTruth> {
        self.0.get(key).ok_or_else(|| BadTruth::new(key, "it is missing"))
    }

    /// An integer in this range.
    ///
    /// # Errors
    /// If it is missing, no integer, or out of range.
    pub fn number<N>(self, key: &str, range: std::ops::RangeInclusive<N>) -> Result<N, BadTruth>
    where
        N: TryFrom<i64> + PartialOrd + std::fmt::Display,
    {
        let wrong = || {
            let (low, high) = (range.start(), range.end());
            let wanted = if low == high {
                format!("must be {low}")
            } else {
                format!("must be a number from {low} to {high}")
            };
            BadTruth::new(key, wanted)
        };
        match self.value(key)? {
            TruthValue::Number(number) => {
                let number = N::try_from(*number).ok();
                number.filter(|number| range.contains(number)).ok_or_else(wrong)
            }
            TruthValue::Text(_) | TruthValue::List(_) => Err(wrong()),
        }
    }

    /// A flag, which is written as 0 or 1.
    ///
    /// # Errors
    /// If it is missing, or neither.
    pub fn flag(self, key: &str) -> Result<bool, BadTruth> {
        Ok(self.number(key, 0..=1_u8)? == 1)
    }

    /// A text.
    ///
    /// # Errors
    /// If it is missing, or no text.
    pub fn text(self, key: &str) -> Result<&'t str, BadTruth> {
        match self.value(key)? {
            TruthValue::Text(text) => Ok(text),
            TruthValue::Number(_) | TruthValue::List(_) => {
                Err(BadTruth::new(key, "must be a text"))
            }
        }
    }

    /// A list of texts.
    ///
    /// # Errors
    /// If it is missing, or no list of texts.
    pub fn texts(self, key: &str) -> Result<Vec<&'t str>, BadTruth> {
        let wrong = || BadTruth::new(key, "must be a list of texts");
        let text = |value: &'t TruthValue| match value {
            TruthValue::Text(text) => Ok(text.as_str()),
            TruthValue::Number(_) | TruthValue::List(_) => Err(wrong()),
        };
        match self.value(key)? {
            TruthValue::List(values) => values.iter().map(text).collect(),
            TruthValue::Number(_) | TruthValue::Text(_) => Err(wrong()),
        }
    }
}
