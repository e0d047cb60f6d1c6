//! Where what was built is kept.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use blake3::Hasher;
use serde::{Deserialize, Serialize};
use stoker_launcher::copy_folder;

use crate::door::Folder;
use crate::external::runnable::Served;
use crate::external::submission::contents::{Bounds, Contents, ContentsError, add, digits};

/// The variable that names the store's folder.
const VARIABLE: &str = "STOKER_BUILDS";
/// The version of what is written in it.
const FORMAT: u32 = 2;
/// What shows that a folder is a store, so that things in it may be removed.
const MARKER: &str = ".stoker-builds";
const MARKER_TEXT: &str = "Builds that stoker keeps. All of this folder may be removed.\n";
/// The folder of what is under way.
const UNFINISHED: &str = "unfinished";
/// The folder of what course submissions are compiled with.
const KITS: &str = "kits";
/// The folder of what was handed in.
const SUBMISSIONS: &str = "submissions";
/// What is younger may be about to be locked.
const YOUNG: Duration = Duration::from_secs(10);

/// A folder of builds, by the hash of what they were built from.
///
/// ```text
/// .stoker-builds      what shows that this is a store
/// submissions/HASH/   what was handed in, as it was then
/// HASH/outcome.toml   what came of a build, for every side
/// HASH/log.txt        what the build printed
/// HASH/work/          the submission with all that was built, if any of it was
/// kits/HASH/          what course submissions are compiled with
/// unfinished/         what is under way, each locked by whoever is at it
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store(PathBuf);

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nobody says where it is.
    #[error("there is no place for builds: set {VARIABLE} to a folder, or HOME")]
    Nowhere,
    /// It is a folder of something else.
    #[error(
        "builds cannot be kept in {}, which holds other things: set {VARIABLE} to a folder that is \
         empty or not there yet",
        .0.display()
    )]
    Foreign(PathBuf),
    /// It cannot be written.
    #[error("builds cannot be kept in {}: {error}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Why a submission was not taken into the store.
#[derive(Debug, thiserror::Error)]
pub(in crate::external) enum TakeError {
    /// What is wrong with it.
    #[error("{0}")]
    Submission(String),
    /// What is wrong with the store or the machine.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Outcome {
    format: u32,
    /// A hash of sources and of what was built.
    pub(super) hash: String,
    /// By kind of side.
    pub(super) sides: BTreeMap<String, SideOutcome>,
    /// What course programs are made of, by kind of side.
    #[serde(default)]
    pub(super) assemblies: BTreeMap<String, Assembly>,
    /// By kind of side, how its turns are served.
    #[serde(default)]
    pub(super) served: BTreeMap<String, Served>,
}

/// The sources and flags of a side's program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assembly {
    /// How it was found out: the command of make's that would make the program, or why there is
    /// none.
    pub how: String,
    /// The team's files in it, in the order of the link: paths inside of the folder.
    pub files: Vec<String>,
    /// The flags that the file that decides is compiled with, without those that all are.
    pub flags: Vec<String>,
    /// Whether nothing that the team wrote can run before `main`, judged by the objects: what does
    /// in the program is the kit's then.
    #[serde(default)]
    pub plain: bool,
}

/// What came of a build for a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SideOutcome {
    /// What is executed.
    Command(Vec<String>),
    /// Why there is nothing to execute.
    Failed(String),
}

impl Outcome {
    pub(super) fn new(hash: String, sides: BTreeMap<String, SideOutcome>) -> Self {
        Self { format: FORMAT, hash, sides, assemblies: BTreeMap::new(), served: BTreeMap::new() }
    }

    /// The same, with what course programs are made of.
    pub(super) fn made_of(self, assemblies: BTreeMap<String, Assembly>) -> Self {
        Self { assemblies, ..self }
    }

    /// The same, with how the turns of course programs are served.
    pub(super) fn served_by(self, served: BTreeMap<String, Served>) -> Self {
        Self { served, ..self }
    }

    fn any_built(&self) -> bool {
        self.sides.values().any(|side| matches!(side, SideOutcome::Command(_)))
    }
}

