//! The table at which a match is played: the events for each person's page, and the requests from
//! it. It knows no game.

mod wish;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use stoker_external::fault::FaultKind;
use tokio::sync::oneshot;

use crate::feed::Feed;
use crate::token;
pub(crate) use wish::Request;
pub use wish::{Break, Refusal, Wish, WishAnswer};

/// A person at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The number of the viewer whose seats the person plays, until a match seats the person
    /// elsewhere.
    pub viewer: u8,
    /// The viewer's name, for people.
    pub name: String,
    /// The secret in the address of the person's page.
    pub token: String,
}

/// A place at the table: a person, with the events for the person's page.
pub struct TablePlace {
    /// The person.
    pub person: Person,
    /// The events: `start`, `turn`, `scene`, `asked`, `end` and `analysed`.
    pub feed: Feed,
}

/// A decision of the match so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastDecision {
    /// The viewer that made it.
    pub viewer: u8,
    /// The move, in the ruleset's notation.
    pub mv: String,
    /// The message.
    pub message: String,
    /// True if a person was asked and chose it.
    pub chosen: bool,
    /// The faults of bots at this decision.
    pub faults: Vec<PastFault>,
}

/// The turns that a decision adds to the pages, by place: each with the viewer whose turn it is, if
/// the page says so.
pub(crate) type AddedTurns = Vec<Vec<Option<u8>>>;

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastFault {
    /// The number of the seat.
    pub seat: u8,
    /// The kind.
    pub kind: FaultKind,
    /// The description in words.
    pub reason: String,
}

/// The reason why play begins at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// Another match. People may change their seats.
    NewMatch {
        /// The viewers, by place.
        viewers: Vec<u8>,
        /// True if no match comes after it.
        is_last: bool,
    },
    /// The same match, whose first decisions are made again.
    SameMatch {
        /// The number of these decisions.
        again: usize,
    },
}

/// The state of play at the table.
#[derive(Debug)]
enum Phase {
    /// The match goes on, and no person is asked.
    Playing,
    /// A person is asked, at this turn of the person's page.
    Asking { turn: u32, viewer: u8 },
    /// Somebody broke the match off.
    BrokenOff(Break),
    /// The match is over. Its replay may be shown, if it could be made.
    Over(Option<Arc<str>>),
    /// The session has ended.
    Closed,
}

/// The match so far. One lock holds all of it, so that no request meets half of a change.
#[derive(Debug)]
struct TableState {
    phase: Phase,
    /// The viewers whose seats the people play, by place.
    viewers: Vec<u8>,
    /// True if no match comes after this one.
    is_last: bool,
    /// The number of matches and lines of play that were begun.
    lines: u64,
    past: Vec<PastDecision>,
    /// The turns of each page, by place.
    pages: Vec<Page>,
    /// The number of decisions at the beginning that are made again, because what came after them
    /// was taken back.
    again: usize,
    /// The last decision for which a person was asked.
    last_asked: Option<u32>,
    taken_back: u32,
    /// The requests to the person who is asked.
    requests: VecDeque<Request>,
}

/// The turns that a page shows. They are fewer than the decisions: a page must not tell its viewer
/// that another one was asked, and declined.
#[derive(Debug, Default)]
struct Page {
    /// The viewer whose turn each is, if the page says so.
    turns: Vec<Option<u8>>,
    /// By decision, the number of turns before it.
    before: Vec<usize>,
}

/// The table.
pub struct GameTable {
    places: Vec<TablePlace>,
    state: Mutex<TableState>,
    changed: Condvar,
    rated: bool,
}

impl GameTable {
    /// A table for these people, in matches with help.
    #[must_use]
    pub fn new(people: Vec<Person>) -> Self {
        let pages = people.iter().map(|_| Page::default()).collect();
        let viewers = people.iter().map(|person| person.viewer).collect();
        Self {
            places: people
                .into_iter()
                .map(|person| TablePlace { person, feed: Feed::default() })
                .collect(),
            state: Mutex::new(TableState {
                phase: Phase::Playing,
                viewers,
                is_last: false,
                lines: 0,
                past: vec![],
                pages,
                again: 0,
                last_asked: None,
                taken_back: 0,
                requests: VecDeque::new(),
            }),
            changed: Condvar::new(),
            rated: false,
        }
    }

    /// The same table, for rated matches: without help, and without taking back.
    #[must_use]
    pub fn rated(self) -> Self {
        Self { rated: true, ..self }
    }

    /// True if its matches are rated.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// The places.
    #[must_use]
    pub fn places(&self) -> &[TablePlace] {
        &self.places
    }

    /// The place whose address has this secret.
    #[must_use]
    pub fn place(&self, secret: &str) -> Option<&TablePlace> {
        self.places.iter().find(|place| token::equal(&place.person.token, secret))
    }

    /// The place of the person who plays the seats of this viewer.
    pub(crate) fn place_of(&self, viewer: u8) -> Option<&TablePlace> {
        let number = self.state().viewers.iter().position(|it| *it == viewer)?;
        self.places.get(number)
    }

