use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use stoker_engine::{Seat, SideId, SideSet};
use stoker_external::fault::{Fault, FaultKind, Loses};

use super::*;
use crate::identity::GameHash;
use crate::journal::{Entry, Finished};
use crate::outcome::{Likeness, MatchOutcome};
use crate::results::{Completion, OpenedRun, ResultTarget, ResultsByKind, read_run};
use crate::standings::Findings;
use crate::testing::*;
use crate::timings::Times;

/// All files of a run except the timings, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && name(path) != "timings.csv")
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

fn open(plan: &Plan<Toy>, path: &Path) -> RunFolder {
    let opened =
        RunFolder::open(plan, "stoker league", &ResultTarget::At(path.to_owned())).unwrap();
    let OpenedRun::New(folder) = opened else { panic!("{opened:?}") };
    folder
}

fn run_league(plan: &Plan<Toy>, path: &Path, threads: usize) -> RunSummary {
    league(plan, &mut open(plan, path), threads, &(), &AtomicBool::new(false)).unwrap()
}

#[test]
fn one_thread_two_and_eight_give_the_same_bytes() {
    for layout in [Layout::Solo, Layout::Pair, Layout::Three, Layout::Mixed] {
        let dir = tempfile::tempdir().unwrap();
        let plan = plan(layout, 40);
        let written = [1, 2, 8, 2].map(|threads| {
            let path = dir.path().join("run");
            run_league(&plan, &path, threads);
            let written = files(&path);
            fs::remove_dir_all(&path).unwrap();
            written
        });
        assert!(written.iter().all(|other| *other == written[0]), "{layout:?}");
        let names: Vec<_> = written[0].keys().map(String::as_str).collect();
        let mut expected = vec!["crosstable.csv", "faults.csv", "leaderboard.csv", "matches.csv"];
        expected.extend(["records.jsonl.zst", "run.toml"]);
        expected.retain(|name| layout == Layout::Pair || *name != "crosstable.csv");
        if layout == Layout::Pair {
            expected.insert(1, "duel.csv");
        }
        if layout == Layout::Three {
            expected.insert(0, "ahead.csv");
            expected.push("seats.csv");
        }
        assert_eq!(names, expected);
    }
}

#[test]
fn a_finished_run_is_read_back_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let summary = run_league(&plan(Layout::Pair, 30), &path, 2);
    assert_eq!(summary.completion, Completion::Complete);
    assert!(summary.faults > 0);
    assert_eq!(read_run(&path).unwrap(), summary);
}

/// Stops the run that it watches when more matches are done than at first.
struct Impatient<'s>(&'s AtomicBool, OnceLock<u64>);

fn impatient(stop: &AtomicBool) -> Impatient<'_> {
    Impatient(stop, OnceLock::new())
}

impl Progress for Impatient<'_> {
    fn progress(&self, done: u64, _total: u64) {
        if done > *self.1.get_or_init(|| done) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_stopped_run_keeps_a_prefix_of_the_whole_ones_rows() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(Layout::Pair, 200);
    let (whole, part) = (dir.path().join("whole"), dir.path().join("part"));
    run_league(&plan, &whole, 1);
    let stop = AtomicBool::new(false);
    let summary = league(&plan, &mut open(&plan, &part), 2, &impatient(&stop), &stop).unwrap();
    assert_eq!(summary.completion, Completion::Stopped);
    assert!((1..plan.len()).contains(&summary.done), "{}", summary.done);
    let rows = |path: &Path| fs::read_to_string(path.join("matches.csv")).unwrap();
    assert!(rows(&whole).starts_with(&rows(&part)));
    assert_eq!(rows(&part).lines().count() as u64, summary.done + 1);
    assert_eq!(read_run(&part).unwrap(), summary);
}

#[test]
fn a_run_stopped_before_its_first_match_has_all_files_and_no_rows() {
    let dir = tempfile::tempdir().unwrap();
    let (plan, path) = (plan(Layout::Pair, 1), dir.path().join("run"));
    let summary = league(&plan, &mut open(&plan, &path), 1, &(), &AtomicBool::new(true)).unwrap();
    assert_eq!((summary.done, summary.completion), (0, Completion::Stopped));
    assert_eq!(files(&path).len(), 6);
    assert_eq!(read_run(&path).unwrap(), summary);
}

