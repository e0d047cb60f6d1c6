//! The words and notes of players besides their moves.

use stoker_engine::Seat;
use stoker_external::contract::Notes;
use stoker_external::line_marks;

/// The bots whose notes are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KeptNotes {
    /// No bot; no time is spent on notes.
    #[default]
    None,
    /// External programs.
    OfPrograms,
    /// External programs and built-in bots.
    All,
}

impl KeptNotes {
    pub(super) fn of_programs(self) -> Notes {
        if self == Self::None { Notes::Dropped } else { Notes::Kept }
    }

    pub(super) fn of_builtins(self) -> Notes {
        if self == Self::All { Notes::Kept } else { Notes::Dropped }
    }
}

/// The words and notes of a player besides its moves.
#[derive(Debug)]
pub(super) struct PlayerLog {
    log: String,
    /// The last decision that it was asked for, if no line names it yet.
    asked: Option<(u32, Seat)>,
}

impl PlayerLog {
    /// An empty log of the bot whose first seat this is.
    pub(super) fn of(seat: Seat) -> Self {
        Self { log: String::new(), asked: Some((0, seat)) }
    }

    /// Notes that it is asked for a decision; all that follows belongs to that decision.
    pub(super) fn asked(&mut self, decision: u32, seat: Seat) {
        self.asked = Some((decision, seat));
    }

    /// True if it has said nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.log.is_empty()
    }

    /// Takes everything that it has said.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.log)
    }

    /// Adds marked lines.
    pub(super) fn push(&mut self, lines: &str) {
        if let Some((decision, seat)) = self.asked.take() {
            self.end_line();
            self.log.push_str(&line_marks::turn(decision, seat));
        }
        self.log.push_str(lines);
    }

    /// Ends a line that has no end.
    pub(super) fn end_line(&mut self) {
        if !self.log.is_empty() && !self.log.ends_with('\n') {
            self.log.push('\n');
        }
    }
}
