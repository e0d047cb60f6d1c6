//! The distance of the built-in bots from perfect play, on a game that is small enough to solve.
//!
//! The game has the course's rules on the tiny map, and is so short that all its lines of play fit
//! in memory. CFR+ solves it. The gain of best responses against the solution shows how exact the
//! solution is. Their gain against each bot shows how far that bot is from perfect.
//!
//! `cargo bench -p stoker-bots --bench tiny` takes a few minutes. After `--`, `--iterations N` sets
//! the CFR+ iterations, `--bots A,B` selects bots, and `--asked N` sets how often each bot is asked
//! in a place. Bots that search are asked an eighth as often.

mod policy;
mod respond;
mod solve;
mod tree;

use std::sync::Arc;
use std::time::Instant;

use policy::{dracula_policy, hunters_policy};
use respond::{best_dracula, best_hunters};
use solve::Solver;
use stoker_bots::{BotEntry, course};
use stoker_engine::course::{Course, Params};
use stoker_engine::map::BuiltinMap;
use tree::Tree;

/// Default number of CFR+ iterations.
const ITERATIONS: u32 = 400;
/// Default number of times that a bot is asked in each place, each with another generator.
const ASKED: u32 = 16;
/// Rounds after the opening.
const ROUNDS: i32 = 2;
/// The hunters' first places.
const OPENINGS: [[&str; 4]; 3] =
    [["JM", "JM", "JM", "JM"], ["PW", "PW", "EN", "EN"], ["JM", "JM", "AB", "AB"]];

fn main() {
    let number = |name, usual| option(name).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let wanted = Request {
        iterations: number("--iterations", ITERATIONS),
        asked: number("--asked", ASKED),
        bots: option("--bots").map(|names| names.split(',').map(str::to_owned).collect()),
    };
    let params = Params {
        trail: 3,
        double_back: 2,
        start_score: ROUNDS + 1,
        start_blood: 20,
        ..Params::default()
    };
    let map = BuiltinMap::TINY.load();
    let game = Arc::new(Course::on(params, map).expect("the parameters are in range"));
    for places in OPENINGS {
        report(&game, places, &wanted);
    }
}

/// The word after an option on the command line.
fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != name).nth(1)
}

/// The options given.
struct Request {
    iterations: u32,
    asked: u32,
    /// The bots to examine; `None` for all.
    bots: Option<Vec<String>>,
}

impl Request {
    /// The number of times that a bot is asked in each place; smaller if it searches.
    fn asked_of(&self, entry: &BotEntry<Course>) -> u32 {
        if entry.searches { self.asked.div_ceil(8) } else { self.asked }
    }
}

/// Solves one opening and prints how the bots do in it.
fn report(game: &Arc<Course>, places: [&str; 4], wanted: &Request) {
    let begun = Instant::now();
    let tree = Tree::new(game, places);
    println!("hunters begin in {}", places.join(" "));
    println!("  {} starts of Dracula's, {} nodes", tree.starts(), tree.len());
    let mut solver = Solver::new(&tree);
    for _ in 0..wanted.iterations {
        solver.iterate();
    }
    let (hunters, dracula) = solver.averages();
    let (low, high) = (best_dracula(&tree, &hunters), best_hunters(&tree, &dracula));
    let (iterations, time) = (wanted.iterations, begun.elapsed());
    println!("  value {low:.4} to {high:.4} ({iterations} iterations, {time:.0?})");
    println!("  {:<12} {:>8} {:>9}", "hunters", "at worst", "gives away");
    for entry in bots("hunters", wanted) {
        let worst =
            best_dracula(&tree, &hunters_policy(game, &tree, &entry, wanted.asked_of(&entry)));
        println!("  {}", row(entry.name, worst, low - worst));
    }
    println!("  {:<12} {:>8} {:>9}", "dracula", "at worst", "gives away");
    for entry in bots("dracula", wanted) {
        let worst =
            best_hunters(&tree, &dracula_policy(game, &tree, &entry, wanted.asked_of(&entry)));
        println!("  {}", row(entry.name, worst, worst - high));
    }
    println!();
}

/// A bot's row. Its loss can be below 0 by as much as the solution is inexact.
fn row(name: &str, worst: f64, away: f64) -> String {
    let away = if away.abs() < 0.000_5 { 0.0 } else { away };
    format!("{name:<12} {worst:>8.3} {away:>9.3}")
}

/// The bots that play a side, the lower reference first.
fn bots(side: &str, wanted: &Request) -> Vec<BotEntry<Course>> {
    let blind = course::references().into_iter().map(|references| references.blind);
    let plays = |entry: &BotEntry<Course>| entry.sides.is_empty() || entry.sides.contains(&side);
    let named = |entry: &BotEntry<Course>| {
        wanted.bots.as_ref().is_none_or(|names| names.iter().any(|name| name == entry.name))
    };
    blind.chain(course::bots()).filter(plays).filter(named).collect()
}
