use tempfile::TempDir;

use super::*;

fn outcome(hash: &str) -> BuildOutcome {
    let failed = SideOutcome::Failed("no such header".to_owned());
    let built = SideOutcome::Command(vec!["./a".to_owned()]);
    let sides = [("dracula", failed), ("hunters", built)];
    let sides = sides.map(|(side, what)| (side.to_owned(), what)).into();
    let served = [("hunters".to_owned(), Served::Process("it has initialisers".to_owned()))];
    BuildOutcome::new(hash.to_owned(), sides).served_by(served.into())
}

fn folder(place: &TempDir, name: &str) -> PathBuf {
    let path = place.path().join(name);
    fs::create_dir_all(&path).unwrap();
    path
}

fn count(folder: PathBuf) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn the_first_of_two_builds_stays_and_nothing_else_is_left() {
    let place = TempDir::new().unwrap();
    let store = Store::at(place.path().to_owned());
    assert_eq!(store.look("k"), None);
    let [one, other] = [(); 2].map(|()| store.begin("k").unwrap());
    for unfinished in [&one, &other] {
        fs::create_dir(unfinished.work()).unwrap();
    }
    assert_eq!(store.keep("k", &one, &outcome("1"), b"log").unwrap(), outcome("1"));
    assert_eq!(store.keep("k", &other, &outcome("2"), b"log").unwrap(), outcome("1"));
    assert_eq!(store.look("k"), Some(outcome("1")));
    drop(other);
    assert_eq!(count(place.path().join(UNFINISHED)), 0);
    store.forget("k").unwrap();
    store.forget("k").unwrap();
    assert!(!store.place("k").exists());
    assert_eq!(count(place.path().join(UNFINISHED)), 0);
}

#[test]
fn what_killed_runs_left_is_removed_and_what_others_are_at_is_not() {
    let place = TempDir::new().unwrap();
    let store = Store::at(place.path().to_owned());
    let under_way = store.begin("k").unwrap();
    let [old, ahead, new] =
        ["old", "ahead", "new"].map(|name| folder(&place, &format!("unfinished/{name}")));
    let now = std::time::SystemTime::now();
    let set = |path: &Path, to| File::open(path).unwrap().set_modified(to).unwrap();
    set(&old, now - 2 * YOUNG);
    set(&under_way.path, now - 2 * YOUNG);
    // A folder made before the clock was set back.
    set(&ahead, now + 1_000 * YOUNG);
    drop(store.begin("l").unwrap());
    assert!(!old.exists() && !ahead.exists() && new.exists() && under_way.path.exists());
}

#[test]
fn a_folder_with_other_things_in_it_is_no_store_and_keeps_them() {
    let place = TempDir::new().unwrap();
    let keys = folder(&place, ".ssh");
    let ago = std::time::SystemTime::now() - Duration::from_secs(100_000);
    File::open(&keys).unwrap().set_modified(ago).unwrap();
    let refused = Store::at(place.path().to_owned()).begin("k").unwrap_err();
    assert!(matches!(refused, StoreError::Foreign(_)), "{refused}");
    assert!(refused.to_string().contains("set STOKER_BUILDS to a folder that is empty"));
    assert_eq!(count(place.path().to_owned()), 1);
}

#[test]
fn a_store_of_a_time_without_a_marker_is_still_used() {
    let place = TempDir::new().unwrap();
    let hash = "0123456789abcdef0123456789abcdef";
    for name in [hash.to_owned(), format!(".{hash}-12-0"), "kits".to_owned()] {
        folder(&place, &name);
    }
    Store::at(place.path().to_owned()).begin("k").unwrap();
    assert!(place.path().join(MARKER).is_file());
}

#[test]
fn a_submission_is_taken_in_as_it_is_and_stays_so() {
    let place = TempDir::new().unwrap();
    let store = Store::at(place.path().join("store"));
    let handed_in = folder(&place, "fox");
    fs::write(handed_in.join("bot.toml"), "one").unwrap();
    let take = || store.take_in(&Folder::open(&handed_in).unwrap()).unwrap();
    let (first, again) = (take(), take());
    assert_eq!(first, again);
    fs::write(handed_in.join("bot.toml"), "two").unwrap();
    assert_ne!(take().folder(), first.folder());
    assert_eq!(first.read("bot.toml", 10).unwrap(), b"one");
    assert_eq!(count(place.path().join("store").join(UNFINISHED)), 0);
}

#[test]
fn what_is_too_large_is_the_submissions_fault() {
    let place = TempDir::new().unwrap();
    let store = Store::at(place.path().join("store"));
    let large = folder(&place, "large");
    File::create(large.join("a")).unwrap().set_len(FolderBounds::SUBMISSION.bytes + 1).unwrap();
    let refused = store.take_in(&Folder::open(&large).unwrap()).unwrap_err();
    assert!(matches!(refused, TakeError::Submission(_)), "{refused}");
}

#[test]
fn a_build_that_is_not_whole_is_done_again() {
    let folder = TempDir::new().unwrap();
    let store = Store::at(folder.path().to_owned());
    let begun = store.begin("k").unwrap();
    fs::create_dir(begun.work()).unwrap();
    store.keep("k", &begun, &outcome("1"), b"").unwrap();
    fs::remove_dir(work(&store.place("k"))).unwrap();
    assert_eq!(store.look("k"), None);
    let again = store.begin("k").unwrap();
    fs::create_dir(again.work()).unwrap();
    assert_eq!(store.keep("k", &again, &outcome("2"), b"").unwrap(), outcome("2"));
}

#[test]
fn to_find_what_was_handed_in_uses_nothing_else() {
    let [place, elsewhere] = [(); 2].map(|()| TempDir::new().unwrap());
    let store = Store::at(place.path().to_owned());
    let team = folder(&elsewhere, "team");
    fs::write(team.join("a.c"), "int a;").unwrap();
    let submission = store.take_in(&Folder::open(&team).unwrap()).unwrap().hash().unwrap();
    let [ours, other] = ["a", "b"].map(|letter| letter.repeat(32));
    for key in [&ours, &other] {
        let (unfinished, built) = (store.begin(key).unwrap(), "c".repeat(32));
        fs::create_dir(unfinished.work()).unwrap();
        let outcome = outcome(if *key == ours { &built } else { key }).of(&submission);
        store.keep(key, &unfinished, &outcome, b"").unwrap();
    }
    let long_ago = std::time::SystemTime::now() - 1_000 * YOUNG;
    let kept = [store.place(&ours), store.place(&other)];
    let all = kept.into_iter().chain([place.path().join(SUBMISSIONS).join(&submission)]);
    let all: Vec<PathBuf> = all.collect();
    all.iter().for_each(|path| File::open(path).unwrap().set_modified(long_ago).unwrap());
    let later = Store::at(place.path().to_owned());
    assert_eq!(later.handed_in(&"c".repeat(32)).unwrap().hash().unwrap(), submission);
    let used = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap() != long_ago;
    assert_eq!(all.iter().map(used).collect::<Vec<_>>(), [false, false, true]);
}
