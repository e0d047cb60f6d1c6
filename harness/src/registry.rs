//! What there is to play: rulesets, each with its bots.
//!
//! The harness itself knows no ruleset; it finds those it is handed here. A crate with bots of its
//! own adds them and hands the registry to [`main_with`](crate::main_with).

mod belief;
mod builtin;
mod learner;

use std::any::Any;

use stoker_bots::{References, nearest};
use stoker_engine::{Game, Guess, MoveSyntaxError, Seat};

use crate::cli::AnyRuleset;
use crate::entrant::BotEntry;
use crate::exploit::rollout::{GuessStates, guess_states};
use crate::external::runnable::Codes;
use crate::verify::Mismatch;

pub use belief::{Answer, Believed, Question, ReadBelief};
pub use learner::{Learned, LearnedWeight, Learner, LogLikelihood, MakeLearner};

/// Describes the position that a text in a ruleset's notation stands for.
///
/// Gives text for a reader, or what is wrong with the notation.
pub type Notation<G> = fn(&G, &str) -> Result<String, String>;

/// Checks one line of a file of games that were not played here.
///
/// Gives what was found, or why the line is no game.
pub type Transcripts<G> = fn(&G, &str) -> Result<TranscriptCheck, String>;

/// Gives the positions on which bots are tried, besides first turns and turns in mid-game: those
/// that are possible in this game.
pub type Positions<G> = fn(&G) -> Vec<Position<G>>;

/// A position on which bots are tried.
pub struct Position<G: Game> {
    /// A few words.
    pub name: String,
    /// What there is to stumble over.
    pub tests: String,
    /// The position: the game is not over.
    pub state: G::State,
}

/// Reads a move of a seat, exactly as it is written, in the codes that a program may use.
pub type ReadMove<G> = fn(&G, Seat, &str, Codes) -> Result<<G as Game>::Move, MoveSyntaxError>;

/// How programs are told all of a game at every turn, and how their moves are read: what the
/// `course` protocol and the form `plays` of the `lines` protocol need.
pub struct PlaysForm<G: Game> {
    /// All plays so far, oldest first, as the viewer sees them now.
    pub past_plays: fn(&G, &G::View) -> String,
    /// What was said with each of them: as many as there are plays.
    pub messages: for<'v> fn(&'v G::View) -> Vec<&'v str>,
    /// Reads their moves.
    pub read_move: ReadMove<G>,
}

// By hand: derived, they would ask the ruleset to be `Copy` too.
impl<G: Game> Clone for PlaysForm<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for PlaysForm<G> {}

/// What came of checking a game that was not played here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptCheck {
    /// Turns in the game.
    pub turns: u64,
    /// Every fact in which it differs from this program's rules.
    pub mismatches: Vec<Mismatch>,
}

/// A ruleset with its bots and what only it can read.
///
/// # Examples
/// ```
/// use stoker::entrant::BotEntry;
/// use stoker::registry::{Registry, Ruleset};
/// use stoker_engine::course::Course;
/// let mut ruleset = Ruleset::<Course>::new();
/// ruleset.bot(stoker_bots::random())?;
/// assert!(ruleset.bot(stoker_bots::random()).is_err());
/// let mut registry = Registry::empty();
/// registry.ruleset(ruleset)?;
/// # Ok::<_, stoker::registry::RegistryError>(())
/// ```
pub struct Ruleset<G: Game> {
    bots: Vec<BotEntry<G>>,
    /// How many of the bots came with stoker: the first.
    came_with: usize,
    references: Vec<References<G>>,
    /// How many of the references came with stoker: the first.
    references_came_with: usize,
    notation: Option<Notation<G>>,
    belief: Option<ReadBelief<G>>,
    transcripts: Option<Transcripts<G>>,
    positions: Option<Positions<G>>,
    plays_form: Option<PlaysForm<G>>,
    learner: Option<MakeLearner<G>>,
    guess: Option<GuessStates<G>>,
}

/// The rulesets there are, the default one first.
pub struct Registry {
    rulesets: Vec<Box<dyn AnyRuleset>>,
    default_league: Option<&'static str>,
}

