//! The parameters of bots.

use std::fmt;

/// A parameter that a bot declares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Param {
    /// Name, as in a spec: lower case, digits and `_`.
    pub name: &'static str,
    /// One sentence for lists: its effect, with the unit.
    pub summary: &'static str,
    /// The values that it takes.
    pub kind: ParamKind,
}

/// The values that a parameter takes, and its default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParamKind {
    /// A whole number.
    Int {
        /// Default value.
        default: i64,
        /// Lowest value allowed.
        min: i64,
        /// Highest value allowed.
        max: i64,
    },
    /// A number with a fraction.
    Decimal {
        /// Default value.
        default: f64,
        /// Lowest value allowed.
        min: f64,
        /// Highest value allowed.
        max: f64,
    },
    /// One of some words.
    Choice {
        /// Default value: one of the options.
        default: &'static str,
        /// The words.
        options: &'static [&'static str],
    },
    /// Yes or no, written `true` or `false`.
    Flag {
        /// Default value.
        default: bool,
    },
}

/// A parameter's value, checked against its declaration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value {
    Int(i64),
    Decimal(f64),
    Choice(&'static str),
    Flag(bool),
}

impl Param {
    /// A whole-number parameter with this range, both ends included.
    #[must_use]
    pub const fn int(name: &'static str, default: i64, (min, max): (i64, i64)) -> Self {
        Self { name, summary: "", kind: ParamKind::Int { default, min, max } }
    }

    /// A parameter with a fraction and this range, both ends included.
    #[must_use]
    pub const fn decimal(name: &'static str, default: f64, (min, max): (f64, f64)) -> Self {
        Self { name, summary: "", kind: ParamKind::Decimal { default, min, max } }
    }

    /// A parameter that is one of some words.
    #[must_use]
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        options: &'static [&'static str],
    ) -> Self {
        Self { name, summary: "", kind: ParamKind::Choice { default, options } }
    }

    /// A parameter that is true or false.
    #[must_use]
    pub const fn flag(name: &'static str, default: bool) -> Self {
        Self { name, summary: "", kind: ParamKind::Flag { default } }
    }

    /// The parameter with this summary.
    #[must_use]
    pub const fn about(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }
}

/// The parameters of both lists.
///
/// # Panics
/// If `C` is not `A + B`; in a constant that is a compile error.
pub(crate) const fn join<const A: usize, const B: usize, const C: usize>(
    first: [Param; A],
    second: [Param; B],
) -> [Param; C] {
    assert!(A + B == C, "room for all of both");
    let mut all = [first[0]; C];
    let mut index = 0;
    while index < C {
        all[index] = if index < A { first[index] } else { second[index - A] };
        index += 1;
    }
    all
}

impl ParamKind {
    /// The allowed values in words.
    ///
    /// # Examples
    /// ```
    /// use stoker_bots::ParamKind;
    /// let depth = ParamKind::Int { default: 2, min: 1, max: 8 };
    /// assert_eq!(depth.allowed(), "a whole number from 1 to 8");
    /// ```
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            Self::Int { min, max, .. } => format!("a whole number from {min} to {max}"),
            Self::Decimal { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Choice { options, .. } => format!("one of {}", options.join(", ")),
            Self::Flag { .. } => "true or false".to_owned(),
        }
    }

    /// The allowed values in short form, for lists.
    ///
    /// # Examples
    /// ```
    /// use stoker_bots::ParamKind;
    /// assert_eq!(ParamKind::Int { default: 2, min: 1, max: 8 }.range(), "1..=8");
    /// ```
    #[must_use]
    pub fn range(&self) -> String {
        match self {
            Self::Int { min, max, .. } => format!("{min}..={max}"),
            Self::Decimal { min, max, .. } => format!("{min} to {max}"),
            Self::Choice { options, .. } => options.join(", "),
            Self::Flag { .. } => "true, false".to_owned(),
        }
    }

    /// The default value, as a spec spells it.
    #[must_use]
    pub fn default_text(&self) -> String {
        self.default_value().to_string()
    }

    pub(crate) fn default_value(&self) -> Value {
        match *self {
            Self::Int { default, .. } => Value::Int(default),
            Self::Decimal { default, .. } => Value::Decimal(default),
            Self::Choice { default, .. } => Value::Choice(default),
            Self::Flag { default } => Value::Flag(default),
        }
    }

    pub(crate) fn parse(&self, text: &str) -> Option<Value> {
        match self {
            Self::Int { min, max, .. } => {
                text.parse().ok().filter(|n| (min..=max).contains(&n)).map(Value::Int)
            }
            // Adding zero turns -0 into 0, so that equal values have one spelling.
            Self::Decimal { min, max, .. } => text
                .parse()
                .ok()
                .filter(|n| (min..=max).contains(&n))
                .map(|n: f64| Value::Decimal(n + 0.0)),
            Self::Choice { options, .. } => {
                options.iter().find(|&&option| option == text).map(|&option| Value::Choice(option))
            }
            Self::Flag { .. } => text.parse().ok().map(Value::Flag),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(n) => n.fmt(f),
            Self::Decimal(n) => n.fmt(f),
            Self::Choice(word) => f.write_str(word),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
}
