//! Matches that cannot be decided: their effect on the match, the files and the messages.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use insta::assert_snapshot;
use stoker::entrant::{BotSource, Entrant, Values};
use stoker::external::runnable::{Codes, Commands, MemoryMeasure};
use stoker::external::{Limits, Program, Runnable, SandboxOptions};
use stoker::plan::{Draft, Plan};
use stoker::registry::Registry;
use stoker::results::{Completion, OpenedRun, ResultTarget, RunFolder, RunSummary, read_manifest};
use stoker::run::league;
use stoker::spec::Protocol;
use stoker::storage::open as open_run;
use stoker_engine::course::{Course, Params};
use stoker_engine::map::BuiltinMap;
use stoker_sandbox::Isolation;

use crate::common::{Place, text};

/// A hunter that always wants to go to the same place.
const TALKER: &str = include_str!("../common/same_move.sh");

const LEAGUE: &str = "league ./talker random --config short.toml --isolation none --records all";

/// A folder with that bot.
fn place() -> Place {
    let place = Place::new();
    fs::create_dir(place.path().join("talker")).unwrap();
    place.write("talker/bot", TALKER);
    let told = "protocol = \"lines\"\n[run]\nhunters = [\"/bin/sh\", \"bot\"]\n";
    place.write("talker/bot.toml", told);
    place.write("short.toml", "[params]\nstart_score = 3\n");
    place
}

/// Records matches of a run that keeps its journal as void, as if the machine had failed in them.
fn void_out(place: &Place, run: &str, voids: &[u64], reason: &str) {
    let segment = format!("{run}/journal/segment-000001");
    let voided = |line: &str| {
        let (_, entry) = line.split_once('\t').unwrap();
        let number = entry.split('\t').next().and_then(|number| number.parse().ok());
        let Some(number) = number.filter(|number| voids.contains(number)) else {
            return line.to_owned() + "\n";
        };
        let entry = format!("{number}\tvoid\t{reason}");
        format!("{:08x}\t{entry}\n", crc32fast::hash(entry.as_bytes()))
    };
    let lines: String = text(&place.read(&segment)).lines().map(voided).collect();
    place.write(&segment, lines);
}

/// A run with this number of matches per pairing, in which these matches are void.
fn run_with(place: &Place, matches: u64, voids: &[u64]) {
    place.prints(&format!("{LEAGUE} --matches {matches} --shard 1/1 --out part --quiet"));
    void_out(place, "part", voids, "no sandbox could be opened");
    let many = voids.len() as u64 * 100 > 2 * matches;
    let merged = place.run("merge part --out run --quiet");
    assert_eq!(merged.status.code(), Some(if many { 3 } else { 0 }), "{}", text(&merged.stderr));
}

