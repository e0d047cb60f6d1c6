//! `bot.toml`: a submission's description of itself.

mod corrections;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use stoker_bots::submissions::SubmissionForm;
use stoker_bots::{Codes, remedy};
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

use crate::runnable::MemoryMeasure;
use crate::spec::{MAX_NAME, Protocol, is_name};
use crate::{Limits, LimitsAsked};

pub(crate) use corrections::{Compiling, Corrections};

/// The name of the file.
pub const FILE: &str = "bot.toml";
/// The largest size of the file, in bytes.
pub const MOST: u64 = 64 << 10;
/// Folders of interpreters that a submission may ask to read. A submission is not trusted to name
/// folders where people keep files of their own.
const INTERPRETERS: [&str; 5] = ["/opt", "/usr", "/nix/store", "/gnu/store", "/snap"];

/// An error in a `bot.toml`, with its line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{FILE}:{line}: {problem}")]
pub struct BotTomlError {
    /// The line, from 1.
    pub line: usize,
    /// The problem, and a remedy.
    pub problem: String,
}

/// The file as it was written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBotToml {
    name: Option<Spanned<String>>,
    ruleset: Option<Spanned<RawRulesets>>,
    protocol: Option<Spanned<Protocol>>,
    run: Option<Spanned<BTreeMap<String, Spanned<Vec<String>>>>>,
    build: Option<Spanned<RawBuild>>,
    limits: Option<Spanned<LimitsAsked>>,
    #[serde(default)]
    memory: MemoryMeasure,
    codes: Option<Codes>,
    #[serde(default)]
    read_only: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "the name of a ruleset, or a list of names, as in [\"a\", \"b\"]")]
enum RawRulesets {
    One(String),
    Several(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBuild {
    command: Spanned<Vec<String>>,
}

/// A submission's description of itself, validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotToml {
    pub(crate) name: Option<String>,
    pub(crate) program: BuildMethod,
    pub(crate) wants: Wants,
    pub(crate) rulesets: Option<NamedRulesets>,
}

/// The instructions for building and running a submission in its `bot.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BuildMethod {
    /// Commands of its own.
    OwnCommands(OwnCommands),
    /// Sources alone, with this table's corrections.
    Sources(Corrections),
}

/// A submission's own commands for building and running it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCommands {
    pub(crate) protocol: Protocol,
    /// Commands by kind of side, with the line in the file.
    pub(crate) run: BTreeMap<String, (Vec<String>, usize)>,
    pub(crate) build: Option<Vec<String>>,
}

/// The rulesets that a submission says it plays: at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRulesets {
    names: Vec<String>,
    line: usize,
}

impl NamedRulesets {
    /// Checks that a ruleset is among them.
    ///
    /// # Errors
    /// [`BotTomlError`] names those that are.
    pub fn check(&self, ruleset: &str) -> Result<(), BotTomlError> {
        if self.names.iter().any(|name| name == ruleset) {
            return Ok(());
        }
        let names: Vec<_> = self.names.iter().map(|name| format!("`{name}`")).collect();
        let problem = format!("this program plays {}, not `{ruleset}`", names.join(", "));
        Err(BotTomlError { line: self.line, problem })
    }

    /// True if sides in the file may belong to another ruleset than the one being played.
    #[must_use]
    pub fn are_several(&self) -> bool {
        self.names.len() > 1
    }
}

/// The requests of a submission besides its commands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wants {
    pub(crate) limits: LimitsAsked,
    pub(crate) memory: MemoryMeasure,
    /// `None` if not given; then the year of its sources determines the codes.
    pub(crate) codes: Option<Codes>,
    pub(crate) read_only: Vec<PathBuf>,
}

