//! The referee's interface to bots that are not part of this program.

pub mod waiting;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use stoker_engine::{Choice, Ending, Game, Seat, Seed, SideId};

use crate::Limits;
use crate::fault::FaultKind;
use crate::spec::Protocol;
use waiting::Waiting;

pub use stoker_sandbox::Status;

/// The number of attempts at something that turns out void.
pub const ATTEMPTS: u32 = 3;

/// A bot that is not part of this program.
pub trait ExternalBot<G: Game>: Send + Sync {
    /// True if it plays sides of this kind.
    fn plays(&self, kind: &str) -> bool;

    /// A hash of everything that it is made of: 32 hexadecimal digits. Empty if it is not a
    /// program.
    fn hash(&self) -> &str;

    /// True if it is a separate program, which is better off on a core of its own.
    fn is_program(&self) -> bool {
        true
    }

    /// Its protocol, if it is a program.
    fn protocol(&self) -> Option<Protocol> {
        None
    }

    /// Its own limits, if they are stricter than the general ones.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Sits down for one match. An error in doing so shows when the bot is first asked.
    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>>;
}

/// A bot's place in a match.
pub struct Seating<'a, G: Game> {
    /// The ruleset, configured. The bot may know all of it.
    pub game: &'a Arc<G>,
    /// The first view.
    pub view: &'a G::View,
    /// The side to play.
    pub side: SideId,
    /// The seats to decide for.
    pub seats: Range<u8>,
    /// The seed for a generator of its own. It reveals nothing about the match's other generators.
    pub seed: Seed,
    /// The number of the referee. No two referees that work at the same time share one.
    pub slot: u32,
    /// The bots that could think while others are asked. The bot joins them.
    pub waiting: &'a Waiting,
    /// The treatment of its notes.
    pub notes: Notes,
}

/// The treatment of the notes that a bot draws. No match depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notes {
    /// They are not even read.
    #[default]
    Dropped,
    /// They are kept with the rest of its output.
    Kept,
}

/// A bot at the table that is not part of this program. It is told and asked, and can fail in more
/// ways.
///
/// # Contract
/// [`tell`](Self::tell) is called with every event for its viewer, in order; `choose` with the view
/// at that moment; `ended` once after the last decision, after which only `log` and `exchange` are
/// called.
pub trait Remote<G: Game>: Send {
    /// Tells it a change of its view.
    fn tell(&mut self, event: &G::Event);

    /// Returns its move for the seat asked.
    fn choose(&mut self, seat: Seat, view: &G::View) -> TimedAnswer<G::Move>;

    /// Ends any process of it. It may be asked again.
    fn stop(&mut self) {}

    /// Tells it how the match ended. It leaves.
    fn ended(&mut self, view: &G::View, ending: &Ending);

    /// Returns its output besides its moves since the last call: standard error, its drawings if
    /// they are kept, and notes about oddities that are not faults. The lines are
    /// [marked](crate::line_marks), meant for its author, and capped in size.
    fn log(&mut self) -> String;

    /// Its last exchange with this program, for its author; `None` if that is not kept.
    fn exchange(&self) -> Option<Exchange> {
        None
    }
}

/// The exchange between this program and a bot since it was last asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The protocol.
    pub protocol: Protocol,
    /// Bytes written to its standard input.
    pub sent: Excerpt,
    /// Bytes read from its standard output.
    pub received: Excerpt,
    /// The most memory that it was seen to use, in bytes; known once a process has ended.
    pub memory: Option<u64>,
    /// The violation of the protocol, if that explains why there is no reply.
    pub slip: Option<Slip>,
    /// The program's exit status, if its end explains why there is no reply.
    pub ended: Option<Status>,
}

/// A violation of a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slip {
    /// It did not say hello in time.
    LateHello,
    /// It ended before it said hello.
    NoHello,
    /// Its last line answered another decision.
    OtherDecision,
}

/// The beginning and the end of a text that may be long.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// The first bytes, at most [`Excerpt::HALF`]; the whole text if `tail` is empty.
    pub head: Vec<u8>,
    /// The last of the other bytes, at most [`Excerpt::HALF`].
    pub tail: Vec<u8>,
    /// The total number of bytes.
    pub bytes: usize,
}

impl Excerpt {
    /// The number of bytes that are kept of the beginning, and of the end.
    pub const HALF: usize = 400;

    /// Appends more of the text.
    pub fn push(&mut self, more: &[u8]) {
        self.bytes += more.len();
        let (head, rest) = more.split_at(more.len().min(Self::HALF - self.head.len()));
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(Self::HALF)..];
        let over = (self.tail.len() + rest.len()).saturating_sub(Self::HALF);
        self.tail.drain(..over.min(self.tail.len()));
        self.tail.extend_from_slice(rest);
    }

    /// The number of bytes left out between beginning and end.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.bytes - self.head.len() - self.tail.len()
    }
}

/// The time that an answer took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Elapsed {
    /// Wall clock time.
    pub wall: Duration,
    /// CPU time of the thread.
    pub cpu: Duration,
}

/// The result of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedAnswer<M> {
    /// The choice, or the trouble.
    pub result: Result<Choice<M>, Trouble>,
    /// The time that it took.
    pub elapsed: Elapsed,
}

/// A failure when a bot is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// An error of the entrant.
    Fault(FaultKind, String),
    /// An error of the machine or of this program, which must not be blamed on an entrant. The
    /// match is void.
    Void(String),
    /// An error of another entrant that kept this one from answering in time.
    Starved {
        /// The first seat that the other one decides for.
        by: Seat,
        /// The error of the other one.
        reason: String,
    },
}

/// CPU time of this thread so far.
pub fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_of_a_long_text_are_kept() {
        let text: Vec<u8> = (0..=255).cycle().take(3_000).collect();
        for pieces in [1, 7, 399, 400, 401, 3_000] {
            let mut excerpt = Excerpt::default();
            text.chunks(pieces).for_each(|piece| excerpt.push(piece));
            assert_eq!((&excerpt.head[..], &excerpt.tail[..]), (&text[..400], &text[2_600..]));
            assert_eq!((excerpt.bytes, excerpt.missing()), (3_000, 2_200));
        }
    }

    #[test]
    fn a_short_text_is_all_there() {
        let mut excerpt = Excerpt::default();
        excerpt.push(&[b'x'; 300]);
        excerpt.push(&[b'y'; 300]);
        assert_eq!((excerpt.head.len(), excerpt.tail.len(), excerpt.missing()), (400, 200, 0));
        assert!(excerpt.tail.iter().all(|&byte| byte == b'y'));
    }
}
