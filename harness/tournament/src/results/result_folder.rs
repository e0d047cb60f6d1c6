//! Folders of results of any kind: found or made, claimed, replaced, resumed, finished.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use stoker_files::disk;
use stoker_files::untrusted::Folder;

use super::fresh::appear;
use crate::storage::csv_text::garbled;
use crate::storage::{FolderError, Occupancy, at, bounded, fresh, lock, occupancy, put};

/// The version of all the files in a folder of results.
pub const FORMAT: u32 = 1;

/// The file in a folder that says which results these are, and how complete.
pub trait Description: Serialize + DeserializeOwned {
    /// Its name.
    const FILE: &'static str;
    /// The other files that results of this kind have.
    const OTHERS: &'static [&'static str];
    /// The consequence of its absence where results are to be replaced, in words.
    const ABSENT: &'static str;

    /// The version of the folder's files.
    fn format(&self) -> u32;

    /// The differences from the results that are asked for, in words.
    fn differences(&self, asked: &Self) -> Vec<String>;

    /// True if nothing remains to be added.
    fn is_complete(&self) -> bool;

    /// True if these are the results that are asked for, or can become them.
    fn is_same(&self, asked: &Self) -> bool {
        self.differences(asked).is_empty()
    }

    /// True if the results are as complete as they claim.
    ///
    /// # Errors
    /// If a file cannot be read.
    fn is_whole(&self, _folder: &Arc<Folder>) -> Result<bool, FolderError> {
        Ok(self.is_complete())
    }

    /// Removes files that complete results no longer need.
    ///
    /// # Errors
    /// If the system refuses.
    fn clean_up(&self, _folder: &Folder) -> Result<(), FolderError> {
        Ok(())
    }

    /// Removes all other files of results of this kind; foreign files stay.
    ///
    /// # Errors
    /// If the system refuses.
    fn clear(folder: &Folder) -> Result<(), FolderError> {
        Self::OTHERS.iter().try_for_each(|file| remove(folder, file))
    }
}

/// The target of results, as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultTarget {
    /// In a folder under this one (`results`), named after its contents. The same results are shown
    /// again if finished and resumed if stopped; if the name is taken, a suffix is added.
    Under(PathBuf),
    /// Exactly here (`--out`): made if absent, refused unless empty.
    At(PathBuf),
    /// Exactly here (`--out` with `--force`): files of such results are replaced, and only in a
    /// folder that has their description.
    Over(PathBuf),
}

impl ResultTarget {
    /// The folder that was named.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Under(path) | Self::At(path) | Self::Over(path) => path,
        }
    }
}

/// The place where results are to be written; nothing is written there yet.
#[derive(Debug)]
pub enum ResultPlace<D> {
    /// There is no folder at this path.
    Absent(PathBuf),
    /// A folder that is empty, or holds results to be replaced.
    Free(Folder),
    /// A folder that holds these results, or some of them.
    Same(Folder, D),
}

impl<D: Description> ResultPlace<D> {
    /// Finds the place; `name` is the folder's name if none was given.
    ///
    /// # Errors
    /// If the folder holds something else, or cannot be read.
    pub fn find(asked: &D, name: &str, target: &ResultTarget) -> Result<Self, FolderError> {
        if let ResultTarget::Under(root) = target {
            return Self::under(root, name, asked);
        }
        let path = target.path();
        let folder = match occupancy(path)? {
            Occupancy::Absent => return Ok(Self::Absent(path.to_owned())),
            Occupancy::Empty(folder) => return Ok(Self::Free(folder)),
            Occupancy::Taken(folder) => folder,
        };
        let path = path.to_owned();
        match (target, read::<D>(&folder)) {
            (ResultTarget::Over(_), Ok(_)) => Ok(Self::Free(folder)),
            (ResultTarget::Over(_), Err(_)) => {
                Err(FolderError::Foreign { path, file: D::FILE, so: D::ABSENT })
            }
            (_, Ok(found)) if !found.is_complete() => Err(FolderError::HoldsStopped(path)),
            (_, Ok(_) | Err(_)) => Err(FolderError::NotEmpty(path)),
        }
    }

