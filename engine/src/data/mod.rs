//! Data files: the cards and boards of a ruleset, as rows of a JSON file.
//!
//! A ruleset embeds one such file and declares what each of its keys is for: its [`DataForm`]. A
//! [`DataFile`] is a file in that form, whose owner may have replaced values. Whether the values
//! suit the rules is for the ruleset to say.
//!
//! - The rules read keys of the role [`Role::Rule`], and nothing else. They make up the
//!   [canonical](DataFile::canonical) text, whose hash identifies the data of a game.
//! - Names and sources are for people. They can be replaced, and identify nothing.
//! - Explanations, and numbers that the rules or their parameters set, are as in the embedded file.
//!   Otherwise somebody would edit a sentence, and believe that the rule has changed.

mod rows;
mod tree;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use rows::{DataError, RefusedData};
pub(crate) use rows::{Loaded, each_once, in_order, number, wrong};

/// The form of a ruleset's data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataForm {
    /// The file that comes with the rules.
    pub embedded: &'static str,
    /// All keys. If two match the same value, the first holds.
    pub keys: &'static [DataKey],
}

/// A key of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataKey {
    /// Names of keys and rows from the whole file down to a value, with a dot between them. `*`
    /// stands for any one name. What it leads to can be a table: then it is about all of it.
    ///
    /// A row goes by its `code`, `id`, `letter` or `name`, and by its number from 1 if the rows of
    /// its table have none of these.
    pub path: &'static str,
    /// The use of the value.
    pub role: Role,
    /// The meaning in a few words, with the unit.
    pub meaning: &'static str,
}

impl DataKey {
    /// A key of this use.
    #[must_use]
    pub const fn new(path: &'static str, role: Role, meaning: &'static str) -> Self {
        Self { path, role, meaning }
    }
}

/// The use of a value in a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The rules read it.
    Rule,
    /// People read it: a name, as they see it on the page and the terminal.
    Name,
    /// The source of a row, of its parts or of its table.
    Source,
    /// It says what the rules do, and cannot change them.
    Explanation,
    /// The rules set it, whatever the file says.
    Fixed,
    /// It is the default of this parameter.
    Parameter(&'static str),
}

/// A file in the form of a ruleset's data files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    name: String,
    content: Value,
    canonical: String,
}

/// Error: a file that is not in the form of the ruleset's data files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataFileError {
    /// It is not JSON, names a key twice, or has a number with a fraction.
    #[error("it is not the JSON of a data file: {0}")]
    Json(String),
    /// Two rows of a table have the same name.
    #[error("`{0}` is there twice")]
    RowTwice(String),
    /// No rule reads this key, or not as one value.
    #[error("the data of this ruleset have no value `{0}`")]
    UnknownKey(String),
    /// A table, row or value is missing that every data file has.
    #[error("`{0}` is missing: every data file has it, so copy it from the embedded file")]
    Missing(String),
    /// An explanation that is not the embedded file's.
    #[error(
        "`{0}` is an explanation, which no rule reads: a change has no effect, so leave it as it is \
         in the embedded file"
    )]
    Explanation(String),
    /// A value that the rules set.
    #[error("`{path}` is {value}, but the rules set it to {fixed}: no file can change it")]
    Fixed {
        /// The value's path.
        path: String,
        /// The file's value.
        value: String,
        /// The rules' value.
        fixed: String,
    },
    /// A value that contradicts a parameter of the rules.
    #[error(
        "`{path}` is {value}, but the default of the parameter `{parameter}` is {fixed}: leave it, \
         and give --param {parameter}={value}"
    )]
    Parameter {
        /// The value's path.
        path: String,
        /// The parameter.
        parameter: &'static str,
        /// The file's value.
        value: String,
        /// The parameter's default.
        fixed: String,
    },
    /// A name that is no text, or empty.
    #[error("`{0}` must be a name")]
    Name(String),
    /// A text that names no source.
    #[error(
        "`{0}` must name a source: booklet, public, inferred, seed or house; or be a table with \
         the source of each part"
    )]
    Source(String),
}

impl DataForm {
    /// The file that comes with the rules.
    ///
    /// # Panics
    /// If it is not in this form. Tests load every embedded file.
    #[must_use]
    pub fn load(&self) -> Arc<DataFile> {
        let file = self.parse("embedded", self.embedded);
        Arc::new(file.expect("a data file that comes with the program is in its form"))
    }

    /// Reads a data file; `name` is the file's.
    ///
    /// # Errors
    /// The first problem with the form.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::data::{DataForm, DataKey, Role};
    /// const FORM: DataForm = DataForm {
    ///     embedded: r#"{"note": "the first card wins", "cards": [{"code": "A", "count": 2}]}"#,
    ///     keys: &[
    ///         DataKey::new("note", Role::Explanation, "who wins"),
    ///         DataKey::new("cards.*.code", Role::Rule, "code"),
    ///         DataKey::new("cards.*.count", Role::Rule, "cards of the kind"),
    ///     ],
    /// };
    /// let changed = FORM.parse("mine.json", &FORM.embedded.replace('2', "3"))?;
    /// assert_eq!(changed.canonical(), r#"{"cards":[{"code":"A","count":3}]}"#);
    /// let refused = FORM.parse("mine.json", &FORM.embedded.replace("first", "last"));
    /// assert!(refused.unwrap_err().to_string().starts_with("`note` is an explanation"));
    /// # Ok::<_, stoker_engine::data::DataFileError>(())
    /// ```
    pub fn parse(&self, name: &str, text: &str) -> Result<DataFile, DataFileError> {
        self.read(name, tree::parse(text)?)
    }

    /// Reads the content of a data file; `name` is the file's.
    ///
    /// # Errors
    /// The first problem with the form.
    pub fn read(&self, name: &str, content: Value) -> Result<DataFile, DataFileError> {
        let read = self.sort(&content)?;
        let embedded = self.sort(&tree::parse(self.embedded)?)?;
        compare_frozen(&read, &embedded.frozen)?;
        let canonical = read.rules.to_string();
        Ok(DataFile { name: name.to_owned(), content, canonical })
    }

    fn sort(&self, content: &Value) -> Result<tree::SortedContents, DataFileError> {
        tree::sort(content, self.keys)
    }
}

/// Values that must not change are as in the embedded file.
fn compare_frozen(
    found: &tree::SortedContents,
    embedded: &BTreeMap<String, tree::Frozen>,
) -> Result<(), DataFileError> {
    for (path, frozen) in embedded {
        let Some(own) = found.frozen.get(path) else {
            return Err(DataFileError::Missing(found.missing(path).to_owned()));
        };
        if own.value != frozen.value {
            return Err(own.refused(path, &frozen.value));
        }
    }
    let extra = found.frozen.iter().find(|(path, _)| !embedded.contains_key(*path));
    extra.map_or(Ok(()), |(path, _)| Err(DataFileError::UnknownKey(path.clone())))
}

impl DataFile {
    /// The name that the file was read by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of the file.
    #[must_use]
    pub fn content(&self) -> &Value {
        &self.content
    }

    /// All that the rules read, as JSON with sorted keys and without white space. The order of rows
    /// counts.
    #[must_use]
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The file as a ruleset's own type.
    ///
    /// # Errors
    /// If it does not have that type's keys and values.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, DataError> {
        T::deserialize(&self.content).map_err(|error| DataError::Form(error.to_string()))
    }
}

#[cfg(test)]
mod tests;
