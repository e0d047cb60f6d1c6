//! The entries that seats are told (boss K), and their text.

use std::fmt;
use std::str::FromStr;

use super::codes::{BloodGroup, Card, Order, Reason, Sky, Status, Tile};
use super::moves::{Move, TileSpot};
use super::pedestrians::Pedestrian;
use super::players::Player;
use crate::coded::{UnknownCode, as_text};

/// One entry of what seats are told. Written as words between colons, such as `draw:v1:BITE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// K5: a seat makes a move.
    Did(Player, Move),
    /// W, K5: a seat passes; told to itself alone.
    Pass(Player),
    /// R5: a seat chooses to stay or to leave; told to itself alone.
    Commit(Player, Move),
    /// R5: what a seat chose.
    Shown(Player, Move),
    /// R1: a round begins; its number.
    Round(u8),
    /// R3: a sky card is turned up.
    Sky(Sky),
    /// R2: the seat that leads from now on.
    Leads(Player),
    /// T2: a seat's turn begins.
    Turn(Player),
    /// T1: a seat rests.
    Rest(Player),
    /// T8: the lure on the active seat, mist and attacks of its turn are over.
    Over,
    /// T10: the turn is over.
    Done,
    /// W4: the card that was played takes effect.
    Works,
    /// W4: the card that was played is cancelled.
    Cancelled,
    /// T4: a claimed pedestrian is bitten, and its owner has one wound less.
    Bitten(Player, Pedestrian),
    /// T4: mist is up.
    Mist,
    /// T4: a seat is lured.
    Lured(Player),
    /// T4, T5: a seat sees a pedestrian that is face down; told to itself alone.
    Saw(Player, Tile, TileSpot, Pedestrian),
    /// T4, T5: a seat has seen all pedestrians that are face down on a tile.
    Looked(Player, Tile),
    /// W3: the value of a pedestrian of the tile under attack is higher.
    Cried(TileSpot),
    /// K6: a pedestrian is laid down face down.
    Laid(Tile, BloodGroup),
    /// A2: a pedestrian is turned up.
    Up(Tile, TileSpot, Pedestrian),
    /// D4: what is face down on a tile goes under the deck.
    Under(Tile),
    /// A4, A12: a seat has one more wound.
    Wounded(Player),
    /// A12: the mist is used up.
    MistUsed,
    /// A8: a werewolf gets its first hit.
    HitOnce(TileSpot),
    /// C1: the attacker claims a pedestrian.
    Claimed(TileSpot),
    /// C2: a seat takes an order.
    Won(Player, Order),
    /// A13: the attack has succeeded.
    Success,
    /// A12: the attack has failed.
    Failed,
    /// A12, A13: a tile has this many tokens.
    Tokens(Tile, u8),
    /// A13: this many draws are to come.
    Owed(u8),
    /// D1: a seat draws a card; which, if this is the seat.
    Draw(Player, Option<Card>),
    /// D4: a seat draws a Midnight Stroll.
    Stroll(Player),
    /// U7, D3: the ability deck has this many cards; the discards are empty.
    Deck(u8),
    /// E5: a seat puts this many cards of a kind on the discards.
    Drop(Player, Card, u8),
    /// E5, R3: a seat is out.
    Out(Player, Status),
    /// E1: the game is over.
    End(Reason),
}

impl Told {
    /// The entry as a seat is told it; `None` if it learns nothing (K2, K4, K5).
    ///
    /// This is the one place that decides who is told what.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most is told to all")]
    #[inline]
    #[must_use]
    pub fn to(self, viewer: Player) -> Option<Self> {
        match self {
            Self::Pass(player) | Self::Commit(player, _) | Self::Saw(player, ..) => {
                (player == viewer).then_some(self)
            }
            Self::Draw(player, _) if player != viewer => Some(Self::Draw(player, None)),
            _ => Some(self),
        }
    }

    /// The seat whose answer this is, if it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most follows from answers")]
    #[inline]
    #[must_use]
    pub(super) const fn answer_of(self) -> Option<Player> {
        match self {
            Self::Did(player, _) | Self::Pass(player) | Self::Commit(player, _) => Some(player),
            _ => None,
        }
    }
}

