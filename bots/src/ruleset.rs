//! A ruleset as stoker offers it: its bots, and the functions that only the ruleset's own code can
//! provide.

mod field;

use std::fmt;
use std::sync::Arc;

use stoker_engine::data::DataFile;
use stoker_engine::scene::Scene;
use stoker_engine::{Game, Guess, MoveSyntaxError, Rng, Seat};

use crate::belief::ReadBelief;
use crate::codes::Codes;
use crate::entry::BotEntry;
use crate::field::{FieldBot, Group};
use crate::hindsight::{MakeInference, MakeYardstick};
use crate::learner::MakeLearner;
use crate::reference::References;
use crate::scenes::Scenes;
use crate::submissions::SubmissionForm;

/// Reads the position described by a text in a ruleset's notation.
///
/// Returns the scene for the viewer who could have written the text, or the problem with the
/// notation. The ruleset must have [`Scenes`] too.
pub type Notation<G> = fn(&G, &str) -> Result<Scene, String>;

/// Checks one line of a file of games that were not played here.
///
/// Returns the findings, or the reason why the line was not checked.
pub type Transcripts<G> = fn(&ReplayBy<'_, G>, &str) -> Result<TranscriptCheck, Unchecked>;

/// The rules by which a game that was not played here is to be checked.
pub struct ReplayBy<'a, G> {
    /// The rules for games that name none.
    pub rules: &'a G,
    /// Compares rules that a game names with those that were asked for; gives the contradiction.
    pub agrees: &'a dyn Fn(&G) -> Result<(), String>,
}

impl<'a, G> ReplayBy<'a, G> {
    /// Rules that nobody asked for.
    #[must_use]
    pub fn usual(rules: &'a G) -> Self {
        Self { rules, agrees: &|_| Ok(()) }
    }
}

/// The reasons why a line of a file of games was not checked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// It is not a game of the ruleset.
    #[error("{0}")]
    NotAGame(String),
    /// It names rules that contradict those that were asked for.
    #[error("{0}")]
    Contradicted(String),
}

/// Returns the positions on which bots are checked, besides first turns and turns in mid-game.
/// Positions that are impossible in this game are left out.
pub type TrialPositions<G> = fn(&G) -> Vec<TrialPosition<G>>;

/// A position on which bots are checked.
pub struct TrialPosition<G: Game> {
    /// Name in a few words.
    pub name: String,
    /// The difficulty that it tests.
    pub tests: String,
    /// The state; the game is not over.
    pub state: G::State,
}

/// Reads a move of a seat, exactly as written, in the codes that a program may use.
pub type ReadMove<G> = fn(&G, Seat, &str, Codes) -> Result<<G as Game>::Move, MoveSyntaxError>;

/// A position in the middle of a game that was read, with its rules. The game is not over.
pub struct PlacedGame<G: Game> {
    /// The rules that it names.
    pub rules: Arc<G>,
    /// The state.
    pub state: G::State,
}

/// Reads a position in the middle of a game from its JSON form, by the rules that it names, with a
/// data file if one is given. The error says why no game can go on from it.
pub type ReadPosition<G> = fn(&str, Option<Arc<DataFile>>) -> Result<PlacedGame<G>, String>;

/// The form in which programs get all plays at every turn, and in which their moves are read. The
/// protocol [`PLAYS_PROTOCOL`](crate::words::PLAYS_PROTOCOL) and the form `plays` of the `lines`
/// protocol need it.
pub struct PlaysForm<G: Game> {
    /// Returns all plays so far, oldest first, as the viewer sees them now.
    pub past_plays: fn(&G, &G::View) -> String,
    /// Returns the message of each of them, one per play.
    pub messages: for<'v> fn(&'v G::View) -> Vec<&'v str>,
    /// Reads the programs' moves.
    pub read_move: ReadMove<G>,
    /// The form of C programs written for an interface to these plays, if there is one. A folder of
    /// such sources is a submission.
    pub sources: Option<&'static SubmissionForm>,
}

// Written by hand: derived ones would require the ruleset to be `Copy` too.
impl<G: Game> Clone for PlaysForm<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for PlaysForm<G> {}

