//! The table of tasks: how each begins, and how its answer is carried out.

use super::cards::{EventCard, Hunter};
use super::moves::Move;
use super::state::{Flow, Step};
use super::task::Task;

impl Task {
    /// The hunter that a question is about.
    pub(super) const fn hunter(self) -> Option<Hunter> {
        match self {
            Self::PlaceHunter(hunter)
            | Self::Return(hunter)
            | Self::Act(hunter)
            | Self::Bats(hunter)
            | Self::Action(hunter)
            | Self::Trade { from: hunter, .. }
            | Self::Reserve(hunter, _)
            | Self::Keep(hunter, ..)
            | Self::SecondTicket(hunter)
            | Self::Arrive(hunter, _)
            | Self::Ambush { hunter, .. }
            | Self::LoseTicket(hunter)
            | Self::LoseGood(hunter)
            | Self::Limit(hunter, _)
            | Self::Open(hunter, _)
            | Self::Horses(hunter, _)
            | Self::Join(hunter)
            | Self::Opening(hunter)
            | Self::HunterCard(hunter)
            | Self::Strike(hunter)
            | Self::Bullets(hunter)
            | Self::Circle(hunter) => Some(hunter),
            Self::Guard(guards, _) | Self::TurnUp(guards) | Self::Search(guards, _) => {
                Some(guards.hunter)
            }
            Self::Resolve(meeting) => Some(meeting.hunter),
            Self::PlaceDracula
            | Self::Round
            | Self::EndRound
            | Self::Begin(_)
            | Self::Dawn
            | Self::RemoveHosts
            | Self::Settle
            | Self::DuskEnd
            | Self::Unblock
            | Self::Calm
            | Self::Fight
            | Self::Skirmish
            | Self::Slide
            | Self::Leave
            | Self::LairCard(_)
            | Self::Mature(_)
            | Self::MatureBats
            | Self::MatureFog
            | Self::Block
            | Self::EndLeave
            | Self::Movement(_)
            | Self::Encounter
            | Self::Rumor
            | Self::Beat(_)
            | Self::DraculaCard
            | Self::Engage
            | Self::Escape
            | Self::BatTo(_)
            | Self::EndMist => None,
        }
    }

    /// The event that a question is about.
    pub(super) const fn event(self) -> Option<EventCard> {
        None
    }
}

