//! The store of submissions and their builds.
#![expect(clippy::disallowed_methods, reason = "in the store, which is private to who runs stoker")]

mod entries;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use blake3::Hasher;
use serde::{Deserialize, Serialize};
use stoker_files::untrusted::Folder;
use stoker_sandbox::copy_folder;

use crate::runnable::Served;
use crate::submission::contents::{Contents, ContentsError, FolderBounds, add, digits};
use entries::touch;

pub use entries::{StoreEntry, StoreEntryKind};

/// The environment variable with the store's folder.
const VARIABLE: &str = "STOKER_BUILDS";
/// The format version of build outcomes.
const FORMAT: u32 = 2;
/// The file that marks a folder as a store, so that its content may be removed.
const MARKER: &str = ".stoker-builds";
const MARKER_TEXT: &str = "Builds that stoker keeps. All of this folder may be removed.\n";
/// The folder of unfinished work.
const UNFINISHED: &str = "unfinished";
/// The folder of the kits that submissions of sources are compiled with.
const KITS: &str = "kits";
/// The folder of submissions.
const SUBMISSIONS: &str = "submissions";
/// The folder of a submission, with or without its build, inside its entry.
const WORK: &str = "work";
/// The age up to which unfinished work may not have been locked yet.
const YOUNG: Duration = Duration::from_secs(10);

/// A folder of builds, by the hash of what they were built from.
///
/// ```text
/// .stoker-builds      marks this folder as a store
/// submissions/HASH/   a submission as it was handed in, in `work/`
/// HASH/outcome.toml   what came of a build, for every side
/// HASH/log.txt        what the build printed
/// HASH/work/          the submission with all that was built, if any of it was
/// kits/HASH/          what submissions of sources are compiled with
/// unfinished/         unfinished work, each locked by the process that does it
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store(PathBuf);

/// The reason why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no setting that says where it is.
    #[error("stoker has no folder for builds: set {VARIABLE} to a folder, or HOME")]
    Nowhere,
    /// The folder holds other things.
    #[error(
        "builds cannot be kept in {}, which holds other things: set {VARIABLE} to a folder that is \
        empty or does not exist yet",
        .0.display()
    )]
    Foreign(PathBuf),
    /// Another process uses the store, so nothing may be removed.
    #[error("another stoker uses {}: wait until it has ended", .0.display())]
    InUse(PathBuf),
    /// The store cannot be read or written.
    #[error("builds cannot be kept in {}: {error}", path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// The reason why a submission was not copied into the store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TakeError {
    /// A problem of the submission.
    #[error("{0}")]
    Submission(String),
    /// A problem of the store or the machine.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The outcome of a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BuildOutcome {
    format: u32,
    /// A hash of the sources and of the result.
    pub(super) hash: String,
    /// The hash of the sources alone.
    #[serde(default)]
    submission: String,
    /// Outcomes by kind of side.
    pub(super) sides: BTreeMap<String, SideOutcome>,
    /// Assemblies of programs of sources, by kind of side.
    #[serde(default)]
    pub(super) assemblies: BTreeMap<String, Assembly>,
    /// The way in which turns are served, by kind of side.
    #[serde(default)]
    pub(super) served: BTreeMap<String, Served>,
}

/// The sources and flags of a side's program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assembly {
    /// The origin of the list: the make command for the program, or the reason why there is none.
    pub how: String,
    /// The team's files in it, in link order: paths inside the folder.
    pub files: Vec<String>,
    /// The flags of the deciding source, without those that all sources get.
    pub flags: Vec<String>,
    /// True if the objects show that only the kit's code can run before the first turn, and nothing
    /// that the team wrote.
    #[serde(default)]
    pub plain: bool,
}

/// The outcome of a build for a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SideOutcome {
    /// The command to execute.
    Command(Vec<String>),
    /// The reason why there is none.
    Failed(String),
}

impl BuildOutcome {
    pub(super) fn new(hash: String, sides: BTreeMap<String, SideOutcome>) -> Self {
        let submission = String::new();
        let (assemblies, served) = (BTreeMap::new(), BTreeMap::new());
        Self { format: FORMAT, hash, submission, sides, assemblies, served }
    }

    /// Sets the hash of the submission.
    pub(super) fn of(self, submission: &str) -> Self {
        Self { submission: submission.to_owned(), ..self }
    }

