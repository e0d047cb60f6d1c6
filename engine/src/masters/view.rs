//! Views and events: what the family knows (masters K).

use serde::{Deserialize, Serialize};

use super::Masters;
use super::cells::Member;
use super::moves::{MoveList, Moves};
use super::state::Made;
use super::table::Table;
use crate::message::{Message, Messages};

/// The family's knowledge: all that lies open, the last decision, and all messages.
///
/// Of the decks it has what K1 says is known: the act of each card, the cards that Omen put under
/// the deck, and which relics are left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// All that lies open, with the question.
    pub table: Table,
    /// The last decision; none before the first.
    pub last: Option<Made>,
    /// The messages, each with the number of decisions before it (K2).
    pub messages: Messages,
    /// The seat whose view it is in a mixed team; none if one bot plays the whole family. All know
    /// the same.
    pub seat: Option<Member>,
}

/// The change of the view by one decision: who made which move, and what lies open then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The decision.
    #[serde(flatten)]
    pub made: Made,
    /// The message sent with it.
    pub message: Message,
    /// All that lies open, with the next question.
    pub table: Table,
}

impl View {
    /// Brings the view up to date. Both may come from anybody, so nothing here may panic.
    #[inline]
    pub(super) fn apply(&mut self, event: Event) {
        self.messages.add(usize::from(self.table.decisions), event.message);
        self.table = event.table;
        self.last = Some(event.made);
    }

    /// The legal moves; none if the game is over, or another vampire of a mixed team is asked.
    #[inline]
    #[must_use]
    pub fn moves(&self, rules: &Masters) -> Moves {
        let is_asked = |seat| self.table.asked.is_some_and(|asked| asked.seat == seat);
        match self.seat.is_none_or(is_asked) {
            true => self.table.moves(rules),
            false => MoveList::new().into_iter(),
        }
    }
}
