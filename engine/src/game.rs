//! The interface that every ruleset offers, and over which the harness is generic.

use std::fmt;
use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::beat::Beat;
use crate::chance::Chance;
use crate::data::{DataFile, DataForm, RefusedData};
use crate::map::{BuiltinMap, Map, MapWords};
use crate::message::Message;
use crate::seats::{Direction, Seat, SideId, SideSet, Sides, Viewer};

// Every game writes out its types and accessors, line by line the same in some of them: a trait cannot
// give an associated type a default, and a second trait that does would be one more place to look.

/// A configured ruleset: parameters and map are chosen, and it is ready to play.
///
/// # Contract
/// The caller (a league, a replay, a search) drives a game as follows, and calls nothing else on a
/// state:
/// 1. [`start`](Self::start) gives a state; [`view`](Self::view) gives each viewer's view of it.
///    Whoever is told events gets that view without the first question, and then the question as an
///    event: see [`take_question`](Self::take_question).
/// 2. While [`turn`](Self::turn) returns [`Turn::ToMove`], that one seat makes a decision. If there
///    is a [`forced_move`](Self::forced_move), that is the decision, whatever the seat answers.
///    Otherwise it is the seat's choice, or the [`default_choice`](Self::default_choice) of a
///    disqualified seat.
/// 3. [`play`](Self::play) carries the choice out. After an error the state is unchanged, and
///    another choice may be tried. Then every viewer's view is [advanced](Self::advance) by the
///    events that [`redact`](Self::redact) gives for it, the mover's own viewer included.
/// 4. After [`Turn::Over`] nothing is played on that state.
///
/// # Duties of an implementation
/// - **Determinism**: every method is a pure function of its arguments. The only chance is the
///   state's own [`Chance`]. Only `start`, `play`, `opening_choice` and `default_choice` draw from
///   it.
/// - **Secrecy**: a view has no field that could hold what its viewer may not know, and an event
///   says no more than the change of the view. `advance` of all events gives the same view as
///   `view` of the state. A viewer gets its events one by one, without the boundaries between
///   plays. Their number is information too, and must not depend on what the viewer may not know.
/// - **Termination**: every game is over after at most [`max_decisions`](Self::max_decisions).
/// - **Knowable choices**: [`legal_moves`](Self::legal_moves) needs only the view of the seat
///   asked, and `play` accepts exactly these moves. There is at least one, and a forced move is
///   among them.
/// - **Hidden commitments**: simultaneous choices are asked one by one and kept hidden until the
///   last is in: see [`Commitments`](crate::commitments::Commitments). A window in which anyone may
///   act asks only seats that hold something to play, and if such a seat passes, nobody else gets
///   an event: see [`Window`](crate::windows::Window).
/// - **Questions apart**: where a view says what its viewer is asked, being asked is an event of
///   its own, and part of no other. Otherwise the pieces in which news comes tell who was asked in
///   between. This includes the first question of a game.
pub trait Game: Sized + Send + Sync + 'static {
    /// The ruleset's name, as in `--ruleset`.
    const NAME: &'static str;
    /// One sentence for lists.
    const SUMMARY: &'static str;
    /// The embedded maps that the ruleset offers, the default first; empty if it uses no map.
    const MAPS: &'static [BuiltinMap];
    /// The words that the ruleset adds to map files: the landmarks that it needs, and the sizes and
    /// attached places that it knows.
    const MAP_WORDS: MapWords = MapWords::NONE;
    /// The form of the ruleset's data files, with the one that it embeds, if it uses such files.
    const DATA: Option<DataForm> = None;

    /// The constants of the rules. Deserializing must refuse unknown fields.
    type Params: Clone + PartialEq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The whole truth about a game in progress.
    type State: Clone + Send;
    /// A seat's choice.
    type Move: Copy + Eq + fmt::Debug + Send + Sync;
    /// The legal moves of one decision, in a fixed order, without allocation.
    type Moves: ExactSizeIterator<Item = Self::Move>;
    /// A move that happened: the truth, for records and redaction. Its effects are in it, or in the
    /// state after it.
    type Play: Clone + fmt::Debug;
    /// One viewer's knowledge.
    type View: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// The change of one viewer's view by one play.
    type Event: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send;
    /// The events that one play gives one viewer, in order. An `Option` serves if there is at most
    /// one.
    type Events: IntoIterator<Item = Self::Event>;

    /// Named parameter sets, the default first; at least one.
    fn presets() -> Vec<Preset<Self::Params>>;

    /// Descriptions of all parameters, in the order of the fields of `Params`.
    fn parameters() -> &'static [ParameterInfo];

    /// Configures the ruleset.
    ///
    /// # Errors
    /// If a parameter is out of range, or the map is missing or unsuitable.
    fn new(params: Self::Params, map: Option<Arc<Map>>) -> Result<Self, SetupError>;

    /// Configures the ruleset, with the embedded data if no data file is given.
    ///
    /// A ruleset that has a [form](Self::DATA) of data files implements it.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and if the data do not suit the rules, or it uses no data.
    fn configure(
        params: Self::Params,
        map: Option<Arc<Map>>,
        data: Option<Arc<DataFile>>,
    ) -> Result<Self, SetupError> {
        match data {
            Some(_) => Err(SetupError::UnwantedData),
            None => Self::new(params, map),
        }
    }

    /// The same game, begun by this side: for a series, in which the loser of a game begins the
    /// next one.
    ///
    /// The two differ in a parameter alone: sides, scores and facts are the same. `None` by
    /// default, and if the rules do not let that side begin; then there are no series.
    fn begun_by(&self, _side: SideId) -> Option<Self> {
        None
    }

    /// The parameters in force.
    fn params(&self) -> &Self::Params;

    /// The map in play, if the ruleset uses one.
    fn map(&self) -> Option<&Map> {
        None
    }

    /// The data file in force, if the ruleset uses one: always, if it has a [form](Self::DATA).
    fn data_file(&self) -> Option<&Arc<DataFile>> {
        None
    }

    /// The sides, seats and viewers.
    fn sides(&self) -> &Sides;

    /// The scores of an ending, in order; at least one.
    ///
    /// They may depend on the parameters. Each side is ranked by [one of them](crate::Side::score).
    /// A score by which no side is ranked is a further score of all sides: its mean is shown beside
    /// the ranking. In a game of one side, or of sides that are a [team](Sides::is_team), it also
    /// decides between entrants with equal means, and is wanted as the first score is. So a game
    /// that all win or lose together is ranked by victory, then by how far they came.
    fn scores(&self) -> &[ScoreInfo];

    /// The integer facts of a finished game, in order; possibly none. They may depend on the
    /// parameters.
    fn facts(&self) -> &[FactInfo];

    /// The facts whose means the leaderboard shows, in order; none by default.
    fn shown_facts(&self) -> Vec<ShownFact> {
        vec![]
    }

    /// The most decisions that a game can take.
    fn max_decisions(&self) -> u32;

    /// A new game.
    fn start(&self, chance: Chance) -> Self::State;

    /// The state's chance, with all outcomes drawn so far.
    fn chance<'s>(&self, state: &'s Self::State) -> &'s Chance;

    /// The seat to move, or the ending.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The one move that this decision results in, whatever the seat answers; `None` if it is not
    /// forced, as none is by default.
    fn forced_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// The next choice of the seeded random opening; `None` once the opening is over.
    ///
    /// The choice is legal and drawn from the state's chance. It depends on nothing that a bot
    /// does. By default there is no such opening.
    fn opening_choice(&self, _state: &mut Self::State) -> Option<Choice<Self::Move>> {
        None
    }

    /// The choice of a disqualified seat: legal, and drawn from the state's chance if it is random.
    fn default_choice(&self, state: &mut Self::State) -> Choice<Self::Move>;

    /// The choice if nobody is asked: the forced move, or else the default choice.
    fn unasked_choice(&self, state: &mut Self::State) -> Choice<Self::Move> {
        match self.forced_move(state) {
            Some(mv) => mv.into(),
            None => self.default_choice(state),
        }
    }

    /// Carries out a choice of the seat to move.
    ///
    /// # Errors
    /// If the move is illegal or the game is over; the state is unchanged.
    fn play(
        &self,
        state: &mut Self::State,
        choice: Choice<Self::Move>,
    ) -> Result<Self::Play, IllegalMove>;

    /// The events that show a viewer the play that led to this state; none if it learns nothing.
    fn redact(&self, state: &Self::State, play: &Self::Play, viewer: Viewer) -> Self::Events;

    /// A viewer's view of a state, built from scratch.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Takes the question to its viewer out of a view, and returns the event that puts it back;
    /// `None` if being asked is no event of its own, as by default, or the viewer is not asked.
    ///
    /// With the question in it, the first view would tell the first seat asked that nobody was asked
    /// before.
    fn take_question(&self, _view: &mut Self::View) -> Option<Self::Event> {
        None
    }

    /// The part of an event in the story that its viewer is told, whose view before the event is
    /// given, and the `last` event before it. By default, each event begins something new.
    ///
    /// A decision of the viewer's own begins a turn too, whatever its events say.
    fn beat(&self, _view: &Self::View, _last: Option<&Self::Event>, _event: &Self::Event) -> Beat {
        Beat::Begin(None)
    }

    /// The move that an event tells its viewer, if it tells a whole one; by default, none does.
    ///
    /// Where a move is told, pages and terminals show it to the viewers of other seats too.
    fn told_move(&self, _event: &Self::Event) -> Option<Self::Move> {
        None
    }

    /// Updates a view with an event for its viewer.
    fn advance(&self, view: &mut Self::View, event: Self::Event);

    /// Updates a viewer's view with all events that show it the play that led to this state.
    #[inline]
    fn tell(&self, state: &Self::State, play: &Self::Play, viewer: Viewer, view: &mut Self::View) {
        for event in self.redact(state, play, viewer) {
            self.advance(view, event);
        }
    }

    /// The legal moves of the seat asked, from its own view.
    ///
    /// There is at least one if a seat of this viewer is asked, and none otherwise.
    fn legal_moves(&self, view: &Self::View) -> Self::Moves;

    /// The number of the round, as the rules and [`write_board`](Self::write_board) count it, if
    /// the game has rounds.
    fn round(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    /// True if a side has dropped out: the game goes on without it, and it can no longer win.
    ///
    /// A side that is out does not win when another one forfeits the match, and cannot forfeit it.
    fn is_out(&self, _state: &Self::State, _side: SideId) -> bool {
        false
    }

    /// The values of [`facts`](Self::facts) in this state, in the same order.
    fn fact_values(&self, state: &Self::State) -> Vec<i64>;

    /// Writes a move in the ruleset's notation: no white space, no commas, at most 16 bytes.
    ///
    /// # Errors
    /// If the writer fails.
    fn write_move(&self, mv: Self::Move, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads back what [`write_move`](Self::write_move) wrote, for the seat that made it.
    ///
    /// # Errors
    /// If the text is not a move of that seat. Legality is not checked.
    fn parse_move(&self, seat: Seat, text: &str) -> Result<Self::Move, MoveSyntaxError>;

    /// Writes one line, without a line end, that tells a reader what happened.
    ///
    /// # Errors
    /// If the writer fails.
    fn write_play(&self, play: &Self::Play, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes the board for a reader who may see everything; lines end with `\n`.
    ///
    /// # Errors
    /// If the writer fails.
    fn write_board(&self, state: &Self::State, out: &mut dyn fmt::Write) -> fmt::Result;

    /// True if the board is worth another look after this play, which led to this state.
    ///
    /// A match that is told line by line shows the board then, and at the start: say so once in a
    /// turn or a round. By default the board is shown after every play.
    fn board_is_due(&self, _state: &Self::State, _play: &Self::Play) -> bool {
        true
    }
}

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
    /// Values that it can have, whatever the other parameters are.
    pub allowed: Allowed,
    /// Meaning in a few words, with the unit.
    pub meaning: &'static str,
}

/// The values that a parameter can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// Integers from the first to the second, both included.
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

/// One of the scores of an ending.
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

impl ScoreInfo {
    /// True if the score is 1 for a victory and 0 otherwise, so that its mean is the share of
    /// matches won.
    #[must_use]
    pub fn is_victory(&self) -> bool {
        self.range == (0, 1)
    }

    /// The further scores, by which no side is ranked, with their places in the list.
    pub fn further<'s>(
        scores: &'s [Self],
        sides: &'s Sides,
    ) -> impl Iterator<Item = (usize, &'s Self)> {
        let ranks = |place: usize| sides.list().iter().any(|side| side.score == place);
        scores.iter().enumerate().filter(move |(place, _)| !ranks(*place))
    }
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

/// A fact, for the tables of rulesets.
pub(crate) const fn fact(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
) -> FactInfo {
    FactInfo { name, unit, meaning }
}

/// A fact whose mean the leaderboard shows for each entrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFact {
    /// Column name; unique among shown facts.
    pub name: &'static str,
    /// Unit, such as `points`.
    pub unit: &'static str,
    /// By side: the index of its fact in [`Game::facts`]; `None` if the side has no such fact.
    pub by_side: Vec<Option<usize>>,
}

