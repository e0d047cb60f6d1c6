//! A short trial of a league: how long its matches take.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use stoker_engine::{Game, SideId, Turn};

use super::interrupt::stop_flag;
use crate::entrant::Entrant;
use crate::forecast::Forecast;
use crate::plan::{Ladder, Plan};
use crate::referee::{Clock, House, Referee, RefereeError, Spectator, Step};
use crate::threads::{Cores, pool};

/// How long the trial of built-in bots goes on.
const QUICK: Duration = Duration::from_millis(800);
/// How long the trial of programs goes on, for each thread.
const LONG: Duration = Duration::from_secs(12);
/// The least time for a match of programs: some take long to start.
const LEAST: Duration = Duration::from_secs(1);

/// What a short trial showed.
pub(crate) struct Trial {
    /// Matches that were begun.
    pub(crate) played: u64,
    /// What all of them took, on as many threads as there are to be.
    pub(crate) time: Duration,
    /// What the plan is likely to take on one thread.
    pub(crate) whole: Duration,
}

/// Tries matches of a plan for a short time, and keeps nothing.
pub(crate) fn try_out<G: Game>(plan: &Plan<G>, threads: usize) -> anyhow::Result<Trial> {
    match plan.conditions() {
        None => try_in_order(plan),
        Some(_) => try_everyone(plan, threads),
    }
}

/// The first matches of the plan: built-in bots are fast enough for many.
fn try_in_order<G: Game>(plan: &Plan<G>) -> anyhow::Result<Trial> {
    let mut referee = Referee::new(plan.game().clone(), plan.starts());
    let began = Instant::now();
    let mut played = 0;
    let known = plan.ladder().map_or(plan.len(), Ladder::known);
    while played < known && (played == 0 || began.elapsed() < QUICK) {
        let slot = plan.match_at(played);
        referee.turn_to(plan.game_of(slot.pairing));
        let lineup: Vec<&Entrant<G>> = plan.lineup(slot.pairing).collect();
        referee.play(slot.seed, &lineup, Clock::Off, &mut ())?;
        played += 1;
    }
    let time = began.elapsed();
    Ok(Trial { played, time, whole: time.div_f64(played as f64).mul_f64(plan.len() as f64) })
}

/// A match for everyone, as far as there is time: programs differ by a factor of a thousand.
fn try_everyone<G: Game>(plan: &Plan<G>, threads: usize) -> anyhow::Result<Trial> {
    let began = Instant::now();
    let pairings = cover(plan);
    let share = LONG.mul_f64(threads as f64 / pairings.len() as f64).clamp(LEAST, LONG);
    let taste = |&pairing: &usize| {
        let slot = rayon::current_thread_index().and_then(|thread| thread.try_into().ok());
        Ok((pairing, taste(plan, pairing, slot.unwrap_or(0), share)?))
    };
    let tasted: Result<Vec<_>, RefereeError> =
        pool(threads, Cores::Own)?.install(|| pairings.par_iter().map(taste).collect());
    let mut forecast = Forecast::new(plan);
    for (pairing, times) in tasted? {
        if !times.is_empty() {
            forecast.add(pairing, &times);
        }
    }
    let (played, time) = (pairings.len() as u64, began.elapsed());
    Ok(Trial { played, time, whole: whole(plan, &forecast) })
}

/// What a plan takes on one thread by a forecast.
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

/// Few pairings in which everyone takes part.
fn cover<G: Game>(plan: &Plan<G>) -> Vec<usize> {
    let mut seen = std::collections::BTreeSet::new();
    let mut chosen = vec![];
    // First those in which nobody was seen before, then those in which somebody was not.
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

/// Plays a match of a pairing for so long at most; gives what its sides would take to the end.
/// Nothing, if the machine failed them.
fn taste<G: Game>(
    plan: &Plan<G>,
    pairing: usize,
    slot: u32,
    most: Duration,
) -> Result<Vec<(SideId, Duration)>, RefereeError> {
    let house = House { starts: plan.starts(), policy: plan.policy(), slot };
    let mut referee = Referee::new(plan.game_of(pairing).clone(), house);
    let lineup: Vec<&Entrant<G>> = plan.lineup(pairing).collect();
    let mut taster = Taster::new(plan.game().sides().list().len(), most);
    match referee.play(plan.seed().of_match(0), &lineup, Clock::Off, &mut taster) {
        Ok(_) | Err(RefereeError::Stopped) => Ok(taster.times(&**plan.game_of(pairing))),
        Err(RefereeError::Void(_)) => Ok(vec![]),
        Err(error @ (RefereeError::Endless { .. } | RefereeError::OwnMove { .. })) => Err(error),
    }
}

/// Measures what turns take, until it has had enough.
struct Taster<S> {
    began: Instant,
    most: Duration,
    last: Instant,
    /// By side.
    times: Vec<Duration>,
    decisions: u32,
    state: Option<S>,
}

impl<S: Clone> Taster<S> {
    fn new(sides: usize, most: Duration) -> Self {
        let now = Instant::now();
        let times = vec![Duration::ZERO; sides];
        Self { began: now, most, last: now, times, decisions: 0, state: None }
    }

    /// What the sides would take to the end of the match, which is then played with default moves
    /// to see how long it may be.
    fn times<G: Game<State = S>>(self, game: &G) -> Vec<(SideId, Duration)> {
        let Some(mut state) = self.state else { return vec![] };
        let mut all = self.decisions;
        while let Turn::ToMove(_) = game.turn(&state)
            && all < game.max_decisions()
        {
            let choice = game.unasked_choice(&mut state);
            if game.play(&mut state, choice).is_err() {
                break;
            }
            all += 1;
        }
        let longer = f64::from(all) / f64::from(self.decisions.max(1));
        let sides = (0..).map(SideId);
        sides.zip(self.times).map(|(side, time)| (side, time.mul_f64(longer))).collect()
    }
}

impl<G: Game> Spectator<G> for Taster<G::State> {
    fn wants_more(&self) -> bool {
        self.began.elapsed() < self.most && !stop_flag().load(Ordering::Relaxed)
    }

    fn began(&mut self, _game: &G, state: &G::State) {
        self.last = Instant::now();
        self.state = Some(state.clone());
    }

    fn played(&mut self, game: &G, state: &G::State, step: &Step<G::Move>, _play: &G::Play) {
        let side = game.sides().side_of(step.seat);
        self.times[usize::from(side.0)] += self.last.elapsed();
        self.decisions += 1;
        self.state = Some(state.clone());
        self.last = Instant::now();
    }
}
