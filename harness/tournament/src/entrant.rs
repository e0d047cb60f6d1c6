//! Entrants: bots and people as they take part in a tournament.

use std::sync::Arc;

use stoker_bots::nearest;
use stoker_engine::Game;
use stoker_external::contract::ExternalBot;
use stoker_external::spec::{PERSON, SpecError, spell};
use stoker_external::unfit::Unfit;

pub use stoker_bots::{BotEntry, ParamError, References, SeerEntry, Setup, Values};

/// A bot or person as it takes part in a tournament.
pub struct Entrant<G: Game> {
    /// The name in files; unique among the entrants that can play one side.
    pub name: String,
    /// The canonical spelling: bot and parameters, folder, or command; without side and name.
    pub spec: String,
    /// The kind of side it is restricted to.
    pub side: Option<String>,
    /// The bot or program behind it.
    pub source: BotSource<G>,
    /// The kinds of sides for which it was found unfit.
    pub unfit: Vec<Unfit>,
}

/// The bot or program that plays for an entrant.
pub enum BotSource<G: Game> {
    /// A bot of this program, with its parameter values.
    Builtin(BotEntry<G>, Values),
    /// A program, or anything else that is not a bot of this program.
    External(Arc<dyn ExternalBot<G>>),
    /// A person. Matches of people are played at a table, one at a time: see
    /// [`Sitting`](crate::run::Sitting).
    Person,
}

impl<G: Game> Entrant<G> {
    /// True if it plays sides of this kind.
    #[must_use]
    pub fn plays(&self, kind: &str) -> bool {
        self.enters(kind) && self.unfit.iter().all(|unfit| unfit.side != kind)
    }

    /// True if it would play sides of this kind were it not unfit.
    #[must_use]
    pub fn enters(&self, kind: &str) -> bool {
        let able = match &self.source {
            BotSource::Builtin(bot, _) => bot.sides.is_empty() || bot.sides.contains(&kind),
            BotSource::External(program) => program.plays(kind),
            BotSource::Person => true,
        };
        able && self.side.as_deref().is_none_or(|side| side == kind)
    }

    /// A person of this name, restricted to this kind of side if one is named.
    #[must_use]
    pub fn person(name: String, side: Option<String>) -> Self {
        Self { name, spec: PERSON.to_owned(), side, source: BotSource::Person, unfit: vec![] }
    }

    /// True if it is a person.
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self.source, BotSource::Person)
    }

    /// Sets a parameter of a built-in bot; the name stays.
    ///
    /// # Errors
    /// If the bot has no such parameter or does not allow the value. Programs and people have no
    /// parameters, so setting one always fails.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        match &mut self.source {
            BotSource::Builtin(bot, values) => {
                values.set(name, value)?;
                self.spec = spell(bot.name, values);
                Ok(())
            }
            BotSource::External(_) | BotSource::Person => Values::default().set(name, value),
        }
    }

    /// The text that names this entrant on the command line. Side and name are left out where they
    /// are implied.
    #[must_use]
    pub fn typed(&self) -> String {
        typed(self.side.as_deref(), &self.name, &self.spec)
    }
}

/// The text that names an entrant of this side, name and spec on the command line.
pub fn typed(side: Option<&str>, name: &str, spec: &str) -> String {
    let side = side.map(|side| format!("{side}=")).unwrap_or_default();
    let name = if name == spec { String::new() } else { format!("{name}@") };
    format!("{side}{name}{spec}")
}

/// Looks up a bot of this program and reads its parameters. Returns its source and canonical
/// spelling.
///
/// # Errors
/// If there is no such bot, or its parameters are wrong.
pub fn builtin<G: Game>(
    bot: &str,
    params: &str,
    bots: &[BotEntry<G>],
) -> Result<(BotSource<G>, String), SpecError> {
    let Some(&entry) = bots.iter().find(|entry| entry.name == bot) else {
        return Err(SpecError::UnknownBot { remedy: remedy(bot, bots), bot: bot.to_owned() });
    };
    let values = Values::parse(params, entry.params)
        .map_err(|source| SpecError::Params { bot: bot.to_owned(), source })?;
    let spec = spell(entry.name, &values);
    Ok((BotSource::Builtin(entry, values), spec))
}

fn remedy<G: Game>(bot: &str, bots: &[BotEntry<G>]) -> String {
    match nearest(bot, bots.iter().map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`stoker bots` lists those there are, `stoker bots --field` the field".to_owned(),
    }
}

// Written by hand: a derived impl would require the ruleset to be `Clone` too.
impl<G: Game> Clone for Entrant<G> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            spec: self.spec.clone(),
            side: self.side.clone(),
            source: self.source.clone(),
            unfit: self.unfit.clone(),
        }
    }
}

impl<G: Game> Clone for BotSource<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Builtin(bot, values) => Self::Builtin(*bot, values.clone()),
            Self::External(program) => Self::External(Arc::clone(program)),
            Self::Person => Self::Person,
        }
    }
}