    /// The viewer whose seats the person at this place plays.
    pub(crate) fn viewer_of(&self, place: &TablePlace) -> u8 {
        self.state().viewers[self.number_of(place)]
    }

    fn number_of(&self, place: &TablePlace) -> usize {
        self.places.iter().position(|other| std::ptr::eq(other, place)).unwrap_or_default()
    }

    fn state(&self) -> MutexGuard<'_, TableState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what happens, and wakes everyone who waits for that.
    fn turn_to(&self, state: &mut TableState, phase: Phase) {
        state.phase = phase;
        self.changed.notify_all();
    }

    /// Ends the session: everyone who waits stops waiting.
    pub fn close(&self) {
        self.turn_to(&mut self.state(), Phase::Closed);
    }

    /// True if the session has ended.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        matches!(self.state().phase, Phase::Closed)
    }

    /// True if the match must be broken off.
    pub(crate) fn is_broken(&self) -> bool {
        self.state().is_broken()
    }

    /// The number of times that moves of this match were taken back.
    pub(crate) fn taken_back(&self) -> u32 {
        self.state().taken_back
    }

    /// Asks that the match goes back to the last choice of this place before `turn` of its page.
    /// Moves that the person did not choose, because there was no other, are skipped.
    ///
    /// The answer depends on what the page shows and on nothing else. So a choice of another person
    /// that it does not show may be undone: that person is asked again.
    ///
    /// # Errors
    /// If the match is rated, there is no such choice, the page shows that another person may have
    /// moved since then, or the match is going back already.
    pub fn take_back(&self, place: &TablePlace, turn: u32) -> Result<(), Refusal> {
        self.check_help()?;
        let mut state = self.state();
        let keep = state.last_choice(self.number_of(place), turn)?;
        state.taken_back += 1;
        self.turn_to(&mut state, Phase::BrokenOff(Break::Back { keep }));
        Ok(())
    }

    /// Begins the next match, if this one is over.
    ///
    /// # Errors
    /// If it is not, or if it is the last one.
    pub fn again(&self) -> Result<(), Refusal> {
        let mut state = self.state();
        match state.phase {
            Phase::Over(_) if state.is_last => Err(Refusal::NoMore),
            Phase::Over(_) => {
                self.turn_to(&mut state, Phase::BrokenOff(Break::Again));
                Ok(())
            }
            Phase::Closed => Err(Refusal::Closed),
            Phase::BrokenOff(_) => Err(Refusal::OnTheWay),
            Phase::Playing | Phase::Asking { .. } => Err(Refusal::NotOver),
        }
    }

    /// Refuses help in a rated match.
    ///
    /// # Errors
    /// If the match is rated.
    pub fn check_help(&self) -> Result<(), Refusal> {
        if self.rated { Err(Refusal::Rated) } else { Ok(()) }
    }

    /// Passes a wish to the person's thread, and returns the way in which the answer comes.
    ///
    /// # Errors
    /// If the person is not asked at this turn.
    pub fn wish(
        &self,
        place: &TablePlace,
        turn: u32,
        wish: Wish,
    ) -> Result<oneshot::Receiver<WishAnswer>, Refusal> {
        let mut state = self.state();
        let person = state.viewers[self.number_of(place)];
        match state.phase {
            Phase::Closed => return Err(Refusal::Closed),
            Phase::Asking { turn: asked, viewer } if (asked, viewer) == (turn, person) => {}
            Phase::Asking { .. } | Phase::Playing | Phase::BrokenOff(_) | Phase::Over(_) => {
                return Err(Refusal::NotYourTurn);
            }
        }
        let (reply, answer) = oneshot::channel();
        state.requests.push_back(Request { wish, reply });
        self.changed.notify_all();
        Ok(answer)
    }

    /// Begins a match or a line of play.
    pub(crate) fn begin(&self, line: Line) {
        let mut state = self.state();
        state.lines += 1;
        state.past.clear();
        state.pages.fill_with(Page::default);
        state.last_asked = None;
        match line {
            Line::NewMatch { viewers, is_last } => {
                (state.viewers, state.is_last) = (viewers, is_last);
                (state.again, state.taken_back) = (0, 0);
            }
            Line::SameMatch { again } => state.again = again,
        }
        if !matches!(state.phase, Phase::Closed) {
            self.turn_to(&mut state, Phase::Playing);
        }
    }

    /// Tells a place the start of a match.
    pub(crate) fn start(&self, place: &TablePlace, data: &impl Serialize) {
        place.feed.start(data);
    }

    /// Tells a place something about the match.
    pub(crate) fn tell(&self, place: &TablePlace, name: &'static str, data: &impl Serialize) {
        place.feed.tell(name, data);
    }

    /// Notes a decision, with the turns that it adds to the pages.
    pub(crate) fn note(&self, decision: PastDecision, added: AddedTurns) {
        let mut state = self.state();
        state.past.push(decision);
        for (page, added) in state.pages.iter_mut().zip(added) {
            page.before.push(page.turns.len());
            page.turns.extend(added);
        }
    }

    /// The number of decisions so far.
    pub(crate) fn turn(&self) -> u32 {
        u32::try_from(self.state().past.len()).unwrap_or(u32::MAX)
    }

    /// True if a person was asked for the decision that comes next.
    pub(crate) fn has_asked(&self) -> bool {
        let state = self.state();
        state.last_asked.is_some_and(|turn| turn as usize == state.past.len())
    }

    /// The decisions up to a turn.
    pub(crate) fn line_to(&self, turn: usize) -> Vec<PastDecision> {
        self.state().past.iter().take(turn).cloned().collect()
    }

    /// Ends the match: the page of its replay may be shown now. Returns the number of the line of
    /// play.
    pub(crate) fn end(&self, replay: Option<Arc<str>>) -> u64 {
        let mut state = self.state();
        if !state.is_broken() {
            self.turn_to(&mut state, Phase::Over(replay));
        }
        state.lines
    }

    /// Shows the replay of a line of play with its analysis, if there is one, and tells all places.
    /// Does nothing if that line is no longer shown.
    pub(crate) fn analysed(&self, line: u64, replay: Option<Arc<str>>) {
        let mut state = self.state();
        if state.lines != line || !matches!(state.phase, Phase::Over(_)) {
            return;
        }
        let found = replay.is_some();
        if found {
            state.phase = Phase::Over(replay);
        }
        // Under the lock: no other match begins meanwhile.
        self.places.iter().for_each(|place| self.tell(place, "analysed", &found));
    }

    /// The replay of the match, once it is over.
    #[must_use]
    pub fn replay(&self) -> Option<Arc<str>> {
        if let Phase::Over(replay) = &self.state().phase { replay.clone() } else { None }
    }

    /// Waits until somebody wishes to go back or to play again. `None` if the session has ended.
    pub(crate) fn wait_for_break(&self) -> Option<Break> {
        let waits = |state: &mut TableState| !state.is_broken();
        let state = self.changed.wait_while(self.state(), waits);
        let state = state.unwrap_or_else(PoisonError::into_inner);
        if let Phase::BrokenOff(wish) = state.phase { Some(wish) } else { None }
    }

    /// Waits for the next wish of the person who is asked. `None` if the match is broken off.
    pub(crate) fn next_wish(&self) -> Option<Request> {
        let waits = |state: &mut TableState| !state.is_broken() && state.requests.is_empty();
        let state = self.changed.wait_while(self.state(), waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.is_broken() { None } else { state.requests.pop_front() }
    }

    /// Notes that a person is asked for the next decision, until the guard is dropped.
    pub(crate) fn ask<'t>(&'t self, place: &TablePlace) -> Asking<'t> {
        let mut state = self.state();
        state.last_asked = Some(u32::try_from(state.past.len()).unwrap_or(u32::MAX));
        let number = self.number_of(place);
        let turn = u32::try_from(state.pages[number].turns.len()).unwrap_or(u32::MAX);
        if !state.is_broken() {
            let viewer = state.viewers[number];
            self.turn_to(&mut state, Phase::Asking { turn, viewer });
        }
        drop(state);
        self.tell(place, "asked", &turn);
        Asking(self)
    }
}

