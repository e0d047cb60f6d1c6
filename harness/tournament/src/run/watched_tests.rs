use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::*;
use crate::referee::DecisionStep;
use crate::results::{Completion, OpenedRun, ResultTarget, read_run};
use crate::testing::*;

/// Plays a run while somebody looks at it; returns its folder.
fn play(plan: &Plan<Toy>, dir: &Path, onlookers: &Onlookers<'_, Toy>) -> PathBuf {
    let path = dir.join("run");
    let target = ResultTarget::At(path.clone());
    let opened = RunFolder::open(plan, "stoker league", &target).unwrap();
    let OpenedRun::New(mut folder) = opened else { panic!("{opened:?}") };
    watched_league(plan, &mut folder, 2, onlookers, &AtomicBool::new(false)).unwrap();
    path
}

/// Writes every snapshot that it can get.
struct Collector {
    home: PathBuf,
    written: Mutex<Vec<(u64, PathBuf)>>,
}

impl Progress for Collector {
    fn progress(&self, _done: u64, _total: u64) {}

    fn wants_snapshot(&self) -> bool {
        true
    }

    fn snapshot(&self, snapshot: Snapshot) {
        let mut written = self.written.lock().unwrap();
        let path = self.home.join(written.len().to_string());
        snapshot.write(&stoker_files::untrusted::Folder::make(&path).unwrap()).unwrap();
        written.push((snapshot.done(), path));
    }
}

#[test]
fn a_snapshot_holds_the_rows_so_far_and_the_last_one_the_results() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(Layout::Pair, 300);
    let collector = Collector { home: dir.path().join("snapshots"), written: Mutex::default() };
    let path = play(&plan, dir.path(), &Onlookers { observer: &collector, watcher: None });
    let whole = fs::read_to_string(path.join("matches.csv")).unwrap();
    let written = collector.written.into_inner().unwrap();
    assert!(written.len() > 1);
    for (done, snapshot) in &written {
        let rows = fs::read_to_string(snapshot.join("matches.csv")).unwrap();
        assert!(whole.starts_with(&rows) && rows.ends_with('\n'));
        assert_eq!(rows.lines().count() as u64, done + 1);
        let summary = read_run(snapshot).unwrap();
        assert_eq!((summary.completion, summary.done), (Completion::Stopped, *done));
    }
    let (done, last) = written.last().unwrap();
    assert_eq!(*done, plan.len());
    for table in ["leaderboard.csv", "crosstable.csv", "faults.csv", "timings.csv"] {
        let [now, then] = [last, &path].map(|folder| fs::read(folder.join(table)).unwrap());
        assert!(now == then, "{table}");
    }
}

/// Watches one match, and counts its decisions.
struct Fan {
    number: u64,
    begun: Mutex<u64>,
    decisions: Mutex<u64>,
}

impl MatchWatcher<Toy> for Fan {
    fn spectator(&self, slot: &Slot) -> Option<Box<dyn Spectator<Toy> + '_>> {
        (slot.number == self.number).then(|| Box::new(Seat(self)) as _)
    }
}

struct Seat<'f>(&'f Fan);

impl Spectator<Toy> for Seat<'_> {
    fn began(&mut self, _game: &Toy, _state: &<Toy as Game>::State) {
        *self.0.begun.lock().unwrap() += 1;
    }

    fn played(
        &mut self,
        _game: &Toy,
        _state: &<Toy as Game>::State,
        _step: &DecisionStep<<Toy as Game>::Move>,
        _play: &<Toy as Game>::Play,
    ) {
        *self.0.decisions.lock().unwrap() += 1;
    }
}

#[test]
fn a_match_that_is_watched_is_seen_whole_and_changes_no_result() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(Layout::Pair, 20);
    let fan = Fan { number: 3, begun: Mutex::new(0), decisions: Mutex::new(0) };
    let onlookers = [Some(&fan as &dyn MatchWatcher<Toy>), None];
    let [watched, alone] = onlookers.map(|watcher| {
        let home = dir.path().join(watcher.is_some().to_string());
        play(&plan, &home, &Onlookers { observer: &(), watcher })
    });
    for file in ["run.toml", "matches.csv", "leaderboard.csv", "records.jsonl.zst"] {
        let [with, without] = [&watched, &alone].map(|path| fs::read(path.join(file)).unwrap());
        assert!(with == without, "{file}");
    }
    let mut rows = csv::Reader::from_path(alone.join("matches.csv")).unwrap();
    let place = rows.headers().unwrap().iter().position(|name| name == "decisions").unwrap();
    let row = rows.records().nth(3).unwrap().unwrap();
    assert_eq!(*fan.begun.lock().unwrap(), 1);
    assert_eq!(row[place], fan.decisions.lock().unwrap().to_string());
}
