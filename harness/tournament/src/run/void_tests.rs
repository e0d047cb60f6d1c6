use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use stoker_engine::Seed;

use super::*;
use crate::entrant::Entrant;
use crate::merge::{IfMissing, Parts};
use crate::plan::Draft;
use crate::results::{Completion, OpenedRun, ResultTarget, ResultsByKind, read_manifest, read_run};
use crate::standings::Standing;
use crate::starts::Starts;
use crate::testing::*;

/// All files of a run except the timings, by name.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = entries.filter(|path| path.is_file() && !path.ends_with("timings.csv"));
    kept.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

fn play(plan: &Plan<Toy>, opened: OpenedRun, threads: usize) -> Result<RunSummary, RunError> {
    let (OpenedRun::New(mut folder) | OpenedRun::Stopped(mut folder)) = opened else {
        panic!("{opened:?}")
    };
    league(plan, &mut folder, threads, &(), &AtomicBool::new(false))
}

fn open(plan: &Plan<Toy>, path: &Path) -> OpenedRun {
    RunFolder::open(plan, "stoker league", &ResultTarget::At(path.to_owned())).unwrap()
}

fn run_league(plan: &Plan<Toy>, path: &Path, threads: usize) -> RunSummary {
    play(plan, open(plan, path), threads).unwrap()
}

/// Plays the void slots of a run again.
fn again(plan: &Plan<Toy>, path: &Path) -> RunSummary {
    play(plan, RunFolder::resume_voids(plan, held(path)).unwrap(), 2).unwrap()
}

/// A league in which the machine fails `fickle` as the first side on the seeds with these indices.
fn league_of(layout: Layout, matches: u64, indices: &'static [u64]) -> Draft<Toy> {
    let fickle = fickle("fickle", move |seed| is_first_side_of(seed, indices));
    let entrants = vec![fickle, entrant("random", RANDOM), entrant("first", FIRST)];
    Draft { entrants, ..draft(layout, matches) }
}

fn plan_of(layout: Layout, matches: u64, indices: &'static [u64]) -> Plan<Toy> {
    Plan::new(league_of(layout, matches, indices)).unwrap()
}

/// The cells of these columns, by match.
fn columns(folder: &Path, names: &[&str]) -> Vec<Vec<String>> {
    let mut rows = csv::Reader::from_path(folder.join("matches.csv")).unwrap();
    let header = rows.headers().unwrap().clone();
    let places: Vec<usize> = names
        .iter()
        .map(|name| header.iter().position(|column| column == *name).unwrap())
        .collect();
    let cells = |row: csv::StringRecord| places.iter().map(|&at| row[at].to_owned()).collect();
    rows.records().map(|row| cells(row.unwrap())).collect()
}

#[test]
fn a_match_that_cannot_be_decided_is_recorded_and_the_run_goes_on_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan_of(Layout::Pair, 40, &[1, 4]);
    let written = [1, 2, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        let summary = run_league(&plan, &path, threads);
        assert_eq!(summary.completion, Completion::Complete);
        // Three opponents on two seeds give six void slots.
        assert_eq!((summary.done, summary.voids), (9 * 40, 6));
        assert_eq!(read_run(&path).unwrap(), summary);
        assert_eq!(read_manifest(&path).unwrap().progress.void, 6);
        files(&path)
    });
    assert!(written.iter().all(|other| *other == written[0]));
    let names = ["team", "points", "winners", "ending", "decisions", "sixes", "hash", "void"];
    for (number, cells) in columns(&dir.path().join("1"), &names).into_iter().enumerate() {
        let is_void = cells[0] == "fickle" && [1, 4].contains(&(number / 9));
        match is_void {
            true => {
                assert_eq!(cells[1..7], [""; 6]);
                assert_eq!(cells[7], "no memory, no processes");
            }
            false => assert!(cells[7].is_empty() && !cells[6].is_empty(), "{number}: {cells:?}"),
        }
    }
}

