//! The facts that everyone knows (fury K1).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::{ByHunter, CombatCard, Hunter, Item, Ticket};
use super::counts::{Encounters, Items};
use super::moves::Way;
use super::titles::{EventCard, Events};
use crate::coded::coded;
use crate::map::{Place, PlaceSet};
use crate::seats::Seat;

coded! {
    "a phase",
    /// A part of a round (S3).
    #[expect(missing_docs, reason = "a phase is called by its name")]
    Phase {
        Setup = "setup",
        Dawn = "dawn",
        Day = "day",
        Dusk = "dusk",
        Night = "night",
        Dracula = "dracula",
    }
}

coded! {
    "an ending",
    /// The reason why a game is over (G3, G4).
    Reason {
        /// Dracula's damage is his health.
        Blood = "blood",
        /// The influence is the goal.
        Influence = "influence",
        /// The last round is over.
        Time = "time",
    }
}

/// The whereabouts of a hunter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// Not yet put on the board (S2).
    Unplaced,
    /// In a city or at sea.
    At(Place),
    /// In a hospital, by its number.
    Hospital(u8),
    /// Defeated there, and off the board (H5).
    Fallen(Place),
    /// Defeated in this hospital, and off the board.
    FallenInHospital(u8),
}

/// A hunter as everyone sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicHunter {
    /// Its whereabouts.
    pub spot: Whereabouts,
    /// Its damage.
    pub damage: u8,
    /// Its bite tokens.
    pub bites: u8,
    /// True if it is delayed.
    pub delayed: bool,
    /// True if it has a bats token.
    pub bats: bool,
    /// The number of its tickets.
    pub tickets: u8,
    /// The number of its items.
    pub items: u8,
    /// The number of its events.
    pub events: u8,
    /// The item that lies open (H7).
    pub open_item: Option<Item>,
    /// The event that lies open (H7).
    pub open_event: Option<EventCard>,
}

impl PublicHunter {
    pub(super) const NEW: Self = Self {
        spot: Whereabouts::Unplaced,
        damage: 0,
        bites: 0,
        delayed: false,
        bats: false,
        tickets: 0,
        items: 0,
        events: 0,
        open_item: None,
        open_event: None,
    };

    /// The place on the map where it stands.
    #[inline]
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        match self.spot {
            Whereabouts::At(place) => Some(place),
            Whereabouts::Unplaced
            | Whereabouts::Hospital(_)
            | Whereabouts::Fallen(_)
            | Whereabouts::FallenInHospital(_) => None,
        }
    }

    /// The numbers of its tickets, items and events.
    pub(super) const fn counts(&self) -> [u8; 3] {
        [self.tickets, self.items, self.events]
    }

    /// True if it is on the board: in a city, at sea or in a hospital.
    #[inline]
    #[must_use]
    pub const fn is_on_board(&self) -> bool {
        matches!(self.spot, Whereabouts::At(_) | Whereabouts::Hospital(_))
    }
}

/// The most fog tokens.
const MOST_FOG: usize = 8;

/// A combat as everyone sees it (K1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    /// The city.
    pub city: Place,
    /// The vampire's card, or `None` for Dracula himself.
    pub vampire: Option<super::cards::Encounter>,
    /// The round; 0 before the first.
    pub round: u8,
    /// The hunters that take part and are not out, a bit for each.
    pub fighters: u8,
    /// The hunters that take part or took part, a bit for each.
    pub joined: u8,
    /// The engaged hunter.
    pub engaged: Option<Hunter>,
    /// The mesmerized hunters, a bit for each.
    pub mesmerized: u8,
    /// The hunters whose Garlic Wreath was shown, a bit for each.
    pub wreaths: u8,
    /// The hunters that have used Holy Bullets, a bit for each.
    pub bullets: u8,
    /// The hunters whose card of this round was discarded, a bit for each.
    pub spent: u8,
    /// The hunters that are out at the end of the round, a bit for each.
    pub out: u8,
    /// More damage by Claws and Strength (V16, V6).
    pub rage: u8,
    /// Dracula's revealed card.
    pub card: Option<CombatCard>,
    /// The hunters' revealed cards.
    pub cards: ByHunter<Option<CombatCard>>,
    /// The hunters' cards of the round before, which they may not play.
    pub barred: ByHunter<Option<CombatCard>>,
    /// True if Dracula's card was cancelled.
    pub cancelled: bool,
}