#[test]
fn a_game_without_end_stops_the_run_with_an_error_that_names_the_match() {
    let dir = tempfile::tempdir().unwrap();
    let mut draft = draft(Layout::Solo, 2);
    draft.game = endless();
    let plan = Plan::new(draft).unwrap();
    let mut folder = open(&plan, &dir.path().join("run"));
    let error = league(&plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap_err();
    let RunError::Match { number, .. } = error else { panic!("{error}") };
    assert!(error.to_string().contains("a game of `toy` is not over after its 8 decisions"));
    assert_eq!(folder.manifest().progress.matches, number);
    assert!(!folder.manifest().progress.complete);
}

/// Resumes a run and plays it until it is finished or stopped again.
fn resume(
    plan: &Plan<Toy>,
    path: &Path,
    threads: usize,
    observer: &dyn Progress,
    stop: &AtomicBool,
) {
    match RunFolder::resume(plan, held(path)).unwrap() {
        OpenedRun::Stopped(mut folder) => {
            league(plan, &mut folder, threads, observer, stop).unwrap();
        }
        OpenedRun::Finished(_) => {}
        OpenedRun::New(_) => panic!("a folder that was there is not new"),
    }
}

#[test]
fn a_run_stopped_again_and_again_ends_with_the_bytes_of_a_straight_one() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(Layout::Mixed, 60);
    let (whole, part) = (dir.path().join("whole"), dir.path().join("part"));
    run_league(&plan, &whole, 1);
    drop(open(&plan, &part));
    let mut stops = 0;
    while !crate::results::read_manifest(&part).unwrap().progress.complete {
        let stop = AtomicBool::new(false);
        resume(&plan, &part, 1 + stops % 3, &impatient(&stop), &stop);
        stops += 1;
    }
    assert!(stops > 3, "{stops}");
    assert_eq!(files(&part), files(&whole));
    let before = fs::read(part.join("timings.csv")).unwrap();
    resume(&plan, &part, 2, &(), &AtomicBool::new(false));
    assert_eq!(files(&part), files(&whole), "going on with a finished run changes nothing");
    assert_eq!(fs::read(part.join("timings.csv")).unwrap(), before);
}

#[test]
fn another_plan_does_not_go_on_with_a_run_and_says_what_differs() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    drop(open(&plan(Layout::Pair, 3), &path));
    let error = RunFolder::resume(&plan(Layout::Pair, 4), held(&path)).unwrap_err().to_string();
    assert!(error.ends_with("cannot be resumed: matches: there 3, here 4"), "{error}");
    let mut draft = draft(Layout::Pair, 3);
    draft.entrants.remove(0);
    let error = RunFolder::resume(&Plan::new(draft).unwrap(), held(&path)).unwrap_err().to_string();
    assert!(error.ends_with("entrant `random` is missing here"), "{error}");
}

#[test]
fn a_run_that_is_precise_enough_ends_at_the_same_match_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let mut draft = draft(Layout::Pair, 5_000);
    draft.schedule = until(2.0);
    let plan = Plan::new(draft).unwrap();
    let written = [1, 2, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        let summary = run_league(&plan, &path, threads);
        assert_eq!(summary.completion, Completion::Enough);
        assert!(summary.done < summary.total);
        assert_eq!(read_run(&path).unwrap(), summary);
        files(&path)
    });
    assert!(written.iter().all(|other| *other == written[0]));
}

#[test]
fn a_shard_has_a_journal_of_its_part_and_no_results() {
    let dir = tempfile::tempdir().unwrap();
    let mut draft = draft(Layout::Pair, 30);
    draft.schedule = part(2, 3);
    let plan = Plan::new(draft).unwrap();
    let path = dir.path().join("run");
    let summary = run_league(&plan, &path, 2);
    assert_eq!((summary.completion, summary.done), (Completion::Complete, 160));
    let journal = open_journal(&path, &plan);
    assert_eq!(journal.done().missing_of(0..plan.len()), [0..160, 320..480]);
    assert!(!path.join("matches.csv").exists());
}

fn open_journal(path: &Path, plan: &Plan<Toy>) -> Journal {
    let manifest = crate::results::read_manifest(path).unwrap();
    Journal::open(
        &std::sync::Arc::new(stoker_files::untrusted::Folder::named(path).unwrap()),
        &manifest.plan,
        plan.range(),
    )
    .unwrap()
}

/// An A/B test of `a` against `b`, with one opponent.
fn comparison(a: crate::testing::Make, b: crate::testing::Make) -> Plan<Toy> {
    let mut draft = draft(Layout::Pair, 2_000);
    draft.entrants = vec![entrant("a", a), entrant("b", b), entrant("c", RANDOM)];
    draft.schedule = crate::plan::Schedule::Compare(stoker_stats::sprt::TestQuestion::default());
    Plan::new(draft).unwrap()
}