#[test]
fn figures_leave_void_slots_out_and_the_leaderboard_says_how_many_there_are() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let summary = run_league(&plan_of(Layout::Pair, 40, &[1, 4]), &path, 2);
    let row = |side: &str, name: &str| {
        let same = |row: &&Standing| row.side == side && row.entrant == name;
        summary.report.standings().iter().find(same).unwrap()
    };
    let counts = |row: &Standing| (row.matches, row.voids);
    assert_eq!(counts(row("team", "fickle")), (3 * 38, 6));
    assert_eq!(counts(row("team", "random")), (3 * 40, 0));
    assert_eq!(counts(row("lone", "first")), (3 * 40 - 2, 2));
    assert_eq!(counts(row("all", "fickle")), (3 * 38 + 3 * 40 - 2, 8));
    let rows = columns(&path, &["team", "points"]);
    let scores: Vec<f64> = rows
        .iter()
        .filter(|row| row[0] == "fickle" && !row[1].is_empty())
        .map(|row| row[1].parse().unwrap())
        .collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!((row("team", "fickle").mean.unwrap().value - mean).abs() < 1e-4);
    let cell = summary.report.crosstable().unwrap();
    let matches = cell.cells.iter().flatten().map(|cell| cell.unwrap().matches);
    assert_eq!(matches.sum::<u64>(), 9 * 40 - 6);
}

#[test]
fn a_match_is_begun_three_times_before_its_slot_is_void_and_a_void_slot_is_final() {
    let dir = tempfile::tempdir().unwrap();
    let begun = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&begun);
    let fails = move |seed| {
        let fails = is_first_side_of(seed, &[2]);
        count.fetch_add(u64::from(fails), Ordering::Relaxed);
        fails
    };
    let entrants = vec![fickle("fickle", fails)];
    let plan = Plan::new(Draft { entrants, ..draft(Layout::Solo, 9) }).unwrap();
    let path = dir.path().join("run");
    assert_eq!(run_league(&plan, &path, 2).voids, 1);
    assert_eq!(begun.load(Ordering::Relaxed), 3);
    let before = files(&path);
    let opened = RunFolder::resume(&plan, held(&path)).unwrap();
    assert!(matches!(opened, OpenedRun::Finished(_)), "{opened:?}");
    // Here the run was killed before it could record that it was finished.
    let run = fs::read_to_string(path.join("run.toml")).unwrap();
    fs::write(path.join("run.toml"), run.replace("complete = true", "complete = false")).unwrap();
    play(&plan, RunFolder::resume(&plan, held(&path)).unwrap(), 2).unwrap();
    assert_eq!(begun.load(Ordering::Relaxed), 3);
    assert!(files(&path) == before);
}

/// A league on a machine that fails at first. The entrants are always the same, whatever the
/// machine does.
struct Machine {
    fails: Arc<AtomicBool>,
    indices: &'static [u64],
}

impl Machine {
    fn that_fails_on(indices: &'static [u64]) -> Self {
        Self { fails: Arc::new(AtomicBool::new(true)), indices }
    }

    fn mend(&self) {
        self.fails.store(false, Ordering::Relaxed);
    }

    fn entrant(&self, name: &str) -> Entrant<Toy> {
        let (fails, indices) = (Arc::clone(&self.fails), self.indices);
        let fails = move |seed: Seed| {
            fails.load(Ordering::Relaxed) && (indices.is_empty() || is_first_side_of(seed, indices))
        };
        fickle(name, fails)
    }

    fn draft(&self, layout: Layout, matches: u64) -> Draft<Toy> {
        let entrants =
            vec![self.entrant("fickle"), entrant("random", RANDOM), entrant("first", FIRST)];
        Draft { entrants, ..draft(layout, matches) }
    }

    fn plan(&self, layout: Layout, matches: u64) -> Plan<Toy> {
        Plan::new(self.draft(layout, matches)).unwrap()
    }
}

