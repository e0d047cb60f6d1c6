//! The phases of a round, and Dracula's questions (fury S, D).

use arrayvec::ArrayVec;

use super::{Resumption, journey, once_in};
use crate::fury::cards::Hunter;
use crate::fury::combat::Beat;
use crate::fury::events::Plot;
use crate::fury::moves::Move;
use crate::fury::params::Step;
use crate::fury::rounds::ROUND;
use crate::fury::table::{Deed, Phase};
use crate::fury::task::{FollowingSteps, HandLimit, Question, Task};
use crate::fury::trail::{At, TrailCard, TrailSlot};
use crate::seed::one_of;

impl Resumption<'_> {
    /// Tasks of the round from the one after this, or after the second of its kind at dusk.
    fn round_after(&mut self, task: Task) {
        let dusk = ROUND.iter().position(|own| *own == Task::Begin(Phase::Dusk)).unwrap_or(0);
        let from = if self.phase() == Phase::Dusk { dusk } else { 0 };
        let at = ROUND.iter().skip(from).position(|own| *own == task).unwrap_or(0);
        self.then(ROUND.into_iter().skip(from + at + 1));
    }

    pub(super) fn placing(&mut self, hunter: Hunter) -> Option<Task> {
        self.then(super::later(u8::MAX, hunter).map(Task::PlaceHunter));
        self.then([Task::PlaceDracula, Task::Round]);
        Some(Task::PlaceHunter(hunter))
    }

    /// The hunters whose turn is still to come in this day or night.
    pub(super) fn rest_of_actions(&mut self) {
        let course = self.table().course;
        let on_board = self.table().those(crate::fury::PublicHunter::is_on_board);
        let left = on_board & !course.acted;
        match course.telegraph {
            Some(_) if left == 0 => {}
            Some(by) => self.then([Task::Order { left, by }]),
            None => {
                let waits = |hunter: &Hunter| course.acted & hunter.bit() == 0;
                self.then(Hunter::FOUR.into_iter().filter(waits).map(Task::Act));
            }
        }
        self.after_actions();
    }

    /// The round after this day or night.
    pub(super) fn after_actions(&mut self) {
        self.round_after(Task::Begin(self.phase()));
    }

    /// The end of an action: hands are settled.
    pub(super) fn end_of_action(&mut self) {
        self.then([Task::Settle]);
        self.rest_of_actions();
    }

    /// The end of what came of a hunter's arrival. At dawn and dusk hunters arrive where Wild
    /// Horses took them (V16).
    pub(super) fn end_of_arrival(&mut self, hunter: Hunter) {
        match self.phase() {
            Phase::Day | Phase::Night => self.end_of_action(),
            Phase::Setup | Phase::Dawn | Phase::Dusk | Phase::Dracula => {
                let city = self.state.known.dracula.place;
                let there = city.map_or(0, |city| self.table().hunters_at(city));
                self.then(super::later(there, hunter).map(Task::Drive));
                self.round_after(Task::Fight);
            }
        }
    }

    /// The window of dawn or dusk is over: hands are settled, and there may be a fight.
    pub(super) fn rest_of_window(&mut self) {
        self.then([Task::Settle]);
        self.round_after(Task::Begin(self.phase()));
    }

    /// Hands are settled: this hunter's after a limit, then those of the others.
    pub(super) fn rest_of_settling(&mut self, hunter: Hunter, after: Option<HandLimit>) {
        if after.is_some() {
            let limits = self.with_rules(|game| game.exceeded_limits(hunter));
            let later = limits.skip_while(|limit| Some(*limit) != after).skip(1);
            self.then(later.map(|limit| Task::Limit(hunter, limit)));
        }
        let figure = &self.table().hunters[hunter];
        let open = figure.open_item.is_some() || figure.open_event.is_some();
        if after.is_some() && (open || self.with_rules(|game| game.is_weakened(hunter))) {
            self.then([HandLimit::Items, HandLimit::Events].map(|of| Task::Open(hunter, of)));
        }
        let others: ArrayVec<Hunter, 4> = super::later(u8::MAX, hunter).collect();
        self.with_rules(|game| {
            others.into_iter().rev().for_each(|other| game.settle_hunter(other))
        });
        let tasks = std::mem::take(&mut self.state.agenda);
        self.then(tasks.into_iter().rev());
        self.then([Task::DraculaLimit]);
        self.after_settling();
    }

    fn after_settling(&mut self) {
        match self.phase() {
            Phase::Day | Phase::Night => self.rest_of_actions(),
            Phase::Dracula => self.round_after(Task::Begin(Phase::Dracula)),
            Phase::Setup | Phase::Dawn | Phase::Dusk => self.round_after(Task::Settle),
        }
    }

    pub(super) fn draculas_task(&mut self) -> Option<Task> {
        let about = self.asked.hunter;
        if self.asked.event.is_some() {
            return self.draculas_effect();
        }
        match self.asked.question {
            Question::Start => {
                self.then([Task::Round]);
                Some(Task::PlaceDracula)
            }
            Question::Hospital => self.returning(about?),
            Question::Bats => self.acting(Task::Bats(about?, None)),
            Question::Ambush => self.ambush(about?),
            Question::Fight => {
                self.round_after(Task::Fight);
                Some(Task::Fight)
            }
            Question::GiveUp => self.taking_away(),
            Question::Event => self.plotting(),
            Question::Card => self.choosing_card(),
            Question::Hunter => self.naming_victim(),
            Question::Place => {
                self.end_of_arrival(about?);
                Some(Task::Drive(about?))
            }
            Question::Movement => self.moving(),
            Question::Leave => self.leaving(Task::Leave),
            Question::Mature => {
                let chosen = self.matured();
                self.leaving(Task::Mature(chosen))
            }
            Question::Encounter => self.laying(),
            Question::Token | Question::Block => self.putting_token(),
            Question::Rumor => self.spreading_rumor(),
            Question::Other => {
                let kind = one_of(self.rng, self.hand())?;
                self.after_plot();
                Some(Task::Scheme(kind))
            }
            _ => None,
        }
    }

    fn hand(&self) -> Vec<crate::fury::Encounter> {
        self.state.known.dracula.hand.iter().collect()
    }

    /// H6.
    fn returning(&mut self, hunter: Hunter) -> Option<Task> {
        self.then(super::later(u8::MAX, hunter).map(Task::Return));
        self.then([Task::RemoveHosts]);
        if self.rules.params().play == Step::Full {
            self.then([Task::TimeWindow(crate::fury::events::Occasion::Dawn), Task::Settle]);
        }
        self.round_after(Task::Begin(Phase::Dawn));
        Some(Task::Return(hunter))
    }

    /// B1c: the cards that were used lie face up.
    fn ambush(&mut self, hunter: Hunter) -> Option<Task> {
        let city = self.table().hunters[hunter].place()?;
        let offered = self.asked.choices.iter().filter(|mv| matches!(mv, Move::Ambush(_))).count();
        let cards: Vec<(bool, bool)> = self.with_rules(|game| {
            let cards = game.city_cards(city);
            let laid = cards.iter().filter_map(|&(at, index)| game.laid(at, index));
            laid.map(|card| (card.kind() != crate::fury::Encounter::Soil, card.is_up())).collect()
        });
        let usable = cards.iter().filter(|(usable, _)| *usable).count();
        let up = (0u32..).zip(&cards).filter(|(_, (usable, up))| *usable && *up);
        let used = up
            .take(usable.checked_sub(offered)?)
            .fold(0, |set, (number, _)| set | 1_u32.checked_shl(number).unwrap_or(0));
        self.end_of_arrival(hunter);
        Some(Task::Ambush { hunter, city, used })
    }

    /// A roadblock, a storm, an event, or a hunter's card.
    fn taking_away(&mut self) -> Option<Task> {
        if let Some(hunter) = self.asked.hunter {
            self.after_plot();
            return Some(Task::Rob(hunter));
        }
        match self.asked.choices.iter().next()? {
            Move::Unblock(_) => {
                self.then([Task::Calm]);
                self.round_after(Task::DuskEnd);
                Some(Task::Unblock)
            }
            Move::Calm(_) => {
                self.round_after(Task::DuskEnd);
                Some(Task::Calm)
            }
            _ => {
                self.after_settling();
                Some(Task::DraculaLimit)
            }
        }
    }

    /// Events for a phase, a combat, or a hunter's journey.
    fn plotting(&mut self) -> Option<Task> {
        let plot = match self.asked.hunter {
            Some(hunter) => journey(self.table(), hunter),
            None if self.combat().is_some() => Plot::Combat,
            None => Plot::Phase,
        };
        match plot {
            Plot::Phase => self.rest_of_phase(),
            Plot::Combat => self.openings(),
            Plot::Rail(hunter) => self.ride(hunter)?,
            Plot::Arrival(hunter) => {
                let place = self.table().hunters[hunter].place()?;
                if self.rules.world().cities.contains(place) {
                    self.then([Task::Ambush { hunter, city: place, used: 0 }]);
                }
                self.end_of_arrival(hunter);
            }
        }
        Some(Task::Plot(plot))
    }

    fn draculas_effect(&mut self) -> Option<Task> {
        let title = self.asked.event?;
        let plot = if self.combat().is_some() { Plot::Combat } else { Plot::Phase };
        self.then([Task::Plot(plot)]);
        if matches!(plot, Plot::Combat) {
            self.openings()
        } else {
            self.rest_of_phase()
        }
        Some(Task::DraculaEvent(title, plot))
    }

    /// What follows an event that Dracula plays in his phase.
    fn after_plot(&mut self) {
        self.then([Task::Plot(Plot::Phase)]);
        self.rest_of_phase();
    }

    /// Dracula's phase after its events.
    fn rest_of_phase(&mut self) {
        let movement = Task::Movement(FollowingSteps::Encounter);
        self.then([Task::Slide, Task::Leave, Task::EndMist, movement]);
        self.after_movement(FollowingSteps::Encounter);
    }

    fn after_movement(&mut self, steps: FollowingSteps) {
        if steps == FollowingSteps::Encounter {
            self.then([Task::Swiftness]);
        }
        self.then([Task::EndPhase, Task::Settle]);
        self.round_after(Task::Begin(Phase::Dracula));
    }

    /// The first movement of the phase, or the second one of Unearthly Swiftness (V6).
    fn steps(&mut self) -> FollowingSteps {
        let swift = self.table().course.swiftness;
        if swift && once_in(self.rng, 2) { FollowingSteps::None } else { FollowingSteps::Encounter }
    }

    fn moving(&mut self) -> Option<Task> {
        if self.combat().is_some() {
            self.after_escape();
            return Some(Task::BatFrom);
        }
        let steps = self.steps();
        self.after_movement(steps);
        Some(Task::Movement(steps))
    }

    /// A question about the slot that leaves.
    fn leaving(&mut self, task: Task) -> Option<Task> {
        if self.combat().is_some() {
            let to = self.escape_target()?;
            self.then([Task::BatTo(to)]);
            self.after_escape();
            return Some(task);
        }
        let steps = self.steps();
        self.then([Task::EndMist, Task::Movement(steps)]);
        self.after_movement(steps);
        Some(task)
    }

    /// D2b: the cards that have matured lie face up.
    fn matured(&self) -> u32 {
        let leaving = self.state.known.trail.leaving.as_ref();
        let cards = leaving.map_or(&[][..], TrailSlot::encounters);
        let ripe = (0u32..).zip(cards).filter(|(_, card)| card.kind().matures());
        let ripe: Vec<_> = ripe.map(|(number, card)| (number, card.is_up())).collect();
        let offered = self.asked.choices.iter().filter(|mv| matches!(mv, Move::Mature(_))).count();
        let gone = ripe.len().saturating_sub(offered);
        ripe.iter().filter(|(_, up)| *up).take(gone).fold(0, |set, (number, _)| set | 1 << number)
    }

    /// An encounter for the new slot, or for a lair.
    fn laying(&mut self) -> Option<Task> {
        if self.state.known.trail.leaving.is_none() {
            self.after_movement(FollowingSteps::Encounter);
            return Some(Task::Encounter);
        }
        let lairs = (0u8..).zip(&self.state.known.trail.lairs);
        let free: Vec<u8> = lairs.filter(|(_, lair)| lair.is_none()).map(|(at, _)| at).collect();
        let lair = one_of(self.rng, free)?;
        self.leaving(Task::LairCard(lair))
    }

    /// A token by a card that matures, or by an event.
    fn putting_token(&mut self) -> Option<Task> {
        let task = match (self.asked.question, self.state.known.trail.leaving.is_some()) {
            (Question::Block, _) => Task::Block,
            (_, true) => Task::MatureFog,
            (_, false) => Task::Storm,
        };
        if self.state.known.trail.leaving.is_some() {
            return self.ripening(task);
        }
        if once_in(self.rng, 2) {
            self.then([task]);
        }
        self.after_plot();
        Some(task)
    }

    /// The effect of a card that has matured; others may follow.
    fn ripening(&mut self, task: Task) -> Option<Task> {
        let cards = self.state.known.trail.at(At::Leaving).map_or(&[][..], TrailSlot::encounters);
        let up = (0u32..).zip(cards).filter(|(_, card)| card.is_up() && card.kind().matures());
        let chosen = up.fold(0, |set, (number, _)| set | 1 << number);
        self.then([Task::Mature(chosen)]);
        self.leaving(task)
    }

    /// D10, or Sensationalist Press.
    fn spreading_rumor(&mut self) -> Option<Task> {
        let newest = self.state.known.trail.spaces[0].as_ref();
        let placed = newest.is_some_and(|slot| {
            matches!(slot.card, TrailCard::City(..) | TrailCard::Hide(..))
                && !slot.encounters().is_empty()
        });
        if placed {
            self.after_movement(FollowingSteps::Encounter);
        } else {
            self.after_plot();
        }
        Some(Task::Rumor)
    }

    /// The hunter who suffers: in a skirmish, in a round of combat, or by bats.
    fn naming_victim(&mut self) -> Option<Task> {
        if self.phase() == Phase::Dracula {
            return self.ripening(Task::MatureBats);
        }
        match self.combat() {
            None => {
                self.round_after(Task::Fight);
                Some(Task::Skirmish)
            }
            Some(_) if self.state.known.trail.leaving.is_some() => self.ripening(Task::MatureBats),
            Some(_) => {
                self.then([Task::Beat(Beat::Reveal)]);
                self.after_combat();
                Some(Task::Engage)
            }
        }
    }

    /// True if this hunter searches the city where it is.
    pub(super) fn searches(&self, hunter: Hunter) -> bool {
        self.table().course.action == Some((hunter, Deed::Search))
    }
}
