//! `--still`, in folders whose names have spaces: `run.toml` says what programs really saw.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::common::{Place, text};

/// The library that makes clocks stand, built if it is not there yet.
static CLOCK: LazyLock<PathBuf> = LazyLock::new(|| {
    let built = Path::new(env!("CARGO_BIN_EXE_stoker")).parent().expect("it is in a folder");
    let clock = built.join("libstoker_clock.so");
    if !clock.exists() {
        let mut command = Command::new(env!("CARGO"));
        command.args(["build", "--quiet", "--package", "stoker-clock"]);
        command.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        command.env("CARGO_TARGET_DIR", built.parent().expect("it is in a folder"));
        assert!(command.status().expect("cargo is there").success());
    }
    clock
});

/// Stays at sea if it is 2020, and says what time it is if not.
const BOT: &str = "\
case $(date +%Y) in 2020) move=NS ;; *) move=$(date +%s) ;; esac
echo \"{\\\"move\\\": \\\"$move\\\", \\\"message\\\": \\\"\\\"}\"
";

/// A folder with a space in its name: `stoker` in it, a library beside it, a bot.
fn arena(clock: impl FnOnce(&Path)) -> Place {
    let place = Place::new();
    let home = place.path().join("a home");
    for name in ["bot", "tmp"] {
        fs::create_dir_all(home.join(name)).expect("there is room");
    }
    // Not copied by this process: a process that another test starts meanwhile would hold the copy
    // open for writing, and a program that is being written cannot be run.
    let mut copy = Command::new("cp");
    copy.arg(env!("CARGO_BIN_EXE_stoker")).arg(home.join("stoker"));
    assert!(copy.status().expect("cp is there").success());
    clock(&home.join("libstoker_clock.so"));
    place.write("a home/bot/bot.sh", BOT);
    let short = "[params]\nstart_score = 4\nlife_loss_trap = 0\nlife_loss_dracula = 0\n";
    place.write("a home/short.toml", short);
    let told = "protocol = \"course\"\n[run]\nhunters = [\"sh\", \"bot.sh\"]\n";
    place.write("a home/bot/bot.toml", told);
    place
}

fn league(place: &Place, isolation: &str) -> Output {
    let home = place.path().join("a home");
    let mut command = Command::new(home.join("stoker"));
    command.args(["league", "hunters=./bot", "dracula=wanderer", "--matches", "1"]);
    command.args(["--starts", "free", "--config", "short.toml", "--out", "run", "--still"]);
    command.args(["--isolation", isolation]);
    command.env("STOKER_BUILDS", home.join("builds")).env("TMPDIR", home.join("tmp"));
    command.current_dir(home).output().expect("stoker runs")
}

/// The isolations of this machine.
fn isolations() -> Vec<&'static str> {
    let bwrap = Path::new("/usr/bin/bwrap").exists().then_some("bwrap");
    ["full", "none"].into_iter().chain(bwrap).collect()
}

#[test]
fn bots_see_a_still_clock_and_run_toml_says_so() {
    let place = arena(|to| {
        fs::copy(&*CLOCK, to).expect("there is room");
    });
    for isolation in isolations() {
        let output = league(&place, isolation);
        assert_eq!(output.status.code(), Some(0), "{isolation}: {}", text(&output.stderr));
        let read = |name: &str| {
            let path = place.path().join("a home/run").join(name);
            fs::read_to_string(path).expect("it was written")
        };
        let faults = read("faults.csv");
        assert_eq!(faults.lines().count(), 1, "{isolation}: {faults}");
        let run = read("run.toml");
        for line in ["still = true", "still-clock = \"a library\"", "fixed-addresses = "] {
            assert!(run.contains(line), "{isolation}: {run}");
        }
        fs::remove_dir_all(place.path().join("a home/run")).expect("it is ours");
    }
}

#[test]
fn a_clock_that_does_nothing_is_refused_before_anything_is_played() {
    let place = arena(|to| fs::write(to, "no library").expect("there is room"));
    for isolation in isolations() {
        let output = league(&place, isolation);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{isolation}: {said}");
        assert!(said.contains("--still cannot give bots a still clock"), "{isolation}: {said}");
        assert!(!place.path().join("a home/run").exists());
    }
}
