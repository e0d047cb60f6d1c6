//! The points of view that a page has.

use stoker_engine::Viewer;

/// The points of view from which a match is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Views {
    /// Every viewer's, and that of a viewer who sees everything.
    All,
    /// One viewer's alone: nothing that this viewer does not know is in the page.
    Only(Viewer),
}
