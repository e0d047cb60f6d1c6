//! Timing turns from outside.

use std::time::Duration;

use stoker_engine::SideId;

/// Measures the turns of a match by a clock that is read at the end of each.
#[derive(Debug)]
pub struct Stopwatch {
    last: Duration,
    /// By side: turns so far.
    turns: Vec<u32>,
}

impl Stopwatch {
    /// A stopwatch at the start of a match with this many sides.
    pub fn start(sides: usize, now: Duration) -> Self {
        Self { last: now, turns: vec![0; sides] }
    }

    /// Notes the end of a turn of this side. Returns its number in the match, and the time it took.
    pub fn turn(&mut self, side: SideId, now: Duration) -> (u32, Duration) {
        let turns = &mut self.turns[usize::from(side.0)];
        *turns += 1;
        let took = now.saturating_sub(self.last);
        self.last = now;
        (*turns - 1, took)
    }

    /// By side: turns so far.
    pub fn into_turns(self) -> Vec<u32> {
        self.turns
    }
}