#[test]
fn void_slots_that_are_played_once_more_give_the_bytes_of_a_run_without_any() {
    for layout in [Layout::Pair, Layout::Mixed] {
        let dir = tempfile::tempdir().unwrap();
        let [part, whole] = ["part", "whole"].map(|run| dir.path().join(run));
        let machine = Machine::that_fails_on(&[0, 3, 19]);
        let plan = machine.plan(layout, 20);
        let first = run_league(&plan, &part, 2);
        assert!(first.voids > 0 && part.join("journal").is_dir(), "{first:?}");
        let before = files(&part);
        // A slot that is void a second time stays void.
        assert_eq!(again(&plan, &part), first);
        assert!(files(&part) == before);
        machine.mend();
        let second = again(&plan, &part);
        assert_eq!((second.voids, second.completion), (0, Completion::Complete));
        assert!(!part.join("journal").exists());
        run_league(&plan, &whole, 2);
        assert!(files(&part) == files(&whole), "{layout:?}");
        assert!(matches!(
            RunFolder::resume_voids(&plan, held(&part)).unwrap(),
            OpenedRun::Finished(_)
        ));
    }
}

#[test]
fn a_run_whose_journal_is_gone_plays_no_void_slot_once_more() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let plan = plan_of(Layout::Pair, 5, &[3]);
    run_league(&plan, &path, 2);
    let before = files(&path);
    fs::remove_dir_all(path.join("journal")).unwrap();
    let error = RunFolder::resume_voids(&plan, held(&path)).unwrap_err().to_string();
    assert!(error.contains("does not have all matches of the run"), "{error}");
    assert!(files(&path) == before);
}

/// The lines of a run's journal, which has one segment.
fn journal_lines(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("journal/segment-000001")).unwrap();
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// A run that was killed when its journal had these lines.
fn killed(plan: &Plan<Toy>, path: &Path, lines: &[String]) {
    drop(open(plan, path));
    fs::create_dir_all(path.join("journal")).unwrap();
    fs::write(path.join("journal/segment-000001"), lines.concat()).unwrap();
}

#[test]
fn a_run_with_void_slots_that_was_killed_anywhere_ends_with_the_bytes_of_a_straight_one() {
    let dir = tempfile::tempdir().unwrap();
    let whole = dir.path().join("whole");
    let plan = plan_of(Layout::Pair, 4, &[0, 2]);
    run_league(&plan, &whole, 2);
    let lines = journal_lines(&whole);
    assert_eq!(lines.len(), 1 + 36);
    for kept in 1..=lines.len() {
        let path = dir.path().join(kept.to_string());
        killed(&plan, &path, &lines[..kept]);
        play(&plan, RunFolder::resume(&plan, held(&path)).unwrap(), 2).unwrap();
        assert!(files(&path) == files(&whole), "{kept} lines");
    }
}

#[test]
fn a_void_slot_among_the_first_three_is_copied_by_nobody_until_it_is_played() {
    let dir = tempfile::tempdir().unwrap();
    for index in [0, 1, 2] {
        let machine = Machine::that_fails_on([&[0], &[1], &[2]][index]);
        let still = Draft { starts: Starts::Free, ..machine.draft(Layout::Still, 8) };
        let plan = Plan::new(still).unwrap();
        let [part, whole] = ["part", "whole"].map(|run| dir.path().join(format!("{run}-{index}")));
        let summary = run_league(&plan, &part, 2);
        assert_eq!(summary.voids, 3);
        let copied = |folder: &Path, team: &str| {
            let rows = columns(folder, &["team", "lone", "same_as"]);
            rows.iter()
                .filter(|row| row[0] == team && row[1] == "first" && !row[2].is_empty())
                .count()
        };
        assert_eq!((copied(&part, "fickle"), copied(&part, "first")), (0, 5));
        machine.mend();
        again(&plan, &part);
        assert_eq!(copied(&part, "fickle"), 5);
        run_league(&plan, &whole, 8);
        assert!(files(&part) == files(&whole), "{index}");
    }
}

#[test]
fn a_void_slot_of_a_pairing_that_repeats_itself_is_told_as_the_copy_that_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let of = |indices| Draft { starts: Starts::Free, ..league_of(Layout::Still, 8, indices) };
    // Late matches are played ahead of the first three only on many threads.
    let (fails, clean) = (Plan::new(of(&[5, 7])).unwrap(), Plan::new(of(&[])).unwrap());
    let whole = dir.path().join("whole");
    run_league(&clean, &whole, 1);
    for threads in [1, 8] {
        let path = dir.path().join(threads.to_string());
        let summary = run_league(&fails, &path, threads);
        // Pairings with `random` repeat nothing.
        assert_eq!(summary.voids, 2);
        let copies = |folder: &Path| columns(folder, &["same_as"]);
        assert_eq!(copies(&path), copies(&whole));
    }
}

