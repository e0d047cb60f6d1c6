//! What every ruleset offers, and the harness is generic over.

use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;
use rand::Rng as _;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chance::Chance;
use crate::map::{BuiltinMap, Map};
use crate::message::Message;
use crate::seats::{Direction, Seat, SideId, SideSet, Sides, Viewer};
use crate::seed::Rng;

/// A ruleset, configured: parameters and map chosen, ready to play.
///
/// # Contract
/// The caller (a league, a replay, a search) drives a game like this, and calls nothing else on a
/// state:
/// 1. [`start`](Self::start) gives a state; [`view`](Self::view) gives each viewer's view of it.
/// 2. While [`turn`](Self::turn) says [`Turn::ToMove`], that one seat makes a decision: with a
///    [`forced_move`](Self::forced_move) it is that, whatever the seat answers; else what the seat
///    chose, or [`default_choice`](Self::default_choice) for a seat that has lost its say.
/// 3. [`play`](Self::play) carries the choice out. On an error the state is as before, and another
///    choice may be tried. Then every viewer's view is [advanced](Self::advance) by the events that
///    [`redact`](Self::redact) gives for it; the mover's viewer is no exception.
/// 4. After [`Turn::Over`] nothing is played on that state.
///
/// # What an implementation must hold
/// - **Determinism**: every method is a pure function of its arguments. The only chance is the
///   state's own [`Chance`]; it is drawn from in `start`, `play`, `opening_choice` and
///   `default_choice` alone.
/// - **Secrecy**: a view has no field that could hold what its viewer may not know, and an event
///   says no more than the change of the view. `advance` of all events gives the same view as
///   `view` of the state. A viewer is told its events one by one, not which of them one play gave;
///   how many there are is news too, and must not depend on what it may not know.
/// - **Termination**: every game is over after at most [`max_decisions`](Self::max_decisions).
/// - **Knowable choices**: [`legal_moves`](Self::legal_moves) needs only the view of the seat asked,
///   and `play` accepts exactly these. There is at least one, and where a move is forced, it is
///   among them.
/// - Simultaneous choices are asked one by one and kept hidden until the last is in; a window in
///   which anyone may act asks only seats that hold something to play, and nobody else gets an
///   event for a seat that passes.
pub trait Game: Sized + Send + Sync + 'static {
    /// The ruleset's name, as in `--ruleset`.
    const NAME: &'static str;
    /// One sentence for lists.
    const SUMMARY: &'static str;
    /// The embedded maps it offers, the default first; empty if it plays on none.
    const MAPS: &'static [BuiltinMap];
    /// The landmarks that it asks of a map: the keys of its map files, each a place on land.
    const LANDMARKS: &'static [&'static str] = &[];

    /// The constants of the rules. Unknown fields must be refused when deserialising.
    type Params: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The whole truth about a game in progress.
    type State: Clone + Send;
    /// What a seat chooses.
    type Move: Copy + Eq + fmt::Debug + Send + Sync;
    /// The legal moves of one decision, in a fixed order, without allocation.
    type Moves: ExactSizeIterator<Item = Self::Move>;
    /// A move that happened, with all its effects: the truth, for records and redaction.
    type Play: Clone + fmt::Debug;
    /// What one viewer knows.
    type View: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// How one play changes one viewer's view.
    type Event: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// The events that one play gives one viewer, in order: an `Option` where one is the most.
    type Events: IntoIterator<Item = Self::Event>;

    /// Named parameter sets, the default first; at least one.
    fn presets() -> Vec<Preset<Self::Params>>;

    /// What there is to know of every parameter, in the order of the fields of `Params`.
    fn parameters() -> &'static [ParameterInfo];

    /// Configures the ruleset.
    ///
    /// # Errors
    /// If a parameter is out of range, or the map is missing or does not suit.
    fn new(params: Self::Params, map: Option<Arc<Map>>) -> Result<Self, SetupError>;

    /// The parameters in force.
    fn params(&self) -> &Self::Params;

    /// The map in play, if the ruleset uses one.
    fn map(&self) -> Option<&Map>;

    /// The sides, seats and viewers.
    fn sides(&self) -> &Sides;

    /// The scores that an ending has, in order; at least one.
    fn scores(&self) -> &[ScoreInfo];

    /// The integer facts of a finished game, in order; may be none.
    fn facts(&self) -> &[FactInfo];

    /// The most decisions that a game can take.
    fn max_decisions(&self) -> u32;

    /// A new game.
    fn start(&self, chance: Chance) -> Self::State;

    /// The state's chance, with all outcomes drawn so far.
    fn chance<'s>(&self, state: &'s Self::State) -> &'s Chance;

    /// Who moves, or how it ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The move that this decision comes to whatever is answered, if there is one.
    fn forced_move(&self, state: &Self::State) -> Option<Self::Move>;

    /// The next choice of the seeded random opening, while that is not over.
    ///
    /// Legal, drawn from the state's chance, and dependent on nothing that a bot does.
    fn opening_choice(&self, state: &mut Self::State) -> Option<Choice<Self::Move>>;

    /// What a seat that has lost its say plays: legal, drawn from the state's chance if at random.
    fn default_choice(&self, state: &mut Self::State) -> Choice<Self::Move>;

    /// What a decision comes to if nobody is asked: the forced move, or else the default choice.
    fn unasked_choice(&self, state: &mut Self::State) -> Choice<Self::Move> {
        match self.forced_move(state) {
            Some(mv) => mv.into(),
            None => self.default_choice(state),
        }
    }

    /// Carries out a choice of the seat to move.
    ///
    /// # Errors
    /// If the move is illegal, or the game over; the state is unchanged.
    fn play(
        &self,
        state: &mut Self::State,
        choice: Choice<Self::Move>,
    ) -> Result<Self::Play, IllegalMove>;

    /// What a viewer learns from the play that led to this state; nothing, if it learns nothing.
    fn redact(&self, state: &Self::State, play: &Self::Play, viewer: Viewer) -> Self::Events;

    /// A viewer's view of a state, made afresh.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Brings a view up to date with an event for its viewer.
    fn advance(&self, view: &mut Self::View, event: Self::Event);

    /// The legal moves of the seat asked, from its own view.
    ///
    /// At least one if a seat of this viewer is asked; none else.
    fn legal_moves(&self, view: &Self::View) -> Self::Moves;

    /// The number of the round, as the rules and [`write_board`](Self::write_board) count it, if the
    /// game has rounds.
    fn round(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// The values of [`facts`](Self::facts) in this state, in the same order.
    fn fact_values(&self, state: &Self::State) -> Vec<i64>;

    /// Writes a move in the ruleset's notation: no white space, no comma, at most 16 bytes.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_move(&self, mv: Self::Move, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads back what [`write_move`](Self::write_move) wrote, for the seat that made it.
    ///
    /// # Errors
    /// If the text is no move of that seat. Legality is not judged here.
    fn parse_move(&self, seat: Seat, text: &str) -> Result<Self::Move, MoveSyntaxError>;

    /// Writes one line, without its end, that tells a reader what happened.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_play(&self, play: &Self::Play, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes the facts of the board for a reader who may know everything; lines end with `\n`.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_board(&self, state: &Self::State, out: &mut dyn fmt::Write) -> fmt::Result;
}

