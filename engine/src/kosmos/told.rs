//! The entries that seats are told (kosmos V6), and their text.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::actions::{ActionCard, ActionSet};
use super::barriers::Colour;
use super::board::{Link, Place};
use super::cards::{Cards, Kind, Side};
use crate::coded::{UnknownCode, as_text, coded};

/// One entry of what a seat was told (V6). Written as the rules write it, such as `put:B3:H2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// S1, T3: the seat's new action hand.
    Actions(ActionSet),
    /// S2: what the seat laid.
    Lay(Cards),
    /// S3: the cards are dealt.
    Deal,
    /// T1: a turn begins; its number and the mover.
    Turn(u16, Side),
    /// T1: no place is turned any more.
    Straight,
    /// W3: the mover's figure steps onto a place.
    Step(Place),
    /// L2: the mover gives a target.
    Gift,
    /// W6, X9: the opponent's hand; none, if it is empty.
    Hand(Option<Cards>),
    /// W9: the mover takes up an own card; its kind, if this is the mover.
    Up(Option<Kind>),
    /// W11: the mover puts a card on a place; its kind, if this is the mover.
    Put(Place, Option<Kind>),
    /// W10: the enemy card that the mover looks at.
    Foe(Kind),
    /// W10, A5a, X14: a target becomes one of the mover's won targets.
    Taken,
    /// A1: the action card that the mover plays.
    Play(ActionCard),
    /// L4: the mover loses this many lives.
    Loss(u8),
    /// A3: vigilance leaves the card without its special.
    Void,
    /// A4: the enemy card is left alone.
    Ignored,
    /// A5c: the mover's card is the stronger.
    Won,
    /// A5c: the mover's card is the weaker.
    Lost,
    /// A5c: both are equal.
    Drawn,
    /// X1: Dracula's figure flies to a place.
    Fly(Place),
    /// X2, X11: a card goes from the mover's discard to its hand.
    Recover(Kind),
    /// X3: Dracula takes up his card at a place.
    Swap(Place),
    /// X4: breath is on.
    Breath,
    /// X5: this side's figure goes to the harbour.
    Harbour(Side),
    /// X8: whisper is on.
    Whisper,
    /// X9: the hunter has seen Dracula's hand; told to Dracula.
    Seen,
    /// X10: the hunter fetches an action card; which, if this is the hunter.
    Fetch(Source, Option<ActionCard>),
    /// X11: the hunter's figure goes to the coach station.
    Station,
    /// X12: the hunter has the next turn too.
    Extra,
    /// X13: vigilance is on.
    Vigilance,
    /// X14: the card drawn from Dracula's hand.
    Feint(Kind),
    /// X16: this is the turned place.
    Turned(Place),
    /// A7, X6: a barrier is set on a link.
    Barrier(Colour, Link),
    /// T3: where the mover's new action hand comes from.
    Refill(Refill),
    /// E: the game is over; who won, if anybody.
    Over(Reason, Option<Side>),
}

coded! {
    "where a card can be fetched from",
    /// The place from which composure fetches a card (X10).
    Source {
        /// The cards set aside.
        Aside = "aside",
        /// The pile of played cards.
        Pile = "pile",
    }
}

coded! {
    "a refill",
    /// The origin of a new action hand (T3).
    Refill {
        /// The cards set aside become the hand.
        Aside = "aside",
        /// All ten are shuffled and dealt anew.
        Shuffle = "shuffle",
    }
}

coded! {
    "an ending",
    /// The reason why a game is over (E1 to E4).
    Reason {
        /// A side holds five won targets.
        Targets = "targets",
        /// A side has shown that no target of the other is on the board.
        Proof = "proof",
        /// A side has lost its last life.
        Life = "life",
        /// The last turn is over.
        Cap = "cap",
    }
}

impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Actions(cards) => write_list(f, "actions:", cards.iter()),
            Self::Lay(cards) => f.write_str("lay:").and_then(|()| cards.write("", f)),
            Self::Turn(number, side) => write!(f, "turn:{number}:{}", side.letter()),
            Self::Step(place) => write!(f, "step:{place}"),
            Self::Hand(cards) => {
                f.write_str("hand:")?;
                cards.map_or(Ok(()), |cards| cards.write("+", f))
            }
            Self::Up(kind) => write_with(f, "up", kind),
            Self::Put(place, kind) => write_with(f, format_args!("put:{place}"), kind),
            Self::Foe(kind) => write!(f, "foe:{kind}"),
            Self::Play(card) => write!(f, "play:{card}"),
            Self::Loss(lives) => write!(f, "loss:{lives}"),
            Self::Fly(place) => write!(f, "fly:{place}"),
            Self::Recover(kind) => write!(f, "recover:{kind}"),
            Self::Swap(place) => write!(f, "swap:{place}"),
            Self::Harbour(side) => write!(f, "harbour:{}", side.letter()),
            Self::Fetch(source, card) => write_with(f, format_args!("fetch:{source}"), card),
            Self::Feint(kind) => write!(f, "feint:{kind}"),
            Self::Turned(place) => write!(f, "turned:{place}"),
            Self::Barrier(colour, link) => write!(f, "barrier:{colour}:{link}"),
            Self::Refill(how) => write!(f, "refill:{how}"),
            Self::Over(reason, winner) => {
                write!(f, "over:{reason}:{}", winner.map_or("-", Side::letter))
            }
            Self::Deal
            | Self::Straight
            | Self::Gift
            | Self::Taken
            | Self::Void
            | Self::Ignored
            | Self::Won
            | Self::Lost
            | Self::Drawn
            | Self::Breath
            | Self::Whisper
            | Self::Seen
            | Self::Station
            | Self::Extra
            | Self::Vigilance => f.write_str(self.word()),
        }
    }
}

