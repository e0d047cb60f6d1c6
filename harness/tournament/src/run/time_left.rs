//! The time that a run has left.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use stoker_engine::{Game, SideId};
use stoker_external::fault::Fault;

use super::halt::Halt;
use crate::forecast::{Forecast, Stopwatch, TurnPace};
use crate::journal::{Finished, SlotResult};
use crate::plan::{Plan, Slot};
use crate::referee::{DecisionStep, Spectator};
use crate::starts::FIRST_MATCHES;

/// The least time between two forecasts: each looks at every pairing.
const EVERY: Duration = Duration::from_millis(500);

/// The time that a run with programs has left, estimated by pairing: some programs take a thousand
/// times as long as others. (Without programs, all matches take about the same time.)
pub(super) struct TimeLeft {
    forecast: Forecast,
    /// By pairing: the number of matches of the run that are not folded.
    left: Vec<u64>,
    /// By pairing: true if it is known whether it repeats one game.
    settled: Vec<bool>,
    /// The number of matches of each pairing; `None` for a shard, which may lack the matches that
    /// show repetition.
    whole: Option<u64>,
    made: Option<Instant>,
    turns: Arc<TurnsInProgress>,
    /// True if a match was counted since the last forecast; the next field has the number of turns
    /// then.
    has_changed: bool,
    reported: u64,
}

/// The turns of matches in progress, counted as they are played: a match can take minutes.
pub(super) struct TurnsInProgress {
    /// By pairing, then side: the row of the forecast.
    rows_of: Vec<Vec<usize>>,
    seen: Mutex<TurnCounts>,
}

/// The turns that were seen.
#[derive(Clone, Default)]
struct TurnCounts {
    count: u64,
    /// By row of the forecast.
    paces: Vec<TurnPace>,
    /// By match: its pairing, and the time that it has taken so far.
    matches: BTreeMap<u64, (usize, Duration)>,
}

impl TimeLeft {
    pub(super) fn of<G: Game>(plan: &Plan<G>) -> Option<Self> {
        // On a ladder it is not known beforehand who meets whom, and drawn lineups meet too rarely.
        let meets_again = plan.ladder().is_none() && plan.drawn().is_none();
        if plan.conditions().is_none() || !meets_again {
            return None;
        }
        Some(Self::from(plan, Forecast::new(plan)))
    }

    fn from<G: Game>(plan: &Plan<G>, forecast: Forecast) -> Self {
        let (pairings, range) = (plan.pairings().len() as u64, plan.range());
        let games = plan.games().get();
        let of = |pairing: u64| {
            let before = |end: u64| (end / games + pairings - 1 - pairing) / pairings * games;
            before(range.end) - before(range.start)
        };
        let seen = TurnCounts {
            paces: vec![TurnPace::default(); forecast.rows()],
            ..TurnCounts::default()
        };
        let turns =
            TurnsInProgress { rows_of: forecast.rows_of().to_vec(), seen: Mutex::new(seen) };
        Self {
            forecast,
            left: (0..pairings).map(of).collect(),
            settled: vec![false; plan.pairings().len()],
            whole: plan.shard().is_none().then(|| plan.matches() * games),
            made: None,
            turns: Arc::new(turns),
            has_changed: false,
            reported: 0,
        }
    }

    /// The counter of turns.
    pub(super) fn turns(&self) -> Arc<TurnsInProgress> {
        Arc::clone(&self.turns)
    }

    /// Counts a slot.
    pub(super) fn add(&mut self, slot: &Slot, fate: &SlotResult) {
        let pairing = slot.pairing;
        self.has_changed = true;
        self.turns.with(|seen| seen.matches.remove(&slot.number));
        self.left[pairing] = self.left[pairing].saturating_sub(1);
        let SlotResult::Played(Finished { outcome, times, .. }) = fate else { return };
        let times: Vec<_> = times.iter().map(|(side, times)| (*side, times.wall())).collect();
        if !times.is_empty() {
            self.forecast.add(pairing, &times);
        }
        if slot.index >= FIRST_MATCHES && !self.settled[pairing] {
            self.settled[pairing] = true;
            match outcome.same_as() {
                Some(_) => self.forecast.repeats(pairing),
                None => self.forecast.varies(pairing),
            }
        }
    }

