//! Positions in the middle of a game, from the truth of a moment.

use std::sync::Arc;

use serde::Deserialize;

use super::{Transcribed, Truth, TruthValue, viewers};
use crate::chance::{Chance, ChanceError};
use crate::data::DataFile;
use crate::game::{SetupError, Turn};
use crate::seats::Seat;
use crate::seed::{Purpose, Rng, Seed};

/// The stream of what a truth leaves open.
const OPEN: Purpose = Purpose::new("open");

/// A ruleset whose games can begin in the middle, at moments that the truth of a
/// [transcript](super::Transcript) describes in full.
pub trait Positioned: Transcribed {
    /// The keys of the truth that say what came before the moment. They are not compared with what
    /// the state says.
    const PAST: &'static [&'static str];

    /// The keys that a position may have besides those of the truth, to say what that leaves open.
    const MORE: &'static [&'static str] = &[];

    /// The state of which this is the truth. It goes on with this chance.
    ///
    /// What the truth leaves open, such as the order of a deck below its top cards, is drawn with
    /// the generator: each possibility is equally likely.
    ///
    /// # Errors
    /// The first key of which the value is missing or wrong, with the reason; also if the truth
    /// does not describe such a moment in full.
    fn state_of(
        &self,
        truth: &Truth,
        chance: Chance,
        open: &mut Rng,
    ) -> Result<Self::State, BadTruth>;

    /// True if a position's value agrees with what the truth of its state has for the key. A
    /// position may say more than a truth does.
    fn agrees(_key: &str, given: &TruthValue, own: &TruthValue) -> bool {
        given == own
    }

    /// Carries on from a moment at which nobody is asked, such as the begin of a phase, to the
    /// first question.
    fn go_on(&self, _state: &mut Self::State) {}
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
        let open = &mut seed.rng(None, None, OPEN);
        let mut state = rules.state_of(&self.truth, chance, open)?;
        compare(rules, &state, &self.truth)?;
        rules.go_on(&mut state);
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
    let known = |key: &String| own.contains_key(key) || G::MORE.contains(&key.as_str());
    if let Some(key) = truth.keys().find(|key| !known(key)) {
        return Err(BadTruth::new(key, "there is no such value"));
    }
    let agrees = |key: &str, own| truth.get(key).is_some_and(|given| G::agrees(key, given, own));
    let mut present = own.iter().filter(|(key, _)| !G::PAST.contains(&key.as_str()));
    match present.find(|(key, value)| !agrees(key, value)) {
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