impl Store {
    /// The store in this folder.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The store of whoever runs this: `$STOKER_BUILDS`, or else in `$XDG_CACHE_HOME`, or in
    /// `~/.cache`.
    ///
    /// # Errors
    /// If none of them is set.
    pub fn own() -> Result<Self, StoreError> {
        let folder = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
        };
        // The only one that is typed by hand may be relative.
        let told = std::env::var_os(VARIABLE).filter(|text| !text.is_empty());
        let told = told.and_then(|text| std::path::absolute(text).ok());
        let cache = || folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
        let own = told.or_else(|| Some(cache()?.join("stoker/builds")));
        own.map(Self).ok_or(StoreError::Nowhere)
    }

    /// Where the build of this hash is, or will be.
    #[must_use]
    pub fn place(&self, key: &str) -> PathBuf {
        self.0.join(key)
    }

    /// What came of the build of this hash, if it was done.
    pub(super) fn look(&self, key: &str) -> Option<Outcome> {
        let text = fs::read_to_string(self.place(key).join("outcome.toml")).ok()?;
        let outcome: Outcome = toml::from_str(&text).ok()?;
        let whole = !outcome.any_built() || work(&self.place(key)).is_dir();
        (outcome.format == FORMAT && whole).then_some(outcome)
    }

    /// Forgets a build.
    pub(super) fn forget(&self, key: &str) -> Result<(), StoreError> {
        let place = self.place(key);
        let aside = self.aside(key);
        // Renamed first, so that nobody finds half of it.
        let gone = fs::rename(&place, &aside).and_then(|()| fs::remove_dir_all(&aside));
        match gone {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&place, error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// An empty folder in the store, for something that is under way.
    pub(super) fn begin(&self, key: &str) -> Result<Unfinished, StoreError> {
        self.enter()?;
        let path = self.aside(key);
        let made = fs::create_dir_all(&path).and_then(|()| {
            let lock = File::open(&path)?;
            lock.try_lock().map_err(io::Error::from)?;
            Ok(lock)
        });
        let lock = made.map_err(|error| failed(&path, error))?;
        Ok(Unfinished { path, _lock: lock })
    }

    /// Takes a copy of what was handed in, once; gives its files, whose place is in the store. What
    /// becomes of the folder afterwards does not matter.
    pub(in crate::external) fn take_in(&self, folder: &Folder) -> Result<Contents, TakeError> {
        let unfinished = self.begin("submission")?;
        let work = unfinished.work();
        let made = fs::create_dir(&work).and_then(|()| File::open(&work));
        let to = made.map_err(|error| failed(&work, error))?;
        copy_folder(folder, to, Bounds::SUBMISSION.bytes).map_err(|error| {
            match error.is_the_machines() {
                true => failed(&work, io::Error::other(error)).into(),
                false => TakeError::Submission(error.to_string()),
            }
        })?;
        let wrong = |error: ContentsError| TakeError::Submission(error.to_string());
        let contents = Contents::list(&work, Bounds::SUBMISSION).map_err(wrong)?;
        let hash = contents.hash().map_err(wrong)?;
        let place = self.0.join(SUBMISSIONS).join(hash);
        put(&work, &place).map_err(|error| failed(&place, error))?;
        Ok(contents.moved_to(place))
    }

    /// Writes files into a folder of their own, called by their hash, once; gives that folder.
    pub(super) fn put_files<'f>(
        &self,
        files: impl Iterator<Item = (&'f str, &'f str)> + Clone,
    ) -> Result<PathBuf, StoreError> {
        let place = self.0.join(KITS).join(digits(&hash_files(files.clone())));
        if place.is_dir() {
            return Ok(place);
        }
        let unfinished = self.begin("kit")?;
        let work = unfinished.work();
        let write = || {
            for (path, text) in files {
                let path = work.join(path);
                path.parent().map_or(Ok(()), fs::create_dir_all)?;
                fs::write(path, text)?;
            }
            put(&work, &place)
        };
        write().map_err(|error| failed(&place, error))?;
        Ok(place)
    }

    /// Makes the store if there is none, and removes what runs left that were killed.
    fn enter(&self) -> Result<(), StoreError> {
        let marker = self.0.join(MARKER);
        if !marker.exists() {
            if !self.is_ours().map_err(|error| failed(&self.0, error))? {
                return Err(StoreError::Foreign(self.0.clone()));
            }
            let marked = fs::create_dir_all(&self.0).and_then(|()| fs::write(&marker, MARKER_TEXT));
            marked.map_err(|error| failed(&marker, error))?;
        }
        for entry in fs::read_dir(self.0.join(UNFINISHED)).into_iter().flatten().flatten() {
            if is_abandoned(&entry) {
                // Somebody else may be at it too.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        Ok(())
    }

    /// Whether all that is in the folder was put there by a store, or nothing is.
    fn is_ours(&self) -> io::Result<bool> {
        let mut entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            entries => entries?,
        };
        entries.try_fold(true, |ours, entry| {
            let name = entry?.file_name();
            Ok(ours && name.to_str().is_some_and(is_name_of_ours))
        })
    }

    /// A path in the store that nobody else uses.
    fn aside(&self, key: &str) -> PathBuf {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        self.0.join(UNFINISHED).join(format!("{key}-{}-{count}", std::process::id()))
    }

    /// Puts a finished build in its place, unless another run was faster; gives what is there.
    pub(super) fn keep(
        &self,
        key: &str,
        unfinished: &Unfinished,
        outcome: &Outcome,
        log: &[u8],
    ) -> Result<Outcome, StoreError> {
        let place = self.place(key);
        let failed = |error| failed(&place, error);
        let text = toml::to_string(outcome).map_err(io::Error::other).map_err(failed)?;
        fs::write(unfinished.path.join("outcome.toml"), text).map_err(failed)?;
        fs::write(unfinished.path.join("log.txt"), log).map_err(failed)?;
        match fs::rename(&unfinished.path, &place) {
            Ok(()) => Ok(outcome.clone()),
            Err(error) => match self.look(key) {
                Some(theirs) => Ok(theirs),
                // What is in the way is not whole, or of another version.
                None => {
                    self.forget(key)?;
                    fs::rename(&unfinished.path, &place).map_err(|_| failed(error))?;
                    Ok(outcome.clone())
                }
            },
        }
    }
}

/// The submission with what was built, inside of a build's folder.
pub(super) fn work(place: &Path) -> PathBuf {
    place.join("work")
}

/// Something that is under way; removed if it does not get to its place.
#[derive(Debug)]
pub(super) struct Unfinished {
    path: PathBuf,
    /// Shows that somebody is at it.
    _lock: File,
}

impl Unfinished {
    pub(super) fn work(&self) -> PathBuf {
        work(&self.path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It has mostly been renamed by now.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn failed(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io { path: path.to_owned(), error }
}

/// Whether whoever made this folder is gone.
fn is_abandoned(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| modified.elapsed().ok());
    let folder = || Folder::open(&entry.path()).is_ok_and(|folder| folder.try_lock().is_ok());
    age.is_some_and(|age| age > YOUNG) && folder()
}

/// Whether something in a store is called so: names of a time without a marker count too.
fn is_name_of_ours(name: &str) -> bool {
    let is_hash =
        |text: &str| text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // `.HASH-PID-COUNT` was under way.
    let unfinished = name.strip_prefix('.').is_some_and(|rest| {
        let mut parts = rest.split('-');
        parts.next().is_some_and(is_hash) && parts.by_ref().take(2).all(is_number)
    });
    [MARKER, UNFINISHED, KITS, SUBMISSIONS].contains(&name) || is_hash(name) || unfinished
}

/// Gives a finished folder its place; if another was faster, theirs stays.
fn put(from: &Path, place: &Path) -> io::Result<()> {
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    match fs::rename(from, place) {
        Err(_) if place.is_dir() => Ok(()),
        renamed => renamed,
    }
}

/// A hash of files, of their paths and texts.
pub(super) fn hash_files<'f>(files: impl Iterator<Item = (&'f str, &'f str)>) -> Hasher {
    let mut hasher = Hasher::new();
    for (path, text) in files {
        add(&mut hasher, path.as_bytes());
        add(&mut hasher, text.as_bytes());
    }
    hasher
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn outcome(hash: &str) -> Outcome {
        let failed = SideOutcome::Failed("no such header".to_owned());
        let built = SideOutcome::Command(vec!["./a".to_owned()]);
        let sides = [("dracula", failed), ("hunters", built)];
        let sides = sides.map(|(side, what)| (side.to_owned(), what)).into();
        let served = [("hunters".to_owned(), Served::Process("it has initialisers".to_owned()))];
        Outcome::new(hash.to_owned(), sides).served_by(served.into())
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
        let [old, new] = ["old", "new"].map(|name| folder(&place, &format!("unfinished/{name}")));
        let ago = std::time::SystemTime::now() - 2 * YOUNG;
        for path in [&old, &under_way.path] {
            File::open(path).unwrap().set_modified(ago).unwrap();
        }
        drop(store.begin("l").unwrap());
        assert!(!old.exists() && new.exists() && under_way.path.exists());
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
    fn a_store_of_a_time_without_a_marker_is_gone_on_with() {
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
        File::create(large.join("a")).unwrap().set_len(Bounds::SUBMISSION.bytes + 1).unwrap();
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
}