#[test]
fn a_run_with_many_void_matches_says_so_in_files_status_and_words() {
    let place = place();
    run_with(&place, 8, &[3, 10]);
    assert!(text(&place.read("run/run.toml")).contains("\nvoid = 2\n"));
    let rows = text(&place.read("run/matches.csv"));
    let row = rows.lines().nth(1 + 3).unwrap();
    assert!(row.starts_with("3,") && row.ends_with(",,,no sandbox could be opened"), "{row}");
    let shown = place.run("resume run");
    assert_eq!(shown.status.code(), Some(3));
    let told = text(&shown.stdout);
    let end: Vec<&str> = told.lines().rev().take(3).collect();
    assert_snapshot!(end.into_iter().rev().collect::<Vec<_>>().join("\n"), @r"
    16 matches; results in run
    2 of 16 matches are void, more than 1%: not decided, and not counted above; matches.csv says why
    to play void matches again: stoker resume --again-void run --isolation none
    ");
    let json: serde_json::Value =
        serde_json::from_slice(&place.run("resume run --json --quiet").stdout).unwrap();
    assert_eq!((&json["matches_played"], &json["void"]), (&14.into(), &2.into()));
}

#[test]
fn a_few_void_matches_are_no_reason_for_another_status() {
    let place = place();
    run_with(&place, 50, &[7]);
    assert_eq!(place.run("resume run --quiet").status.code(), Some(0));
}

#[test]
fn void_matches_are_played_once_more_when_that_is_asked_for_and_not_before() {
    let place = place();
    run_with(&place, 6, &[2, 5]);
    let before = place.files("run");
    assert_eq!(place.run("resume run").status.code(), Some(3));
    assert!(place.files("run") == before);
    // A run.toml alone does not allow programs to run without isolation.
    assert_eq!(place.run("resume run --again-void").status.code(), Some(2));
    let again = place.run("resume run --again-void --isolation none");
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(text(&again.stderr).contains("2 void matches are played again\n"));
    place.prints(&format!("{LEAGUE} --matches 6 --out straight --quiet"));
    assert!(place.files("run")["matches.csv"] == place.read("straight/matches.csv"));
    let records = "records.jsonl.zst";
    assert!(place.files("run")[records] == place.read(&format!("straight/{records}")));
    let nothing = place.run("resume run --again-void");
    assert_eq!(nothing.status.code(), Some(0));
    assert!(text(&nothing.stderr).contains("already finished"), "{}", text(&nothing.stderr));
}

#[test]
fn a_later_season_takes_void_matches_as_they_are() {
    let place = place();
    run_with(&place, 6, &[2, 5]);
    let again = place.run(&format!("{LEAGUE} --matches 8 --reuse run --out next --quiet"));
    assert_eq!(again.status.code(), Some(3), "{}", text(&again.stderr));
    let [before, after] =
        ["run", "next"].map(|run| text(&place.read(&format!("{run}/matches.csv"))));
    assert!(after.starts_with(&before));
}

#[test]
fn a_void_match_has_no_record_to_verify_or_to_replay() {
    let place = place();
    run_with(&place, 4, &[2, 5]);
    let verified = place.prints("verify run/records.jsonl.zst");
    assert!(
        verified.starts_with("6 games, ") && verified.ends_with(" 0 mismatches\n"),
        "{verified}"
    );
    assert_snapshot!(place.refuses("replay run/records.jsonl.zst --match 2"), @"error: match 2 is void, so there is nothing to show: it could not be decided (no sandbox could be opened); `stoker resume --again-void` plays such matches again");
}

#[test]
fn a_run_of_void_matches_alone_has_no_record_and_nothing_wrong() {
    let place = place();
    run_with(&place, 2, &[0, 1, 2, 3]);
    assert_eq!(
        place.prints("verify run/records.jsonl.zst"),
        "0 games, 0 decisions, 0 mismatches\n"
    );
    assert!(place.prints("verify run").ends_with("0 games, 0 decisions, 0 mismatches\n"));
}

#[test]
fn a_run_with_void_matches_agrees_with_itself_until_one_is_changed() {
    let place = place();
    run_with(&place, 4, &[2, 5]);
    let told = place.prints("verify run");
    assert!(told.starts_with("run: 8 matches, 6 with a record; compared: "), "{told}");
    for (file, from, to) in [
        ("matches.csv", ",,no sandbox could be opened", ",,"),
        ("matches.csv", ",,,no sandbox", ",7,,no sandbox"),
        ("matches.csv", ",,no sandbox", ",,no room for a sandbox"),
        ("leaderboard.csv", ",ok,,", ",ok,,1"),
        ("faults.csv", "\n0,", "\n2,"),
        ("run.toml", "\nvoid = 2", "\nvoid = 1"),
    ] {
        let path = format!("run/{file}");
        let before = text(&place.read(&path));
        assert!(before.contains(from), "{from}: {before}");
        place.write(&path, before.replacen(from, to, 1));
        let output = place.run("verify run");
        place.write(&path, before);
        // No other file says why a match is void.
        let status = if to.contains("room") { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(status), "{from}: {}", text(&output.stdout));
    }
}

#[test]
fn void_rows_that_were_changed_are_findings() {
    let place = place();
    run_with(&place, 4, &[2, 5]);
    let finds = |file: &str, from: &str, to: &str| {
        let path = format!("run/{file}");
        let before = text(&place.read(&path));
        assert!(before.contains(from), "{from}: {before}");
        place.write(&path, before.replacen(from, to, 1));
        let output = place.run("verify run/records.jsonl.zst");
        place.write(&path, before);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        text(&output.stdout).lines().take(3).collect::<Vec<_>>().join("\n")
    };
    assert_snapshot!(finds("matches.csv", ",,no sandbox could be opened", ",,"), @r"
    run/run.toml: progress.void
      expected 1
      got      2
    ");
    assert_snapshot!(finds("matches.csv", ",,,no sandbox", ",7,,no sandbox"), @r"
    run/matches.csv: line 4: hash
      expected nothing, because it is void
      got      7
    ");
    assert_snapshot!(finds("matches.csv", ",,no sandbox", ",,no\u{1b}[2J sandbox"), @r"
    run/matches.csv: line 4: void
      expected a plain line
      got      no�[2J sandbox could be opened
    ");
    assert_snapshot!(finds("matches.csv", ",\n", ",and here too\n"), @r"
    run/matches.csv: line 2: score
      expected nothing, because it is void
      got      0
    ");
    assert_snapshot!(finds("run.toml", "\nvoid = 2", "\nvoid = 1"), @r"
    run/run.toml: progress.void
      expected 2
      got      1
    ");
    let faults = text(&place.read("run/faults.csv"));
    let of_void = faults.lines().nth(1).unwrap().split_once(',').unwrap().1;
    assert_snapshot!(finds("faults.csv", "reason\n", &format!("reason\n2,{of_void}\n")), @r"
    run/faults.csv: match
      expected no fault of a void match
      got      2
    ");
}

#[test]
fn a_journal_with_a_void_slot_that_no_run_writes_is_refused() {
    let place = place();
    place.prints(&format!("{LEAGUE} --matches 4 --shard 1/1 --out part --quiet"));
    void_out(&place, "part", &[2], "no\u{1b}[2J sandbox");
    assert_snapshot!(place.refuses("merge part --out run --quiet"), @"error: part/journal/segment-000001: the line of match 2 is a void slot whose reason is no plain line: another version wrote it, or it was changed since");
    void_out(&place, "part", &[2], "no sandbox\t300\t1");
    assert_snapshot!(place.refuses("merge part --out run --quiet"), @"error: part/journal/segment-000001: the line of match 2 is a void slot with more than a reason: another version wrote it, or it was changed since");
}

/// A program on a machine where this starts sandboxes.
fn program(launcher: &str, folder: &Path) -> Entrant<Course> {
    let command = ["/bin/sh", "bot"].map(str::to_owned).to_vec();
    let runnable = Runnable {
        protocol: Protocol::Lines,
        commands: Commands::BySide([("hunters".to_owned(), command)].into()),
        folder: Some(folder.to_owned()),
        read_only: vec![],
        limits: Limits::default(),
        memory: MemoryMeasure::Asked,
        codes: Codes::Today,
        served: BTreeMap::new(),
        hash: "0".repeat(32),
    };
    let launcher = Some(PathBuf::from(launcher));
    let sandbox_options =
        Arc::new(SandboxOptions { launcher, ..SandboxOptions::new(Isolation::None) });
    let form = Registry::builtin().plays_form::<Course>();
    let program = Program::new("bot", runnable, form, sandbox_options).unwrap();
    entrant("bot", BotSource::External(Arc::new(program)))
}

fn entrant(name: &str, source: BotSource<Course>) -> Entrant<Course> {
    Entrant { name: name.to_owned(), spec: name.to_owned(), side: None, source, unfit: vec![] }
}

/// A league of that program and a built-in on a machine like that.
fn plan(launcher: &str, folder: &Path, matches: u64) -> Plan<Course> {
    let params = Params { start_score: 3, start_blood: 1_000, ..Params::default() };
    let dracula = BotSource::Builtin(stoker_bots::random(), Values::default());
    let dracula = Entrant { side: Some("dracula".to_owned()), ..entrant("other", dracula) };
    let game = Arc::new(Course::on(params, BuiltinMap::COURSE.load()).unwrap());
    let entrants = vec![program(launcher, folder), dracula];
    Plan::new(Draft::new(stoker::VERSION, game, entrants, matches)).unwrap()
}

fn play(plan: &Plan<Course>, opened: OpenedRun) -> Result<RunSummary, stoker::run::RunError> {
    let (OpenedRun::New(mut folder) | OpenedRun::Stopped(mut folder)) = opened else {
        panic!("{opened:?}")
    };
    league(plan, &mut folder, 2, &(), &AtomicBool::new(false))
}

#[test]
fn a_program_that_the_machine_cannot_start_has_void_matches_until_it_can() {
    let place = place();
    let (run, bot) = (place.path().join("run"), place.path().join("talker"));
    let broken = plan("/nowhere/stoker", &bot, 5);
    let opened = RunFolder::open(&broken, "stoker league", &ResultTarget::At(run.clone())).unwrap();
    let summary = play(&broken, opened).unwrap();
    assert_eq!((summary.voids, summary.completion), (5, Completion::Complete));
    assert_eq!(summary.faults, 0, "that is nobody's fault");
    let rows = text(&place.read("run/matches.csv"));
    assert!(rows.lines().skip(1).all(|row| row.contains("/nowhere/stoker")), "{rows}");
    let works = plan(env!("CARGO_BIN_EXE_stoker"), &bot, 5);
    let reopened = RunFolder::resume_voids(&works, open_run(&run).unwrap().into()).unwrap();
    let summary = play(&works, reopened).unwrap();
    assert_eq!((summary.voids, summary.done), (0, 5));
    assert_eq!(read_manifest(&run).unwrap().progress.void, 0);
}

#[test]
fn a_long_run_on_a_machine_that_can_start_nothing_is_given_up() {
    let place = place();
    let bot = place.path().join("talker");
    let broken = plan("/nowhere/stoker", &bot, 1_000);
    let target = ResultTarget::At(place.path().join("run"));
    let opened = RunFolder::open(&broken, "stoker league", &target).unwrap();
    let error = play(&broken, opened).unwrap_err().to_string();
    assert!(error.starts_with("the first 50 matches are all void, the last one"), "{error}");
    assert!(error.contains("/nowhere/stoker"), "{error}");
}