impl Combat {
    /// A combat before its first round: against a vampire, or against Dracula himself.
    #[must_use]
    pub fn new(city: Place, vampire: Option<super::cards::Encounter>, fighters: u8) -> Self {
        Self {
            city,
            vampire,
            round: 0,
            fighters,
            joined: fighters,
            engaged: None,
            mesmerized: 0,
            wreaths: 0,
            bullets: 0,
            spent: 0,
            out: 0,
            rage: 0,
            card: None,
            cards: ByHunter::default(),
            barred: ByHunter::default(),
            cancelled: false,
        }
    }

    /// The hunters that take part and are not out, in seat order.
    pub fn fighting(&self) -> impl Iterator<Item = Hunter> + use<> {
        hunters_of(self.fighters)
    }
}

/// A hunter's action, as everyone sees it (K1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// A step by road or sea.
    Move,
    /// By rail, with this ticket to this city, unless a False Tip calls it off.
    Ride(Ticket, Place),
    /// The same with Chartered Carriage.
    Carriage(Ticket, Place),
    /// A supply.
    Supply,
    /// A ticket reserved.
    Reserve,
    /// A rest.
    Rest,
    /// A search.
    Search,
    /// A trade with this hunter.
    Trade(Hunter),
    /// Mina's bond.
    Bond,
    /// Fast Horses.
    Horses,
    /// An event.
    Event(EventCard),
    /// Nothing.
    Pass,
}

/// The actions of this day or night, and the events that change the course of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The last action of this day or night, and the hunter who took it.
    pub action: Option<(Hunter, Deed)>,
    /// The hunters whose turn has come in this day or night, a bit for each.
    pub acted: u8,
    /// The player of Speedy Telegraph, from the window to the end of the day or night (V5).
    pub telegraph: Option<Hunter>,
    /// True from a fight that Dracula declined in fog to the end of that dawn or dusk (K8).
    pub declined: bool,
    /// The hunters who take two actions this day, a bit for each (V5, Renewed Vigor).
    pub vigor: u8,
    /// True from Long Night to the end of that night (V10).
    pub long_night: bool,
    /// True from Great Wolf to the end of the phase (D7).
    pub great_wolf: bool,
    /// True from Unearthly Swiftness to the end of the phase (V6).
    pub swiftness: bool,
}

/// The facts that everyone knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The round; 0 in setup.
    pub round: u16,
    /// The phase.
    pub phase: Phase,
    /// Dracula's influence.
    pub influence: u8,
    /// Dracula's damage.
    pub damage: u8,
    /// Despair tokens that lie.
    pub despair: u8,
    /// The hunters.
    pub hunters: ByHunter<PublicHunter>,
    /// The cities of the fog tokens, sorted; a city as often as it has tokens.
    pub fog: ArrayVec<Place, MOST_FOG>,
    /// The seas with a storm.
    pub storms: PlaceSet,
    /// The roads with a roadblock, a bit for each.
    pub roads: [u64; 2],
    /// The rails with a roadblock, a bit for each.
    pub rails: [u64; 2],
    /// Dracula's rumor tokens.
    pub rumors: u8,
    /// Rumor tokens in the pool.
    pub rumor_pool: u8,
    /// True if Dracula is mist (C9).
    pub mist: bool,
    /// The city of the consecrated ground.
    pub ground: Option<Place>,
    /// The cities of the heavenly hosts.
    pub hosts: PlaceSet,
    /// The hunters' ally.
    pub ally: Option<EventCard>,
    /// Dracula's ally.
    pub dracula_ally: Option<EventCard>,
    /// The number of encounters in Dracula's hand.
    pub hand: u8,
    /// The number of events in Dracula's hand.
    pub dracula_events: u8,
    /// Tickets in the pool.
    pub tickets: u8,
    /// Encounters in the deck.
    pub encounters: u8,
    /// Items in the deck.
    pub items: u8,
    /// Events in the deck.
    pub events: u8,
    /// The encounters that were discarded face up.
    pub encounters_out: Encounters,
    /// The number of encounters that were discarded face down.
    pub encounters_out_unseen: u8,
    /// The items that were discarded.
    pub items_out: Items,
    /// The events that were discarded face up.
    pub events_out: Events,
    /// The number of events that were discarded face down.
    pub events_out_unseen: u8,
    /// The combat.
    pub combat: Option<Combat>,
    /// The actions of this day or night, and the events that change the course of a round.
    pub course: Course,
    /// The ending.
    pub over: Option<Reason>,
}

