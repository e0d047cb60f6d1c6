//! The gates that a searching Dracula has to pass on the field of strangers.
//!
//! He plays all hunters of one half of the field with free starts, and other Draculas play the same
//! seeds. The first tables say against whom he loses more than they do. The last one says how each
//! of them plays: how soon he is met, where, and what he risks. `docs/bots-field.md` explains the
//! figures.
//!
//! `cargo bench -p stoker-bots --bench gates` takes some minutes on two cores. Options may follow
//! after `--`; `--help` lists them.

#[path = "../matches.rs"]
mod matches;
#[path = "../options.rs"]
mod options;
#[path = "../pairing.rs"]
mod pairing;
mod study;

use std::num::NonZeroU64;
use std::process::ExitCode;
use std::sync::Arc;

use stoker_bots::field::Half;
use stoker_bots::{BotEntry, ParamError, Values, course};
use stoker_engine::Seed;
use stoker_engine::course::Course;

use options::{OptionError, number};
use study::{Player, Study};

/// What `--help` prints.
const HELP: &str = "\
Measures a searching Dracula on the field of strangers: against whom he loses more than others do,
and how he plays. docs/bots-field.md explains the tables.

Usage: cargo bench -p stoker-bots --bench gates -- [OPTIONS]

  --half HALF      training, or held-out: the half of the hunters that only measures [default: training]
  --hunters A,B    Only these hunters of the half
  --matches N      Matches of each pairing [default: 16]
  --seed N         Master seed [default: 2212]
  --threads N      Threads, which change no result; 0 for one on each core [default: 0]
  --bot SPEC       The Dracula who is examined, such as mastermind:playouts=24 [default: mastermind]
  --against SPEC   One that he is compared with; may be repeated [default: phantom and lurker]
";

/// Default number of matches of each pairing.
const MATCHES: u64 = 16;
/// Default master seed.
const SEED: u64 = 2212;
/// The Dracula who is examined by default, and those that he is compared with.
const BOT: &str = "mastermind";
const AGAINST: [&str; 2] = ["phantom", "lurker"];

/// An option that cannot be followed.
#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("there is no Dracula `{0}`")]
    Dracula(String),
    #[error("there are no hunters `{name}` in the {half} half")]
    Hunters { name: String, half: Half },
    #[error("`{spec}`: {source}")]
    Param { spec: String, source: ParamError },
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

fn main() -> ExitCode {
    options::main(HELP, |words| Request::parse(words)?.run())
}

/// The options given.
struct Request {
    half: Half,
    /// The hunters to play; `None` for all of the half.
    hunters: Option<Vec<String>>,
    matches: u64,
    seed: u64,
    /// The number of threads; 0 for one on each core.
    threads: usize,
    bot: String,
    against: Vec<String>,
}

impl Request {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, RequestError> {
        let mut request = Self {
            half: Half::Training,
            hunters: None,
            matches: MATCHES,
            seed: SEED,
            threads: 0,
            bot: BOT.to_owned(),
            against: vec![],
        };
        while let Some(name) = words.next() {
            let mut value = || options::value(&name, &mut words);
            match name.as_str() {
                "--half" => request.half = half(value()?)?,
                "--hunters" => {
                    request.hunters = Some(value()?.split(',').map(str::to_owned).collect());
                }
                "--matches" => {
                    let above = "a whole number above 0";
                    request.matches = number::<NonZeroU64>(&name, value()?, above)?.get();
                }
                "--seed" => request.seed = number(&name, value()?, "a whole number")?,
                "--threads" => request.threads = number(&name, value()?, "a whole number")?,
                "--bot" => request.bot = value()?,
                "--against" => request.against.push(value()?),
                _ => return Err(OptionError::Unknown(name).into()),
            }
        }
        if request.against.is_empty() {
            request.against = AGAINST.map(str::to_owned).to_vec();
        }
        Ok(request)
    }

    /// Plays the study, and returns its tables.
    fn run(&self) -> Result<String, RequestError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let specs = std::iter::once(&self.bot).chain(&self.against);
        let study = Study {
            game: Arc::new(Course::default()),
            draculas: specs.map(|spec| dracula(spec)).collect::<Result<_, _>>()?,
            hunters: self.hunters()?.into_iter().map(Player::plain).collect(),
            matches: self.matches,
            seed: Seed(self.seed),
        };
        let played = pool.install(|| study.play());
        let Self { half, matches, seed, .. } = self;
        let head = format!("{half} half, matches a pairing: {matches}, seed {seed}, free starts");
        Ok(format!("{head}\n\n{}", study.report(&played)))
    }

    /// The hunters to play, in the field's order.
    fn hunters(&self) -> Result<Vec<BotEntry<Course>>, RequestError> {
        let field = course::field().into_iter().filter(|bot| bot.half == self.half);
        let mut hunters: Vec<_> =
            field.map(|bot| bot.entry).filter(|entry| entry.sides.contains(&"hunters")).collect();
        let Some(named) = &self.hunters else { return Ok(hunters) };
        if let Some(name) =
            named.iter().find(|name| hunters.iter().all(|entry| entry.name != name.as_str()))
        {
            return Err(RequestError::Hunters { name: name.clone(), half: self.half });
        }
        hunters.retain(|entry| named.iter().any(|name| name == entry.name));
        Ok(hunters)
    }
}

fn half(value: String) -> Result<Half, OptionError> {
    let half = [Half::Training, Half::HeldOut].into_iter().find(|half| half.word() == value);
    let name = "--half".to_owned();
    half.ok_or(OptionError::Value { name, value, allowed: "training or held-out" })
}

/// A Dracula by its name, with settings after a colon.
fn dracula(spec: &str) -> Result<Player, RequestError> {
    let (name, setting) = spec.split_once(':').unwrap_or((spec, ""));
    let field = course::field().into_iter().map(|bot| bot.entry);
    let mut draculas = course::bots().into_iter().chain(field);
    let plays = |entry: &BotEntry<Course>| {
        entry.name == name && (entry.sides.is_empty() || entry.sides.contains(&"dracula"))
    };
    let entry = draculas.find(plays).ok_or_else(|| RequestError::Dracula(name.to_owned()))?;
    let values = Values::parse(setting, entry.params)
        .map_err(|source| RequestError::Param { spec: spec.to_owned(), source })?;
    Ok(Player { spec: spec.to_owned(), entry, values })
}
