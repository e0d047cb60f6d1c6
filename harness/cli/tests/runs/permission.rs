//! Programs get more power only from typed options, not from a file that somebody made.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs::File;
use std::process::Command;
use std::time::SystemTime;

use insta::assert_snapshot;

use crate::common::{Place, text};

/// A bot that leaves a trace of having been run.
const EVIL: &str =
    concat!("touch \"$(dirname \"$0\")/trace\"\n", include_str!("../common/same_move.sh"));

/// A place with the bot.
fn place() -> Place {
    let place = Place::new();
    place.write("evil.sh", EVIL);
    place
}

fn has_run(place: &Place) -> bool {
    place.path().join("trace").exists()
}

/// A run of the program without isolation that was stopped, as somebody else may have made it.
fn stopped_run(place: &Place) {
    let entrants = ["random", "hunters=evil@lines:sh evil.sh"];
    let words = "--isolation none --matches 4 --shard 1/2 --out run --quiet";
    let args = [&["league"], &entrants[..], &words.split(' ').collect::<Vec<_>>()].concat();
    assert!(place.run_args(&args).status.success());
    std::fs::remove_file(place.path().join("trace")).unwrap();
    place.prints("merge run --out mine --partial");
    assert!(!has_run(place));
}

#[test]
fn a_run_without_isolation_is_gone_on_with_only_if_that_is_typed() {
    let place = place();
    stopped_run(&place);
    assert_snapshot!(place.refuses("resume mine"), @"error: the run asks for --isolation none, which must be typed on the command line; it would apply to these programs: `lines:sh evil.sh`; if you trust all of them, add --isolation none");
    assert!(!has_run(&place));
    let told = place.run("resume mine --isolation none");
    assert!(text(&told.stderr).contains("WARNING: --isolation none"));
    assert!(told.status.success(), "{}", text(&told.stderr));
    assert!(has_run(&place));
}

#[test]
fn a_run_that_was_played_with_isolation_is_not_gone_on_with_without() {
    let place = place();
    stopped_run(&place);
    let toml = text(&place.read("mine/run.toml")).replace("kind = \"none\"", "kind = \"full\"");
    place.write("mine/run.toml", toml);
    let error = place.refuses("resume mine --isolation none");
    assert!(error.contains("isolation.kind: there \"full\", here \"none\""), "{error}");
    assert!(!has_run(&place));
}

#[test]
fn a_plan_that_asks_for_less_isolation_is_not_played_for_that() {
    let place = place();
    let plan = "entrants = [\"random\", \"hunters=evil@lines:sh evil.sh\"]\nmatches = 1\n";
    place.write("plan.toml", format!("isolation = \"none\"\n{plan}"));
    let error = "error: plan.toml asks for --isolation none, which must be typed on the command \
                 line; it would apply to these programs: `hunters=evil@lines:sh evil.sh`; if you \
                 trust all of them, add --isolation none";
    assert_eq!(place.refuses("league --config plan.toml"), error);
    assert_eq!(place.refuses("slurm plan.toml --shards 1"), error);
    place.write("waived.toml", format!("waive = [\"memory\", \"sockets\"]\n{plan}"));
    let error = place.refuses("league --config waived.toml");
    assert!(error.contains("asks for --waive memory --waive sockets, which must"), "{error}");
    assert!(!has_run(&place));
    place.prints("slurm plan.toml --shards 1 --isolation none --out job");
    let script = text(&place.read("job/shard.sh"));
    assert!(script.contains("isolation=--isolation=none\n"), "{script}");
}

/// A submission whose build leaves a trace.
fn submission(place: &Place) {
    std::fs::create_dir(place.path().join("sub")).unwrap();
    let trace = place.path().join("trace");
    place.write("sub/bot.sh", include_str!("../common/same_move.sh"));
    place.write(
        "sub/bot.toml",
        format!(
            "protocol = \"lines\"\n[run]\nhunters = [\"sh\", \"bot.sh\"]\n\
             [build]\ncommand = [\"touch\", {trace:?}]\n"
        ),
    );
}

#[test]
fn a_program_without_a_hash_in_run_toml_is_neither_built_nor_run() {
    let place = place();
    stopped_run(&place);
    submission(&place);
    let toml = text(&place.read("mine/run.toml"));
    let toml = toml.replace("spec = \"lines:sh evil.sh\"", "spec = \"./sub\"");
    let without = toml.lines().filter(|line| !line.starts_with("hash = "));
    place.write("mine/run.toml", without.collect::<Vec<_>>().join("\n"));
    let error = "error: entrant `evil` is a program, and run.toml has no hash of it: the file was \
                 changed";
    assert_eq!(place.refuses("resume mine"), error);
    assert_eq!(place.refuses("resume mine --entrants sub"), error);
    assert_eq!(place.refuses("resume mine --isolation none"), error);
    assert_eq!(place.refuses("merge mine --out again --partial"), error);
    assert!(!has_run(&place));
}

/// True if a command tries any limit of the machine, for a run that waives one: sandboxes are made
/// in a folder for temporary files, which no other part of it touches.
fn probes(place: &Place, run: &str, command: &str) -> bool {
    let toml = text(&place.read(&format!("{run}/run.toml")));
    assert!(toml.contains("waived = []"), "{toml}");
    place.write(&format!("{run}/run.toml"), toml.replace("waived = []", "waived = [\"memory\"]"));
    let temporary = place.path().join("temporary");
    std::fs::create_dir_all(&temporary).unwrap();
    File::open(&temporary).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
    let mut stoker = Command::new(env!("CARGO_BIN_EXE_stoker"));
    stoker.current_dir(place.path()).env("TMPDIR", &temporary).env("STOKER_TRIAL_NO_REPORT", "");
    stoker.args(command.split(' '));
    let _ = stoker.output().unwrap();
    std::fs::metadata(&temporary).unwrap().modified().unwrap() != SystemTime::UNIX_EPOCH
}

#[test]
fn nothing_is_tried_on_the_machine_where_nothing_is_run() {
    let place = place();
    stopped_run(&place);
    assert!(!probes(&place, "run", "merge run --out again --partial"));
    assert!(place.path().join("again").exists());
    assert!(probes(&place, "mine", "resume mine --isolation none --waive memory"));

    let place = self::place();
    let entrants = ["league", "random", "hunters=evil@lines:sh evil.sh"];
    let options = "--isolation none --matches 2 --out run --quiet";
    let args: Vec<_> = entrants.into_iter().chain(options.split(' ')).collect();
    assert!(place.run_args(&args).status.success());
    assert!(!probes(&place, "run", "resume run"));
}
