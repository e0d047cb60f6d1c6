//! Moves, and how they are written (masters D2).

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::cards::Pips;
use super::codes::{District, Face, Relic, Vampire};
use crate::coded::{UnknownCode, as_text};

/// A move. Cells are named by their districts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// `DE:MUS`: the day district that is resolved next (E3).
    Resolve(District),
    /// `AG:POL:H`: an agent.
    Agent(District, Face),
    /// `WHO:MIL`: a vampire.
    Who(Vampire),
    /// `DS:TIM`: the relic that is discarded (E6).
    Discard(Relic),
    /// `GR:POL`: the grey cell that comes first (V3).
    Grey(District),
    /// `UR:2`: agents that go to the urn (V5).
    Urn(u8),
    /// `AT:POL`: a cell.
    At(District),
    /// `FC:POL`: the cell of the next fight (H1).
    Combat(District),
    /// `MN:1`: minions spent in a combat (C2).
    Minions(u8),
    /// `DI:4`: the die that is used (C5).
    Die(Pips),
    /// `NO`: the die counts as it is (C6).
    Keep,
    /// `END`: the end of the turn (N5).
    End,
    /// `MV:POL:2`: a move with this many minions (N5).
    Go(District, u8),
    /// `EX`: expose the cell (N6).
    Expose,
    /// `FG`: fight (N6).
    Fight,
    /// `RC`: recruit (N7).
    Recruit,
    /// `US`: use the district (N8).
    Use,
    /// `US:POL:2`: go by train with this many minions (N8).
    Ride(District, u8),
    /// `BL`: a blood ability without a target (N9, C6).
    Blood,
    /// `BL:IN:POL:H`: an agent of an adjacent cell comes here (N9).
    Lure(District, Face),
    /// `BL:OUT:POL:H`: an agent from here goes to an adjacent cell (N9).
    Send(District, Face),
    /// `BL:MIL`: a vampire gains blood (N9).
    Feed(Vampire),
    /// `BL:EXP:POL`: a cell is exposed (N9).
    Reveal(District),
    /// `HU`: hunt (N10).
    Hunt,
    /// `GV:URN:MIL`: give a relic (N11).
    Give(Relic, Vampire),
    /// `TK:URN:MIL`: take a relic (N11).
    Take(Relic, Vampire),
    /// `SW:URN:TIM:MIL`: the own relic for another's (N11).
    Swap(Relic, Relic, Vampire),
    /// `WH`: wild hunt (N12).
    WildHunt,
    /// `DK`: a dark ability without a target (N13, C6).
    Dark,
    /// `DK:IN:POL`: all agents of an adjacent cell come here (N13).
    LureAll(District),
    /// `DK:OUT:POL`: all agents from here go to an adjacent cell (N13).
    SendAll(District),
    /// `RL:TIM`: a relic without a target (N14).
    Relic(Relic),
    /// `RL:WHI:POL`: a relic and a cell (N14).
    RelicAt(Relic, District),
    /// `RL:DIE:4`: a die is rolled anew (N14).
    RelicDie(Pips),
    /// `RL:CHA:MIL`: a vampire gains blood (N14).
    RelicFor(Vampire),
    /// `SG`: place the own sigil (N15).
    Sigillate,
    /// `RT`: the ritual (N15).
    Ritual,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resolve(place) => write!(f, "DE:{place}"),
            Self::Agent(place, face) => write!(f, "AG:{place}:{face}"),
            Self::Who(vampire) => write!(f, "WHO:{vampire}"),
            Self::Discard(relic) => write!(f, "DS:{relic}"),
            Self::Grey(place) => write!(f, "GR:{place}"),
            Self::Urn(count) => write!(f, "UR:{count}"),
            Self::At(place) => write!(f, "AT:{place}"),
            Self::Combat(place) => write!(f, "FC:{place}"),
            Self::Minions(count) => write!(f, "MN:{count}"),
            Self::Die(pips) => write!(f, "DI:{}", pips.get()),
            Self::Go(place, minions) => write!(f, "MV:{place}:{minions}"),
            Self::Ride(place, minions) => write!(f, "US:{place}:{minions}"),
            Self::Lure(place, face) => write!(f, "BL:IN:{place}:{face}"),
            Self::Send(place, face) => write!(f, "BL:OUT:{place}:{face}"),
            Self::Feed(vampire) => write!(f, "BL:{vampire}"),
            Self::Reveal(place) => write!(f, "BL:EXP:{place}"),
            Self::Give(relic, vampire) => write!(f, "GV:{relic}:{vampire}"),
            Self::Take(relic, vampire) => write!(f, "TK:{relic}:{vampire}"),
            Self::Swap(own, other, vampire) => write!(f, "SW:{own}:{other}:{vampire}"),
            Self::LureAll(place) => write!(f, "DK:IN:{place}"),
            Self::SendAll(place) => write!(f, "DK:OUT:{place}"),
            Self::Relic(relic) => write!(f, "RL:{relic}"),
            Self::RelicAt(relic, place) => write!(f, "RL:{relic}:{place}"),
            Self::RelicDie(pips) => write!(f, "RL:{}:{}", Relic::Knucklebone, pips.get()),
            Self::RelicFor(vampire) => write!(f, "RL:{}:{vampire}", Relic::Chalice),
            Self::Keep
            | Self::End
            | Self::Expose
            | Self::Fight
            | Self::Recruit
            | Self::Use
            | Self::Blood
            | Self::Hunt
            | Self::WildHunt
            | Self::Dark
            | Self::Sigillate
            | Self::Ritual => f.write_str(self.word()),
        }
    }
}

