//! The registry of rulesets, each with its bots.
//!
//! The harness itself knows no ruleset. It finds rulesets in the registry that it is given. A crate
//! with bots of its own adds them and passes the registry to [`main_with`](crate::main_with).

pub(crate) mod any;
pub(crate) mod info;

use std::any::Any;

use stoker_bots::{BotEntry, boss, course, fury, kosmos, masters, nearest};
use stoker_engine::Game;
use stoker_engine::toy::Toy;

pub(crate) use any::AnyRuleset;
/// The ruleset whose notations the bodies of fuzz targets read.
pub(crate) use stoker_engine::course::Course as Fuzzed;

pub use stoker_bots::{
    Answer, BeliefQuestion, Believed, Learned, LearnedWeight, Learner, LogLikelihood, MakeLearner,
    Notation, PlaysForm, ReadBelief, ReadMove, ReplayBy, Ruleset, RulesetError, TranscriptCheck,
    Transcripts, TrialPosition, TrialPositions, Unchecked,
};

/// The rulesets with their bots, the default ruleset first.
pub struct Registry {
    rulesets: Vec<Box<dyn AnyRuleset>>,
    examples: Vec<ExampleRuleset>,
    default_league: Option<&'static str>,
}

/// A ruleset that is meant to be copied. It is listed, but cannot be played: every ruleset that can
/// makes the program larger and its build longer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExampleRuleset {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The page that explains it.
    pub(crate) page: &'static str,
}

/// A reason why something cannot be added to a registry, or is not in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegistryError {
    /// A bot does not fit into the ruleset.
    #[error(transparent)]
    Bot(#[from] RulesetError),
    /// There is a ruleset of this name.
    #[error("there is already a ruleset `{0}`")]
    EqualRulesets(&'static str),
    /// There is no ruleset of this name.
    #[error("there is no ruleset `{name}`: {remedy}")]
    UnknownRuleset {
        /// The name.
        name: String,
        /// The advice: a similar name, the page of an example, or where to find the list.
        remedy: String,
    },
    /// There is no ruleset at all.
    #[error("this program has no rulesets: add one to its registry")]
    NoRulesets,
}

impl Registry {
    /// A registry without rulesets.
    #[must_use]
    pub fn empty() -> Self {
        Self { rulesets: vec![], examples: vec![], default_league: None }
    }

    /// The rulesets and bots that come with the program.
    ///
    /// # Panics
    /// Never: a test makes one.
    #[must_use]
    pub fn builtin() -> Self {
        Self::of_stoker().expect("what comes with the program has unique names")
    }

    /// The rulesets of stoker, a line each.
    fn of_stoker() -> Result<Self, RegistryError> {
        let mut registry = Self::empty();
        registry.ruleset(course::ruleset()?)?;
        registry.ruleset(kosmos::ruleset()?)?;
        registry.ruleset(masters::ruleset()?)?;
        registry.ruleset(boss::ruleset()?)?;
        registry.ruleset(fury::ruleset()?)?;
        registry.example::<Toy>("docs/adding-a-game.md");
        Ok(registry)
    }

    /// Lists a ruleset as an example, which this page explains.
    fn example<G: Game>(&mut self, page: &'static str) {
        self.examples.push(ExampleRuleset { name: G::NAME, summary: G::SUMMARY, page });
    }

    /// Adds a ruleset.
    ///
    /// # Errors
    /// If its name is taken.
    pub fn ruleset<G: Game>(&mut self, ruleset: Ruleset<G>) -> Result<&mut Self, RegistryError> {
        if self.rulesets.iter().any(|other| other.name() == G::NAME) {
            return Err(RegistryError::EqualRulesets(G::NAME));
        }
        self.examples.retain(|example| example.name != G::NAME);
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

    /// The form in which the ruleset `G` sends programs all plays at every turn, if it has one.
    #[must_use]
    pub fn plays_form<G: Game>(&self) -> Option<PlaysForm<G>> {
        let found = self.rulesets.iter().find_map(|any| {
            let any: &dyn Any = &**any;
            any.downcast_ref::<Ruleset<G>>()
        });
        found?.plays_form_hook()
    }

    /// Sets the default league, which `stoker` without arguments plays: a configuration in TOML.
    pub fn default_league(&mut self, config: &'static str) -> &mut Self {
        self.default_league = Some(config);
        self
    }

    pub(crate) fn default_config(&self) -> Option<&'static str> {
        self.default_league.or_else(|| self.rulesets().find_map(AnyRuleset::default_league))
    }

    pub(crate) fn rulesets(&self) -> impl Iterator<Item = &dyn AnyRuleset> {
        self.rulesets.iter().map(|ruleset| &**ruleset)
    }

    /// The rulesets that are listed as examples only.
    pub(crate) fn examples(&self) -> &[ExampleRuleset] {
        &self.examples
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
        let example = self.examples.iter().find(|example| example.name == name);
        let remedy = match (example, nearest(name, self.rulesets().map(AnyRuleset::name))) {
            (Some(ExampleRuleset { page, .. }), _) => {
                format!("it is an example to copy, and {page} says how to play it")
            }
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => "`stoker rulesets` lists those there are".to_owned(),
        };
        RegistryError::UnknownRuleset { name: name.to_owned(), remedy }
    }
}
