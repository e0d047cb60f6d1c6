//! A ruleset as it is offered: its bots, and what else only the ruleset's own code can do.

use std::fmt;

use stoker_engine::scene::Scene;
use stoker_engine::{Game, Guess, MoveSyntaxError, Rng, Seat};

use crate::belief::ReadBelief;
use crate::codes::Codes;
use crate::entry::BotEntry;
use crate::hindsight::{MakeInference, MakeYardstick};
use crate::learner::MakeLearner;
use crate::reference::References;
use crate::scenes::Scenes;
use crate::submissions::SubmissionForm;

/// Reads the position that a text in a ruleset's notation stands for.
///
/// Gives what it looks like to the viewer who could have written it, or what is wrong with the
/// notation. The ruleset has [`Scenes`] too.
pub type Notation<G> = fn(&G, &str) -> Result<Scene, String>;

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
/// protocol [`PLAYS_PROTOCOL`](crate::words::PLAYS_PROTOCOL) and the form `plays` of the `lines`
/// protocol need.
pub struct PlaysForm<G: Game> {
    /// All plays so far, oldest first, as the viewer sees them now.
    pub past_plays: fn(&G, &G::View) -> String,
    /// What was said with each of them: as many as there are plays.
    pub messages: for<'v> fn(&'v G::View) -> Vec<&'v str>,
    /// Reads their moves.
    pub read_move: ReadMove<G>,
    /// The form of programs in C that were written for an interface to these plays, if there is
    /// one: a folder of such sources is a submission.
    pub sources: Option<&'static SubmissionForm>,
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
    scenes: Option<Scenes<G>>,
    yardstick: Option<MakeYardstick<G>>,
    inference: Option<MakeInference<G>>,
    league: Option<&'static str>,
}

/// Draws states that a view allows; nothing, if there are none.
pub type GuessStates<G> =
    fn(&G, &<G as Game>::View, usize, &mut Rng) -> Option<Vec<<G as Game>::State>>;

/// Draws states by a ruleset's own means.
pub fn guess_states<G: Guess>(
    game: &G,
    view: &G::View,
    count: usize,
    rng: &mut Rng,
) -> Option<Vec<G::State>> {
    let guesses = game.guesses(view).ok()?;
    Some((0..count).map(|_| game.sample(&guesses, rng)).collect())
}

/// A value of a record that is not what the game comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The decision, from 0, if it is about one.
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

/// Why a bot cannot be added to a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The ruleset has a bot of this name.
    #[error("ruleset `{ruleset}` already has a bot `{bot}`: give yours another name")]
    EqualBots {
        /// The ruleset.
        ruleset: &'static str,
        /// The bot's name.
        bot: &'static str,
    },
    /// A name that a spec could not spell.
    #[error("`{0}` is not a name for a bot: use lower-case letters, digits, `-` and `_`")]
    BotName(&'static str),
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
            scenes: None,
            yardstick: None,
            inference: None,
            league: None,
        }
    }

    /// Adds a bot.
    ///
    /// # Errors
    /// If its name is taken, or could not be spelt in a spec.
    pub fn bot(&mut self, bot: BotEntry<G>) -> Result<&mut Self, RulesetError> {
        self.check_name(bot.name)?;
        self.bots.push(bot);
        Ok(self)
    }

    /// Adds what the bots of a kind of side are measured between, for `stoker gauge`.
    ///
    /// # Errors
    /// If a name is taken, or could not be spelt in a spec.
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
        if self.bots.iter().map(|bot| bot.name).chain(ends).any(|other| other == name) {
            return Err(RulesetError::EqualBots { ruleset: G::NAME, bot: name });
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

    /// Says how to tell programs all plays at every turn.
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

    /// Describes positions, for the code that draws them.
    pub fn scenes(&mut self, scenes: Scenes<G>) -> &mut Self {
        self.scenes = Some(scenes);
        self
    }

    /// Offers players that play games out to measure what moves are worth, for `stoker analyse`:
    /// cheap enough for thousands of games a second.
    pub fn yardstick(&mut self, make: MakeYardstick<G>) -> &mut Self {
        self.yardstick = Some(make);
        self
    }

    /// Offers one side's inference about what is hidden from it, for `stoker analyse`.
    pub fn inference(&mut self, make: MakeInference<G>) -> &mut Self {
        self.inference = Some(make);
        self
    }

    /// Sets the league that is played when nothing is asked for: a configuration in TOML.
    pub fn default_league(&mut self, config: &'static str) -> &mut Self {
        self.league = Some(config);
        self
    }

    /// Says that all bots so far came with stoker, and so did the rules.
    pub fn seal(&mut self) {
        self.came_with = self.bots.len();
        self.references_came_with = self.references.len();
    }

    /// True if this bot came with stoker.
    #[must_use]
    pub fn came_with_stoker(&self, bot: &BotEntry<G>) -> bool {
        let references = &self.references[..self.references_came_with];
        let mut own = self.bots[..self.came_with].iter();
        own.any(|own| own.name == bot.name)
            || references.iter().any(|references| references.blind.name == bot.name)
    }

    /// The bots, in the order in which they were added.
    #[must_use]
    pub fn bots(&self) -> &[BotEntry<G>] {
        &self.bots
    }

    /// All bots that can be named in a spec: the lower references too.
    #[must_use]
    pub fn nameable(&self) -> Vec<BotEntry<G>> {
        let blind = self.references.iter().map(|references| references.blind);
        self.bots.iter().copied().chain(blind).collect()
    }

    /// The players that bots are measured between, by kind of side.
    #[must_use]
    pub fn references_hook(&self) -> &[References<G>] {
        &self.references
    }

    /// The bots that came with stoker; all of them, if none did.
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

    /// The positions on which bots are tried, if there are some.
    #[must_use]
    pub fn positions_hook(&self) -> Option<Positions<G>> {
        self.positions
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

    /// The scenes of the ruleset, if it has some.
    #[must_use]
    pub fn scenes_hook(&self) -> Option<Scenes<G>> {
        self.scenes
    }

    /// The maker of the ruleset's own yardstick, if there is one.
    #[must_use]
    pub fn yardstick_hook(&self) -> Option<MakeYardstick<G>> {
        self.yardstick
    }

    /// The maker of what one side can infer, if there is one.
    #[must_use]
    pub fn inference_hook(&self) -> Option<MakeInference<G>> {
        self.inference
    }

    /// The league that is played when nothing is asked for, if there is one.
    #[must_use]
    pub fn default_league_hook(&self) -> Option<&'static str> {
        self.league
    }

    /// The form of programs in C without instructions, if such programs can be handed in.
    #[must_use]
    pub fn submission_form(&self) -> Option<&'static SubmissionForm> {
        self.plays_form?.sources
    }

    /// The form of past plays that programs can be told, if there is one.
    #[must_use]
    pub fn plays_form_hook(&self) -> Option<PlaysForm<G>> {
        self.plays_form
    }
}
