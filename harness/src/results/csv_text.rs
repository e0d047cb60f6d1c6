//! CSV as text in memory.

use std::fmt::{Display, Write as _};

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

    pub(crate) fn end_row(&mut self) {
        self.rows.write_record(None::<&[u8]>).expect(IN_MEMORY);
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.rows.into_inner().expect(IN_MEMORY)
    }
}

const IN_MEMORY: &str = "writing to memory does not fail";
