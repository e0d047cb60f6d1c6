//! Arriving and ambush (fury B1).

use arrayvec::ArrayVec;

use super::cards::{DRACULA, Encounter, Hunter};
use super::choices::MoveKind;
use super::events::Plot;
use super::moves::Move;
use super::state::{Adjudicator, Flow};
use super::task::{Arrival, EncounterMeeting, How, Question, Task};
use super::trail::{At, Face, Laid, MOST_ENCOUNTERS};
use crate::map::Place;

/// The encounters of a city, in order (B1c).
pub(super) type CityCards = ArrayVec<(At, u8), MOST_ENCOUNTERS>;

impl Adjudicator<'_> {
    /// The arrival of a hunter: its location is turned up, and Dracula may ambush it (B1).
    pub(super) fn arrive(&mut self, hunter: Hunter, arrival: Arrival) -> Flow {
        let Some(place) = self.place_of(hunter) else { return Ok(()) };
        if self.rules.world().cities.contains(place) {
            self.show_place(place);
            self.then([Task::Ambush { hunter, city: place, used: 0 }]);
        }
        if arrival == Arrival::Far {
            self.then([Task::Plot(Plot::Arrival(hunter))]);
        }
        Ok(())
    }

    /// Turns a location up, if it is on the trail (T7).
    pub(super) fn show_place(&mut self, place: Place) {
        if let Some(space) = self.at.known.trail.space_of(place) {
            self.turn_up(space);
        }
    }

    /// T7: turns a slot of the trail up, and the Hide that is associated with it.
    pub(super) fn turn_up(&mut self, space: u8) {
        let Some(slot) = &mut self.trail().spaces[usize::from(space)] else { return };
        slot.face = Face::Up;
        let id = slot.id;
        if let Some(hide) = self.at.known.trail.hide_of(id)
            && let Some(slot) = &mut self.trail().spaces[usize::from(hide)]
        {
            slot.face = Face::Up;
        }
    }

    /// The encounters of a city: those of its slot, then those of the Hide that is associated with
    /// it; or those of its lair (B1c).
    pub(super) fn city_cards(&self, city: Place) -> CityCards {
        let trail = &self.at.known.trail;
        let mut cards = CityCards::new();
        let mut add = |at: At| {
            let count = trail.at(at).map_or(0, |slot| slot.encounters().len());
            (0u8..).take(count).for_each(|index| {
                let _ = cards.try_push((at, index));
            });
        };
        if let Some(space) = trail.space_of(city) {
            add(At::Space(space));
            let id = trail.spaces[usize::from(space)].as_ref().map(|slot| slot.id);
            if let Some(hide) = id.and_then(|id| trail.hide_of(id)) {
                add(At::Space(hide));
            }
        } else if let Some(lair) = trail.lair_of(city) {
            add(At::Lair(lair));
        }
        cards
    }

    /// An encounter on the board.
    pub(super) fn laid(&self, at: At, index: u8) -> Option<Laid> {
        self.at.known.trail.at(at)?.encounters().get(usize::from(index)).copied()
    }

    /// Changes an encounter on the board.
    pub(super) fn set_laid(&mut self, at: At, index: u8, card: Laid) {
        let slot = self.trail().at_mut(at).and_then(Option::as_mut);
        let cards = slot.and_then(super::trail::TrailSlot::encounters_mut);
        if let Some(old) = cards.and_then(|cards| cards.get_mut(usize::from(index))) {
            *old = card;
        }
    }

    /// B1c: the cards that can be used, by their numbers among all of the city's.
    fn usable(&self, cards: &CityCards, used: u32) -> ArrayVec<u8, MOST_ENCOUNTERS> {
        let usable = |&(number, &(at, index)): &(u8, &(At, u8))| {
            let kind = self.laid(at, index).map(Laid::kind);
            used >> number & 1 == 0 && kind.is_some_and(|kind| kind != Encounter::Soil)
        };
        (0u8..).zip(cards).filter(usable).map(|(number, _)| number).collect()
    }

    /// Asks Dracula for an encounter to ambush the hunter with (B1c).
    pub(super) fn ask_ambush(&mut self, hunter: Hunter, city: Place, used: u32) -> Flow {
        if self.place_of(hunter) != Some(city) {
            return Ok(());
        }
        let count = self.usable(&self.city_cards(city), used).len();
        let cards = (MoveKind::Ambush, (1 << count) - 1);
        self.offer(DRACULA, Question::Ambush, Task::Ambush { hunter, city, used }, cards)
    }

    pub(super) fn ambush(&mut self, hunter: Hunter, city: Place, used: u32, mv: Move) -> Flow {
        let Move::Ambush(number) = mv else { return Ok(()) };
        let cards = self.city_cards(city);
        let usable = self.usable(&cards, used);
        let Some(&number) = usable.get(usize::from(number) - 1) else { return Ok(()) };
        let (at, index) = cards[usize::from(number)];
        self.turn_card_up(at, index);
        let meeting = EncounterMeeting { hunter, city, at, index, how: How::Ambush };
        let used = used | 1 << number;
        self.then([Task::Resolve(meeting), Task::Ambush { hunter, city, used }]);
        Ok(())
    }

    /// Turns an encounter up, and the location of a lair with it.
    pub(super) fn turn_card_up(&mut self, at: At, index: u8) {
        if let Some(card) = self.laid(at, index) {
            self.set_laid(at, index, card.up());
        }
        if let (At::Lair(_), Some(Some(slot))) = (at, self.trail().at_mut(at)) {
            slot.face = Face::Up;
        }
    }

    /// Takes an encounter off the board. Ambushes and searches that are under way keep their place.
    fn take_card(&mut self, city: Place, at: At, index: u8) -> Option<Laid> {
        let cards = self.city_cards(city);
        let number = cards.iter().position(|&card| card == (at, index));
        let slot = self.trail().at_mut(at)?.as_mut()?;
        let laid = slot.encounters_mut()?;
        let card = laid.get(usize::from(index)).copied()?;
        laid.remove(usize::from(index));
        if let Some(number) = number.and_then(|number| u8::try_from(number).ok()) {
            self.at.agenda.iter_mut().for_each(|task| task.without_card(city, number));
        }
        let empty_lair = matches!(at, At::Lair(_))
            && self.at.known.trail.at(at).is_some_and(|slot| slot.encounters().is_empty());
        if empty_lair {
            self.clear(at);
        }
        Some(card)
    }

    /// Discards an encounter from the board, face up.
    pub(super) fn discard_met(&mut self, meeting: &EncounterMeeting) {
        if let Some(card) = self.take_card(meeting.city, meeting.at, meeting.index) {
            self.discard_encounter(card.up());
        }
    }
}

impl Task {
    /// The card with this number among those of the city has left the board.
    fn without_card(&mut self, gone_from: Place, number: u8) {
        match self {
            Self::Ambush { city, used, .. } if *city == gone_from => {
                let below = (1 << number) - 1;
                *used = *used & below | *used >> 1 & !below;
            }
            Self::Search(guards, next) if guards.city == gone_from && *next > number => *next -= 1,
            _ => {}
        }
    }
}
