//! The notes of one bot in one match, within limits.

use std::fmt::Display;

use stoker_engine::note::{self, NoteError};
use stoker_engine::scene::Note;

use crate::fault::reason;
use crate::line_marks;

/// The most notes in one turn; each shade counts.
pub const MOST_NOTES: usize = 256;
/// The most bytes of one turn's notes, in the form of a log.
pub const MOST_TURN: usize = 16 * 1024;
/// The most bytes that are kept per bot and match.
pub const MOST_MATCH: usize = 512 * 1024;
/// The most bytes of a line of notes on standard error.
pub const MOST_LINE: usize = 8 * 1024;

/// Collects the notes of a bot, and counts those that are dropped.
///
/// # Examples
/// ```
/// use stoker_external::sketch::Sketch;
/// let mut sketch = Sketch::default();
/// sketch.draw_line("shade LO 350");
/// sketch.draw_line("shade PA 12 MA 7");
/// sketch.draw_line("spade LO 350");
/// let taken = sketch.take();
/// assert!(taken.starts_with("@note shade LO 350 PA 12 MA 7\nstoker: 1 note dropped: "), "{taken}");
/// assert_eq!(sketch.take(), "");
/// ```
#[derive(Debug, Default)]
pub struct Sketch {
    /// Marked lines that have not been taken yet.
    lines: String,
    /// The number of notes in them.
    count: usize,
    /// True if the last line can take more shades.
    shades: bool,
    /// The number of bytes taken so far.
    taken: usize,
    dropped: DroppedNotes,
    /// True once the match has no room for more, and a line has said so.
    full: bool,
}

/// Notes dropped in a turn.
#[derive(Debug, Default)]
struct DroppedNotes {
    count: usize,
    /// The reason for dropping the first.
    why: String,
}

/// The length from which a line takes no more shades, in bytes.
const SHADES: usize = 400;

impl Sketch {
    /// Adds a note, if it is valid and there is room.
    pub fn draw(&mut self, note: &Note) {
        match note::check(note) {
            Ok(()) => self.put(note),
            Err(error) => self.refuse(&error),
        }
    }

    /// Adds the notes of a line in the form of [`stoker_engine::note`].
    pub fn draw_line(&mut self, line: &str) {
        match note::read(line) {
            Ok(notes) => notes.iter().for_each(|note| self.put(note)),
            Err(error) => self.refuse(&error),
        }
    }

    /// Drops a note.
    pub fn drop_note(&mut self, why: impl Display) {
        if self.dropped.count == 0 {
            self.dropped.why = reason(&why.to_string());
        }
        self.dropped.count += 1;
    }

    fn refuse(&mut self, error: &NoteError) {
        self.drop_note(error);
    }

    fn put(&mut self, note: &Note) {
        if self.count == MOST_NOTES {
            return self.drop_note(format_args!("a turn has at most {MOST_NOTES}"));
        }
        let line = line_marks::bot_note(note);
        // It is checked in the form in which it will be read back, because replaced characters can
        // make a text longer.
        let drawn = line.strip_prefix(line_marks::BOT_NOTE).unwrap_or_default();
        if let Err(error) = note::read(drawn) {
            return self.refuse(&error);
        }
        if self.lines.len() + line.len() > MOST_TURN {
            return self.drop_note(format_args!("those of a turn have at most {MOST_TURN} bytes"));
        }
        self.count += 1;
        let is_shade = matches!(note, Note::Shade { .. });
        if is_shade && self.shades {
            self.shade(&line);
        } else {
            self.lines += &line;
        }
        let last = self.lines[..self.lines.len() - 1].rfind('\n').map_or(0, |end| end + 1);
        self.shades = is_shade && self.lines.len() - last < SHADES;
    }

    /// Appends a shade to the last line, which holds shades already.
    fn shade(&mut self, line: &str) {
        let shade =
            line.strip_prefix(line_marks::BOT_NOTE).and_then(|line| line.strip_prefix("shade"));
        self.lines.pop();
        self.lines += shade.unwrap_or("\n");
    }

