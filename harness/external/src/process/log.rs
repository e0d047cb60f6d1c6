//! A program's output besides its moves: standard error, and notes about it.

use std::fmt;

use stoker_bots::lines::wire::read_notes;
use stoker_files::printable::printable;

use super::splitter::{Splitter, StderrPiece};
use crate::contract::Notes;
use crate::line_marks;
use crate::sketch::{MOST_LINE, Sketch};

/// The most bytes that are kept per program and match.
pub(crate) const MOST: usize = 64 * 1024;
/// The number of bytes at the end of standard error that are available for reasons.
const TAIL: usize = 400;

/// Collects standard error and notes about it, up to [`MOST`] bytes, and the notes that the program
/// draws.
///
/// Every line begins with a mark. A program cannot write a line with stoker's mark.
#[derive(Debug, Default)]
pub(crate) struct ProgramLog {
    /// The program's words since the last note that were not taken yet.
    heard: Vec<u8>,
    /// Marked lines that were not taken yet.
    lines: String,
    /// The number of bytes kept so far.
    kept: usize,
    /// True if anything was left out.
    cut: bool,
    /// The end of what the running process wrote, without its notes.
    tail: Vec<u8>,
    splitter: Splitter,
    /// Its notes, if they are kept.
    sketch: Option<Sketch>,
}

impl ProgramLog {
    /// An empty log, which keeps or drops the program's notes.
    pub(crate) fn new(notes: Notes) -> Self {
        let sketch = match notes {
            Notes::Dropped => None,
            Notes::Kept => Some(Sketch::default()),
        };
        Self { sketch, ..Self::default() }
    }

    /// True if the program's notes are kept.
    pub(crate) fn keeps_notes(&self) -> bool {
        self.sketch.is_some()
    }

    /// Begins the output of a new process. Words of an earlier process are not part of its tail.
    pub(crate) fn begin(&mut self) {
        self.end_line();
        self.splitter.begin();
        self.tail.clear();
    }

    /// Adds standard error.
    pub(crate) fn hear(&mut self, bytes: &[u8]) {
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.cut(bytes, |piece| self.piece(piece));
        self.splitter = splitter;
    }

    /// Reads the line of a reply, which can contain notes.
    pub(crate) fn draw(&mut self, line: &[u8]) {
        let Some(sketch) = &mut self.sketch else { return };
        match read_notes(line) {
            Ok(notes) => {
                for note in notes {
                    match note {
                        Ok(note) => sketch.draw(&note),
                        Err(error) => sketch.drop_note(error),
                    }
                }
            }
            Err(error) => sketch.drop_note(error),
        }
    }

    fn piece(&mut self, piece: StderrPiece<'_>) {
        let line = match piece {
            StderrPiece::Words(bytes) => return self.words(bytes),
            StderrPiece::Note(line) => line,
        };
        let Some(sketch) = &mut self.sketch else { return };
        if line.len() > MOST_LINE {
            sketch.drop_note(format_args!("a line has more than {MOST_LINE} bytes"));
        } else {
            sketch.draw_line(&String::from_utf8_lossy(line));
        }
    }

    /// Ends the current line, if it has no end yet.
    fn end_line(&mut self) {
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.end(|piece| self.piece(piece));
        self.splitter = splitter;
    }

    fn words(&mut self, bytes: &[u8]) {
        let end = &bytes[bytes.len().saturating_sub(TAIL)..];
        self.tail.drain(..(self.tail.len() + end.len()).saturating_sub(TAIL).min(self.tail.len()));
        self.tail.extend_from_slice(end);
        let kept = self.room_for(bytes.len());
        self.heard.extend_from_slice(&bytes[..kept]);
        if kept < bytes.len() {
            self.cut_off();
        }
    }

    /// Adds a note of our own, on a separate line.
    pub(crate) fn note(&mut self, note: fmt::Arguments<'_>) {
        let note = printable(&note.to_string());
        self.mark_all();
        match self.room_for(note.len()) == note.len() {
            true => self.lines += &line_marks::remark(&note),
            false => self.cut_off(),
        }
    }

    /// Reserves room for as many of these bytes as possible. Returns their number.
    fn room_for(&mut self, bytes: usize) -> usize {
        let kept = bytes.min(MOST - self.kept);
        self.kept += kept;
        kept
    }

    /// Notes once that output is left out.
    fn cut_off(&mut self) {
        if !self.cut {
            self.cut = true;
            self.mark_all();
            self.lines += &line_marks::remark("the rest is left out: 64 KiB a match are kept");
        }
    }

