//! Slots, the trail and the lairs (fury T).
//!
//! [`Trail`] is generic over knowledge: the truth holds [`TrailSlot`]s, the hunters' view
//! [`SeenSlot`]s, which have no field for a place or a card that lies face down.

use serde::{Deserialize, Serialize};

use super::cards::Encounter;
use super::list::List;
use crate::coded::{UnknownCode, as_text};
use crate::map::Place;

/// The spaces of the trail (T1).
pub const SPACES: usize = 6;
/// The lairs (T1).
pub const LAIRS: usize = 3;
/// More influence by a vampire that matures where a rumor token lies (E5).
pub const RUMOR: u8 = 3;
/// The most encounters in one slot: all that a data file may give.
pub(super) const MOST_ENCOUNTERS: usize = 32;

/// The number of a slot, counted as slots are made. Everyone sees them being made (K4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlotId(pub u16);

/// The side of a card that lies up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// Everyone sees the card.
    Up,
    /// Everyone sees its back.
    Down,
}

/// Wolf Form with a city or with Hide (T3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Without Wolf Form.
    Plain,
    /// With Wolf Form.
    Wolf,
}

/// An encounter that was placed: its kind, its face and its damage (at most 7).
///
/// Packed, because a slot may hold all encounters of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Laid(u8);

impl Laid {
    const UP: u8 = 16;

    /// An encounter face down, without damage.
    #[must_use]
    pub const fn down(kind: Encounter) -> Self {
        Self(kind as u8)
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Encounter {
        Encounter::ALL[usize::from(self.0 & 15).min(Encounter::ALL.len() - 1)]
    }

    /// True if it lies face up.
    #[must_use]
    pub const fn is_up(self) -> bool {
        self.0 & Self::UP != 0
    }

    /// Its damage.
    #[must_use]
    pub const fn damage(self) -> u8 {
        self.0 >> 5
    }

    /// The same card face up.
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0 | Self::UP)
    }

    /// The same card with this damage.
    #[must_use]
    pub const fn with_damage(self, damage: u8) -> Self {
        Self(self.0 & 31 | damage << 5)
    }
}

/// Encounters in the order placed.
pub type LaidCards = List<Laid, MOST_ENCOUNTERS>;

/// The card of a slot, with the encounters that it may hold (T3). Nothing else can lie there: no
/// Wolf Form with a sea, no encounter on a sea or a power card other than Hide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrailCard {
    /// A sea.
    Sea(Place),
    /// A city.
    City(Place, Form, LaidCards),
    /// Hide, with the slot that it is associated with.
    Hide(Option<SlotId>, Form, LaidCards),
    /// Feed.
    Feed,
    /// Dark Call.
    Call,
    /// Misdirect.
    Misdirect,
}

/// A slot, as Dracula knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrailSlot {
    /// Its number.
    pub id: SlotId,
    /// Its card.
    pub card: TrailCard,
    /// The side of its card that lies up.
    pub face: Face,
    /// True if a rumor token lies there.
    pub rumor: bool,
}

impl TrailSlot {
    /// The location in it.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        match self.card {
            TrailCard::Sea(place) | TrailCard::City(place, ..) => Some(place),
            TrailCard::Hide(..) | TrailCard::Feed | TrailCard::Call | TrailCard::Misdirect => None,
        }
    }

    /// The city in it.
    #[must_use]
    pub fn city(&self) -> Option<Place> {
        match self.card {
            TrailCard::City(place, ..) => Some(place),
            TrailCard::Sea(_)
            | TrailCard::Hide(..)
            | TrailCard::Feed
            | TrailCard::Call
            | TrailCard::Misdirect => None,
        }
    }

    /// True if Wolf Form lies in it.
    #[must_use]
    pub fn is_wolf(&self) -> bool {
        matches!(self.card, TrailCard::City(_, Form::Wolf, _) | TrailCard::Hide(_, Form::Wolf, _))
    }

    /// The encounters in it, in the order placed.
    #[must_use]
    pub fn encounters(&self) -> &[Laid] {
        match &self.card {
            TrailCard::City(_, _, laid) | TrailCard::Hide(_, _, laid) => laid,
            TrailCard::Sea(_) | TrailCard::Feed | TrailCard::Call | TrailCard::Misdirect => &[],
        }
    }

    /// The encounters, if the card can hold some.
    pub(super) fn encounters_mut(&mut self) -> Option<&mut LaidCards> {
        match &mut self.card {
            TrailCard::City(_, _, laid) | TrailCard::Hide(_, _, laid) => Some(laid),
            TrailCard::Sea(_) | TrailCard::Feed | TrailCard::Call | TrailCard::Misdirect => None,
        }
    }
}

