//! The cost of every hostile bot of the tests, in processor time of the harness itself.
//!
//! `cargo bench -p stoker --bench hostile`; names of bots after `--` measure only these. Needs a C
//! compiler and Python. A bot plays ten turns in a sandbox, each with half a second of processor
//! time and one second on the wall; the first, which makes the sandbox, is left out. Prints the
//! median, the turn that came nearest to the promised bound, and if it was kept.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

#[path = "../tests/hostile/seat.rs"]
mod seat;

use std::path::{Path, PathBuf};
use std::process::Command;

use seat::{Table, Turn};
use stoker::external::Limits;
use stoker::spec::Protocol;
use stoker_launcher::Isolation;

const TURNS: usize = 10;

/// A bot, ready in a folder: the words that run it, and what it speaks.
fn prepare(source: &Path, folder: &Path) -> (Vec<String>, Protocol) {
    let name = source.file_stem().unwrap().to_string_lossy();
    if source.extension() == Some("py".as_ref()) {
        let library = source.with_file_name("lines.py");
        for (from, to) in [(source, "bot.py"), (&library, "lines.py")] {
            std::fs::copy(from, folder.join(to)).unwrap();
        }
        return (["python3", "bot.py"].map(str::to_owned).into(), Protocol::Lines);
    }
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-o"]).arg(folder.join("bot")).arg(source);
    assert!(compiler.status().unwrap().success());
    let lines = name.ends_with("_lines");
    (vec!["./bot".to_owned()], if lines { Protocol::Lines } else { Protocol::Course })
}

fn measure(source: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let (command, protocol) = prepare(source, folder.path());
    std::fs::write(folder.path().join("targets"), "").unwrap();
    let limits = Limits { cpu_ms: 500, wall_ms: 1_000, ..Limits::default() };
    let mut table = Table::new(command, folder.path(), protocol, limits, Isolation::Full);
    let mut turns: Vec<Turn> = (0..TURNS).map(|_| table.turn()).skip(1).collect();
    turns.sort_by_key(|turn| turn.cost);
    let median = turns[turns.len() / 2].cost;
    let share = |turn: &Turn| turn.cost.as_secs_f64() / turn.promised().as_secs_f64();
    let worst = turns.iter().max_by(|a, b| share(a).total_cmp(&share(b))).unwrap();
    let kept = if share(worst) <= 1.0 { "kept" } else { "missed" };
    let name = source.file_stem().unwrap().to_string_lossy();
    let replies = turns.iter().filter(|turn| turn.answer.result.is_ok()).count();
    let Turn { cost, wall, .. } = worst;
    println!("{name}: {replies} replies, {median:.2?}; worst {cost:.2?} of {wall:.1?}: {kept}");
}

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/bots");
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    sources.sort();
    for source in sources {
        let name = source.file_stem().unwrap().to_string_lossy();
        let is_bot = source.extension() != Some("h".as_ref()) && name != "lines";
        if is_bot && (wanted.is_empty() || wanted.iter().any(|word| *word == name)) {
            measure(&source);
        }
    }
}