/// The result of checking a game that was not played here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptCheck {
    /// Number of turns in the game.
    pub turns: u64,
    /// Every fact in which it differs from this program's rules.
    pub mismatches: Vec<Mismatch>,
}

/// A ruleset with its bots and the functions that only its own code can provide.
///
/// # Examples
/// ```
/// use stoker_bots::BotEntry;
/// use stoker_bots::Ruleset;
/// use stoker_engine::course::Course;
/// let mut ruleset = Ruleset::<Course>::new();
/// ruleset.bot(stoker_bots::random())?;
/// assert!(ruleset.bot(stoker_bots::random()).is_err());
/// # Ok::<_, stoker_bots::RulesetError>(())
/// ```
pub struct Ruleset<G: Game> {
    bots: Vec<BotEntry<G>>,
    /// Number of bots that came with stoker; they are the first.
    came_with: usize,
    references: Vec<References<G>>,
    /// Number of references that came with stoker; they are the first.
    references_came_with: usize,
    field: Vec<FieldBot<G>>,
    /// Number of bots of the field that came with stoker; they are the first.
    field_came_with: usize,
    notation: Option<Notation<G>>,
    belief: Option<ReadBelief<G>>,
    transcripts: Option<Transcripts<G>>,
    positions: Option<TrialPositions<G>>,
    position_reader: Option<ReadPosition<G>>,
    plays_form: Option<PlaysForm<G>>,
    learner: Option<MakeLearner<G>>,
    guess: Option<GuessStates<G>>,
    scenes: Option<Scenes<G>>,
    yardstick: Option<MakeYardstick<G>>,
    inference: Option<MakeInference<G>>,
    league: Option<&'static str>,
}

/// Draws states that a view allows; `None` if there are none.
pub type GuessStates<G> =
    fn(&G, &<G as Game>::View, usize, &mut Rng) -> Option<Vec<<G as Game>::State>>;

/// Draws states with the ruleset's [`Guess`].
pub fn guess_states<G: Guess>(
    game: &G,
    view: &G::View,
    count: usize,
    rng: &mut Rng,
) -> Option<Vec<G::State>> {
    let guesses = game.guesses(view).ok()?;
    Some((0..count).map(|_| game.sample(&guesses, rng)).collect())
}

/// A value in a record that differs from the game's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Index of the decision, from 0, if it is about one.
    pub decision: Option<u32>,
    /// The field of the record.
    pub field: String,
    /// The value that the replay gives.
    pub expected: String,
    /// The value in the record.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(decision) = self.decision {
            write!(f, "decision {decision}: ")?;
        }
        write!(f, "{}: expected {}, got {}", self.field, self.expected, self.got)
    }
}

/// Error on adding a bot to a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The ruleset already has a bot of this name.
    #[error("ruleset `{ruleset}` already has a bot `{bot}`: give yours another name")]
    EqualBots {
        /// The ruleset.
        ruleset: &'static str,
        /// The bot's name.
        bot: &'static str,
    },
    /// The name cannot be spelled in a spec.
    #[error("`{0}` is not a name for a bot: use lower-case letters, digits, `-` and `_`")]
    BotName(&'static str),
}

// Written by hand: derived, it would require the ruleset to be `Clone` too.
impl<G: Game> Clone for TrialPosition<G> {
    fn clone(&self) -> Self {
        let Self { name, tests, state } = self;
        Self { name: name.clone(), tests: tests.clone(), state: state.clone() }
    }
}

impl<G: Game> Default for Ruleset<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Ruleset<G> {
    /// A ruleset without bots.
    #[must_use]
    pub fn new() -> Self {
        Self {
            bots: vec![],
            came_with: 0,
            references: vec![],
            references_came_with: 0,
            field: vec![],
            field_came_with: 0,
            notation: None,
            belief: None,
            transcripts: None,
            positions: None,
            position_reader: None,
            plays_form: None,
            learner: None,
            guess: None,
            scenes: None,
            yardstick: None,
            inference: None,
            league: None,
        }
    }

