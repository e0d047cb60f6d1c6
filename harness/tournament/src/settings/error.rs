//! What can be wrong with a sweep.

use super::MOST_SETTINGS;

/// Why there is no such sweep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// Nothing varies.
    #[error("nothing varies: name a parameter, as in --vary lurker:depth=1..4")]
    NoAxis,
    /// A text that is no axis.
    #[error(
        "`{0}` does not vary a parameter: write ENTRANT:PARAMETER=VALUES, as in lurker:depth=1..4, or \
         rules:PARAMETER=VALUES"
    )]
    Syntax(String),
    /// An entrant that does not take part.
    #[error("`{text}` does not name an entrant to vary: {remedy}")]
    UnknownEntrant {
        /// The axis as it was typed.
        text: String,
        /// What to write instead.
        remedy: String,
    },
    /// Two entrants that an axis could mean.
    #[error("several entrants are called `{0}`: give one another name, as in other@{0}")]
    Ambiguous(String),
    /// An entrant that has no parameters, because it is a program.
    #[error("`{0}` is a program, whose parameters are unknown: only built-in bots can be varied")]
    Program(String),
    /// An entrant that has the name by which the rules go.
    #[error("an entrant called `rules` cannot be told from the rules: give it another name")]
    EntrantRules,
    /// A parameter that there is not.
    #[error("{owner} no parameter `{name}`: {remedy}")]
    UnknownParameter {
        /// `the ruleset has`, or the entrant's name and `has`.
        owner: String,
        /// The parameter.
        name: String,
        /// What to write instead.
        remedy: String,
    },
    /// A value of the wrong type, or out of range.
    #[error("{axis} cannot be `{value}`: it must be {allowed}")]
    Value {
        /// The axis.
        axis: String,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: String,
    },
    /// A range that is none.
    #[error("{axis} has no range `{range}`: {problem}")]
    Range {
        /// The axis.
        axis: String,
        /// What was given.
        range: String,
        /// What is wrong with it, and what to write instead.
        problem: String,
    },
    /// A value that comes twice.
    #[error("{axis} has the value {value} twice: give it once")]
    RepeatedValue {
        /// The axis.
        axis: String,
        /// The value.
        value: String,
    },
    /// A parameter that varies twice.
    #[error("{0} varies twice: give all its values at once")]
    RepeatedAxis(String),
    /// A grid over a range without a step.
    #[error(
        "a grid needs values or a step for {axis}: write {range}:STEP, or use another --design"
    )]
    NoStep {
        /// The axis.
        axis: String,
        /// Its range.
        range: String,
    },
    /// Too many values of one axis.
    #[error("{axis} has {count} values, and may have {MOST_SETTINGS}: use a wider step")]
    TooManyValues {
        /// The axis.
        axis: String,
        /// Values.
        count: u64,
    },
    /// Too many settings.
    #[error(
        "{count} settings are more than {MOST_SETTINGS}: use fewer values, or a \
         design that draws some, such as --design lhs:100"
    )]
    TooManySettings {
        /// Settings; at most `u64::MAX`.
        count: u64,
    },
    /// More settings than there are.
    #[error("{wanted} settings cannot all differ, because there are {count}: use --design grid")]
    TooFew {
        /// Settings asked for.
        wanted: u64,
        /// Different settings that there are.
        count: u64,
    },
    /// A Latin hypercube that would have one setting twice.
    #[error(
        "a Latin hypercube of {0} settings over so few values repeats some: use fewer, or \
         --design random:{0}"
    )]
    Crowded(u64),
    /// A setting that cannot be played.
    #[error("setting {number} ({values}): {problem}")]
    Setting {
        /// Its number.
        number: usize,
        /// Its values.
        values: String,
        /// Why not.
        problem: String,
    },
    /// A text that is no design.
    #[error("`{0}` is not a design: give grid, lhs:N or random:N, where N is at least 1")]
    Design(String),
}
