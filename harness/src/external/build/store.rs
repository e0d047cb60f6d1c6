//! Where what was built is kept.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use blake3::Hasher;
use serde::{Deserialize, Serialize};

use super::kit::KitError;
use crate::external::runnable::Served;
use crate::external::submission::contents::{add, digits};

/// The variable that names the store's folder.
const VARIABLE: &str = "STOKER_BUILDS";
/// The version of what is written in it.
const FORMAT: u32 = 2;
/// No build is under way for so long.
const STALE: Duration = Duration::from_secs(3_600);

/// A folder of builds, by the hash of what they were built from.
///
/// ```text
/// HASH/outcome.toml   what came of it, for every side
/// HASH/log.txt        what the build printed
/// HASH/work/          the submission with all that was built, if any of it was
/// kits/               what course submissions are compiled with
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store(PathBuf);

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nobody says where it is.
    #[error("there is no place for builds: set {VARIABLE} to a folder, or HOME")]
    Nowhere,
    /// It cannot be written.
    #[error("builds cannot be kept in {}: {error}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
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
    /// Whether nothing that the team wrote can run before the first turn, judged by the objects: what
    /// does in the program is the kit's then.
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

    pub(super) fn kits(&self) -> PathBuf {
        self.0.join("kits")
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
        let aside = aside(&place);
        // Renamed first, so that nobody finds half of it.
        let gone = fs::rename(&place, &aside).and_then(|()| fs::remove_dir_all(&aside));
        match gone {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::Io { path: place, error })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// An empty folder in the store, for a build that is under way.
    pub(super) fn begin(&self, key: &str) -> Result<Unfinished, StoreError> {
        self.clear_up();
        let folder = aside(&self.place(key));
        match fs::create_dir_all(&folder) {
            Ok(()) => Ok(Unfinished(folder)),
            Err(error) => Err(StoreError::Io { path: folder, error }),
        }
    }

    /// Removes what runs left that were killed.
    fn clear_up(&self) {
        let Ok(entries) = fs::read_dir(&self.0) else { return };
        for entry in entries.flatten() {
            let unfinished = entry.file_name().as_encoded_bytes().starts_with(b".");
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.ok().and_then(|modified| modified.elapsed().ok());
            if unfinished && age.is_some_and(|age| age > STALE) {
                // Somebody else may be at it too.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
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
        let failed = |error| StoreError::Io { path: place.clone(), error };
        let text = toml::to_string(outcome).map_err(io::Error::other).map_err(failed)?;
        fs::write(unfinished.0.join("outcome.toml"), text).map_err(failed)?;
        fs::write(unfinished.0.join("log.txt"), log).map_err(failed)?;
        match fs::rename(&unfinished.0, &place) {
            Ok(()) => Ok(outcome.clone()),
            Err(error) => match self.look(key) {
                Some(theirs) => Ok(theirs),
                // What is in the way is not whole, or of another version.
                None => {
                    self.forget(key)?;
                    fs::rename(&unfinished.0, &place).map_err(|_| failed(error))?;
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

/// A build that is under way; removed if it does not get to its place.
#[derive(Debug)]
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    pub(super) fn work(&self) -> PathBuf {
        work(&self.0)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It has mostly been renamed by now.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A path beside this one that nobody else uses.
fn aside(place: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".{name}-{}-{count}", std::process::id()))
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

/// Writes files into a folder of their own, called by their hash, once; gives that folder.
pub(super) fn put_files<'f>(
    kits: &Path,
    files: impl Iterator<Item = (&'f str, &'f str)> + Clone,
) -> Result<PathBuf, KitError> {
    let folder = kits.join(digits(&hash_files(files.clone())));
    let write = |to: &Path| {
        for (path, text) in files {
            let path = to.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, text)?;
        }
        Ok(())
    };
    if !folder.is_dir() {
        put(&folder, write).map_err(|error| KitError::Io { path: folder.clone(), error })?;
    }
    Ok(folder)
}

/// Makes a folder that appears whole or not at all; if another was faster, theirs stays.
fn put(place: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let unfinished = Unfinished(aside(place));
    fs::create_dir_all(&unfinished.0)?;
    write(&unfinished.0)?;
    match fs::rename(&unfinished.0, place) {
        Err(_) if place.is_dir() => Ok(()),
        renamed => renamed,
    }
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

    #[test]
    fn the_first_of_two_builds_stays_and_nothing_else_is_left() {
        let folder = TempDir::new().unwrap();
        let store = Store::at(folder.path().to_owned());
        assert_eq!(store.look("k"), None);
        let [one, other] = [(); 2].map(|()| store.begin("k").unwrap());
        for unfinished in [&one, &other] {
            fs::create_dir(unfinished.work()).unwrap();
        }
        assert_eq!(store.keep("k", &one, &outcome("1"), b"log").unwrap(), outcome("1"));
        assert_eq!(store.keep("k", &other, &outcome("2"), b"log").unwrap(), outcome("1"));
        assert_eq!(store.look("k"), Some(outcome("1")));
        drop(other);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        store.forget("k").unwrap();
        store.forget("k").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_killed_runs_left_is_removed_after_a_while() {
        let folder = TempDir::new().unwrap();
        let store = Store::at(folder.path().to_owned());
        let [old, new] = [".k-1-0", ".k-2-0"].map(|name| folder.path().join(name));
        fs::create_dir(&old).unwrap();
        fs::create_dir(&new).unwrap();
        let ago = std::time::SystemTime::now() - 2 * STALE;
        fs::File::open(&old).unwrap().set_modified(ago).unwrap();
        drop(store.begin("k").unwrap());
        assert!(!old.exists() && new.exists());
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
