//! Games that were played elsewhere, checked against these rules.
//!
//! A transcript is one game as a JSON object: every legal list, every draw, the end, and now and
//! then the whole truth. Everything but the truth is the same for every ruleset that has
//! transcripts; a ruleset adds its truth by [`Transcribed`].

mod position;
mod values;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chance::{Chance, ChanceError};
use crate::game::{Ending, Game, SetupError, Turn};
use crate::seats::{Seat, Viewer};

pub use position::{BadTruth, PositionError, Positioned, TranscriptPosition};
pub(crate) use values::twice;
pub use values::{Entry, TruthValues};

/// The values of one moment, by their names.
pub type Truth = BTreeMap<String, TruthValue>;

/// A ruleset that says what transcripts of its games say of a moment.
///
/// Its parameters, when read, have their defaults where they are left out.
pub trait Transcribed: Game {
    /// The values of a moment, between two decisions or after the last.
    ///
    /// `views` are those of all viewers, kept by events; `earlier` are the same at the moment that
    /// was checked before, if there was one.
    fn truth(
        &self,
        state: &Self::State,
        views: &[Self::View],
        earlier: Option<&[Self::View]>,
    ) -> Truth;
}

/// A value of a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TruthValue {
    /// An integer.
    Number(i64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Self>),
}

impl fmt::Display for TruthValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::List(values) => {
                let texts: Vec<_> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", texts.join(" "))
            }
        }
    }
}

impl From<i64> for TruthValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u16> for TruthValue {
    fn from(number: u16) -> Self {
        Self::Number(number.into())
    }
}

impl From<u8> for TruthValue {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<&str> for TruthValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for TruthValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<V: Into<Self>> FromIterator<V> for TruthValue {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

/// A whole game.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = ""))]
pub struct Transcript<G: Game> {
    /// The ruleset's name.
    pub ruleset: String,
    /// The parameters; those left out have their defaults.
    pub params: G::Params,
    /// All draws, in order.
    pub chance: Vec<u32>,
    /// The decisions, oldest first.
    pub decisions: Vec<TranscriptDecision>,
    /// The scores, by name.
    pub scores: BTreeMap<String, i32>,
    /// The names of the sides that won, in the order of the sides.
    pub winners: Vec<String>,
    /// The reason why the game was over.
    pub ending: String,
    /// The facts, by name.
    pub facts: BTreeMap<String, i64>,
    /// The truth now and then.
    pub checks: Vec<TranscriptMoment>,
}

/// A decision.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranscriptDecision {
    /// The seat asked.
    pub seat: u8,
    /// Its legal moves, in the order of the rules.
    pub legal: Legal,
    /// The move that it made.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Legal moves.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Legal {
    /// All of them.
    List(Vec<String>),
    /// Of a long list, the number and a hash.
    Long {
        /// The number of moves.
        count: usize,
        /// The SHA-256 of the moves, joined by one space, in hexadecimal digits.
        sha256: String,
    },
}

/// The truth after this many decisions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranscriptMoment {
    /// The decisions made.
    pub after: usize,
    /// The values.
    pub truth: Truth,
}

/// A fact in which a transcript and these rules differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The number of decisions before it; `None` for a fact of the whole game.
    pub decision: Option<usize>,
    /// The name of the fact.
    pub fact: String,
    /// The value in the transcript.
    pub expected: String,
    /// The value by these rules.
    pub got: String,
}

/// The reasons why a transcript cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptError {
    /// It is of another ruleset.
    #[error("this is a game of the ruleset `{0}`")]
    Ruleset(String),
    /// Its parameters do not suit the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl<G: Transcribed> Transcript<G> {
    /// The rules that the game was played by, on the first map if there are some.
    ///
    /// # Errors
    /// If it is a game of another ruleset, or its parameters are refused.
    pub fn rules(&self) -> Result<G, TranscriptError> {
        if self.ruleset != G::NAME {
            return Err(TranscriptError::Ruleset(self.ruleset.clone()));
        }
        let map = G::MAPS.first().map(|map| map.load());
        Ok(G::new(self.params.clone(), map)?)
    }

    /// Every fact in which the rules differ from the transcript, in order.
    ///
    /// Stops at a move that cannot be played.
    ///
    /// # Errors
    /// If the transcript cannot be checked at all.
    pub fn differences(&self) -> Result<Vec<Difference>, TranscriptError> {
        let rules = self.rules()?;
        let mut replay = TranscriptReplay::start(&rules, self);
        for (number, decision) in self.decisions.iter().enumerate() {
            replay.found.decision = Some(number);
            if replay.play(decision).is_none() {
                replay.compare_chance_so_far();
                return Ok(replay.found.all);
            }
            replay.check(number + 1);
        }
        replay.end();
        Ok(replay.found.all)
    }
}

/// A game that is played again.
struct TranscriptReplay<'a, G: Transcribed> {
    rules: &'a G,
    transcript: &'a Transcript<G>,
    state: G::State,
    views: Vec<G::View>,
    /// The views at the last check.
    earlier: Option<Vec<G::View>>,
    checked: usize,
    found: Differences,
}

impl<'a, G: Transcribed> TranscriptReplay<'a, G> {
    fn start(rules: &'a G, transcript: &'a Transcript<G>) -> Self {
        let state = rules.start(Chance::recorded(transcript.chance.clone()));
        let views = viewers(rules).map(|viewer| rules.view(&state, viewer)).collect();
        Self {
            rules,
            transcript,
            state,
            views,
            earlier: None,
            checked: 0,
            found: Differences::default(),
        }
    }

