//! The points of view that a page has.

use stoker_engine::{Game, Seat, Viewer};

/// The points of view from which a match is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Views {
    /// Every viewer's, and that of a viewer who sees everything.
    All,
    /// One viewer's alone: nothing that this viewer does not know is in the page.
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