    /// Sets the assemblies of programs of sources.
    pub(super) fn made_of(self, assemblies: BTreeMap<String, Assembly>) -> Self {
        Self { assemblies, ..self }
    }

    /// Sets the way in which turns of such programs are served.
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

    /// The user's store: `$STOKER_BUILDS`, or else in `$XDG_CACHE_HOME`, or in `~/.cache`.
    ///
    /// # Errors
    /// [`StoreError::Nowhere`] if none of them is set.
    pub fn own() -> Result<Self, StoreError> {
        let folder = |name: &str| {
            std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
        };
        // Only this one is typed by hand, so it may be relative.
        let told = std::env::var_os(VARIABLE).filter(|text| !text.is_empty());
        let told = told.and_then(|text| std::path::absolute(text).ok());
        let cache = || folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
        let own = told.or_else(|| Some(cache()?.join("stoker/builds")));
        own.map(Self).ok_or(StoreError::Nowhere)
    }

    /// The folder of the build with this hash, whether it exists or not.
    #[must_use]
    pub fn place(&self, key: &str) -> PathBuf {
        self.0.join(key)
    }

    /// The outcome of the build with this hash, if there is one. Marks it as used now.
    pub(super) fn look(&self, key: &str) -> Option<BuildOutcome> {
        let outcome = self.outcome(key)?;
        touch(&self.place(key));
        Some(outcome)
    }

    fn outcome(&self, key: &str) -> Option<BuildOutcome> {
        let text = fs::read_to_string(self.place(key).join("outcome.toml")).ok()?;
        let outcome: BuildOutcome = toml::from_str(&text).ok()?;
        let whole = !outcome.any_built() || work(&self.place(key)).is_dir();
        (outcome.format == FORMAT && whole).then_some(outcome)
    }

    /// The submission of an entrant with this hash, which is the hash of the submission alone or of
    /// its build.
    pub(crate) fn handed_in(&self, hash: &str) -> Option<Contents> {
        let builds = || fs::read_dir(&self.0).into_iter().flatten().flatten();
        let keys = || builds().filter_map(|entry| entry.file_name().into_string().ok());
        let of_build = || {
            let mut outcomes =
                keys().filter(|key| is_hash(key)).filter_map(|key| self.outcome(&key));
            outcomes.find(|outcome| outcome.hash == hash).map(|found| found.submission)
        };
        let place = |hash: &str| self.0.join(SUBMISSIONS).join(hash).join(WORK);
        let is_kept = |hash: &String| is_hash(hash) && place(hash).is_dir();
        let submission = Some(hash.to_owned()).filter(is_kept).or_else(of_build).filter(is_kept)?;
        touch(&self.0.join(SUBMISSIONS).join(&submission));
        let contents = Contents::list(&place(&submission), FolderBounds::SUBMISSION).ok()?;
        (contents.hash().ok()? == submission).then_some(contents)
    }

    /// Forgets a build.
    pub(super) fn forget(&self, key: &str) -> Result<(), StoreError> {
        self.discard(&self.place(key), key)
    }

