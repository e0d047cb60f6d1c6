//! Separation of notes from words in a program's standard error.

use crate::line_marks::BOT_NOTE;
use crate::sketch::MOST_LINE;

/// Splits standard error into words and notes, whatever pieces it arrives in.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    place: LinePlace,
    /// Bytes that may be the mark of a note, or a note without its mark, until that is known or it
    /// ends.
    line: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LinePlace {
    /// At the start of a line, or in a possible mark.
    #[default]
    Start,
    /// In a line of words.
    Words,
    /// In a note.
    Note,
}

/// A piece of standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StderrPiece<'b> {
    /// Words: lines, parts of lines, or both.
    Words(&'b [u8]),
    /// A whole note, without its mark and its end. If the note is too long, its beginning.
    Note(&'b [u8]),
}

impl Splitter {
    /// Resets it for a new process, whose output begins a line.
    pub(super) fn begin(&mut self) {
        *self = Self::default();
    }

    /// Splits more bytes.
    pub(super) fn cut(&mut self, mut bytes: &[u8], mut each: impl FnMut(StderrPiece<'_>)) {
        while !bytes.is_empty() {
            let used = match self.place {
                LinePlace::Start => self.mark(bytes, &mut each),
                LinePlace::Words => self.words(bytes, &mut each),
                LinePlace::Note => self.note(bytes, &mut each),
            };
            bytes = &bytes[used..];
        }
    }

    /// Ends the current line, if it has no end yet, because a turn is over.
    pub(super) fn end(&mut self, mut each: impl FnMut(StderrPiece<'_>)) {
        let line = std::mem::take(&mut self.line);
        match self.place {
            LinePlace::Start if line.is_empty() => return,
            LinePlace::Start => each(StderrPiece::Words(&line)),
            LinePlace::Words => {}
            LinePlace::Note => each(StderrPiece::Note(&line)),
        }
        self.place = LinePlace::Words;
    }

    fn mark(&mut self, bytes: &[u8], each: &mut impl FnMut(StderrPiece<'_>)) -> usize {
        let wanted = &BOT_NOTE.as_bytes()[self.line.len()..];
        let same = bytes.iter().zip(wanted).take_while(|(byte, wanted)| byte == wanted).count();
        self.line.extend_from_slice(&bytes[..same]);
        if self.line.len() == BOT_NOTE.len() {
            self.line.clear();
            self.place = LinePlace::Note;
        } else if same < bytes.len() {
            if !self.line.is_empty() {
                each(StderrPiece::Words(&self.line));
            }
            self.line.clear();
            self.place = LinePlace::Words;
        }
        same
    }

    /// Takes several lines at once, because a program that writes nothing but line ends would cost
    /// too much otherwise.
    fn words(&mut self, bytes: &[u8], each: &mut impl FnMut(StderrPiece<'_>)) -> usize {
        let next_mark = [b'\n', BOT_NOTE.as_bytes()[0]];
        let used = memchr::memmem::find(bytes, &next_mark).map_or(bytes.len(), |end| end + 1);
        each(StderrPiece::Words(&bytes[..used]));
        if bytes[used - 1] == b'\n' {
            self.place = LinePlace::Start;
        }
        used
    }

    fn note(&mut self, bytes: &[u8], each: &mut impl FnMut(StderrPiece<'_>)) -> usize {
        let end = memchr::memchr(b'\n', bytes);
        let part = &bytes[..end.unwrap_or(bytes.len())];
        // One byte beyond the limit shows that the note is too long.
        let room = (MOST_LINE + 1).saturating_sub(self.line.len());
        self.line.extend_from_slice(&part[..part.len().min(room)]);
        if end.is_some() {
            each(StderrPiece::Note(&self.line));
            self.line.clear();
            self.place = LinePlace::Start;
        }
        part.len() + usize::from(end.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words and the notes of a text that arrives in pieces of this size.
    fn cut(text: &[u8], size: usize) -> (Vec<u8>, Vec<Vec<u8>>) {
        let (mut words, mut notes) = (vec![], vec![]);
        let mut splitter = Splitter::default();
        let mut each = |piece: StderrPiece<'_>| match piece {
            StderrPiece::Words(bytes) => words.extend_from_slice(bytes),
            StderrPiece::Note(bytes) => notes.push(bytes.to_vec()),
        };
        text.chunks(size).for_each(|bytes| splitter.cut(bytes, &mut each));
        splitter.end(&mut each);
        (words, notes)
    }

    #[test]
    fn notes_are_found_in_whatever_pieces_they_come() {
        let text = b"one\n@note text a\n@not\n@note\n\n @note b\n\xff\n@note mark x\r\n@note shade";
        for size in [1, 2, 3, 5, 7, 100] {
            let (words, notes) = cut(text, size);
            assert_eq!(words, b"one\n@not\n@note\n\n @note b\n\xff\n", "{size}");
            assert_eq!(notes, [&b"text a"[..], b"mark x\r", b"shade"], "{size}");
        }
    }

    #[test]
    fn words_are_cut_only_where_a_note_can_begin() {
        let mut pieces = 0;
        let mut splitter = Splitter::default();
        splitter.cut(&[b'\n'; 4_096], |_| pieces += 1);
        splitter.cut(&b"word\n".repeat(1_000), |_| pieces += 1);
        assert_eq!(pieces, 2);
    }

    #[test]
    fn what_may_become_a_mark_is_not_lost() {
        for end in ["", "@", "@no", "@note", "x@note "] {
            assert_eq!(cut(end.as_bytes(), 2), (end.as_bytes().to_vec(), vec![]), "{end}");
        }
    }

    #[test]
    fn a_note_without_end_takes_no_more_room_than_a_long_one() {
        let text = [BOT_NOTE.as_bytes(), &[b'x'; 100_000]].concat();
        let (words, notes) = cut(&text, 4_096);
        assert_eq!((words.len(), notes.len(), notes[0].len()), (0, 1, MOST_LINE + 1));
    }

    #[test]
    fn a_line_that_goes_on_in_the_next_turn_holds_no_note() {
        let mut splitter = Splitter::default();
        let mut seen = vec![];
        let mut each = |piece: StderrPiece<'_>| seen.push(format!("{piece:?}"));
        splitter.cut(b"warn", &mut each);
        splitter.end(&mut each);
        splitter.cut(b"@note text x", &mut each);
        splitter.begin();
        splitter.cut(b"@note text y\n", &mut each);
        assert_eq!(seen.iter().filter(|piece| piece.starts_with("Note")).count(), 1, "{seen:?}");
    }
}
