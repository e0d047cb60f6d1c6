//! Searches (fury A10, B3).

use super::cards::{Hunter, Item};
use super::choices::MoveKind;
use super::moves::{CardCode, Move};
use super::params::Step;
use super::state::{Adjudicator, Flow};
use super::task::{EncounterMeeting, Guards, How, Question, Task};
use super::trail::{Face, Laid};

impl Adjudicator<'_> {
    /// Begins a search in the city of a hunter (A10).
    pub(super) fn begin_search(&mut self, hunter: Hunter) {
        let Some(city) = self.place_of(hunter) else { return };
        let guards = Guards { hunter, city, dogs: false, stake: false };
        self.then([Task::Guard(guards, Item::Dogs)]);
    }

    /// B3: everything in the city is turned up, with its locations.
    pub(super) fn turn_city_up(&mut self, guards: Guards) -> Flow {
        let city = guards.city;
        if let Some(space) = self.at.known.trail.space_of(city) {
            self.turn_up(space);
        }
        if let Some(lair) = self.at.known.trail.lair_of(city)
            && let Some(slot) = &mut self.trail().lairs[usize::from(lair)]
        {
            slot.face = Face::Up;
        }
        for (at, index) in self.city_cards(city) {
            self.turn_card_up(at, index);
        }
        self.then([Task::Search(guards, 0)]);
        Ok(())
    }

    /// B3: the card with this number is next.
    pub(super) fn search(&mut self, mut guards: Guards, next: u8) -> Flow {
        let Guards { hunter, city, .. } = guards;
        if self.place_of(hunter) != Some(city) {
            return Ok(());
        }
        let Some(&(at, index)) = self.city_cards(city).get(usize::from(next)) else {
            return Ok(());
        };
        let Some(kind) = self.laid(at, index).map(Laid::kind) else { return Ok(()) };
        let meeting = EncounterMeeting { hunter, city, at, index, how: How::Search };
        if guards.dogs && kind.fears_dogs() {
            self.then([Task::Search(guards, next + 1)]);
            self.discard_met(&meeting);
            return Ok(());
        }
        if guards.stake && kind.fears_stake() {
            guards.stake = false;
            self.then([Task::Search(guards, next + 1)]);
            self.lose_item(hunter, Item::Stake);
            self.discard_met(&meeting);
            return Ok(());
        }
        self.then([Task::Resolve(meeting), Task::Search(guards, next + 1)]);
        Ok(())
    }

    /// B3: Dogs, then a Stake.
    pub(super) fn ask_guard(&mut self, guards: Guards, item: Item) -> Flow {
        let held = self.at.known.held[guards.hunter].items.has(item);
        let bits = u64::from(held && self.plays(Step::Combat)) << item.index();
        let shown = (MoveKind::ShowItem, bits);
        self.offer(guards.hunter.seat(), Question::Guard, Task::Guard(guards, item), shown)
    }

    pub(super) fn guard(&mut self, mut guards: Guards, item: Item, mv: Move) -> Flow {
        let shown = mv == Move::Show(CardCode::of(item.code()));
        if item == Item::Dogs {
            guards.dogs = shown;
            self.then([Task::Guard(guards, Item::Stake)]);
        } else {
            guards.stake = shown;
            self.then([Task::TurnUp(guards)]);
        }
        Ok(())
    }
}