/// The entries that are a word and nothing else.
const WORDS: [(Told, &str); 8] = [
    (Told::Over, "over"),
    (Told::Done, "done"),
    (Told::Works, "works"),
    (Told::Cancelled, "cancelled"),
    (Told::Mist, "mist"),
    (Told::MistUsed, "mist-used"),
    (Told::Success, "success"),
    (Told::Failed, "failed"),
];

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Did(player, mv) => write!(f, "move:{player}:{mv}"),
            Self::Pass(player) => write!(f, "pass:{player}"),
            Self::Commit(player, mv) => write!(f, "commit:{player}:{mv}"),
            Self::Shown(player, mv) => write!(f, "shown:{player}:{mv}"),
            Self::Round(number) => write!(f, "round:{number}"),
            Self::Sky(sky) => write!(f, "sky:{sky}"),
            Self::Leads(player) => write!(f, "leads:{player}"),
            Self::Turn(player) => write!(f, "turn:{player}"),
            Self::Rest(player) => write!(f, "rest:{player}"),
            Self::Bitten(player, pedestrian) => write!(f, "bitten:{player}:{pedestrian}"),
            Self::Lured(player) => write!(f, "lured:{player}"),
            Self::Saw(player, tile, spot, seen) => write!(f, "saw:{player}:{tile}:{spot}:{seen}"),
            Self::Looked(player, tile) => write!(f, "looked:{player}:{tile}"),
            Self::Cried(spot) => write!(f, "cried:{spot}"),
            Self::Laid(tile, group) => write!(f, "laid:{tile}:{group}"),
            Self::Up(tile, spot, pedestrian) => write!(f, "up:{tile}:{spot}:{pedestrian}"),
            Self::Under(tile) => write!(f, "under:{tile}"),
            Self::Wounded(player) => write!(f, "wounded:{player}"),
            Self::HitOnce(spot) => write!(f, "hit:{spot}"),
            Self::Claimed(spot) => write!(f, "claimed:{spot}"),
            Self::Won(player, order) => write!(f, "won:{player}:{order}"),
            Self::Tokens(tile, tokens) => write!(f, "tokens:{tile}:{tokens}"),
            Self::Owed(draws) => write!(f, "owed:{draws}"),
            Self::Draw(player, None) => write!(f, "draw:{player}"),
            Self::Draw(player, Some(card)) => write!(f, "draw:{player}:{card}"),
            Self::Stroll(player) => write!(f, "stroll:{player}"),
            Self::Deck(cards) => write!(f, "deck:{cards}"),
            Self::Drop(player, card, count) => write!(f, "drop:{player}:{card}:{count}"),
            Self::Out(player, status) => write!(f, "out:{player}:{status}"),
            Self::End(reason) => write!(f, "end:{reason}"),
            Self::Over
            | Self::Done
            | Self::Works
            | Self::Cancelled
            | Self::Mist
            | Self::MistUsed
            | Self::Success
            | Self::Failed => f.write_str(self.word()),
        }
    }
}

impl Told {
    fn word(&self) -> &'static str {
        WORDS.iter().find(|(told, _)| told == self).map_or("", |(_, word)| word)
    }
}

impl FromStr for Told {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        if let Some((told, _)) = WORDS.iter().find(|(_, word)| *word == text) {
            return Ok(*told);
        }
        let unknown = || UnknownCode(text.to_owned(), "something that a seat is told");
        let (word, rest) = text.split_once(':').ok_or_else(unknown)?;
        let (first, more) = rest.split_once(':').map_or((rest, None), |(a, b)| (a, Some(b)));
        let told = match more {
            None => of_one(word, first)?,
            Some(more) => of_more(word, first, more)?,
        };
        // Numbers have one way to be written.
        told.filter(|told| told.to_string() == text).ok_or_else(unknown)
    }
}

/// Reads an entry of a word and one value.
fn of_one(word: &str, text: &str) -> Result<Option<Told>, UnknownCode> {
    let number = text.parse::<u8>().ok();
    Ok(match word {
        "pass" => Some(Told::Pass(text.parse()?)),
        "round" => number.map(Told::Round),
        "sky" => Some(Told::Sky(text.parse()?)),
        "leads" => Some(Told::Leads(text.parse()?)),
        "turn" => Some(Told::Turn(text.parse()?)),
        "rest" => Some(Told::Rest(text.parse()?)),
        "lured" => Some(Told::Lured(text.parse()?)),
        "cried" => Some(Told::Cried(text.parse()?)),
        "under" => Some(Told::Under(text.parse()?)),
        "wounded" => Some(Told::Wounded(text.parse()?)),
        "hit" => Some(Told::HitOnce(text.parse()?)),
        "claimed" => Some(Told::Claimed(text.parse()?)),
        "owed" => number.map(Told::Owed),
        "draw" => Some(Told::Draw(text.parse()?, None)),
        "stroll" => Some(Told::Stroll(text.parse()?)),
        "deck" => number.map(Told::Deck),
        "end" => Some(Told::End(text.parse()?)),
        _ => None,
    })
}

