//! One explanation of all that was seen.

use stoker_engine::map::Place;

/// The most slots of a history: between two views, new ones may come before old ones go.
pub(super) const CELLS: usize = 16;
/// Hide.
pub(super) const HIDE: u8 = 254;
/// A place that is not known: of a power card, or of a slot that was forgotten.
pub(super) const UNKNOWN: u8 = 255;
/// No slot.
pub(super) const NONE: u8 = 255;

/// An explanation of everything that was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct History {
    /// The place, [`HIDE`] or [`UNKNOWN`], of each slot.
    pub(super) cells: [u8; CELLS],
    /// The number of the slot of his location among the cells.
    pub(super) current: u8,
    /// The number of the slot that Hide on the trail is associated with, or [`NONE`].
    pub(super) hidden: u8,
    pub(super) weight: f64,
}

impl History {
    /// He is on this slot, which is this place; nothing else is known.
    pub(super) fn at(column: usize, place: Place) -> Self {
        let mut cells = [UNKNOWN; CELLS];
        cells[column] = cell_of(place);
        Self { cells, current: number(column), hidden: NONE, weight: 1.0 }
    }

    pub(super) fn place(&self) -> Option<Place> {
        place_of(self.cells[usize::from(self.current)])
    }

    pub(super) fn key(&self) -> ([u8; CELLS], u8, u8) {
        (self.cells, self.current, self.hidden)
    }
}

pub(super) fn place_of(cell: u8) -> Option<Place> {
    if cell == HIDE || cell == UNKNOWN { None } else { Place::new(cell) }
}

pub(super) fn cell_of(place: Place) -> u8 {
    u8::try_from(place.index()).unwrap_or(UNKNOWN)
}

/// The number of a column, of which there are at most [`CELLS`].
pub(super) fn number(column: usize) -> u8 {
    u8::try_from(column).unwrap_or(NONE)
}
