//! Knowledge about what is hidden from a side.

/// Computes what follows from a text in a ruleset's notation of positions.
///
/// The error is a problem with the notation, or says that no explanation exists.
pub type ReadBelief<G> = fn(&G, &str) -> Result<Believed, String>;

/// Knowledge about what is hidden, with the probability of each possibility.
#[derive(Debug, Clone, PartialEq)]
pub struct Believed {
    /// Name of what is hidden, for a heading.
    pub of: &'static str,
    /// Name of one explanation of everything seen, in the plural.
    pub unit: &'static str,
    /// The number of explanations.
    pub count: u64,
    /// True if each of them is possible. If false, there may be too many, but never too few.
    pub exact: bool,
    /// The questions about it, in display order.
    pub questions: Vec<BeliefQuestion>,
}

/// A question about what is hidden.
#[derive(Debug, Clone, PartialEq)]
pub struct BeliefQuestion {
    /// The question in a few words.
    pub name: String,
    /// The age in moves of the moment that the question is about; 0 is now.
    pub age: usize,
    /// All possible answers, each once.
    pub answers: Vec<Answer>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Its code, for programs.
    pub code: String,
    /// Its name, for readers.
    pub name: String,
    /// Its probability, above 0 and up to 1.
    pub probability: f64,
}