/// The back or the face of a slot's card, as everyone sees it (K3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeenCard {
    /// A sea, face down.
    SomeSea,
    /// A sea.
    Sea(Place),
    /// A city or Hide, face down.
    SomeCity(Form, SeenCards),
    /// A city, face up.
    City(Place, Form, SeenCards),
    /// Castle Dracula, face down: its back is its own.
    Castle(Place, Form, SeenCards),
    /// Hide, with the city of the slot that it is associated with, if that lies face up too.
    Hide(Option<Place>, Form, SeenCards),
    /// Feed.
    Feed,
    /// Dark Call.
    Call,
    /// Misdirect.
    Misdirect,
}

/// An encounter as everyone sees it: the card if it lies face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeenLaid(pub(super) Option<Laid>);

/// Encounters as everyone sees them, in the order placed.
pub type SeenCards = List<SeenLaid, MOST_ENCOUNTERS>;

impl SeenLaid {
    /// The card, if it lies face up.
    #[must_use]
    pub const fn known(self) -> Option<Laid> {
        self.0
    }
}

/// A slot as everyone sees it (K3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenSlot {
    /// Its number.
    pub id: SlotId,
    /// Its card.
    pub card: SeenCard,
    /// True if a rumor token lies there.
    pub rumor: bool,
}

impl SeenCard {
    /// The encounters, if the card can hold some.
    #[must_use]
    pub const fn laid(&self) -> Option<&SeenCards> {
        match self {
            Self::SomeCity(_, laid)
            | Self::City(_, _, laid)
            | Self::Castle(_, _, laid)
            | Self::Hide(_, _, laid) => Some(laid),
            Self::SomeSea | Self::Sea(_) | Self::Feed | Self::Call | Self::Misdirect => None,
        }
    }

    /// The side that lies up. Feed, Dark Call and Misdirect are known by their backs.
    #[must_use]
    pub const fn face(&self) -> Face {
        match self {
            Self::Sea(_) | Self::City(..) | Self::Hide(..) => Face::Up,
            Self::SomeSea
            | Self::SomeCity(..)
            | Self::Castle(..)
            | Self::Feed
            | Self::Call
            | Self::Misdirect => Face::Down,
        }
    }
}

/// The spaces and lairs, with slots as somebody knows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trail<S> {
    /// The spaces, the newest first.
    pub spaces: [Option<S>; SPACES],
    /// The lairs.
    pub lairs: [Option<S>; LAIRS],
    /// The slot that leaves (D2).
    pub leaving: Option<S>,
}

impl<S> Default for Trail<S> {
    fn default() -> Self {
        Self { spaces: [const { None }; SPACES], lairs: [const { None }; LAIRS], leaving: None }
    }
}

/// A slot of the trail or a lair, by its number from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Space(u8),
    Lair(u8),
    Leaving,
}

impl<S> Trail<S> {
    /// All that may hold a slot: the spaces, the lairs, and the slot that leaves.
    pub(super) fn each(&self) -> impl Iterator<Item = (At, Option<&S>)> {
        let spaces = (0u8..).map(At::Space).zip(&self.spaces);
        let lairs = (0u8..).map(At::Lair).zip(&self.lairs);
        let all = spaces.chain(lairs).chain(std::iter::once((At::Leaving, &self.leaving)));
        all.map(|(at, slot)| (at, slot.as_ref()))
    }

    pub(super) fn at(&self, at: At) -> Option<&S> {
        match at {
            At::Space(space) => self.spaces.get(usize::from(space))?.as_ref(),
            At::Lair(lair) => self.lairs.get(usize::from(lair))?.as_ref(),
            At::Leaving => self.leaving.as_ref(),
        }
    }

    pub(super) fn at_mut(&mut self, at: At) -> Option<&mut Option<S>> {
        match at {
            At::Space(space) => self.spaces.get_mut(usize::from(space)),
            At::Lair(lair) => self.lairs.get_mut(usize::from(lair)),
            At::Leaving => Some(&mut self.leaving),
        }
    }

    /// The slots of the trail, the newest first, with the number of the space from 0.
    pub(super) fn on_trail(&self) -> impl Iterator<Item = (u8, &S)> {
        (0u8..).zip(&self.spaces).filter_map(|(space, slot)| Some((space, slot.as_ref()?)))
    }

    /// The lairs that there are, with their numbers from 0.
    pub(super) fn in_lairs(&self) -> impl Iterator<Item = (u8, &S)> {
        (0u8..).zip(&self.lairs).filter_map(|(lair, slot)| Some((lair, slot.as_ref()?)))
    }
}

