//! Moves (boss G6) and the legal moves of a decision.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::codes::{Card, Order, Street, Tile, Vampire};
use super::pedestrians::Pedestrian;
use super::players::Player;
use crate::coded::{UnknownCode, as_text};
use crate::game::MoveSyntaxError;

/// A move. The same text is the same move, whatever the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Attacks a tile (T3).
    Attack(Tile),
    /// Plays a Bite on a claimed pedestrian.
    Bite(Pedestrian),
    /// Plays a Keen Nose on a tile.
    Nose(Tile),
    /// Plays a Mist Form.
    Mist,
    /// Plays a Blood Lure on a seat.
    Lure(Player),
    /// Looks at a tile as the Hound.
    Look(Tile),
    /// Ends, or passes.
    End,
    /// Discards a card (T9, A4).
    Discard(Card),
    /// Chooses the street of a Midnight Stroll (D4).
    Stroll(Street),
    /// Plays a Whisper (W4).
    Hush,
    /// Plays a Cry in the Night on a position (W3).
    Cry(TileSpot),
    /// Takes a wound (A4).
    Wound,
    /// Plays an attack card against a position (A7).
    Hit(TileSpot, Card),
    /// Ends an attack (A7).
    Stop,
    /// Takes an order (C2).
    Order(Order),
    /// Stays (R5).
    Stay,
    /// Leaves (R5).
    Leave,
    /// Chooses a vampire (U6).
    Vampire(Vampire),
}

/// The most pedestrians that can lie on a tile: two, and one for each add symbol.
pub const SPOTS: usize = 12;

/// A position on a tile. Written from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileSpot(u8);

impl TileSpot {
    /// All positions.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SPOTS).filter_map(Self::new)
    }

    /// The position of this number, from 0.
    #[inline]
    #[must_use]
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < SPOTS).map(Self)
    }

    /// Its number, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for TileSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

impl FromStr for TileSpot {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let spot = Self::all().find(|spot| spot.to_string() == text);
        spot.ok_or_else(|| UnknownCode(text.to_owned(), "a position on a tile"))
    }
}

as_text!(TileSpot);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attack(tile) => write!(f, "A:{tile}"),
            Self::Bite(pedestrian) => write!(f, "BITE:{pedestrian}"),
            Self::Nose(tile) => write!(f, "NOSE:{tile}"),
            Self::Mist => f.write_str("MIST"),
            Self::Lure(player) => write!(f, "LURE:{}", player.index()),
            Self::Look(tile) => write!(f, "LOOK:{tile}"),
            Self::End => f.write_str("-"),
            Self::Discard(card) => write!(f, "D:{card}"),
            Self::Stroll(street) => write!(f, "S:{street}"),
            Self::Hush => f.write_str("HUSH"),
            Self::Cry(spot) => write!(f, "CRY:{spot}"),
            Self::Wound => f.write_str("W"),
            Self::Hit(spot, card) => write!(f, "H:{spot}:{card}"),
            Self::Stop => f.write_str("STOP"),
            Self::Order(order) => write!(f, "O:{order}"),
            Self::Stay => f.write_str("STAY"),
            Self::Leave => f.write_str("LEAVE"),
            Self::Vampire(vampire) => write!(f, "V:{vampire}"),
        }
    }
}

impl FromStr for Move {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let unknown = || UnknownCode(text.to_owned(), "a move");
        let Some((word, rest)) = text.split_once(':') else {
            let words = [
                Self::Mist,
                Self::End,
                Self::Hush,
                Self::Wound,
                Self::Stop,
                Self::Stay,
                Self::Leave,
            ];
            return words.into_iter().find(|mv| mv.to_string() == text).ok_or_else(unknown);
        };
        Ok(match word {
            "A" => Self::Attack(rest.parse()?),
            "BITE" => Self::Bite(rest.parse()?),
            "NOSE" => Self::Nose(rest.parse()?),
            "LURE" => {
                let mut players = Player::ALL.into_iter();
                let named = players.find(|player| player.index().to_string() == rest);
                Self::Lure(named.ok_or_else(unknown)?)
            }
            "LOOK" => Self::Look(rest.parse()?),
            "D" => Self::Discard(rest.parse()?),
            "S" => Self::Stroll(rest.parse()?),
            "CRY" => Self::Cry(rest.parse()?),
            "H" => {
                let (spot, card) = rest.split_once(':').ok_or_else(unknown)?;
                let card: Card = card.parse()?;
                if card.attack() == 0 {
                    return Err(unknown());
                }
                Self::Hit(spot.parse()?, card)
            }
            "O" => Self::Order(rest.parse()?),
            "V" => Self::Vampire(rest.parse()?),
            _ => return Err(unknown()),
        })
    }
}

