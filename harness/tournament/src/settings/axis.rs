//! Axes: parameters with the values that they take.

use std::fmt;

use stoker_bots::{Param, remedy};
use stoker_engine::ParameterInfo;

use super::domain::Domain;
use super::error::SweepError;
use super::levels::Levels;

/// The owner in the text of an axis that varies a parameter of the ruleset.
pub const RULES: &str = "rules";

/// The parameter that varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A parameter of an entrant, which is an index into the entrants.
    Entrant(usize, &'static str),
    /// A parameter of the ruleset.
    Rules(&'static str),
}

/// An entrant as an axis can name it.
#[derive(Debug, Clone)]
pub struct Varied {
    /// Its name.
    pub name: String,
    /// Its parameters; `None` for a program.
    pub params: Option<&'static [Param]>,
}

/// Everything that can vary.
#[derive(Debug, Clone)]
pub struct Scope {
    /// The entrants.
    pub entrants: Vec<Varied>,
    /// The parameters of the ruleset.
    pub rules: &'static [ParameterInfo],
}

/// One parameter that varies, with its values.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    subject: Subject,
    /// The entrant's name, or [`RULES`].
    owner: String,
    levels: Levels,
}

impl Axis {
    /// Reads `ENTRANT:PARAMETER=VALUES` or `rules:PARAMETER=VALUES`.
    ///
    /// An entrant's name may contain colons and equals signs; the longest name that fits counts.
    ///
    /// # Errors
    /// If it names no entrant, no parameter, or values that the parameter cannot have.
    ///
    /// # Examples
    /// ```
    /// use stoker_tournament::settings::{Axis, Scope};
    /// use stoker_engine::{Game as _, course::Course};
    /// let scope = Scope { entrants: vec![], rules: Course::parameters() };
    /// let axis = Axis::parse("rules:trail=4..8:2", &scope).unwrap();
    /// assert_eq!(axis.to_string(), "rules:trail=4,6,8");
    /// ```
    pub fn parse(text: &str, scope: &Scope) -> Result<Self, SweepError> {
        if scope.entrants.iter().any(|entrant| entrant.name == RULES) {
            return Err(SweepError::EntrantRules);
        }
        if let Some(rest) = owned_by(text, RULES) {
            let (name, values) = assignment(text, rest)?;
            let (name, domain) = scope.rule(name)?;
            return Self::of(Subject::Rules(name), RULES, &domain, values);
        }
        let number = scope.entrant(text)?;
        let entrant = &scope.entrants[number];
        let (name, values) = assignment(text, &text[entrant.name.len() + 1..])?;
        let (name, domain) = entrant.parameter(name)?;
        Self::of(Subject::Entrant(number, name), &entrant.name, &domain, values)
    }

    fn of(
        subject: Subject,
        owner: &str,
        domain: &Domain,
        values: &str,
    ) -> Result<Self, SweepError> {
        let axis = format!("{owner}:{}", subject.parameter());
        let levels = Levels::parse(values, domain, &axis)?;
        Ok(Self { subject, owner: owner.to_owned(), levels })
    }

    /// The parameter that varies.
    #[must_use]
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// The values that it takes.
    #[must_use]
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// The owner and the parameter, as in `lurker:depth`; also the name of the axis's column.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}:{}", self.owner, self.subject.parameter())
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name(), self.levels)
    }
}

impl Subject {
    /// The parameter's name.
    #[must_use]
    pub fn parameter(self) -> &'static str {
        match self {
            Self::Entrant(_, name) | Self::Rules(name) => name,
        }
    }
}

impl Scope {
    /// The entrant whose name is at the start of a text.
    fn entrant(&self, text: &str) -> Result<usize, SweepError> {
        let fits = |entrant: &&Varied| owned_by(text, &entrant.name).is_some();
        let longest = self.entrants.iter().filter(fits).map(|entrant| entrant.name.len()).max();
        let Some(longest) = longest else { return Err(self.unknown(text)) };
        let mut so_called = (0..self.entrants.len())
            .filter(|&number| self.entrants[number].name == text[..longest]);
        match (so_called.next(), so_called.next()) {
            (Some(number), None) => Ok(number),
            _ => Err(SweepError::Ambiguous(text[..longest].to_owned())),
        }
    }

    fn unknown(&self, text: &str) -> SweepError {
        let Some((owner, _)) = text.split_once(':').filter(|(_, rest)| rest.contains('=')) else {
            return SweepError::Syntax(text.to_owned());
        };
        let names = || self.entrants.iter().map(|entrant| entrant.name.as_str()).chain([RULES]);
        let remedy = remedy(owner, names());
        SweepError::UnknownEntrant { text: text.to_owned(), remedy }
    }

    fn rule(&self, name: &str) -> Result<(&'static str, Domain), SweepError> {
        match self.rules.iter().find(|parameter| parameter.name == name) {
            Some(parameter) => Ok((parameter.name, parameter.allowed.into())),
            None => Err(SweepError::UnknownParameter {
                owner: "the ruleset has".to_owned(),
                name: name.to_owned(),
                remedy: remedy(name, self.rules.iter().map(|parameter| parameter.name)),
            }),
        }
    }
}

impl Varied {
    fn parameter(&self, name: &str) -> Result<(&'static str, Domain), SweepError> {
        let params = self.params.ok_or_else(|| SweepError::Program(self.name.clone()))?;
        match params.iter().find(|param| param.name == name) {
            Some(param) => Ok((param.name, param.kind.into())),
            None => Err(SweepError::UnknownParameter {
                owner: format!("`{}` has", self.name),
                name: name.to_owned(),
                remedy: match params {
                    [] => "its bot has none".to_owned(),
                    _ => remedy(name, params.iter().map(|param| param.name)),
                },
            }),
        }
    }
}

/// The rest of a text after this owner and a colon.
fn owned_by<'t>(text: &'t str, owner: &str) -> Option<&'t str> {
    text.strip_prefix(owner)?.strip_prefix(':')
}

/// Splits `PARAMETER=VALUES`.
fn assignment<'t>(text: &str, rest: &'t str) -> Result<(&'t str, &'t str), SweepError> {
    let parts = rest.split_once('=').filter(|(_, values)| !values.trim().is_empty());
    let (name, values) = parts.ok_or_else(|| SweepError::Syntax(text.to_owned()))?;
    Ok((name.trim(), values.trim()))
}
