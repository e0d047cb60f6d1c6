//! Encounters that are met (fury E2 to E4).

use super::cards::{Encounter, Hunter, Item};
use super::choices::{Choices, MoveKind};
use super::events::Occasion;
use super::moves::Move;
use super::params::Step;
use super::state::{Adjudicator, Flow};
use super::task::{EncounterMeeting, How, Question, Task};
use super::told::Told;
use super::trail::Laid;
use crate::map::Place;

/// Fog tokens that come at a time (M6).
const FOG: usize = 2;

impl Adjudicator<'_> {
    /// E2: Dogs stop an ambush.
    pub(super) fn resolve(&mut self, meeting: EncounterMeeting) -> Flow {
        let kind = self.laid(meeting.at, meeting.index).map(Laid::kind);
        let fears = kind.is_some_and(Encounter::fears_dogs) && meeting.how == How::Ambush;
        let dogs = fears && self.at.known.held[meeting.hunter].items.has(Item::Dogs);
        let bits = u64::from(dogs) << Item::Dogs.index();
        let given = (MoveKind::GiveUpItem, bits);
        self.offer(meeting.hunter.seat(), Question::Guard, Task::Resolve(meeting), given)
    }

    pub(super) fn resolved(&mut self, meeting: EncounterMeeting, mv: Move) -> Flow {
        if let Move::GiveUp(_) = mv {
            self.lose_item(meeting.hunter, Item::Dogs);
            self.discard_met(&meeting);
            return Ok(());
        }
        self.then([Task::TakeEffect(meeting)]);
        let vampire =
            self.laid(meeting.at, meeting.index).is_some_and(|own| own.kind().is_vampire());
        if meeting.how == How::Ambush && !vampire {
            self.open_window(std::iter::once(meeting.hunter), Occasion::Ambush);
        }
        Ok(())
    }

    /// The effect of an encounter that a hunter meets (E3, E4).
    pub(super) fn take_effect(&mut self, meeting: &EncounterMeeting) -> Flow {
        let Some(card) = self.laid(meeting.at, meeting.index) else { return Ok(()) };
        let (hunter, kind) = (meeting.hunter, card.kind());
        if kind.is_vampire() {
            return self.meet_vampire(meeting, kind);
        }
        self.discard_met(meeting);
        match kind {
            Encounter::Bodyguards => self.table().hunters[hunter].delayed = true,
            Encounter::Bats => self.give_bats(hunter),
            Encounter::Fog => self.add_fog(meeting.city),
            Encounter::Mob => {
                self.then([Task::LoseTicket(hunter)]);
                return self.hurt(hunter, 1);
            }
            Encounter::Rats => return self.hurt(hunter, 1),
            Encounter::Saboteur => self.then([Task::LoseGood(hunter)]),
            Encounter::Spy => self.spy(hunter),
            Encounter::Wolves => return self.hurt(hunter, 2),
            Encounter::Hoax => self.then([Task::LoseEvent(hunter)]),
            Encounter::Soil
            | Encounter::Aristocrat
            | Encounter::NewVampire
            | Encounter::Reckless => {}
        }
        Ok(())
    }

    pub(super) fn bats_left(&self) -> bool {
        let lying = self.at.known.table.those(|figure| figure.bats).count_ones();
        lying < self.rules.data().tokens.bats.into()
    }

    pub(super) fn give_bats(&mut self, hunter: Hunter) {
        if self.bats_left() {
            self.table().hunters[hunter].bats = true;
        }
    }

    /// The number of fog tokens in the pool (M6).
    pub(super) fn fog_left(&self) -> usize {
        usize::from(self.rules.data().tokens.fog).saturating_sub(self.at.known.table.fog.len())
    }

    /// Puts fog into a city: two tokens, or what is left (M6).
    pub(super) fn add_fog(&mut self, city: Place) {
        for _ in 0..self.fog_left().min(FOG) {
            let _ = self.table().fog.try_push(city);
        }
        self.table().fog.sort_unstable();
    }

    /// A Spy shows Dracula all of a hunter's cards (E3 `SP`).
    fn spy(&mut self, hunter: Hunter) {
        let held = *self.at.known.held[hunter];
        self.tell_dracula(Told::Spy(hunter, held.items, held.tickets, held.events));
    }

    /// Asks a hunter which ticket a Szgany Mob takes (E3 `MB`).
    pub(super) fn ask_lost_ticket(&mut self, hunter: Hunter) -> Flow {
        let tickets = self.at.known.held[hunter].tickets.kinds();
        let choices = Choices::none().bits(MoveKind::GiveUpTicket, tickets);
        self.ask(hunter.seat(), Question::GiveUp, Task::LoseTicket(hunter), choices)
    }

    /// Asks a hunter which item or ticket a Saboteur takes (E3 `SB`).
    pub(super) fn ask_lost_good(&mut self, hunter: Hunter) -> Flow {
        let held = &self.at.known.held[hunter];
        let choices = Choices::none()
            .bits(MoveKind::GiveUpItem, held.items.kinds())
            .bits(MoveKind::GiveUpTicket, held.tickets.kinds());
        self.ask(hunter.seat(), Question::GiveUp, Task::LoseGood(hunter), choices)
    }

    pub(super) fn lose_good(&mut self, hunter: Hunter, mv: Move) -> Flow {
        self.give_up(hunter, mv);
        Ok(())
    }

    /// A vampire is met: a fight, or its damage in `hunt` (E4).
    fn meet_vampire(&mut self, meeting: &EncounterMeeting, kind: Encounter) -> Flow {
        if self.plays(Step::Combat) {
            return self.fight_vampire(meeting, kind);
        }
        let damage = match (kind, meeting.how) {
            (Encounter::NewVampire, How::Ambush) => return self.hurt(meeting.hunter, 1),
            (Encounter::Aristocrat, How::Ambush) => return self.hurt(meeting.hunter, 2),
            (Encounter::NewVampire, How::Search) => 2,
            (Encounter::Aristocrat, How::Search) => 4,
            _ => 3,
        };
        self.discard_met(meeting);
        let helsing = u8::from(meeting.hunter == Hunter::Helsing);
        self.hurt(meeting.hunter, damage - helsing)
    }
}
