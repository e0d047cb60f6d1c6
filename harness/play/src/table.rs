//! The table at which a match is played: the events for each person's page, and the requests from
//! it. It knows no game.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{oneshot, watch};

use crate::token;

/// The time between two looks at the flag that ends the session.
const GLANCE: Duration = Duration::from_millis(100);

/// A person at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The number of the viewer whose seats the person plays.
    pub viewer: u8,
    /// The viewer's name, for people.
    pub name: String,
    /// The secret in the address of the person's page.
    pub token: String,
}

/// An event for a page: its name, and its data as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEvent {
    /// `start`, `turn`, `asked` or `end`.
    pub name: &'static str,
    /// The data.
    pub data: Arc<str>,
}

/// The events of the match that is played now.
#[derive(Debug, Clone, Default)]
pub struct Feed {
    /// The number of matches and lines of play that were begun. If it changes, all events before
    /// are of the past.
    pub epoch: u64,
    /// The events, in order.
    pub events: Vec<PageEvent>,
}

/// A place at the table: a person, with the events for the person's page.
pub struct Place {
    /// The person.
    pub person: Person,
    feed: watch::Sender<Feed>,
    requests: Sender<Request>,
    /// The requests, which the person's thread takes.
    inbox: Mutex<Receiver<Request>>,
}

/// The answer to a request: JSON for the page, or the reason why it was refused.
pub type Reply = Result<String, Refusal>;

/// The reasons why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Somebody else is to move, or the match is over.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The move is not legal, or cannot be read.
    #[error("{0}")]
    BadMove(String),
    /// A rated match has no help.
    #[error("this match is rated: there is no help, and nothing can be taken back")]
    Rated,
    /// There is nothing to take back.
    #[error("there is no earlier move of yours")]
    NothingToTakeBack,
    /// No advice can be had.
    #[error("{0}")]
    NoAdvice(String),
    /// The session is over.
    #[error("this session is over")]
    Closed,
}

/// A request of a page, with the way back for the answer.
pub(crate) struct Request {
    pub(crate) turn: u32,
    pub(crate) wish: Wish,
    pub(crate) reply: oneshot::Sender<Reply>,
}

/// The wishes that a person who is asked can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Makes a move.
    Move {
        /// The move, in the ruleset's notation.
        mv: String,
        /// The message that goes with it.
        message: String,
    },
    /// Asks what a built-in bot would do.
    Advice {
        /// The bot.
        bot: String,
    },
}

/// A wish that breaks the match off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Break {
    /// Plays the match again up to this turn, and on from there.
    Back {
        /// The number of turns that are kept.
        keep: u32,
    },
    /// Begins the next match.
    Again,
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
    /// True if its entrant chose it.
    pub chosen: bool,
}

/// The table.
pub struct Table {
    places: Vec<Place>,
    past: Mutex<Vec<PastDecision>>,
    wish: Mutex<Option<Break>>,
    /// The number of the turn for which a person is asked, and the viewer; none if nobody is.
    asked: Mutex<Option<(u32, u8)>>,
    broken: AtomicBool,
    closed: AtomicBool,
    over: AtomicBool,
    taken_back: AtomicU32,
    rated: bool,
    replay: Mutex<Option<Arc<str>>>,
}

