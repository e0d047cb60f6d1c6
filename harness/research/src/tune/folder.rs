//! The folder of a tuning.

use stoker_files::untrusted::Folder;
use stoker_tournament::results::folder::{PUBLIC_REPORT, REPORT};
use stoker_tournament::results::result_folder::{self, Description, ResultFolder};

use super::manifest::TuneManifest;
use super::trajectory::{FINAL, TRAJECTORY};

/// The folder of a tuning, with its `tune.toml` in it.
pub type TuneFolder = ResultFolder<TuneManifest>;

/// The state of the folder in which a tuning is to be written.
pub type TuneFolderState = result_folder::Opened<TuneFolder>;

/// True if this is the folder of a tuning.
#[must_use]
pub fn is_tuning(folder: &Folder) -> bool {
    folder.has_file(TuneManifest::FILE)
}

impl Description for TuneManifest {
    const FILE: &'static str = "tune.toml";
    const OTHERS: &'static [&'static str] = &[TRAJECTORY, FINAL, REPORT, PUBLIC_REPORT];
    const ABSENT: &'static str = "no tuning wrote it and nothing there is replaced";

    fn format(&self) -> u32 {
        self.format
    }

    fn differences(&self, asked: &Self) -> Vec<String> {
        Self::differences(self, asked)
    }

    fn is_complete(&self) -> bool {
        self.result.is_some()
    }
}
