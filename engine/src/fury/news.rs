//! News: all that the viewers are shown of a decision, and of what follows from it (fury K).
//!
//! A viewer is shown the changes of its view. They are collected wherever a seat may have to be
//! asked, whether it is asked or not: otherwise the pieces in which changes come would tell that
//! somebody was asked and declined (N5).

use serde::{Deserialize, Serialize};

use super::cards::{DRACULA, Hunter};
use super::changes::{self, Audience};
use super::moves::{Move, Word};
use super::state::{Adjudicator, Held, State, ViewableFacts};
use super::task::Task;
use super::view::Event;
use crate::game::Choice;
use crate::log::Log;
use crate::message::Message;
use crate::seats::Seat;

/// A message as it is read (K9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The sender.
    pub seat: Seat,
    /// The text, never empty.
    pub message: Message,
}

/// The messages of a game: those of Dracula's side first, then those of the hunters.
#[derive(Debug, Clone)]
pub(super) struct Mail {
    /// The messages that each side has read, oldest first.
    pub(super) read: [Log<Said>; 2],
    /// The messages of each side that wait for its next public play.
    waiting: [Vec<Said>; 2],
}

impl Mail {
    pub(super) const NONE: Self =
        Self { read: [Log::new(), Log::new()], waiting: [Vec::new(), Vec::new()] };
}

/// Each side as an audience.
const AUDIENCES: [Audience; 2] = [Audience::Dracula, Audience::Hunters];

/// The number of a seat's side and viewer.
const fn side(seat: Seat) -> usize {
    if seat.0 == DRACULA.0 { 0 } else { 1 }
}

/// The readers of a message (K9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MessageReach {
    /// Everyone, at once.
    Public,
    /// The hunters, at once.
    Hunters,
    /// Everyone, with the side's next public play or at the reveal.
    Later,
}

/// The readers of a message that comes with this answer. An answer from which others would learn
/// that the question was asked is never public.
fn reach(task: Task, mv: Move) -> MessageReach {
    match task {
        Task::Trade { .. } => MessageReach::Hunters,
        Task::DraculaCard | Task::HunterCard(_) => MessageReach::Later,
        // It is asked only where several kinds are held (H7).
        Task::Open(..) => MessageReach::Later,
        Task::Leave if mv == Move::Word(Word::Mature) => MessageReach::Later,
        Task::Action(..) | Task::Fight => MessageReach::Public,
        _ if mv == Move::Word(Word::No) => MessageReach::Later,
        _ => MessageReach::Public,
    }
}

impl ViewableFacts {
    /// All changes have been told.
    pub(super) fn settle(&mut self) {
        let Self { table, trail, dracula, held, pool, told } = self;
        table.settle();
        trail.settle();
        dracula.settle();
        Hunter::FOUR.into_iter().for_each(|hunter| held[hunter].settle());
        pool.settle();
        told.settle();
    }

    /// True if a hand or the pool of tickets may have changed.
    fn are_cards_touched(&self) -> bool {
        let Self { dracula, held, pool, .. } = self;
        let is_held_touched = |hunter: &Hunter| held[*hunter].is_touched();
        dracula.is_touched() || pool.is_touched() || Hunter::FOUR.iter().any(is_held_touched)
    }

    /// True if anything may have changed.
    fn is_touched(&self) -> bool {
        let Self { table, trail, told, .. } = self;
        let is_board_touched = table.is_touched() || trail.is_touched() || told.is_touched();
        is_board_touched || self.are_cards_touched()
    }
}

impl Adjudicator<'_> {
    /// Adds all that has changed since the last call to the news.
    pub(super) fn tell(&mut self) {
        if self.at.known.are_cards_touched() || self.are_decks_touched() {
            self.count();
        }
        let State { known, news, .. } = &mut *self.at;
        if known.is_touched() {
            changes::add(known, self.rules.world().castle, news);
            known.settle();
        }
    }

    /// The message of the seat that has answered is passed on.
    pub(super) fn hear(&mut self, seat: Seat, task: Task, choice: Choice<Move>) {
        let own = side(seat);
        let said = Some(choice.message).filter(|message| !message.is_empty());
        let said = said.map(|message| Said { seat, message });
        match reach(task, choice.mv) {
            MessageReach::Hunters => said.into_iter().for_each(|said| self.pass_on(1, said)),
            MessageReach::Later => self.at.mail.waiting[own].extend(said),
            MessageReach::Public => {
                self.at.mail.waiting[own].extend(said);
                self.publish(own);
            }
        }
    }

    /// Both sides' cards are revealed, and with them the messages that wait.
    pub(super) fn publish_all(&mut self) {
        self.publish(0);
        self.publish(1);
    }

    fn publish(&mut self, own: usize) {
        for said in std::mem::take(&mut self.at.mail.waiting[own]) {
            self.pass_on(0, said.clone());
            self.pass_on(1, said);
        }
    }

    fn pass_on(&mut self, to: usize, said: Said) {
        self.at.mail.read[to].push(said.clone());
        self.at.news.push(AUDIENCES[to], Event::Said(said));
    }

    fn are_decks_touched(&self) -> bool {
        let State { known, decks, .. } = &*self.at;
        let [.., encounters, items, events] = known.table.counts();
        [decks.encounters.len(), decks.items.len(), decks.events.len()].map(size)
            != [encounters, items, events]
    }

    /// The numbers of cards in hands and decks, for everyone. Those of two hunters who trade are
    /// shown when the trade is over (K6).
    pub(super) fn count(&mut self) {
        let State { known, decks, traded, .. } = &mut *self.at;
        let ViewableFacts { table, dracula, held, pool, .. } = known;
        for hunter in Hunter::FOUR.into_iter().filter(|hunter| traded.between & hunter.bit() == 0) {
            let Held { items, events, tickets, .. } = &*held[hunter];
            let held = [tickets.len(), items.len(), events.len()].map(size);
            // The table counts as changed once it is borrowed for a change.
            if table.hunters[hunter].counts() != held {
                let figure = &mut table.hunters[hunter];
                [figure.tickets, figure.items, figure.events] = held;
            }
        }
        let [hand, events] = [dracula.hand.len(), dracula.events.len()];
        let decks = [decks.encounters.len(), decks.items.len(), decks.events.len()];
        let counts = [hand, events, pool.len(), decks[0], decks[1], decks[2]].map(size);
        if table.counts() != counts {
            table.set_counts(counts);
        }
    }
}

/// A number of cards; there are never more than 96.
fn size(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}