impl Table {
    /// The numbers of cards: hand, Dracula's events, tickets in the pool; decks of encounters, items
    /// and events.
    pub(super) const fn counts(&self) -> [u8; 6] {
        let Self { hand, dracula_events, tickets, encounters, items, events, .. } = self;
        [*hand, *dracula_events, *tickets, *encounters, *items, *events]
    }

    pub(super) const fn set_counts(&mut self, counts: [u8; 6]) {
        let [hand, dracula_events, tickets, encounters, items, events] = counts;
        (self.hand, self.dracula_events, self.tickets) = (hand, dracula_events, tickets);
        (self.encounters, self.items, self.events) = (encounters, items, events);
    }

    /// The hunters in this place, a bit for each.
    #[inline]
    pub(super) fn hunters_at(&self, place: Place) -> u8 {
        self.those(|figure| figure.spot == Whereabouts::At(place))
    }

    /// The hunters of whom this holds, a bit for each.
    #[inline]
    pub(super) fn those(&self, holds: impl Fn(&PublicHunter) -> bool) -> u8 {
        let bit = |hunter: &Hunter| u8::from(holds(&self.hunters[*hunter])) << (*hunter as u8);
        Hunter::FOUR.iter().fold(0, |set, hunter| set | bit(hunter))
    }

    /// True if the city has fog.
    #[inline]
    pub(super) fn has_fog(&self, city: Place) -> bool {
        self.fog.contains(&city)
    }

    /// The cities with fog.
    pub(super) fn foggy(&self) -> PlaceSet {
        self.fog.iter().copied().collect()
    }

    /// The seat whose turn it is to everyone: Dracula in setup and in his phase, else the hunter
    /// whose turn came last, or the first one before that.
    pub(super) fn mover(&self) -> Seat {
        match self.phase {
            Phase::Setup | Phase::Dracula => super::cards::DRACULA,
            Phase::Dawn | Phase::Day | Phase::Dusk | Phase::Night => {
                let acted = self.course.action.map(|(hunter, _)| hunter);
                let turn = hunters_of(self.course.acted).last();
                acted.or(turn).unwrap_or(Hunter::Godalming).seat()
            }
        }
    }

    /// The places with a holy token (V15).
    #[inline]
    #[must_use]
    pub fn holy(&self) -> PlaceSet {
        self.hosts | self.ground.map_or(PlaceSet::EMPTY, PlaceSet::of)
    }

    /// The links with a roadblock, a bit for each.
    #[inline]
    pub(super) fn blocked(&self, way: Way) -> u128 {
        let [low, high] = match way {
            Way::Road => self.roads,
            Way::Rail => self.rails,
        };
        u128::from(low) | u128::from(high) << 64
    }

    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    pub(super) fn set_blocked(&mut self, way: Way, bits: u128) {
        let halves = [bits as u64, (bits >> 64) as u64];
        match way {
            Way::Road => self.roads = halves,
            Way::Rail => self.rails = halves,
        }
    }

    /// The number of roadblocks that lie.
    pub(super) fn roadblocks(&self) -> u32 {
        self.blocked(Way::Road).count_ones() + self.blocked(Way::Rail).count_ones()
    }
}

/// The hunters of a set, in seat order.
pub(super) fn hunters_of(set: u8) -> impl Iterator<Item = Hunter> {
    Hunter::FOUR.into_iter().filter(move |hunter| set & hunter.bit() != 0)
}
