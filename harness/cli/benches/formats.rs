//! The savings of a ladder: `cargo bench -p stoker --bench formats`.
//!
//! Prints the table of `docs/formats.md`: leagues of 200 hunters and 200 Draculas whose strengths
//! are known, played by ladders, and by designs in which everyone plays equally often. Fails if a
//! ladder finds the best less often than an even design with as many matches.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use arrayvec::ArrayVec;
use rayon::prelude::*;
use stoker::entrant::Entrant;
use stoker::entrant::builtin;
use stoker::plan::{Draft, Keep, Meetings, Plan, Schedule, Slot};
use stoker::stats::{Cells, DesignSide, PairingDesign, ScoreScale, order};
use stoker_engine::course::Course;
use stoker_engine::{Direction, Purpose, Rng, Seed, SideSet};

/// Entrants of either side.
const FIELD: usize = 200;
/// Leagues for every line.
const LEAGUES: u64 = 50;
/// The entrants in front, which a format should find.
const FRONT: usize = 5;

/// A league whose figures are known, in points: standard deviations are 60 of strengths, 25 of
/// interactions, 15 of seeds and 70 of everything else in a match.
struct League {
    seed: Seed,
    hunters: Vec<f64>,
    draculas: Vec<f64>,
    /// By hunters and Dracula.
    interactions: Vec<f64>,
}

impl League {
    fn new(number: u64) -> Self {
        let seed = Seed(1).of_match(number);
        let mut rng = seed.rng(None, None, Purpose::new("league"));
        let mut draw = |sd: f64, count: usize| (0..count).map(|_| sd * normal(&mut rng)).collect();
        let (hunters, draculas) = (draw(60.0, FIELD), draw(60.0, FIELD));
        Self { seed, hunters, draculas, interactions: draw(25.0, FIELD * FIELD) }
    }

