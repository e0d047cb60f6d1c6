//! Learning the danger after a move: generations of matches, each with the network that was fitted
//! to the one before.

pub(crate) mod fit;
pub(crate) mod samples;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use stoker_bots::course::danger::{DISCOUNT, GROUPS, Network, WrongSize};
use stoker_bots::{BotEntry, ParamError};
use stoker_engine::Seed;
use stoker_engine::course::Course;

use crate::opponents::{of_the_ladder, studied_settings, training};
use samples::{Matches, Sample};

/// The settings with which `phantom` plays in each generation, one seed after another. Some of them
/// try moves that he would not make, so that the network learns what follows from those too.
const GENERATIONS: [&[&str]; 2] = [
    &["danger=0,guarded=1", "danger=0,guarded=1,whim=3", "danger=0,guarded=1,whim=1"],
    &[
        "danger=0.8,guarded=1",
        "danger=0.8,guarded=1,whim=3",
        "danger=0.8,guarded=1",
        "danger=0.4,guarded=1,sea=1.3",
        "danger=0,guarded=1,whim=1",
    ],
];

/// How he begins in all of them: as he did when the network was learned.
const BEGINNING: &str = "openings=10";

/// The bots of the ladder that are learned from, besides the training half of the field, with how
/// they begin.
const LADDER: [(&str, &str); 2] = [("tracker", ""), ("marshal", "openings=false")];

/// A failure to learn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StudyError {
    #[error("{}: {error}", .path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: these are not samples; delete the file to have them made again", .path.display())]
    NoSamples { path: PathBuf },
    #[error("{}: {error}; delete the file to have it fitted again", .path.display())]
    NoNetwork { path: PathBuf, error: WrongSize },
    #[error("{}: the folder is for another study: {found}\nUse another folder with --out.", .path.display())]
    OtherStudy { path: PathBuf, found: String },
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// What to learn from, and where to keep it.
pub(crate) struct Study {
    /// The folder of all files. What is there already is not made again.
    pub(crate) folder: PathBuf,
    pub(crate) seed: Seed,
    /// The number of seeds of each generation. All hunters play each of them.
    pub(crate) seeds: u64,
    /// With their settings.
    pub(crate) hunters: Vec<(BotEntry<Course>, String)>,
}

impl Study {
    /// Learns, and returns the last network. `tell` is told what is done.
    pub(crate) fn learn(&self, mut tell: impl FnMut(String)) -> Result<Arc<Network>, StudyError> {
        self.claim_folder()?;
        let mut network = None;
        for generation in 0..GENERATIONS.len() {
            let path = self.network(generation);
            if path.exists() {
                network = Some(Arc::new(read_network(&path)?));
                continue;
            }
            let samples = self.samples(generation, network.as_ref(), &mut tell)?;
            let fitted = fit::fit(&samples, self.seed);
            write(&path, &fitted.to_bytes())?;
            tell(format!("generation {generation}: fitted to {} moves", samples.len()));
            network = Some(Arc::new(fitted));
        }
        Ok(network.expect("there is at least one generation"))
    }

    /// The samples of a generation, in which `phantom` has this network.
    fn samples(
        &self,
        generation: usize,
        network: Option<&Arc<Network>>,
        mut tell: impl FnMut(String),
    ) -> Result<Vec<Sample>, StudyError> {
        let (game, hunters) = (&Arc::new(Course::default()), &self.hunters[..]);
        let common = phantom_settings();
        let mut samples = vec![];
        for (index, setting) in (0..self.seeds).zip(GENERATIONS[generation].iter().cycle()) {
            let path = self.folder.join(format!("samples-{generation}-{index:04}.bin"));
            if !path.exists() {
                let setting = &format!("{setting},{common}");
                let seed = self.seed.of_match(index).of_match(generation as u64);
                let played = Matches { game, hunters, setting, network, seed }.play()?;
                samples::write(&path, &played)?;
            }
            samples.extend(samples::read(&path)?);
            tell(format!("generation {generation}: {} of {} seeds", index + 1, self.seeds));
        }
        Ok(samples)
    }

    /// The file of the network that is fitted to a generation.
    fn network(&self, generation: usize) -> PathBuf {
        self.folder.join(format!("network-{generation}.bin"))
    }

    /// The file of the last network.
    pub(crate) fn result(&self) -> PathBuf {
        self.network(GENERATIONS.len() - 1)
    }

    /// Makes the folder, or makes sure that it is for this study.
    fn claim_folder(&self) -> Result<(), StudyError> {
        let in_folder = |error| StudyError::File { path: self.folder.clone(), error };
        fs::create_dir_all(&self.folder).map_err(in_folder)?;
        let path = self.folder.join("study.txt");
        let hunters: Vec<_> =
            self.hunters.iter().map(|(entry, setting)| spec(entry.name, setting)).collect();
        let Self { seed: Seed(seed), seeds, .. } = self;
        let wanted = format!(
            "--seed {seed} --seeds {seeds}, against {}, {GROUPS} groups of {} inputs, discount \
             {DISCOUNT}, settings {GENERATIONS:?} and {}",
            hunters.join(" "),
            Network::INPUTS,
            phantom_settings()
        );
        match fs::read_to_string(&path) {
            Ok(found) if found == wanted => Ok(()),
            Ok(found) => Err(StudyError::OtherStudy { path, found }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write(&path, wanted.as_bytes())
            }
            Err(error) => Err(StudyError::File { path, error }),
        }
    }
}

/// The hunters to learn from, with their settings.
pub(crate) fn hunters() -> Vec<(BotEntry<Course>, String)> {
    let ladder = LADDER.map(|(name, beginning)| {
        let entry = of_the_ladder(name);
        let settings = studied_settings(&entry, beginning);
        (entry, settings)
    });
    training("hunters").map(|entry| (entry, String::new())).chain(ladder).collect()
}

/// The settings that `phantom` has in all generations.
fn phantom_settings() -> String {
    studied_settings(&of_the_ladder("phantom"), BEGINNING)
}

/// A bot with its settings, as they are typed.
fn spec(name: &str, setting: &str) -> String {
    if setting.is_empty() { name.to_owned() } else { format!("{name}:{setting}") }
}

fn read_network(path: &Path) -> Result<Network, StudyError> {
    Network::from_bytes(&read(path)?)
        .map_err(|error| StudyError::NoNetwork { path: path.to_owned(), error })
}

fn read(path: &Path) -> Result<Vec<u8>, StudyError> {
    fs::read(path).map_err(|error| StudyError::File { path: path.to_owned(), error })
}

/// Writes a file that is there only when it is whole.
fn write(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    let whole = |error| StudyError::File { path: path.to_owned(), error };
    let part = path.with_extension("part");
    fs::write(&part, bytes).map_err(whole)?;
    fs::rename(&part, path).map_err(whole)
}
