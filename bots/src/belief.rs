//! What a side that cannot see everything can know of the rest.

/// Works out what follows from a text in a ruleset's notation of positions.
///
/// Gives what is wrong with the notation, or that nothing explains it.
pub type ReadBelief<G> = fn(&G, &str) -> Result<Believed, String>;

/// What is hidden, and how likely each possibility is.
#[derive(Debug, Clone, PartialEq)]
pub struct Believed {
    /// What is hidden, for a heading.
    pub of: &'static str,
    /// What an explanation of all that was seen is called, in the plural.
    pub unit: &'static str,
    /// How many explanations there are.
    pub count: u64,
    /// True if each of them can be: if not, there may be too many, but never too few.
    pub exact: bool,
    /// What can be asked about it, in the order in which it is shown.
    pub questions: Vec<Question>,
}

/// A question about what is hidden.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// A few words.
    pub name: String,
    /// How many moves ago that was which it asks about; 0: now.
    pub age: usize,
    /// All answers that can be, each once.
    pub answers: Vec<Answer>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// How programs call it.
    pub code: String,
    /// How readers call it.
    pub name: String,
    /// How likely it is, above 0 and up to 1.
    pub probability: f64,
}
