//! The cost of every hostile bot of the tests, in processor time of the harness itself, and their
//! cost to an honest opponent.
//!
//! `cargo bench -p stoker --bench hostile`; names of bots after `--` measure only these. Needs a C
//! compiler and Python. All bots of `tests/hostile/bots` are measured.
//!
//! A bot plays ten turns in a sandbox, each with half a second of processor time and one second of
//! wall time; the first, which makes the sandbox, is left out. Prints the median, the turn that
//! came nearest to the promised bound, and whether the bound was kept.
//!
//! Then an honest bot plays two matches side by side, a round of each at a time: against a quiet
//! opponent, and against the hostile one. It does the same work in every turn. Prints the least
//! processor time and the least wall time that it took against the hostile one, and both as
//! multiples of those against the quiet one. Wall times mean something on an idle machine only.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

#[path = "../tests/hostile/beside.rs"]
mod beside;
#[path = "../tests/hostile/seat.rs"]
mod seat;

use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use beside::{Compared, Times};
use seat::{Played, Submission, Table, name, sources};
use stoker::external::Limits;

const TURNS: usize = 10;

/// The most time against a hostile opponent, as a multiple of that against a quiet one.
const MOST: f64 = 1.1;

fn submission(source: &Path) -> Submission {
    Submission::new(source, |program| {
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-o"]).arg(program).arg(source);
        assert!(compiler.status().unwrap().success());
    })
}

/// The verdict on a bound, by the share of it that was used: 1 is all of it.
fn judged(share: f64) -> &'static str {
    if share <= 1.0 { "kept" } else { "missed" }
}

/// The cost of a bot in the harness itself; true if the promise was kept.
fn cost(source: &Path) -> bool {
    let limits = Limits { cpu_ms: 500, wall_ms: 1_000, ..Limits::default() };
    let bot = submission(source);
    let mut table = Table::new(&bot, limits);
    let mut turns: Vec<Played> = (0..TURNS).map(|_| table.turn()).skip(1).collect();
    turns.sort_by_key(|turn| turn.cost);
    let median = turns[turns.len() / 2].cost;
    let share = |turn: &Played| turn.cost.as_secs_f64() / turn.promised().as_secs_f64();
    let worst = turns.iter().max_by(|a, b| share(a).total_cmp(&share(b))).unwrap();
    let kept = share(worst) <= 1.0;
    let replies = turns.iter().filter(|turn| turn.answer.result.is_ok()).count();
    let (Played { cost, wall, .. }, name, told) = (worst, name(source), judged(share(worst)));
    println!("{name}: {replies} replies, {median:.2?}; worst {cost:.2?} of {wall:.1?}: {told}");
    kept
}

/// The bot that is measured, and the quiet opponent that it is measured against for comparison.
struct HonestBots {
    measured: Submission,
    quiet: Submission,
}

/// The multiples of processor time and of wall time that an honest bot takes against it.
fn compare(source: &Path, honest: &HonestBots) -> (f64, f64) {
    let limits = Limits { cpu_ms: 200, wall_ms: 400, ..Limits::default() };
    let played =
        Compared::play(&honest.measured, &honest.quiet, (&submission(source), limits), TURNS - 1);
    let least = |of: fn(&Times) -> Duration| played.hostile.iter().map(of).min().unwrap();
    let (cpu, wall) = (|turn: &Times| turn.cpu, |turn: &Times| turn.wall);
    let ratios = (played.ratio(cpu), played.ratio(wall));
    println!(
        "{}: {:.2?} of processor time: {:.3}x; {:.2?} on the wall: {:.3}x",
        name(source),
        least(cpu),
        ratios.0,
        least(wall),
        ratios.1
    );
    ratios
}

/// The greatest of these, and whether it is as small as it should be.
fn tell(what: &str, ratios: impl Iterator<Item = f64>) {
    let most = ratios.fold(0.0, f64::max);
    println!("the most {what}: {most:.3}x; aim at most {MOST}x: {}", judged(most / MOST));
}

fn main() {
    // As a league does with its workers.
    stoker::threads::keep_to_one_core(0);
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted =
        |source: &PathBuf| wanted.is_empty() || wanted.iter().any(|word| *word == name(source));
    let sources: Vec<_> = sources().into_iter().filter(is_wanted).collect();
    let load = || read_to_string("/proc/loadavg").unwrap_or_default();
    println!("{} bots; load: {}", sources.len(), load().trim());
    let kept = sources.iter().filter(|source| cost(source)).count();
    println!("{kept} of {} bots kept the promise", sources.len());

    println!("an honest bot against each of them; load: {}", load().trim());
    let bots = sources.first().and_then(|source| source.parent()).expect("a bot is measured");
    let [measured, quiet] =
        ["counts_lines.c", "quick_lines.c"].map(|name| submission(&bots.join(name)));
    let honest = HonestBots { measured, quiet };
    let ratios: Vec<_> = sources.iter().map(|source| compare(source, &honest)).collect();
    tell("processor time", ratios.iter().map(|ratios| ratios.0));
    tell("time on the wall", ratios.iter().map(|ratios| ratios.1));
    println!("load: {}", load().trim());
}