as_text!(Move);

impl Move {
    /// Reads a move.
    ///
    /// # Errors
    /// If the text is no move.
    pub(super) fn read(text: &str) -> Result<Self, MoveSyntaxError> {
        text.parse().map_err(|_| MoveSyntaxError {
            text: text.to_owned(),
            remedy: "give a move such as `A:PARK`, `H:1:5`, `D:2`, `BITE:T01`, `LURE:0`, `O:A+`, \
                     `STOP` or `-`"
                .to_owned(),
        })
    }

    /// The card that the move takes from the hand to the discards.
    #[inline]
    #[must_use]
    pub const fn spends(self) -> Option<Card> {
        match self {
            Self::Bite(_) => Some(Card::Bite),
            Self::Nose(_) => Some(Card::Nose),
            Self::Mist => Some(Card::Mist),
            Self::Lure(_) => Some(Card::Lure),
            Self::Hush => Some(Card::Hush),
            Self::Cry(_) => Some(Card::Cry),
            Self::Discard(card) | Self::Hit(_, card) => Some(card),
            Self::Attack(_)
            | Self::Look(_)
            | Self::End
            | Self::Stroll(_)
            | Self::Wound
            | Self::Stop
            | Self::Order(_)
            | Self::Stay
            | Self::Leave
            | Self::Vampire(_) => None,
        }
    }
}

/// The most legal moves of a decision: every kind of action at once, with all pedestrians claimed.
const MOST: usize = 104;

/// The legal moves of one decision, in the order of the rules.
#[derive(Debug, Clone, Default)]
pub struct Moves {
    list: ArrayVec<Move, MOST>,
    next: usize,
}

impl Moves {
    /// No moves.
    #[must_use]
    pub const fn none() -> Self {
        Self { list: ArrayVec::new_const(), next: 0 }
    }

    /// Adds a move; one too many, which no game gives, is left out.
    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        let _: Result<(), _> = self.list.try_push(mv);
    }

    /// Adds moves.
    #[inline]
    pub(super) fn extend(&mut self, moves: impl Iterator<Item = Move>) {
        moves.for_each(|mv| self.push(mv));
    }

    /// The moves that are left.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        self.list.get(self.next..).unwrap_or_default()
    }

    /// True if the move is among them.
    #[inline]
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        self.as_slice().contains(&mv)
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.nth(0)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.as_slice().len();
        (len, Some(len))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Move> {
        let index = self.next.saturating_add(n);
        self.next = index.saturating_add(1).min(self.list.len());
        self.list.get(index).copied()
    }
}

impl ExactSizeIterator for Moves {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_move_is_read_back_as_it_was_written() {
        for text in [
            "A:MAIN1",
            "BITE:T01",
            "NOSE:PARK",
            "MIST",
            "LURE:4",
            "LOOK:DOCKS",
            "-",
            "D:STROLL",
            "D:1",
            "S:MAIN",
            "HUSH",
            "CRY:12",
            "W",
            "H:1:5",
            "STOP",
            "O:AB+",
            "O:WEREWOLF",
            "STAY",
            "LEAVE",
            "V:DUKE",
        ] {
            assert_eq!(Move::read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in [
            "", "A", "A:", "A:MAIN", "a:PARK", "BITE", "LURE:5", "LURE:00", "LURE:v0", "D:6",
            "H:0:1", "H:13:1", "H:1:MIST", "H:1", "CRY:01", "O:C+", "- ", "S:MAIN1", "X:1", "é:é",
        ] {
            assert!(Move::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_are_taken_from_the_front() {
        let mut moves = Moves::none();
        moves.extend([Move::Stay, Move::Leave, Move::Stop].into_iter());
        assert_eq!((moves.len(), moves.nth(1)), (3, Some(Move::Leave)));
        assert_eq!(moves.as_slice(), [Move::Stop]);
        assert_eq!((moves.nth(7), moves.len(), moves.next()), (None, 0, None));
    }
}
