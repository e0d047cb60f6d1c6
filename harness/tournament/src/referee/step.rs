//! A decision of a match, and how it is written.

use std::fmt::{self, Write as _};

use stoker_engine::{Game, Message, Seat};

/// How a decision was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The seat's entrant chose it.
    Chosen,
    /// The random opening.
    Opening,
    /// The ruleset's default, for a seat that has lost its say.
    Default,
    /// There was nothing to choose.
    Forced,
}

impl How {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Chosen, Self::Opening, Self::Default, Self::Forced];

    /// The mark between seat and move in a play as it is written: `0 VE` was chosen, `0~VE` is of
    /// the opening, `0!VE` a default, `0=VE` forced.
    #[must_use]
    pub fn mark(self) -> char {
        match self {
            Self::Chosen => ' ',
            Self::Opening => '~',
            Self::Default => '!',
            Self::Forced => '=',
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chosen => "chosen",
            Self::Opening => "opening",
            Self::Default => "default",
            Self::Forced => "forced",
        })
    }
}

/// One decision of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<M> {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// How it came about.
    pub how: How,
    /// What was said with it.
    pub message: Message,
}

impl<M: Copy> Step<M> {
    /// Writes seat, mark and move as a line; the message is left out.
    ///
    /// # Panics
    /// If the ruleset has no notation for a move that was played.
    pub(crate) fn write<G: Game<Move = M>>(&self, game: &G, out: &mut String) {
        match self.seat.0 {
            digit @ 0..=9 => out.push(char::from(b'0' + digit)),
            number => write!(out, "{number}").expect("a string takes all text"),
        }
        out.push(self.how.mark());
        game.write_move(self.mv, out).expect("a string takes all text");
        out.push('\n');
    }
}