/// Why something cannot be added to a registry, or is not in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// The ruleset has a bot of this name.
    #[error("ruleset `{ruleset}` already has a bot `{bot}`: give yours another name")]
    EqualBots {
        /// The ruleset.
        ruleset: &'static str,
        /// The bot's name.
        bot: &'static str,
    },
    /// A name that a spec could not spell.
    #[error("`{0}` is no name for a bot: take lower-case letters, digits, `-` and `_`")]
    BotName(&'static str),
    /// There is a ruleset of this name.
    #[error("there already is a ruleset `{0}`")]
    EqualRulesets(&'static str),
    /// There is no ruleset of this name.
    #[error("there is no ruleset `{name}`: {remedy}")]
    UnknownRuleset {
        /// The name.
        name: String,
        /// What to write instead.
        remedy: String,
    },
    /// There is no ruleset at all.
    #[error("this program has no rulesets: add one to its registry")]
    NoRulesets,
}

// By hand: derived, it would ask the ruleset to be `Clone` too.
impl<G: Game> Clone for Position<G> {
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
            notation: None,
            belief: None,
            transcripts: None,
            positions: None,
            plays_form: None,
            learner: None,
            guess: None,
        }
    }

    /// Adds a bot.
    ///
    /// # Errors
    /// If its name is taken, or could not be spelt in a spec.
    pub fn bot(&mut self, bot: BotEntry<G>) -> Result<&mut Self, RegistryError> {
        self.check_name(bot.name)?;
        self.bots.push(bot);
        Ok(self)
    }

    /// Adds what the bots of a kind of side are measured between, for `stoker gauge`.
    ///
    /// # Errors
    /// If a name is taken, or could not be spelt in a spec.
    pub fn references(&mut self, references: References<G>) -> Result<&mut Self, RegistryError> {
        let [blind, omniscient] = [references.blind.name, references.omniscient.name];
        self.check_name(blind)?;
        self.check_name(omniscient)?;
        if blind == omniscient {
            return Err(RegistryError::EqualBots { ruleset: G::NAME, bot: blind });
        }
        self.references.push(references);
        Ok(self)
    }

    fn check_name(&self, name: &'static str) -> Result<(), RegistryError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        if name.is_empty() || name.starts_with('-') || !name.chars().all(plain) {
            return Err(RegistryError::BotName(name));
        }
        let ends = self.references.iter().flat_map(|two| [two.blind.name, two.omniscient.name]);
        if self.bots.iter().map(|bot| bot.name).chain(ends).any(|other| other == name) {
            return Err(RegistryError::EqualBots { ruleset: G::NAME, bot: name });
        }
        Ok(())
    }

    /// Says how to read the ruleset's notation of positions, for `stoker view`.
    pub fn notation(&mut self, read: Notation<G>) -> &mut Self {
        self.notation = Some(read);
        self
    }

    /// Says what follows from a position in that notation for a side that cannot see everything, for
    /// `stoker view --belief`.
    pub fn belief(&mut self, read: ReadBelief<G>) -> &mut Self {
        self.belief = Some(read);
        self
    }

    /// Says how to check games that were not played here, for `stoker verify`.
    pub fn transcripts(&mut self, check: Transcripts<G>) -> &mut Self {
        self.transcripts = Some(check);
        self
    }

    /// Says on which positions to try bots, for `stoker check`.
    pub fn positions(&mut self, positions: Positions<G>) -> &mut Self {
        self.positions = Some(positions);
        self
    }

    /// Says how to tell programs all plays at every turn: they can speak `course` then.
    pub fn plays_form(&mut self, form: PlaysForm<G>) -> &mut Self {
        self.plays_form = Some(form);
        self
    }

    /// Says what learns from games how a side chooses its moves, for `stoker fit`.
    pub fn learner(&mut self, make: MakeLearner<G>) -> &mut Self {
        self.learner = Some(make);
        self
    }

    /// Says that hidden states can be guessed from views, for `stoker exploit`.
    pub fn guesses(&mut self) -> &mut Self
    where
        G: Guess,
    {
        self.guess = Some(guess_states::<G>);
        self
    }

    /// Says that all bots so far came with stoker, and so did the rules.
    fn seal(&mut self) {
        self.came_with = self.bots.len();
        self.references_came_with = self.references.len();
    }

    /// Whether this bot came with stoker.
    pub(crate) fn came_with_stoker(&self, bot: &BotEntry<G>) -> bool {
        let references = &self.references[..self.references_came_with];
        let mut own = self.bots[..self.came_with].iter();
        own.any(|own| own.name == bot.name)
            || references.iter().any(|references| references.blind.name == bot.name)
    }

    pub(crate) fn bots(&self) -> &[BotEntry<G>] {
        &self.bots
    }

    /// All bots that can be named in a spec: the lower references too.
    pub(crate) fn nameable(&self) -> Vec<BotEntry<G>> {
        let blind = self.references.iter().map(|references| references.blind);
        self.bots.iter().copied().chain(blind).collect()
    }

    pub(crate) fn references_hook(&self) -> &[References<G>] {
        &self.references
    }

    /// The bots that came with stoker; all of them, if none did.
    pub(crate) fn own_bots(&self) -> &[BotEntry<G>] {
        if self.came_with == 0 { &self.bots } else { &self.bots[..self.came_with] }
    }

    pub(crate) fn notation_hook(&self) -> Option<Notation<G>> {
        self.notation
    }

    pub(crate) fn belief_hook(&self) -> Option<ReadBelief<G>> {
        self.belief
    }

    pub(crate) fn transcripts_hook(&self) -> Option<Transcripts<G>> {
        self.transcripts
    }

    pub(crate) fn positions_hook(&self) -> Option<Positions<G>> {
        self.positions
    }

    pub(crate) fn learner_hook(&self) -> Option<MakeLearner<G>> {
        self.learner
    }

    pub(crate) fn guess_hook(&self) -> Option<GuessStates<G>> {
        self.guess
    }

    pub(crate) fn plays_form_hook(&self) -> Option<PlaysForm<G>> {
        self.plays_form
    }
}

