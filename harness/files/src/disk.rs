//! All steps by which a run changes the disk.
//!
//! They are in one place so that tests can end the process after each of them, or let the disk fill
//! up. A run must be able to resume from whatever is left behind. Only debug builds have these test
//! hooks.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};

use crate::untrusted::Folder;

/// A file being written.
#[derive(Debug)]
pub struct DiskFile(File);

impl DiskFile {
    /// Creates a file, replacing an old one.
    pub fn create(folder: &Folder, name: &str) -> io::Result<Self> {
        step(0)?;
        folder.create(name).map(Self)
    }

    /// Creates a file that must not exist yet.
    pub fn create_new(folder: &Folder, name: &str) -> io::Result<Self> {
        step(0)?;
        folder.create_new(name).map(Self)
    }

    /// Waits until the written data would survive a loss of power.
    pub fn sync(&self) -> io::Result<()> {
        step(0)?;
        self.0.sync_data()
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let allowed = step(bytes.len())?;
        self.0.write(&bytes[..allowed])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Renames a file or folder. Afterwards either the new name or the old one exists, never half of
/// it.
pub fn rename(folder: &Folder, from: impl AsRef<OsStr>, to: impl AsRef<OsStr>) -> io::Result<()> {
    step(0)?;
    folder.rename(from, to)?;
    sync_names(folder)
}

/// Makes a folder if it is missing.
pub fn make_folder(folder: &Folder, name: impl AsRef<OsStr>) -> io::Result<Folder> {
    step(0)?;
    folder.make_folder(name)
}

/// Removes a file that may be absent.
pub fn remove(folder: &Folder, name: &str) -> io::Result<()> {
    step(0)?;
    folder.remove(name)
}

/// Removes an empty folder that may be absent.
pub fn remove_folder(folder: &Folder, name: impl AsRef<OsStr>) -> io::Result<()> {
    step(0)?;
    folder.remove_folder(name)
}

/// Waits until the names in a folder would survive a loss of power.
///
/// If folders cannot be synced, names are as safe as the file system makes them.
pub fn sync_names(folder: &Folder) -> io::Result<()> {
    step(0)?;
    let _ = rustix::fs::fsync(folder);
    Ok(())
}

/// Waits until the files in a folder would survive a loss of power.
///
/// If they cannot be synced all at once, they are as safe as the file system makes them. Syncing
/// them one by one would take longer than playing the matches in them.
pub fn sync_files_in(folder: &Folder) -> io::Result<()> {
    step(0)?;
    #[cfg(target_os = "linux")]
    rustix::fs::syncfs(folder)?;
    #[cfg(not(target_os = "linux"))]
    let _ = folder;
    Ok(())
}

/// The number of these bytes that the disk takes at this step of a run.
#[cfg(not(debug_assertions))]
#[expect(clippy::unnecessary_wraps, reason = "with debug assertions it can fail")]
fn step(bytes: usize) -> io::Result<usize> {
    Ok(bytes)
}

#[cfg(debug_assertions)]
use trial::step;

/// Failures that tests ask for by environment variables.
#[cfg(debug_assertions)]
mod trial {
    use std::io;
    use std::sync::Mutex;

    /// The number of steps after which the process ends as if killed.
    const STEPS: &str = "STOKER_TRIAL_STEPS";
    /// If set, the last of these steps is only half done, if it is a write.
    const TEAR: &str = "STOKER_TRIAL_TEAR";
    /// The number of steps after which the disk is full: of the last one, it takes half.
    const FULL: &str = "STOKER_TRIAL_FULL";

    struct Left {
        steps: Option<u64>,
        tear: bool,
        until_full: Option<u64>,
    }

    impl Left {
        fn asked() -> Self {
            let tear = std::env::var_os(TEAR).is_some();
            Self { steps: asked(STEPS), tear, until_full: asked(FULL) }
        }
    }

    static LEFT: Mutex<Option<Left>> = Mutex::new(None);

    pub(super) fn step(bytes: usize) -> io::Result<usize> {
        let mut left = LEFT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let left = left.get_or_insert_with(Left::asked);
        if let Some(steps) = &mut left.steps {
            match steps.checked_sub(1) {
                Some(0) if left.tear && bytes > 1 => {
                    *steps = 0;
                    return Ok(bytes / 2);
                }
                Some(rest) => *steps = rest,
                None => std::process::abort(),
            }
        }
        match &mut left.until_full {
            None => Ok(bytes),
            Some(0) if bytes > 0 => Err(io::ErrorKind::StorageFull.into()),
            Some(0) => Ok(0),
            Some(steps) => {
                *steps -= 1;
                Ok(if *steps == 0 { bytes.div_ceil(2) } else { bytes })
            }
        }
    }

    fn asked(variable: &str) -> Option<u64> {
        std::env::var(variable).ok()?.parse().ok()
    }
}
