//! The time that a run has left.

use std::time::{Duration, Instant};

use stoker_engine::Game;

use crate::forecast::Forecast;
use crate::journal::{Fate, Finished};
use crate::plan::{FIRST_MATCHES, Plan, Slot};

/// The forecast is not made more often: it looks at every pairing.
const EVERY: Duration = Duration::from_millis(500);

/// How much time a run has left, pair by pair, where programs take part: some take a thousand times
/// as long as others. (Where none does, all matches take about the same.)
pub(super) struct TimeLeft {
    forecast: Forecast,
    /// By pairing: matches of the run that are not folded.
    left: Vec<u64>,
    /// By pairing: whether it is known to repeat one game or not to.
    settled: Vec<bool>,
    /// Matches of each pairing, if the run is not a part of one: a part may lack those that show
    /// what repeats itself.
    whole: Option<u64>,
    made: Option<Instant>,
    /// Whether a match was counted since.
    news: bool,
}

impl TimeLeft {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Option<Self> {
        // On a ladder it is not known who meets whom.
        if plan.conditions().is_none() || plan.ladder().is_some() {
            return None;
        }
        let (pairings, range) = (plan.pairings().len() as u64, plan.range());
        let of = |pairing: u64| {
            let before = |end: u64| (end + pairings - 1 - pairing) / pairings;
            before(range.end) - before(range.start)
        };
        Some(Self {
            forecast: Forecast::new(plan),
            left: (0..pairings).map(of).collect(),
            settled: vec![false; plan.pairings().len()],
            whole: plan.shard().is_none().then(|| plan.matches()),
            made: None,
            news: false,
        })
    }

    /// Counts a slot.
    pub(super) fn add(&mut self, slot: &Slot, fate: &Fate) {
        let pairing = slot.pairing;
        self.news = true;
        self.left[pairing] = self.left[pairing].saturating_sub(1);
        let Fate::Played(Finished { outcome, times, .. }) = fate else { return };
        let times: Vec<_> = times.iter().map(|(side, times)| (*side, times.wall())).collect();
        if !times.is_empty() {
            self.forecast.add(pairing, &times);
        }
        if slot.index >= FIRST_MATCHES && !self.settled[pairing] {
            self.settled[pairing] = true;
            self.forecast.settle(pairing, outcome.same_as().is_some());
        }
    }

    /// What is left for so many threads, if it is known, has changed, and it is time to say so.
    pub(super) fn tell(&mut self, threads: usize) -> Option<Duration> {
        if !self.news || self.made.is_some_and(|made| made.elapsed() < EVERY) {
            return None;
        }
        let mut sum = Duration::ZERO;
        let mut matches = 0;
        for (pairing, &left) in self.left.iter().enumerate() {
            let to_play = match self.whole {
                None => left,
                Some(all) => self.forecast.to_play(pairing, all).saturating_sub(all - left),
            };
            let each = self.forecast.of_match(pairing)?;
            sum += each.saturating_mul(u32::try_from(to_play).unwrap_or(u32::MAX));
            matches += to_play;
        }
        (self.made, self.news) = (Some(Instant::now()), false);
        let at_once = u32::try_from(matches.clamp(1, threads as u64)).unwrap_or(1);
        Some(sum / at_once)
    }
}
