//! Rows of `matches.csv`, read one by one without the rules that they were played by.

use std::borrow::Cow;
use std::fs::File;
use std::path::PathBuf;

use csv::ByteRecord;
use stoker_files::untrusted::Folder;

use super::folder::MATCHES;
use crate::columns::{GAME, LEAGUE, SAME_AS, SERIES, SWEEP, VOID};
use crate::storage::bounded::ShortLines;
use crate::storage::{FolderError, at, garbled};

/// The most sides of a ruleset.
const MOST_SIDES: usize = 8;
/// The columns after the faults: hash, original and reason.
const LAST: usize = 3;

/// The columns of `matches.csv`, told apart by their names and order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchColumns {
    /// The names of the sides.
    pub sides: Vec<String>,
    /// The names of the scores.
    pub scores: Vec<String>,
    /// The names of the facts.
    pub facts: Vec<String>,
    /// The column with the place of a game in its series, if matches are series.
    game: Option<usize>,
    /// The first of the sides' columns.
    first: usize,
}

impl MatchColumns {
    /// Identifies the columns; `None` if no run writes such a header.
    #[must_use]
    pub fn of(names: &[String]) -> Option<Self> {
        // A side may have the same name as a later column of a sweep or a series.
        [LEAGUE, SWEEP, SERIES].iter().find_map(|first| Self::after(first, names))
    }

    fn after(first: &[&str], names: &[String]) -> Option<Self> {
        let starts = names.len() >= first.len() && names.iter().zip(first).all(|(a, b)| a == b);
        let last = names.len().checked_sub(LAST)?;
        if !starts || names[last..] != ["hash", SAME_AS, VOID] {
            return None;
        }
        let game = first.iter().position(|&name| name == GAME);
        let first = first.len();
        let has = |sides: &usize| {
            let faults = last.checked_sub(*sides).filter(|&faults| faults >= first + sides);
            faults.is_some_and(|faults| {
                let faulty = names[faults..last].iter().map(|name| name.strip_suffix("_faults"));
                faulty.eq(names[first..first + sides].iter().map(|name| Some(name.as_str())))
            })
        };
        let sides = (1..=MOST_SIDES).find(has)?;
        let (scores, faults) = (first + sides, last - sides);
        let winners = (scores..faults).find(|&column| {
            names[column..faults]
                .starts_with(&["winners", "ending", "decisions"].map(str::to_owned))
        })?;
        Some(Self {
            sides: names[first..scores].to_vec(),
            scores: names[scores..winners].to_vec(),
            facts: names[winners + 3..faults].to_vec(),
            game,
            first,
        })
    }
}

/// The rows of `matches.csv`, in order.
pub struct MatchLines {
    path: PathBuf,
    rows: csv::Reader<ShortLines<File>>,
    row: ByteRecord,
    columns: MatchColumns,
}

impl MatchLines {
    /// Opens the file of a run.
    ///
    /// # Errors
    /// If it cannot be read, or has columns that no run writes.
    pub fn open(folder: &Folder) -> Result<Self, FolderError> {
        let path = folder.path().join(MATCHES);
        let file = folder.open_file(MATCHES).map_err(at(&path))?;
        let mut rows = csv::ReaderBuilder::new().from_reader(ShortLines::new(file));
        let header = rows.byte_headers().map_err(|error| damaged(&path, 1, &error.to_string()))?;
        let names: Vec<_> = header.iter().map(|name| text(name).into_owned()).collect();
        let columns = MatchColumns::of(&names);
        let columns = columns.ok_or_else(|| garbled(folder, MATCHES, "other columns"))?;
        Ok(Self { path, rows, row: ByteRecord::new(), columns })
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> &MatchColumns {
        &self.columns
    }

    /// Reads the next row; `None` after the last.
    ///
    /// # Errors
    /// If the file cannot be read further, or the row has too few or too many cells.
    pub fn read(&mut self) -> Result<Option<MatchLine<'_>>, FolderError> {
        let line = self.rows.position().line();
        match self.rows.read_byte_record(&mut self.row) {
            Ok(true) => Ok(Some(MatchLine { row: &self.row, columns: &self.columns })),
            Ok(false) => Ok(None),
            Err(error) => Err(damaged(&self.path, line, &error.to_string())),
        }
    }
}

/// A row of `matches.csv`. A cell that no run writes gives `None`.
#[derive(Debug, Clone, Copy)]
pub struct MatchLine<'r> {
    row: &'r ByteRecord,
    columns: &'r MatchColumns,
}

