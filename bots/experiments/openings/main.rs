//! Solves where the bots begin under free starts. `docs/bots-openings.md` explains
//! it.
//!
//! `cargo bench -p stoker-bots --bench openings` takes some minutes on two cores.

#[path = "../matches.rs"]
mod matches;
#[path = "../options.rs"]
mod options;
#[path = "../pairing.rs"]
mod pairing;
mod study;

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;

use stoker_engine::Seed;

use options::{OptionError, number};
use study::{dracula, hunters, report};

/// What `--help` prints.
const HELP: &str = "\
Solves how to begin under free starts, from matches against the training half of the field and the
ladder. docs/bots-openings.md explains the tables.

Usage: cargo bench -p stoker-bots --bench openings -- SIDE [OPTIONS]

  SIDE             hunters: finds openings for marshal and strategist, and mixes them
                   dracula: of how many good places phantom and mastermind draw one
  --out FILE       Where to write the mixture as the bots read it
  --candidates N   Openings of the hunters to draw at the beginning [default: 256]
  --finalists N    Openings that their mixture can have [default: 12]
  --matches N      Matches of each finalist, or each number of places, against each opponent
                   [default: 200]
  --seed N         Master seed [default: 1893]
  --threads N      Threads, which change no result; 0 for one on each core [default: 0]
";

/// Default number of openings drawn.
const CANDIDATES: usize = 256;
/// Default number of openings that the mixture can have.
const FINALISTS: usize = 12;
/// Default number of matches of each option against each opponent.
const MATCHES: u64 = 200;
/// Default master seed.
const SEED: u64 = 1893;

/// An option that cannot be followed, or a failure.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("a side is missing: hunters or dracula")]
    NoSide,
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: std::io::Error },
}

/// Whose beginning is solved.
#[derive(Debug, Clone, Copy)]
enum Side {
    Hunters,
    Dracula,
}

/// The options given.
struct Request {
    side: Side,
    out: Option<PathBuf>,
    candidates: usize,
    finalists: usize,
    matches: u64,
    seed: Seed,
    threads: usize,
}

fn main() -> ExitCode {
    options::main(HELP, |words| Request::parse(words)?.run())
}

impl Request {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let side = match words.next().as_deref() {
            Some("hunters") => Side::Hunters,
            Some("dracula") => Side::Dracula,
            _ => return Err(Failure::NoSide),
        };
        let mut request = Self {
            side,
            out: None,
            candidates: CANDIDATES,
            finalists: FINALISTS,
            matches: MATCHES,
            seed: Seed(SEED),
            threads: 0,
        };
        let above = "a whole number above 0";
        while let Some(name) = words.next() {
            let mut value = || options::value(&name, &mut words);
            match name.as_str() {
                "--out" => request.out = Some(PathBuf::from(value()?)),
                "--candidates" => {
                    request.candidates = number::<NonZeroUsize>(&name, value()?, above)?.get();
                }
                "--finalists" => {
                    request.finalists = number::<NonZeroUsize>(&name, value()?, above)?.get();
                }
                "--matches" => {
                    request.matches = number::<NonZeroU64>(&name, value()?, above)?.get()
                }
                "--seed" => request.seed = Seed(number(&name, value()?, "a whole number")?),
                "--threads" => request.threads = number(&name, value()?, "a whole number")?,
                _ => return Err(OptionError::Unknown(name).into()),
            }
        }
        Ok(request)
    }

    /// Plays and solves, and returns the tables.
    fn run(&self) -> Result<String, Failure> {
        let &Self { candidates, finalists, matches, seed, .. } = self;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let (columns, payoffs) = pool.install(|| match self.side {
            Side::Hunters => {
                let study = hunters::Study::new(seed, candidates, finalists, matches);
                (hunters::COLUMNS, study.play(|line| eprintln!("{line}")))
            }
            Side::Dracula => {
                let study = dracula::Study::new(seed, matches);
                (dracula::COLUMNS, study.play(|line| eprintln!("{line}")))
            }
        });
        if let Some(path) = &self.out {
            fs::write(path, report::csv(columns, &payoffs))
                .map_err(|error| Failure::File { path: path.clone(), error })?;
        }
        Ok(report::tables(columns, &payoffs))
    }
}
