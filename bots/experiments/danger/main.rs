//! Learns the network that tells `phantom` the danger after a move. `docs/bots-danger.md` explains
//! it.
//!
//! `cargo bench -p stoker-bots --bench danger -- --out FOLDER` takes some minutes on two cores.

#[path = "../matches.rs"]
mod matches;
#[path = "../opponents.rs"]
mod opponents;
#[path = "../options.rs"]
mod options;
mod study;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::process::ExitCode;

use stoker_engine::Seed;

use options::{OptionError, number};
use study::{Study, StudyError, hunters};

/// What `--help` prints.
const HELP: &str = "\
Learns the danger that Dracula is in after a move from matches of phantom against the training half
of the field. docs/bots-danger.md explains it.

Usage: cargo bench -p stoker-bots --bench danger -- --out FOLDER [OPTIONS]

  --out FOLDER     Where to keep matches and networks; the last one is network-1.bin. A study that
                   was interrupted goes on with what is there.
  --seeds N        Seeds of each of the two generations; 20 hunters play each [default: 200]
  --seed N         Master seed [default: 1897]
  --threads N      Threads, which change no result; 0 for one on each core [default: 0]
";

/// Default number of seeds of each generation.
const SEEDS: u64 = 200;
/// Default master seed.
const SEED: u64 = 1897;

/// An option that cannot be followed, or a failure.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("`--out` is missing: the folder to keep everything in")]
    NoFolder,
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    Study(#[from] StudyError),
}

fn main() -> ExitCode {
    options::main(HELP, learn)
}

/// Learns, and returns where the result is.
fn learn(mut words: impl Iterator<Item = String>) -> Result<String, Failure> {
    let (mut folder, mut seeds, mut seed, mut threads) = (None, SEEDS, SEED, 0);
    while let Some(name) = words.next() {
        let mut value = || options::value(&name, &mut words);
        match name.as_str() {
            "--out" => folder = Some(PathBuf::from(value()?)),
            "--seeds" => {
                seeds = number::<NonZeroU64>(&name, value()?, "a whole number above 0")?.get();
            }
            "--seed" => seed = number(&name, value()?, "a whole number")?,
            "--threads" => threads = number(&name, value()?, "a whole number")?,
            _ => return Err(OptionError::Unknown(name).into()),
        }
    }
    let folder = folder.ok_or(Failure::NoFolder)?;
    let study = Study { folder, seed: Seed(seed), seeds, hunters: hunters() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| study.learn(|line| eprintln!("{line}")))?;
    Ok(format!("The network is {}\n", study.result().display()))
}
