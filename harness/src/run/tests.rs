use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::*;
use crate::results::{Opened, Target, read_run};
use crate::testing::*;

/// All files of a run but the timings, by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| name(path) != "timings.csv")
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

fn open(plan: &Plan<Toy>, path: &Path) -> RunFolder {
    let opened = RunFolder::open(plan, "stoker league", &Target::At(path.to_owned())).unwrap();
    let Opened::New(folder) = opened else { panic!("{opened:?}") };
    folder
}

fn run(plan: &Plan<Toy>, path: &Path, threads: usize) -> RunSummary {
    league(plan, &mut open(plan, path), threads, &(), &AtomicBool::new(false)).unwrap()
}

#[test]
fn one_thread_two_and_eight_give_the_same_bytes() {
    for layout in [Layout::Solo, Layout::Pair, Layout::Three, Layout::Mixed] {
        let dir = tempfile::tempdir().unwrap();
        let plan = plan(layout, 40);
        let written = [1, 2, 8, 2].map(|threads| {
            let path = dir.path().join("run");
            run(&plan, &path, threads);
            let written = files(&path);
            fs::remove_dir_all(&path).unwrap();
            written
        });
        assert!(written.iter().all(|other| *other == written[0]), "{layout:?}");
        let names: Vec<_> = written[0].keys().map(String::as_str).collect();
        let mut expected = vec!["crosstable.csv", "faults.csv", "leaderboard.csv", "matches.csv"];
        expected.extend(["records.jsonl.zst", "run.toml"]);
        expected.retain(|name| layout == Layout::Pair || *name != "crosstable.csv");
        assert_eq!(names, expected);
    }
}

#[test]
fn a_finished_run_is_read_back_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let summary = run(&plan(Layout::Pair, 30), &path, 2);
    assert_eq!(summary.completion, Completion::Complete);
    assert!(summary.faults > 0);
    assert_eq!(read_run(&path).unwrap(), summary);
}

/// Stops the run it watches at the first sign of progress.
struct Impatient<'s>(&'s AtomicBool);
impl Progress for Impatient<'_> {
    fn progress(&self, _done: u64, _total: u64) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_stopped_run_keeps_a_prefix_of_the_whole_ones_rows() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(Layout::Pair, 200);
    let (whole, part) = (dir.path().join("whole"), dir.path().join("part"));
    run(&plan, &whole, 1);
    let stop = AtomicBool::new(false);
    let summary = league(&plan, &mut open(&plan, &part), 2, &Impatient(&stop), &stop).unwrap();
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
    draft.game = Toy::endless();
    let plan = Plan::new(draft).unwrap();
    let mut folder = open(&plan, &dir.path().join("run"));
    let error = league(&plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap_err();
    let RunError::Match { number, .. } = error else { panic!("{error}") };
    assert!(error.to_string().contains("a game of `toy` is not over after its 8 decisions"));
    assert_eq!(folder.manifest().progress.matches, number);
    assert!(!folder.manifest().progress.complete);
}

#[test]
#[ignore = "measures"]
fn measure() {
    for (layout, decisions, matches) in [(Layout::Pair, 350, 5_000), (Layout::Solo, 23, 1_000_000)]
    {
        let mut draft = draft(layout, matches);
        draft.game = Toy::of(layout, decisions);
        draft.entrants.truncate(1);
        draft.keep = crate::plan::Keep::Sample(100);
        let plan = Plan::new(draft).unwrap();
        for threads in [1, 2] {
            let dir = tempfile::tempdir().unwrap();
            let clock = std::time::Instant::now();
            let summary = run(&plan, &dir.path().join("run"), threads);
            let seconds = clock.elapsed().as_secs_f64();
            let status = fs::read_to_string("/proc/self/status").unwrap();
            let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap().to_owned();
            eprintln!(
                "{layout:?} {threads} threads: {:.0} matches/s {peak} {:?}",
                summary.done as f64 / seconds,
                summary.standings[0].effective
            );
        }
    }
}
