//! Reads whole files of a run's folder, of bounded size.

use std::io::{self, Read as _};
use std::path::Path;

use super::FolderError;
use crate::door::open_file;

/// Reads a file of at most so many bytes. What has no end, such as a device, is not read to it.
///
/// # Errors
/// If it cannot be read, or is longer.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, FolderError> {
    let failed = |source| FolderError::Io { path: path.to_owned(), source };
    let mut bytes = vec![];
    open_file(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > most {
        let message = format!("it has more than {most} bytes");
        return Err(FolderError::Garbled { path: path.to_owned(), message });
    }
    Ok(bytes)
}

/// The same, of a text.
///
/// # Errors
/// If it cannot be read, is longer, or is no text.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, FolderError> {
    String::from_utf8(read(path, most)?).map_err(|_| {
        let source = io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text");
        FolderError::Io { path: path.to_owned(), source }
    })
}
