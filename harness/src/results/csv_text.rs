//! CSV as text in memory: written, and read back.

use std::fmt::{Display, Write as _};
use std::path::Path;

use super::FolderError;
use super::bounded;
use crate::stats::decimals;

/// Rows of CSV. Lines end with `\n`; a field is quoted when it must be.
pub(crate) struct CsvText {
    rows: csv::Writer<Vec<u8>>,
    field: String,
}

impl CsvText {
    pub(crate) fn new() -> Self {
        let rows = csv::WriterBuilder::new().flexible(true).from_writer(vec![]);
        Self { rows, field: String::new() }
    }

    pub(crate) fn with_header<T: AsRef<[u8]>>(header: impl IntoIterator<Item = T>) -> Self {
        let mut text = Self::new();
        text.rows.write_record(header).expect(IN_MEMORY);
        text
    }

    pub(crate) fn text(&mut self, field: &str) -> &mut Self {
        self.rows.write_field(field).expect(IN_MEMORY);
        self
    }

    pub(crate) fn value(&mut self, value: impl Display) -> &mut Self {
        self.field.clear();
        write!(self.field, "{value}").expect(IN_MEMORY);
        self.rows.write_field(&self.field).expect(IN_MEMORY);
        self
    }

    /// A value, or an empty field.
    pub(crate) fn maybe(&mut self, value: Option<impl Display>) -> &mut Self {
        match value {
            Some(value) => self.value(value),
            None => self.text(""),
        }
    }

    /// A figure with four decimals, or an empty field.
    pub(crate) fn figure(&mut self, figure: Option<f64>) -> &mut Self {
        self.maybe(figure.map(decimals))
    }

    pub(crate) fn end_row(&mut self) {
        self.rows.write_record(None::<&[u8]>).expect(IN_MEMORY);
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.rows.into_inner().expect(IN_MEMORY)
    }
}

const IN_MEMORY: &str = "writing to memory does not fail";

/// A figure that may be empty; `None` if it is none.
#[expect(clippy::option_option, reason = "an empty cell and a wrong one are two things")]
pub(crate) fn figure(text: &str) -> Option<Option<f64>> {
    match text {
        "" => Some(None),
        text => text.parse().ok().filter(|figure: &f64| figure.is_finite()).map(Some),
    }
}

/// A header and the rows below it.
pub(crate) type Rows = (csv::StringRecord, Vec<csv::StringRecord>);

/// The largest file that is read, in bytes: a crosstable of a thousand by a thousand has a tenth.
const MOST: u64 = 1 << 30;

/// Reads a file of a run's folder.
pub(crate) fn read(folder: &Path, file: &'static str) -> Result<Rows, FolderError> {
    let path = folder.join(file);
    let text = bounded::read(&path, MOST)?;
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(&*text);
    let all: Result<Vec<_>, _> = rows.records().collect();
    let mut all = all.map_err(|error| garbled(folder, file, &error.to_string()))?;
    if all.is_empty() {
        return Err(garbled(folder, file, "empty"));
    }
    let header = all.remove(0);
    Ok((header, all))
}

/// That a file is not as a run writes it.
pub(crate) fn garbled(folder: &Path, file: &str, message: &str) -> FolderError {
    FolderError::Garbled { path: folder.join(file), message: message.to_owned() }
}
