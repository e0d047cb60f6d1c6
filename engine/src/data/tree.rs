//! The values of a data file, sorted by their roles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{DataFileError, DataKey, Role};

/// The keys that can name a row.
const ROW_NAMES: [&str; 4] = ["code", "id", "letter", "name"];

/// The contents of a file, by use.
pub(super) struct SortedContents {
    /// The tables, with only the values that the rules read.
    pub(super) rules: Value,
    /// By path: the values that must be as in the embedded file.
    pub(super) frozen: BTreeMap<String, Frozen>,
    /// The paths of all tables and rows.
    tables: BTreeSet<String>,
}

impl SortedContents {
    /// Of this path, which leads to no value, the part up to the first table or row that is
    /// missing; all of it if only the value is.
    pub(super) fn missing<'p>(&self, path: &'p str) -> &'p str {
        let mut parts = path.match_indices('.').map(|(end, _)| &path[..end]);
        parts.find(|part| !self.tables.contains(*part)).unwrap_or(path)
    }
}

/// A value that must be as in the embedded file.
pub(super) struct Frozen {
    role: Role,
    pub(super) value: Value,
}

impl Frozen {
    /// The reason why it must not differ from the embedded value.
    pub(super) fn refused(&self, path: &str, embedded: &Value) -> DataFileError {
        let (path, value, fixed) = (path.to_owned(), self.value.to_string(), embedded.to_string());
        match self.role {
            Role::Parameter(parameter) => {
                DataFileError::Parameter { path, parameter, value, fixed }
            }
            Role::Fixed => DataFileError::Fixed { path, value, fixed },
            Role::Rule | Role::Name | Role::Source | Role::Explanation => {
                DataFileError::Explanation(path)
            }
        }
    }
}

/// Sorts the values of a file.
pub(super) fn sort(content: &Value, keys: &[DataKey]) -> Result<SortedContents, DataFileError> {
    let (frozen, tables) = (BTreeMap::new(), BTreeSet::new());
    let mut sorter = Sorter { keys, path: vec![], frozen, tables };
    let rules = sorter.table(content)?;
    Ok(SortedContents { rules, frozen: sorter.frozen, tables: sorter.tables })
}

struct Sorter<'k> {
    keys: &'k [DataKey],
    path: Vec<String>,
    frozen: BTreeMap<String, Frozen>,
    tables: BTreeSet<String>,
}

impl Sorter<'_> {
    /// The part of a value that the rules read; `None` if they do not read it.
    fn value(&mut self, value: &Value) -> Result<Option<Value>, DataFileError> {
        let found = self.keys.iter().find(|key| matches(key.path, &self.path));
        match found.map(|key| key.role) {
            Some(Role::Rule) => return Ok(Some(value.clone())),
            Some(Role::Name) if value.as_str().is_some_and(|name| !name.trim().is_empty()) => {}
            Some(Role::Name) => return Err(DataFileError::Name(self.path.join("."))),
            Some(Role::Source) if is_source(value) => {}
            Some(Role::Source) => return Err(DataFileError::Source(self.path.join("."))),
            Some(role @ (Role::Explanation | Role::Fixed | Role::Parameter(_))) => {
                let frozen = Frozen { role, value: value.clone() };
                self.frozen.insert(self.path.join("."), frozen);
            }
            None if self.leads_on() => return self.table(value).map(Some),
            None => return Err(DataFileError::UnknownKey(self.path.join("."))),
        }
        Ok(None)
    }

    /// True if a key leads on from here.
    fn leads_on(&self) -> bool {
        self.keys.iter().any(|key| {
            let mut steps = key.path.split('.');
            let here =
                self.path.iter().all(|name| steps.next().is_some_and(|step| fits(step, name)));
            here && steps.next().is_some()
        })
    }

    fn table(&mut self, value: &Value) -> Result<Value, DataFileError> {
        self.tables.insert(self.path.join("."));
        match value {
            Value::Object(fields) => {
                let mut read = Map::new();
                for (name, value) in fields {
                    let of_rules = self.within(name.clone(), value)?;
                    read.extend(of_rules.map(|value| (name.clone(), value)));
                }
                Ok(Value::Object(read))
            }
            Value::Array(rows) => {
                let mut read = vec![];
                for (name, row) in self.row_names(rows)?.into_iter().zip(rows) {
                    read.extend(self.within(name, row)?);
                }
                Ok(Value::Array(read))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Err(DataFileError::UnknownKey(self.path.join(".")))
            }
        }
    }

    fn within(&mut self, name: String, value: &Value) -> Result<Option<Value>, DataFileError> {
        self.path.push(name);
        let read = self.value(value);
        self.path.pop();
        read
    }

    /// The names of the rows of a table, all of them different.
    fn row_names(&self, rows: &[Value]) -> Result<Vec<String>, DataFileError> {
        let by = |key: &&&str| rows.iter().all(|row| row.get(**key).is_some_and(Value::is_string));
        let Some(key) = ROW_NAMES.iter().find(by) else {
            return Ok((1..=rows.len()).map(|number| number.to_string()).collect());
        };
        let name = |row: &Value| row[*key].as_str().unwrap_or_default().to_owned();
        let names: Vec<String> = rows.iter().map(name).collect();
        let mut seen = BTreeSet::new();
        match names.iter().find(|name| !seen.insert(*name)) {
            None => Ok(names),
            Some(twice) => {
                let path = [self.path.as_slice(), std::slice::from_ref(twice)].concat();
                Err(DataFileError::RowTwice(path.join(".")))
            }
        }
    }
}

fn matches(pattern: &str, path: &[String]) -> bool {
    let mut steps = pattern.split('.');
    path.iter().all(|name| steps.next().is_some_and(|step| fits(step, name)))
        && steps.next().is_none()
}

fn fits(step: &str, name: &str) -> bool {
    step == "*" || step == name
}

/// The words for sources.
const SOURCES: [&str; 5] = ["booklet", "public", "inferred", "seed", "house"];

/// A text that names a source, or such texts by the names of parts.
fn is_source(value: &Value) -> bool {
    let text = |value: &Value| {
        value.as_str().is_some_and(|text| SOURCES.iter().any(|source| text.contains(source)))
    };
    value.as_object().map_or_else(|| text(value), |parts| parts.values().all(text))
}

/// Reads JSON in which no key is there twice and every number is whole.
pub(super) fn parse(text: &str) -> Result<Value, DataFileError> {
    let strict: Result<Strict, _> = serde_json::from_str(text);
    strict.map(|Strict(value)| value).map_err(|error| DataFileError::Json(error.to_string()))
}

struct Strict(Value);

impl<'d> Deserialize<'d> for Strict {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'d> Visitor<'d> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table, a text, a whole number, true, false or null")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut rows: A) -> Result<Value, A::Error> {
        let mut all = vec![];
        while let Some(Strict(row)) = rows.next_element()? {
            all.push(row);
        }
        Ok(all.into())
    }

    fn visit_map<A: MapAccess<'d>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some((name, Strict(value))) = fields.next_entry::<String, _>()? {
            if all.contains_key(&name) {
                return Err(A::Error::custom(format!("the key `{name}` is there twice")));
            }
            all.insert(name, value);
        }
        Ok(Value::Object(all))
    }
}