/// The entries that are a word and nothing else.
const WORDS: [(Told, &str); 15] = [
    (Told::Deal, "deal"),
    (Told::Straight, "straight"),
    (Told::Gift, "gift"),
    (Told::Taken, "taken"),
    (Told::Void, "void"),
    (Told::Ignored, "ignored"),
    (Told::Won, "won"),
    (Told::Lost, "lost"),
    (Told::Drawn, "drawn"),
    (Told::Breath, "breath"),
    (Told::Whisper, "whisper"),
    (Told::Seen, "seen"),
    (Told::Station, "station"),
    (Told::Extra, "extra"),
    (Told::Vigilance, "vigilance"),
];

impl Told {
    /// True for an entry that says what a seat chose; others follow from one.
    pub(super) const fn is_choice(&self) -> bool {
        !matches!(
            self,
            Self::Actions(_)
                | Self::Deal
                | Self::Turn(..)
                | Self::Straight
                | Self::Taken
                | Self::Loss(_)
                | Self::Void
                | Self::Won
                | Self::Lost
                | Self::Drawn
                | Self::Refill(_)
                | Self::Over(..)
        )
    }

    /// A hand that is seen.
    pub(super) fn hand(cards: Cards) -> Self {
        Self::Hand(Some(cards).filter(|cards| !cards.is_empty()))
    }

    fn word(&self) -> &'static str {
        WORDS.iter().find(|(told, _)| told == self).map_or("", |(_, word)| word)
    }
}

fn write_with(
    f: &mut fmt::Formatter<'_>,
    what: impl Display,
    seen: Option<impl Display>,
) -> fmt::Result {
    match seen {
        Some(seen) => write!(f, "{what}:{seen}"),
        None => write!(f, "{what}"),
    }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    items: impl Iterator<Item = impl Display>,
) -> fmt::Result {
    let mut before = what;
    for item in items {
        write!(f, "{}{item}", std::mem::replace(&mut before, "+"))?;
    }
    Ok(())
}

impl FromStr for Told {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        if let Some((told, _)) = WORDS.iter().find(|(_, word)| *word == text) {
            return Ok(*told);
        }
        let (word, rest) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
        let told = match (word, rest) {
            ("up", None) => Some(Self::Up(None)),
            (_, None) => None,
            ("put" | "fetch" | "turn" | "barrier" | "over", Some(rest)) => parse_long(word, rest)?,
            (_, Some(rest)) => parse_short(word, rest)?,
        };
        told.ok_or_else(|| UnknownCode(text.to_owned(), "something that a seat is told"))
    }
}

/// Reads an entry of a word and one value.
fn parse_short(word: &str, rest: &str) -> Result<Option<Told>, UnknownCode> {
    Ok(Some(match word {
        "actions" => {
            let cards: Result<ActionSet, _> = rest.split('+').map(str::parse).collect();
            Told::Actions(cards?)
        }
        "lay" => match read_laid(rest)? {
            Some(cards) => Told::Lay(cards),
            None => return Ok(None),
        },
        "hand" if rest.is_empty() => Told::Hand(None),
        "hand" => Told::Hand(Cards::read(rest.split('+'))?),
        "step" => Told::Step(rest.parse()?),
        "up" => Told::Up(Some(rest.parse()?)),
        "foe" => Told::Foe(rest.parse()?),
        "play" => Told::Play(rest.parse()?),
        "loss" => return Ok(rest.parse().ok().map(Told::Loss)),
        "fly" => Told::Fly(rest.parse()?),
        "recover" => Told::Recover(rest.parse()?),
        "swap" => Told::Swap(rest.parse()?),
        "harbour" => return Ok(Side::of_letter(rest).map(Told::Harbour)),
        "feint" => Told::Feint(rest.parse()?),
        "turned" => Told::Turned(rest.parse()?),
        "refill" => Told::Refill(rest.parse()?),
        _ => return Ok(None),
    }))
}

/// Reads an entry of a word and two values, the second of which can be left out by some.
fn parse_long(word: &str, rest: &str) -> Result<Option<Told>, UnknownCode> {
    let (first, second) = rest.split_once(':').map_or((rest, None), |(a, b)| (a, Some(b)));
    Ok(match (word, second) {
        ("put", kind) => Some(Told::Put(first.parse()?, kind.map(str::parse).transpose()?)),
        ("fetch", card) => Some(Told::Fetch(first.parse()?, card.map(str::parse).transpose()?)),
        ("turn", Some(letter)) => {
            first.parse().ok().zip(Side::of_letter(letter)).map(|(n, side)| Told::Turn(n, side))
        }
        ("barrier", Some(link)) => Some(Told::Barrier(first.parse()?, link.parse()?)),
        ("over", Some("-")) => Some(Told::Over(first.parse()?, None)),
        ("over", Some(letter)) => {
            let reason = first.parse()?;
            Side::of_letter(letter).map(|side| Told::Over(reason, Some(side)))
        }
        _ => None,
    })
}

/// Reads cards that are written together, such as `V1V1V2V3AMCO`; none, if there are none.
///
/// # Errors
/// If a code is unknown, or the cards are not of one side and in kind order.
pub(super) fn read_laid(text: &str) -> Result<Option<Cards>, UnknownCode> {
    let codes = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2).unwrap_or(text));
    Cards::read(codes)
}

as_text!(Told);