impl Table {
    /// A table for these people, in matches with help.
    #[must_use]
    pub fn new(people: Vec<Person>) -> Self {
        let place = |person| {
            let (requests, inbox) = channel();
            let feed = watch::Sender::new(Feed::default());
            Place { person, feed, requests, inbox: Mutex::new(inbox) }
        };
        Self {
            places: people.into_iter().map(place).collect(),
            past: Mutex::default(),
            wish: Mutex::default(),
            asked: Mutex::default(),
            broken: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            over: AtomicBool::new(false),
            taken_back: AtomicU32::new(0),
            rated: false,
            replay: Mutex::default(),
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
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place whose address has this secret.
    #[must_use]
    pub fn place(&self, secret: &str) -> Option<&Place> {
        self.places.iter().find(|place| token::equal(&place.person.token, secret))
    }

    pub(crate) fn place_of(&self, viewer: u8) -> Option<&Place> {
        self.places.iter().find(|place| place.person.viewer == viewer)
    }

    /// Ends the session: everyone who waits stops waiting.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// True if the session has ended.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// True if the match must be broken off.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed) || self.is_closed()
    }

    /// The wish that broke the match off.
    pub(crate) fn take_break(&self) -> Option<Break> {
        self.broken.store(false, Ordering::Relaxed);
        locked(&self.wish).take()
    }

    /// The number of times that moves of this match were taken back.
    pub(crate) fn taken_back(&self) -> u32 {
        self.taken_back.load(Ordering::Relaxed)
    }

    /// Asks that the match goes back to the last turn of this place before `turn`.
    ///
    /// # Errors
    /// If the match is rated, or there is no such turn.
    pub fn take_back(&self, place: &Place, turn: u32) -> Result<(), Refusal> {
        self.check_help()?;
        let past = locked(&self.past);
        let own =
            |decision: &PastDecision| decision.viewer == place.person.viewer && decision.chosen;
        let before = past.iter().take(turn as usize).rposition(own);
        let keep = before.ok_or(Refusal::NothingToTakeBack)?;
        drop(past);
        self.taken_back.fetch_add(1, Ordering::Relaxed);
        self.break_off(Break::Back { keep: u32::try_from(keep).unwrap_or(u32::MAX) });
        Ok(())
    }

    /// Begins the next match, if this one is over.
    ///
    /// # Errors
    /// If it is not.
    pub fn again(&self) -> Result<(), Refusal> {
        if !self.over.load(Ordering::Relaxed) {
            return Err(Refusal::BadMove("the match is not over".to_owned()));
        }
        self.break_off(Break::Again);
        Ok(())
    }

    fn break_off(&self, wish: Break) {
        *locked(&self.wish) = Some(wish);
        self.broken.store(true, Ordering::Relaxed);
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
        place: &Place,
        turn: u32,
        wish: Wish,
    ) -> Result<oneshot::Receiver<Reply>, Refusal> {
        if *locked(&self.asked) != Some((turn, place.person.viewer)) {
            return Err(Refusal::NotYourTurn);
        }
        let (reply, answer) = oneshot::channel();
        let sent = place.requests.send(Request { turn, wish, reply });
        sent.map_err(|_| Refusal::Closed)?;
        Ok(answer)
    }

    /// Begins a match or a line of play.
    pub(crate) fn begin(&self, line: Line) {
        locked(&self.past).clear();
        self.over.store(false, Ordering::Relaxed);
        *locked(&self.replay) = None;
        if line == Line::NewMatch {
            self.taken_back.store(0, Ordering::Relaxed);
        }
    }

    /// Tells a place the start of a match.
    pub(crate) fn start(&self, place: &Place, data: &impl Serialize) {
        let event = event("start", data);
        place.feed.send_modify(|feed| {
            feed.epoch += 1;
            feed.events = vec![event];
        });
    }

    /// Tells a place something about the match.
    pub(crate) fn tell(&self, place: &Place, name: &'static str, data: &impl Serialize) {
        let event = event(name, data);
        place.feed.send_modify(|feed| feed.events.push(event));
    }

    /// Notes a decision.
    pub(crate) fn note(&self, decision: PastDecision) {
        locked(&self.past).push(decision);
    }

    /// The number of decisions so far.
    pub(crate) fn turn(&self) -> u32 {
        u32::try_from(locked(&self.past).len()).unwrap_or(u32::MAX)
    }

    /// The decisions up to a turn.
    pub(crate) fn line_to(&self, turn: u32) -> Vec<PastDecision> {
        locked(&self.past).iter().take(turn as usize).cloned().collect()
    }

    /// Ends the match: the page of its replay may be shown now.
    pub(crate) fn end(&self, replay: Option<Arc<str>>) {
        *locked(&self.replay) = replay;
        self.over.store(true, Ordering::Relaxed);
    }

    /// The replay of the match, once it is over.
    #[must_use]
    pub fn replay(&self) -> Option<Arc<str>> {
        locked(&self.replay).clone()
    }

    /// Waits until somebody wishes to go back or to play again. `None` if the session has ended.
    pub(crate) fn wait_for_break(&self) -> Option<Break> {
        while !self.is_broken() {
            std::thread::sleep(GLANCE);
        }
        self.take_break()
    }

    /// Waits for the next wish of a person who is asked at this turn. `None` if the match is broken
    /// off.
    pub(crate) fn next_wish(&self, place: &Place, turn: u32) -> Option<Request> {
        let inbox = locked(&place.inbox);
        loop {
            if self.is_broken() {
                return None;
            }
            match inbox.recv_timeout(GLANCE) {
                Ok(request) if request.turn == turn => return Some(request),
                // Its page has not yet heard of the last turn.
                Ok(request) => drop(request.reply.send(Err(Refusal::NotYourTurn))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Notes that a person is asked, until the guard is dropped.
    pub(crate) fn ask<'t>(&'t self, place: &Place, turn: u32) -> Asking<'t> {
        *locked(&self.asked) = Some((turn, place.person.viewer));
        self.tell(place, "asked", &turn);
        Asking(self)
    }
}

/// The time in which a person is asked.
pub(crate) struct Asking<'t>(&'t Table);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        *locked(&self.0.asked) = None;
    }
}

/// The reason why play begins at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// Another match.
    NewMatch,
    /// The same match, after moves were taken back.
    SameMatch,
}

impl Place {
    /// The events for its page, as they come.
    #[must_use]
    pub fn feed(&self) -> watch::Receiver<Feed> {
        self.feed.subscribe()
    }
}

fn event(name: &'static str, data: &impl Serialize) -> PageEvent {
    let data = serde_json::to_string(data).unwrap_or_else(|error| format!("\"{error}\""));
    PageEvent { name, data: data.into() }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
