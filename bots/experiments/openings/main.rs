//! Solves where the bots begin under free starts. `docs/bots-openings.md` explains it.
//!
//! `cargo bench -p stoker-bots --bench openings -- hunters` takes about half an hour on two cores.

#[path = "../matches.rs"]
mod matches;
#[path = "../opponents.rs"]
mod opponents;
#[path = "../options.rs"]
mod options;
#[path = "../pairing.rs"]
mod pairing;
mod study;

use std::fs::{self, OpenOptions};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use stoker_engine::Seed;

use options::{OptionError, number};
use study::hunters::Search;
use study::{dracula, hunters, report};

/// What `--help` prints.
const HELP: &str = "\
Solves how to begin under free starts, from matches against the training half of the field and the
ladder. docs/bots-openings.md explains the tables. With the defaults, either side takes about half an
hour on two cores; a run that is interrupted begins anew.

Usage: cargo bench -p stoker-bots --bench openings -- SIDE [OPTIONS]

  SIDE             hunters: finds openings for marshal and strategist, and solves their mixture
                   dracula: solves from how many of the best places phantom and mastermind draw
  --out FILE       Where to write the mixture, in the form that the bots read, when it is solved
  --candidates N   For hunters: openings to draw at the beginning [default: 256]
  --finalists N    For hunters: openings that the mixture can have [default: 12]
  --matches N      Matches of each finalist, or each number of places, against each opponent
                   [default: 200]
  --seed N         Master seed [default: 1893]
  --threads N      Threads, which change no result; 0 for one on each core [default: 0]
";

/// Default number of openings drawn.
const CANDIDATES: usize = 256;
/// Default number of openings that the mixture can have.
const FINALISTS: usize = 12;
/// Number of times that the best are varied.
const GENERATIONS: u32 = 3;
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
    #[error("the side is `{0}`, but must be hunters or dracula")]
    Side(String),
    #[error("`{0}` is for hunters only")]
    HuntersOnly(String),
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: std::io::Error },
}

/// Whose openings are solved.
#[derive(Debug, Clone, Copy)]
enum Side {
    Hunters(Search),
    Dracula,
}

impl Side {
    fn parse(word: Option<&str>) -> Result<Self, Failure> {
        match word {
            Some("hunters") => {
                let (candidates, finalists) = (CANDIDATES, FINALISTS);
                Ok(Self::Hunters(Search { candidates, finalists, generations: GENERATIONS }))
            }
            Some("dracula") => Ok(Self::Dracula),
            Some(other) => Err(Failure::Side(other.to_owned())),
            None => Err(Failure::NoSide),
        }
    }

    /// How the hunters' openings are searched for; an error if an option about it was given for
    /// Dracula.
    fn search(&mut self, option: &str) -> Result<&mut Search, Failure> {
        match self {
            Self::Hunters(search) => Ok(search),
            Self::Dracula => Err(Failure::HuntersOnly(option.to_owned())),
        }
    }
}

/// The options given.
struct Request {
    side: Side,
    out: Option<PathBuf>,
    matches: u64,
    seed: Seed,
    threads: usize,
}

fn main() -> ExitCode {
    options::main(HELP, |words| Request::parse(words)?.run())
}

impl Request {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut request = Self {
            side: Side::parse(words.next().as_deref())?,
            out: None,
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
                    request.side.search(&name)?.candidates =
                        number::<NonZeroUsize>(&name, value()?, above)?.get();
                }
                "--finalists" => {
                    request.side.search(&name)?.finalists =
                        number::<NonZeroUsize>(&name, value()?, above)?.get();
                }
                "--matches" => {
                    request.matches = number::<NonZeroU64>(&name, value()?, above)?.get();
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
        let &Self { matches, seed, .. } = self;
        if let Some(path) = &self.out {
            // If it cannot be written, that should not be known only after half an hour. What is
            // there stays there until then.
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.map_err(|error| unwritten(path, error))?;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let (columns, payoffs) = pool.install(|| match self.side {
            Side::Hunters(search) => {
                let study = hunters::Study::new(seed, search, matches);
                (hunters::COLUMNS, study.play(|line| eprintln!("{line}")))
            }
            Side::Dracula => {
                let study = dracula::Study::new(seed, matches);
                (dracula::COLUMNS, study.play(|line| eprintln!("{line}")))
            }
        });
        let solved = payoffs.solve();
        if let Some(path) = &self.out {
            fs::write(path, report::csv(columns, &solved))
                .map_err(|error| unwritten(path, error))?;
        }
        Ok(report::tables(columns, &solved))
    }
}

fn unwritten(path: &Path, error: std::io::Error) -> Failure {
    Failure::File { path: path.to_owned(), error }
}
