//! Moves (fury N2).

use super::cards::{CombatCard, Encounter, Hunter, Item, Ticket};
use super::titles::EventCard;
use crate::coded::coded;
use crate::map::Place;

coded! {
    "a word",
    /// A move that is a word; words that are legal together are listed in this order.
    #[expect(missing_docs, reason = "a word is as the rules have it")]
    Word {
        Call = "CALL",
        Feed = "FEED",
        Hide = "HIDE",
        WolfHide = "WOLFHIDE",
        Trapped = "TRAPPED",
        Mature = "MATURE",
        Supply = "SUP",
        Ticket = "TKT",
        Rest = "REST",
        Search = "SEARCH",
        Bond = "BOND",
        UseHorses = "USE:FH",
        Keep = "KEEP",
        Drop = "DROP",
        Fight = "FIGHT",
        Join = "JOIN",
        Ally = "ALLY",
        Check = "CHECK",
        No = "-",
    }
}

coded! {
    "a kind of link",
    /// A kind of link that a roadblock can lie on.
    Way {
        /// A road.
        Road = "ROAD",
        /// A rail.
        Rail = "RAIL",
    }
}

/// A road or a rail, by its number in the order of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedLink {
    /// Its kind.
    pub way: Way,
    /// Its number among the links of that kind.
    pub number: u8,
}

/// A card that changes hands in a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Good {
    /// An item.
    Item(Item),
    /// A ticket.
    Ticket(Ticket),
}

/// The two characters of a card's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardCode(pub [u8; 2]);

impl CardCode {
    pub(super) fn of(code: &'static str) -> Self {
        let bytes = code.as_bytes();
        Self([bytes.first().copied().unwrap_or(b'?'), bytes.get(1).copied().unwrap_or(b'?')])
    }
}

/// A move (N2). The same text is the same move, whatever the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A word.
    Word(Word),
    /// A place.
    To(Place),
    /// A hospital, by its number in the order of the codes.
    Hospital(u8),
    /// By rail with a ticket.
    Ride(Ticket, Place),
    /// By rail with a ticket and Chartered Carriage.
    Carriage(Ticket, Place),
    /// A hunter to trade with.
    Trade(Hunter),
    /// A hunter.
    Hunter(Hunter),
    /// An encounter in hand.
    Encounter(Encounter),
    /// An encounter that matures, by number.
    Mature(u8),
    /// An encounter that ambushes, by number.
    Ambush(u8),
    /// A combat card.
    Card(CombatCard),
    /// A card or ticket given up.
    GiveUp(CardCode),
    /// The storm given up at a sea.
    Calm(Place),
    /// The roadblock given up on a link.
    Unblock(NumberedLink),
    /// A card shown.
    Show(CardCode),
    /// An event played.
    Play(EventCard),
    /// An event named.
    Event(EventCard),
    /// An item taken.
    Take(Item),
    /// A space of the trail, from 1.
    Space(u8),
    /// A card given in a trade.
    Give(Good),
    /// A card received in a trade.
    Receive(Good),
    /// A rumor token for a space, from 1.
    Rumor(u8),
    /// A roadblock.
    Block(NumberedLink),
    /// A lair to make, from 1.
    Lair(u8),
    /// A lair to go back to, from 1.
    Back(u8),
    /// A lair to clear, from 1.
    Clear(u8),
    /// By Wolf Form to a city.
    Wolf(Place),
    /// Misdirect on a space, from 1.
    Misdirect(u8),
}

impl CardCode {
    /// The number of the card with this code.
    pub(super) fn find<K: Copy>(
        self,
        all: &[K],
        code: impl Fn(K) -> &'static str,
    ) -> Option<usize> {
        all.iter().position(|&kind| code(kind).as_bytes() == self.0)
    }

    /// The code as text.
    #[must_use]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }
}
