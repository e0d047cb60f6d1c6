mod exchanged;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use stoker_bots::course::SUBMISSIONS;
use stoker_sandbox::Isolation;
use tempfile::TempDir;

use super::*;
use crate::SandboxOptions;
use crate::build::{Again, Kit, Store};
use crate::spec::Spec;

const TERMS: Terms<'_> =
    Terms { ruleset: "course", kinds: &["hunters", "dracula"], form: Some(SUBMISSIONS) };

/// Prepares an entrant that needs no build.
fn prepared(text: &str) -> Result<Vec<Prepared>, PrepareError> {
    let (stop, store) = (AtomicBool::new(false), TempDir::new().unwrap());
    let bench = Workbench {
        sandbox_options: &SandboxOptions::new(Isolation::None),
        store: Store::at(store.path().to_owned()),
        kit: Some(Kit::new(vec![], "/nowhere".into())),
        again: Again::IfChanged,
        slot: 0,
        wall: Workbench::WALL,
        stop: &stop,
    };
    let what = Spec::parse(text).unwrap().what;
    prepare(&what, TERMS, Limits::default(), &bench)
}

fn folder(bot_toml: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("bot.toml"), bot_toml).unwrap();
    folder
}

fn one(folder: &Path) -> Prepared {
    let mut all = prepared(folder.to_str().unwrap()).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn a_submission_is_run_as_it_says_but_with_no_more_than_there_is() {
    let folder = folder(
        "name = \"fox\"\nprotocol = \"course\"\nmemory = \"used\"\ncodes = \"earlier\"\n\
         [run]\nhunters = [\"./fox\", \"-v\"]\n[limits]\ncpu_ms = 100\nmemory_mib = 100000\n",
    );
    let Prepared { name, spec, runnable, unfit, inside, built } = one(folder.path());
    assert_eq!((name.as_str(), unfit, inside), ("fox", vec![], None));
    assert_eq!(spec, folder.path().to_str().unwrap());
    assert_eq!(runnable.protocol, Protocol::Plays);
    assert_eq!((runnable.memory, runnable.codes), (MemoryMeasure::Used, Codes::Earlier));
    assert_eq!(runnable.commands.of("hunters").unwrap(), ["./fox", "-v"]);
    assert_eq!(runnable.commands.of("dracula"), None);
    assert_eq!(runnable.limits.cpu_ms, 100);
    assert_eq!(runnable.limits.memory_mib, Limits::default().memory_mib);
    assert!(
        runnable
            .folder
            .unwrap()
            .ends_with(Path::new("submissions").join(&runnable.hash).join("work"))
    );
    assert_eq!(runnable.hash, built.unwrap().hash);
}

#[test]
fn what_is_wrong_with_a_submission_is_an_entrant_that_plays_nothing() {
    let wrong = [
        ("protocol = 1", "bot.toml:1: "),
        ("protocol = \"lines\"\n[run]\nhunter = [\"a\"]", "no side `hunter`: did you mean"),
        (
            "ruleset = \"toy\"\nprotocol = \"lines\"\n[run]\nhunters = [\"a\"]",
            "bot.toml:1: this program plays `toy`, not `course`",
        ),
    ];
    for (text, reason) in wrong {
        let folder = folder(text);
        let Prepared { unfit, .. } = one(folder.path());
        assert_eq!(unfit.iter().map(|unfit| unfit.side.as_str()).collect::<Vec<_>>(), TERMS.kinds);
        let EntrantStatus::Unfit(said) = &unfit[0].status else { panic!("{unfit:?}") };
        assert!(said.contains(reason), "{said}");
    }
    assert_eq!(one(TempDir::new().unwrap().path()).unfit.len(), 2);
    assert!(matches!(prepared("./not/there"), Err(PrepareError::Find(_))));
}

#[test]
fn a_program_for_several_rulesets_plays_its_sides_of_this_one() {
    let folder = folder(
        "ruleset = [\"toy\", \"course\"]\nprotocol = \"lines\"\n\
         [run]\nfirst = [\"a\"]\nhunters = [\"b\"]\n",
    );
    let Prepared { runnable, unfit, .. } = one(folder.path());
    assert_eq!(unfit, []);
    assert_eq!(runnable.commands.of("hunters").unwrap(), ["b"]);
    assert_eq!(runnable.commands.of("first"), None);
}

#[test]
fn a_command_plays_every_side_in_an_empty_folder() {
    let Prepared { name, spec, runnable, .. } =
        prepared("lines:python3  'a b.py' x").unwrap().remove(0);
    assert_eq!((name.as_str(), spec.as_str()), ("a-b.py", "lines:python3  'a b.py' x"));
    assert_eq!(runnable.commands.of("anything").unwrap(), ["python3", "a b.py", "x"]);
    assert_eq!(runnable.folder, None);
    assert!(matches!(prepared("lines:'x"), Err(PrepareError::Command(_))));
}
