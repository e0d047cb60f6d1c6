//! Records: one match, complete, as one line of JSON.

use std::path::Path;

use serde::Deserialize;

/// What says which ruleset a record is to be replayed under.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Head {
    /// The ruleset's name.
    pub ruleset: String,
    /// Its parameters.
    pub params: serde_json::Value,
    /// The map's name.
    pub map: Option<String>,
    /// The map's content hash, as in [`crate::plan::MapId`].
    pub map_hash: Option<String>,
}

/// One match, complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Record;

/// Why a file of records cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system cannot read it.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The lines of a file of records: plain, gzip or Zstandard, told apart by content.
pub struct RecordLines;

/// One line of a file of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its text, without the line end.
    pub text: String,
}

impl RecordLines {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(_path: &Path) -> Result<Self, ReadError> {
        Ok(Self)
    }
}

impl Iterator for RecordLines {
    type Item = Result<RecordLine, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}

impl RecordLine {
    /// Which ruleset the record is of, whatever the rest of it says.
    ///
    /// # Errors
    /// If the line is no record.
    pub fn head(&self) -> Result<Head, ReadError> {
        serde_json::from_str(&self.text).map_err(|e| ReadError::Io(e.into()))
    }

    /// The record.
    ///
    /// # Errors
    /// If the line is no record.
    pub fn record(&self) -> Result<Record, ReadError> {
        Ok(Record)
    }
}
