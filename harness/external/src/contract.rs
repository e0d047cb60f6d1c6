//! Bots that are not part of this program, as the referee meets them.

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

/// How often what turns out void is begun.
pub const ATTEMPTS: u32 = 3;

/// A bot that is not part of this program.
pub trait Outside<G: Game>: Send + Sync {
    /// True if it plays sides of this kind.
    fn plays(&self, kind: &str) -> bool;

    /// A hash of all that it is made of: 32 hexadecimal digits; empty if it is no program.
    fn hash(&self) -> &str;

    /// True if it is a program of its own, which is better off on a core of its own.
    fn is_program(&self) -> bool {
        true
    }

    /// How it is spoken to, if it is a program.
    fn protocol(&self) -> Option<Protocol> {
        None
    }

    /// What it may use, if that is less than what all may use.
    fn limits(&self) -> Option<Limits> {
        None
    }

    /// Sits down for one match. What goes wrong with that shows when it is first asked.
    fn seat(&self, seating: &Seating<'_, G>) -> Box<dyn Remote<G>>;
}

/// Where a bot sits.
pub struct Seating<'a, G: Game> {
    /// The ruleset, configured: all of it may be known.
    pub game: &'a Arc<G>,
    /// The view that it begins with.
    pub view: &'a G::View,
    /// The side to play.
    pub side: SideId,
    /// The seats to decide for.
    pub seats: Range<u8>,
    /// For a generator of its own: tells nothing of the match's other generators.
    pub seed: Seed,
    /// The number of the referee at work: no two that work at once have the same.
    pub slot: u32,
    /// The bots that could think while others are asked: it joins them.
    pub waiting: &'a Waiting,
    /// The fate of its notes.
    pub notes: Notes,
}

/// The fate of the notes that a bot draws. No match depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notes {
    /// They are not even read.
    #[default]
    Dropped,
    /// They are kept with the rest of its output.
    Kept,
}

/// A bot at the table that is not part of this program: it is told and asked, and can fail in more
/// ways.
///
/// # Contract
/// [`tell`](Self::tell) is called with every event for its viewer, in order; `choose` with the view
/// as it is then; `ended` once after the last decision, with nothing to follow but `log`.
pub trait Remote<G: Game>: Send {
    /// Learns how its view has changed.
    fn tell(&mut self, event: &G::Event);

    /// Chooses a move for the seat asked.
    fn choose(&mut self, seat: Seat, view: &G::View) -> Answer<G::Move>;

    /// Ends whatever it runs now. It may be asked again.
    fn stop(&mut self) {}

    /// Learns how the match ended, and leaves.
    fn ended(&mut self, view: &G::View, ending: &Ending);

    /// What it had to say besides its moves since the last call: standard error, what it drew if that
    /// is kept, and notes about oddities that are no faults. [Marked](crate::marked) lines for its
    /// author, capped.
    fn log(&mut self) -> String;

    /// What last passed between this program and it, for its author; nothing, if that is not kept.
    fn exchange(&self) -> Option<Exchange> {
        None
    }
}

/// What passed between this program and one outside of it, since it was last asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// What was written to its standard input.
    pub sent: Excerpt,
    /// What came back on its standard output.
    pub received: Excerpt,
    /// The most memory that it was seen to use, in bytes; known when a process has ended.
    pub memory: Option<u64>,
    /// How it missed the protocol, if that explains why it gave no reply.
    pub slip: Option<Slip>,
    /// The program's exit status, if its end is why there is no reply.
    pub ended: Option<Status>,
}

/// A way to miss a protocol.
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
    /// The first bytes, at most [`Excerpt::HALF`]; all of them, if `tail` is empty.
    pub head: Vec<u8>,
    /// The last bytes of those after, at most [`Excerpt::HALF`].
    pub tail: Vec<u8>,
    /// How many bytes there were in all.
    pub bytes: usize,
}

impl Excerpt {
    /// So many bytes are kept of the beginning, and of the end.
    pub const HALF: usize = 400;

    /// More of the text.
    pub fn push(&mut self, more: &[u8]) {
        self.bytes += more.len();
        let (head, rest) = more.split_at(more.len().min(Self::HALF - self.head.len()));
        self.head.extend_from_slice(head);
        let rest = &rest[rest.len().saturating_sub(Self::HALF)..];
        let over = (self.tail.len() + rest.len()).saturating_sub(Self::HALF);
        self.tail.drain(..over.min(self.tail.len()));
        self.tail.extend_from_slice(rest);
    }

    /// How many bytes between beginning and end are not here.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.bytes - self.head.len() - self.tail.len()
    }
}

/// The time that an answer took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Elapsed {
    /// By the clock on the wall.
    pub wall: Duration,
    /// Of the thread's processor time.
    pub cpu: Duration,
}

/// What came of asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<M> {
    /// The choice, or what went wrong.
    pub result: Result<Choice<M>, Trouble>,
    /// What it took.
    pub elapsed: Elapsed,
}

/// What can go wrong when a bot is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// An error of the entrant.
    Fault(FaultKind, String),
    /// An error of the machine or of this program, which must not be booked on an entrant: the
    /// match is void.
    Void(String),
    /// An error of another entrant, which kept this one from answering in time.
    Starved {
        /// The first seat that the other one decides for.
        by: Seat,
        /// What it did.
        reason: String,
    },
}

/// The processor time of this thread so far.
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