    fn under(root: &Path, name: &str, asked: &D) -> Result<Self, FolderError> {
        let mut suffix = 1u32;
        loop {
            let path = match suffix {
                1 => root.join(name),
                more => root.join(format!("{name}-{more}")),
            };
            match occupancy(&path)? {
                Occupancy::Absent => return Ok(Self::Absent(path)),
                Occupancy::Empty(folder) => return Ok(Self::Free(folder)),
                Occupancy::Taken(folder) => match read::<D>(&folder) {
                    Ok(found) if found.is_same(asked) => return Ok(Self::Same(folder, found)),
                    // Other results, those of another version, and foreign files stay as they are.
                    Ok(_) | Err(_) => suffix += 1,
                },
            }
        }
    }
}

/// The state of results when their folder is opened.
#[derive(Debug)]
pub enum Opened<F> {
    /// No results, or results that may be replaced: they can begin.
    New(F),
    /// The same results, stopped: they can go on.
    Stopped(F),
    /// The same results, finished: there is nothing to do but show them.
    Finished(F),
}

impl<F> Opened<F> {
    /// The same state with another folder, made from this one.
    pub fn map<T>(self, make: impl FnOnce(F) -> T) -> Opened<T> {
        match self {
            Self::New(folder) => Opened::New(make(folder)),
            Self::Stopped(folder) => Opened::Stopped(make(folder)),
            Self::Finished(folder) => Opened::Finished(make(folder)),
        }
    }
}

/// A folder of results that is held open, with its description.
///
/// It is locked for as long as this process may write here: not while finished results are shown.
#[derive(Debug)]
pub struct ResultFolder<D> {
    folder: Arc<Folder>,
    description: D,
}

impl<D: Description> ResultFolder<D> {
    /// Finds or makes the folder. A new one appears by rename, with its description already in it.
    ///
    /// # Errors
    /// If the folder holds something else, or cannot be written.
    pub fn open(asked: D, name: &str, target: &ResultTarget) -> Result<Opened<Self>, FolderError> {
        Self::claim(ResultPlace::find(&asked, name, target)?, asked)
    }

    /// Claims the place that was found.
    ///
    /// # Errors
    /// If it cannot be written, or another process is using it.
    pub fn claim(place: ResultPlace<D>, asked: D) -> Result<Opened<Self>, FolderError> {
        match place {
            ResultPlace::Absent(path) => Self::make(&path, asked).map(Opened::New),
            ResultPlace::Free(folder) => Self::replace(folder, asked).map(Opened::New),
            ResultPlace::Same(folder, found) if found.is_complete() => {
                Ok(Self::finished(Arc::new(folder), found))
            }
            ResultPlace::Same(folder, _) => Self::lock(Arc::new(folder))?.go_on(),
        }
    }

    /// Resumes the results in this folder.
    ///
    /// # Errors
    /// If they are not the results that are asked for, or another process is using the folder.
    pub fn resume(folder: Arc<Folder>, asked: &D) -> Result<Opened<Self>, FolderError> {
        Self::hold(folder, asked)?.go_on()
    }

    /// Locks the folder of these results, however complete they are.
    ///
    /// # Errors
    /// As for [`resume`](Self::resume).
    pub fn hold(folder: Arc<Folder>, asked: &D) -> Result<Self, FolderError> {
        let differences = read::<D>(&folder)?.differences(asked);
        match differences.is_empty() {
            true => Self::lock(folder),
            false => Err(FolderError::Changed { path: folder.path().to_owned(), differences }),
        }
    }

    fn lock(folder: Arc<Folder>) -> Result<Self, FolderError> {
        lock(&folder)?;
        // The previous holder of the lock may have finished the results.
        let description = read(&folder)?;
        Ok(Self { folder, description })
    }

    /// Takes over results that were stopped, or finished except for cleaning up.
    fn go_on(self) -> Result<Opened<Self>, FolderError> {
        let is_whole = self.description.is_whole(&self.folder)?;
        remove(&self.folder, &fresh(D::FILE))?;
        if !is_whole {
            return Ok(Opened::Stopped(self));
        }
        self.description.clean_up(&self.folder)?;
        Ok(self.let_go())
    }

    /// Finished results, unlocked: others may resume them while they are shown.
    #[must_use]
    pub fn let_go(self) -> Opened<Self> {
        // On a file system without locks, there is none to give up.
        let _ = self.folder.unlock();
        Opened::Finished(self)
    }

