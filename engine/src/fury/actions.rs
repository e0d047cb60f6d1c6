//! The hunters' actions (fury S6, A1 to A4, A8, A11).

use super::cards::{Hunter, Item};
use super::choices::{Choices, MoveKind};
use super::events::{Occasion, Playing, Plot};
use super::moves::{Move, Word};
use super::params::Step;
use super::state::{Adjudicator, Flow};
use super::table::{Deed, Phase, Whereabouts, hunters_of};
use super::task::{ActionGroup, Arrival, BarredGroup, Draw, Question, Task};
use super::titles::EventCard;
use super::told::Told;
use super::trades::Traded;
use super::world::Rails;
use crate::map::{Place, PlaceSet};

/// Rail steps of Chartered Carriage (A2).
const CARRIAGE: u8 = 4;

impl Adjudicator<'_> {
    /// A hunter's turn of the day or night: one who is delayed stands up instead (S6).
    pub(super) fn act(&mut self, hunter: Hunter) -> Flow {
        let table = &mut self.at.known.table;
        table.course.acted |= hunter.bit();
        let figure = &mut table.hunters[hunter];
        if !figure.is_on_board() {
            return Ok(());
        }
        if figure.delayed {
            figure.delayed = false;
            return Ok(());
        }
        self.take_action(hunter, None);
        Ok(())
    }

    /// The next hunter to act is named, unless one is left (V5 `TG`).
    pub(super) fn ask_order(&mut self, left: u8, by: Hunter) -> Flow {
        if left.count_ones() < 2 {
            return hunters_of(left).next().map_or(Ok(()), |last| self.act(last));
        }
        let choices = Choices::none().hunters(MoveKind::Hunter, left);
        self.ask(by.seat(), Question::Hunter, Task::Order { left, by }, choices)
    }

    pub(super) fn order(&mut self, left: u8, by: Hunter, mv: Move) -> Flow {
        if let Move::Hunter(next) = mv {
            self.then([Task::Act(next), Task::Order { left: left & !next.bit(), by }]);
        }
        Ok(())
    }

    /// Bats first, then the action (A1). The first action of a hunter with Renewed Vigor is
    /// followed by another (V5 `RV`).
    fn take_action(&mut self, hunter: Hunter, limits: BarredGroup) {
        let figure = &self.at.known.table.hunters[hunter];
        let (bats, place) = (figure.bats, figure.place());
        let steps = place.map_or(PlaceSet::EMPTY, |place| self.road_steps(place));
        if bats && !steps.is_empty() {
            self.table().hunters[hunter].bats = false;
            self.then([Task::Bats(hunter, limits)]);
        } else {
            self.then([Task::Action(hunter, limits)]);
        }
    }

    /// Puts what follows an action on the agenda: settling, and perhaps a second action.
    fn end_action(&mut self, hunter: Hunter, group: BarredGroup) {
        let course = &mut self.table().course;
        let again = course.vigor & hunter.bit() != 0;
        course.vigor &= !hunter.bit();
        if again {
            self.then([Task::SecondAction(hunter, group)]);
        }
        self.then([Task::Settle]);
    }

    /// A second action, if the hunter is on the board and not delayed (V5 `RV`).
    pub(super) fn second_action(&mut self, hunter: Hunter, limits: BarredGroup) -> Flow {
        let figure = &self.at.known.table.hunters[hunter];
        if figure.is_on_board() && !figure.delayed {
            self.take_action(hunter, limits);
        }
        Ok(())
    }

    /// Dracula may move the hunter one road step (A1).
    pub(super) fn ask_bats(&mut self, hunter: Hunter, limits: BarredGroup) -> Flow {
        let steps = self.place_of(hunter).map_or(PlaceSet::EMPTY, |place| self.road_steps(place));
        let choices = Choices::none().places(MoveKind::To, steps).word(Word::No);
        self.ask_dracula(Question::Bats, Task::Bats(hunter, limits), choices)
    }

    pub(super) fn moved_by_bats(&mut self, hunter: Hunter, limits: BarredGroup, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.end_action(hunter, None);
            self.put_hunter(hunter, place);
            self.then([Task::Arrive(hunter, Arrival::Road)]);
        } else {
            self.then([Task::Action(hunter, limits)]);
        }
        Ok(())
    }

    /// The hunter chooses its action (A2, A3).
    pub(super) fn ask_action(&mut self, hunter: Hunter, limits: BarredGroup) -> Flow {
        let figure = &self.at.known.table.hunters[hunter];
        let choices = match figure.spot {
            Whereabouts::At(place) if self.rules.world().seas.contains(place) => {
                self.at_sea(hunter, place, limits)
            }
            Whereabouts::At(place) => self.in_city(hunter, place, limits),
            Whereabouts::Hospital(number) => self.in_hospital(number, limits),
            Whereabouts::Unplaced | Whereabouts::Fallen(_) | Whereabouts::FallenInHospital(_) => {
                return Ok(());
            }
        };
        self.ask(hunter.seat(), Question::Action, Task::Action(hunter, limits), choices)
    }

    fn is_day(&self) -> bool {
        self.at.known.table.phase == Phase::Day
    }

    /// A3: without any other move there is only `-`, which is not asked.
    fn at_sea(&self, hunter: Hunter, place: Place, limits: BarredGroup) -> Choices {
        if !self.is_day() {
            return Choices::none();
        }
        let may_move = limits != Some(ActionGroup::Move);
        let steps = if may_move { self.sea_steps(place) } else { PlaceSet::EMPTY };
        Choices::none()
            .places(MoveKind::To, steps)
            .bits(MoveKind::Play, self.action_events(hunter, limits))
    }

    fn in_hospital(&self, number: u8, limits: BarredGroup) -> Choices {
        let city = self.rules.world().hospital_city(number);
        let open = self.is_day() && !self.at.known.table.has_fog(city);
        let may_move = open && limits != Some(ActionGroup::Move);
        let city = if may_move { PlaceSet::of(city) } else { PlaceSet::EMPTY };
        let supply = self.plays(Step::Combat) && limits != Some(ActionGroup::Supply);
        Choices::none().places(MoveKind::To, city).word_if(Word::Supply, supply).word(Word::No)
    }

    fn in_city(&self, hunter: Hunter, place: Place, limits: BarredGroup) -> Choices {
        let (world, table) = (self.rules.world(), &self.at.known.table);
        let can = |group| limits != Some(group);
        let mut choices = Choices::none();
        if can(ActionGroup::Move) {
            self.add_journeys(hunter, place, &mut choices);
        }
        let castle = place == world.castle;
        let supply = match self.rules.params().play {
            Step::Hunt => false,
            Step::Combat => world.large.contains(place),
            Step::Full => !castle,
        };
        let traders = if can(ActionGroup::Trade) { self.traders(hunter, place) } else { 0 };
        let special = can(ActionGroup::Special);
        let horses = self.is_day() && self.at.known.held[hunter].items.has(Item::Horses);
        let hurt = table.hunters[hunter].damage > 0;
        choices.push_word_if(Word::Supply, supply && can(ActionGroup::Supply));
        choices.push_word_if(Word::Ticket, !castle && can(ActionGroup::Ticket));
        choices.push_word_if(Word::Rest, hurt && can(ActionGroup::Rest));
        choices.push_word_if(Word::Search, !table.has_fog(place) && can(ActionGroup::Search));
        choices.push(MoveKind::Trade, traders.into());
        choices.push_word_if(Word::Bond, special && hunter == Hunter::Mina && !self.is_day());
        choices.push_word_if(Word::UseHorses, special && horses);
        choices.push(MoveKind::Play, self.action_events(hunter, limits).into());
        choices.push_word_if(Word::No, true);
        choices
    }

    /// The events that a hunter can play as an action, a bit for each (A2 group 11).
    fn action_events(&self, hunter: Hunter, limits: BarredGroup) -> u64 {
        if limits == Some(ActionGroup::Special) {
            return 0;
        }
        self.playable(hunter, Occasion::Action)
    }

    /// A2 groups 1 to 3: steps by road and sea, and by rail.
    fn add_journeys(&self, hunter: Hunter, place: Place, choices: &mut Choices) {
        if self.is_day() {
            let steps = self.road_steps(place) | self.sea_steps(place);
            choices.push(MoveKind::To, steps.bits());
            self.add_rides(hunter, place, choices);
        } else if self.at.known.table.course.long_night {
            choices.push(MoveKind::To, self.road_steps(place).bits());
        }
    }

    /// Adds the journeys by rail, with each ticket held (A2 group 2).
    fn add_rides(&self, hunter: Hunter, place: Place, choices: &mut Choices) {
        let held = &self.at.known.held[hunter];
        let carriage = held.events.has(EventCard::CharteredCarriage);
        for (ticket, _) in held.tickets.each() {
            let by_white = self.by_rail(place, ticket.white(), Rails::White);
            let by_any = self.by_rail(place, ticket.yellow(), Rails::Any);
            choices.push(MoveKind::Ride(ticket), (by_white | by_any).bits());
            if carriage {
                let far = self.by_rail(place, CARRIAGE, Rails::Any);
                choices.push(MoveKind::Carriage(ticket), far.bits());
            }
        }
    }

    /// The hunters with whom a trade is possible, a bit for each (A2 group 8).
    fn traders(&self, hunter: Hunter, place: Place) -> u8 {
        let held = &self.at.known.held;
        let has =
            |hunter: Hunter| !held[hunter].items.is_empty() || !held[hunter].tickets.is_empty();
        let others = self.stand_in(place) & !hunter.bit();
        let own = has(hunter);
        hunters_of(others)
            .filter(|&other| own || has(other))
            .fold(0, |set, other| set | other.bit())
    }

    /// The action begins (A2).
    pub(super) fn action(&mut self, hunter: Hunter, mv: Move) -> Flow {
        let deed = deed_of(mv);
        self.table().course.action = Some((hunter, deed));
        self.end_action(hunter, deed.group());
        match mv {
            Move::To(place) => {
                let far = self.rules.world().seas.contains(place)
                    || self.place_of(hunter).is_some_and(|at| self.rules.world().seas.contains(at));
                self.put_hunter(hunter, place);
                let arrival = if far { Arrival::Far } else { Arrival::Road };
                self.then([Task::Arrive(hunter, arrival)]);
            }
            Move::Ride(ticket, place) => {
                self.return_ticket(hunter, ticket);
                self.then([Task::Plot(Plot::Rail(hunter)), Task::Ride(hunter, place)]);
            }
            Move::Carriage(ticket, place) => {
                self.return_ticket(hunter, ticket);
                let title = EventCard::CharteredCarriage;
                self.then([Task::Plot(Plot::Rail(hunter)), Task::Ride(hunter, place)]);
                return self.play_event(Playing { title, by: hunter, occasion: Occasion::Ticket });
            }
            Move::Play(title) => {
                return self.play_event(Playing { title, by: hunter, occasion: Occasion::Action });
            }
            Move::Trade(with) => {
                self.at.traded = Traded::between(hunter, with);
                self.then([Task::Trade { from: hunter, with }]);
            }
            Move::Word(word) => self.word(hunter, word),
            _ => {}
        }
        Ok(())
    }

    fn word(&mut self, hunter: Hunter, word: Word) {
        match word {
            Word::Supply => self.supply(hunter),
            Word::UseHorses => self.use_horses(hunter),
            Word::Ticket => self.then([Task::Reserve(hunter, Draw::First)]),
            Word::Rest => self.rest(hunter),
            Word::Search => self.begin_search(hunter),
            Word::Bond => self.bond(hunter),
            _ => {}
        }
    }

    /// Damage is recovered, more with Seward (A8).
    fn rest(&mut self, hunter: Hunter) {
        let spot = self.at.known.table.hunters[hunter].spot;
        let with_seward = self.at.known.table.hunters[Hunter::Seward].spot == spot;
        let damage = &mut self.table().hunters[hunter].damage;
        *damage = damage.saturating_sub(if with_seward { 2 } else { 1 });
    }

    /// Everyone is told whether Dracula is near Mina (A11).
    fn bond(&mut self, hunter: Hunter) {
        let world = self.rules.world();
        let Some(place) = self.place_of(hunter) else { return };
        let near = PlaceSet::of(place) | world.adjacent(place);
        let near = near.into_iter().fold(near, |near, at| near | world.adjacent(at));
        let told = Told::Bond(near.contains(self.here()));
        self.tell_both(&told);
    }

    pub(super) fn tell_both(&mut self, told: &Told) {
        *self.at.known.told = [told.clone(), told.clone()];
    }

    pub(super) fn tell_hunters(&mut self, told: Told) {
        self.at.known.told[1] = told;
    }

    pub(super) fn tell_dracula(&mut self, told: Told) {
        self.at.known.told[0] = told;
    }
}