    /// The amount that each row of a side adds to the score against the whole field, in the side's
    /// direction.
    fn strengths(&self, side: usize) -> Vec<f64> {
        let mean = |row: usize| {
            let cells = (0..FIELD).map(|other| match side {
                0 => self.interactions[row * FIELD + other],
                _ => -self.interactions[other * FIELD + row],
            });
            cells.sum::<f64>() / FIELD as f64
        };
        let own = [&self.hunters, &self.draculas][side];
        own.iter().enumerate().map(|(row, strength)| strength + mean(row)).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
    fn score(&self, [hunters, dracula]: [usize; 2], slot: &Slot) -> i32 {
        let mut of_seed = self.seed.of_match(slot.index).rng(None, None, Purpose::new("seed"));
        let mut of_match = self.seed.of_match(slot.number).rng(None, None, Purpose::new("match"));
        let level = 150.0 + self.hunters[hunters] - self.draculas[dracula];
        let interaction = self.interactions[hunters * FIELD + dracula];
        let noise = 15.0 * normal(&mut of_seed) + 70.0 * normal(&mut of_match);
        (level + interaction + noise).round() as i32
    }
}

/// A standard normal number, by the method of Box and Muller.
fn normal(rng: &mut Rng) -> f64 {
    let mut uniform = || (f64::from(stoker_engine::below(rng, 1 << 30)) + 0.5) / f64::from(1 << 30);
    let (radius, angle) = ((-2.0 * uniform().ln()).sqrt(), std::f64::consts::TAU * uniform());
    radius * angle.cos()
}

fn plan(schedule: Schedule<Course>, matches: u64) -> Plan<Course> {
    let (source, _) = builtin("random", "", &[stoker::bots::random()]).unwrap();
    let entrant = |number: usize| Entrant {
        name: format!("{number}"),
        spec: "random".to_owned(),
        side: Some(if number < FIELD { "hunters" } else { "dracula" }.to_owned()),
        source: source.clone(),
        unfit: vec![],
    };
    let entrants = (0..2 * FIELD).map(entrant).collect();
    let draft = Draft::new(stoker::VERSION, Arc::new(Course::default()), entrants, matches);
    Plan::new(Draft { schedule, keep: Keep::None, ..draft }).unwrap()
}

/// A design in which everyone may meet everyone; Draculas come after hunters.
fn design(plan: &Plan<Course>) -> PairingDesign {
    let side =
        |kind, direction| DesignSide { kind, score: 0, direction, scale: ScoreScale::Points };
    let sides = vec![side(0, Direction::High), side(1, Direction::Low)];
    let kinds = (0..2 * FIELD).map(|row| usize::from(row >= FIELD)).collect();
    let rows = |&entrant: &usize| u32::try_from(entrant).unwrap();
    let lineups = plan.pairings().iter().map(|pairing| pairing.entrants());
    let pairs = lineups.map(|lineup| lineup.iter().map(rows).collect::<ArrayVec<_, 8>>());
    PairingDesign::new(sides, kinds, pairs.collect())
}

/// By side: the entrants, those first that the matches show to be the best.
fn play(league: &League, plan: &Plan<Course>) -> [Vec<usize>; 2] {
    let design = design(plan);
    let mut cells = Cells::new(&design);
    let orders = |cells: &Cells| [0, 1].map(|kind| order(&design, cells, kind));
    for stretch in plan.stretches() {
        if stretch.start > 0
            && let Some(ladder) = plan.ladder()
        {
            ladder.climb(&orders(&cells));
        }
        for number in stretch {
            let slot = plan.match_at(number);
            let &[hunters, dracula] = plan.pairings()[slot.pairing].entrants() else { panic!() };
            let score = league.score([hunters, dracula - FIELD], &slot);
            cells.add(&design, slot.pairing, slot.index, &[score], SideSet::NONE);
        }
    }
    orders(&cells)
}

/// The measures of how well the front was found.
#[derive(Default)]
struct FrontSearch {
    /// Sides on which the best was found to be the best.
    best: f64,
    /// Sides on which the best was found to be in front.
    near: f64,
    /// The share of those truly in front that was found.
    front: f64,
    /// The points by which the entrant found to be the best is worse than the true best.
    loss: f64,
}

impl FrontSearch {
    fn of(league: &League, orders: &[Vec<usize>; 2]) -> Self {
        let mut found = Self::default();
        for (side, order) in orders.iter().enumerate() {
            let strengths = league.strengths(side);
            let order: Vec<usize> = order.iter().map(|row| row - side * FIELD).collect();
            let mut truth: Vec<usize> = (0..FIELD).collect();
            truth.sort_by(|&a, &b| strengths[b].total_cmp(&strengths[a]));
            let in_front: BTreeSet<_> = truth[..FRONT].iter().collect();
            let hits = order[..FRONT].iter().filter(|row| in_front.contains(row)).count();
            found.best += f64::from(u8::from(order[0] == truth[0]));
            found.near += f64::from(u8::from(order[..FRONT].contains(&truth[0])));
            found.front += hits as f64 / FRONT as f64;
            found.loss += strengths[truth[0]] - strengths[order[0]];
        }
        found
    }
}

/// Plays all leagues in one format, and prints a line. Returns the number of times that the best
/// was found.
fn line(name: &str, schedule: fn() -> Schedule<Course>, matches: u64) -> f64 {
    let one = |number| {
        let (league, plan) = (League::new(number), plan(schedule(), matches));
        FrontSearch::of(&league, &play(&league, &plan))
    };
    let sum = |a: FrontSearch, b: FrontSearch| FrontSearch {
        best: a.best + b.best,
        near: a.near + b.near,
        front: a.front + b.front,
        loss: a.loss + b.loss,
    };
    let all = (0..LEAGUES).into_par_iter().map(one).reduce(FrontSearch::default, sum);
    let total = plan(schedule(), matches).len();
    let share = 100.0 * total as f64 / (FIELD * FIELD) as f64;
    let sides = 2.0 * LEAGUES as f64;
    let [best, near, front] = [all.best, all.near, all.front].map(|of| 100.0 * of / sides);
    let loss = all.loss / sides;
    println!(
        "{name:<20} {total:>8} {share:>6.1}% {best:>6.1}% {near:>6.1}% {front:>6.1}% {loss:>6.1}"
    );
    best
}

fn main() -> ExitCode {
    println!("{FIELD} hunters, {FIELD} Draculas; {LEAGUES} leagues a line, both sides together");
    println!("round-robin: one seed is {} matches, which is 100%", FIELD * FIELD);
    let head = ["best found", "best in 5", "first 5", "loss"];
    println!("{:<20} {:>8} {:>7} {}", "format", "matches", "share", head.join("  "));
    let mut sound = true;
    for (matches, seeds) in [(10, 1), (30, 2)] {
        let ladder = line(&format!("ladder, {matches}"), || Schedule::Ladder(None), matches);
        let each = plan(Schedule::Ladder(None), matches).len() / FIELD as u64;
        let even = line(&format!("even, {each}"), || Schedule::Ladder(Some(1)), each);
        sound &= ladder >= even;
        line(&format!("round-robin, {seeds}"), || Schedule::all(Meetings::RoundRobin), seeds);
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