impl BotToml {
    /// Parses the text of a `bot.toml`. `form` is the form of sources in this ruleset. `has`
    /// returns true if the submission contains a file of this path.
    ///
    /// # Errors
    /// [`BotTomlError`] if it is not TOML, contains an unknown key or value, or lacks a key.
    pub fn parse(
        text: &str,
        form: Option<&'static SubmissionForm>,
        has: impl Fn(&str) -> bool,
    ) -> Result<Self, BotTomlError> {
        let lines = TomlLines(text);
        let mut file = DeTable::parse(text).map_err(|error| lines.misread(&error, &[]))?;
        let table = form.and_then(|form| Some((form, file.get_mut().remove(form.word)?)));
        let keys: Vec<_> = file.get_ref().keys().map(Spanned::span).collect();
        let raw = RawBotToml::deserialize(Deserializer::from(file)).map_err(|error| {
            let of_a_key = error.span().is_some_and(|span| keys.contains(&span));
            let more: Vec<&str> = form.filter(|_| of_a_key).iter().map(|form| form.word).collect();
            lines.misread(&error, &more)
        })?;
        let program = match table {
            Some((form, table)) => BuildMethod::Sources(lines.corrections(form, table, &raw, has)?),
            None => BuildMethod::OwnCommands(lines.told(&raw, form)?),
        };
        let limits = raw.limits.map(|limits| lines.limits(&limits)).transpose()?;
        let rulesets = raw.ruleset.as_ref().map(|named| lines.rulesets(named)).transpose()?;
        let read_only = raw.read_only.iter().map(|path| lines.interpreter(path));
        Ok(Self {
            name: raw.name.map(|name| lines.name(&name)).transpose()?,
            program,
            wants: Wants {
                limits: limits.unwrap_or_default(),
                memory: raw.memory,
                codes: raw.codes,
                read_only: read_only.collect::<Result<_, _>>()?,
            },
            rulesets,
        })
    }
}

impl OwnCommands {
    /// Forgets sides that this ruleset does not have, because they belong to another one.
    pub(crate) fn keep_sides(&mut self, kinds: &[&str]) {
        self.run.retain(|side, _| kinds.contains(&side.as_str()));
    }

    /// Checks that the ruleset has every side of `[run]`.
    ///
    /// # Errors
    /// [`BotTomlError`] names the first unknown side.
    pub fn check_sides(&self, kinds: &[&str]) -> Result<(), BotTomlError> {
        match self.run.iter().find(|(side, _)| !kinds.contains(&side.as_str())) {
            None => Ok(()),
            Some((side, (_, line))) => {
                let remedy = remedy(side, kinds.iter().copied());
                Err(BotTomlError { line: *line, problem: format!("no side `{side}`: {remedy}") })
            }
        }
    }
}

/// The text, for finding the lines of errors.
#[derive(Clone, Copy)]
struct TomlLines<'t>(&'t str);

