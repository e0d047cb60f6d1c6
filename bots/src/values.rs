//! The parameter values of one bot.

use std::fmt;

use crate::params::{Param, Value};

/// A value for every parameter that a bot declares.
///
/// The text form is that of a spec: in declared order, without parameters that have their default.
///
/// # Examples
/// ```
/// use stoker_bots::{Param, Values};
/// const PARAMS: &[Param] = &[
///     Param::int("depth", 2, (1, 8)).about("Turns to look ahead."),
///     Param::decimal("rest", 0.25, (0.0, 1.0)).about("Share of life below which a hunter rests."),
/// ];
/// let values = Values::parse("rest=0.40,depth=2", PARAMS).unwrap();
/// assert_eq!(values.int("depth"), 2);
/// assert_eq!(values.to_string(), "rest=0.4");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values {
    params: &'static [Param],
    values: Vec<Value>,
}

/// Error in a text that sets parameters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// A part is not `name=value`.
    #[error("`{0}` does not set a parameter: write name=value, with commas between several")]
    Syntax(String),
    /// The bot does not declare the parameter.
    #[error("there is no parameter `{name}`: {remedy}")]
    Unknown {
        /// The name.
        name: String,
        /// Hint at what to write instead.
        remedy: String,
    },
    /// A parameter is set more than once.
    #[error("parameter `{0}` is set twice: set it once")]
    Repeated(&'static str),
    /// A value has the wrong type, or is out of range.
    #[error("parameter `{name}` is `{value}`, but must be {allowed}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// Value given.
        value: String,
        /// Values allowed.
        allowed: String,
    },
}

impl Values {
    /// The defaults of these parameters.
    #[must_use]
    pub fn defaults(params: &'static [Param]) -> Self {
        Self { params, values: params.iter().map(|param| param.kind.default_value()).collect() }
    }

    /// Reads `name=value,name=value`; an empty text sets nothing.
    ///
    /// # Errors
    /// If a name is unknown or comes twice, or a value is not allowed.
    pub fn parse(text: &str, params: &'static [Param]) -> Result<Self, ParamError> {
        let mut all = Self::defaults(params);
        let mut set = vec![false; params.len()];
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| ParamError::Syntax(part.to_owned()))?;
            let index = find(params, name.trim())?;
            if std::mem::replace(&mut set[index], true) {
                return Err(ParamError::Repeated(params[index].name));
            }
            all.set(name.trim(), value)?;
        }
        Ok(all)
    }

    /// Sets one parameter to a value as written in a spec. After an error nothing has changed.
    ///
    /// # Errors
    /// If the bot declares no such parameter, or the value is not allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        let index = find(self.params, name)?;
        let Param { name, kind, .. } = &self.params[index];
        self.values[index] = kind.parse(value.trim()).ok_or_else(|| ParamError::Value {
            name,
            value: value.to_owned(),
            allowed: kind.allowed(),
        })?;
        Ok(())
    }

    /// The value of any parameter, as a spec writes it.
    ///
    /// # Panics
    /// If the bot does not declare the parameter, which is a mistake in the bot.
    #[must_use]
    pub fn text(&self, name: &str) -> String {
        self.get(name).to_string()
    }

    /// The value of a whole number.
    ///
    /// # Panics
    /// If the bot does not declare such a parameter, which is a mistake in the bot.
    #[must_use]
    pub fn int(&self, name: &str) -> i64 {
        let value = self.get(name);
        let Value::Int(n) = value else { undeclared("whole number", name, value) };
        n
    }

    /// The value of a number with a fraction.
    ///
    /// # Panics
    /// If the bot does not declare such a parameter, which is a mistake in the bot.
    #[must_use]
    pub fn decimal(&self, name: &str) -> f64 {
        let value = self.get(name);
        let Value::Decimal(n) = value else { undeclared("decimal", name, value) };
        n
    }

    /// The word chosen.
    ///
    /// # Panics
    /// If the bot does not declare such a parameter, which is a mistake in the bot.
    #[must_use]
    pub fn choice(&self, name: &str) -> &'static str {
        let value = self.get(name);
        let Value::Choice(word) = value else { undeclared("choice", name, value) };
        word
    }

    /// The value of a flag.
    ///
    /// # Panics
    /// If the bot does not declare such a parameter, which is a mistake in the bot.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        let value = self.get(name);
        let Value::Flag(flag) = value else { undeclared("flag", name, value) };
        flag
    }

    fn get(&self, name: &str) -> Value {
        let index = self.params.iter().position(|param| param.name == name);
        let index = index.unwrap_or_else(|| panic!("this bot declares no parameter `{name}`"));
        self.values[index]
    }
}