/// An action as everyone sees it.
const fn deed_of(mv: Move) -> Deed {
    match mv {
        Move::To(_) => Deed::Move,
        Move::Ride(ticket, to) => Deed::Ride(ticket, to),
        Move::Carriage(ticket, to) => Deed::Carriage(ticket, to),
        Move::Trade(with) => Deed::Trade(with),
        Move::Play(title) => Deed::Event(title),
        Move::Word(Word::Supply) => Deed::Supply,
        Move::Word(Word::Ticket) => Deed::Reserve,
        Move::Word(Word::Rest) => Deed::Rest,
        Move::Word(Word::Search) => Deed::Search,
        Move::Word(Word::Bond) => Deed::Bond,
        Move::Word(Word::UseHorses) => Deed::Horses,
        _ => Deed::Pass,
    }
}

impl Deed {
    /// Its group, from which a second action may not come; none after `-` (V5 `RV`).
    const fn group(self) -> BarredGroup {
        match self {
            Self::Move | Self::Ride(..) | Self::Carriage(..) => Some(ActionGroup::Move),
            Self::Supply => Some(ActionGroup::Supply),
            Self::Reserve => Some(ActionGroup::Ticket),
            Self::Rest => Some(ActionGroup::Rest),
            Self::Search => Some(ActionGroup::Search),
            Self::Trade(_) => Some(ActionGroup::Trade),
            Self::Bond | Self::Horses | Self::Event(_) => Some(ActionGroup::Special),
            Self::Pass => None,
        }
    }
}
