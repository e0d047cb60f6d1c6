//! Trades and tickets (fury A6, A7, A9).

use super::cards::{Hunter, Item, Ticket};
use super::choices::{Choices, MoveKind};
use super::counts::{Items, Tickets};
use super::moves::{Good, Move, Word};
use super::rounds::MOST_TICKETS;
use super::state::{Adjudicator, Flow};
use super::task::{Draw, Question, Task};
use super::told::Told;

/// The cards that changed hands in a trade, which cannot be named again (A6).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Traded {
    /// The two hunters of a trade that is not over, a bit for each.
    pub(super) between: u8,
    /// Those that the hunter whose action it is has received, then those of the other.
    received: [(Items, Tickets); 2],
}

impl Traded {
    /// A trade of two hunters, which begins.
    pub(super) fn between(one: Hunter, other: Hunter) -> Self {
        Self { between: one.bit() | other.bit(), ..Self::default() }
    }

    /// The hunter whose action it is, or the other one, number 1, has received an item.
    pub(super) fn receive_item(&mut self, number: usize, item: Item) {
        self.received[number].0.add(item);
    }

    /// The same for a ticket.
    pub(super) fn receive_ticket(&mut self, number: usize, ticket: Ticket) {
        self.received[number].1.add(ticket);
    }
}

impl Adjudicator<'_> {
    /// A card or ticket of a trade is named; none that changed hands in it (A6).
    pub(super) fn ask_trade(&mut self, from: Hunter, with: Hunter) -> Flow {
        let [own, other] = [(from, 0), (with, 1)].map(|(hunter, number)| {
            let held = &self.at.known.held[hunter];
            let (items, tickets) = &self.at.traded.received[number];
            (held.items.minus(items).kinds(), held.tickets.minus(tickets).kinds())
        });
        let choices = Choices::none()
            .bits(MoveKind::GiveItem, own.0)
            .bits(MoveKind::GiveTicket, own.1)
            .bits(MoveKind::ReceiveItem, other.0)
            .bits(MoveKind::ReceiveTicket, other.1)
            .word(Word::No);
        self.ask(from.seat(), Question::Trade, Task::Trade { from, with }, choices)
    }

    pub(super) fn trade(&mut self, from: Hunter, with: Hunter, mv: Move) -> Flow {
        let (good, giver, receiver, number) = match mv {
            Move::Give(good) => (good, from, with, 1),
            Move::Receive(good) => (good, with, from, 0),
            _ => {
                self.at.traded.between = 0;
                self.count();
                return Ok(());
            }
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

    /// With two tickets held, one goes first (A7).
    pub(super) fn ask_room(&mut self, hunter: Hunter, draw: Draw) -> Flow {
        let tickets = &self.at.known.held[hunter].tickets;
        if tickets.len() < MOST_TICKETS {
            return self.reserve(hunter, draw);
        }
        let choices = Choices::none().bits(MoveKind::GiveUpTicket, tickets.kinds());
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

    /// The ticket drawn is kept or put back (A7).
    pub(super) fn ask_keep(&mut self, hunter: Hunter, ticket: Ticket, draw: Draw) -> Flow {
        let choices = Choices::none().word(Word::Keep).word(Word::Drop);
        self.ask(hunter.seat(), Question::Keep, Task::Keep(hunter, ticket, draw), choices)
    }

    pub(super) fn keep(&mut self, hunter: Hunter, ticket: Ticket, draw: Draw, mv: Move) -> Flow {
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

    /// Godalming may draw another ticket (A9).
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