    /// Adds a bot.
    ///
    /// # Errors
    /// If its name is taken, or cannot be spelled in a spec.
    pub fn bot(&mut self, bot: BotEntry<G>) -> Result<&mut Self, RulesetError> {
        self.check_name(bot.name)?;
        self.bots.push(bot);
        Ok(self)
    }

    /// Adds the references between which the bots of a kind of side are measured, for `stoker
    /// gauge`.
    ///
    /// # Errors
    /// If a name is taken, or cannot be spelled in a spec.
    pub fn references(&mut self, references: References<G>) -> Result<&mut Self, RulesetError> {
        let [blind, omniscient] = [references.blind.name, references.omniscient.name];
        self.check_name(blind)?;
        self.check_name(omniscient)?;
        if blind == omniscient {
            return Err(RulesetError::EqualBots { ruleset: G::NAME, bot: blind });
        }
        self.references.push(references);
        Ok(self)
    }

    fn check_name(&self, name: &'static str) -> Result<(), RulesetError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        if name.is_empty() || name.starts_with('-') || !name.chars().all(plain) {
            return Err(RulesetError::BotName(name));
        }
        let ends = self.references.iter().flat_map(|two| [two.blind.name, two.omniscient.name]);
        let field = self.field.iter().map(|bot| bot.entry.name);
        let groups = Group::NAMES.into_iter().map(|(group, _)| group);
        let mut taken = self.bots.iter().map(|bot| bot.name).chain(ends).chain(field).chain(groups);
        if taken.any(|other| other == name) {
            return Err(RulesetError::EqualBots { ruleset: G::NAME, bot: name });
        }
        Ok(())
    }

    /// Sets the reader of the ruleset's notation of positions, for `stoker view`.
    pub fn notation(&mut self, read: Notation<G>) -> &mut Self {
        self.notation = Some(read);
        self
    }

    /// Sets the reader that derives, from a position in that notation, what a side that cannot see
    /// everything can know, for `stoker view --belief`.
    pub fn belief(&mut self, read: ReadBelief<G>) -> &mut Self {
        self.belief = Some(read);
        self
    }

    /// Sets the checker of games that were not played here, for `stoker verify`.
    pub fn transcripts(&mut self, check: Transcripts<G>) -> &mut Self {
        self.transcripts = Some(check);
        self
    }

    /// Sets the positions on which bots are checked, for `stoker check`.
    pub fn positions(&mut self, positions: TrialPositions<G>) -> &mut Self {
        self.positions = Some(positions);
        self
    }

    /// Sets the reader of positions in the middle of a game, for `--position` of `stoker check` and
    /// `stoker view`.
    pub fn position_reader(&mut self, read: ReadPosition<G>) -> &mut Self {
        self.position_reader = Some(read);
        self
    }

    /// Sets the form in which programs get all plays at every turn.
    pub fn plays_form(&mut self, form: PlaysForm<G>) -> &mut Self {
        self.plays_form = Some(form);
        self
    }

    /// Sets the learner of a side's choices from games, for `stoker fit`.
    pub fn learner(&mut self, make: MakeLearner<G>) -> &mut Self {
        self.learner = Some(make);
        self
    }

    /// Enables guesses of hidden states from views, for `stoker exploit`.
    pub fn guesses(&mut self) -> &mut Self
    where
        G: Guess,
    {
        self.guess = Some(guess_states::<G>);
        self
    }

    /// Sets the scenes of the ruleset.
    pub fn scenes(&mut self, scenes: Scenes<G>) -> &mut Self {
        self.scenes = Some(scenes);
        self
    }

    /// Sets the players that play games out to measure the value of moves, for `stoker analyse`.
    /// They must be fast enough for thousands of games a second.
    pub fn yardstick(&mut self, make: MakeYardstick<G>) -> &mut Self {
        self.yardstick = Some(make);
        self
    }

    /// Sets one side's inference about what is hidden from it, for `stoker analyse`.
    pub fn inference(&mut self, make: MakeInference<G>) -> &mut Self {
        self.inference = Some(make);
        self
    }

    /// Sets the default league: a configuration in TOML.
    pub fn default_league(&mut self, config: &'static str) -> &mut Self {
        self.league = Some(config);
        self
    }

    /// Marks the rules and all bots so far as stoker's own.
    pub fn seal(&mut self) {
        self.came_with = self.bots.len();
        self.references_came_with = self.references.len();
        self.field_came_with = self.field.len();
    }

    /// Returns true if this bot came with stoker.
    #[must_use]
    pub fn came_with_stoker(&self, bot: &BotEntry<G>) -> bool {
        let references = &self.references[..self.references_came_with];
        let field = &self.field[..self.field_came_with];
        let mut own = self.bots[..self.came_with].iter();
        own.any(|own| own.name == bot.name)
            || field.iter().any(|own| own.entry.name == bot.name)
            || references.iter().any(|references| references.blind.name == bot.name)
    }

    /// The bots, in the order in which they were added.
    #[must_use]
    pub fn bots(&self) -> &[BotEntry<G>] {
        &self.bots
    }

    /// The bots with the lower references after them: those that are listed by default.
    #[must_use]
    pub fn listed(&self) -> Vec<BotEntry<G>> {
        let blind = self.references.iter().map(|references| references.blind);
        self.bots.iter().copied().chain(blind).collect()
    }

    /// All bots that can be named in a spec: those that are listed, and the field.
    #[must_use]
    pub fn nameable(&self) -> Vec<BotEntry<G>> {
        let field = self.field.iter().map(|bot| bot.entry);
        self.listed().into_iter().chain(field).collect()
    }

    /// The references between which bots are measured, by kind of side.
    #[must_use]
    pub fn references_hook(&self) -> &[References<G>] {
        &self.references
    }

    /// The bots that came with stoker; all bots if none did.
    #[must_use]
    pub fn own_bots(&self) -> &[BotEntry<G>] {
        if self.came_with == 0 { &self.bots } else { &self.bots[..self.came_with] }
    }

    /// The reader of positions, if there is one.
    #[must_use]
    pub fn notation_hook(&self) -> Option<Notation<G>> {
        self.notation
    }

    /// The reader of beliefs, if there is one.
    #[must_use]
    pub fn belief_hook(&self) -> Option<ReadBelief<G>> {
        self.belief
    }

    /// The checker of games that were not played here, if there is one.
    #[must_use]
    pub fn transcripts_hook(&self) -> Option<Transcripts<G>> {
        self.transcripts
    }

    /// The positions on which bots are checked, if there are any.
    #[must_use]
    pub fn positions_hook(&self) -> Option<TrialPositions<G>> {
        self.positions
    }

    /// The reader of positions in the middle of a game, if there is one.
    #[must_use]
    pub fn position_reader_hook(&self) -> Option<ReadPosition<G>> {
        self.position_reader
    }

    /// The maker of learners, if there is one.
    #[must_use]
    pub fn learner_hook(&self) -> Option<MakeLearner<G>> {
        self.learner
    }

    /// The sampler of hidden states, if they can be guessed.
    #[must_use]
    pub fn guess_hook(&self) -> Option<GuessStates<G>> {
        self.guess
    }

    /// The scenes of the ruleset, if it has any.
    #[must_use]
    pub fn scenes_hook(&self) -> Option<Scenes<G>> {
        self.scenes
    }

    /// The maker of the ruleset's own yardstick, if there is one.
    #[must_use]
    pub fn yardstick_hook(&self) -> Option<MakeYardstick<G>> {
        self.yardstick
    }

    /// The maker of one side's inference, if there is one.
    #[must_use]
    pub fn inference_hook(&self) -> Option<MakeInference<G>> {
        self.inference
    }

    /// The default league, if there is one.
    #[must_use]
    pub fn default_league_hook(&self) -> Option<&'static str> {
        self.league
    }

    /// The form of C programs without instructions, if such programs can be submitted.
    #[must_use]
    pub fn submission_form(&self) -> Option<&'static SubmissionForm> {
        self.plays_form?.sources
    }

    /// The form of past plays for programs, if there is one.
    #[must_use]
    pub fn plays_form_hook(&self) -> Option<PlaysForm<G>> {
        self.plays_form
    }
}