impl Trail<TrailSlot> {
    /// The slot of the trail that holds this location.
    pub(super) fn space_of(&self, place: Place) -> Option<u8> {
        self.on_trail().find(|(_, slot)| slot.place() == Some(place)).map(|(space, _)| space)
    }

    /// The slot of the trail with this number.
    pub(super) fn space_of_id(&self, id: SlotId) -> Option<u8> {
        self.on_trail().find(|(_, slot)| slot.id == id).map(|(space, _)| space)
    }

    /// The lair of this city.
    pub(super) fn lair_of(&self, place: Place) -> Option<u8> {
        self.in_lairs().find(|(_, slot)| slot.place() == Some(place)).map(|(lair, _)| lair)
    }

    /// Hide on the trail, if it is associated with this slot.
    pub(super) fn hide_of(&self, id: SlotId) -> Option<u8> {
        let with =
            |slot: &TrailSlot| matches!(slot.card, TrailCard::Hide(Some(of), ..) if of == id);
        self.on_trail().find(|(_, slot)| with(slot)).map(|(space, _)| space)
    }

    /// The space of Hide.
    pub(super) fn hide(&self) -> Option<u8> {
        let found = self.on_trail().find(|(_, slot)| matches!(slot.card, TrailCard::Hide(..)));
        found.map(|(space, _)| space)
    }

    /// The trail as everyone sees it (K3). Only the card of `castle` has a back of its own.
    #[must_use]
    pub fn seen(&self, castle: Place) -> Trail<SeenSlot> {
        let seen =
            |slot: &Option<TrailSlot>| slot.as_ref().map(|slot| self.seen_slot(slot, castle));
        Trail {
            spaces: self.spaces.each_ref().map(seen),
            lairs: self.lairs.each_ref().map(seen),
            leaving: seen(&self.leaving),
        }
    }

    /// A slot as everyone sees it (K3).
    pub(super) fn seen_slot(&self, slot: &TrailSlot, castle: Place) -> SeenSlot {
        let up = slot.face == Face::Up;
        let card = match &slot.card {
            TrailCard::Sea(place) if up => SeenCard::Sea(*place),
            TrailCard::Sea(_) => SeenCard::SomeSea,
            TrailCard::City(place, form, laid) if up => {
                SeenCard::City(*place, *form, seen_cards(laid))
            }
            TrailCard::City(place, form, laid) if *place == castle => {
                SeenCard::Castle(*place, *form, seen_cards(laid))
            }
            TrailCard::Hide(of, form, laid) if up => {
                SeenCard::Hide(self.seen_place(*of), *form, seen_cards(laid))
            }
            TrailCard::City(_, form, laid) | TrailCard::Hide(_, form, laid) => {
                SeenCard::SomeCity(*form, seen_cards(laid))
            }
            TrailCard::Feed => SeenCard::Feed,
            TrailCard::Call => SeenCard::Call,
            TrailCard::Misdirect => SeenCard::Misdirect,
        };
        SeenSlot { id: slot.id, card, rumor: slot.rumor }
    }

    /// The place of the slot that Hide is associated with, if it lies face up.
    fn seen_place(&self, of: Option<SlotId>) -> Option<Place> {
        let slot = self.spaces[usize::from(self.space_of_id(of?)?)].as_ref()?;
        slot.place().filter(|_| slot.face == Face::Up)
    }
}

fn seen_cards(laid: &[Laid]) -> SeenCards {
    laid.iter().map(|&card| SeenLaid(Some(card).filter(|card| card.is_up()))).collect()
}

/// Its code, `+` if it lies face up, its damage if it has any (O3).
impl std::fmt::Display for Laid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind().code())?;
        f.write_str(if self.is_up() { "+" } else { "" })?;
        if self.damage() > 0 { write!(f, "{}", self.damage()) } else { Ok(()) }
    }
}

impl std::str::FromStr for Laid {
    type Err = UnknownCode;
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let unknown = || UnknownCode(text.to_owned(), "an encounter on the board");
        let (code, rest) = text.split_at_checked(2).ok_or_else(unknown)?;
        let down = Self::down(code.parse()?);
        let (card, damage) = match rest.strip_prefix('+') {
            Some(damage) => (down.up(), damage),
            None => (down, rest),
        };
        match damage.parse::<u8>() {
            _ if damage.is_empty() => Ok(card),
            Ok(damage @ 1..8) => Ok(card.with_damage(damage)),
            Ok(_) | Err(_) => Err(unknown()),
        }
    }
}

as_text!(Laid);