impl TomlLines<'_> {
    /// The line, from 1, that contains this byte.
    fn of(self, byte: usize) -> usize {
        1 + self.0.bytes().take(byte).filter(|&byte| byte == b'\n').count()
    }

    fn error(self, byte: usize, problem: String) -> BotTomlError {
        BotTomlError { line: self.of(byte), problem }
    }

    /// The error for a text or a table that cannot be parsed. `more` are valid keys that the parser
    /// does not know.
    fn misread(self, error: &toml::de::Error, more: &[&str]) -> BotTomlError {
        self.error(error.span().map_or(0, |span| span.start), plain(error.message(), more))
    }

    fn name(self, name: &Spanned<String>) -> Result<String, BotTomlError> {
        if is_name(name.get_ref()) {
            return Ok(name.get_ref().clone());
        }
        let problem =
            format!("this is not a name: use up to {MAX_NAME} letters, digits, `-`, `_`, `.`");
        Err(self.error(name.span().start, problem))
    }

    fn rulesets(self, named: &Spanned<RawRulesets>) -> Result<NamedRulesets, BotTomlError> {
        let names = match named.get_ref() {
            RawRulesets::One(name) => vec![name.clone()],
            RawRulesets::Several(names) => names.clone(),
        };
        if names.is_empty() {
            let problem = "`ruleset` names none: name one, or leave the key out".to_owned();
            return Err(self.error(named.span().start, problem));
        }
        Ok(NamedRulesets { names, line: self.of(named.span().start) })
    }

    /// The commands of a submission that has its own.
    fn told(
        self,
        raw: &RawBotToml,
        form: Option<&SubmissionForm>,
    ) -> Result<OwnCommands, BotTomlError> {
        let missing = |key: &str| self.error(0, format!("the key `{key}` is missing"));
        let protocol = raw.protocol.as_ref().ok_or_else(|| missing("protocol"))?;
        let run = raw.run.as_ref().ok_or_else(|| missing("run"))?;
        if run.get_ref().is_empty() {
            let side = form.and_then(|form| form.sides.first()).map_or("SIDE", |side| side.kind);
            let problem = format!("[run] names no side: write {side} = [\"python3\", \"bot.py\"]");
            return Err(self.error(run.span().start, problem));
        }
        let build = raw.build.as_ref().map(|build| &build.get_ref().command);
        Ok(OwnCommands {
            protocol: *protocol.get_ref(),
            run: self.commands(run.get_ref())?,
            build: build.map(|command| self.command("build", command)).transpose()?,
        })
    }

    fn commands(
        self,
        run: &BTreeMap<String, Spanned<Vec<String>>>,
    ) -> Result<BTreeMap<String, (Vec<String>, usize)>, BotTomlError> {
        let entry = |(side, words): (&String, &Spanned<Vec<String>>)| {
            let line = self.of(words.span().start);
            Ok((side.clone(), (self.command(side, words)?, line)))
        };
        run.iter().map(entry).collect()
    }

    fn command(
        self,
        what: &str,
        words: &Spanned<Vec<String>>,
    ) -> Result<Vec<String>, BotTomlError> {
        let problem = match words.get_ref().as_slice() {
            [] => "names no program",
            [program, ..] if program.is_empty() => "names no program",
            words if words.iter().any(|word| word.contains('\0')) => "holds a NUL character",
            words => return Ok(words.to_vec()),
        };
        Err(self.error(words.span().start, format!("the command for `{what}` {problem}")))
    }

    fn limits(self, limits: &Spanned<LimitsAsked>) -> Result<LimitsAsked, BotTomlError> {
        match limits.get_ref().over(Limits::default()) {
            Ok(_) => Ok(*limits.get_ref()),
            Err(error) => Err(self.error(limits.span().start, error.to_string())),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "nothing is opened")]
    fn interpreter(self, path: &Spanned<String>) -> Result<PathBuf, BotTomlError> {
        let wrong = |problem: String| self.error(path.span().start, problem);
        let text = path.get_ref();
        let given = Path::new(text);
        let plain = given.components().all(|part| part != Component::ParentDir);
        if !given.is_absolute() || !plain || text.contains('\0') {
            return Err(wrong(
                "read_only takes paths that begin with `/`, without `..`".to_owned(),
            ));
        }
        let below = |path: &Path| INTERPRETERS.iter().any(|place| path.starts_with(place));
        if !below(given) {
            let places = INTERPRETERS.join(", ");
            return Err(wrong(format!("read_only takes paths below {places} only")));
        }
        match given.canonicalize() {
            Ok(real) if below(&real) => Ok(given.to_owned()),
            Ok(_) => Err(wrong(format!("`{text}` is a link that leads elsewhere"))),
            Err(error) => Err(wrong(format!("`{text}` cannot be read on this machine: {error}"))),
        }
    }
}

/// The parser's message without programming terms, with the nearest key for an unknown one.
fn plain(message: &str, more: &[&str]) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let first = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") {
        return format!(
            "unknown key `{first}`: {}",
            remedy(first, quoted.chain(more.iter().copied()))
        );
    }
    if message.starts_with("unknown variant") {
        return format!("`{first}` means nothing here: {}", remedy(first, quoted));
    }
    if message.starts_with("missing field") {
        return format!("the key `{first}` is missing");
    }
    let message = message.replace("a sequence", "a list, as in [\"python3\", \"bot.py\"]");
    message.replace("a map", "a table").replace("u64", "a whole number").replace('\n', " ")
}

#[cfg(test)]
mod tests;
