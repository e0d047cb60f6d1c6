//! The hunters' actions (fury S6, A).

use super::cards::{Hunter, Item, Items, Tickets};
use super::moves::{Choices, Good, Move, Verb, Word};
use super::params::Play;
use super::rounds::MOST_TICKETS;
use super::state::{Flow, Step};
use super::table::{Phase, Spot, hunters_of};
use super::task::{Arrival, Draw, Question, Task};
use super::told::Told;
use super::world::Rails;
use crate::map::{Place, PlaceSet};

/// The cards that changed hands in a trade, which cannot be named again (A6).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Traded {
    /// Those that the hunter whose action it is has received, then those of the other.
    received: [(Items, Tickets); 2],
}

impl Step<'_> {
    /// S6.
    pub(super) fn act(&mut self, hunter: Hunter) -> Flow {
        let figure = &mut self.at.known.table.hunters[hunter];
        if !figure.is_on_board() {
            return Ok(());
        }
        if figure.delayed {
            figure.delayed = false;
            return Ok(());
        }
        self.take_action(hunter);
        Ok(())
    }

    /// A1: bats first.
    pub(super) fn take_action(&mut self, hunter: Hunter) {
        let figure = &mut self.at.known.table.hunters[hunter];
        let (bats, place) = (figure.bats, figure.place());
        let steps = place.map_or(PlaceSet::EMPTY, |place| self.road_steps(place));
        if bats && !steps.is_empty() {
            self.table().hunters[hunter].bats = false;
            self.then([Task::Bats(hunter)]);
        } else {
            self.then([Task::Action(hunter)]);
        }
    }

    /// A1.
    pub(super) fn ask_bats(&mut self, hunter: Hunter) -> Flow {
        let steps = self.place_of(hunter).map_or(PlaceSet::EMPTY, |place| self.road_steps(place));
        let choices = Choices::none().places(Verb::To, steps).word(Word::No);
        self.ask_dracula(Question::Bats, Task::Bats(hunter), choices)
    }

    pub(super) fn moved_by_bats(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.put_hunter(hunter, place);
            self.then([Task::Arrive(hunter, Arrival::Road), Task::Settle]);
        } else {
            self.then([Task::Action(hunter)]);
        }
        Ok(())
    }

    /// A2, A3.
    pub(super) fn ask_action(&mut self, hunter: Hunter) -> Flow {
        let figure = &self.at.known.table.hunters[hunter];
        let choices = match figure.spot {
            Spot::At(place) if self.rules.world().seas.contains(place) => self.at_sea(place),
            Spot::At(place) => self.in_city(hunter, place),
            Spot::Hospital(number) => self.in_hospital(number),
            Spot::Unplaced | Spot::Fallen(_) | Spot::FallenInHospital(_) => return Ok(()),
        };
        self.ask(hunter.seat(), Question::Action, Task::Action(hunter), choices)
    }

    fn is_day(&self) -> bool {
        self.at.known.table.phase == Phase::Day
    }

    /// A3: without any other move there is only `-`, which is not asked.
    fn at_sea(&self, place: Place) -> Choices {
        if !self.is_day() {
            return Choices::none();
        }
        Choices::none().places(Verb::To, self.sea_steps(place))
    }

    fn in_hospital(&self, number: u8) -> Choices {
        let city = self.rules.world().hospital_city(number);
        let open = self.is_day() && !self.at.known.table.has_fog(city);
        let city = if open { PlaceSet::of(city) } else { PlaceSet::EMPTY };
        Choices::none()
            .places(Verb::To, city)
            .word_if(Word::Supply, self.plays(Play::Combat))
            .word(Word::No)
    }

    fn in_city(&self, hunter: Hunter, place: Place) -> Choices {
        let (world, table) = (self.rules.world(), &self.at.known.table);
        let mut choices = Choices::none();
        if self.is_day() {
            let steps = self.road_steps(place) | self.sea_steps(place);
            choices = self.rides(hunter, place, choices.places(Verb::To, steps));
        }
        let castle = place == world.castle;
        let supply = match self.rules.params().play {
            Play::Hunt => false,
            Play::Combat => world.large.contains(place),
            Play::Full => !castle,
        };
        choices
            .word_if(Word::Supply, supply)
            .word_if(Word::Ticket, !castle)
            .word_if(Word::Rest, table.hunters[hunter].damage > 0)
            .word_if(Word::Search, !table.has_fog(place))
            .hunters(Verb::Trade, self.traders(hunter, place))
            .word_if(Word::Bond, hunter == Hunter::Mina && !self.is_day())
            .word_if(
                Word::UseHorses,
                self.is_day() && self.at.known.held[hunter].items.has(Item::Horses),
            )
            .word(Word::No)
    }

    /// A2 group 2.
    fn rides(&self, hunter: Hunter, place: Place, mut choices: Choices) -> Choices {
        for (ticket, _) in self.at.known.held[hunter].tickets.each() {
            let by_white = self.by_rail(place, ticket.white(), Rails::White);
            let by_any = self.by_rail(place, ticket.yellow(), Rails::Any);
            choices = choices.places(Verb::Ride(ticket), by_white | by_any);
        }
        choices
    }

    /// A2 group 8.
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

    /// A2.
    pub(super) fn action(&mut self, hunter: Hunter, mv: Move) -> Flow {
        self.then([Task::Settle]);
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
                self.put_hunter(hunter, place);
                self.then([Task::Arrive(hunter, Arrival::Far)]);
            }
            Move::Trade(with) => {
                self.at.traded = Traded::default();
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

    /// A8.
    fn rest(&mut self, hunter: Hunter) {
        let spot = self.at.known.table.hunters[hunter].spot;
        let with_seward = self.at.known.table.hunters[Hunter::Seward].spot == spot;
        let damage = &mut self.table().hunters[hunter].damage;
        *damage = damage.saturating_sub(if with_seward { 2 } else { 1 });
    }

    /// A11.
    fn bond(&mut self, hunter: Hunter) {
        let world = self.rules.world();
        let Some(place) = self.place_of(hunter) else { return };
        let near = PlaceSet::of(place) | world.adjacent(place);
        let near = near.into_iter().fold(near, |near, at| near | world.adjacent(at));
        let told = Told::Bond(near.contains(self.here()));
        self.tell_both(&told);
    }

    pub(super) fn tell_both(&mut self, told: &Told) {
        self.at.known.told = [told.clone(), told.clone()];
    }

    pub(super) fn tell_hunters(&mut self, told: Told) {
        self.at.known.told[1] = told;
    }

    pub(super) fn tell_dracula(&mut self, told: Told) {
        self.at.known.told[0] = told;
    }

    /// A6.
    pub(super) fn ask_trade(&mut self, from: Hunter, with: Hunter) -> Flow {
        let [own, other] = [(from, 0), (with, 1)].map(|(hunter, number)| {
            let held = &self.at.known.held[hunter];
            let (items, tickets) = &self.at.traded.received[number];
            (held.items.minus(items).kinds(), held.tickets.minus(tickets).kinds())
        });
        let choices = Choices::none()
            .bits(Verb::GiveItem, own.0)
            .bits(Verb::GiveTicket, own.1)
            .bits(Verb::ReceiveItem, other.0)
            .bits(Verb::ReceiveTicket, other.1)
            .word(Word::No);
        self.ask(from.seat(), Question::Trade, Task::Trade { from, with }, choices)
    }

    pub(super) fn trade(&mut self, from: Hunter, with: Hunter, mv: Move) -> Flow {
        let (good, giver, receiver, number) = match mv {
            Move::Give(good) => (good, from, with, 1),
            Move::Receive(good) => (good, with, from, 0),
            _ => return Ok(()),
        };
        let received = &mut self.at.traded.received[number];
        let held = &mut self.at.known.held;
        match good {
            Good::Item(item) => {
                received.0.add(item);
                held[giver].items.remove(item);
                held[receiver].items.add(item);
            }
            Good::Ticket(ticket) => {
                received.1.add(ticket);
                held[giver].tickets.remove(ticket);
                held[receiver].tickets.add(ticket);
            }
        }
        self.close_cards(giver);
        self.then([Task::Trade { from, with }]);
        Ok(())
    }

    /// A7.
    pub(super) fn ask_room(&mut self, hunter: Hunter, draw: Draw) -> Flow {
        let tickets = &self.at.known.held[hunter].tickets;
        if tickets.len() < MOST_TICKETS {
            return self.reserve(hunter, draw);
        }
        let choices = Choices::none().bits(Verb::GiveUpTicket, tickets.kinds());
        self.ask(hunter.seat(), Question::GiveUp, Task::Reserve(hunter, draw), choices)
    }

    pub(super) fn made_room(&mut self, hunter: Hunter, draw: Draw, mv: Move) -> Flow {
        self.give_up(hunter, mv);
        self.reserve(hunter, draw)
    }

    fn reserve(&mut self, hunter: Hunter, draw: Draw) -> Flow {
        let ticket = self.draw_ticket();
        self.tell_hunters(Told::Ticket(ticket));
        match ticket {
            Some(ticket) => self.then([Task::Keep(hunter, ticket, draw)]),
            None if draw == Draw::First => self.then([Task::SecondTicket(hunter)]),
            None => {}
        }
        Ok(())
    }

    /// A7.
    pub(super) fn ask_keep(
        &mut self,
        hunter: Hunter,
        ticket: super::cards::Ticket,
        draw: Draw,
    ) -> Flow {
        let choices = Choices::none().word(Word::Keep).word(Word::Drop);
        self.ask(hunter.seat(), Question::Keep, Task::Keep(hunter, ticket, draw), choices)
    }

    pub(super) fn keep(
        &mut self,
        hunter: Hunter,
        ticket: super::cards::Ticket,
        draw: Draw,
        mv: Move,
    ) -> Flow {
        if mv == Move::Word(Word::Keep) {
            self.at.known.held[hunter].tickets.add(ticket);
        } else {
            self.at.known.pool.add(ticket);
        }
        if draw == Draw::First {
            self.then([Task::SecondTicket(hunter)]);
        }
        Ok(())
    }

    /// A9.
    pub(super) fn ask_second(&mut self, hunter: Hunter) -> Flow {
        let full = self.at.known.held[hunter].tickets.len() >= MOST_TICKETS;
        if hunter != Hunter::Godalming || full {
            return Ok(());
        }
        let choices = Choices::none().word(Word::Ticket).word(Word::No);
        self.ask(hunter.seat(), Question::Second, Task::SecondTicket(hunter), choices)
    }

    pub(super) fn second(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if mv == Move::Word(Word::Ticket) {
            self.then([Task::Reserve(hunter, Draw::Second)]);
        }
        Ok(())
    }
}
