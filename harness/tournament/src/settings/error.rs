//! Errors of a sweep.

use super::MOST_SETTINGS;

/// The reasons why a sweep is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// Nothing varies.
    #[error("nothing varies: name a parameter, as in --vary lurker:depth=1..4")]
    NoAxis,
    /// The text is not an axis.
    #[error(
        "`{0}` does not vary a parameter: write ENTRANT:PARAMETER=VALUES, as in lurker:depth=1..4, or \
         rules:PARAMETER=VALUES"
    )]
    Syntax(String),
    /// The axis names no entrant.
    #[error("`{text}` does not name an entrant to vary: {remedy}")]
    UnknownEntrant {
        /// The axis as it was typed.
        text: String,
        /// The text to write instead.
        remedy: String,
    },
    /// The axis could mean two entrants.
    #[error("several entrants are called `{0}`: give one another name, as in other@{0}")]
    Ambiguous(String),
    /// The entrant is a program, which has no parameters here.
    #[error("`{0}` is a program, whose parameters are unknown: only built-in bots can be varied")]
    Program(String),
    /// An entrant has the name that stands for the rules.
    #[error("an entrant called `rules` cannot be told from the rules: give it another name")]
    EntrantRules,
    /// The parameter does not exist.
    #[error("{owner} no parameter `{name}`: {remedy}")]
    UnknownParameter {
        /// `the ruleset has`, or the entrant's name and `has`.
        owner: String,
        /// The parameter.
        name: String,
        /// The text to write instead.
        remedy: String,
    },
    /// The value has the wrong type, or is out of range.
    #[error("{axis} cannot be `{value}`: it must be {allowed}")]
    Value {
        /// The axis.
        axis: String,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        allowed: String,
    },
    /// The range is malformed.
    #[error("{axis} has no range `{range}`: {problem}")]
    Range {
        /// The axis.
        axis: String,
        /// The range that was given.
        range: String,
        /// The problem, with the text to write instead.
        problem: String,
    },
    /// A value comes twice.
    #[error("{axis} has the value {value} twice: give it once")]
    RepeatedValue {
        /// The axis.
        axis: String,
        /// The value.
        value: String,
    },
    /// A parameter varies twice.
    #[error("{0} varies twice: give all its values at once")]
    RepeatedAxis(String),
    /// A grid has a range without a step.
    #[error(
        "a grid needs values or a step for {axis}: write {range}:STEP, or use another --design"
    )]
    NoStep {
        /// The axis.
        axis: String,
        /// Its range.
        range: String,
    },
    /// An axis has too many values.
    #[error("{axis} has {count} values, and may have {MOST_SETTINGS}: use a wider step")]
    TooManyValues {
        /// The axis.
        axis: String,
        /// The number of values.
        count: u64,
    },
    /// The sweep has too many settings.
    #[error(
        "{count} settings are more than {MOST_SETTINGS}: use fewer values, or a \
         design that draws some, such as --design lhs:100"
    )]
    TooManySettings {
        /// The number of settings; at most `u64::MAX`.
        count: u64,
    },
    /// The design asks for more settings than are possible.
    #[error("{wanted} settings cannot all differ, because there are {count}: use --design grid")]
    TooFew {
        /// The number of settings that was asked for.
        wanted: u64,
        /// The number of possible settings.
        count: u64,
    },
    /// The Latin hypercube would have one setting twice.
    #[error(
        "a Latin hypercube of {0} settings over so few values repeats some: use fewer, or \
         --design random:{0}"
    )]
    Crowded(u64),
    /// A setting cannot be played.
    #[error("setting {number} ({values}): {problem}")]
    Setting {
        /// Its number.
        number: usize,
        /// Its values.
        values: String,
        /// The reason.
        problem: String,
    },
    /// The text is not a design.
    #[error("`{0}` is not a design: give grid, lhs:N or random:N, where N is at least 1")]
    Design(String),
}
