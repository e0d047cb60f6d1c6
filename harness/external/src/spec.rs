//! Entrant specs: the notation of entrants on the command line and in configurations.
//!
//! ```text
//! [SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]
//!
//! tracker                               a bot, on every side it can play
//! tracker:depth=3,rest=0.4              with parameters
//! hunters=tracker                       on one kind of side only
//! patient@tracker:rest=0.8              called `patient` in all files
//! ./stakeout                            a submission: a folder, known by a `/` or a leading `.`
//! course:./player hunters               a command that speaks a protocol, `course` or `lines`
//! hunters=ada@person                    a person, in a league that people play
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use stoker_bots::words::PLAYS_PROTOCOL;
use stoker_bots::{ParamError, Values};

use crate::words;

/// The longest name of an entrant, in bytes.
pub const MAX_NAME: usize = 64;

/// An entrant as it was typed: parsed, but not resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The side it is restricted to.
    pub side: Option<String>,
    /// The name given to it.
    pub name: Option<String>,
    /// The bot or program.
    pub what: What,
}

/// A bot or program, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A bot of this program.
    Builtin {
        /// Its name.
        bot: String,
        /// The parameters.
        params: String,
    },
    /// A submission.
    Folder(String),
    /// A command that speaks a protocol.
    Command(Protocol, String),
    /// A person, who plays in the browser.
    Person,
}

/// The spec of a person.
pub const PERSON: &str = "person";

/// A program's protocol: see `docs/protocol.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// A process for every turn: past plays and messages as input, a move as output.
    Plays,
    /// A process for a whole match: JSON lines.
    Lines,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 2] = [Self::Plays, Self::Lines];
    /// The names of all protocols.
    const WORDS: [&str; 2] = [PLAYS_PROTOCOL, "lines"];
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::WORDS[*self as usize])
    }
}

impl Serialize for Protocol {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Protocol {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        words::read(from, &Self::ALL, &Self::WORDS)
    }
}

/// The reason why a text names no entrant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The bot's name is missing.
    #[error("`{0}` does not name a bot: write [SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]")]
    NoBot(String),
    /// The side's name is missing.
    #[error(
        "`{0}` does not name a side before the `=`: write SIDE=BOT, or BOT alone for every side"
    )]
    NoSide(String),
    /// The command of a protocol is missing.
    #[error("`{0}` does not name a program: write PROTOCOL:COMMAND, as in `lines:python3 bot.py`")]
    NoCommand(String),
    /// The name is not safe in result files.
    #[error(
        "`{0}` is not a name for an entrant: use up to {MAX_NAME} letters, digits, `-`, `_`, `.`"
    )]
    Name(String),
    /// The ruleset has no such bot.
    #[error("there is no bot `{bot}`: {remedy}")]
    UnknownBot {
        /// The bot's name.
        bot: String,
        /// The suggested name.
        remedy: String,
    },
    /// The parameters do not suit the bot.
    #[error("bot `{bot}`: {source}")]
    Params {
        /// The bot's name.
        bot: String,
        /// The problem with them.
        source: ParamError,
    },
}

impl Spec {
    /// A bot of this program with default parameters, on every side that it can play.
    #[must_use]
    pub fn of_bot(name: &str) -> Self {
        let what = What::Builtin { bot: name.to_owned(), params: String::new() };
        Self { side: None, name: None, what }
    }

    /// An entrant of this side and name. A name equal to its spec is dropped.
    ///
    /// # Errors
    /// [`SpecError`] if the spec names no bot, or the name is unsafe.
    pub fn named(side: Option<&str>, name: &str, spec: &str) -> Result<Self, SpecError> {
        let name = (name != spec).then_some(name);
        Self::of_parts(side, name, spec, spec)
    }

    /// Parses a spec.
    ///
    /// # Errors
    /// [`SpecError`] if it names no bot or side, or gives an unsafe name.
    ///
    /// # Examples
    /// ```
    /// use stoker_external::spec::{Spec, What};
    /// let spec = Spec::parse("hunters=patient@tracker:rest=0.8").unwrap();
    /// assert_eq!(spec.side.as_deref(), Some("hunters"));
    /// assert_eq!(spec.name.as_deref(), Some("patient"));
    /// assert_eq!(spec.what, What::Builtin { bot: "tracker".into(), params: "rest=0.8".into() });
    /// ```
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let (side, rest) = prefix(text.trim_start(), '=');
        if side == Some("") {
            return Err(SpecError::NoSide(text.to_owned()));
        }
        let (name, rest) = prefix(rest, '@');
        Self::of_parts(side, name, rest, text)
    }

    fn of_parts(
        side: Option<&str>,
        name: Option<&str>,
        rest: &str,
        text: &str,
    ) -> Result<Self, SpecError> {
        if let Some(bad) = name.filter(|name| !is_name(name)) {
            return Err(SpecError::Name(bad.to_owned()));
        }
        let what = What::parse(rest).ok_or_else(|| match rest.contains(':') {
            true if is_command(rest) => SpecError::NoCommand(text.to_owned()),
            _ => SpecError::NoBot(text.to_owned()),
        })?;
        Ok(Self { side: side.map(str::to_owned), name: name.map(str::to_owned), what })
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(text)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(side) = &self.side {
            write!(f, "{side}=")?;
        }
        if let Some(name) = &self.name {
            write!(f, "{name}@")?;
        }
        match &self.what {
            What::Builtin { bot, params } if params.is_empty() => f.write_str(bot),
            What::Builtin { bot, params } => write!(f, "{bot}:{params}"),
            What::Folder(path) => f.write_str(path),
            What::Command(protocol, command) => write!(f, "{protocol}:{command}"),
            What::Person => f.write_str(PERSON),
        }
    }
}

