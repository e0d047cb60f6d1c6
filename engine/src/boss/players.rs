//! The seats of the table (boss G1).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::coded::{UnknownCode, as_text};
use crate::seats::{Seat, SideId, Viewer};

/// The most seats of a game.
pub const MOST_PLAYERS: usize = 5;

/// The names of the seats, which are those of their sides.
pub(super) const NAMES: [&str; MOST_PLAYERS] = ["v0", "v1", "v2", "v3", "v4"];

/// A seat of the game, from 0 to 4. Written as its name, such as `v0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// All seats that a game can have, in the order of the table.
    pub const ALL: [Self; MOST_PLAYERS] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The seat of this number.
    #[inline]
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }

    /// The seat of the engine's number; the first seat if there is none.
    #[inline]
    #[must_use]
    pub fn of_seat(seat: Seat) -> Self {
        Self::new(seat.0.into()).unwrap_or(Self(0))
    }

    /// The seat that holds this view; the first seat if there is none.
    #[inline]
    #[must_use]
    pub fn of_viewer(viewer: Viewer) -> Self {
        Self::new(viewer.0.into()).unwrap_or(Self(0))
    }

    /// Its number, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number for the engine.
    #[inline]
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self.0)
    }

    /// Its side: each seat is a side of its own.
    #[must_use]
    pub const fn side(self) -> SideId {
        SideId(self.0)
    }

    /// The seat this many places clockwise, at a table of this size.
    #[inline]
    #[must_use]
    pub fn after(self, places: usize, players: usize) -> Self {
        Self::ALL[(self.index() + places) % players.clamp(1, MOST_PLAYERS)]
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[self.index()])
    }
}

impl FromStr for Player {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let number = NAMES.iter().position(|name| *name == text);
        number.and_then(Self::new).ok_or_else(|| UnknownCode(text.to_owned(), "a seat"))
    }
}

as_text!(Player);

/// A set of seats. Written as a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Player>", into = "Vec<Player>")]
pub struct PlayerSet(u8);

impl PlayerSet {
    /// The set with this seat added.
    #[inline]
    #[must_use]
    pub const fn with(self, player: Player) -> Self {
        Self(self.0 | 1 << player.0)
    }

    /// True if the seat is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }
}

impl From<Vec<Player>> for PlayerSet {
    fn from(players: Vec<Player>) -> Self {
        players.into_iter().fold(Self::default(), Self::with)
    }
}

impl From<PlayerSet> for Vec<Player> {
    fn from(set: PlayerSet) -> Self {
        Player::ALL.into_iter().filter(|player| set.contains(*player)).collect()
    }
}

/// A value for each seat that a game can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ByPlayer<T>([T; MOST_PLAYERS]);

impl<T> ByPlayer<T> {
    /// Makes the value of each seat.
    pub fn new(make: impl FnMut(Player) -> T) -> Self {
        Self(Player::ALL.map(make))
    }
}

impl<T> std::ops::Index<Player> for ByPlayer<T> {
    type Output = T;
    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> std::ops::IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}
