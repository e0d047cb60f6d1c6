//! Influence, damage, defeat, and the end (fury G2, G3, H4, H5), and cards given up.

use super::cards::{Hunter, Item, Ticket};
use super::moves::{CardCode, Move};
use super::state::{Adjudicator, Discarded, Flow, Over};
use super::table::{PublicHunter, Reason, Whereabouts};
use super::titles::EventCard;
use super::trail::Face;

/// Influence for a defeated hunter, before despair tokens (H5).
const DEFEAT: u8 = 2;

impl Adjudicator<'_> {
    /// Ends the game if the damage or the influence has reached its goal (G3).
    pub(super) fn test_end(&mut self) -> Flow {
        let params = self.rules.params();
        let table = &mut self.at.known.table;
        if table.damage >= params.health {
            table.over = Some(Reason::Blood);
        } else if table.influence >= params.goal {
            table.over = Some(Reason::Influence);
        }
        if table.over.is_some() { Err(Over) } else { Ok(()) }
    }

    /// Influence rises; the end is not tested.
    pub(super) fn gain_untested(&mut self, influence: u8) {
        let goal = self.rules.params().goal;
        let table = self.table();
        table.influence = goal.min(table.influence.saturating_add(influence));
    }

    pub(super) fn gain(&mut self, influence: u8) -> Flow {
        self.gain_untested(influence);
        self.test_end()
    }

    /// Dracula suffers damage; the end is not tested.
    pub(super) fn wound_untested(&mut self, damage: u8) {
        let health = self.rules.params().health;
        let table = self.table();
        table.damage = health.min(table.damage.saturating_add(damage));
    }

    pub(super) fn wound(&mut self, damage: u8) -> Flow {
        self.wound_untested(damage);
        self.test_end()
    }

    /// Dracula recovers.
    pub(super) fn recover(&mut self, damage: u8) {
        let table = self.table();
        table.damage = table.damage.saturating_sub(damage);
    }

    /// H4; the end is not tested.
    pub(super) fn hurt_untested(&mut self, hunter: Hunter, damage: u8) {
        let health = self.rules.data().hunters[hunter].health;
        let figure = &mut self.at.known.table.hunters[hunter];
        if !figure.is_on_board() {
            return;
        }
        figure.damage = figure.damage.saturating_add(damage);
        if figure.damage >= health {
            self.defeat_untested(hunter);
        }
    }

    pub(super) fn hurt(&mut self, hunter: Hunter, damage: u8) -> Flow {
        self.hurt_untested(hunter, damage);
        self.test_end()
    }

    /// H5; the end is not tested.
    pub(super) fn defeat_untested(&mut self, hunter: Hunter) {
        let spot = match self.at.known.table.hunters[hunter].spot {
            Whereabouts::At(place) => Whereabouts::Fallen(place),
            Whereabouts::Hospital(number) => Whereabouts::FallenInHospital(number),
            off @ (Whereabouts::Unplaced
            | Whereabouts::Fallen(_)
            | Whereabouts::FallenInHospital(_)) => off,
        };
        let held = std::mem::take(&mut *self.at.known.held[hunter]);
        held.items.iter().for_each(|item| self.discard_item(item));
        held.events.iter().for_each(|event| self.discard_event(event));
        held.tickets.iter().for_each(|ticket| self.at.known.pool.add(ticket));
        self.table().hunters[hunter] = PublicHunter { spot, ..PublicHunter::NEW };
        self.at.tally.defeats += 1;
        let despair = self.at.known.table.despair;
        self.gain_untested(DEFEAT + despair);
    }

    /// I1: everyone sees it.
    pub(super) fn discard_item(&mut self, item: Item) {
        self.at.decks.items_out.push(item);
        self.table().items_out.add(item);
    }

    /// An event is discarded so that everyone sees it.
    pub(super) fn discard_event(&mut self, title: EventCard) {
        self.at.decks.events_out.push(Discarded { title, face: Face::Up });
        self.table().events_out.add(title);
    }

    /// An event of Dracula is discarded so that he alone sees it (A5, K6).
    pub(super) fn discard_event_unseen(&mut self, title: EventCard) {
        self.at.decks.events_out.push(Discarded { title, face: Face::Down });
        self.table().events_out_unseen += 1;
        self.at.known.dracula.events_out.add(title);
    }

    /// Takes the card of this title that was discarded first from the discards.
    pub(super) fn take_discarded(&mut self, title: EventCard) {
        let pile = &mut self.at.decks.events_out;
        let Some(at) = pile.iter().position(|card| card.title == title) else { return };
        match pile.remove(at).face {
            Face::Up => self.table().events_out.remove(title),
            Face::Down => {
                self.table().events_out_unseen -= 1;
                self.at.known.dracula.events_out.remove(title);
            }
        }
    }

    /// A card or ticket that a hunter gives up: discarded, or put back into the pool.
    pub(super) fn give_up(&mut self, hunter: Hunter, mv: Move) {
        let Move::GiveUp(code) = mv else { return };
        if let Some(ticket) = code.ticket() {
            self.return_ticket(hunter, ticket);
        } else if let Some(item) = code.item() {
            self.lose_item(hunter, item);
        } else if let Some(event) = code.event() {
            self.lose_event(hunter, event);
        }
    }

    pub(super) fn return_ticket(&mut self, hunter: Hunter, ticket: Ticket) {
        self.at.known.held[hunter].tickets.remove(ticket);
        self.at.known.pool.add(ticket);
    }

    /// A hunter's item is discarded.
    pub(super) fn lose_item(&mut self, hunter: Hunter, item: Item) {
        self.at.known.held[hunter].items.remove(item);
        self.discard_item(item);
        self.close_cards(hunter);
    }

    /// A hunter's event is discarded.
    pub(super) fn lose_event(&mut self, hunter: Hunter, event: EventCard) {
        self.at.known.held[hunter].events.remove(event);
        self.discard_event(event);
        self.close_cards(hunter);
    }

    /// H7: an open card that has left the hand is gone.
    pub(super) fn close_cards(&mut self, hunter: Hunter) {
        let held = &self.at.known.held[hunter];
        let figure = &mut self.at.known.table.hunters[hunter];
        figure.open_item = figure.open_item.filter(|&item| held.items.has(item));
        figure.open_event = figure.open_event.filter(|&event| held.events.has(event));
    }
}

impl CardCode {
    pub(super) fn item(&self) -> Option<Item> {
        self.text().parse().ok()
    }

    pub(super) fn event(&self) -> Option<EventCard> {
        self.text().parse().ok()
    }

    pub(super) fn ticket(&self) -> Option<Ticket> {
        self.text().parse().ok()
    }
}