impl What {
    /// Parses the part after side and name; `None` if it names nothing.
    fn parse(text: &str) -> Option<Self> {
        if let Some((protocol, command)) = command(text) {
            let command = command.trim();
            return (!command.is_empty()).then(|| Self::Command(protocol, command.to_owned()));
        }
        if text.starts_with(['.', '~']) || text.contains(['/', '\\']) {
            // A folder's name may end with blanks.
            return Some(Self::Folder(text.to_owned()));
        }
        let text = text.trim_end();
        if text == PERSON {
            return Some(Self::Person);
        }
        let (bot, params) = text.split_once(':').unwrap_or((text, ""));
        let (bot, params) = (bot.to_owned(), params.to_owned());
        (!bot.is_empty()).then_some(Self::Builtin { bot, params })
    }
}

/// Splits off a prefix that ends in this character, unless the bot's name begins before it.
fn prefix(text: &str, end: char) -> (Option<&str>, &str) {
    match text.split_once(end) {
        Some((prefix, rest)) if !prefix.contains([':', '@', '/']) => (Some(prefix), rest),
        _ => (None, text),
    }
}

/// Splits a command into its protocol and the rest.
fn command(text: &str) -> Option<(Protocol, &str)> {
    let (prefix, command) = text.split_once(':')?;
    Some((words::value_of(prefix, &Protocol::ALL, &Protocol::WORDS)?, command))
}

fn is_command(text: &str) -> bool {
    command(text).is_some()
}

/// A word in shell notation, in quotes only if it needs them.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,@+%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), Into::into)
}

/// True if a name is safe in files.
pub fn is_name(name: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let begins_well = name.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    name.len() <= MAX_NAME && begins_well && name.chars().all(safe)
}

/// The canonical spelling of a bot with parameters.
pub fn spell(bot: &str, values: &Values) -> String {
    let params = values.to_string();
    if params.is_empty() { bot.to_owned() } else { format!("{bot}:{params}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Spec::parse(text).unwrap_err().to_string()
    }

    fn built_in(bot: &str, params: &str) -> What {
        What::Builtin { bot: bot.to_owned(), params: params.to_owned() }
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
            assert_eq!(spec.what, built_in(bot, params), "{text}");
            assert_eq!(spec.to_string(), text.trim());
        }
    }

    #[test]
    fn folders_and_commands_are_told_from_bots() {
        let folder = |path: &str| What::Folder(path.to_owned());
        let command = |protocol, text: &str| What::Command(protocol, text.to_owned());
        for (text, what) in [
            ("./bots/mine", folder("./bots/mine")),
            ("a/b", folder("a/b")),
            ("..", folder("..")),
            ("course:./player hunters", command(Protocol::Plays, "./player hunters")),
            ("lines:python3 bot.py a=b c@d", command(Protocol::Lines, "python3 bot.py a=b c@d")),
        ] {
            assert_eq!(Spec::parse(text).unwrap().what, what, "{text}");
            let spec = Spec::parse(&format!("hunters=x@{text}")).unwrap();
            assert_eq!((spec.side.as_deref(), spec.name.as_deref()), (Some("hunters"), Some("x")));
            assert_eq!(spec.what, what, "{text}");
            assert_eq!(spec.to_string(), format!("hunters=x@{text}"));
            assert_eq!(Spec::named(Some("hunters"), "x", text), Ok(spec));
        }
        assert!(error("lines: ").contains("does not name a program"));
    }

    #[test]
    fn people_are_told_from_bots() {
        for text in ["person", "ada@person", "hunters=ada@person"] {
            let spec = Spec::parse(text).unwrap();
            assert_eq!((spec.what.clone(), spec.to_string().as_str()), (What::Person, text));
        }
        assert_eq!(Spec::parse("person:depth=1").unwrap().what, built_in("person", "depth=1"));
        assert_eq!(Spec::parse("persons").unwrap().what, built_in("persons", ""));
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
    fn words_are_quoted_only_if_a_shell_would_change_them() {
        for plain in ["tracker:depth=3,rest=0.4", "hunters=x@./subs/fox", "gauntlet:a-b_c"] {
            assert_eq!(shell_word(plain), plain);
        }
        for odd in ["lines:python3 bot.py", "x@~/fox", "$(id)", "it's", ""] {
            assert_eq!(shlex::split(&shell_word(odd)).unwrap(), [odd]);
        }
    }

    #[test]
    fn a_spec_without_a_bot_is_refused() {
        for text in ["", "hunters=", "x@", ":depth=3"] {
            assert!(error(text).contains("does not name a bot"), "{text}");
        }
    }
}
