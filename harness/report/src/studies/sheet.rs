//! Tables of a folder, read as far as they are intact.

use csv::StringRecord;
use stoker_files::untrusted::Folder;
use stoker_tournament::storage::{FolderError, bounded, texts};

/// The largest file that is read, in bytes.
const MOST: u64 = 256 << 20;

/// A table: a header and rows.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    columns: Vec<String>,
    rows: Vec<StringRecord>,
    /// The number of rows that are not CSV, or have fewer fields than there are columns.
    torn: usize,
}

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetRow<'s> {
    columns: &'s [String],
    fields: &'s StringRecord,
}

impl Sheet {
    /// Reads a file.
    pub(super) fn read(folder: &Folder, file: &str) -> Result<Self, FolderError> {
        Ok(Self::parse(&bounded::read(folder, file, MOST)?))
    }

    /// Reads a table; torn rows are left out and counted.
    fn parse(text: &[u8]) -> Self {
        let mut builder = csv::ReaderBuilder::new();
        let mut reader = builder.has_headers(false).flexible(true).from_reader(text);
        let mut records = reader.byte_records().map_while(Result::ok);
        let text = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let columns: Vec<String> =
            records.next().iter().flat_map(|header| header.iter().map(text)).collect();
        let mut sheet = Self { columns, ..Self::default() };
        for record in records {
            let record: StringRecord = record.iter().map(text).collect();
            match record.len() == sheet.columns.len() {
                true => sheet.rows.push(texts(&record)),
                false => sheet.torn += 1,
            }
        }
        sheet
    }

    /// Notes the missing parts of the file, in sentences.
    pub(super) fn note(&self, file: &str, needed: &[&str], missing: &mut Vec<String>) {
        let absent = needed.iter().filter(|name| !self.columns.iter().any(|own| own == *name));
        missing.extend(absent.map(|name| format!("{file} has no column `{name}`.")));
        match self.torn {
            0 => {}
            1 => missing.push(format!("1 row of {file} is torn and left out.")),
            torn => missing.push(format!("{torn} rows of {file} are torn and left out.")),
        }
    }

    /// The names of the columns.
    pub(super) fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    /// The rows in order.
    pub(super) fn lines(&self) -> impl Iterator<Item = SheetRow<'_>> + Clone {
        self.rows.iter().map(|fields| SheetRow { columns: &self.columns, fields })
    }

    /// The last row.
    pub(super) fn last(&self) -> Option<SheetRow<'_>> {
        self.rows.last().map(|fields| SheetRow { columns: &self.columns, fields })
    }
}

impl<'s> SheetRow<'s> {
    /// The text in a column; empty if there is no such column.
    pub(super) fn text(&self, column: &str) -> &'s str {
        let place = self.columns.iter().position(|name| name == column);
        place.and_then(|place| self.fields.get(place)).unwrap_or_default()
    }

    /// The number in a column, if there is one.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// The two numbers of an interval.
    pub(super) fn interval(&self, [low, high]: [&str; 2]) -> Option<(f64, f64)> {
        self.number(low).zip(self.number(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_rows_are_left_out_and_told_of() {
        let sheet = Sheet::parse(b"a,b\n1,\"x, y\"\n2\n3,\xff\n4,inf");
        let numbers: Vec<_> = sheet.lines().map(|line| line.number("a")).collect();
        assert_eq!(numbers, [Some(1.0), Some(3.0), Some(4.0)]);
        let texts: Vec<_> = sheet.lines().map(|line| line.text("b")).collect();
        assert_eq!(texts, ["x, y", "\u{fffd}", "inf"]);
        assert_eq!(sheet.last().and_then(|line| line.number("b")), None);
        let mut missing = vec![];
        sheet.note("x.csv", &["a", "c"], &mut missing);
        assert_eq!(missing, ["x.csv has no column `c`.", "1 row of x.csv is torn and left out."]);
    }

    #[test]
    fn anything_is_a_table() {
        for text in [&b""[..], b"\n\n", b"\"", b"\0\0", &[0xff; 100]] {
            let sheet = Sheet::parse(text);
            assert!(sheet.lines().next().is_none(), "{text:?}");
        }
    }
}
