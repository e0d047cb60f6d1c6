use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::testing::*;

struct Case {
    dir: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn open(
        &self,
        matches: u64,
        target: fn(PathBuf) -> ResultTarget,
    ) -> Result<OpenedRun, FolderError> {
        RunFolder::open(&plan(Layout::Pair, matches), "stoker", &target(self.path("out")))
    }

    /// A run with this number of matches in its default folder, finished or not.
    fn leave(&self, matches: u64, complete: bool) -> PathBuf {
        let Ok(OpenedRun::New(mut folder)) = self.open(matches, ResultTarget::Under) else {
            panic!()
        };
        let progress = ProgressRow { complete, matches: 0, planned: 1, void: 0 };
        folder.record_progress(progress).unwrap();
        folder.create(MATCHES).unwrap().finish().unwrap();
        folder.path().to_owned()
    }
}

#[test]
fn a_folder_is_named_by_what_is_run_and_has_a_run_toml_from_the_start() {
    let case = Case::new();
    let path = case.leave(5, false);
    assert!(path.ends_with("out/toy-random-first-cheat-1-more-0000000000000001"), "{path:?}");
    assert!(!read_manifest(&path).unwrap().progress.complete);
    assert_eq!(fs::read_dir(case.path("out")).unwrap().count(), 1);
}

#[test]
fn a_finished_run_of_the_same_plan_is_shown_again() {
    let case = Case::new();
    let path = case.leave(5, true);
    let Ok(OpenedRun::Finished(found)) = case.open(5, ResultTarget::Under) else { panic!() };
    assert_eq!(found.path(), path);
}

#[test]
fn a_stopped_run_of_the_same_plan_is_gone_on_with_and_what_others_put_there_stays() {
    let case = Case::new();
    let path = case.leave(5, false);
    fs::write(path.join("notes.txt"), "mine").unwrap();
    let Ok(OpenedRun::Stopped(folder)) = case.open(5, ResultTarget::Under) else { panic!() };
    assert_eq!(folder.path(), path);
    assert!(path.join(MATCHES).exists());
    assert!(path.join("notes.txt").exists());
}

#[test]
fn a_run_that_goes_on_elsewhere_is_not_replaced() {
    let case = Case::new();
    let first = case.open(5, ResultTarget::Under);
    assert!(matches!(case.open(5, ResultTarget::Under), Err(FolderError::InUse(_))));
    drop(first);
    assert!(matches!(case.open(5, ResultTarget::Under), Ok(OpenedRun::Stopped(_))));
}

#[test]
fn another_plan_gets_a_suffix() {
    let case = Case::new();
    let first = case.leave(5, true);
    let second = case.leave(6, true);
    let third = case.leave(7, true);
    assert_eq!(second.to_str().unwrap(), format!("{}-2", first.display()));
    assert_eq!(third.to_str().unwrap(), format!("{}-3", first.display()));
}

#[test]
fn a_damaged_run_toml_is_nobodys_to_replace() {
    let case = Case::new();
    let path = case.leave(5, false);
    fs::write(path.join(RUN), "format = 1\n").unwrap();
    assert!(case.leave(5, false).to_str().unwrap().ends_with("-2"));
    assert_eq!(fs::read_to_string(path.join(RUN)).unwrap(), "format = 1\n");
}

#[test]
fn a_folder_asked_for_may_be_absent_or_empty_but_not_in_use() {
    let case = Case::new();
    fs::create_dir(case.path("out")).unwrap();
    assert!(matches!(case.open(5, ResultTarget::At), Ok(OpenedRun::New(_))));
    let error = case.open(5, ResultTarget::At).unwrap_err().to_string();
    assert!(error.contains("`stoker resume "), "{error}");
}

#[test]
fn force_replaces_only_what_a_run_wrote() {
    let case = Case::new();
    fs::create_dir(case.path("out")).unwrap();
    fs::write(case.path("out/notes.txt"), "mine").unwrap();
    assert!(matches!(case.open(5, ResultTarget::Over), Err(FolderError::Foreign { .. })));
    fs::write(case.path("out/run.toml"), "title = 'mine too'").unwrap();
    assert!(matches!(case.open(5, ResultTarget::Over), Err(FolderError::Foreign { .. })));
    fs::remove_dir_all(case.path("out")).unwrap();
    drop(case.open(5, ResultTarget::At).unwrap());
    fs::write(case.path("out/notes.txt"), "mine").unwrap();
    fs::write(case.path("out/faults.csv"), "").unwrap();
    assert!(matches!(case.open(5, ResultTarget::Over), Ok(OpenedRun::New(_))));
    assert!(case.path("out/notes.txt").exists() && !case.path("out/faults.csv").exists());
}

#[test]
fn a_run_writes_into_the_folder_that_it_opened_whoever_takes_its_name() {
    let case = Case::new();
    let Ok(OpenedRun::New(mut folder)) = case.open(3, ResultTarget::At) else { panic!() };
    fs::create_dir_all(case.path("mine/journal")).unwrap();
    for name in [MATCHES, "journal/segment-000001"] {
        fs::write(case.path("mine").join(name), "mine").unwrap();
    }
    fs::rename(case.path("out"), case.path("moved")).unwrap();
    symlink(case.path("mine"), case.path("out")).unwrap();
    let plan = plan(Layout::Pair, 3);
    crate::run::league(&plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap();
    for name in [MATCHES, "journal/segment-000001"] {
        assert_eq!(fs::read(case.path("mine").join(name)).unwrap(), b"mine", "{name}");
    }
    assert_eq!(fs::read_dir(case.path("mine")).unwrap().count(), 2);
    assert!(read_manifest(&case.path("moved")).unwrap().progress.complete);
    assert!(case.path("moved").join(LEADERBOARD).is_file());
}

#[test]
fn a_run_that_is_given_up_removes_nothing_of_who_took_its_name() {
    let case = Case::new();
    let Ok(OpenedRun::New(folder)) = case.open(3, ResultTarget::At) else { panic!() };
    fs::rename(case.path("out"), case.path("moved")).unwrap();
    fs::create_dir(case.path("out")).unwrap();
    folder.discard().unwrap();
    assert!(case.path("out").is_dir());
    assert_eq!(fs::read_dir(case.path("moved")).unwrap().count(), 0);
}

#[test]
fn the_identity_of_a_plan_is_that_of_what_it_gives() {
    let manifest = |change: fn(&mut crate::plan::Draft<Toy>)| {
        let mut draft = draft(Layout::Pair, 5);
        change(&mut draft);
        Manifest::new(&Plan::new(draft).unwrap(), "stoker").unwrap()
    };
    let plan = manifest(|_| ()).plan;
    assert_eq!(manifest(|draft| draft.preset = Some("toy".into())).plan, plan);
    assert_ne!(manifest(|draft| draft.matches = 6).plan, plan);
    assert_ne!(manifest(|draft| draft.keep = crate::plan::Keep::None).plan, plan);
    assert_ne!(manifest(|draft| draft.entrants[0].spec = "other".into()).plan, plan);
    assert_ne!(manifest(|draft| draft.game = Toy::of(Layout::Pair, 24)).plan, plan);
    let written = manifest(|_| ());
    assert_eq!(toml::from_str::<Manifest>(&written.to_toml().unwrap()).unwrap(), written);
}
