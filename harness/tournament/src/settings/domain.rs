//! The values that a parameter of a bot or of the ruleset can have.

use stoker_bots::ParamKind;
use stoker_engine::Allowed;

/// The values that a parameter can have.
#[derive(Debug, Clone, PartialEq)]
pub enum Domain {
    /// Whole numbers from the first to the second.
    Whole(i64, i64),
    /// Numbers from the first to the second.
    Decimal(f64, f64),
    /// These words.
    Words(Vec<&'static str>),
}

impl Domain {
    /// The one spelling of a value; `None` if it is not allowed.
    ///
    /// # Examples
    /// ```
    /// use stoker_tournament::settings::Domain;
    /// assert_eq!(Domain::Whole(1, 8).spell("03").as_deref(), Some("3"));
    /// assert_eq!(Domain::Decimal(0.0, 1.0).spell("4e-1").as_deref(), Some("0.4"));
    /// assert_eq!(Domain::Decimal(0.0, 1.0).spell("1.5"), None);
    /// ```
    #[must_use]
    pub fn spell(&self, text: &str) -> Option<String> {
        match self {
            Self::Whole(low, high) => {
                let number = text.parse().ok().filter(|number| (low..=high).contains(&number));
                number.map(|number: i64| number.to_string())
            }
            // Adding zero turns -0 into 0, so that equal values have one spelling.
            Self::Decimal(low, high) => {
                let number = text.parse().ok().filter(|number| (low..=high).contains(&number));
                number.map(|number: f64| (number + 0.0).to_string())
            }
            Self::Words(words) => words.contains(&text).then(|| text.to_owned()),
        }
    }

    /// A description of the values that are allowed.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            Self::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Self::Decimal(low, high) => format!("a number from {low} to {high}"),
            Self::Words(words) => format!("one of {}", words.join(", ")),
        }
    }
}

impl From<ParamKind> for Domain {
    fn from(kind: ParamKind) -> Self {
        match kind {
            ParamKind::Int { min, max, .. } => Self::Whole(min, max),
            ParamKind::Decimal { min, max, .. } => Self::Decimal(min, max),
            ParamKind::Choice { options, .. } => Self::Words(options.to_vec()),
            ParamKind::Flag { .. } => Self::Words(vec!["false", "true"]),
        }
    }
}

impl From<Allowed> for Domain {
    fn from(allowed: Allowed) -> Self {
        match allowed {
            Allowed::Range(low, high) => Self::Whole(low, high),
            Allowed::OneOf(words) => Self::Words(words.to_vec()),
        }
    }
}
