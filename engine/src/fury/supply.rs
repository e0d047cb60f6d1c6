//! Supplies, Fast Horses and open cards (fury A5, A12, H7).

use super::cards::{Hunter, Item, Ticket};
use super::moves::{Choices, Move, Verb, Word};
use super::state::{Flow, ITEM_STREAM, ItemPile, Step};
use super::table::Spot;
use super::task::{Arrival, Limit, Question, Task};
use super::told::Told;

impl Step<'_> {
    /// A5.
    pub(super) fn supply(&mut self, hunter: Hunter) {
        let figure = &self.at.known.table.hunters[hunter];
        let in_large = figure.place().is_some_and(|at| self.rules.world().large.contains(at));
        let in_hospital = matches!(figure.spot, Spot::Hospital(_));
        let items = match (in_large, in_hospital) {
            (true, _) if hunter == Hunter::Godalming => 2,
            (true, _) | (_, true) => 1,
            (false, false) => 0,
        };
        (0..items).for_each(|_| self.draw_item(hunter));
        self.then([Task::Limit(hunter, Limit::Items)]);
    }

    /// X4.
    fn draw_item(&mut self, hunter: Hunter) {
        if self.at.decks.items.is_empty() {
            let mut deck: ItemPile = std::mem::take(&mut self.at.decks.items_out);
            self.shuffle(ITEM_STREAM, &mut deck);
            self.at.decks.items = deck;
            self.table().items_out = super::cards::Items::NONE;
        }
        if let Some(item) = self.at.decks.items.pop() {
            self.at.known.held[hunter].items.add(item);
        }
    }

    /// A12: the ticket is drawn.
    pub(super) fn use_horses(&mut self, hunter: Hunter) {
        let ticket = self.draw_ticket();
        if let Some(ticket) = ticket {
            self.at.known.pool.add(ticket);
        }
        self.tell_both(&Told::Horses(ticket));
        let yellow = ticket.map_or(0, Ticket::yellow);
        if ticket.is_some() && yellow == 0 {
            self.lose_item(hunter, Item::Horses);
        }
        self.then([Task::Horses(hunter, yellow.max(1))]);
    }

    /// A12.
    pub(super) fn ask_horses(&mut self, hunter: Hunter, steps: u8) -> Flow {
        let Some(place) = self.place_of(hunter) else { return Ok(()) };
        let cities = self.by_road(place, steps);
        let choices = Choices::none().places(Verb::To, cities).word(Word::No);
        self.ask(hunter.seat(), Question::Other, Task::Horses(hunter, steps), choices)
    }

    pub(super) fn horses(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.put_hunter(hunter, place);
            self.then([Task::Arrive(hunter, Arrival::Road)]);
        }
        Ok(())
    }

    /// H2.
    pub(super) fn is_weakened(&self, hunter: Hunter) -> bool {
        hunter == Hunter::Mina || self.at.known.table.hunters[hunter].bites > 0
    }

    /// H7.
    pub(super) fn ask_open(&mut self, hunter: Hunter, limit: Limit) -> Flow {
        let weakened = self.is_weakened(hunter);
        let held = &self.at.known.held[hunter];
        let figure = &mut self.at.known.table.hunters[hunter];
        let (kinds, open, verb) = match limit {
            Limit::Items => (held.items.kinds(), figure.open_item.is_some(), Verb::ShowItem),
            Limit::Events | Limit::Tickets => {
                (held.events.kinds(), figure.open_event.is_some(), Verb::ShowEvent)
            }
        };
        if !weakened {
            (figure.open_item, figure.open_event) = (None, None);
            return Ok(());
        }
        if open {
            return Ok(());
        }
        let choices = Choices::none().bits(verb, kinds);
        if kinds.is_power_of_two() {
            let only = choices.iter().next();
            return only.map_or(Ok(()), |only| self.open_card(hunter, limit, only));
        }
        self.ask(hunter.seat(), Question::Open, Task::Open(hunter, limit), choices)
    }

    pub(super) fn open_card(&mut self, hunter: Hunter, limit: Limit, mv: Move) -> Flow {
        if let Move::Show(code) = mv {
            let figure = &mut self.at.known.table.hunters[hunter];
            match limit {
                Limit::Items => figure.open_item = code.item(),
                Limit::Events | Limit::Tickets => figure.open_event = code.event(),
            }
        }
        Ok(())
    }
}