/// The moves that are one word.
const WORDS: [(&str, Move); 12] = [
    ("NO", Move::Keep),
    ("END", Move::End),
    ("EX", Move::Expose),
    ("FG", Move::Fight),
    ("RC", Move::Recruit),
    ("US", Move::Use),
    ("BL", Move::Blood),
    ("HU", Move::Hunt),
    ("WH", Move::WildHunt),
    ("DK", Move::Dark),
    ("SG", Move::Sigillate),
    ("RT", Move::Ritual),
];

impl Move {
    /// The word of a move that is one.
    fn word(self) -> &'static str {
        WORDS.iter().find(|(_, mv)| *mv == self).map_or("", |(word, _)| word)
    }
}

impl FromStr for Move {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let mut parts = [""; 4];
        let mut count = 0;
        for part in text.split(':') {
            *parts.get_mut(count).ok_or_else(|| unknown(text))? = part;
            count += 1;
        }
        read(&parts[..count]).filter(|mv| mv.to_string() == text).ok_or_else(|| unknown(text))
    }
}

fn unknown(text: &str) -> UnknownCode {
    UnknownCode(text.to_owned(), "a move")
}

fn read(parts: &[&str]) -> Option<Move> {
    match *parts {
        [word] => WORDS.iter().find(|(known, _)| *known == word).map(|(_, mv)| *mv),
        [verb, what] => read_pair(verb, what),
        [verb, what, which] => read_triple(verb, what, which),
        ["SW", own, other, vampire] => {
            Some(Move::Swap(own.parse().ok()?, other.parse().ok()?, vampire.parse().ok()?))
        }
        ["BL", way, place, face] => {
            let (place, face) = (place.parse().ok()?, face.parse().ok()?);
            match way {
                "IN" => Some(Move::Lure(place, face)),
                "OUT" => Some(Move::Send(place, face)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn read_pair(verb: &str, what: &str) -> Option<Move> {
    Some(match verb {
        "DE" => Move::Resolve(what.parse().ok()?),
        "WHO" => Move::Who(what.parse().ok()?),
        "DS" => Move::Discard(what.parse().ok()?),
        "GR" => Move::Grey(what.parse().ok()?),
        "UR" => Move::Urn(what.parse().ok()?),
        "AT" => Move::At(what.parse().ok()?),
        "FC" => Move::Combat(what.parse().ok()?),
        "MN" => Move::Minions(what.parse().ok()?),
        "DI" => Move::Die(read_pips(what)?),
        "BL" => Move::Feed(what.parse().ok()?),
        "RL" => Move::Relic(what.parse().ok()?),
        _ => return None,
    })
}

fn read_triple(verb: &str, what: &str, which: &str) -> Option<Move> {
    Some(match (verb, what) {
        ("AG", _) => Move::Agent(what.parse().ok()?, which.parse().ok()?),
        ("MV", _) => Move::Go(what.parse().ok()?, which.parse().ok()?),
        ("US", _) => Move::Ride(what.parse().ok()?, which.parse().ok()?),
        ("BL", "EXP") => Move::Reveal(which.parse().ok()?),
        ("DK", "IN") => Move::LureAll(which.parse().ok()?),
        ("DK", "OUT") => Move::SendAll(which.parse().ok()?),
        ("GV", _) => Move::Give(what.parse().ok()?, which.parse().ok()?),
        ("TK", _) => Move::Take(what.parse().ok()?, which.parse().ok()?),
        ("RL", "DIE") => Move::RelicDie(read_pips(which)?),
        ("RL", "CHA") => Move::RelicFor(which.parse().ok()?),
        ("RL", _) => Move::RelicAt(what.parse().ok()?, which.parse().ok()?),
        _ => return None,
    })
}

fn read_pips(text: &str) -> Option<Pips> {
    Pips::try_from(text.parse::<u8>().ok()?).ok()
}

as_text!(Move);

/// More moves than any question has: trains to eight districts and walks to four, with up to nine
/// minions each, are 120 of them.
const MOST_MOVES: usize = 256;

/// The legal moves of a question, in the order of the rules (D3).
pub type Moves = arrayvec::IntoIter<Move, MOST_MOVES>;

/// A list of moves that is being made.
pub(super) type MoveList = ArrayVec<Move, MOST_MOVES>;
