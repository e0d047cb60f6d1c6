//! The files to which a tuning adds rows: `trajectory.csv`, one row per iteration, and `final.csv`,
//! one row per pair of the final test.
//!
//! Every row has the sums that it was made from. Everything else in it follows from these and the
//! rows before. A tuning therefore resumes by learning from the rows again. A row that differs from
//! the recomputed one was not written by this tuning.

use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use stoker_files::disk::{self, DiskFile};
use stoker_files::untrusted::Folder;
use stoker_stats::decimals;
use stoker_stats::sprt::{GamesCompared, MOST_SCORE, Pair, Sprt};
use stoker_tournament::identity::GameHash;
use stoker_tournament::storage::{CsvText, FolderError, at, bounded, fresh, garbled};

use crate::tune::{Iteration, IterationResult, Knob, Sums};

/// The file with one row per iteration.
pub(crate) const TRAJECTORY: &str = "trajectory.csv";
/// The file with one row per pair of the final test.
pub(crate) const FINAL: &str = "final.csv";

/// The longest file that is read back, in bytes; enough for a million iterations of twenty
/// parameters.
const MOST: u64 = 1 << 30;
/// The interval between two syncs. The rows of this time may be lost in a power failure, but none
/// if this process is killed.
const SYNC: Duration = Duration::from_secs(1);

/// A file to which rows are added.
pub(crate) struct Ledger {
    path: PathBuf,
    file: DiskFile,
    synced: Instant,
    /// The existing rows, without the header and a torn last one.
    kept: Vec<String>,
    checked: usize,
}

impl Ledger {
    /// Opens the file, or begins it with this header.
    ///
    /// The existing rows are written to a new file that replaces the old one, which removes a torn
    /// row.
    pub(crate) fn open(folder: &Folder, name: &str, header: &str) -> Result<Self, FolderError> {
        let kept = rows_of(folder, name, header)?;
        let (path, fresh) = (folder.path().join(name), fresh(name));
        let mut file = DiskFile::create(folder, &fresh).map_err(at(&path))?;
        let text = header.to_owned() + &kept.concat();
        file.write_all(text.as_bytes()).map_err(at(&path))?;
        file.sync().map_err(at(&path))?;
        disk::rename(folder, fresh, name).map_err(at(&path))?;
        Ok(Self { path, file, synced: Instant::now(), kept, checked: 0 })
    }

    /// The number of existing rows.
    pub(crate) fn kept(&self) -> usize {
        self.kept.len()
    }

    /// The numbers that the next existing row is made from: the fields of these columns.
    pub(crate) fn numbers<const N: usize>(
        &self,
        columns: [usize; N],
    ) -> Result<Option<[i64; N]>, FolderError> {
        let Some(row) = self.kept.get(self.checked) else { return Ok(None) };
        let fields: Vec<&str> = row.trim_end().split(',').collect();
        let possible = |number: &i64| number.unsigned_abs() <= MOST_SCORE;
        let number = |column: usize| fields.get(column)?.parse().ok().filter(possible);
        let numbers = columns.map(number);
        if numbers.contains(&None) {
            return Err(self.other_row());
        }
        Ok(Some(numbers.map(Option::unwrap_or_default)))
    }

    /// The result of a seed of the final test in the next existing row.
    pub(crate) fn on_seed(&self) -> Result<Option<OnSeed>, FolderError> {
        let row = self.kept.get(self.checked).map(|row| row.trim_end()).unwrap_or_default();
        let mut last = row.rsplit(',');
        let play = match last.next() {
            Some(VOID) => return Ok(Some(OnSeed::Void)),
            Some(SAME) => GamesCompared::Identical,
            Some(_) | None => GamesCompared::Different,
        };
        let Some([a, b]) = self.numbers(FINAL_SUMS)? else { return Ok(None) };
        let games = last.next().and_then(|hash| hash.parse::<GameHash>().ok());
        let games = games.ok_or_else(|| self.other_row())?;
        Ok(Some(OnSeed::Pair(Pair { a, b, play, games: games.0 })))
    }