#[test]
fn shards_with_void_slots_merge_to_the_bytes_of_one_run_and_can_be_played_once_more() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let machine = Machine::that_fails_on(&[1, 7]);
    let plan = machine.plan(Layout::Pair, 10);
    run_league(&plan, &path("whole"), 2);
    let shard = |index| {
        Plan::new(Draft { schedule: part(index, 3), ..machine.draft(Layout::Pair, 10) }).unwrap()
    };
    let parts: Vec<PathBuf> = (1..=3).map(|index| path(&index.to_string())).collect();
    let voids = (1..).zip(&parts).map(|(index, part)| run_league(&shard(index), part, 2).voids);
    assert_eq!(voids.sum::<u64>(), 6);
    let join = |parts: &[PathBuf], name: &str| {
        let target = ResultTarget::At(path(name));
        Parts::find(parts).unwrap().join(&plan, &target, IfMissing::Refuse, &()).unwrap().0
    };
    assert_eq!(join(&parts, "joined").voids, 6);
    assert!(files(&path("joined")) == files(&path("whole")));
    machine.mend();
    assert_eq!(again(&plan, &path("joined")).voids, 0);
    // A shard can be played again too. Its matches then win over the void slots of an older copy of
    // it.
    fs::create_dir_all(path("old")).unwrap();
    let old = path("old/part");
    fs::create_dir_all(old.join("journal")).unwrap();
    fs::copy(parts[0].join("run.toml"), old.join("run.toml")).unwrap();
    let segment = Path::new("journal/segment-000001");
    fs::copy(parts[0].join(segment), old.join(segment)).unwrap();
    for (index, part) in (1..).zip(&parts) {
        assert_eq!(read_manifest(part).unwrap().progress.void > 0, index != 2);
        if index != 2 {
            assert_eq!(again(&shard(index), part).voids, 0);
        }
    }
    for order in [[&old, &parts[0]], [&parts[0], &old]] {
        let [first, second] = order.map(Clone::clone);
        let all = [first, second, parts[1].clone(), parts[2].clone()];
        assert_eq!(join(&all, "mended").voids, 0);
        assert!(files(&path("mended")) == files(&path("joined")));
        assert!(!path("mended/journal").exists());
        fs::remove_dir_all(path("mended")).unwrap();
    }
}

#[test]
fn a_run_in_which_nothing_can_be_decided_is_given_up_and_can_be_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let [part, whole, small] = ["part", "whole", "small"].map(|run| dir.path().join(run));
    let machine = Machine::that_fails_on(&[]);
    let entrants = || vec![machine.entrant("one"), machine.entrant("two")];
    let of = |matches| {
        Plan::new(Draft { entrants: entrants(), ..draft(Layout::Pair, matches) }).unwrap()
    };
    let plan = of(100);
    let error = play(&plan, open(&plan, &part), 2).unwrap_err();
    assert!(matches!(error, RunError::AllVoid { voids: 50, .. }) && error.can_go_on());
    let message = error.to_string();
    assert!(message.contains("void, the last one because: no memory, no processes"), "{message}");
    assert!(!read_manifest(&part).unwrap().progress.complete);
    // On a machine that still fails, the run is given up again.
    let error = play(&plan, RunFolder::resume_voids(&plan, held(&part)).unwrap(), 2).unwrap_err();
    assert!(matches!(error, RunError::AllVoid { voids: 50, .. }), "{error}");
    // A small run is not given up.
    let summary = run_league(&of(5), &small, 2);
    assert_eq!((summary.voids, summary.completion), (20, Completion::Complete));
    assert!(summary.report.standings().iter().all(|row| row.mean.is_none() && row.matches == 0));
    assert_eq!(read_run(&small).unwrap(), summary);
    machine.mend();
    assert_eq!(again(&plan, &part).voids, 0);
    run_league(&plan, &whole, 2);
    assert!(files(&part) == files(&whole));
}

