//! A league from Rust: two hunters against two Draculas, 20 matches a pairing.
//!
//! ```sh
//! cargo run --release --example league
//! ```
//!
//! It writes the folder `results/from-rust` with the files of `stoker league`, and prints the
//! leaderboard. `tests/runs/from_rust.rs` runs it.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use stoker::bots::course::ruleset;
use stoker::engine::Seed;
use stoker::engine::course::Course;
use stoker::entrant::{Entrant, builtin};
use stoker::plan::{Draft, Plan};
use stoker::results::{OpenedRun, ResultTarget, RunFolder, RunSummary, read_run};
use stoker::run::league;

fn main() -> Result<(), Box<dyn Error>> {
    let summary = play(PathBuf::from("results/from-rust"))?;
    print!("{}", table(&summary));
    Ok(())
}

/// The summary of the league, which is played unless the folder holds it.
pub(crate) fn play(folder: PathBuf) -> Result<RunSummary, Box<dyn Error>> {
    let entrants = ["patrol", "tracker", "wanderer", "lurker:depth=2"].map(entrant);
    let entrants = entrants.into_iter().collect::<Result<Vec<_>, _>>()?;
    let game = Arc::new(Course::default());
    let draft = Draft { seed: Seed(7), ..Draft::new(stoker::VERSION, game, entrants, 20) };
    let plan = Plan::new(draft)?;

    let command = "cargo run --release --example league";
    let opened = RunFolder::open(&plan, command, &ResultTarget::At(folder))?;
    let mut folder = match opened {
        OpenedRun::New(folder) | OpenedRun::Stopped(folder) => folder,
        OpenedRun::Finished(folder) => return Ok(read_run(folder.path())?),
    };
    // Another thread may set this flag to stop the run; the next call resumes it.
    let stop = AtomicBool::new(false);
    Ok(league(&plan, &mut folder, 2, &(), &stop)?)
}

/// A built-in bot, named as on the command line.
fn entrant(spec: &str) -> Result<Entrant<Course>, Box<dyn Error>> {
    let (bot, params) = spec.split_once(':').unwrap_or((spec, ""));
    let (source, spec) = builtin(bot, params, ruleset()?.bots())?;
    Ok(Entrant { name: spec.clone(), spec, side: None, source, unfit: vec![] })
}

/// The leaderboard: a line for each entrant and side.
pub(crate) fn table(summary: &RunSummary) -> String {
    let mut table = String::new();
    for row in summary.report.standings() {
        if let (Some(rank), Some(mean)) = (row.rank, row.mean) {
            table += &format!("{:<8} {rank} {:<14} {:.2}\n", row.side, row.entrant, mean.value);
        }
    }
    table
}
