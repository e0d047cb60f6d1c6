//! Entrant specs: how an entrant is written on the command line and in configurations.
//!
//! ```text
//! [SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]
//!
//! tracker                               a bot, on every side it can play
//! tracker:depth=3,rest=0.4              with parameters
//! hunters=tracker                       on one kind of side only
//! patient@tracker:rest=0.8              called `patient` in all files
//! ```

use stoker_bots::{BotEntry, ParamError, Values, nearest};
use stoker_engine::Game;

use crate::entrant::Entrant;

/// The longest name of an entrant, in bytes.
pub const MAX_NAME: usize = 64;

/// An entrant as it was typed: taken apart, but not looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The side it is restricted to.
    pub side: Option<String>,
    /// The name given to it.
    pub name: Option<String>,
    /// The bot's name.
    pub bot: String,
    /// The parameters, as they were typed.
    pub params: String,
}

/// Why a text names no entrant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Nothing where a bot's name should be.
    #[error("`{0}` names no bot: write [SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]")]
    NoBot(String),
    /// Nothing where a side's name should be.
    #[error("`{0}` names no side before the `=`: write SIDE=BOT, or BOT alone for every side")]
    NoSide(String),
    /// A program outside of this one.
    #[error(
        "`{0}` is an external program, and this version plays built-in bots only: `stoker bots` \
         lists them"
    )]
    External(String),
    /// A name that result files could not hold safely.
    #[error(
        "`{0}` is no name for an entrant: take up to {MAX_NAME} letters, digits, `-`, `_`, `.`"
    )]
    Name(String),
    /// A bot that the ruleset does not have.
    #[error("there is no bot `{bot}`: {remedy}")]
    UnknownBot {
        /// The bot's name.
        bot: String,
        /// What to write instead.
        remedy: String,
    },
    /// Parameters that do not suit the bot.
    #[error("bot `{bot}`: {source}")]
    Params {
        /// The bot's name.
        bot: String,
        /// What is wrong with them.
        source: ParamError,
    },
}

impl Spec {
    /// Takes a spec apart.
    ///
    /// # Errors
    /// If it names no bot, asks for an external program, or gives an unsafe name.
    ///
    /// # Examples
    /// ```
    /// use stoker::spec::Spec;
    /// let spec = Spec::parse("hunters=patient@tracker:rest=0.8").unwrap();
    /// assert_eq!(spec.side.as_deref(), Some("hunters"));
    /// assert_eq!(spec.name.as_deref(), Some("patient"));
    /// assert_eq!((spec.bot.as_str(), spec.params.as_str()), ("tracker", "rest=0.8"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let (side, rest) = prefix(text.trim(), '=');
        if side == Some("") {
            return Err(SpecError::NoSide(text.to_owned()));
        }
        let (name, rest) = prefix(rest, '@');
        if is_external(rest) {
            return Err(SpecError::External(rest.to_owned()));
        }
        let (bot, params) = rest.split_once(':').unwrap_or((rest, ""));
        if bot.is_empty() {
            return Err(SpecError::NoBot(text.to_owned()));
        }
        if let Some(bad) = name.filter(|name| !is_name(name)) {
            return Err(SpecError::Name(bad.to_owned()));
        }
        let (bot, params) = (bot.to_owned(), params.to_owned());
        Ok(Self { side: side.map(str::to_owned), name: name.map(str::to_owned), bot, params })
    }

    /// Looks the bot up and reads its parameters.
    ///
    /// # Errors
    /// If there is no such bot, or its parameters are wrong.
    pub fn resolve<G: Game>(self, bots: &[BotEntry<G>]) -> Result<Entrant<G>, SpecError> {
        let Self { side, name, bot, params } = self;
        let Some(&entry) = bots.iter().find(|entry| entry.name == bot) else {
            return Err(SpecError::UnknownBot { remedy: remedy(&bot, bots), bot });
        };
        let values = Values::parse(&params, entry.params)
            .map_err(|source| SpecError::Params { bot, source })?;
        let spec = spell(entry.name, &values);
        Ok(Entrant { name: name.unwrap_or_else(|| spec.clone()), spec, side, bot: entry, values })
    }
}

/// Splits off a prefix that ends in this character, unless the bot's name begins before it.
fn prefix(text: &str, end: char) -> (Option<&str>, &str) {
    match text.split_once(end) {
        Some((prefix, rest)) if !prefix.contains([':', '@', '/']) => (Some(prefix), rest),
        _ => (None, text),
    }
}

fn is_external(bot: &str) -> bool {
    let command = bot.starts_with("course:") || bot.starts_with("lines:");
    command || bot.starts_with(['.', '~']) || bot.contains(['/', '\\'])
}

fn is_name(name: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let begins_well = name.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    name.len() <= MAX_NAME && begins_well && name.chars().all(safe)
}

fn remedy<G: Game>(bot: &str, bots: &[BotEntry<G>]) -> String {
    match nearest(bot, bots.iter().map(|entry| entry.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`stoker bots` lists those there are".to_owned(),
    }
}

/// The one spelling of a bot with parameters.
fn spell(bot: &str, values: &Values) -> String {
    let params = values.to_string();
    if params.is_empty() { bot.to_owned() } else { format!("{bot}:{params}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Spec::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn side_name_bot_and_parameters_are_told_apart() {
        for (text, side, name, bot, params) in [
            ("random", None, None, "random", ""),
            ("tracker:depth=3,rest=0.4", None, None, "tracker", "depth=3,rest=0.4"),
            ("dracula=tracker", Some("dracula"), None, "tracker", ""),
            ("a.b-c_1@random", None, Some("a.b-c_1"), "random", ""),
            (" hunters=x@b:p=1 ", Some("hunters"), Some("x"), "b", "p=1"),
        ] {
            let spec = Spec::parse(text).unwrap();
            assert_eq!((spec.side.as_deref(), spec.name.as_deref()), (side, name), "{text}");
            assert_eq!((spec.bot.as_str(), spec.params.as_str()), (bot, params), "{text}");
        }
    }

    #[test]
    fn external_programs_are_refused_by_name() {
        for text in ["course:./player hunters", "lines:python3 bot.py", "./bots/mine", "a/b", ".."]
        {
            assert!(error(text).contains("external program"), "{text}");
            assert!(error(&format!("hunters={text}")).contains("external program"), "{text}");
        }
    }

    #[test]
    fn names_that_would_break_a_file_are_refused() {
        let long = "x".repeat(MAX_NAME + 1);
        for name in ["", "a,b", "a\"b", "a\nb", "\u{1b}[31m", "-rf", ".x", "a b", &long] {
            let text = format!("{name}@random");
            assert!(Spec::parse(&text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_entrant_is_typed_as_it_was_read() {
        let bots = [stoker_bots::random::<stoker_engine::course::Course>()];
        for text in ["random", "hunters=random", "x@random", "hunters=x@random"] {
            let entrant = Spec::parse(text).unwrap().resolve(&bots).unwrap();
            assert_eq!(entrant.typed(), text);
        }
        let named_like_itself = Spec::parse("random@random").unwrap().resolve(&bots).unwrap();
        assert_eq!(named_like_itself.typed(), "random");
    }

    #[test]
    fn a_spec_without_a_bot_is_refused() {
        for text in ["", "hunters=", "x@", ":depth=3"] {
            assert!(error(text).contains("names no bot"), "{text}");
        }
    }
}