#[test]
fn void_slots_that_stay_void_do_not_end_a_run_in_which_matches_were_decided_before() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    const INDICES: [u64; 20] =
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    let plan = plan_of(Layout::Pair, 40, &INDICES);
    assert_eq!(run_league(&plan, &path, 2).voids, 60);
    assert_eq!(again(&plan, &path).voids, 60);
}

#[test]
fn one_entrant_whose_matches_are_all_void_and_first_does_not_end_a_run() {
    let dir = tempfile::tempdir().unwrap();
    // With this many opponents, the first seed has more matches than a run is given up after.
    let others = (0..60).map(|number| entrant(&format!("bot{number}"), FIRST));
    let entrants = [fickle("fickle", |_| true)].into_iter().chain(others).collect();
    let plan = Plan::new(Draft { entrants, ..draft(Layout::Pair, 1) }).unwrap();
    let summary = run_league(&plan, &dir.path().join("run"), 2);
    assert_eq!((summary.done, summary.voids), (61 * 61, 2 * 61 - 1));
}

#[test]
fn runs_that_end_early_end_at_the_same_match_whoever_plays_and_whatever_is_void() {
    let dir = tempfile::tempdir().unwrap();
    let precise = Draft { schedule: until(2.5), ..league_of(Layout::Pair, 5_000, &[3, 30]) };
    let test = Draft {
        schedule: crate::plan::Schedule::Compare(stoker_stats::sprt::TestQuestion::default()),
        ..league_of(Layout::Pair, 2_000, &[3, 30])
    };
    for (name, draft) in [("precise", precise), ("test", test)] {
        let plan = Plan::new(draft).unwrap();
        let written = [1, 2, 8].map(|threads| {
            let path = dir.path().join(format!("{name}-{threads}"));
            let summary = run_league(&plan, &path, threads);
            assert_eq!(summary.completion, Completion::Enough, "{name}");
            assert!(summary.voids > 0 && summary.done < summary.total, "{name}");
            assert_eq!(read_run(&path).unwrap(), summary);
            if let ResultsByKind::Comparison { found: Some(found), .. } = &summary.report {
                // One half is void on each of two seeds.
                assert_eq!(found.void_pairs, 2);
                assert_eq!(found.pairs + 2, summary.done / plan.pairings().len() as u64);
            }
            files(&path)
        });
        assert!(written.iter().all(|other| *other == written[0]), "{name}");
    }
}

#[test]
fn on_a_ladder_only_void_slots_of_the_rung_in_play_are_played_once_more() {
    let dir = tempfile::tempdir().unwrap();
    let part = dir.path().join("part");
    let fails = Arc::new(AtomicBool::new(true));
    let machine = Arc::clone(&fails);
    let fails_often = move |seed: Seed| machine.load(Ordering::Relaxed) && seed.0.is_multiple_of(5);
    let mut entrants: Vec<_> =
        (0..12).map(|number| entrant(&format!("bot{number}"), RANDOM)).collect();
    entrants.push(fickle("fickle", fails_often.clone()));
    entrants.push(fickle("other", fails_often));
    let schedule = crate::plan::Schedule::Ladder(None);
    let plan = Plan::new(Draft { entrants, schedule, ..draft(Layout::Pair, 12) }).unwrap();
    let written = [1, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        assert!(run_league(&plan, &path, threads).voids > 0);
        files(&path)
    });
    assert!(written[0] == written[1]);
    run_league(&plan, &part, 2);
    let climbed = plan.stretches().last().unwrap().start;
    let voids = |folder: &Path| -> Vec<u64> {
        let rows = columns(folder, &["match", "void"]);
        let voids = rows.iter().filter(|row| !row[1].is_empty());
        voids.map(|row| row[0].parse().unwrap()).collect()
    };
    let before = voids(&part);
    assert!(before.iter().any(|&number| number < climbed), "{before:?}");
    fails.store(false, Ordering::Relaxed);
    again(&plan, &part);
    let below: Vec<u64> = before.iter().copied().filter(|&number| number < climbed).collect();
    assert_eq!(voids(&part), below);
}
