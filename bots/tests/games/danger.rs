//! Tests of how the danger after a move is learned: short studies, and what they fit.

#[path = "../../experiments/danger/study/mod.rs"]
mod study;

use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use stoker_bots::BotEntry;
use stoker_bots::course::danger::{GROUPS, Network};
use stoker_engine::Seed;
use stoker_engine::course::Course;

use study::samples::{self, Sample};
use study::{Study, StudyError, fit, hunters};

/// Two seeds of two kinds of hunters.
fn study(folder: &Path, seed: u64) -> Study {
    let few = |(entry, _): &(BotEntry<Course>, _)| ["chaser", "repeater"].contains(&entry.name);
    let hunters = hunters().into_iter().filter(few).collect();
    Study { folder: folder.to_owned(), seed: Seed(seed), seeds: 2, hunters }
}

fn learn(study: &Study) -> Result<Vec<u8>, StudyError> {
    study.learn(|_| ()).map(|network| network.to_bytes())
}

#[test]
fn a_study_that_was_interrupted_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let short = study(folder.path(), 5);
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let learned = one_thread.install(|| learn(&short)).unwrap();
    let moves = samples::read(&folder.path().join("samples-1-0000.bin")).unwrap();
    assert!(moves.len() > 100, "{}", moves.len());
    assert!(moves.iter().any(|sample| sample.meetings > 0.0));
    for lost in ["samples-1-0001.bin", "network-1.bin"] {
        fs::remove_file(folder.path().join(lost)).unwrap();
    }
    assert_eq!(learn(&short).unwrap(), learned);
    assert_eq!(fs::read(short.result()).unwrap(), learned);
}

#[test]
fn a_folder_of_another_study_or_with_damaged_files_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let short = study(folder.path(), 5);
    learn(&short).unwrap();
    let other = learn(&study(folder.path(), 6)).unwrap_err().to_string();
    assert!(other.contains("--seed 5") && other.contains("Use another folder"), "{other}");
    let file = |name| folder.path().join(name);
    fs::remove_file(file("network-1.bin")).unwrap();
    for damaged in [&[255; 64][..], &[255; 5]] {
        fs::write(file("samples-1-0001.bin"), damaged).unwrap();
        let error = learn(&short).unwrap_err().to_string();
        assert!(error.contains("samples-1-0001.bin: these are not samples"), "{error}");
    }
    fs::write(file("network-0.bin"), "short").unwrap();
    let error = learn(&short).unwrap_err().to_string();
    assert!(error.contains("network-0.bin: a network has"), "{error}");
}

#[test]
fn the_network_has_the_hash_that_the_page_gives() {
    let network = include_bytes!("../../src/course/dracula/danger/network.bin");
    let hash: String = Sha256::digest(network).iter().map(|byte| format!("{byte:02x}")).collect();
    let page = include_str!("../../../docs/bots-danger.md");
    assert!(page.contains(&hash), "docs/bots-danger.md has another hash than {hash}");
}

/// The expected number is 2 with the first input of the first group, and one half with the second.
#[test]
fn a_fit_finds_the_mean_number_of_meetings_of_each_kind_of_move() {
    let sample = |index: usize| {
        let mut inputs = [0; GROUPS];
        (1u16..).zip(&mut inputs[1..]).for_each(|(group, input)| *input = group * 20);
        inputs[0] = u16::from(index.is_multiple_of(2));
        let meetings = match index % 4 {
            1 => 4.0,
            0 => 1.0,
            _ => 0.0,
        };
        Sample { inputs, meetings }
    };
    let samples: Vec<_> = (0..400_000).map(sample).collect();
    let network = fit::fit(&samples, Seed(1));
    let [first, second] = [&samples[1], &samples[0]].map(|sample| network.meetings(&sample.inputs));
    assert!((first - 2.0).abs() < 0.1 && (second - 0.5).abs() < 0.05, "{first} {second}");
    assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
}