    /// Finished results, cleaned up if their process was killed before it could do so.
    pub fn finished(folder: Arc<Folder>, description: D) -> Opened<Self> {
        // A user who only looks at results need not be able to change their folder.
        let _ = Self::lock(Arc::clone(&folder)).and_then(Self::go_on);
        Self { folder, description }.let_go()
    }

    /// The folder's path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The folder, held open.
    #[must_use]
    pub fn folder(&self) -> &Arc<Folder> {
        &self.folder
    }

    /// The folder's description.
    #[must_use]
    pub fn description(&self) -> &D {
        &self.description
    }

    /// Changes the description.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn rewrite(&mut self, change: impl FnOnce(&mut D)) -> Result<(), FolderError> {
        change(&mut self.description);
        write(&self.folder, &self.description)
    }

    /// Makes the folder; errors name the folder that was asked for, not the temporary one that
    /// becomes it.
    fn make(path: &Path, description: D) -> Result<Self, FolderError> {
        let made = appear(path, D::FILE, |folder| write(folder, &description));
        let folder = made.map_err(|error| {
            if let FolderError::Io { source, .. } = error {
                return FolderError::Make { path: path.to_owned(), source };
            }
            error
        })?;
        Ok(Self { folder: Arc::new(folder), description })
    }

    /// Takes over a folder of such results. The description is replaced first, so that no new file
    /// is ever beside a description that it does not belong to.
    fn replace(folder: Folder, description: D) -> Result<Self, FolderError> {
        lock(&folder)?;
        write(&folder, &description)?;
        D::clear(&folder)?;
        Ok(Self { folder: Arc::new(folder), description })
    }
}

/// Results that are written all at once, when they are complete.
#[derive(Debug)]
pub struct AtOnce<D> {
    place: ResultPlace<D>,
    description: D,
}

impl<D: Description> AtOnce<D> {
    /// Finds the place of the results. Nothing is written yet; a folder that cannot be used is an
    /// error now.
    ///
    /// # Errors
    /// As for [`ResultPlace::find`].
    pub fn find(description: D, name: &str, target: &ResultTarget) -> Result<Self, FolderError> {
        Ok(Self { place: ResultPlace::find(&description, name, target)?, description })
    }

    /// Writes the files, the description last: if it is there, the others are complete.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(self, files: &[(&str, Vec<u8>)]) -> Result<PathBuf, FolderError> {
        let folder = match self.place {
            ResultPlace::Absent(path) => Folder::make(&path).map_err(at(&path))?,
            ResultPlace::Free(folder) | ResultPlace::Same(folder, _) => folder,
        };
        remove(&folder, D::FILE)?;
        D::clear(&folder)?;
        for (name, bytes) in files {
            put(&folder, name, bytes)?;
        }
        write(&folder, &self.description)?;
        Ok(folder.path().to_owned())
    }
}

/// Reads the description of the results in a folder.
///
/// # Errors
/// If there is none, or this version cannot read it.
pub fn read<D: Description>(folder: &Folder) -> Result<D, FolderError> {
    /// The most bytes that are read, far above what a thousand entrants need.
    const MOST: u64 = 16 << 20;
    let text = match bounded::read_text(folder, D::FILE, MOST) {
        Err(FolderError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::Lacks { path: folder.path().to_owned(), file: D::FILE });
        }
        read => read?,
    };
    parse(&text).map_err(|message| garbled(folder, D::FILE, &message))
}

/// Reads the text of a description.
///
/// # Errors
/// If this version cannot read it.
pub fn parse<D: Description>(text: &str) -> Result<D, String> {
    let description: D = toml::from_str(text).map_err(|error| error.to_string())?;
    match description.format() {
        FORMAT => Ok(description),
        other => Err(format!("format {other} is not format {FORMAT}")),
    }
}

fn write<D: Description>(folder: &Folder, description: &D) -> Result<(), FolderError> {
    put(folder, D::FILE, toml::to_string(description)?.as_bytes())
}

/// Removes a file that may be absent.
pub(super) fn remove(folder: &Folder, file: &str) -> Result<(), FolderError> {
    disk::remove(folder, file).map_err(at(&folder.path().join(file)))
}
