//! Options that are keys of a file too.
//!
//! A group of such options is a struct in [`options!`]. Each field is spelt once: `fault_policy` is
//! `--fault-policy` on the command line, with its help, and the key `fault_policy` of a file.

use std::fmt::Write as _;
use std::ops::Range;

use anyhow::anyhow;
use clap::{Arg, Args, Command};
use serde::Serialize;
use serde::de::DeserializeOwned;
use stoker_bots::remedy;
use toml::Spanned;
use toml::de::{DeTable, Deserializer};

/// A value that another one can be laid over.
pub(crate) trait Layer {
    /// This value with another one laid over it. Where the other one is set, it wins.
    #[must_use]
    fn overlaid(self, over: Self) -> Self;
}

impl<T> Layer for Option<T> {
    fn overlaid(self, over: Self) -> Self {
        over.or(self)
    }
}

impl<T> Layer for Vec<T> {
    fn overlaid(self, over: Self) -> Self {
        if over.is_empty() { self } else { over }
    }
}

/// A flag can be given, and not be taken back.
impl Layer for bool {
    fn overlaid(self, over: Self) -> Self {
        self || over
    }
}

/// Declares a group of options. Each field is a [`Layer`].
macro_rules! options {
    ($(#[$about:meta])* struct $name:ident {
        $($(#[$option:meta])* $field:ident: $type:ty,)*
    }) => {
        #[derive(Debug, Clone, Default, PartialEq)]
        #[derive(clap::Args, serde::Deserialize, serde::Serialize)]
        $(#[$about])*
        #[serde(default, deny_unknown_fields)]
        pub(crate) struct $name {
            $($(#[$option])* pub(crate) $field: $type,)*
        }

        impl $crate::arguments::keys::Layer for $name {
            fn overlaid(self, over: Self) -> Self {
                Self {
                    $($field: $crate::arguments::keys::Layer::overlaid(self.$field, over.$field),)*
                }
            }
        }
    };
}
pub(crate) use options;

/// A group of options, as [`options!`] declares it.
pub(crate) trait OptionGroup: Args + Layer + Serialize + DeserializeOwned {
    /// The options, in the order of `--help`. The id of each is its key.
    fn list() -> Vec<Arg> {
        Self::augment_args(Command::new("")).get_arguments().cloned().collect()
    }

    /// The keys, in the same order.
    fn keys() -> Vec<String> {
        Self::list().iter().map(|option| option.get_id().to_string()).collect()
    }
}

impl<T: Args + Layer + Serialize + DeserializeOwned> OptionGroup for T {}

/// The keys of a file that nobody has read yet.
pub(crate) struct UnreadKeys<'t> {
    table: DeTable<'t>,
    span: Range<usize>,
    /// The keys that a file can have.
    known: Vec<String>,
}

/// An error in a file.
pub(crate) struct FileError {
    /// Its place in the text, in bytes.
    span: Option<Range<usize>>,
    message: String,
}

impl From<toml::de::Error> for FileError {
    fn from(error: toml::de::Error) -> Self {
        Self { span: error.span(), message: in_plain_words(error.message()) }
    }
}

impl FileError {
    /// The error with file and line.
    pub(crate) fn at(self, file: &str, text: &str) -> anyhow::Error {
        let before = self.span.map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(before).filter(|&byte| byte == b'\n').count();
        anyhow!("{file}:{line}: {}", self.message)
    }
}

impl<'t> UnreadKeys<'t> {
    pub(crate) fn of(text: &'t str) -> Result<Self, FileError> {
        let table = DeTable::parse(text)?;
        Ok(Self { span: table.span(), table: table.into_inner(), known: vec![] })
    }

    /// Reads a group of options.
    pub(crate) fn options<T: OptionGroup>(&mut self) -> Result<T, FileError> {
        self.take(T::keys())
    }

    /// Reads a value that has these keys.
    pub(crate) fn take<T: DeserializeOwned>(&mut self, keys: Vec<String>) -> Result<T, FileError> {
        let found = keys.iter().filter_map(|key| self.table.remove_entry(key.as_str()));
        let own = Spanned::new(self.span.clone(), found.collect());
        let read = T::deserialize(Deserializer::from(own));
        self.known.extend(keys);
        Ok(read?)
    }

    /// Refuses a key that nothing has read.
    pub(crate) fn finish(self) -> Result<(), FileError> {
        let Some((key, _)) = self.table.into_iter().next() else { return Ok(()) };
        let span = Some(key.span());
        let message = unknown(&key.into_inner(), self.known.iter().map(String::as_str));
        Err(FileError { span, message })
    }
}

/// Writes options as keys with their values, each below its help.
pub(crate) fn write_options<T: OptionGroup>(options: &T, text: &mut String) -> anyhow::Result<()> {
    let values = toml::Table::try_from(options)?;
    for option in T::list() {
        let Some(value) = values.get(option.get_id().as_str()) else { continue };
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        write_key(&help, option.get_id().as_str(), value, text)?;
    }
    Ok(())
}

/// Writes a key with its value, below its meaning.
pub(crate) fn write_key(
    meaning: &str,
    key: &str,
    value: &toml::Value,
    text: &mut String,
) -> anyhow::Result<()> {
    text.push('\n');
    comment(meaning, text)?;
    match value.as_array().filter(|values| !values.is_empty()) {
        Some(values) => {
            let lines: String = values.iter().map(|value| format!("    {value},\n")).collect();
            writeln!(text, "{key} = [\n{lines}]")?;
        }
        None => writeln!(text, "{key} = {value}")?,
    }
    Ok(())
}

/// The longest line of a comment, without its mark.
const COMMENT_WIDTH: usize = 98;

/// Writes a text as lines of a comment.
fn comment(words: &str, text: &mut String) -> anyhow::Result<()> {
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > COMMENT_WIDTH {
            writeln!(text, "#{line}")?;
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(text, "#{line}")?;
    Ok(())
}

/// The message about an unknown key, with the nearest one that is known.
fn unknown<'k>(key: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    format!("unknown key `{key}`: {}", remedy(key, known))
}

/// The message of a parser of configurations or records without the words of a programming
/// language, and with the nearest key for an unknown one.
///
/// `serde` hands errors on as texts only, so they are recognised by their words. Nothing but the
/// wording depends on that: a message in other words is shown as it is. Types would take more code:
/// a deserializer of our own for two formats, or the keys and ranges of each nested table again.
pub(crate) fn in_plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number from 0 to 18446744073709551615"),
        ("expected i32", "expected a whole number from -2147483648 to 2147483647"),
        ("expected a sequence", "expected a list, as in [\"a\", \"b\"]"),
        ("expected a map", "expected a table"),
    ];
    let mut quoted = message.split('`').skip(1).step_by(2);
    if let Some(key) = quoted.next()
        && message.starts_with("unknown field")
    {
        return unknown(key, quoted);
    }
    match WORDS.into_iter().find(|(theirs, _)| message.ends_with(theirs)) {
        Some((theirs, ours)) => message.trim_end_matches(theirs).to_owned() + ours,
        None => message.to_owned(),
    }
}

/// Parses a whole number of the command line.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}
