//! Compares two runs.

use std::path::{Path, PathBuf};

use stoker_files::untrusted::Folder;

use crate::record::{ReadError, RecordLines};
use crate::results::folder::{FILES, RUN, UNSTABLE};

/// The first row in which a file of two runs differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowDifference {
    /// The file's name.
    pub file: &'static str,
    /// The row, from 1; 0 if one run has no such file.
    pub line: u64,
    /// The row of the first run; `None` if that run ends before it or has no such file.
    pub left: Option<String>,
    /// The row of the second run; `None` if that run ends before it or has no such file.
    pub right: Option<String>,
}

/// The reasons why two runs cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// The folder has no `run.toml`.
    #[error("{} has no run.toml: give the folder of a run", .0.display())]
    NotARun(PathBuf),
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Returns the first difference in each reproducible file of two runs; none if they are the same.
///
/// Records are compared unpacked. `timings.csv` is left out because it always differs, and
/// `report.html` because it shows these times.
///
/// # Errors
/// If a folder is not a run's, or a file cannot be read.
pub fn diff_runs(left: &Path, right: &Path) -> Result<Vec<RowDifference>, DiffError> {
    let run = |path: &Path| {
        let folder = Folder::named(path).ok().filter(|folder| folder.has_file(RUN));
        folder.ok_or_else(|| DiffError::NotARun(path.to_owned()))
    };
    let (left, right) = (run(left)?, run(right)?);
    let mut differences = vec![];
    for file in FILES.into_iter().filter(|file| !UNSTABLE.contains(file)) {
        differences.extend(diff_file(file, &left, &right)?);
    }
    Ok(differences)
}

fn diff_file(
    file: &'static str,
    left: &Folder,
    right: &Folder,
) -> Result<Option<RowDifference>, DiffError> {
    const PRESENT: &str = "(the file)";
    let there = |run: &Folder| run.has_file(file).then(|| PRESENT.to_owned());
    let (on_left, on_right) = (there(left), there(right));
    if on_left.is_none() || on_right.is_none() {
        let difference = RowDifference { file, line: 0, left: on_left, right: on_right };
        return Ok((difference.left != difference.right).then_some(difference));
    }
    let (mut left, mut right) =
        (RecordLines::open_in(left, file)?, RecordLines::open_in(right, file)?);
    for line in 1.. {
        let text = |lines: &mut RecordLines| lines.next().transpose();
        let (left, right) = (text(&mut left)?, text(&mut right)?);
        let (left, right) = (left.map(|line| line.text), right.map(|line| line.text));
        if left != right {
            return Ok(Some(RowDifference { file, line, left, right }));
        }
        if left.is_none() {
            break;
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::results::{OpenedRun, ResultTarget, RunFolder};
    use crate::testing::*;

    /// Plays a run with this number of matches per pairing and this seed.
    fn run_league(dir: &Path, matches: u64, seed: u64) -> PathBuf {
        let mut draft = draft(Layout::Pair, matches);
        draft.seed = stoker_engine::Seed(seed);
        let plan = crate::plan::Plan::new(draft).unwrap();
        let target = ResultTarget::Under(dir.to_owned());
        let opened = RunFolder::open(&plan, "stoker league", &target).unwrap();
        let OpenedRun::New(mut folder) = opened else { panic!("{opened:?}") };
        crate::run::league(&plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap();
        folder.path().to_owned()
    }

    #[test]
    fn a_run_made_again_does_not_differ() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (left, right) = (run_league(one.path(), 3, 1), run_league(two.path(), 3, 1));
        assert_eq!(diff_runs(&left, &right).unwrap(), []);
    }

    #[test]
    fn the_first_row_that_differs_is_shown_for_every_file() {
        let dir = tempfile::tempdir().unwrap();
        let (left, right) = (run_league(dir.path(), 3, 1), run_league(dir.path(), 4, 1));
        let found = diff_runs(&left, &right).unwrap();
        let matches = found.iter().find(|difference| difference.file == "matches.csv").unwrap();
        assert_eq!((matches.line, &matches.left), (3 * 16 + 2, &None));
        assert!(matches.right.as_ref().unwrap().starts_with("48,"), "{:?}", matches.right);
    }

    #[test]
    fn a_missing_file_differs_from_one_that_is_there_and_a_folder_without_run_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (left, right) = (run_league(dir.path(), 1, 1), run_league(dir.path(), 1, 2));
        fs::remove_file(left.join("faults.csv")).unwrap();
        let found = diff_runs(&left, &right).unwrap();
        let faults = found.iter().find(|difference| difference.file == "faults.csv").unwrap();
        assert_eq!((faults.line, &faults.left), (0, &None));
        assert!(matches!(diff_runs(dir.path(), &right), Err(DiffError::NotARun(_))));
    }
}
