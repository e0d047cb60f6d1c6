use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use stoker_engine::{Bot, Choice, Decision, Ending};
use stoker_stats::Effective;

use crate::merge::{IfMissing, Parts};
use crate::plan::{Draft, Keep, Plan};
use crate::results::{Completion, OpenedRun, ResultTarget, RunFolder, RunSummary, read_run};
use crate::reuse::Earlier;
use crate::run::league;
use crate::starts::Starts;
use crate::testing::*;

/// A plan in which the pairings of `first` and `again` repeat one game each; `random` depends on
/// the seed.
fn draft_of(matches: u64) -> Draft<Toy> {
    let entrants =
        vec![entrant("first", FIRST), entrant("again", FIRST), entrant("random", RANDOM)];
    let game = Toy::of(Layout::Still, 23);
    Draft { game, entrants, starts: Starts::Free, ..draft(Layout::Still, matches) }
}

fn plan_of(matches: u64) -> Plan<Toy> {
    Plan::new(draft_of(matches)).unwrap()
}

fn go_on(plan: &Plan<Toy>, opened: OpenedRun, threads: usize) -> RunSummary {
    let (OpenedRun::New(mut folder) | OpenedRun::Stopped(mut folder)) = opened else {
        panic!("{opened:?}")
    };
    league(plan, &mut folder, threads, &(), &AtomicBool::new(false)).unwrap()
}

fn run_league(plan: &Plan<Toy>, path: &Path, threads: usize) -> RunSummary {
    let opened =
        RunFolder::open(plan, "stoker league", &ResultTarget::At(path.to_owned())).unwrap();
    go_on(plan, opened, threads)
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = entries.filter(|path| path.is_file() && !path.ends_with("timings.csv"));
    kept.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

/// By match: its entrants, and the match that it copies.
fn copies(folder: &Path) -> Vec<(String, String)> {
    let mut rows = csv::Reader::from_path(folder.join("matches.csv")).unwrap();
    let rows = rows.records().map(Result::unwrap);
    rows.map(|row| (format!("{} {}", &row[2], &row[3]), row[row.len() - 2].to_owned())).collect()
}

#[test]
fn a_pairing_that_repeats_itself_is_played_three_times_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan_of(20);
    let written = [1, 2, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        let summary = run_league(&plan, &path, threads);
        assert_eq!((summary.completion, summary.done), (Completion::Complete, 9 * 20));
        assert_eq!(read_run(&path).unwrap(), summary);
        files(&path)
    });
    assert!(written.iter().all(|other| *other == written[0]));
    for (number, (entrants, same_as)) in copies(&dir.path().join("1")).into_iter().enumerate() {
        let repeats = !entrants.contains("random") && number >= 3 * 9;
        let expected = if repeats { (number % 9).to_string() } else { String::new() };
        assert_eq!(same_as, expected, "match {number}: {entrants}");
    }
}

static ASKED: AtomicU64 = AtomicU64::new(0);

