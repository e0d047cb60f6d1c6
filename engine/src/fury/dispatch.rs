//! The table of tasks: how each begins, and how its answer is carried out.

use super::cards::Hunter;
use super::moves::Move;
use super::state::{Adjudicator, Flow};
use super::task::Task;
use super::titles::EventCard;

impl Task {
    /// The hunter that a question is about.
    pub(super) fn hunter(self) -> Option<Hunter> {
        match self {
            Self::PlaceHunter(hunter)
            | Self::Return(hunter)
            | Self::Act(hunter)
            | Self::Order { by: hunter, .. }
            | Self::Bats(hunter, _)
            | Self::Action(hunter, _)
            | Self::SecondAction(hunter, _)
            | Self::Trade { from: hunter, .. }
            | Self::Reserve(hunter, _)
            | Self::Keep(hunter, ..)
            | Self::SecondTicket(hunter)
            | Self::SupplyEvent(hunter)
            | Self::Drawn(hunter, _)
            | Self::Ride(hunter, _)
            | Self::Arrive(hunter, _)
            | Self::Ambush { hunter, .. }
            | Self::LoseTicket(hunter)
            | Self::LoseGood(hunter)
            | Self::LoseEvent(hunter)
            | Self::LoseItem(hunter)
            | Self::Limit(hunter, _)
            | Self::Open(hunter, _)
            | Self::Horses(hunter, _)
            | Self::Join(hunter)
            | Self::Opening(hunter)
            | Self::HunterCard(hunter)
            | Self::ChangeCard(hunter)
            | Self::Land(hunter, _)
            | Self::Strike(hunter)
            | Self::Bullets(hunter)
            | Self::Circle(hunter)
            | Self::Check(hunter)
            | Self::Host(hunter)
            | Self::Rob(hunter)
            | Self::Drive(hunter) => Some(hunter),
            Self::Guard(guards, _) | Self::TurnUp(guards) | Self::Search(guards, _) => {
                Some(guards.hunter)
            }
            Self::Resolve(meeting) | Self::TakeEffect(meeting) => Some(meeting.hunter),
            Self::Window(window, _) => window.asked().and_then(Hunter::of),
            Self::Plot(plot) => plot.hunter(),
            Self::Event(playing) => Some(playing.by),
            _ => None,
        }
    }

    /// The event that a question is about.
    pub(super) const fn event(self) -> Option<EventCard> {
        match self {
            Self::Drawn(_, title) | Self::DraculaEvent(title, _) | Self::PutAway(title) => {
                Some(title)
            }
            Self::Event(playing) => Some(playing.title),
            _ => None,
        }
    }
}