/// Reads an entry of a word and more values.
fn of_more(word: &str, first: &str, more: &str) -> Result<Option<Told>, UnknownCode> {
    let split = || more.split_once(':');
    Ok(match word {
        "move" => Some(Told::Did(first.parse()?, more.parse()?)),
        "commit" => Some(Told::Commit(first.parse()?, more.parse()?)),
        "shown" => Some(Told::Shown(first.parse()?, more.parse()?)),
        "bitten" => Some(Told::Bitten(first.parse()?, more.parse()?)),
        "looked" => Some(Told::Looked(first.parse()?, more.parse()?)),
        "laid" => Some(Told::Laid(first.parse()?, more.parse()?)),
        "won" => Some(Told::Won(first.parse()?, more.parse()?)),
        "tokens" => {
            more.parse().ok().zip(first.parse().ok()).map(|(n, tile)| Told::Tokens(tile, n))
        }
        "draw" => Some(Told::Draw(first.parse()?, Some(more.parse()?))),
        "out" => Some(Told::Out(first.parse()?, more.parse()?)),
        "up" => match split() {
            Some((spot, seen)) => Some(Told::Up(first.parse()?, spot.parse()?, seen.parse()?)),
            None => None,
        },
        "drop" => match split() {
            Some((card, count)) => {
                let player = first.parse()?;
                let card = card.parse()?;
                count.parse().ok().map(|count| Told::Drop(player, card, count))
            }
            None => None,
        },
        "saw" => match split().and_then(|(tile, rest)| Some((tile, rest.split_once(':')?))) {
            Some((tile, (spot, seen))) => {
                Some(Told::Saw(first.parse()?, tile.parse()?, spot.parse()?, seen.parse()?))
            }
            None => None,
        },
        _ => None,
    })
}

as_text!(Told);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_back_as_they_were_written() {
        for text in [
            "move:v0:H:1:5",
            "pass:v1",
            "commit:v0:STAY",
            "shown:v4:LEAVE",
            "round:3",
            "sky:DAWN",
            "leads:v2",
            "turn:v0",
            "rest:v1",
            "over",
            "done",
            "works",
            "cancelled",
            "bitten:v0:T01",
            "mist",
            "lured:v3",
            "saw:v0:MARKET:2:T02",
            "looked:v0:PARK",
            "cried:1",
            "laid:PARK:AB",
            "up:PARK:1:W01",
            "under:MAIN1",
            "wounded:v0",
            "mist-used",
            "hit:2",
            "claimed:1",
            "won:v0:A+",
            "success",
            "failed",
            "tokens:PARK:2",
            "owed:2",
            "draw:v0",
            "draw:v0:BITE",
            "stroll:v1",
            "deck:40",
            "drop:v0:1:3",
            "out:v0:dead",
            "end:cap",
        ] {
            assert_eq!(text.parse::<Told>().unwrap().to_string(), text);
        }
        for text in ["", "move", "pass:v5", "round:300", "round:03", "up:PARK:1", "saw:v0:PARK:1"] {
            assert!(text.parse::<Told>().is_err(), "{text}");
        }
    }

    #[test]
    fn passes_looks_hidden_answers_and_drawn_cards_are_for_one_seat_alone() {
        let [first, second, ..] = Player::ALL;
        let hidden = ["pass:v0", "commit:v0:STAY", "saw:v0:PARK:1:T01", "draw:v0:BITE"];
        for text in hidden {
            let told: Told = text.parse().unwrap();
            assert_eq!(told.to(first), Some(told));
            assert_ne!(told.to(second), Some(told));
        }
        let draw: Told = "draw:v0:BITE".parse().unwrap();
        assert_eq!(draw.to(second).unwrap().to_string(), "draw:v0");
    }
}