/// A bot that counts its matches.
struct Counted;
impl Bot<Toy> for Counted {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        First.choose(view, turn)
    }
    fn ended(&mut self, _view: &ToyView, _ending: &Ending) {
        ASKED.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn copies_are_not_played() {
    let dir = tempfile::tempdir().unwrap();
    let mut draft = draft_of(1_000);
    draft.entrants = vec![entrant("counted", |_| Box::new(Counted))];
    let plan = Plan::new(draft).unwrap();
    run_league(&plan, &dir.path().join("run"), 1);
    // The bot is told the ending on both sides. One thread plays nothing ahead of the third match.
    let played = ASKED.load(Ordering::Relaxed) / 2;
    assert_eq!(played, 3);
}

#[test]
fn a_copy_has_the_result_of_its_original_and_no_record() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan_of(5);
    run_league(&plan, dir.path().join("run").as_path(), 2);
    let folder = dir.path().join("run");
    let mut rows = csv::Reader::from_path(folder.join("matches.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let told = |number: usize| -> Vec<String> {
        let row = &rows[number];
        row.iter().take(row.len() - 2).skip(2).map(str::to_owned).collect()
    };
    assert_eq!(told(27), told(0));
    assert_ne!(rows[27][1], rows[0][1], "each match has a seed of its own");
    let lines = crate::record::RecordLines::open(&folder.join("records.jsonl.zst")).unwrap();
    let recorded: Vec<u64> = lines.map(|line| line.unwrap().record().unwrap().number).collect();
    let played =
        |number: &u64| rows[usize::try_from(*number).unwrap()][rows[0].len() - 2].is_empty();
    assert_eq!(recorded, (0..45).filter(played).collect::<Vec<_>>());
}

#[test]
fn a_pairing_of_copies_is_one_game_and_has_no_interval() {
    let dir = tempfile::tempdir().unwrap();
    let mut draft = draft_of(40);
    let of =
        |row: &crate::standings::Standing| (row.effective, row.mean.unwrap().interval.is_some());
    let mixed = run_league(&Plan::new(draft_of(40)).unwrap(), &dir.path().join("mixed"), 2);
    let first = mixed.report.standings().iter().find(|row| row.entrant == "first").unwrap();
    assert!(first.mean.unwrap().interval.is_some(), "it met one that does not repeat itself");
    let table = mixed.report.crosstable().unwrap();
    let cell = |row: &str, column: &str| {
        let place = |names: &[String], name| names.iter().position(|other| other == name).unwrap();
        table.cells[place(&table.rows, row)][place(&table.columns, column)].unwrap()
    };
    assert_eq!(cell("first", "again").mean.interval, None);
    assert_eq!(cell("first", "again").effective, Effective::Exact(1));
    assert!(cell("first", "random").mean.interval.is_some());
    draft.entrants.pop();
    let summary = run_league(&Plan::new(draft).unwrap(), &dir.path().join("same"), 2);
    for row in summary.report.standings().iter().filter(|row| row.side != "all") {
        assert_eq!(of(row), (Effective::Exact(2), false), "{row:?}");
        assert_eq!((row.matches, row.rank_interval), (80, None));
    }
}

#[test]
fn with_random_starts_or_chance_in_the_rules_everything_is_played() {
    for (layout, starts) in [(Layout::Still, Starts::Random), (Layout::Pair, Starts::Free)] {
        let dir = tempfile::tempdir().unwrap();
        let draft = Draft { game: Toy::of(layout, 23), starts, ..draft_of(12) };
        run_league(&Plan::new(draft).unwrap(), &dir.path().join("run"), 2);
        assert!(copies(&dir.path().join("run")).iter().all(|(_, same_as)| same_as.is_empty()));
    }
}

#[test]
fn shards_of_any_split_merge_to_the_bytes_of_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let whole = dir.path().join("whole");
    run_league(&plan_of(10), &whole, 2);
    for of in [2, 3, 7, 20] {
        let parts: Vec<PathBuf> = (1..=of)
            .map(|index| {
                let path = dir.path().join(format!("{index}-{of}"));
                let schedule = part(index, of);
                run_league(&Plan::new(Draft { schedule, ..draft_of(10) }).unwrap(), &path, 2);
                path
            })
            .collect();
        let joined = dir.path().join(format!("joined-{of}"));
        let (plan, target) = (plan_of(10), ResultTarget::At(joined.clone()));
        Parts::find(&parts).unwrap().join(&plan, &target, IfMissing::Refuse, &()).unwrap();
        assert!(files(&joined) == files(&whole), "{of} shards");
    }
}

/// The only segment of a run's journal.
fn segment(folder: &Path) -> PathBuf {
    folder.join("journal/segment-000001")
}