    /// Takes the marked lines since the last call, which are those of one turn.
    pub fn take(&mut self) -> String {
        let mut lines = std::mem::take(&mut self.lines);
        let DroppedNotes { count, why } = std::mem::take(&mut self.dropped);
        (self.count, self.shades) = (0, false);
        if count > 0 {
            let told = match count {
                1 => format!("1 note dropped: {why}"),
                _ => format!("{count} notes dropped; the first: {why}"),
            };
            lines += &line_marks::remark(&told);
        }
        if self.full || lines.is_empty() {
            return String::new();
        }
        if self.taken + lines.len() > MOST_MATCH {
            self.full = true;
            let most = MOST_MATCH >> 10;
            return line_marks::remark(&format!(
                "no more notes: {most} KiB of them a match are kept"
            ));
        }
        self.taken += lines.len();
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Note {
        Note::Text(text.to_owned())
    }

    #[test]
    fn notes_keep_their_order_and_shades_share_lines() {
        let mut sketch = Sketch::default();
        for line in ["mark lost", "shade LO 1", "shade PA 2", "text x", "shade MA 3", "arrow A B"] {
            sketch.draw_line(line);
        }
        let lines = "@note mark lost\n@note shade LO 1 PA 2\n@note text x\n@note shade MA 3\n\
                     @note arrow A B\n";
        assert_eq!(sketch.take(), lines);
        for index in 0..100 {
            sketch.draw(&Note::Shade { at: format!("S{index}"), value: 1_000 });
        }
        let taken = sketch.take();
        assert!(taken.lines().all(|line| line.len() < SHADES + 20), "{taken}");
        let notes =
            taken.lines().flat_map(|line| note::read(&line[line_marks::BOT_NOTE.len()..]).unwrap());
        assert_eq!(notes.count(), 100);
    }

    #[test]
    fn what_is_too_much_for_a_turn_is_dropped_and_counted() {
        let mut sketch = Sketch::default();
        (0..1_000_000).for_each(|_| sketch.draw_line("mark x"));
        let taken = sketch.take();
        assert_eq!(taken.matches(line_marks::BOT_NOTE).count(), MOST_NOTES);
        assert!(
            taken.ends_with("stoker: 999744 notes dropped; the first: a turn has at most 256\n")
        );
        (0..MOST_NOTES).for_each(|_| sketch.draw(&text(&"x".repeat(note::MOST_TEXT))));
        let taken = sketch.take();
        assert!(taken.len() < MOST_TURN + 100 && taken.contains("have at most 16384 bytes"));
    }

    #[test]
    fn what_is_too_much_for_a_match_is_dropped_and_told_once() {
        let mut sketch = Sketch::default();
        let mut taken = String::new();
        for _ in 0..1_000 {
            (0..30).for_each(|_| sketch.draw(&text(&"x".repeat(note::MOST_TEXT))));
            sketch.draw_line("bad");
            taken += &sketch.take();
        }
        assert!(taken.len() <= MOST_MATCH + 100, "{}", taken.len());
        assert_eq!(taken.matches("no more notes").count(), 1);
        assert!(taken.ends_with("stoker: no more notes: 512 KiB of them a match are kept\n"));
    }

    #[test]
    fn what_is_kept_is_read_back_however_long_it_became() {
        let mut sketch = Sketch::default();
        sketch.draw(&text(&"\u{1}".repeat(note::MOST_TEXT)));
        sketch.draw(&text(&"\u{1}".repeat(note::MOST_TEXT / 3)));
        sketch.draw(&text(" a\n b\t"));
        let taken = sketch.take();
        let drawn: Vec<_> =
            taken.lines().filter_map(|line| line.strip_prefix(line_marks::BOT_NOTE)).collect();
        assert_eq!(drawn.len(), 2, "{taken}");
        assert!(drawn.iter().all(|line| note::read(line).is_ok()));
        assert!(
            taken.contains("1 note dropped: a text has 1500 bytes, and may have 500"),
            "{taken}"
        );
    }

    #[test]
    fn a_reason_is_short_and_commands_no_terminal() {
        let mut sketch = Sketch::default();
        sketch.draw_line(&"\u{1b}[2J\u{202e}<script>".repeat(10_000));
        let taken = sketch.take();
        assert!(taken.len() < 400 && !taken.contains(['\u{1b}', '\u{202e}']), "{taken}");
        assert_eq!(taken.lines().count(), 1);
    }
}