impl Step<'_> {
    /// Begins a task: carries it out, or asks.
    pub(super) fn begin(&mut self, task: Task) -> Flow {
        match task {
            Task::PlaceHunter(hunter) => self.ask_start(hunter),
            Task::PlaceDracula => self.ask_dracula_start(),
            Task::Round => self.round(),
            Task::EndRound => self.end_round(),
            Task::Begin(phase) => self.begin_phase(phase),
            Task::Dawn => self.dawn(),
            Task::Return(hunter) => self.ask_hospital(hunter),
            Task::RemoveHosts => self.remove_hosts(),
            Task::Settle => self.settle(),
            Task::Limit(hunter, limit) => self.ask_limit(hunter, limit),
            Task::DuskEnd => self.dusk_end(),
            Task::Unblock => self.ask_unblock(),
            Task::Calm => self.ask_calm(),
            Task::Act(hunter) => self.act(hunter),
            Task::Bats(hunter) => self.ask_bats(hunter),
            Task::Action(hunter) => self.ask_action(hunter),
            Task::Trade { from, with } => self.ask_trade(from, with),
            Task::Reserve(hunter, draw) => self.ask_room(hunter, draw),
            Task::Keep(hunter, ticket, draw) => self.ask_keep(hunter, ticket, draw),
            Task::SecondTicket(hunter) => self.ask_second(hunter),
            Task::Arrive(hunter, arrival) => self.arrive(hunter, arrival),
            Task::Ambush { hunter, city, used } => self.ask_ambush(hunter, city, used),
            Task::Guard(guards, item) => self.ask_guard(guards, item),
            Task::TurnUp(guards) => self.turn_city_up(guards),
            Task::Search(guards, next) => self.search(guards, next),
            Task::Resolve(meeting) => self.resolve(meeting),
            Task::LoseTicket(hunter) => self.ask_lost_ticket(hunter),
            Task::LoseGood(hunter) => self.ask_lost_good(hunter),
            Task::Fight => self.ask_fight(),
            Task::Skirmish => self.ask_skirmish(),
            Task::Slide => self.slide(),
            Task::Leave => self.ask_leave(),
            Task::LairCard(lair) => self.ask_lair_card(lair),
            Task::Mature(chosen) => self.ask_mature(chosen),
            Task::MatureBats => self.ask_mature_bats(),
            Task::MatureFog => self.ask_mature_fog(),
            Task::Block => self.ask_block(),
            Task::EndLeave => self.end_leave(),
            Task::Movement(steps) => self.ask_movement(steps),
            Task::Encounter => self.ask_encounter(),
            Task::Rumor => self.ask_rumor(),
            Task::Open(hunter, limit) => self.ask_open(hunter, limit),
            Task::Horses(hunter, steps) => self.ask_horses(hunter, steps),
            Task::Join(hunter) => self.ask_join(hunter),
            Task::Opening(hunter) => self.ask_opening(hunter),
            Task::Beat(beat) => self.beat(beat),
            Task::DraculaCard => self.ask_dracula_card(),
            Task::HunterCard(hunter) => self.ask_hunter_card(hunter),
            Task::Engage => self.ask_engaged(),
            Task::Strike(hunter) => self.strike(hunter),
            Task::Bullets(hunter) => self.ask_bullets(hunter),
            Task::Circle(hunter) => self.ask_circle(hunter),
            Task::Escape => Ok(()),
            Task::BatTo(place) => self.bat_to(place),
            Task::EndMist => self.end_mist(),
        }
    }

    /// Carries out the answer to a task's question. The move is one of those that were offered.
    pub(super) fn answer(&mut self, task: Task, mv: Move) -> Flow {
        match task {
            Task::PlaceHunter(hunter) => self.place_hunter(hunter, mv),
            Task::PlaceDracula => self.place_dracula(mv),
            Task::Return(hunter) => self.put_into_hospital(hunter, mv),
            Task::Limit(hunter, limit) => self.over_limit(hunter, limit, mv),
            Task::Unblock => self.unblock(mv),
            Task::Calm => self.calm(mv),
            Task::Bats(hunter) => self.moved_by_bats(hunter, mv),
            Task::Action(hunter) => self.action(hunter, mv),
            Task::Trade { from, with } => self.trade(from, with, mv),
            Task::Reserve(hunter, draw) => self.made_room(hunter, draw, mv),
            Task::Keep(hunter, ticket, draw) => self.keep(hunter, ticket, draw, mv),
            Task::SecondTicket(hunter) => self.second(hunter, mv),
            Task::Ambush { hunter, city, used } => self.ambush(hunter, city, used, mv),
            Task::LoseTicket(hunter) | Task::LoseGood(hunter) => self.lose_good(hunter, mv),
            Task::Fight => self.fight(mv),
            Task::Skirmish => self.skirmish(mv),
            Task::Leave => self.leave(mv),
            Task::LairCard(lair) => self.lair_card(lair, mv),
            Task::Mature(chosen) => self.mature(chosen, mv),
            Task::MatureBats => self.mature_bats(mv),
            Task::MatureFog => self.mature_fog(mv),
            Task::Block => self.block(mv),
            Task::Movement(steps) => self.movement(steps, mv),
            Task::Encounter => self.encounter(mv),
            Task::Rumor => self.rumor(mv),
            Task::Guard(guards, item) => self.guard(guards, item, mv),
            Task::Resolve(meeting) => self.resolved(meeting, mv),
            Task::Open(hunter, limit) => self.open_card(hunter, limit, mv),
            Task::Horses(hunter, _) => self.horses(hunter, mv),
            Task::Join(hunter) => self.join(hunter, mv),
            Task::Opening(hunter) => self.opening(hunter, mv),
            Task::DraculaCard => self.dracula_card(mv),
            Task::HunterCard(hunter) => self.hunter_card(hunter, mv),
            Task::Engage => self.engage(mv),
            Task::Bullets(hunter) => self.bullets(hunter, mv),
            Task::Circle(hunter) => self.circle(hunter, mv),
            Task::Escape => self.escape(mv),
            Task::Round
            | Task::EndRound
            | Task::Begin(_)
            | Task::Dawn
            | Task::RemoveHosts
            | Task::Settle
            | Task::DuskEnd
            | Task::Act(_)
            | Task::Arrive(..)
            | Task::TurnUp(_)
            | Task::Search(..)
            | Task::Beat(_)
            | Task::Strike(_)
            | Task::BatTo(_)
            | Task::EndMist
            | Task::Slide
            | Task::EndLeave => Ok(()),
        }
    }
}