/// Guessing hidden states: what a search bot needs besides the rules.
///
/// Every guess, replayed, gives exactly the view it was made from, and the truth is always
/// possible. Guesses get fresh chance, seeded from the generator given.
pub trait Guess: Game {
    /// The set of states consistent with a view, in some compact form.
    type Guesses;

    /// Works out which states are consistent with a view.
    ///
    /// # Errors
    /// If none is: the view is not one that this ruleset gives.
    fn guesses(&self, view: &Self::View) -> Result<Self::Guesses, NoGuess>;

    /// One of them, each equally likely.
    ///
    /// # Panics
    /// May, on guesses whose update failed: there is none to draw from.
    fn sample(&self, guesses: &Self::Guesses, rng: &mut Rng) -> Self::State;

    /// Calls `visit` with every one of them, each once, until it says to stop.
    ///
    /// There can be more than anyone has time for: see the ruleset's own count.
    fn for_each(
        &self,
        guesses: &Self::Guesses,
        rng: &mut Rng,
        visit: &mut dyn FnMut(Self::State) -> std::ops::ControlFlow<()>,
    );

    /// A chance for a guessed state, keyed by the generator and by nothing of the true game.
    fn fresh_chance(rng: &mut Rng) -> Chance {
        Chance::seeded(crate::Seed(rng.next_u64()))
    }
}