/// The state of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// This seat makes the next decision.
    ToMove(Seat),
    /// The game is over.
    Over(Ending),
}

/// The rules' ending of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The scores, in the order of [`Game::scores`].
    pub scores: ArrayVec<i32, 8>,
    /// The sides that won.
    pub winners: SideSet,
    /// Reason in a word or two without white space, such as `blood` or `score`.
    pub reason: &'static str,
}

impl Ending {
    /// A side's score from its own point of view: more is better.
    ///
    /// # Panics
    /// If the ruleset has no such side.
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

/// A seat's answer to a decision: a move and a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// The message. The ruleset decides who reads it.
    pub message: Message,
}

impl<M> From<M> for Choice<M> {
    fn from(mv: M) -> Self {
        Self { mv, message: Message::default() }
    }
}

/// Error: a move that the rules do not allow now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("illegal move")]
pub struct IllegalMove;

/// Error: a text that is not a move of the seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a move: {remedy}")]
pub struct MoveSyntaxError {
    /// The text.
    pub text: String,
    /// Example of a valid text.
    pub remedy: String,
}

/// Error in the configuration of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A parameter is out of its range.
    #[error("parameter `{name}` is {value}, but must be {allowed}")]
    Parameter {
        /// The parameter.
        name: &'static str,
        /// Value given.
        value: String,
        /// Values allowed.
        allowed: String,
    },
    /// The ruleset needs a map, and none was given.
    #[error("this ruleset needs a map")]
    NoMap,
    /// The map lacks a landmark that the ruleset needs.
    #[error("this ruleset needs a map with a {0}")]
    NoLandmark(&'static str),
    /// The map lacks something else that the ruleset needs.
    #[error("this ruleset cannot use that map: {0}")]
    UnsuitableMap(String),
    /// The ruleset uses no map, and one was given.
    #[error("this ruleset does not use a map")]
    UnwantedMap,
    /// The data do not suit the rules.
    #[error(transparent)]
    Data(#[from] RefusedData),
    /// The ruleset uses no data file, and one was given.
    #[error("this ruleset does not use a data file")]
    UnwantedData,
}

impl SetupError {
    /// Refuses a map, for a ruleset that uses none.
    ///
    /// # Errors
    /// If there is one.
    pub fn if_map(map: Option<&Arc<Map>>) -> Result<(), Self> {
        map.map_or(Ok(()), |_| Err(Self::UnwantedMap))
    }
}
