//! The notes of bots as text: their limits, and a form with one note per line.
//!
//! ```text
//! text I have lost him
//! label LO +3.2
//! shade LO 350 PA 120
//! arrow LO PA
//! mark found
//! ```
//! A line begins with the kind. Spots are named by their keys, which have no white space. A text
//! continues to the end of the line. One line can shade many spots.

use std::fmt;

use crate::scene::{FULL, Note, SpotKey};

/// Length limit of a line of text beside the turn, in bytes.
pub const MOST_TEXT: usize = 500;
/// Length limit of a mark on the time line, in bytes.
pub const MOST_MARK: usize = 100;
/// Length limit of a label at a spot, in bytes.
pub const MOST_LABEL: usize = 40;
/// Length limit of a spot's key, in bytes.
pub const MOST_KEY: usize = 32;

/// A reason to refuse a note.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// The line's kind is unknown.
    #[error("`{0}` is not a kind of note: use text, label, shade, arrow or mark")]
    Kind(String),
    /// The line is incomplete.
    #[error("a note of this kind is {0}")]
    Short(&'static str),
    /// A text is too long.
    #[error("{what} has {bytes} bytes, and may have {most}")]
    Long {
        /// Kind of text.
        what: &'static str,
        /// Length in bytes.
        bytes: usize,
        /// Length limit in bytes.
        most: usize,
    },
    /// A text is empty.
    #[error("{0} is empty")]
    Empty(&'static str),
    /// A spot's key contains white space or control characters.
    #[error("a spot's key has neither white space nor control characters")]
    Key,
    /// A shade is not an integer, or is out of range.
    #[error("`{0}` is not a shade: a shade is an integer from 0 to {FULL}")]
    Shade(String),
}

/// Reads a line of notes.
///
/// # Errors
/// If the line is malformed, or a text in it is too long.
///
/// # Examples
/// ```
/// use stoker_engine::note;
/// use stoker_engine::scene::Note;
/// let arrow = Note::Arrow { from: "LO".to_owned(), to: "PA".to_owned() };
/// assert_eq!(note::read("arrow LO PA"), Ok(vec![arrow]));
/// assert!(note::read("arrow LO").is_err());
/// ```
pub fn read(line: &str) -> Result<Vec<Note>, NoteError> {
    let line = line.trim_end_matches(['\r', '\n']);
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let notes = match kind {
        "text" => vec![Note::Text(rest.to_owned())],
        "mark" => vec![Note::Mark(rest.to_owned())],
        "label" => {
            let (at, text) = rest.split_once(' ').ok_or(NoteError::Short("`label SPOT TEXT`"))?;
            vec![Note::Label { at: at.to_owned(), text: text.to_owned() }]
        }
        "shade" => shades(rest)?,
        "arrow" => {
            let ends = rest.split_once(' ').ok_or(NoteError::Short("`arrow FROM TO`"))?;
            let (from, to) = (ends.0.to_owned(), ends.1.trim_end().to_owned());
            vec![Note::Arrow { from, to }]
        }
        _ => return Err(NoteError::Kind(start_of(kind))),
    };
    notes.iter().try_for_each(check)?;
    Ok(notes)
}

fn shades(rest: &str) -> Result<Vec<Note>, NoteError> {
    let mut words = rest.split_whitespace();
    let mut notes = vec![];
    while let Some(at) = words.next() {
        let value = words.next().ok_or(SHADE)?;
        let value = value.parse().map_err(|_| NoteError::Shade(start_of(value)))?;
        notes.push(Note::Shade { at: at.to_owned(), value });
    }
    if notes.is_empty() { Err(SHADE) } else { Ok(notes) }
}

const SHADE: NoteError = NoteError::Short("`shade SPOT VALUE`, with more spots if need be");

/// Checks the properties that a note's type does not guarantee: text lengths, keys and shade.
///
/// # Errors
/// The first problem found.
pub fn check(note: &Note) -> Result<(), NoteError> {
    match note {
        Note::Text(text) => check_text("a text", text, MOST_TEXT),
        Note::Mark(text) => check_text("a mark", text, MOST_MARK),
        Note::Label { at, text } => {
            check_key(at)?;
            check_text("a label", text, MOST_LABEL)
        }
        Note::Shade { at, value } if *value <= FULL => check_key(at),
        Note::Shade { value, .. } => Err(NoteError::Shade(value.to_string())),
        Note::Arrow { from, to } => {
            check_key(from)?;
            check_key(to)
        }
    }
}

fn check_key(key: &SpotKey) -> Result<(), NoteError> {
    check_text("a spot's key", key, MOST_KEY)?;
    let odd = |c: char| c.is_whitespace() || c.is_control();
    if key.contains(odd) { Err(NoteError::Key) } else { Ok(()) }
}

fn check_text(what: &'static str, text: &str, most: usize) -> Result<(), NoteError> {
    match text.len() {
        bytes if bytes > most => Err(NoteError::Long { what, bytes, most }),
        _ if text.trim().is_empty() => Err(NoteError::Empty(what)),
        _ => Ok(()),
    }
}

/// The start of a text that may be long, for an error.
fn start_of(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The note as a line. [`read`] reads it back, provided that none of its texts contains a line end.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "text {text}"),
            Self::Label { at, text } => write!(f, "label {at} {text}"),
            Self::Shade { at, value } => write!(f, "shade {at} {value}"),
            Self::Arrow { from, to } => write!(f, "arrow {from} {to}"),
            Self::Mark(text) => write!(f, "mark {text}"),
        }
    }
}