/// An unfinished run whose journal has these lines of a finished shard.
fn broken_off(plan: &Plan<Toy>, path: &Path, lines: &[&str]) {
    let target = ResultTarget::At(path.to_owned());
    let OpenedRun::New(folder) = RunFolder::open(plan, "stoker league", &target).unwrap() else {
        panic!("it is new")
    };
    let journal = segment(path);
    fs::create_dir_all(journal.parent().unwrap()).unwrap();
    fs::write(journal, lines.concat()).unwrap();
    drop(folder);
}

fn resume(plan: &Plan<Toy>, path: &Path) {
    go_on(plan, RunFolder::resume(plan, held(path)).unwrap(), 2);
}

/// The journal of a run that played all of a plan, as text.
fn journal_of(plan: impl Fn() -> Draft<Toy>, dir: &Path, threads: usize) -> String {
    let path = dir.join("part");
    run_league(&Plan::new(Draft { schedule: part(1, 1), ..plan() }).unwrap(), &path, threads);
    fs::read_to_string(segment(&path)).unwrap()
}

#[test]
fn a_run_that_was_killed_at_any_line_of_its_journal_ends_with_the_bytes_of_a_straight_one() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan_of(6);
    let whole = dir.path().join("whole");
    run_league(&plan, &whole, 1);
    let text = journal_of(|| draft_of(6), dir.path(), 2);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 1 + 54);
    for kept in 1..=lines.len() {
        let path = dir.path().join(kept.to_string());
        broken_off(&plan, &path, &lines[..kept]);
        resume(&plan, &path);
        assert!(files(&path) == files(&whole), "{kept} lines");
    }
}

#[test]
fn where_an_original_is_damaged_its_copies_do_not_count() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan_of(6);
    let whole = dir.path().join("whole");
    run_league(&plan, &whole, 1);
    // With a second thread, a copy may be played before it is known to be one.
    let text = journal_of(|| draft_of(6), dir.path(), 1);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for number in [0, 9, 18, 19] {
        let of_match = format!("\t{number}\t");
        let others: Vec<&str> = lines
            .iter()
            .copied()
            .filter(|line| line.get(8..8 + of_match.len()) != Some(&*of_match))
            .collect();
        assert_eq!(others.len() + 1, lines.len(), "match {number}");
        let path = dir.path().join(number.to_string());
        broken_off(&plan, &path, &others);
        let plan_hash = crate::results::read_manifest(&path).unwrap().plan;
        let journal = crate::journal::Journal::open(
            &std::sync::Arc::new(stoker_files::untrusted::Folder::named(&path).unwrap()),
            &plan_hash,
            0..54,
        )
        .unwrap();
        // The missing matches are the match itself and the last three of its pairing.
        assert_eq!(journal.done().missing_of(0..54).into_iter().flatten().count(), 4);
        resume(&plan, &path);
        assert!(files(&path) == files(&whole), "match {number}");
    }
}

#[test]
fn copies_are_taken_from_an_earlier_run() {
    for (before, now, keep) in [
        (8, 12, Keep::All),
        (12, 8, Keep::None),
        (3, 8, Keep::All),
        (8, 3, Keep::All),
        (8, 8, Keep::Sample(20)),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let earlier = Plan::new(Draft { keep, ..draft_of(before) }).unwrap();
        run_league(&earlier, &path("earlier"), 2);
        let plan = Plan::new(Draft { keep, ..draft_of(now) }).unwrap();
        run_league(&plan, &path("whole"), 2);
        let earlier = Earlier::open(&plan, &path("earlier")).unwrap();
        let opened = earlier.begin("stoker league", &ResultTarget::At(path("taken"))).unwrap();
        go_on(&plan, opened, 2);
        for name in ["matches.csv", "faults.csv", "crosstable.csv", "records.jsonl.zst"] {
            let [taken, whole] = ["taken", "whole"].map(|run| fs::read(path(run).join(name)).ok());
            assert!(taken == whole, "{before} to {now} matches, {keep}: {name}");
        }
        let none = now > 3 && before <= 3;
        assert_eq!(earlier.matches() == 0, none, "{before} to {now} matches, {keep}");
    }
}
