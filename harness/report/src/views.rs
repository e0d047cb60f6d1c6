//! The points of view of a page.

use stoker_engine::{Game, Seat, Viewer};

/// The points of view from which a match is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Views {
    /// The points of view of all viewers, and that of one who sees everything.
    All,
    /// The point of view of one viewer. The page contains nothing that this viewer does not know.
    Only(Viewer),
}

impl Views {
    /// True if everything about a seat's decisions may be shown.
    pub(crate) fn reveal<G: Game>(self, game: &G, seat: Seat) -> bool {
        match self {
            Self::All => true,
            Self::Only(viewer) => game.sides().viewer_of(seat) == viewer,
        }
    }
}
