//! Properties that the reader of files of records must have for any bytes.

use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

use super::{LineStart, RecordLine, RecordLines};

/// The most lines that are read: a few bytes can unpack to any number of lines.
const LINES: usize = 1_000;

/// Reads the lines of a file of records, packed or not, as `stoker verify` and `stoker replay` do.
///
/// The lines must not depend on the pieces in which the file arrives, at least up to an error.
/// Lines that were unpacked without an error must read the same from a plain file.
///
/// # Panics
/// If the readers are wrong.
#[must_use]
pub fn record_lines(bytes: &[u8]) -> Vec<String> {
    let (lines, error) = read(Cursor::new(bytes.to_vec()));
    // The first four bytes tell how a file is packed; a file delivers these at once.
    let piece = 4 + usize::from(bytes.first().copied().unwrap_or_default());
    let pieces = BufReader::with_capacity(piece, Cursor::new(bytes.to_vec()));
    let (again, other) = read(pieces);
    let mut byte = 0;
    for (line, number) in lines.iter().zip(1..) {
        assert_eq!(line.start(), LineStart { number, byte });
        byte += line.text.len() as u64 + 1;
        let _ = (line.head(), line.match_number());
    }
    let lines = texts(lines);
    let again = texts(again);
    // The pieces may decide how far damaged data can be unpacked, and which error comes first.
    assert_eq!(other.is_some(), error.is_some(), "{other:?}, {error:?}");
    assert!(error.is_some() || again == lines);
    assert!(again.starts_with(&lines) || lines.starts_with(&again));
    if error.is_none() {
        let plain: String = lines.iter().map(|line| line.clone() + "\n").collect();
        let (plain, error) = read(Cursor::new(plain.into_bytes()));
        assert_eq!((texts(plain), error), (lines.clone(), None));
    }
    lines
}

fn texts(lines: Vec<RecordLine>) -> Vec<String> {
    lines.into_iter().map(|line| line.text).collect()
}

/// The lines before the first error, and that error.
fn read(file: impl BufRead + 'static) -> (Vec<RecordLine>, Option<String>) {
    let mut lines = vec![];
    let all = match RecordLines::of(Path::new("file"), file) {
        Ok(all) => all,
        Err(error) => return (lines, Some(error.to_string())),
    };
    for line in all.take(LINES) {
        match line {
            Ok(line) => lines.push(line),
            Err(error) => return (lines, Some(error.to_string())),
        }
    }
    (lines, None)
}