    /// Adds a row, or checks that it equals the next existing one.
    pub(crate) fn row(&mut self, row: &str) -> Result<(), FolderError> {
        if let Some(kept) = self.kept.get(self.checked) {
            if kept != row {
                return Err(self.other_row());
            }
            self.checked += 1;
            return Ok(());
        }
        self.file.write_all(row.as_bytes()).map_err(at(&self.path))?;
        if self.synced.elapsed() >= SYNC {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until all rows are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), FolderError> {
        self.synced = Instant::now();
        self.file.sync().map_err(at(&self.path))
    }

    fn other_row(&self) -> FolderError {
        let message = format!("line {} is not one of this tuning", self.checked + 2);
        FolderError::Garbled { path: self.path.clone(), message }
    }
}

/// The rows of a file that may be absent, without the last one if it is torn.
fn rows_of(folder: &Folder, name: &str, header: &str) -> Result<Vec<String>, FolderError> {
    let garbled = |message: &str| garbled(folder, name, message);
    let bytes = match bounded::read(folder, name, MOST) {
        Err(FolderError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
            return Ok(vec![]);
        }
        read => read?,
    };
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| garbled("not UTF-8 text"))?;
    match text.strip_prefix(header) {
        Some(rows) => Ok(rows.split_inclusive('\n').map(str::to_owned).collect()),
        None if text.is_empty() => Ok(vec![]),
        None => Err(garbled("line 1 has other columns")),
    }
}

/// Writes the rows of `trajectory.csv`.
pub(crate) struct Trajectory<'k> {
    pub(crate) knobs: &'k [Knob],
    /// The number of scores of an arm on a seed.
    pub(crate) scores: u64,
    /// The number of seeds of an iteration.
    pub(crate) seeds: u64,
    /// 1 if high scores are good, -1 if low ones are.
    pub(crate) direction: i8,
}

/// Columns before those of the parameters.
const FIRST: [&str; 3] = ["iteration", "r", "c"];
/// Columns of a parameter.
const EACH: [&str; 4] = ["value", "sign", "plus", "minus"];
/// Columns after those of the parameters.
const LAST: [&str; 8] = [
    "plus_mean",
    "minus_mean",
    "difference",
    "usual_difference",
    "plus_sum",
    "minus_sum",
    "matches",
    "void",
];

impl Trajectory<'_> {
    /// The header line.
    pub(crate) fn header(&self) -> String {
        let each = self.knobs.iter().map(Knob::name);
        let each = each.flat_map(|name| EACH.map(|column| format!("{name}_{column}")));
        let columns: Vec<_> = FIRST.iter().map(ToString::to_string).chain(each).collect();
        columns.join(",") + "," + &LAST.join(",") + "\n"
    }

    /// The columns that all others follow from: the sums, and the number of void seeds.
    pub(crate) fn numbers(&self) -> [usize; 3] {
        let first = FIRST.len() + EACH.len() * self.knobs.len();
        [first + 4, first + 5, first + 7]
    }

    /// The row of an iteration with `voids` void seeds; `matches` were played up to its end.
    pub(crate) fn row(
        &self,
        trial: &Iteration,
        sums: Sums,
        voids: u64,
        learnt: &IterationResult,
        matches: u64,
    ) -> String {
        let mut row = CsvText::new();
        row.value(trial.iteration);
        row.value(format_args!("{:.6}", trial.gains.r)).value(format_args!("{:.6}", trial.gains.c));
        for (n, knob) in self.knobs.iter().enumerate() {
            row.text(&knob.shown(learnt.values[n])).value(trial.signs[n]);
            row.value(trial.plus[n]).value(trial.minus[n]);
        }
        let usual = learnt.usual / (self.scores * self.seeds) as f64;
        let counted = self.scores * self.seeds.saturating_sub(voids);
        let mean = |sum: i64| (counted > 0).then(|| sum as f64 / counted as f64);
        let (plus, minus) = (mean(sums.plus), mean(sums.minus));
        let shown = |mean: Option<f64>| mean.map(|mean| f64::from(self.direction) * mean);
        row.figure(shown(plus)).figure(shown(minus));
        row.figure(plus.zip(minus).map(|(plus, minus)| plus - minus)).figure(Some(usual));
        row.value(sums.plus).value(sums.minus).value(matches).value(voids).end_row();
        text_of(row)
    }
}

