//! Sides and encounter cards (kosmos G4, C1, C2).

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::coded::{UnknownCode, as_text, coded};
use crate::seats::{Seat, SideId, Viewer};

/// One of the two sides; each has one seat and one view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Dracula, seat 0.
    Dracula,
    /// Dr Van Helsing, seat 1.
    Hunter,
}

impl Side {
    /// Both, in seat order.
    pub const BOTH: [Self; 2] = [Self::Dracula, Self::Hunter];

    /// The opposing side.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Dracula => Self::Hunter,
            Self::Hunter => Self::Dracula,
        }
    }

    /// Its letter, as in what seats are told.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Dracula => "D",
            Self::Hunter => "H",
        }
    }

    /// Its name in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dracula => "dracula",
            Self::Hunter => "hunter",
        }
    }

    /// The side whose letter this is.
    pub(super) fn of_letter(letter: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.letter() == letter)
    }

    /// Its seat.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// Its number in the list of sides.
    #[must_use]
    pub const fn id(self) -> SideId {
        SideId(self as u8)
    }

    /// The side of a viewer's number; the hunter for a number that is nobody's.
    #[inline]
    pub(super) const fn of_viewer(viewer: Viewer) -> Self {
        match viewer.0 {
            0 => Self::Dracula,
            _ => Self::Hunter,
        }
    }
}

/// A value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    /// Dracula's.
    pub dracula: T,
    /// The hunter's.
    pub hunter: T,
}

impl<T> BySide<T> {
    /// The values that a function gives, Dracula's first.
    pub fn new(of: impl FnMut(Side) -> T) -> Self {
        let [dracula, hunter] = Side::BOTH.map(of);
        Self { dracula, hunter }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Dracula => &self.dracula,
            Side::Hunter => &self.hunter,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Dracula => &mut self.dracula,
            Side::Hunter => &mut self.hunter,
        }
    }
}

coded! {
    "an encounter card",
    /// A kind of encounter card (C1), in kind order, Dracula's first.
    Kind {
        /// A vampire of the lowest strength.
        V1 = "V1",
        /// A vampire of middling strength.
        V2 = "V2",
        /// A vampire of the highest strength.
        V3 = "V3",
        /// Dracula's symbol.
        Amulet = "AM",
        /// Dracula's target.
        Coffin = "CO",
        /// A hunter of the lowest strength.
        H1 = "H1",
        /// A hunter of middling strength.
        H2 = "H2",
        /// A hunter of the highest strength.
        H3 = "H3",
        /// The hunter's symbol.
        Crucifix = "CR",
        /// The hunter's target.
        Victim = "VI",
    }
}

/// Kinds of a side.
pub(super) const KINDS: usize = 5;
/// Targets of a side, and as many as it takes to win (G1, E1).
pub const TARGETS: u8 = 5;
/// Cards that a side lays (S2).
pub(super) const LAID: u8 = 6;

/// The type of an encounter card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Fights back with its strength.
    Fighter,
    /// Costs a life.
    Symbol,
    /// The other side looks for it.
    Target,
}

impl Kind {
    /// The kinds of a side, in kind order.
    #[inline]
    #[must_use]
    pub fn of(side: Side) -> &'static [Self] {
        let first = side as usize * KINDS;
        &Self::ALL[first..first + KINDS]
    }

    /// The side whose own card it is (G4).
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        if self.index() < KINDS { Side::Dracula } else { Side::Hunter }
    }

    /// A side's target.
    #[inline]
    #[must_use]
    pub const fn target(side: Side) -> Self {
        match side {
            Side::Dracula => Self::Coffin,
            Side::Hunter => Self::Victim,
        }
    }

    /// Its type.
    #[inline]
    #[must_use]
    pub const fn kind_of_card(self) -> Type {
        match self {
            Self::V1 | Self::V2 | Self::V3 | Self::H1 | Self::H2 | Self::H3 => Type::Fighter,
            Self::Amulet | Self::Crucifix => Type::Symbol,
            Self::Coffin | Self::Victim => Type::Target,
        }
    }

    /// Its number among its side's kinds, from 0.
    #[inline]
    pub(super) const fn rank(self) -> usize {
        self.index() % KINDS
    }
}

/// Encounter cards of one side, counted by kind: a hand, a discard, what was laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    side: Side,
    /// The number of cards of each kind of the side, in kind order.
    counts: [u8; KINDS],
}

impl Cards {
    /// No cards.
    #[must_use]
    pub const fn none(side: Side) -> Self {
        Self { side, counts: [0; KINDS] }
    }

