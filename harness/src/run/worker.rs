//! Plays chunks of matches.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use stoker_engine::{Game, Seed};

use super::affinity::keep_to_one_core;
use super::gate::{ClosesOnPanic, Gate};
use crate::entrant::{Entrant, Source};
use crate::plan::Plan;
use crate::record::Record;
use crate::referee::outside::ATTEMPTS;
use crate::referee::{Clock, House, Played, Referee, RefereeError, Until};
use crate::results::{MatchRows, RowBytes, clock};

/// The most matches to a chunk. Small plans have smaller ones, so that all threads have work to
/// the end.
const MOST: u64 = 64;

/// Some consecutive matches, played.
pub(super) struct Chunk {
    pub(super) number: u64,
    planned: u64,
    /// By match: pairing and what was played. Fewer than planned if stopped.
    pub(super) matches: Vec<(usize, Played)>,
    pub(super) rows: RowBytes,
    /// Match number and line of every record that is kept.
    pub(super) records: Vec<(u64, String)>,
    /// Why the match after the last could not be played.
    pub(super) error: Option<RefereeError>,
}

impl Chunk {
    /// Whether matches are missing at its end.
    pub(super) fn cut_short(&self) -> bool {
        (self.matches.len() as u64) < self.planned
    }
}

/// One thread's share of a run.
pub(super) struct Worker<'r, G: Game> {
    plan: &'r Plan<G>,
    slot: u32,
    size: u64,
    gate: &'r Gate,
    stop: &'r AtomicBool,
    chunks: Sender<Chunk>,
    referee: Referee<G>,
}

impl<'r, G: Game> Worker<'r, G> {
    pub(super) fn new(
        plan: &'r Plan<G>,
        slot: u32,
        threads: usize,
        gate: &'r Gate,
        stop: &'r AtomicBool,
        chunks: Sender<Chunk>,
    ) -> Self {
        let house = House { starts: plan.starts(), policy: plan.policy(), slot };
        let referee = Referee::new(Arc::clone(plan.game()), house);
        // A match with programs takes long: no more than one a thread should be lost to a crash.
        let most = if plan.conditions().is_some() { 1 } else { MOST };
        let size = (plan.len() / (64 * threads as u64)).clamp(1, most);
        Self { plan, slot, size, gate, stop, chunks, referee }
    }

    /// Plays until there is nothing more to play.
    pub(super) fn run(mut self) {
        let _guard = ClosesOnPanic(self.gate);
        if self.plan.conditions().is_some() {
            keep_to_one_core(self.slot);
        }
        while !self.stopped()
            && let Some(number) = self.gate.take()
        {
            let first = number.saturating_mul(self.size);
            let end = first.saturating_add(self.size).min(self.plan.len());
            if first >= end {
                return;
            }
            let chunk = self.play(number, first..end);
            if self.chunks.send(chunk).is_err() {
                return;
            }
        }
    }

    fn play(&mut self, number: u64, slots: Range<u64>) -> Chunk {
        let plan = self.plan;
        let mut rows = MatchRows::new();
        let (mut matches, mut records, mut error) = (vec![], vec![], None);
        let planned = slots.end - slots.start;
        for slot in slots.map(|number| plan.match_at(number)) {
            if self.stopped() {
                break;
            }
            let lineup: Vec<_> = plan.lineup(slot.pairing).collect();
            let clock = clock(slot.number, plan.len());
            match self.play_valid(slot.seed, &lineup, clock) {
                Ok(played) => {
                    rows.add(plan, &slot, &played);
                    if plan.keeps(slot.number) {
                        let record = Record::of(plan, &slot, &played, &self.referee);
                        records.push((slot.number, record.to_line()));
                    }
                    matches.push((slot.pairing, played));
                }
                Err(RefereeError::Stopped) => break,
                Err(found) => {
                    error = Some(found);
                    break;
                }
            }
        }
        Chunk { number, planned, matches, rows: rows.into_bytes(), records, error }
    }

    /// Plays a match, again if it is void, but not for ever.
    fn play_valid(
        &mut self,
        seed: Seed,
        lineup: &[&Entrant<G>],
        clock: Clock,
    ) -> Result<Played, RefereeError> {
        let quick = |entrant: &&Entrant<G>| matches!(entrant.source, Source::Builtin(..));
        if lineup.iter().all(quick) {
            return self.referee.play(seed, lineup, clock, &mut ());
        }
        let mut attempt = 1;
        loop {
            match self.referee.play(seed, lineup, clock, &mut Until(self.stop)) {
                Err(RefereeError::Void(_)) if attempt < ATTEMPTS && !self.stopped() => attempt += 1,
                result => return result,
            }
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