impl Adjudicator<'_> {
    /// Begins a task: carries it out, or asks.
    #[expect(clippy::too_many_lines, reason = "one row for each task")]
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
            Task::DraculaLimit => self.ask_dracula_limit(),
            Task::DuskEnd => self.dusk_end(),
            Task::Unblock => self.ask_unblock(),
            Task::Calm => self.ask_calm(),
            Task::Act(hunter) => self.act(hunter),
            Task::Order { left, by } => self.ask_order(left, by),
            Task::Bats(hunter, limits) => self.ask_bats(hunter, limits),
            Task::Action(hunter, limits) => self.ask_action(hunter, limits),
            Task::SecondAction(hunter, limits) => self.second_action(hunter, limits),
            Task::Trade { from, with } => self.ask_trade(from, with),
            Task::Reserve(hunter, draw) => self.ask_room(hunter, draw),
            Task::Keep(hunter, ticket, draw) => self.ask_keep(hunter, ticket, draw),
            Task::SecondTicket(hunter) => self.ask_second(hunter),
            Task::SupplyEvent(hunter) => self.supply_event(hunter),
            Task::Drawn(hunter, title) => self.ask_drawn(hunter, title),
            Task::Ride(hunter, place) => self.ride(hunter, place),
            Task::CallOff => self.call_off(),
            Task::Arrive(hunter, arrival) => self.arrive(hunter, arrival),
            Task::Ambush { hunter, city, used } => self.ask_ambush(hunter, city, used),
            Task::Guard(guards, item) => self.ask_guard(guards, item),
            Task::TurnUp(guards) => self.turn_city_up(guards),
            Task::Search(guards, next) => self.search(guards, next),
            Task::Resolve(meeting) => self.resolve(meeting),
            Task::TakeEffect(meeting) => self.take_effect(&meeting),
            Task::LoseTicket(hunter) => self.ask_lost_ticket(hunter),
            Task::LoseGood(hunter) => self.ask_lost_good(hunter),
            Task::LoseEvent(hunter) => self.ask_lost_event(hunter),
            Task::LoseItem(hunter) => self.ask_lost_item(hunter),
            Task::Fight => self.ask_fight(),
            Task::Skirmish => self.ask_skirmish(),
            Task::Slide => self.slide(),
            Task::Leave => self.ask_leave(),
            Task::LairCard(lair) => self.ask_lair_card(lair),
            Task::Mature(chosen) => self.ask_mature(chosen),
            Task::MatureBats => self.ask_mature_bats(),
            Task::MatureFog => self.ask_mature_fog(),
            Task::Block => self.ask_block(),
            Task::Storm => self.ask_storm(),
            Task::EndLeave => self.end_leave(),
            Task::Movement(steps) => self.ask_movement(steps),
            Task::Encounter => self.ask_encounter(),
            Task::Rumor => self.ask_rumor(),
            Task::Swiftness => self.swiftness(),
            Task::EndPhase => self.end_phase(),
            Task::Open(hunter, limit) => self.ask_open(hunter, limit),
            Task::Horses(hunter, steps) => self.ask_horses(hunter, steps),
            Task::Join(hunter) => self.ask_join(hunter),
            Task::Opening(hunter) => self.ask_opening(hunter),
            Task::Beat(beat) => self.beat(beat),
            Task::DraculaCard => self.ask_dracula_card(),
            Task::HunterCard(hunter) => self.ask_hunter_card(hunter),
            Task::Engage => self.ask_engaged(),
            Task::ChangeCard(hunter) => self.ask_other_card(hunter),
            Task::Land(hunter, blow) => self.land(hunter, blow),
            Task::AfterFangs => self.after_fangs(),
            Task::Flee(escape) => self.flee(escape),
            Task::Strike(hunter) => self.strike(hunter),
            Task::Bullets(hunter) => self.ask_bullets(hunter),
            Task::Circle(hunter) => self.ask_circle(hunter),
            Task::EndCombat => {
                self.end_combat();
                Ok(())
            }
            Task::BatFrom => self.ask_bat(),
            Task::BatTo(place) => self.bat_to(place),
            Task::EndMist => self.end_mist(),
            Task::TimeWindow(occasion) => self.time_window(occasion),
            Task::Window(window, occasion) => self.ask_window(window, occasion),
            Task::Plot(plot) => self.ask_plot(plot),
            Task::Event(playing) => self.take_event(playing, None),
            Task::DraculaEvent(title, plot) => self.take_dracula_event(title, plot, None),
            Task::PutAway(title) => self.put_away(title),
            Task::Check(hunter) => self.ask_check(hunter),
            Task::Host(hunter) => self.ask_host(hunter),
            Task::Scheme(kind) => self.ask_scheme(kind),
            Task::Rob(hunter) => self.ask_rob(hunter),
            Task::Drive(hunter) => self.ask_drive(hunter),
        }
    }

    /// Carries out the answer to a task's question. The move is one of those that were offered; a
    /// task that asks nothing gets none.
    pub(super) fn answer(&mut self, task: Task, mv: Move) -> Flow {
        match task {
            Task::PlaceHunter(hunter) => self.place_hunter(hunter, mv),
            Task::PlaceDracula => self.place_dracula(mv),
            Task::Return(hunter) => self.put_into_hospital(hunter, mv),
            Task::Limit(hunter, limit) => self.over_limit(hunter, limit, mv),
            Task::DraculaLimit => self.over_dracula_limit(mv),
            Task::Unblock => self.unblock(mv),
            Task::Calm => self.calm(mv),
            Task::Order { left, by } => self.order(left, by, mv),
            Task::Bats(hunter, limits) => self.moved_by_bats(hunter, limits, mv),
            Task::Action(hunter, _) => self.action(hunter, mv),
            Task::Trade { from, with } => self.trade(from, with, mv),
            Task::Reserve(hunter, draw) => self.made_room(hunter, draw, mv),
            Task::Keep(hunter, ticket, draw) => self.keep(hunter, ticket, draw, mv),
            Task::SecondTicket(hunter) => self.second(hunter, mv),
            Task::Drawn(hunter, _) => self.drawn(hunter, mv),
            Task::Ambush { hunter, city, used } => self.ambush(hunter, city, used, mv),
            Task::LoseTicket(hunter)
            | Task::LoseGood(hunter)
            | Task::LoseEvent(hunter)
            | Task::LoseItem(hunter)
            | Task::Rob(hunter) => self.lose_good(hunter, mv),
            Task::Fight => self.fight(mv),
            Task::Skirmish => self.skirmish(mv),
            Task::Leave => self.leave(mv),
            Task::LairCard(lair) => self.lair_card(lair, mv),
            Task::Mature(chosen) => self.mature(chosen, mv),
            Task::MatureBats => self.mature_bats(mv),
            Task::MatureFog => self.mature_fog(mv),
            Task::Block => self.block(mv),
            Task::Storm => self.storm(mv),
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
            Task::ChangeCard(hunter) => self.change_card(hunter, mv),
            Task::Bullets(hunter) => self.bullets(hunter, mv),
            Task::Circle(hunter) => self.circle(hunter, mv),
            Task::BatFrom => self.bat_from(mv),
            Task::Window(window, occasion) => self.played(window, occasion, mv),
            Task::Plot(plot) => self.plotted(plot, mv),
            Task::Event(playing) => self.take_event(playing, Some(mv)),
            Task::DraculaEvent(title, plot) => self.take_dracula_event(title, plot, Some(mv)),
            Task::Check(_) => self.check(mv),
            Task::Host(hunter) => self.host(hunter, mv),
            Task::Scheme(kind) => self.scheme(kind, mv),
            Task::Drive(hunter) => self.drive(hunter, mv),
            _ => Ok(()),
        }
    }
}