impl TableState {
    fn is_broken(&self) -> bool {
        matches!(self.phase, Phase::BrokenOff(_) | Phase::Closed)
    }

    /// True if this may be another person than the one at this place. If the viewer is not known,
    /// it may be anybody.
    fn is_other(&self, place: usize, viewer: Option<u8>) -> bool {
        let mut others = self.viewers.iter().enumerate();
        others.any(|(other, own)| other != place && viewer.is_none_or(|it| it == *own))
    }

    /// The last choice of the person at this place before a turn of its page: the number of decisions
    /// before it.
    fn last_choice(&self, place: usize, turn: u32) -> Result<u32, Refusal> {
        if matches!(self.phase, Phase::Closed) {
            return Err(Refusal::Closed);
        }
        // Until all decisions that are made again are made, the match is still going back.
        if self.is_broken() || self.past.len() < self.again {
            return Err(Refusal::OnTheWay);
        }
        let (page, viewer) = (&self.pages[place], self.viewers[place]);
        let own = |(decision, before): (&PastDecision, &usize)| {
            decision.viewer == viewer && decision.chosen && *before < turn as usize
        };
        let keep = self.past.iter().zip(&page.before).rposition(own);
        let keep = keep.ok_or(Refusal::NothingToTakeBack)?;
        if page.turns[page.before[keep]..].iter().any(|viewer| self.is_other(place, *viewer)) {
            return Err(Refusal::OthersMoved);
        }
        Ok(u32::try_from(keep).unwrap_or(u32::MAX))
    }
}

/// The time in which a person is asked.
pub(crate) struct Asking<'t>(&'t GameTable);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        if matches!(state.phase, Phase::Asking { .. }) {
            state.phase = Phase::Playing;
        }
        // Whoever asked for more at this turn, from another page, is not left waiting.
        for request in state.requests.drain(..) {
            drop(request.reply.send(Err(Refusal::NotYourTurn)));
        }
    }
}

#[cfg(test)]
mod tests;
