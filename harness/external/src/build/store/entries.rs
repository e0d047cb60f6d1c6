//! Listing and removing the entries of a store.
#![expect(clippy::disallowed_methods, reason = "in the store, which is private to who runs stoker")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};
use std::{fmt, io};

use rustix::fs::{FlockOperation, flock, statvfs};

use super::{KITS, MARKER, SUBMISSIONS, Store, StoreError, failed, is_hash, work};
use crate::submission::contents::{Contents, FolderBounds};

/// The divisor of the disk space that is to stay free: one tenth.
const FREE: u64 = 10;
/// The age up to which used entries are not removed to make room.
const RECENT: Duration = Duration::from_secs(24 * 3_600);

/// An entry of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreEntry {
    /// The kind of entry.
    pub kind: StoreEntryKind,
    /// The hash that names it.
    pub hash: String,
    /// The total size of its files in bytes.
    pub bytes: u64,
    /// The time of its last use.
    pub used: SystemTime,
    path: PathBuf,
}

/// A kind of entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoreEntryKind {
    /// A submission, as it was handed in.
    Submission,
    /// The build of a submission.
    Build,
    /// The kit that submissions of sources are compiled with.
    Kit,
}

impl fmt::Display for StoreEntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Submission => "submission",
            Self::Build => "build",
            Self::Kit => "kit",
        })
    }
}

/// Stores that this process uses. Other processes remove nothing from them until it ends.
static IN_USE: Mutex<BTreeMap<PathBuf, File>> = Mutex::new(BTreeMap::new());

/// Entries that this process uses.
static TOUCHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

impl Store {
    /// All entries, least recently used first.
    ///
    /// # Errors
    /// [`StoreError::Io`] if the folder cannot be read.
    pub fn kept(&self) -> Result<Vec<StoreEntry>, StoreError> {
        if !self.0.join(MARKER).exists() {
            return Ok(vec![]);
        }
        let mut kept = vec![];
        let folders = [
            (StoreEntryKind::Build, self.0.clone()),
            (StoreEntryKind::Submission, self.0.join(SUBMISSIONS)),
            (StoreEntryKind::Kit, self.0.join(KITS)),
        ];
        for (kind, folder) in folders {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries.map_err(|error| failed(&folder, error))?,
            };
            let named = entries.flatten().filter_map(|entry| {
                let hash = entry.file_name().into_string().ok().filter(|name| is_hash(name))?;
                Some((hash, entry.path()))
            });
            // Another process may have removed it meanwhile.
            kept.extend(named.filter_map(|(hash, path)| StoreEntry::of(kind, hash, path).ok()));
        }
        kept.sort_by(|one, other| {
            (one.used, one.kind, &one.hash).cmp(&(other.used, other.kind, &other.hash))
        });
        Ok(kept)
    }

    /// Removes these entries, unless another process uses the store.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process uses the store, [`StoreError::Io`] if an entry
    /// cannot be removed.
    pub fn remove(&self, kept: &[StoreEntry]) -> Result<(), StoreError> {
        if kept.is_empty() {
            return Ok(());
        }
        self.use_it()?;
        let in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(lock) = in_use.get(&self.0) else { return Err(StoreError::InUse(self.0.clone())) };
        if flock(lock, FlockOperation::NonBlockingLockExclusive).is_err() {
            // The failed attempt has released the shared lock.
            let _ = flock(lock, FlockOperation::LockShared);
            return Err(StoreError::InUse(self.0.clone()));
        }
        let removed = kept.iter().try_for_each(|kept| self.discard(&kept.path, &kept.hash));
        let _ = flock(lock, FlockOperation::LockShared);
        removed
    }

    /// Keeps other processes from removing entries until this one ends.
    pub(super) fn use_it(&self) -> Result<(), StoreError> {
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        if in_use.contains_key(&self.0) {
            return Ok(());
        }
        let marker = self.0.join(MARKER);
        let lock = File::open(&marker).map_err(|error| failed(&marker, error))?;
        // On a file system without locks, other processes remove nothing either.
        let _ = flock(&lock, FlockOperation::LockShared);
        in_use.insert(self.0.clone(), lock);
        Ok(())
    }

    /// Removes the least recently used entries if the disk is nearly full.
    pub(in crate::build) fn make_room(&self) {
        let is_short = || statvfs(&self.0).is_ok_and(|disk| disk.f_bavail < disk.f_blocks / FREE);
        if !is_short() {
            return;
        }
        for kept in self.kept().unwrap_or_default().into_iter().filter(StoreEntry::is_spare) {
            // Entries in use matter more than room on the disk.
            if !is_short() || self.remove(&[kept]).is_err() {
                return;
            }
        }
    }
}

impl StoreEntry {
    fn of(kind: StoreEntryKind, hash: String, path: PathBuf) -> io::Result<Self> {
        let used = fs::symlink_metadata(&path)?.modified()?;
        Ok(Self { kind, hash, bytes: bytes_in(&path)?, used, path })
    }