    /// Plays a decision; nothing, if it cannot be played.
    fn play(&mut self, decision: &TranscriptDecision) -> Option<()> {
        let Turn::ToMove(seat) = self.rules.turn(&self.state) else {
            self.found.same("seat", decision.seat, "the game is over");
            return None;
        };
        self.found.same("seat", decision.seat, seat);
        self.compare_legal(seat, &decision.legal);
        let mv = self.rules.parse_move(seat, &decision.mv).ok();
        let Some(play) = mv.and_then(|mv| self.rules.play(&mut self.state, mv.into()).ok()) else {
            self.found.same("move", &decision.mv, "not legal");
            return None;
        };
        for (viewer, view) in viewers(self.rules).zip(&mut self.views) {
            self.rules.tell(&self.state, &play, viewer, view);
        }
        Some(())
    }

    fn compare_legal(&mut self, seat: Seat, told: &Legal) {
        let viewer = self.rules.sides().viewer_of(seat);
        let moves = self.rules.legal_moves(&self.views[usize::from(viewer.0)]);
        let moves: Vec<String> = moves
            .map(|mv| {
                let mut text = String::new();
                self.rules.write_move(mv, &mut text).map_or_else(|_| String::new(), |()| text)
            })
            .collect();
        match told {
            Legal::List(list) => self.found.same("legal", list.join(" "), moves.join(" ")),
            Legal::Long { count, sha256 } => {
                self.found.same("legal count", count, moves.len());
                self.found.same("legal sha256", sha256, hash(&moves.join(" ")));
            }
        }
    }

    /// Compares the truth, if the transcript has it after this many decisions.
    fn check(&mut self, decisions: usize) {
        let transcript = self.transcript;
        let Some(check) = transcript.checks.get(self.checked).filter(|c| c.after == decisions)
        else {
            return;
        };
        self.checked += 1;
        let truth = self.rules.truth(&self.state, &self.views, self.earlier.as_deref());
        self.found.same_values("truth", &check.truth, &truth);
        self.earlier = Some(self.views.clone());
    }

    fn end(&mut self) {
        self.found.decision = None;
        let (rules, transcript) = (self.rules, self.transcript);
        if let Turn::Over(ending) = rules.turn(&self.state) {
            self.compare_ending(&ending);
        } else {
            self.found.same("ending", &transcript.ending, "not over");
        }
        let facts = rules.facts().iter().map(|fact| fact.name.to_owned());
        let facts = facts.zip(rules.fact_values(&self.state)).collect();
        self.found.same_values("fact", &transcript.facts, &facts);
        self.found.same("checks", transcript.checks.len(), self.checked);
        self.compare_chance(rules.chance(&self.state).check());
    }

    /// A game that stops early leaves draws over.
    fn compare_chance_so_far(&mut self) {
        let checked = self.rules.chance(&self.state).check();
        if !matches!(checked, Err(ChanceError::TooMany { .. })) {
            self.compare_chance(checked);
        }
    }

    fn compare_chance(&mut self, checked: Result<(), ChanceError>) {
        let got = checked.map_or_else(|error| error.to_string(), |()| "as drawn".to_owned());
        self.found.same("chance", "as drawn", got);
    }

    fn compare_ending(&mut self, ending: &Ending) {
        let (rules, transcript) = (self.rules, self.transcript);
        let scores = rules.scores().iter().map(|score| score.name.to_owned());
        let scores = scores.zip(ending.scores.iter().copied()).collect();
        self.found.same_values("score", &transcript.scores, &scores);
        let winners = rules.sides().iter().filter(|(id, _)| ending.winners.contains(*id));
        let winners: Vec<_> = winners.map(|(_, side)| side.name).collect();
        self.found.same("winners", transcript.winners.join(" "), winners.join(" "));
        self.found.same("ending", &transcript.ending, ending.reason);
    }
}

fn viewers(rules: &impl Game) -> impl Iterator<Item = Viewer> {
    (0..).map(Viewer).take(rules.sides().viewers().len())
}

/// The SHA-256 of a text, in hexadecimal digits.
fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[derive(Default)]
struct Differences {
    decision: Option<usize>,
    all: Vec<Difference>,
}

impl Differences {
    #[expect(clippy::needless_pass_by_value, reason = "numbers, texts and references alike")]
    fn same<E: ToString, G: ToString>(&mut self, fact: &str, expected: E, got: G) {
        let (expected, got) = (expected.to_string(), got.to_string());
        if expected != got {
            let fact = fact.to_owned();
            self.all.push(Difference { decision: self.decision, fact, expected, got });
        }
    }

    /// Compares two lists of values by their names; a name that only one has is a difference too.
    fn same_values<V: PartialEq + fmt::Display>(
        &mut self,
        what: &str,
        expected: &BTreeMap<String, V>,
        got: &BTreeMap<String, V>,
    ) {
        let text = |value: Option<&V>| value.map_or("nothing".to_owned(), ToString::to_string);
        for (name, told) in expected {
            let ours = got.get(name);
            if ours != Some(told) {
                self.same(&format!("{what} {name}"), text(Some(told)), text(ours));
            }
        }
        for (name, ours) in got.iter().filter(|(name, _)| !expected.contains_key(*name)) {
            self.same(&format!("{what} {name}"), text(None), text(Some(ours)));
        }
    }
}