    /// The time left for this number of threads. `None` if it is not known, has not changed, or was
    /// reported a moment ago.
    pub(super) fn tell(&mut self, threads: usize) -> Option<Duration> {
        if self.made.is_some_and(|made| made.elapsed() < EVERY) {
            return None;
        }
        let seen = self.turns.with(|seen| seen.clone());
        if !self.has_changed && seen.count == self.reported {
            return None;
        }
        let left = self.estimate(&seen, threads)?;
        (self.made, self.has_changed, self.reported) = (Some(Instant::now()), false, seen.count);
        Some(left)
    }

    /// The time left with this number of threads; `None` before any turn was seen.
    fn estimate(&mut self, seen: &TurnCounts, threads: usize) -> Option<Duration> {
        self.forecast.set_paces(&seen.paces);
        let (mut sum, mut matches) = (Duration::ZERO, 0);
        for (pairing, &left) in self.left.iter().enumerate() {
            let to_play = match self.whole {
                None => left,
                Some(all) => self.forecast.to_play(pairing, all).saturating_sub(all - left),
            };
            let each = self.forecast.of_match(pairing)?;
            sum += each.saturating_mul(u32::try_from(to_play).unwrap_or(u32::MAX));
            matches += to_play;
        }
        for &(pairing, spent) in seen.matches.values() {
            sum = sum.saturating_sub(spent.min(self.forecast.of_match(pairing)?));
        }
        let at_once = u32::try_from(matches.clamp(1, threads as u64)).unwrap_or(1);
        Some(sum / at_once)
    }
}

