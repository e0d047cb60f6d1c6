//! Crosstables: two different kinds of sides, entrant by entrant.

use stoker_stats::{Effective, Estimate};

/// The scores of the entrants of one side against those of the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Crosstable {
    /// The first side, whose score is shown, and the second.
    pub sides: [String; 2],
    /// The entrants of the first side, by rank.
    pub rows: Vec<String>,
    /// The entrants of the second side, by rank.
    pub columns: Vec<String>,
    /// By row and column; `None` where no match was played.
    pub cells: Vec<Vec<Option<Meeting>>>,
}

impl Crosstable {
    /// True if every pairing that was played more than once was the same game each time.
    #[must_use]
    pub fn is_one_game_each(&self) -> bool {
        let mut cells = self.cells.iter().flatten().flatten().peekable();
        let repeats = |cell: &Meeting| cell.matches > 1 && cell.effective == Effective::Exact(1);
        cells.peek().is_some() && cells.all(repeats)
    }
}

/// The result of the matches between two entrants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// The mean of the first side's score.
    pub mean: Estimate,
    /// The amount by which the mean exceeds the prediction of the two ratings alone.
    pub interaction: f64,
    /// The number of matches played.
    pub matches: u64,
    /// The number of distinct games among them.
    pub effective: Effective,
}