    /// Cards of a side with these numbers of each kind, in kind order.
    #[must_use]
    pub const fn new(side: Side, counts: [u8; KINDS]) -> Self {
        Self { side, counts }
    }

    /// The side that the cards belong to.
    #[inline]
    #[must_use]
    pub const fn side(self) -> Side {
        self.side
    }

    /// The number of cards of each kind of the side, in kind order.
    #[must_use]
    pub const fn counts(self) -> [u8; KINDS] {
        self.counts
    }

    /// The number of cards of a kind; 0 for a kind of the other side.
    #[inline]
    #[must_use]
    pub fn count(self, kind: Kind) -> u8 {
        if kind.side() == self.side { self.counts[kind.rank()] } else { 0 }
    }

    /// The number of targets.
    #[inline]
    #[must_use]
    pub fn targets(self) -> u8 {
        self.count(Kind::target(self.side))
    }

    /// The number of cards.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// True if there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.counts == [0; KINDS]
    }

    /// Adds a card; does nothing with one of the other side.
    #[inline]
    pub fn add(&mut self, kind: Kind) {
        if kind.side() == self.side {
            let count = &mut self.counts[kind.rank()];
            *count = count.saturating_add(1);
        }
    }

    /// Takes a card away, if there is one.
    #[inline]
    pub fn remove(&mut self, kind: Kind) {
        if kind.side() == self.side {
            let count = &mut self.counts[kind.rank()];
            *count = count.saturating_sub(1);
        }
    }

    /// The cards that are left when others are taken away.
    #[must_use]
    pub fn without(mut self, others: Self) -> Self {
        for (count, other) in self.counts.iter_mut().zip(others.counts) {
            *count = count.saturating_sub(other);
        }
        self
    }

    /// A bit for each kind of which there is a card, the first in kind order the lowest.
    #[inline]
    pub(super) fn kinds(self) -> u8 {
        let bits = self.counts.iter().enumerate();
        bits.fold(0, |bits, (rank, &count)| bits | u8::from(count > 0) << rank)
    }

    /// The cards one by one, in kind order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let kinds = Kind::of(self.side).iter();
        kinds.flat_map(move |&kind| std::iter::repeat_n(kind, self.count(kind).into()))
    }

    /// Writes the cards with this between them.
    pub(super) fn write(self, between: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut gap = "";
        self.iter().try_for_each(|kind| {
            out.write_str(std::mem::replace(&mut gap, between))?;
            out.write_str(kind.code())
        })
    }

    /// The cards that a list of codes names, all of one side; none, if it is empty.
    ///
    /// # Errors
    /// If a code is unknown, or the cards are not of one side and in kind order.
    pub(super) fn read<'t>(
        codes: impl Iterator<Item = &'t str>,
    ) -> Result<Option<Self>, UnknownCode> {
        let mut read: Option<Self> = None;
        let mut last = None;
        for code in codes {
            let kind: Kind = code.parse()?;
            let cards = read.get_or_insert(Self::none(kind.side()));
            if kind.side() != cards.side || last > Some(kind) {
                return Err(UnknownCode(
                    code.to_owned(),
                    "in kind order after the cards before it",
                ));
            }
            cards.add(kind);
            last = Some(kind);
        }
        Ok(read)
    }
}

/// The entry of a seat's record for a place (V3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Mark {
    /// `?`: nothing is known.
    Unknown,
    /// `-`: it is empty.
    #[default]
    Empty,
    /// `D` or `H`: a card of that side.
    Card(Side),
    /// A card of this kind.
    Kind(Kind),
}

impl Mark {
    /// The kind, if it is known.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Self::Kind(kind) => Some(kind),
            Self::Unknown | Self::Empty | Self::Card(_) => None,
        }
    }

    /// The side whose card lies there, if it is known.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Kind(kind) => Some(kind.side()),
            Self::Card(side) => Some(side),
            Self::Unknown | Self::Empty => None,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "?",
            Self::Empty => "-",
            Self::Card(side) => side.letter(),
            Self::Kind(kind) => kind.code(),
        })
    }
}

impl FromStr for Mark {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        match (text, Side::of_letter(text)) {
            ("?", _) => Ok(Self::Unknown),
            ("-", _) => Ok(Self::Empty),
            (_, Some(side)) => Ok(Self::Card(side)),
            (_, None) => text.parse().map(Self::Kind),
        }
    }
}

as_text!(Mark);
