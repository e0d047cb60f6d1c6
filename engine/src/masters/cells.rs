//! The nine cells of the city (masters S1), and the seats of the family.

use serde::{Deserialize, Serialize};

use crate::seats::Seat;

/// The cells of the city.
pub(super) const CELLS: usize = 9;
/// The most vampires of a family.
pub(super) const MOST_PLAYERS: usize = 5;

/// A cell of the city, row by row from the top left.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(into = "u8", try_from = "u8")]
pub struct Cell(u8);

/// A number that is not that of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a cell of the city, which has 0 to 8")]
pub struct NoCell(pub u8);

impl Cell {
    /// All cells, in order.
    pub const ALL: [Self; CELLS] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];
    /// The cell of the railway station (S1).
    pub const STATION: Self = Self(0);

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column and row, from 0.
    #[must_use]
    pub const fn column_and_row(self) -> (u8, u8) {
        (self.0 % 3, self.0 / 3)
    }

    /// The cells that share an edge with it.
    #[inline]
    #[must_use]
    pub const fn adjacent(self) -> CellSet {
        const ADJACENT: [u16; CELLS] = [
            0b000_001_010,
            0b000_010_101,
            0b000_100_010,
            0b001_010_001,
            0b010_101_010,
            0b100_010_100,
            0b010_001_000,
            0b101_010_000,
            0b010_100_000,
        ];
        CellSet(ADJACENT[self.0 as usize])
    }
}

impl TryFrom<u8> for Cell {
    type Error = NoCell;
    fn try_from(number: u8) -> Result<Self, NoCell> {
        if usize::from(number) < CELLS { Ok(Self(number)) } else { Err(NoCell(number)) }
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> Self {
        cell.0
    }
}

/// A set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Cell>", from = "Vec<Cell>")]
pub struct CellSet(u16);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The cells for which this is true.
    #[inline]
    #[must_use]
    pub fn filter(mut test: impl FnMut(Cell) -> bool) -> Self {
        let cells = Cell::ALL.iter().filter(|cell| test(**cell));
        cells.fold(Self::EMPTY, |set, cell| set.with(*cell))
    }

    /// The set with this cell added.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    /// The set without this cell.
    #[inline]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.0))
    }

    /// True if the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest cell.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells, upwards.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = Cell::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*lowest)
        })
    }
}

impl From<CellSet> for Vec<Cell> {
    fn from(set: CellSet) -> Self {
        set.iter().collect()
    }
}

impl From<Vec<Cell>> for CellSet {
    fn from(cells: Vec<Cell>) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A vampire of the family, by its seat.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(into = "u8", try_from = "u8")]
pub struct Member(u8);

/// A number that is not that of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a seat of a family, which has at most five")]
pub struct NoMember(pub u8);

impl Member {
    /// All possible seats, in order.
    pub const ALL: [Self; MOST_PLAYERS] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The member this many seats after this one, among this many.
    #[inline]
    pub(super) fn after(self, steps: u8, players: u8) -> Self {
        Self(self.0.saturating_add(steps) % players.clamp(1, 5))
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its seat.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self.0)
    }
}

impl TryFrom<u8> for Member {
    type Error = NoMember;
    fn try_from(number: u8) -> Result<Self, NoMember> {
        if usize::from(number) < MOST_PLAYERS { Ok(Self(number)) } else { Err(NoMember(number)) }
    }
}

impl From<Member> for u8 {
    fn from(member: Member) -> Self {
        member.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cells_are_adjacent_if_they_share_an_edge() {
        for one in Cell::ALL {
            for other in Cell::ALL {
                let ((a, b), (c, d)) = (one.column_and_row(), other.column_and_row());
                let share = a.abs_diff(c) + b.abs_diff(d) == 1;
                assert_eq!(one.adjacent().contains(other), share, "{one:?} {other:?}");
            }
        }
    }
}