    /// True if it has not been used for long, and not by this process at all. So entries that are
    /// about to be played stay, even if the clock was set meanwhile.
    fn is_spare(&self) -> bool {
        let touched = TOUCHED.lock().unwrap_or_else(PoisonError::into_inner);
        !touched.contains(&self.path) && self.used.elapsed().is_ok_and(|age| age > RECENT)
    }

    /// True if a submission still has its hash. A build need only have its outcome, and a kit its
    /// folder, because their files cannot be checked.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let hash = |bounds| Contents::list(&work(&self.path), bounds).and_then(|all| all.hash());
        match self.kind {
            StoreEntryKind::Submission => {
                hash(FolderBounds::SUBMISSION).is_ok_and(|hash| hash == self.hash)
            }
            StoreEntryKind::Build => self.path.join("outcome.toml").is_file(),
            StoreEntryKind::Kit => self.path.is_dir(),
        }
    }
}

/// Marks an entry as used, by the time of its folder.
pub(super) fn touch(path: &Path) {
    TOUCHED.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    // If that fails, the entry only seems older.
    let _ = File::open(path).and_then(|folder| folder.set_modified(SystemTime::now()));
}

fn bytes_in(path: &Path) -> io::Result<u64> {
    let found = fs::symlink_metadata(path)?;
    if !found.is_dir() {
        return Ok(found.len());
    }
    fs::read_dir(path)?
        .try_fold(0, |sum: u64, entry| Ok(sum.saturating_add(bytes_in(&entry?.path())?)))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use stoker_files::untrusted::Folder;

    /// Adds a submission of this many bytes and this age to a store.
    fn add(store: &Store, place: &TempDir, bytes: usize, age: Duration) -> PathBuf {
        let folder = place.path().join(format!("{bytes}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("bot"), vec![b'x'; bytes]).unwrap();
        let contents = store.take_in(&Folder::open(&folder).unwrap()).unwrap();
        let path = contents.folder().parent().unwrap().to_owned();
        File::open(&path).unwrap().set_modified(SystemTime::now() - age).unwrap();
        path
    }

    #[test]
    fn what_is_kept_is_listed_the_oldest_first_and_can_be_removed() {
        let place = TempDir::new().unwrap();
        let store = Store::at(place.path().join("store"));
        assert_eq!(store.kept().unwrap(), []);
        let new = add(&store, &place, 10, Duration::ZERO);
        let old = add(&store, &place, 20, 2 * RECENT);
        let kept = store.kept().unwrap();
        assert_eq!(kept.iter().map(|kept| kept.bytes).collect::<Vec<_>>(), [20, 10]);
        assert!(kept.iter().all(StoreEntry::is_whole));
        store.remove(&kept[..1]).unwrap();
        assert!(new.exists() && !old.exists());
    }

    #[test]
    fn only_what_others_used_long_ago_makes_room_however_the_clock_is_set() {
        let place = TempDir::new().unwrap();
        let store = Store::at(place.path().join("store"));
        // If the clock was set forward, entries that this process uses look old too.
        add(&store, &place, 10, 2 * RECENT);
        let now = SystemTime::now();
        for (n, used) in [now - 2 * RECENT, now - RECENT / 2, now + 2 * RECENT].iter().enumerate() {
            let build = store.place(&format!("{n:032}"));
            fs::create_dir(&build).unwrap();
            File::open(&build).unwrap().set_modified(*used).unwrap();
        }
        let spare = store.kept().unwrap().into_iter().filter(StoreEntry::is_spare);
        assert_eq!(spare.map(|kept| kept.hash).collect::<Vec<_>>(), [format!("{:032}", 0)]);
    }

    #[test]
    fn a_submission_that_was_changed_is_not_whole() {
        let place = TempDir::new().unwrap();
        let store = Store::at(place.path().join("store"));
        let path = add(&store, &place, 10, Duration::ZERO);
        fs::write(work(&path).join("bot"), "changed").unwrap();
        assert!(!store.kept().unwrap()[0].is_whole());
    }

    #[test]
    fn nothing_is_removed_while_another_process_uses_the_store() {
        let place = TempDir::new().unwrap();
        let store = Store::at(place.path().join("store"));
        add(&store, &place, 10, Duration::ZERO);
        // It is opened again, so that this process does not share the lock.
        let other = File::open(place.path().join("store").join(MARKER)).unwrap();
        other.try_lock_shared().unwrap();
        let kept = store.kept().unwrap();
        let refused = store.remove(&kept).unwrap_err();
        assert!(matches!(refused, StoreError::InUse(_)), "{refused}");
        drop(other);
        store.remove(&kept).unwrap();
        assert_eq!(store.kept().unwrap(), []);
    }
}