impl Note {
    /// The spots that the note names.
    pub fn spots(&self) -> impl Iterator<Item = &SpotKey> {
        let (first, second) = match self {
            Self::Text(_) | Self::Mark(_) => (None, None),
            Self::Label { at, .. } | Self::Shade { at, .. } => (Some(at), None),
            Self::Arrow { from, to } => (Some(from), Some(to)),
        };
        first.into_iter().chain(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shade(at: &str, value: u16) -> Note {
        Note::Shade { at: at.to_owned(), value }
    }

    #[test]
    fn every_kind_is_read_as_it_is_written() {
        let [at, to] = ["LO", "PA"].map(str::to_owned);
        for note in [
            Note::Text("he is <b>near</b>  \"here\"".to_owned()),
            Note::Mark("lost".to_owned()),
            Note::Label { at: at.clone(), text: "+3 of 5".to_owned() },
            shade("LO", 0),
            shade("LO", FULL),
            Note::Arrow { from: at, to },
        ] {
            assert_eq!(read(&note.to_string()), Ok(vec![note.clone()]), "{note}");
            assert_eq!(read(&format!("{note}\r\n")), Ok(vec![note]));
        }
        assert_eq!(read("shade LO 5  PA 10"), Ok(vec![shade("LO", 5), shade("PA", 10)]));
    }

    #[test]
    fn what_is_no_note_is_refused_with_the_reason() {
        for (line, why) in [
            ("", "`` is not a kind of note: use text, label, shade, arrow or mark"),
            ("colour LO", "`colour` is not a kind of note: use text, label, shade, arrow or mark"),
            ("text", "a text is empty"),
            ("text \t ", "a text is empty"),
            ("label LO", "a note of this kind is `label SPOT TEXT`"),
            ("label  x", "a spot's key is empty"),
            ("shade", "a note of this kind is `shade SPOT VALUE`, with more spots if need be"),
            (
                "shade LO 1 PA",
                "a note of this kind is `shade SPOT VALUE`, with more spots if need be",
            ),
            ("shade LO 0.5", "`0.5` is not a shade: a shade is an integer from 0 to 1000"),
            ("shade LO 1001", "`1001` is not a shade: a shade is an integer from 0 to 1000"),
            ("shade LO -1", "`-1` is not a shade: a shade is an integer from 0 to 1000"),
            ("arrow LO", "a note of this kind is `arrow FROM TO`"),
            ("arrow LO P A", "a spot's key has neither white space nor control characters"),
            ("arrow LO P\u{7}", "a spot's key has neither white space nor control characters"),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), why, "{line}");
        }
    }

    #[test]
    fn texts_that_are_too_long_are_refused() {
        for (start, most) in [("text ", MOST_TEXT), ("mark ", MOST_MARK), ("label LO ", MOST_LABEL)]
        {
            assert!(read(&format!("{start}{}", "x".repeat(most))).is_ok());
            let long = read(&format!("{start}{}", "x".repeat(most + 1)));
            assert!(matches!(long, Err(NoteError::Long { bytes, .. }) if bytes == most + 1));
        }
        let key = "K".repeat(MOST_KEY + 1);
        assert!(matches!(read(&format!("shade {key} 1")), Err(NoteError::Long { .. })));
        let told = read(&"é".repeat(100_000)).unwrap_err().to_string();
        assert!(told.len() < 200, "{told}");
    }
}
