//! Decisions of a match, and their text.

use std::fmt::{self, Write as _};

use stoker_engine::{Game, Message, Seat};

/// The origin of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionOrigin {
    /// The seat's entrant chose it.
    Chosen,
    /// The random opening chose it.
    Opening,
    /// It is the ruleset's default, for a seat that has lost its say.
    Default,
    /// It was the only legal choice.
    Forced,
}

impl DecisionOrigin {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Chosen, Self::Opening, Self::Default, Self::Forced];

    /// The mark between seat and move in the text of a play: a space as in `0 VE` for a chosen
    /// move, `~` as in `0~VE` for the opening, `!` as in `0!VE` for a default, and `=` as in `0=VE`
    /// for a forced move.
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

impl fmt::Display for DecisionOrigin {
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
pub struct DecisionStep<M> {
    /// The seat that made it.
    pub seat: Seat,
    /// The move.
    pub mv: M,
    /// Its origin.
    pub how: DecisionOrigin,
    /// The message that came with it.
    pub message: Message,
}

impl<M: Copy> DecisionStep<M> {
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
