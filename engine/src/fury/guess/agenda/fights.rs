//! The course of a combat from a question on (fury C).

use super::{Resumption, later, window};
use crate::fury::cards::{CombatCard, Hunter};
use crate::fury::combat::{Beat, NO_ESCAPE, blow_of};
use crate::fury::events::Occasion;
use crate::fury::moves::Move;
use crate::fury::table::{Combat, hunters_of};
use crate::fury::task::{EncounterMeeting, Escape, Guards, How, Question, Task};
use crate::fury::titles::EventCard;
use crate::map::Place;
use crate::seed::one_of;

impl Resumption<'_> {
    /// A combat card, or a vampire's fight to join.
    pub(super) fn fighting(&mut self, hunter: Hunter) -> Option<Task> {
        let combat = self.combat()?;
        if self.asked.question == Question::Fight {
            let free = |other: &Hunter| !self.table().hunters[*other].delayed;
            let there = self.table().hunters_at(combat.city) & !combat.joined;
            let others: Vec<Task> = later(there, hunter).filter(free).map(Task::Join).collect();
            self.then(others);
            self.then([Task::Beat(Beat::Deal)]);
            self.after_combat();
            return Some(Task::Join(hunter));
        }
        if combat.card.is_some() {
            let fighters: Vec<Hunter> = combat.fighting().collect();
            self.then([window(&fighters, hunter, Occasion::Reveal), Task::Beat(Beat::Effect)]);
            self.after_combat();
            return Some(Task::ChangeCard(hunter));
        }
        self.rest_of_choosing(later(combat.fighters, hunter));
        Some(Task::HunterCard(hunter))
    }

    /// C5.1.
    pub(super) fn choosing_card(&mut self) -> Option<Task> {
        let combat = self.combat()?;
        self.rest_of_choosing(combat.fighting());
        Some(Task::DraculaCard)
    }

    fn rest_of_choosing(&mut self, hunters: impl Iterator<Item = Hunter>) {
        self.then(hunters.map(Task::HunterCard));
        self.then([Task::Engage, Task::Beat(Beat::Reveal)]);
        self.after_combat();
    }

    /// C3: a wreath or an event of a participant.
    pub(super) fn before_first_round(&mut self, hunter: Hunter) -> Option<Task> {
        let combat = self.combat()?;
        self.then(later(combat.fighters, hunter).map(Task::Opening));
        self.then([Task::Beat(Beat::Round)]);
        self.after_combat();
        Some(Task::Opening(hunter))
    }

    /// The participants' events, after Dracula's.
    pub(super) fn openings(&mut self) {
        let fighters = self.combat().map_or(0, |combat| combat.fighters);
        self.then(hunters_of(fighters).map(Task::Opening));
        self.then([Task::Beat(Beat::Round)]);
        self.after_combat();
    }

    /// C10: Holy Bullets.
    pub(super) fn shooting(&mut self, hunter: Hunter) -> Option<Task> {
        self.rest_of_strikes(hunter);
        Some(Task::Bullets(hunter))
    }

    /// The strikes after this hunter's, and the end of the round.
    pub(super) fn rest_of_strikes(&mut self, hunter: Hunter) {
        let fighters = self.combat().map_or(0, |combat| combat.fighters);
        self.then(later(fighters, hunter).map(Task::Strike));
        self.then([Task::Beat(Beat::Close)]);
        self.after_combat();
    }

    /// The hunters' strikes, and the end of the round.
    fn strikes(&mut self) {
        let fighters = self.combat().map_or(0, |combat| combat.fighters);
        self.then([Task::Beat(Beat::Fallen)]);
        self.then(hunters_of(fighters).map(Task::Strike));
        self.then([Task::Beat(Beat::Close)]);
        self.after_combat();
    }

    /// C9 `EB`: the end of a combat from which he flees.
    pub(super) fn after_escape(&mut self) {
        self.then([Task::EndCombat]);
        self.strikes();
    }

    /// C9 `EB`: a city that he can have chosen.
    pub(super) fn escape_target(&mut self) -> Option<Place> {
        let here = self.state.known.dracula.place?;
        let open = self.with_rules(|game| {
            let near = game.rules.world().road(here) & game.location_deck();
            let table = &game.at.known.table;
            let free = |at: &Place| table.hunters_at(*at) == 0 && !table.holy().contains(*at);
            near.into_iter().filter(free).collect::<Vec<Place>>()
        });
        one_of(self.rng, open)
    }

    /// V18, V19: a window in the course of a round.
    pub(super) fn in_combat_window(&mut self, hunter: Hunter) -> Option<Task> {
        let combat = self.combat()?;
        if self.offers(Move::Play(EventCard::PlannedAmbush)) {
            let fighters: Vec<Hunter> = combat.fighting().collect();
            self.then([Task::Beat(Beat::Effect)]);
            self.after_combat();
            return Some(window(&fighters, hunter, Occasion::Reveal));
        }
        let on_board = self.on_board();
        let engaged = combat.engaged?;
        let revenge = self.offers(Move::Play(EventCard::LucysRevenge));
        let card = combat.card?;
        let flees = match card {
            CombatCard::Bat => Some(Escape::Bat),
            CombatCard::Mist => Some(Escape::Mist),
            _ => None,
        };
        if let Some(escape) = flees {
            if combat.vampire.is_some() && combat.round <= NO_ESCAPE {
                return None;
            }
            self.then([Task::Flee(escape)]);
        } else {
            if revenge {
                self.then([window(&on_board, *on_board.first()?, Occasion::Rescue)]);
            }
            let blow = blow_of(card, &combat, self.phase())?;
            self.then([Task::Land(engaged, blow)]);
            if card == CombatCard::Fangs {
                self.then([Task::AfterFangs]);
            }
        }
        self.strikes();
        Some(if revenge {
            window(&[hunter], hunter, Occasion::Revenge)
        } else {
            window(&on_board, hunter, Occasion::Rescue)
        })
    }

    /// What follows a combat: the end of dawn or dusk, or of an encounter with a vampire. Notes the
    /// vampire's card.
    pub(super) fn after_combat(&mut self) {
        let Some(combat) = self.combat() else { return };
        let Some(meeting) = self.vampire(&combat) else {
            return self.end_of_fight();
        };
        self.state.combat.meet(meeting);
        let EncounterMeeting { hunter, city, how, .. } = meeting;
        match how {
            How::Search => {
                let guards = Guards { hunter, city, dogs: false, stake: false };
                let next = self.number_of(&meeting) + 1;
                self.then([Task::Search(guards, next)]);
                self.end_of_arrival(hunter);
            }
            How::Ambush => self.rest_of_ambush(meeting),
        }
    }

    /// What follows a fight that all have arrived for.
    fn end_of_fight(&mut self) {
        let last = Hunter::FOUR[Hunter::FOUR.len() - 1];
        self.end_of_arrival(last);
    }

    /// The card of the vampire that fights, and who met it.
    fn vampire(&mut self, combat: &Combat) -> Option<EncounterMeeting> {
        let kind = combat.vampire?;
        let acts = self.table().course.action.map(|(hunter, _)| hunter);
        let acts = acts.filter(|hunter| combat.joined & hunter.bit() != 0);
        let hunter = acts.or_else(|| hunters_of(combat.joined).next())?;
        let how = if self.searches(hunter) { How::Search } else { How::Ambush };
        let city = combat.city;
        let found = self.with_rules(|game| {
            let cards = game.city_cards(city);
            let is = |&(at, index): &(_, u8)| {
                game.laid(at, index).is_some_and(|card| card.is_up() && card.kind() == kind)
            };
            cards.iter().copied().find(is)
        });
        let (at, index) = found?;
        Some(EncounterMeeting { hunter, city, at, index, how })
    }
}