    fn discard(&self, place: &Path, key: &str) -> Result<(), StoreError> {
        let aside = self.aside(key);
        // It is renamed first, so that nobody finds half of it.
        let gone = fs::create_dir_all(self.0.join(UNFINISHED))
            .and_then(|()| fs::rename(place, &aside))
            .and_then(|()| fs::remove_dir_all(&aside));
        match gone {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(place, error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Makes an empty, locked folder in the store for new work.
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

    /// Copies a submission into the store, once, and returns its files there. Later changes of the
    /// original folder have no effect.
    pub(crate) fn take_in(&self, folder: &Folder) -> Result<Contents, TakeError> {
        let unfinished = self.begin("submission")?;
        let work = unfinished.work();
        let made = fs::create_dir(&work).and_then(|()| File::open(&work));
        let to = made.map_err(|error| failed(&work, error))?;
        copy_folder(folder, to, FolderBounds::SUBMISSION.bytes).map_err(|error| {
            match error.is_the_machines() {
                true => failed(&work, io::Error::other(error)).into(),
                false => TakeError::Submission(error.to_string()),
            }
        })?;
        let wrong = |error: ContentsError| TakeError::Submission(error.to_string());
        let contents = Contents::list(&work, FolderBounds::SUBMISSION).map_err(wrong)?;
        let hash = contents.hash().map_err(wrong)?;
        let place = self.0.join(SUBMISSIONS).join(hash);
        put(&unfinished.path, &place).map_err(|error| failed(&place, error))?;
        touch(&place);
        Ok(contents.moved_to(place.join(WORK)))
    }

    /// Writes files into a folder named by their hash, once, and returns that folder.
    pub(super) fn put_files<'f>(
        &self,
        files: impl Iterator<Item = (&'f str, &'f str)> + Clone,
    ) -> Result<PathBuf, StoreError> {
        let place = self.0.join(KITS).join(digits(&hash_files(files.clone())));
        if place.is_dir() {
            touch(&place);
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

    /// Makes the store if it is missing, and removes unfinished work of runs that were killed.
    fn enter(&self) -> Result<(), StoreError> {
        let marker = self.0.join(MARKER);
        if !marker.exists() {
            if !self.is_ours().map_err(|error| failed(&self.0, error))? {
                return Err(StoreError::Foreign(self.0.clone()));
            }
            let marked = fs::create_dir_all(&self.0).and_then(|()| fs::write(&marker, MARKER_TEXT));
            marked.map_err(|error| failed(&marker, error))?;
        }
        self.use_it()?;
        for entry in fs::read_dir(self.0.join(UNFINISHED)).into_iter().flatten().flatten() {
            if is_abandoned(&entry) {
                // Another process may be removing it too.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        Ok(())
    }

    /// True if the folder is empty, or holds only entries of a store.
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

    /// A path in the store that no other process uses.
    fn aside(&self, key: &str) -> PathBuf {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        self.0.join(UNFINISHED).join(format!("{key}-{}-{count}", std::process::id()))
    }

    /// Moves a finished build to its place, unless another run was faster. Returns the outcome that
    /// is there.
    pub(super) fn keep(
        &self,
        key: &str,
        unfinished: &Unfinished,
        outcome: &BuildOutcome,
        log: &[u8],
    ) -> Result<BuildOutcome, StoreError> {
        let place = self.place(key);
        let failed = |error| failed(&place, error);
        let text = toml::to_string(outcome).map_err(io::Error::other).map_err(failed)?;
        fs::write(unfinished.path.join("outcome.toml"), text).map_err(failed)?;
        fs::write(unfinished.path.join("log.txt"), log).map_err(failed)?;
        match fs::rename(&unfinished.path, &place) {
            Ok(()) => Ok(outcome.clone()),
            Err(error) => match self.look(key) {
                Some(theirs) => Ok(theirs),
                // The entry in the way is incomplete, or of another version.
                None => {
                    self.forget(key)?;
                    fs::rename(&unfinished.path, &place).map_err(|_| failed(error))?;
                    Ok(outcome.clone())
                }
            },
        }
    }
}

/// The folder of the submission with the result, inside a build's folder.
pub(super) fn work(place: &Path) -> PathBuf {
    place.join(WORK)
}

/// Unfinished work. Removed on drop, unless it was moved to its place.
#[derive(Debug)]
pub(super) struct Unfinished {
    path: PathBuf,
    /// Locked while the work goes on.
    _lock: File,
}

impl Unfinished {
    pub(super) fn work(&self) -> PathBuf {
        work(&self.path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // In most cases it has been renamed by now.
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn failed(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io { path: path.to_owned(), error }
}

/// True if the process that made this folder has ended.
fn is_abandoned(entry: &fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    // A date in the future means that the clock was set back since.
    let age = modified.map(|made| made.elapsed().unwrap_or_else(|ahead| ahead.duration()));
    let folder = || Folder::open(&entry.path()).is_ok_and(|folder| folder.try_lock().is_ok());
    age.is_ok_and(|age| age > YOUNG) && folder()
}

fn is_hash(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// True if a store uses such a name, or used it before there was a marker.
fn is_name_of_ours(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // `.HASH-PID-COUNT` was the old name of unfinished work.
    let unfinished = name.strip_prefix('.').is_some_and(|rest| {
        let mut parts = rest.split('-');
        parts.next().is_some_and(is_hash) && parts.by_ref().take(2).all(is_number)
    });
    [MARKER, UNFINISHED, KITS, SUBMISSIONS].contains(&name) || is_hash(name) || unfinished
}

/// Moves a finished folder to its place; if another process was faster, its folder stays.
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
mod tests;
