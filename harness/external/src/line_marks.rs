//! Marks at the beginnings of lines, which distinguish a program's words from notes about it.

use stoker_engine::Seat;
use stoker_engine::scene::Note;
use stoker_files::printable::{one_line, printable};

/// The mark of a program's lines.
pub const WORDS: &str = "| ";
/// The mark of stoker's own lines.
pub const REMARK: &str = "stoker: ";
/// The mark of a note, on standard error and in logs: see [`stoker_engine::note`].
pub const BOT_NOTE: &str = "@note ";

/// A program's words as marked lines that contain only text and tabs.
pub fn words(text: &str) -> String {
    // Lines are not allocated one by one, because the words may be nothing but line ends.
    let mut marked = String::with_capacity(2 * text.len());
    for line in text.lines() {
        marked.push_str(WORDS);
        let is_plain = line.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
        if is_plain {
            marked.push_str(line);
        } else {
            let cells: Vec<String> = line.split('\t').map(printable).collect();
            marked.push_str(&cells.join("\t"));
        }
        marked.push('\n');
    }
    marked
}

/// A remark of stoker as one marked line.
pub fn remark(remark: &str) -> String {
    format!("{REMARK}{remark}\n")
}

/// A drawn note as one marked line.
pub fn bot_note(note: &Note) -> String {
    format!("{BOT_NOTE}{}\n", one_line(&note.to_string(), usize::MAX))
}

/// The line before the words and notes of a bot that was asked for this seat's decision.
pub fn turn(decision: u32, seat: Seat) -> String {
    remark(&format!("{TURN}{decision}{OF_SEAT}{}", seat.0))
}

const TURN: &str = "turn ";
const OF_SEAT: &str = ", seat ";

/// The decision and the seat in a line written by [`turn`], given without its line end; `None` for
/// any other line.
pub fn turn_of(line: &str) -> Option<(u32, Seat)> {
    let (decision, seat) = line.strip_prefix(REMARK)?.strip_prefix(TURN)?.split_once(OF_SEAT)?;
    Some((decision.parse().ok()?, Seat(seat.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_read_back_and_nothing_else_is_one() {
        let line = turn(204, Seat(3));
        assert_eq!(line, "stoker: turn 204, seat 3\n");
        assert_eq!(turn_of(line.trim_end()), Some((204, Seat(3))));
        for other in ["| stoker: turn 1, seat 1", "stoker: turn 1", "stoker: turn x, seat 1"] {
            assert_eq!(turn_of(other), None, "{other}");
        }
    }

    #[test]
    fn what_is_drawn_is_one_line_whatever_it_says() {
        let text = "a\nstoker: turn 1, seat 4\r\u{2028}\u{202e}\u{1b}[2J<b>";
        let line = bot_note(&Note::Text(text.to_owned()));
        assert_eq!(line, "@note text a stoker: turn 1, seat 4 \u{fffd}\u{fffd}\u{fffd}[2J<b>\n");
    }
}
