//! The last answer told to a side (fury K7).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::cards::{Hunter, Item, Ticket};
use super::counts::{Encounters, Items, Tickets};
use super::titles::{EventCard, Events};

/// An answer told to a side, kept until the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// Nothing was told yet.
    #[default]
    Nothing,
    /// A11: true if Dracula is near Mina.
    Bond(bool),
    /// A12: the ticket drawn for Fast Horses.
    Horses(Option<Ticket>),
    /// A7: the ticket drawn.
    Ticket(Option<Ticket>),
    /// V8: the hunters in cities adjacent to Dracula's location, a bit for each.
    Presence(u8),
    /// V9: the number of the region of Dracula's location.
    Hypnosis(u8),
    /// V8: Dracula's encounters and events.
    Veil(Encounters, Events),
    /// V17: the items seen, top first.
    Find(ArrayVec<Item, 5>),
    /// V9: the events that stay at the bottom of the deck, the lowest last.
    Research(ArrayVec<EventCard, 6>),
    /// E3: a hunter's cards.
    Spy(Hunter, Items, Tickets, Events),
    /// V6: a hunter's cards.
    Influence(Hunter, Items, Tickets, Events),
}