impl Registry {
    /// Nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self { rulesets: vec![], default_league: None }
    }

    /// All that comes with the program.
    ///
    /// # Panics
    /// Never: a test makes one.
    #[must_use]
    pub fn builtin() -> Self {
        builtin::registry().expect("what comes with the program has unique names")
    }

    /// Adds a ruleset.
    ///
    /// # Errors
    /// If its name is taken.
    pub fn ruleset<G: Game>(&mut self, ruleset: Ruleset<G>) -> Result<&mut Self, RegistryError> {
        if self.rulesets.iter().any(|other| other.name() == G::NAME) {
            return Err(RegistryError::EqualRulesets(G::NAME));
        }
        self.rulesets.push(Box::new(ruleset));
        Ok(self)
    }

    /// Adds a bot to the ruleset that it plays.
    ///
    /// # Errors
    /// If its name is taken, or its ruleset is not here.
    pub fn bot<G: Game>(&mut self, bot: BotEntry<G>) -> Result<&mut Self, RegistryError> {
        let mut all = self.rulesets.iter_mut();
        let found = all.find_map(|any| {
            let any: &mut dyn Any = &mut **any;
            any.downcast_mut::<Ruleset<G>>()
        });
        match found {
            Some(ruleset) => ruleset.bot(bot).map(|_| ())?,
            None => return Err(self.unknown(G::NAME)),
        }
        Ok(self)
    }

    /// How a ruleset tells programs all plays at every turn, if it is here and has such a notation.
    #[must_use]
    pub fn plays_form<G: Game>(&self) -> Option<PlaysForm<G>> {
        let found = self.rulesets.iter().find_map(|any| {
            let any: &dyn Any = &**any;
            any.downcast_ref::<Ruleset<G>>()
        });
        found?.plays_form_hook()
    }

    /// Sets the league that is played when nothing is asked for: a configuration in TOML.
    pub fn default_league(&mut self, config: &'static str) -> &mut Self {
        self.default_league = Some(config);
        self
    }

    pub(crate) fn default_config(&self) -> Option<&'static str> {
        self.default_league
    }

    pub(crate) fn rulesets(&self) -> impl Iterator<Item = &dyn AnyRuleset> {
        self.rulesets.iter().map(|ruleset| &**ruleset)
    }

    /// The ruleset of this name, or the default one.
    pub(crate) fn find(&self, name: Option<&str>) -> Result<&dyn AnyRuleset, RegistryError> {
        match name {
            None => self.rulesets().next().ok_or(RegistryError::NoRulesets),
            Some(name) => {
                let found = self.rulesets().find(|ruleset| ruleset.name() == name);
                found.ok_or_else(|| self.unknown(name))
            }
        }
    }

    fn unknown(&self, name: &str) -> RegistryError {
        let names = || self.rulesets().map(AnyRuleset::name);
        let remedy = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`stoker rulesets` lists those there are".to_owned(),
        };
        RegistryError::UnknownRuleset { name: name.to_owned(), remedy }
    }
}
