//! The pieces in which a viewer is told a game.

use crate::seats::Seat;

/// The part of an event in the story that a viewer is told: the next turn, or more of the last one.
///
/// Pages and terminals show a viewer turns, and not decisions. Turns follow from what the viewer is
/// told and from nothing else. So their number and their boundaries cannot tell that another seat
/// was asked, and declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beat {
    /// A play of this seat, with all that follows from it.
    Play(Seat),
    /// The first news of something, done by this seat if the viewer knows that. More may follow.
    Begin(Option<Seat>),
    /// It belongs to what was told before, as a consequence or a question does.
    More,
}