impl<'r> MatchLine<'r> {
    /// The number of the match.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        parsed(self.cell(0))
    }

    /// The seed, as it is written.
    #[must_use]
    pub fn seed(self) -> &'r [u8] {
        self.cell(1)
    }

    /// True for a single game, and for the first game of a series.
    #[must_use]
    pub fn begins_match(self) -> bool {
        self.columns.game.is_none_or(|game| self.cell(game) == b"0")
    }

    /// The entrant on a side.
    #[must_use]
    pub fn entrant(self, side: usize) -> Cow<'r, str> {
        text(self.cell(self.columns.first + side))
    }

    /// A score.
    #[must_use]
    pub fn score(self, score: usize) -> Option<i32> {
        parsed(self.cell(self.scores() + score))
    }

    /// The names of the sides that won.
    pub fn winners(self) -> impl Iterator<Item = &'r [u8]> {
        let cell = self.cell(self.scores() + self.columns.scores.len());
        cell.split(|&byte| byte == b'+').filter(|name| !name.is_empty())
    }

    /// The reason why the game ended.
    #[must_use]
    pub fn ending(self) -> Cow<'r, str> {
        text(self.cell(self.scores() + self.columns.scores.len() + 1))
    }

    /// The number of decisions.
    #[must_use]
    pub fn decisions(self) -> Option<u32> {
        parsed(self.cell(self.scores() + self.columns.scores.len() + 2))
    }

    /// The number of faults of a side.
    #[must_use]
    pub fn faults(self, side: usize) -> Option<u64> {
        let columns = self.columns;
        let first = self.scores() + columns.scores.len() + 3 + columns.facts.len();
        parsed(self.cell(first + side))
    }

    /// The identity of the game, as it is written.
    #[must_use]
    pub fn hash(self) -> &'r [u8] {
        self.cell(self.row.len().saturating_sub(LAST))
    }

    /// True if the match was not played, because it repeats another.
    #[must_use]
    pub fn is_copy(self) -> bool {
        !self.cell(self.row.len().saturating_sub(2)).is_empty()
    }

    /// True if the match could not be decided.
    #[must_use]
    pub fn is_void(self) -> bool {
        !self.cell(self.row.len().saturating_sub(1)).is_empty()
    }

    fn scores(self) -> usize {
        self.columns.first + self.columns.sides.len()
    }

    fn cell(self, number: usize) -> &'r [u8] {
        self.row.get(number).unwrap_or_default()
    }
}

fn text(cell: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(cell)
}

fn parsed<N: std::str::FromStr>(cell: &[u8]) -> Option<N> {
    std::str::from_utf8(cell).ok()?.parse().ok()
}

fn damaged(path: &std::path::Path, line: u64, message: &str) -> FolderError {
    FolderError::Garbled { path: path.to_owned(), message: format!("line {line}: {message}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(text: &str) -> Option<MatchColumns> {
        MatchColumns::of(&text.split(',').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn columns_are_told_apart_without_the_rules() {
        let found = columns(
            "match,seed,left,right,score,winners,ending,decisions,rounds,left_faults,\
             right_faults,hash,same_as,void",
        );
        let found = found.unwrap();
        assert_eq!(found.sides, ["left", "right"]);
        assert_eq!(found.scores, ["score"]);
        assert_eq!(found.facts, ["rounds"]);
        let swept =
            columns("match,seed,setting,a,s,t,winners,ending,decisions,a_faults,hash,same_as,void");
        let swept = swept.unwrap();
        assert_eq!((swept.sides, swept.scores.len()), (vec!["a".to_owned()], 2));
        assert_eq!(swept.facts, [""; 0]);
    }

    #[test]
    fn a_side_may_have_the_name_of_a_column_of_sweeps() {
        let header =
            "match,seed,setting,s,winners,ending,decisions,setting_faults,hash,same_as,void";
        assert_eq!(columns(header).unwrap().sides, ["setting"]);
    }

    #[test]
    fn columns_of_series_are_known() {
        let header = "match,seed,series,game,a,b,s,winners,ending,decisions,a_faults,b_faults,\
                      hash,same_as,void";
        let found = columns(header).unwrap();
        assert_eq!((found.sides, found.scores), (vec!["a".into(), "b".into()], vec!["s".into()]));
        let named = "match,seed,series,game,s,winners,ending,decisions,series_faults,game_faults,\
                     hash,same_as,void";
        assert_eq!(columns(named).unwrap().sides, ["series", "game"]);
    }

    #[test]
    fn other_columns_are_refused() {
        for header in [
            "",
            "match,seed,hash,same_as,void",
            "match,seed,a,winners,ending,a_faults,hash,same_as,void",
            "match,seed,a,s,winners,ending,decisions,b_faults,hash,same_as,void",
        ] {
            assert_eq!(columns(header), None, "{header}");
        }
    }
}
