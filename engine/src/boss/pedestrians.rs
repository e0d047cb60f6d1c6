//! The pedestrians: cards that are hunted.

use std::fmt;
use std::str::FromStr;

use super::codes::{BloodGroup, Order};
use super::data::Data;
use crate::coded::{UnknownCode, as_text};

/// The number of pedestrians.
pub const PEDESTRIANS: usize = 70;

/// Their ids, in data order.
pub(super) const IDS: [&str; PEDESTRIANS] = [
    "T01", "T02", "T03", "T04", "T05", "T06", "T07", "T08", "T09", "T10", "T11", "T12", "T13",
    "T14", "T15", "T16", "R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10",
    "R11", "R12", "R13", "R14", "R15", "R16", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
    "F08", "P01", "P02", "P03", "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02",
    "G03", "G04", "G05", "G06", "H01", "H02", "H03", "H04", "H05", "H06", "W01", "W02", "W03",
    "W04", "W05", "W06", "W07", "W08",
];

/// A pedestrian. Written as its id, such as `T01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pedestrian(u8);

impl Pedestrian {
    /// All pedestrians, in data order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..IDS.len()).map(Self::of_index)
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 256")]
    const fn of_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// Its place in data order, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        IDS[self.index()]
    }

    /// Its blood group, which its back shows.
    #[inline]
    #[must_use]
    pub fn group(self, data: &Data) -> BloodGroup {
        data.pedestrian(self).blood.group()
    }

    /// The orders that name it: of its blood type and of its type (C2).
    #[inline]
    #[must_use]
    pub fn orders(self, data: &Data) -> [Order; 2] {
        let data = data.pedestrian(self);
        [Order::of_blood(data.blood), Order::of_type(data.kind)]
    }
}

impl fmt::Display for Pedestrian {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Pedestrian {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let index = IDS.iter().position(|id| *id == text);
        index.map(Self::of_index).ok_or_else(|| UnknownCode(text.to_owned(), "a pedestrian"))
    }
}

as_text!(Pedestrian);
