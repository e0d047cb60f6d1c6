//! What identifies players in C.

use stoker_engine::course::{Hunter, Mover};

/// A `Player`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Player(i32);

impl Player {
    /// The seat's number.
    pub(crate) fn of(mover: Mover) -> Self {
        Self(mover.seat().0.into())
    }

    /// Whose seat it is; `None` for a number that is none's.
    pub(crate) fn mover(self) -> Option<Mover> {
        let index = usize::try_from(self.0).ok()?;
        let dracula = self == Self::of(Mover::Dracula);
        let hunter = Hunter::ALL.get(index).copied().map(Mover::Hunter);
        hunter.or(dracula.then_some(Mover::Dracula))
    }

    /// The hunter's seat it is, if it is one.
    pub(crate) fn hunter(self) -> Option<Hunter> {
        match self.mover()? {
            Mover::Hunter(hunter) => Some(hunter),
            Mover::Dracula => None,
        }
    }
}
