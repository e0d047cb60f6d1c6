//! CSV as text in memory: written, and read back.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use csv::StringRecord;
use stoker_files::printable::printable;
use stoker_files::untrusted::Folder;
use stoker_stats::{Estimate, decimals};

use super::{FolderError, bounded};

/// Rows of CSV. Lines end with `\n`; a field is quoted only if necessary.
pub struct CsvText {
    rows: csv::Writer<Vec<u8>>,
    field: String,
}

impl Default for CsvText {
    fn default() -> Self {
        Self::new()
    }
}

#[expect(clippy::missing_panics_doc, reason = "writing to memory does not fail")]
impl CsvText {
    /// A text without rows.
    pub fn new() -> Self {
        let rows = csv::WriterBuilder::new().flexible(true).from_writer(vec![]);
        Self { rows, field: String::new() }
    }

    /// A header without rows.
    pub fn with_header<T: AsRef<[u8]>>(header: impl IntoIterator<Item = T>) -> Self {
        let mut text = Self::new();
        text.rows.write_record(header).expect(IN_MEMORY);
        text
    }

    /// Adds a text, marked if a spreadsheet would run it.
    pub fn text(&mut self, field: &str) -> &mut Self {
        self.rows.write_field(&*cell(field)).expect(IN_MEMORY);
        self
    }

    /// Adds a value.
    pub fn value(&mut self, value: impl Display) -> &mut Self {
        self.field.clear();
        write!(self.field, "{value}").expect(IN_MEMORY);
        self.rows.write_field(&self.field).expect(IN_MEMORY);
        self
    }

    /// Adds a value, or an empty field.
    pub fn maybe(&mut self, value: Option<impl Display>) -> &mut Self {
        match value {
            Some(value) => self.value(value),
            None => self.text(""),
        }
    }

    /// Adds a figure with four decimals, or an empty field.
    pub fn figure(&mut self, figure: Option<f64>) -> &mut Self {
        self.maybe(figure.map(decimals))
    }

    /// Adds a figure and both ends of its interval; fields are empty if there is none.
    pub fn estimate(&mut self, estimate: Option<Estimate>) -> &mut Self {
        for figure in Estimate::columns(estimate) {
            self.figure(figure);
        }
        self
    }

    /// Ends the row.
    pub fn end_row(&mut self) {
        self.rows.write_record(None::<&[u8]>).expect(IN_MEMORY);
    }

    /// All rows as bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.rows.into_inner().expect(IN_MEMORY)
    }
}

/// The mark of a cell that a spreadsheet would otherwise take for a formula.
const TEXT: char = '\'';

/// A text as a cell, without control characters, and marked if a spreadsheet would run it.
fn cell(text: &str) -> Cow<'_, str> {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let line = || printable(&text.replace(['\n', '\r', '\t'], " "));
    let text = if plain { text.into() } else { Cow::Owned(line()) };
    if is_run(&text) { format!("{TEXT}{text}").into() } else { text }
}

/// True if a spreadsheet would take a text for a formula. A text that begins with the mark is
/// marked too, so that the mark can be removed again.
fn is_run(text: &str) -> bool {
    let number = || text.parse().is_ok_and(f64::is_finite);
    text.starts_with(['=', '+', '-', '@', TEXT]) && !number()
}

/// The texts of cells as they were before they were written.
pub fn texts(row: &StringRecord) -> StringRecord {
    let text = |cell| match str::strip_prefix(cell, TEXT) {
        Some(text) if is_run(text) => text,
        Some(_) | None => cell,
    };
    let mut texts: StringRecord = row.iter().map(text).collect();
    texts.set_position(row.position().cloned());
    texts
}

const IN_MEMORY: &str = "writing to memory does not fail";

/// A cell with content that no run writes there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongCell;

/// Reads a figure; `None` if the cell is empty.
///
/// # Errors
/// If it is not a finite number.
pub fn figure(text: &str) -> Result<Option<f64>, WrongCell> {
    match text {
        "" => Ok(None),
        text => {
            text.parse().ok().filter(|figure: &f64| figure.is_finite()).map(Some).ok_or(WrongCell)
        }
    }
}

/// Reads the text of a cell.
pub(crate) fn text(row: &StringRecord, column: usize) -> Result<&str, WrongCell> {
    row.get(column).ok_or(WrongCell)
}

/// Reads the figure in this column, with its interval in the two after it.
pub(crate) fn estimate(row: &StringRecord, column: usize) -> Result<Option<Estimate>, WrongCell> {
    let cell = |column| figure(text(row, column)?);
    Ok(Estimate::of_columns([cell(column)?, cell(column + 1)?, cell(column + 2)?]))
}

/// A header and the rows below it.
pub(crate) type HeaderAndRows = (StringRecord, Vec<StringRecord>);

/// The largest file that is read, in bytes. A crosstable of a thousand by a thousand entrants has a
/// tenth of it.
const MOST: u64 = 1 << 30;

/// Reads a file of a run's folder.
pub(crate) fn read(folder: &Folder, file: &'static str) -> Result<HeaderAndRows, FolderError> {
    let text = bounded::read(folder, file, MOST)?;
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(&*text);
    let all = rows.records().map(|row| row.map(|row| texts(&row))).collect::<Result<Vec<_>, _>>();
    let mut all = all.map_err(|error| garbled(folder, file, &error.to_string()))?;
    if all.is_empty() {
        return Err(garbled(folder, file, "empty"));
    }
    let header = all.remove(0);
    Ok((header, all))
}

/// An error about a file that is not as a run writes it.
pub fn garbled(folder: &Folder, file: &str, message: &str) -> FolderError {
    FolderError::Garbled { path: folder.path().join(file), message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a text as a cell. Returns the cell, and the text that is read back.
    fn written(text: &str) -> (String, String) {
        let mut rows = CsvText::new();
        rows.text(text).text("end").end_row();
        let bytes = rows.into_bytes();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*bytes);
        let row = reader.records().next().unwrap().unwrap();
        (row[0].to_owned(), texts(&row)[0].to_owned())
    }

    #[test]
    fn what_a_spreadsheet_would_run_is_marked_and_read_as_it_was() {
        for text in ["=1+1", "+cmd|' /C calc'!A0", "-rf", "@SUM(A1)", "'=1", "''", "-inf", "=", "-"]
        {
            assert_eq!(written(text), (format!("'{text}"), text.to_owned()));
        }
        for text in ["", "no reply", "-3", "-0.2500", "+7", "a=1", "it's", "é"] {
            assert_eq!(written(text), (text.to_owned(), text.to_owned()));
        }
    }

    #[test]
    fn what_others_put_into_a_cell_cannot_be_obeyed() {
        assert_eq!(written("a\u{1b}[2J\n\u{202e}b").0, "a\u{fffd}[2J \u{fffd}b");
    }

    #[test]
    fn a_mark_that_no_run_writes_stays() {
        assert_eq!(texts(&StringRecord::from(vec!["'quoted'", "'=1"])), vec!["'quoted'", "=1"]);
    }
}