/// The result of a seed of the final test.
pub(crate) enum OnSeed {
    /// Both played on it.
    Pair(Pair),
    /// A match on it is void.
    Void,
}

/// The columns of `final.csv`.
pub(crate) const FINAL_HEADER: &str =
    "pair,tuned_sum,start_sum,difference,mean_difference,llr_tuned,llr_start,hash,games\n";
/// The columns of its sums.
const FINAL_SUMS: [usize; 2] = [1, 2];
/// The mark of a pair whose arms played the same games.
const SAME: &str = "same";
/// The mark of a pair with a void match.
const VOID: &str = "void";

/// The row of a pair of the final test, which has already counted it or left it out; `scores` is
/// the number of scores per seed.
pub(crate) fn final_row(pair: Option<Pair>, test: &Sprt, scores: u64) -> String {
    let (look, count) = (test.look(), scores as f64);
    let mut row = CsvText::new();
    row.value(test.seeds()).maybe(pair.map(|pair| pair.a)).maybe(pair.map(|pair| pair.b));
    row.figure(pair.map(|pair| (pair.a - pair.b) as f64 / count));
    row.text(&decimals(test.sums().difference().unwrap_or(0.0) / count));
    row.text(&decimals(look.llr.a))
        .text(&decimals(look.llr.b))
        .maybe(pair.map(|pair| GameHash(pair.games)));
    row.text(match pair.map(|pair| pair.play) {
        Some(GamesCompared::Identical) => SAME,
        Some(GamesCompared::Different) => "different",
        None => VOID,
    });
    row.end_row();
    text_of(row)
}

fn text_of(row: CsvText) -> String {
    String::from_utf8(row.into_bytes()).expect("rows are made of text")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::Gains;
    use stoker_stats::sprt::TestQuestion;

    fn rows(knobs: &[Knob]) -> Trajectory<'_> {
        Trajectory { knobs, scores: 2, seeds: 4, direction: -1 }
    }

    /// The sums 60 and 30 are over three of four seeds, with two scores each: means 10 and 5.
    #[test]
    fn means_are_over_the_seeds_that_are_not_void() {
        let trial = Iteration {
            iteration: 3,
            gains: Gains { r: 0.5, c: 1.0 },
            signs: vec![],
            plus: vec![],
            minus: vec![],
        };
        let learnt = IterationResult { values: vec![], usual: 16.0 };
        let row =
            |plus, minus, voids| rows(&[]).row(&trial, Sums { plus, minus }, voids, &learnt, 96);
        let tail = "2.0000,60,30,96,1\n";
        assert_eq!(row(60, 30, 1), format!("3,0.500000,1.000000,-10.0000,-5.0000,5.0000,{tail}"));
        assert_eq!(row(0, 0, 4), "3,0.500000,1.000000,,,,2.0000,0,0,96,4\n");
        let written = row(60, 30, 1);
        let fields: Vec<&str> = written.trim_end().split(',').collect();
        assert_eq!(rows(&[]).numbers().map(|column| fields[column]), ["60", "30", "1"]);
    }

    #[test]
    fn a_pair_that_was_left_out_has_no_figures_of_its_own() {
        let mut test = Sprt::new(TestQuestion::default(), 40).unwrap();
        let games = GameHash(1);
        let pair = Pair { a: 7, b: 3, play: GamesCompared::Different, games: games.0 };
        test.add(pair);
        assert_eq!(
            final_row(Some(pair), &test, 2),
            format!("1,7,3,2.0000,2.0000,0.0000,0.0000,{games},different\n")
        );
        test.leave_out();
        assert_eq!(final_row(None, &test, 2), "2,,,,2.0000,0.0000,0.0000,,void\n");
    }
}
