//! The notes that a program draws beside its replies.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use stoker_engine::scene::Note;

use super::Reply;

/// A reply with what the program draws beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplyWithNotes<'n> {
    /// The reply.
    #[serde(flatten)]
    pub reply: Reply,
    /// The notes; [`read_notes`] reads them.
    #[serde(skip_serializing_if = "<[Note]>::is_empty")]
    pub notes: &'n [Note],
}

/// The most bytes of the notes of one reply, as they are written.
pub const MOST_NOTES: usize = 64 * 1024;

/// The reasons why the notes of a reply cannot be read one by one.
#[derive(Debug, thiserror::Error)]
pub enum NotesError {
    /// They are no list.
    #[error("`notes` is not a list of notes: {0}")]
    Json(#[from] serde_json::Error),
    /// They are too long.
    #[error("the notes of a reply have {0} bytes, and may have {MOST_NOTES}")]
    Long(usize),
}

/// Reads the notes of a reply, each by itself.
///
/// [`FromProgram::read`](super::FromProgram::read) passes them over. What is not UTF-8 is replaced.
///
/// # Errors
/// If they are not a list, or are too long. A malformed note is an error in the list.
///
/// # Examples
/// ```
/// use stoker_bots::lines::wire::read_notes;
/// let line = br#"{"decision": 7, "move": "PA", "notes": [{"mark": "lost"}, {"text": 5}]}"#;
/// let notes = read_notes(line)?;
/// assert_eq!(notes[0].as_ref().unwrap().to_string(), "mark lost");
/// assert!(notes[1].is_err());
/// # Ok::<_, stoker_bots::lines::wire::NotesError>(())
/// ```
pub fn read_notes(line: &[u8]) -> Result<Vec<serde_json::Result<Note>>, NotesError> {
    #[derive(Deserialize)]
    struct Noted<'l> {
        #[serde(borrow, default)]
        notes: Option<&'l RawValue>,
    }
    let line = String::from_utf8_lossy(line);
    let Noted { notes: Some(notes) } = serde_json::from_str(&line)? else { return Ok(vec![]) };
    if notes.get().len() > MOST_NOTES {
        return Err(NotesError::Long(notes.get().len()));
    }
    let notes: Vec<&RawValue> = serde_json::from_str(notes.get())?;
    Ok(notes.iter().map(|note| serde_json::from_str(note.get())).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{reply, text};
    use super::*;

    fn told(line: &[u8]) -> Vec<String> {
        let notes = read_notes(line).unwrap();
        notes.iter().map(|note| note.as_ref().map_or("error".to_owned(), Note::to_string)).collect()
    }

    #[test]
    fn notes_are_read_as_they_are_written_and_each_by_itself() {
        let at = || "LO".to_owned();
        let notes = [
            Note::Text("he\n<b>".to_owned()),
            Note::Label { at: at(), text: "+3".to_owned() },
            Note::Shade { at: at(), value: 35 },
            Note::Arrow { from: at(), to: "PA".to_owned() },
            Note::Mark("m".to_owned()),
        ];
        let reply = Reply::Move { decision: 2, mv: "AT".to_owned(), message: String::new() };
        let written = text(&ReplyWithNotes { reply: reply.clone(), notes: &notes });
        assert!(written.starts_with(r#"{"decision":2,"move":"AT","notes":[{"text":"he\n<b>"},"#));
        assert_eq!(told(written.as_bytes()), notes.each_ref().map(Note::to_string));
        assert_eq!(super::super::tests::reply(written.as_bytes()), reply);
        assert_eq!(text(&ReplyWithNotes { reply: reply.clone(), notes: &[] }), text(&reply));
        let mixed = [
            br#"{"notes":[{"mark":"a"},7,{"shade":{"at":"LO","value":70000}},{"text":""#,
            &b"\xff"[..],
            br#""},{"text":"b","more":1},{"shade":{"at":"LO","value":0.5}},{"colour":"c"}]}"#,
        ];
        let told = told(&mixed.concat());
        assert_eq!(told, ["mark a", "error", "error", "text \u{fffd}", "error", "error", "error"]);
    }

    #[test]
    fn notes_of_any_kind_spoil_no_reply() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let long = format!("[{}]", vec!["{\"mark\":\"x\"}"; 100_000].join(","));
        for notes in ["null", "7", "\"x\"", "{}", "[]", "[[]]", &deep, &long] {
            let line = format!("{{\"notes\":{notes},\"decision\":7,\"move\":\"PA\"}}");
            let moved = Reply::Move { decision: 7, mv: "PA".to_owned(), message: String::new() };
            assert_eq!(reply(line.as_bytes()), moved);
            let read = read_notes(line.as_bytes());
            assert_eq!(read.is_ok(), matches!(notes, "null" | "[]" | "[[]]"), "{read:?}");
        }
        let twice = br#"{"decision":7,"move":"PA","notes":[],"notes":[]}"#;
        assert!(matches!(reply(twice), Reply::Move { .. }) && read_notes(twice).is_err());
    }
}