/// The findings of the last look of an A/B test.
fn found(summary: &RunSummary) -> &Findings {
    let ResultsByKind::Comparison { found: Some(found), .. } = &summary.report else {
        panic!("{:?}", summary.report)
    };
    found
}

#[test]
fn an_a_b_test_ends_at_the_same_match_on_any_number_of_threads_and_is_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let plan = comparison(FIRST, RANDOM);
    let written = [1, 2, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        let summary = run_league(&plan, &path, threads);
        assert_eq!(summary.completion, Completion::Enough);
        let found = found(&summary);
        assert!(found.verdict.is_some());
        assert_eq!(summary.done, found.pairs * 4, "a pair is a match on either side for both");
        assert_eq!(read_run(&path).unwrap(), summary);
        files(&path)
    });
    assert!(written.iter().all(|other| *other == written[0]));
    let rows = String::from_utf8(written[0]["comparison.csv"].clone()).unwrap();
    let verdicts: Vec<_> = rows.lines().skip(1).map(|row| row.rsplit(',').next()).collect();
    let (last, before) = verdicts.split_last().unwrap();
    assert!(last.is_some_and(|verdict| !verdict.is_empty()), "{rows}");
    assert!(before.iter().all(|verdict| *verdict == Some("")), "{rows}");
}

#[test]
fn an_a_b_test_stopped_again_and_again_ends_with_the_bytes_of_a_straight_one() {
    let dir = tempfile::tempdir().unwrap();
    let plan = comparison(RANDOM, RANDOM);
    let (whole, part) = (dir.path().join("whole"), dir.path().join("part"));
    let summary = run_league(&plan, &whole, 2);
    drop(open(&plan, &part));
    let mut stops = 0;
    while !crate::results::read_manifest(&part).unwrap().progress.complete {
        let stop = AtomicBool::new(false);
        resume(&plan, &part, 1 + stops % 3, &impatient(&stop), &stop);
        stops += 1;
    }
    assert!(stops > 2, "{stops}");
    assert_eq!(files(&part), files(&whole));
    // The two are one bot under two names, whose play depends on nothing but the seed.
    let found = found(&summary);
    assert_eq!(
        (found.pairs, found.verdict),
        (120, Some(stoker_stats::sprt::Verdict::IdenticalPlay))
    );
}

/// A ladder with a field in which some entrants play better than others.
fn ladder(seeds: u64) -> Plan<Toy> {
    let bots = [("random", RANDOM), ("first", FIRST), ("cheat", CHEAT), ("faint", FAINT)];
    let named = |number: usize| {
        let (name, make) = bots[number * 7 / 5 % 4];
        let name = format!("{name}-{number}");
        entrant(&name, make)
    };
    let entrants = (0..14).map(named).collect();
    let schedule = crate::plan::Schedule::Ladder(None);
    Plan::new(crate::plan::Draft { entrants, schedule, ..draft(Layout::Pair, seeds) }).unwrap()
}

#[test]
fn a_ladder_gives_the_same_bytes_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let plan = ladder(6);
    let written = [1, 2, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        let summary = run_league(&plan, &path, threads);
        assert_eq!((summary.completion, summary.done), (Completion::Complete, plan.len()));
        assert_eq!(read_run(&path).unwrap(), summary);
        files(&path)
    });
    assert!(written.iter().all(|other| *other == written[0]));
}

/// Stops the run that it watches after this number of matches.
struct StopsAt<'s>(&'s AtomicBool, u64);

impl Progress for StopsAt<'_> {
    fn progress(&self, done: u64, _total: u64) {
        if done >= self.1 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_ladder_that_was_stopped_on_any_rung_goes_on_to_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let plan = ladder(60);
    let [whole, part] = ["whole", "part"].map(|run| dir.path().join(run));
    run_league(&plan, &whole, 2);
    drop(open(&plan, &part));
    let go_on = |at: u64| {
        let OpenedRun::Stopped(mut folder) = RunFolder::resume(&plan, held(&part)).unwrap() else {
            panic!("it is not finished")
        };
        let stop = AtomicBool::new(false);
        league(&plan, &mut folder, 2, &StopsAt(&stop, at), &stop).unwrap()
    };
    // A run is at most half of a rung ahead of the progress that it has reported.
    let second = plan.stretches()[1].clone();
    for at in [20, second.start, second.start + 30] {
        let summary = go_on(at);
        assert_eq!(summary.completion, Completion::Stopped);
        assert!((at..plan.len()).contains(&summary.done), "{} at {at}", summary.done);
    }
    assert_eq!(go_on(u64::MAX).completion, Completion::Complete);
    assert!(files(&part) == files(&whole));
}