/// No state is consistent with a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no state of this ruleset is consistent with the view")]
pub struct NoGuess;

/// A named parameter set.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset<P> {
    /// Name, as in `--preset`.
    pub name: &'static str,
    /// One sentence for lists.
    pub summary: &'static str,
    /// The parameters.
    pub params: P,
}

/// One of the constants of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParameterInfo {
    /// Field name; unique.
    pub name: &'static str,
    /// The values it can have, whatever the other parameters are.
    pub allowed: Allowed,
    /// What it is, in a few words, with its unit.
    pub meaning: &'static str,
}

/// The values that a parameter can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// An integer from the first to the second.
    Range(i64, i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl ParameterInfo {
    /// An integer parameter.
    #[must_use]
    pub const fn number(name: &'static str, range: (i64, i64), meaning: &'static str) -> Self {
        Self { name, allowed: Allowed::Range(range.0, range.1), meaning }
    }

    /// A parameter that is one of some words.
    #[must_use]
    pub const fn word(
        name: &'static str,
        words: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self { name, allowed: Allowed::OneOf(words), meaning }
    }

    /// Checks an integer against the range.
    ///
    /// # Errors
    /// If it is out of range, or the parameter is a word.
    pub fn check(&self, value: i64) -> Result<(), SetupError> {
        match self.allowed {
            Allowed::Range(low, high) if (low..=high).contains(&value) => Ok(()),
            allowed @ (Allowed::Range(..) | Allowed::OneOf(_)) => Err(SetupError::Parameter {
                name: self.name,
                value: value.to_string(),
                allowed: match allowed {
                    Allowed::Range(..) => format!("in {allowed}"),
                    Allowed::OneOf(_) => format!("one of {allowed}"),
                },
            }),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(low, high) => write!(f, "{low}..={high}"),
            Self::OneOf(words) => f.write_str(&words.join(", ")),
        }
    }
}

/// One of the scores that an ending has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreInfo {
    /// Column name; unique.
    pub name: &'static str,
    /// Unit, such as `points`.
    pub unit: &'static str,
    /// Lowest and highest value that can occur.
    pub range: (i32, i32),
    /// One sentence.
    pub meaning: &'static str,
}

/// An integer fact of a finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactInfo {
    /// Column name; unique.
    pub name: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// One sentence.
    pub meaning: &'static str,
}

/// The state of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// This seat makes the next decision.
    ToMove(Seat),
    /// The game is over.
    Over(Ending),
}

/// How the rules ended a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The scores, in the order of [`Game::scores`].
    pub scores: ArrayVec<i32, 8>,
    /// The sides that won.
    pub winners: SideSet,
    /// Why, in a word or two without white space, such as `blood` or `score`.
    pub reason: &'static str,
}

impl Ending {
    /// A side's score as that side counts it: more is better.
    ///
    /// # Panics
    /// If the side is not of this ruleset.
    #[must_use]
    pub fn utility(&self, sides: &Sides, side: SideId) -> i32 {
        let side = sides.side(side);
        let score = self.scores[side.score];
        match side.direction {
            Direction::High => score,
            Direction::Low => -score,
        }
    }
}

/// What a seat answers to a decision: a move and something to say with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The message; who reads it is the ruleset's business.
    pub message: Message,
}

impl<M> From<M> for Choice<M> {
    fn from(mv: M) -> Self {
        Self { mv, message: Message::default() }
    }
}

/// A move that the rules do not allow now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("illegal move")]
pub struct IllegalMove;

/// A text that is no move of the seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a move: {remedy}")]
pub struct MoveSyntaxError {
    /// The text.
    pub text: String,
    /// What would be one.
    pub remedy: String,
}

/// Why a ruleset cannot be configured so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A parameter out of its range.
    #[error("parameter `{name}` is {value}, but must be {allowed}")]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it may be.
        allowed: String,
    },
    /// A ruleset that plays on a map was given none.
    #[error("this ruleset needs a map")]
    NoMap,
    /// A map without a landmark that the ruleset asks for.
    #[error("this ruleset needs a map with a {0}")]
    NoLandmark(&'static str),
    /// A ruleset that plays on no map was given one.
    #[error("this ruleset does not use a map")]
    UnwantedMap,
}