fn undeclared(wanted: &str, name: &str, found: Value) -> ! {
    panic!("this bot asks for parameter `{name}` as a {wanted}, but declares it as {found:?}")
}

fn find(params: &[Param], name: &str) -> Result<usize, ParamError> {
    params
        .iter()
        .position(|param| param.name == name)
        .ok_or_else(|| ParamError::Unknown { name: name.to_owned(), remedy: remedy(params, name) })
}

/// A hint at what to write instead of a parameter that a bot does not have.
fn remedy(params: &[Param], name: &str) -> String {
    match params {
        [] => "this bot has none".to_owned(),
        _ => crate::remedy(name, params.iter().map(|param| param.name)),
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for (param, value) in self.params.iter().zip(&self.values) {
            if *value != param.kind.default_value() {
                write!(f, "{comma}{}={value}", param.name)?;
                comma = ",";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[
        Param::int("depth", 2, (1, 8)).about("Turns to look ahead."),
        Param::decimal("rest", 0.25, (0.0, 1.0)).about("Share."),
        Param::choice("style", "calm", &["calm", "wild"]).about("How to play."),
        Param::flag("chatty", false).about("Whether to talk."),
    ];

    fn canonical(text: &str) -> String {
        Values::parse(text, PARAMS).unwrap().to_string()
    }

    fn error(text: &str) -> String {
        Values::parse(text, PARAMS).unwrap_err().to_string()
    }

    #[test]
    fn a_setting_has_one_spelling() {
        assert_eq!(canonical("chatty=true,depth=03, rest = 4e-1"), "depth=3,rest=0.4,chatty=true");
        assert_eq!(canonical("depth=2,rest=0.250,style=calm,chatty=false"), "");
        assert_eq!(canonical("rest=-0"), "rest=0");
        assert_eq!(canonical(""), "");
    }

    #[test]
    fn what_is_spelt_is_read_back() {
        let values = Values::parse("style=wild,rest=0.125", PARAMS).unwrap();
        assert_eq!(Values::parse(&values.to_string(), PARAMS), Ok(values.clone()));
        assert_eq!(values.int("depth"), 2);
        assert_eq!(values.choice("style"), "wild");
        assert_eq!(values.decimal("rest").to_bits(), 0.125f64.to_bits());
        assert!(!values.flag("chatty"));
    }

    #[test]
    fn one_value_can_be_set_and_read_without_the_others() {
        let mut values = Values::parse("style=wild", PARAMS).unwrap();
        values.set("rest", "4e-1").unwrap();
        assert!(values.set("depth", "9").is_err());
        assert_eq!(values.to_string(), "rest=0.4,style=wild");
        assert_eq!((values.text("rest"), values.text("depth")), ("0.4".into(), "2".into()));
    }

    #[test]
    fn values_out_of_range_or_of_another_type_are_refused_with_the_range() {
        for (text, allowed) in [
            ("depth=9", "a whole number from 1 to 8"),
            ("depth=2.5", "a whole number from 1 to 8"),
            ("rest=nan", "a number from 0 to 1"),
            ("rest=inf", "a number from 0 to 1"),
            ("style=mad", "one of calm, wild"),
            ("chatty=yes", "true or false"),
        ] {
            let (name, value) = text.split_once('=').unwrap();
            let expected = format!("parameter `{name}` is `{value}`, but must be {allowed}");
            assert_eq!(error(text), expected);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_one() {
        assert_eq!(error("dept=3"), "there is no parameter `dept`: did you mean `depth`?");
        assert_eq!(error("x=3"), "there is no parameter `x`: there are depth, rest, style, chatty");
        let none = Values::parse("x=3", &[]).unwrap_err().to_string();
        assert_eq!(none, "there is no parameter `x`: this bot has none");
    }

    #[test]
    fn each_parameter_is_set_once_and_as_name_and_value() {
        assert_eq!(error("depth=3,depth=3"), "parameter `depth` is set twice: set it once");
        assert!(error("depth").starts_with("`depth` does not set a parameter"));
        assert!(error("depth=3,").starts_with("`` does not set a parameter"));
    }

    #[test]
    #[should_panic(expected = "this bot declares no parameter `width`")]
    fn a_bot_that_asks_for_what_it_did_not_declare_hears_of_it() {
        let _ = Values::defaults(PARAMS).int("width");
    }
}
