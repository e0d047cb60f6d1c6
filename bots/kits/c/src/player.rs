//! The identifiers of players in C.

use stoker_engine::course::{Hunter, Mover};

/// A `Player`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Player(i32);

impl Player {
    /// The player in the mover's seat.
    pub(crate) fn of(mover: Mover) -> Self {
        Self(mover.seat().0.into())
    }

    /// The mover in this seat; `None` if the number is not a player's.
    pub(crate) fn mover(self) -> Option<Mover> {
        let index = usize::try_from(self.0).ok()?;
        let dracula = self == Self::of(Mover::Dracula);
        let hunter = Hunter::ALL.get(index).copied().map(Mover::Hunter);
        hunter.or(dracula.then_some(Mover::Dracula))
    }

    /// The hunter in this seat; `None` if it is not a hunter's.
    pub(crate) fn hunter(self) -> Option<Hunter> {
        match self.mover()? {
            Mover::Hunter(hunter) => Some(hunter),
            Mover::Dracula => None,
        }
    }
}
