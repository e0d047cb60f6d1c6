//! Supplies, Fast Horses and open cards (fury A5, A12, H7).

use super::cards::{Hunter, Item, Ticket};
use super::choices::{Choices, MoveKind};
use super::events::{Occasion, Playing};
use super::moves::{Move, Word};
use super::params::Step;
use super::state::{Adjudicator, EVENT_STREAM, EventPile, Flow, ITEM_STREAM, ItemPile};
use super::table::{Phase, Whereabouts};
use super::task::{Arrival, HandLimit, Question, Task};
use super::titles::{EventCard, Events};
use super::told::Told;

impl Adjudicator<'_> {
    /// Items of a supply, then its event (A5).
    pub(super) fn supply(&mut self, hunter: Hunter) {
        let figure = &self.at.known.table.hunters[hunter];
        let in_large = figure.place().is_some_and(|at| self.rules.world().large.contains(at));
        let in_hospital = matches!(figure.spot, Whereabouts::Hospital(_));
        let items = match (in_large, in_hospital) {
            (true, _) if hunter == Hunter::Godalming => 2,
            (true, _) | (_, true) => 1,
            (false, false) => 0,
        };
        (0..items).for_each(|_| self.draw_item(hunter));
        if self.plays(Step::Full) && !in_hospital {
            self.then([Task::SupplyEvent(hunter)]);
        }
        self.then([Task::Limit(hunter, HandLimit::Items)]);
    }

    /// An item for a hunter, if there is one (X4).
    fn draw_item(&mut self, hunter: Hunter) {
        self.renew_items();
        if let Some(item) = self.at.decks.items.pop() {
            self.at.known.held[hunter].items.add(item);
        }
    }

    /// The item discards become the deck, if it is empty (X4).
    pub(super) fn renew_items(&mut self) {
        if self.at.decks.items.is_empty() {
            let mut deck: ItemPile = std::mem::take(&mut self.at.decks.items_out);
            self.shuffle(ITEM_STREAM, &mut deck);
            self.at.decks.items = deck;
            self.table().items_out = super::counts::Items::NONE;
        }
    }

    /// The event discards become the deck, if it is empty (X4).
    fn renew_events(&mut self) {
        if self.at.decks.events.is_empty() {
            let out = std::mem::take(&mut self.at.decks.events_out);
            let mut deck: EventPile = out.iter().map(|card| card.title).collect();
            self.shuffle(EVENT_STREAM, &mut deck);
            self.at.decks.events = deck;
            let table = self.table();
            (table.events_out, table.events_out_unseen) = (Events::NONE, 0);
            self.at.known.dracula.events_out = Events::NONE;
        }
    }

    /// The bottom card of the event deck (A5, E5 `DS`).
    fn bottom_event(&mut self) -> Option<EventCard> {
        self.renew_events();
        self.at.decks.events.pop_at(0)
    }

    /// The event of a supply: by day the top card of the deck, by night the bottom card (A5).
    pub(super) fn supply_event(&mut self, hunter: Hunter) -> Flow {
        let by_day = self.at.known.table.phase == Phase::Day;
        let card = if by_day {
            self.renew_events();
            self.at.decks.events.pop()
        } else {
            self.bottom_event()
        };
        match card {
            Some(title) if !title.is_draculas() => {
                self.at.known.held[hunter].events.add(title);
                self.then([Task::Limit(hunter, HandLimit::Events)]);
                if title.is_open() {
                    self.then([Task::Drawn(hunter, title)]);
                }
            }
            Some(title) if by_day => self.discard_event_unseen(title),
            Some(title) => self.at.known.dracula.events.add(title),
            None => {}
        }
        // Only an open event brings a question, so the news of the card is told before it (N5).
        self.tell();
        Ok(())
    }

    /// An open event may be played as it is drawn (V8).
    pub(super) fn ask_drawn(&mut self, hunter: Hunter, title: EventCard) -> Flow {
        let choices = Choices::none().bits(MoveKind::Play, 1 << title.index()).word(Word::No);
        self.ask(hunter.seat(), Question::Event, Task::Drawn(hunter, title), choices)
    }

    pub(super) fn drawn(&mut self, by: Hunter, mv: Move) -> Flow {
        match mv {
            Move::Play(title) => self.play_event(Playing { title, by, occasion: Occasion::Drawn }),
            _ => Ok(()),
        }
    }

    /// Desecrated Soil that matures brings the bottom card: Dracula's into his hand, a hunters' one
    /// to the discards (E5 `DS`).
    pub(super) fn soil_event(&mut self) {
        if !self.plays(Step::Full) {
            return;
        }
        match self.bottom_event() {
            Some(title) if title.is_draculas() => self.at.known.dracula.events.add(title),
            Some(title) => self.discard_event(title),
            None => {}
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

    /// Asks a hunter for the city to which it goes by Fast Horses (A12).
    pub(super) fn ask_horses(&mut self, hunter: Hunter, steps: u8) -> Flow {
        let Some(place) = self.place_of(hunter) else { return Ok(()) };
        let cities = self.by_road(place, steps);
        let choices = Choices::none().places(MoveKind::To, cities).word(Word::No);
        self.ask(hunter.seat(), Question::Other, Task::Horses(hunter, steps), choices)
    }

    pub(super) fn horses(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.put_hunter(hunter, place);
            self.then([Task::Arrive(hunter, Arrival::Road)]);
        }
        Ok(())
    }

    /// True if a hunter is weakened: Mina always, the others by a bite (H2).
    pub(super) fn is_weakened(&self, hunter: Hunter) -> bool {
        hunter == Hunter::Mina || self.at.known.table.hunters[hunter].bites > 0
    }

    /// Asks a weakened hunter which card it opens (H7).
    pub(super) fn ask_open(&mut self, hunter: Hunter, limit: HandLimit) -> Flow {
        let figure = &self.at.known.table.hunters[hunter];
        if !self.is_weakened(hunter) {
            let figure = &mut self.table().hunters[hunter];
            (figure.open_item, figure.open_event) = (None, None);
            return Ok(());
        }
        let open = match limit {
            HandLimit::Items => figure.open_item.is_some(),
            HandLimit::Events | HandLimit::Tickets => figure.open_event.is_some(),
        };
        if open {
            return Ok(());
        }
        // Nothing to open, and a single kind that is opened unasked, must look the same (N5).
        self.tell();
        let held = &self.at.known.held[hunter];
        let (verb, kinds) = match limit {
            HandLimit::Items => (MoveKind::ShowItem, held.items.kinds()),
            HandLimit::Events | HandLimit::Tickets => (MoveKind::ShowEvent, held.events.kinds()),
        };
        if kinds == 0 {
            return Ok(());
        }
        let choices = Choices::none().bits(verb, kinds);
        if kinds.is_power_of_two() {
            let only = choices.iter().next();
            return only.map_or(Ok(()), |only| self.open_card(hunter, limit, only));
        }
        self.ask(hunter.seat(), Question::Open, Task::Open(hunter, limit), choices)
    }

    pub(super) fn open_card(&mut self, hunter: Hunter, limit: HandLimit, mv: Move) -> Flow {
        if let Move::Show(code) = mv {
            let figure = &mut self.at.known.table.hunters[hunter];
            match limit {
                HandLimit::Items => figure.open_item = code.item(),
                HandLimit::Events | HandLimit::Tickets => figure.open_event = code.event(),
            }
        }
        Ok(())
    }
}
