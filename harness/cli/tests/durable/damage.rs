//! Damaged journals, and runs that were changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use stoker::engine::course::{Course, Params};
use stoker::engine::map::BuiltinMap;
use stoker::entrant::Entrant;
use stoker::entrant::builtin;
use stoker::plan::{Draft, Extent, Keep, Meetings, Plan, Schedule, Shard};
use stoker::results::Completion;
use stoker::results::{OpenedRun, ResultTarget, RunFolder};
use stoker::run::league;
use stoker::storage::open as open_run;
use tempfile::TempDir;

use super::fixture::{Files, assert_same, files_below, quick_disk};

/// Six short matches, or a part of them.
fn plan(shard: Option<Shard>) -> Plan<Course> {
    let extent = shard.map_or(Extent::All, Extent::Part);
    let (source, spec) = builtin("random", "", &[stoker::bots::random()]).unwrap();
    let params = Params { start_score: 3, ..Params::default() };
    let game = Arc::new(Course::on(params, BuiltinMap::COURSE.load()).unwrap());
    let entrants = vec![Entrant { name: spec.clone(), spec, side: None, source, unfit: vec![] }];
    let schedule = Schedule::League(Meetings::RoundRobin, extent);
    let draft = Draft::new(stoker::VERSION, game, entrants, 6);
    Plan::new(Draft { schedule, keep: Keep::Sample(1), ..draft }).unwrap()
}

/// A folder with a run of the plan, stopped before its end.
struct Stopped {
    dir: TempDir,
    plan: Plan<Course>,
    straight: Files,
}

impl Stopped {
    fn new() -> Self {
        let (dir, plan) = (TempDir::new_in(quick_disk()).unwrap(), plan(None));
        let stopped = dir.path().join("stopped");
        drop(open(&plan, &stopped));
        // A shard keeps its journal, which is that of a run that was stopped after this many
        // matches.
        let (part, shard) = (dir.path().join("part"), self::plan(Shard::new(1, 2)));
        play(&shard, &mut open(&shard, &part));
        fs::create_dir(stopped.join("journal")).unwrap();
        fs::copy(part.join(Self::segment()), stopped.join(Self::segment())).unwrap();
        let whole = dir.path().join("whole");
        play(&plan, &mut open(&plan, &whole));
        let straight = files(&whole);
        Self { dir, plan, straight }
    }

    fn segment() -> PathBuf {
        PathBuf::from("journal/segment-000001")
    }

    fn journal(&self) -> Vec<u8> {
        fs::read(self.dir.path().join("stopped").join(Self::segment())).unwrap()
    }

    /// Goes on with a copy of the run whose journal is this, and compares.
    fn goes_on_with(&self, journal: &[u8], context: &str) {
        let (from, to) = (self.dir.path().join("stopped"), self.dir.path().join("copy"));
        fs::create_dir_all(to.join("journal")).unwrap();
        fs::copy(from.join("run.toml"), to.join("run.toml")).unwrap();
        fs::write(to.join(Self::segment()), journal).unwrap();
        let OpenedRun::Stopped(mut folder) =
            RunFolder::resume(&self.plan, open_run(&to).unwrap().into()).unwrap()
        else {
            panic!("it was stopped");
        };
        play(&self.plan, &mut folder);
        assert_same(&files(&to), &self.straight, context);
        fs::remove_dir_all(to).unwrap();
    }
}

fn play(plan: &Plan<Course>, folder: &mut RunFolder) {
    let summary = league(plan, folder, 1, &(), &AtomicBool::new(false)).unwrap();
    assert_eq!(summary.completion, Completion::Complete);
}

fn open(plan: &Plan<Course>, path: &Path) -> RunFolder {
    let opened = RunFolder::open(plan, "stoker", &ResultTarget::At(path.to_owned())).unwrap();
    let OpenedRun::New(folder) = opened else { panic!("the folder is new") };
    folder
}

fn files(folder: &Path) -> Files {
    let paths = files_below(folder).into_iter();
    let name = |path: &PathBuf| path.strip_prefix(folder).unwrap().to_owned();
    let files = paths.map(|path| (name(&path), fs::read(&path).unwrap()));
    files.filter(|(name, _)| name != Path::new("timings.csv")).collect()
}

#[test]
fn every_byte_of_a_journal_may_be_changed() {
    let stopped = Stopped::new();
    let journal = stopped.journal();
    assert!(journal.iter().filter(|&&byte| byte == b'\n').count() > 1);
    for place in 0..journal.len() {
        let mut changed = journal.clone();
        changed[place] ^= 1 << (place % 8);
        stopped.goes_on_with(&changed, &format!("byte {place} changed"));
    }
}

#[test]
fn a_journal_may_end_at_every_byte() {
    let stopped = Stopped::new();
    let journal = stopped.journal();
    for place in 0..=journal.len() {
        stopped.goes_on_with(&journal[..place], &format!("cut at byte {place}"));
    }
}

#[test]
fn a_journal_may_lose_gain_and_repeat_bytes() {
    let stopped = Stopped::new();
    let journal = stopped.journal();
    for place in (0..journal.len()).step_by(7) {
        let [before, after] = [&journal[..place], &journal[place..]];
        stopped.goes_on_with(&[before, &after[1..]].concat(), &format!("lost {place}"));
        stopped.goes_on_with(&[before, b"\0", after].concat(), &format!("zero at {place}"));
        stopped.goes_on_with(&[before, b"\n", after].concat(), &format!("line end at {place}"));
        stopped.goes_on_with(&[&journal, after].concat(), &format!("again from {place}"));
    }
}
