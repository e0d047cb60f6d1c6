//! A short trial of a league, which estimates how long its matches take.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use stoker_engine::{Game, SideId};
use stoker_tournament::forecast::{Forecast, Stopwatch, TurnPace, turns_to_the_end};
use stoker_tournament::plan::{Ladder, Plan, Slot};
use stoker_tournament::referee::{
    AnswerTiming, DecisionStep, Referee, RefereeError, RefereeSettings, Spectator,
};
use stoker_tournament::threads::{Cores, in_parallel_on, pool};

/// The duration of the trial of built-in bots.
const QUICK: Duration = Duration::from_millis(800);
/// The duration of the trial of programs, for each thread.
const LONG: Duration = Duration::from_secs(12);
/// The least time for a match of programs, some of which take long to start.
const LEAST: Duration = Duration::from_secs(1);

/// The result of a short trial.
pub struct TimingTrial {
    /// The number of matches that were begun.
    pub played: u64,
    /// The time of all of them together, on the planned number of threads.
    pub time: Duration,
    /// The likely time of the whole plan on one thread.
    pub whole: Duration,
}

/// Tries matches of a plan for a short time, and keeps nothing.
///
/// # Errors
/// If a match breaks the ruleset's own promises, or the system refuses to start threads.
pub fn try_out<G: Game>(
    plan: &Plan<G>,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<TimingTrial> {
    match plan.conditions() {
        None => try_in_order(plan),
        Some(_) => try_everyone(plan, threads, stop),
    }
}

/// Tries the first matches of the plan: built-in bots are fast enough for many.
fn try_in_order<G: Game>(plan: &Plan<G>) -> anyhow::Result<TimingTrial> {
    let mut referee = Referee::new(plan.game().clone(), plan.starts());
    let began = Instant::now();
    let mut played = 0;
    let known = plan.ladder().map_or(plan.len(), Ladder::known);
    while played < known && (played == 0 || began.elapsed() < QUICK) {
        let slot = plan.match_at(played);
        referee.turn_to(plan.game_of(slot.pairing));
        let lineup = plan.lineup_of(&slot);
        referee.play(slot.seed, &lineup, AnswerTiming::Off, &mut ())?;
        played += 1;
    }
    let time = began.elapsed();
    Ok(TimingTrial { played, time, whole: time.div_f64(played as f64).mul_f64(plan.len() as f64) })
}

/// Tries a match for each entrant, as far as there is time: programs differ by a factor of a
/// thousand.
fn try_everyone<G: Game>(
    plan: &Plan<G>,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<TimingTrial> {
    let began = Instant::now();
    let now = || began.elapsed();
    let pairings = cover(plan);
    let share = LONG.mul_f64(threads as f64 / pairings.len() as f64).clamp(LEAST, LONG);
    let taste = |number: usize| {
        let pairing = pairings[number];
        let slot = rayon::current_thread_index().and_then(|thread| thread.try_into().ok());
        let taster = Taster::new(plan.game().sides().list().len(), share, &now, stop);
        Ok::<_, RefereeError>((pairing, taste(plan, pairing, slot.unwrap_or(0), taster)?))
    };
    let tasted: Vec<_> = in_parallel_on(&pool(threads, Cores::Own)?, pairings.len(), &taste)?;
    let played = pairings.len() as u64;
    if plan.drawn().is_some() {
        let each: Duration = tasted.iter().flat_map(|(_, times)| times).map(|(_, time)| time).sum();
        let whole = each.div_f64(played as f64).mul_f64(plan.len() as f64);
        return Ok(TimingTrial { played, time: began.elapsed(), whole });
    }
    let mut forecast = Forecast::new(plan);
    for (pairing, times) in tasted {
        if !times.is_empty() {
            forecast.add(pairing, &times);
        }
    }
    Ok(TimingTrial { played, time: began.elapsed(), whole: whole(plan, &forecast) })
}

/// The time of a plan on one thread, by a forecast.
fn whole<G: Game>(plan: &Plan<G>, forecast: &Forecast) -> Duration {
    let all = 0..plan.pairings().len();
    let each = |pairing: usize| forecast.of_match(pairing).unwrap_or_default();
    if plan.ladder().is_some() {
        let sum: Duration = all.clone().map(each).sum();
        return sum.div_f64(all.len() as f64).mul_f64(plan.len() as f64);
    }
    let matches = |pairing| forecast.to_play(pairing, plan.matches()) as f64;
    all.map(|pairing| each(pairing).mul_f64(matches(pairing))).sum()
}

/// A small set of pairings in which every entrant takes part on every side that it plays. Of drawn
/// lineups, it is the first block.
fn cover<G: Game>(plan: &Plan<G>) -> Vec<usize> {
    if let Some(drawn) = plan.drawn() {
        return (0..drawn.entrants().len()).collect();
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut chosen = vec![];
    // First come pairings in which no seat was covered before, then those with any uncovered seat.
    for fewest in [plan.game().sides().list().len(), 1] {
        for (number, pairing) in plan.pairings().iter().enumerate() {
            let seats = || pairing.entrants().iter().copied().enumerate();
            if seats().filter(|seat| !seen.contains(seat)).count() >= fewest {
                seen.extend(seats());
                chosen.push(number);
            }
        }
    }
    chosen
}

/// Plays a match of a pairing for as long as the taster likes. Returns the time of each side until
/// the end of the match; empty if the machine failed the sides.
fn taste<G: Game>(
    plan: &Plan<G>,
    pairing: usize,
    slot: u32,
    mut taster: Taster<'_, G::State>,
) -> Result<Vec<(SideId, Duration)>, RefereeError> {
    let referee_settings = RefereeSettings { starts: plan.starts(), policy: plan.policy(), slot };
    let mut referee = Referee::new(plan.game_of(pairing).clone(), referee_settings);
    let first = Slot { number: 0, game: 0, pairing, index: 0, seed: plan.seed().of_match(0) };
    let lineup = plan.lineup_of(&first);
    match referee.play(first.seed, &lineup, AnswerTiming::Off, &mut taster) {
        Ok(_) | Err(RefereeError::Stopped) => Ok(taster.times(&**plan.game_of(pairing))),
        Err(RefereeError::Void(_)) => Ok(vec![]),
        Err(error @ (RefereeError::Endless { .. } | RefereeError::OwnMove { .. })) => Err(error),
    }
}

/// Measures the time of turns, until its own time is up.
struct Taster<'t, S> {
    now: &'t (dyn Fn() -> Duration + Sync),
    stop: &'t AtomicBool,
    /// The time at which it stops.
    until: Duration,
    watch: Stopwatch,
    /// The pace of turns, by side.
    paces: Vec<TurnPace>,
    state: Option<S>,
}

impl<'t, S: Clone> Taster<'t, S> {
    /// A taster of a match with this many sides, for at most this long by this clock.
    fn new(
        sides: usize,
        most: Duration,
        now: &'t (dyn Fn() -> Duration + Sync),
        stop: &'t AtomicBool,
    ) -> Self {
        let (began, paces) = (now(), vec![TurnPace::default(); sides]);
        let watch = Stopwatch::start(sides, began);
        Self { now, stop, until: began + most, watch, paces, state: None }
    }

    /// The time of each side until the end of the match. To find the number of turns, the rest of
    /// the match is played with default moves.
    fn times<G: Game<State = S>>(self, game: &G) -> Vec<(SideId, Duration)> {
        let Some(state) = self.state else { return vec![] };
        let turns = turns_to_the_end(game, state, self.watch.into_turns());
        let sides = (0..).map(SideId).zip(self.paces.iter().zip(turns));
        sides
            .map(|(side, (pace, turns))| (side, pace.of_turns(turns).unwrap_or_default()))
            .collect()
    }
}

impl<G: Game> Spectator<G> for Taster<'_, G::State> {
    fn wants_more(&self) -> bool {
        (self.now)() < self.until && !self.stop.load(Ordering::Relaxed)
    }

    fn began(&mut self, game: &G, state: &G::State) {
        self.watch = Stopwatch::start(game.sides().list().len(), (self.now)());
        self.state = Some(state.clone());
    }

    fn played(
        &mut self,
        game: &G,
        state: &G::State,
        step: &DecisionStep<G::Move>,
        _play: &G::Play,
    ) {
        let side = game.sides().side_of(step.seat);
        let (number, took) = self.watch.turn(side, (self.now)());
        self.paces[usize::from(side.0)].add(number, took);
        self.state = Some(state.clone());
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use stoker_engine::{Bot, Choice, Decision};

    use super::*;
    use stoker_tournament::plan::Draft;
    use stoker_tournament::testing::*;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    thread_local! {
        /// The clock by which the bots of these tests are slow.
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    fn now() -> Duration {
        NOW.get()
    }

    /// Takes longer at each turn, like a bot that reads the whole match again.
    struct Slowing(u32);
    impl Bot<Toy> for Slowing {
        fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
            self.0 += 1;
            NOW.set(now() + Duration::from_millis(5) * self.0);
            First.choose(view, turn)
        }
    }

    /// Takes the same time at each turn.
    struct Even;
    impl Bot<Toy> for Even {
        fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
            NOW.set(now() + Duration::from_millis(50));
            First.choose(view, turn)
        }
    }

    fn slow_plan() -> Plan<Toy> {
        let slowing: Make = |_| Box::new(Slowing(0));
        let even: Make = |_| Box::new(Even);
        let entrants = vec![entrant("slowing", slowing), entrant("even", even)];
        Plan::new(Draft { game: Toy::of(Layout::Pair, 600), entrants, ..draft(Layout::Pair, 3) })
            .unwrap()
    }

    /// The time that the plan really takes on one thread.
    fn played_out(plan: &Plan<Toy>) -> Duration {
        let began = now();
        let mut referee = Referee::new(plan.game().clone(), plan.starts());
        for number in 0..plan.len() {
            let slot = plan.match_at(number);
            let lineup: Vec<_> = plan.lineup(slot.pairing).collect();
            referee.play(slot.seed, &lineup, AnswerTiming::Off, &mut ()).unwrap();
        }
        now() - began
    }

    #[test]
    fn an_eighth_of_a_match_tells_what_a_league_of_programs_that_slow_down_takes() {
        let plan = slow_plan();
        let real = played_out(&plan);
        let one = real / u32::try_from(plan.len()).unwrap();
        let mut forecast = Forecast::new(&plan);
        for pairing in cover(&plan) {
            let taster = Taster::new(2, one / 8, &now, &GO_ON);
            forecast.add(pairing, &taste(&plan, pairing, 0, taster).unwrap());
        }
        let told = whole(&plan, &forecast);
        assert!(told < 2 * real && real < 2 * told, "{told:?} for {real:?}");
    }

    #[test]
    fn a_taster_stops_when_its_time_is_up() {
        let plan = slow_plan();
        let began = now();
        let taster = Taster::new(2, Duration::from_secs(2), &now, &GO_ON);
        taste(&plan, 0, 0, taster).unwrap();
        let took = now() - began;
        assert!((2_000..2_600).contains(&took.as_millis()), "{took:?}");
    }
}