impl TurnsInProgress {
    fn with<T>(&self, look: impl FnOnce(&mut TurnCounts) -> T) -> T {
        // A panic elsewhere leaves these times valid.
        look(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes that a match begins, perhaps again.
    fn begin(&self, slot: &Slot) {
        self.with(|seen| seen.matches.insert(slot.number, (slot.pairing, Duration::ZERO)));
    }

    /// Notes a turn of this side: its number in the match, and the time it took.
    fn add(&self, slot: &Slot, side: SideId, number: u32, took: Duration) {
        let row = self.rows_of[slot.pairing][usize::from(side.0)];
        self.with(|seen| {
            seen.count += 1;
            seen.paces[row].add(number, took);
            if let Some((_, spent)) = seen.matches.get_mut(&slot.number) {
                *spent += took;
            }
        });
    }
}

/// Counts the turns of a match for the time left, stops the match when play is to end, and shows it
/// to a guest.
pub(super) struct TurnWatcher<'r, 's, G: Game> {
    halt: &'r Halt<'s>,
    /// The counter, the match, and the start time of its stopwatch.
    turns: Option<(&'r TurnsInProgress, Slot, Instant)>,
    watch: Stopwatch,
    /// A spectator who looks at this match, if there is one.
    guest: Option<Box<dyn Spectator<G> + 'r>>,
}

impl<'r, 's, G: Game> TurnWatcher<'r, 's, G> {
    pub(super) fn new(
        halt: &'r Halt<'s>,
        turns: Option<&'r TurnsInProgress>,
        slot: &Slot,
        guest: Option<Box<dyn Spectator<G> + 'r>>,
    ) -> Self {
        let turns = turns.map(|turns| (turns, *slot, Instant::now()));
        Self { halt, turns, watch: Stopwatch::start(0, Duration::ZERO), guest }
    }
}

impl<G: Game> Spectator<G> for TurnWatcher<'_, '_, G> {
    fn wants_more(&self) -> bool {
        !self.halt.is_set()
    }

    fn sees_quick_matches(&self) -> bool {
        self.guest.is_some()
    }

    fn takes_time(&self) -> bool {
        self.guest.as_ref().is_some_and(|guest| guest.takes_time())
    }

    fn began(&mut self, game: &G, state: &G::State) {
        if let Some(guest) = &mut self.guest {
            guest.began(game, state);
        }
        if let Some((turns, slot, since)) = &self.turns {
            turns.begin(slot);
            self.watch = Stopwatch::start(game.sides().list().len(), since.elapsed());
        }
    }

    fn played(&mut self, game: &G, state: &G::State, step: &DecisionStep<G::Move>, play: &G::Play) {
        if let Some(guest) = &mut self.guest {
            guest.played(game, state, step, play);
        }
        if let Some((turns, slot, since)) = &self.turns {
            let side = game.sides().side_of(step.seat);
            let (number, took) = self.watch.turn(side, since.elapsed());
            turns.add(slot, side, number, took);
        }
    }

    fn faulted(&mut self, game: &G, fault: &Fault) {
        if let Some(guest) = &mut self.guest {
            guest.faulted(game, fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Draft, Plan};
    use crate::testing::*;

    fn plan() -> Plan<Toy> {
        let entrants = vec![entrant("slow", FIRST), entrant("quick", FIRST)];
        let game = Toy::of(Layout::Pair, 600);
        Plan::new(Draft { game, entrants, ..draft(Layout::Pair, 3) }).unwrap()
    }

    /// The time of a turn. The turns of the first entrant grow with the match.
    fn took(entrant: usize, number: u32) -> Duration {
        match entrant {
            0 => Duration::from_millis(10) * (number + 1),
            _ => Duration::from_millis(100),
        }
    }

    /// The turns of each side in a match: the game gives the team two for each one of the lone
    /// side.
    const TURNS: [u32; 2] = [400, 200];

    /// Plays one part of a match, `1 / share` of its turns.
    fn play(plan: &Plan<Toy>, left: &TimeLeft, number: u64, share: u32) {
        let slot = plan.match_at(number);
        left.turns.begin(&slot);
        let sides = (0..).map(SideId).zip(plan.pairings()[slot.pairing].entrants());
        for ((side, &entrant), turns) in sides.zip(TURNS) {
            for turn in 0..turns / share {
                left.turns.add(&slot, side, turn, took(entrant, turn));
            }
        }
    }

    /// The time that the matches of the plan take from this one on, in seconds.
    fn real(plan: &Plan<Toy>, first: u64) -> f64 {
        let of_match = |number: u64| {
            let pairing = &plan.pairings()[plan.match_at(number).pairing];
            let sides = pairing.entrants().iter().zip(TURNS);
            sides
                .flat_map(|(&entrant, turns)| (0..turns).map(move |turn| took(entrant, turn)))
                .sum::<Duration>()
        };
        (first..plan.len()).map(of_match).sum::<Duration>().as_secs_f64()
    }

    fn estimate(left: &mut TimeLeft, threads: usize) -> Option<f64> {
        let seen = left.turns.with(|seen| seen.clone());
        left.estimate(&seen, threads).map(|time| time.as_secs_f64())
    }

    fn within_a_factor_of_two(reported: f64, real: f64) -> bool {
        reported < 2.0 * real && real < 2.0 * reported
    }

    #[test]
    fn before_a_turn_nothing_is_known_and_a_tenth_of_a_match_tells_how_long_all_take() {
        let plan = plan();
        let mut left = TimeLeft::from(&plan, Forecast::new(&plan));
        assert_eq!(estimate(&mut left, 1), None);
        play(&plan, &left, 0, 10);
        play(&plan, &left, 3, 10);
        let (reported, real) = (estimate(&mut left, 1).unwrap(), real(&plan, 0));
        assert!(within_a_factor_of_two(reported, real), "{reported} for {real}");
        assert!((estimate(&mut left, 2).unwrap() * 2.0 - reported).abs() < 1e-6);
    }

    #[test]
    fn what_was_spent_on_matches_under_way_is_not_left() {
        let plan = plan();
        let mut left = TimeLeft::from(&plan, Forecast::new(&plan));
        (0..4).for_each(|number| play(&plan, &left, number, 1));
        let (reported, real) = (estimate(&mut left, 1).unwrap(), real(&plan, 4));
        assert!((reported / real - 1.0).abs() < 0.01, "{reported} for {real}");
    }

    #[test]
    fn a_match_that_is_played_again_is_not_counted_twice() {
        let plan = plan();
        let mut left = TimeLeft::from(&plan, Forecast::new(&plan));
        (0..4).for_each(|number| play(&plan, &left, number, 2));
        let once = estimate(&mut left, 1).unwrap();
        play(&plan, &left, 0, 2);
        assert!((estimate(&mut left, 1).unwrap() / once - 1.0).abs() < 0.05);
    }
}