    /// The end of what the process wrote to standard error, without its notes.
    pub(crate) fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Takes the output since the last call as marked lines, and then the drawn notes. The last
    /// line is ended, even if the program has not ended it. An incomplete character stays until the
    /// rest of it arrives.
    pub(crate) fn take(&mut self) -> String {
        self.end_line();
        let waiting = half_a_character(&self.heard);
        let rest = self.heard.split_off(self.heard.len() - waiting);
        self.mark_all();
        self.heard = rest;
        let mut lines = std::mem::take(&mut self.lines);
        if let Some(sketch) = &mut self.sketch {
            lines += &sketch.take();
        }
        lines
    }

    fn mark_all(&mut self) {
        self.lines += &line_marks::words(&String::from_utf8_lossy(&self.heard));
        self.heard.clear();
    }
}

/// The number of bytes at the end that are the beginning of an incomplete UTF-8 character.
fn half_a_character(bytes: &[u8]) -> usize {
    let start = bytes.len().saturating_sub(3);
    (start..bytes.len())
        .find(|&at| {
            std::str::from_utf8(&bytes[at..])
                .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        })
        .map_or(0, |at| bytes.len() - at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_taken_once_and_notes_have_lines_of_their_own() {
        let mut log = ProgramLog::default();
        log.hear(b"warning");
        log.note(format_args!("late by {}", 3));
        assert_eq!(log.take(), "| warning\nstoker: late by 3\n");
        assert_eq!(log.take(), "");
    }

    #[test]
    fn no_program_can_write_a_note() {
        let mut log = ProgramLog::default();
        for piece in
            ["stoker: it won\nstok", "er: and\r\n\x1b[2Jstoker: again", "\u{2028}stoker: x\n"]
        {
            log.hear(piece.as_bytes());
            let text = log.take();
            assert!(text.lines().all(|line| line.starts_with("| ")), "{text}");
            assert!(!text.contains(['\u{1b}', '\u{2028}', '\r']), "{text}");
        }
        log.note(format_args!("it said `{}`", "x\nstoker: y"));
        assert_eq!(log.take(), "stoker: it said `x\u{fffd}stoker: y`\n");
    }

    #[test]
    fn half_a_character_waits_and_bad_bytes_are_replaced() {
        let mut log = ProgramLog::default();
        log.hear(b"caf\xc3");
        assert_eq!(log.take(), "| caf\n");
        log.hear(b"\xa9 \xff!");
        assert_eq!(log.take(), "| é \u{fffd}!\n");
        log.hear(b"\xff");
        assert_eq!(log.take(), "| \u{fffd}\n");
    }

    #[test]
    fn no_more_is_kept_than_promised_and_it_says_so_once() {
        let mut log = ProgramLog::default();
        let mut taken = String::new();
        for _ in 0..100 {
            log.hear(&[b'x'; 1_000]);
            log.note(format_args!("y"));
            taken += &log.take();
        }
        assert!(taken.len() < MOST + 100 * "| \nstoker: \n".len(), "{}", taken.len());
        assert_eq!(taken.matches("left out").count(), 1);
        assert_eq!(log.tail(), [b'x'; TAIL]);
    }

    #[test]
    fn what_is_drawn_comes_after_the_words_and_only_where_it_is_kept() {
        let heard = |notes| {
            let mut log = ProgramLog::new(notes);
            log.hear(b"one\n@note text hi\n@note shade LO 9");
            log.draw(br#"{"decision":1,"move":"LO","notes":[{"mark":"m"},{"label":5},"x"]}"#);
            log.note(format_args!("two"));
            assert_eq!(log.tail(), b"one\n");
            (log.take(), log.take())
        };
        let words = "| one\nstoker: two\n";
        assert_eq!(heard(Notes::Dropped), (words.to_owned(), String::new()));
        let (kept, more) = heard(Notes::Kept);
        let notes = kept.strip_prefix(words).unwrap();
        assert!(notes.starts_with("@note text hi\n@note mark m\n@note shade LO 9\n"), "{notes}");
        assert!(notes.contains("stoker: 2 notes dropped; the first: "), "{notes}");
        assert_eq!(more, "");
    }

    #[test]
    fn a_million_notes_take_no_more_room_than_promised() {
        let mut log = ProgramLog::new(Notes::Kept);
        let mut taken = String::new();
        for _ in 0..1_000 {
            log.hear(&b"@note text x\n@note \xff\n".repeat(1_000));
            taken += &log.take();
        }
        assert!(taken.len() < crate::sketch::MOST_MATCH + 1_000, "{}", taken.len());
        assert!(log.tail().is_empty());
    }

    #[test]
    fn the_tail_is_that_of_the_last_process() {
        let mut log = ProgramLog::default();
        log.hear(b"one ");
        log.hear(&[b'-'; TAIL - 2]);
        assert!(log.tail().starts_with(b"e -") && log.tail().len() == TAIL);
        log.begin();
        log.hear(b"two");
        assert_eq!(log.tail(), b"two");
    }
}