/// A match as in a forged journal.
fn forged(scores: &[i32]) -> MatchOutcome {
    MatchOutcome {
        scores: scores.iter().copied().collect(),
        winners: SideSet::NONE,
        ending: "length".into(),
        decisions: 3,
        facts: vec![0],
        faults: vec![],
        hash: GameHash(7),
        likeness: Likeness::Unknown,
    }
}

/// A fault that was never recorded.
fn forged_fault(seat: u8, reason: &str) -> Fault {
    Fault {
        decision: 0,
        round: None,
        side: SideId(0),
        seat: Seat(seat),
        kind: FaultKind::Crash,
        loses: Loses::Turn,
        reason: reason.to_owned(),
    }
}

/// Plays a league whose journal has this outcome as its first match.
fn go_on_from(
    folder: &Path,
    outcome: MatchOutcome,
    times: Vec<(SideId, Times)>,
) -> Result<(), RunError> {
    let plan = plan(Layout::Pair, 3);
    let mut folder = open(&plan, folder);
    let mut lines = String::new();
    Entry::played(0, Finished { times, ..outcome.into() }).write(&mut lines);
    let mut journal = folder.journal(plan.range()).unwrap();
    journal.append(0).unwrap().write(lines.as_bytes()).unwrap();
    league(&plan, &mut folder, 1, &(), &AtomicBool::new(false)).map(drop)
}

#[test]
fn a_line_that_no_match_of_the_ruleset_could_write_is_refused_although_its_checksum_holds() {
    let dir = tempfile::tempdir().unwrap();
    let faulty = MatchOutcome { faults: vec![forged_fault(200, "")], ..forged(&[1]) };
    for (name, outcome, times) in [
        ("scores", forged(&[]), vec![]),
        ("times", forged(&[1]), vec![(SideId(7), Times::default())]),
        ("seats", faulty, vec![]),
    ] {
        let result = go_on_from(&dir.path().join(name), outcome, times);
        assert!(matches!(result, Err(RunError::Misfit(0))), "{name}: {result:?}");
    }
}

#[test]
fn what_a_forged_line_says_is_neither_run_nor_obeyed_where_it_is_shown() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let faults = vec![forged_fault(0, "-2+3\u{202e}x\n=1")];
    let outcome = MatchOutcome { ending: "=cmd\u{1b}[2J".into(), faults, ..forged(&[1]) };
    go_on_from(&path, outcome, vec![]).unwrap();
    let first = |file: &str| {
        let text = fs::read_to_string(path.join(file)).unwrap();
        text.lines().nth(1).unwrap_or_default().to_owned()
    };
    assert!(first("matches.csv").contains(",'=cmd\u{fffd}[2J,"), "{}", first("matches.csv"));
    assert!(first("faults.csv").ends_with(",'-2+3\u{fffd}x =1"), "{}", first("faults.csv"));
}

/// Panics at the first match.
struct Panicking;
impl Progress for Panicking {
    fn progress(&self, done: u64, _total: u64) {
        assert_eq!(done, 0, "seen enough");
    }
}

#[test]
fn a_panic_of_whoever_counts_ends_the_run_instead_of_leaving_its_workers_waiting() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(Layout::Pair, 300);
    // There are batches left when the first one is counted.
    assert!(plan.len() > 2 * 1_024);
    let path = dir.path().join("run");
    let mut folder = open(&plan, &path);
    let stop = AtomicBool::new(false);
    let playing = std::panic::AssertUnwindSafe(|| {
        league(&plan, &mut folder, 2, &Panicking, &stop).map(|_| ())
    });
    assert!(std::panic::catch_unwind(playing).is_err());
    drop(folder);
    resume(&plan, &path, 2, &(), &AtomicBool::new(false));
    assert!(crate::results::read_manifest(&path).unwrap().progress.complete);
}

#[test]
fn a_line_whose_record_says_something_else_is_refused_although_its_checksum_holds() {
    let (dir, plan) = (tempfile::tempdir().unwrap(), plan(Layout::Pair, 3));
    let mut folder = open(&plan, &dir.path().join("run"));
    let mut journal = folder.journal(plan.range()).unwrap();
    let mut lines = String::new();
    let record = Some("{}".to_owned());
    let finished = Finished { record, ..forged(&[1]).into() };
    Entry::played(0, finished).write(&mut lines);
    journal.append(0).unwrap().write(lines.as_bytes()).unwrap();
    let result = league(&plan, &mut folder, 1, &(), &AtomicBool::new(false)).map(drop);
    assert!(matches!(result, Err(RunError::Disagrees(0))), "{result:?}");
}
