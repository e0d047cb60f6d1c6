//! The properties of an output stream: the characters in a line, and the colours.

use std::env;

use stoker_files::printable::one_line;
use terminal_size::terminal_size;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::io::StreamKind;

/// The width of lines where no terminal says otherwise.
const WIDTH: u16 = 80;
/// Lines are never made shorter. Columns of one letter per line are harder to read than lines that
/// the terminal wraps.
const NARROWEST: u16 = 60;

/// The properties of an output stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StreamFormat {
    /// Characters in a line.
    pub(crate) width: usize,
    /// The colours that it can show.
    pub(crate) colour: Colour,
    /// The reader of the stream.
    pub(crate) reader: StreamKind,
}

impl StreamFormat {
    /// The properties of the stream that this reader gets.
    pub(crate) fn of(reader: StreamKind) -> Self {
        Self { width: width(reader).into(), colour: Colour::of(reader), reader }
    }

    /// Lines of this width, without colours, for a file.
    #[cfg(test)]
    pub(crate) fn plain(width: usize) -> Self {
        Self { width, colour: Colour::None, reader: StreamKind::Pipe }
    }
}

/// The width of lines for the reader of a stream, in characters.
pub(crate) fn width(to: StreamKind) -> u16 {
    match to {
        StreamKind::Terminal => terminal_size().map_or(WIDTH, |(width, _)| width.0).max(NARROWEST),
        StreamKind::Pipe => WIDTH,
    }
}

/// The width of a text on a terminal, in columns. Some characters take two columns.
pub(crate) fn columns_of(text: &str) -> usize {
    text.width()
}

/// The sign for an omission.
const GAP: &str = "...";
/// More bytes of a text are never looked at: no line has so many columns.
const MOST: usize = 1 << 12;

/// Any text as one harmless line of at most this many columns. A text that is too long loses its
/// middle, because names often differ only at their ends.
pub(crate) fn shortened(text: &str, columns: usize) -> String {
    let line = one_line(text, MOST);
    if text.len() <= MOST && columns_of(&line) <= columns {
        return line;
    }
    // The end of a longer text was not read.
    let (head, tail) = match (text.len() <= MOST, columns.saturating_sub(GAP.len())) {
        (true, room) => (room - room / 3, room / 3),
        (false, room) => (room, 0),
    };
    let begin = within(line.graphemes(true), head);
    let end: Vec<&str> = within(line.graphemes(true).rev(), tail);
    let gap = &GAP[..GAP.len().min(columns)];
    begin.into_iter().chain([gap]).chain(end.into_iter().rev()).collect()
}

/// The beginning of a line, if it has more than this many columns.
pub(crate) fn cut(line: &str, columns: usize) -> String {
    if columns_of(line) <= columns {
        return line.to_owned();
    }
    within(line.graphemes(true), columns.saturating_sub(GAP.len())).concat() + GAP
}

/// The first of these that fit into this many columns.
fn within<'t>(graphemes: impl Iterator<Item = &'t str>, columns: usize) -> Vec<&'t str> {
    let mut used = 0;
    let fits = |grapheme: &&str| {
        used += columns_of(grapheme);
        used <= columns
    };
    graphemes.take_while(fits).collect()
}

/// The use of colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    None,
    Ansi,
}

impl Colour {
    /// Colour only on a terminal, and only if the user has not refused it: see
    /// <https://no-color.org>.
    pub(crate) fn of(reader: StreamKind) -> Self {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        if reader == StreamKind::Terminal && !refused && !dumb { Self::Ansi } else { Self::None }
    }

    /// The text in an ink.
    pub(crate) fn paint(self, ink: Ink, text: &str) -> String {
        match (self, ink.code()) {
            (Self::Ansi, Some(code)) => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            (Self::Ansi, None) | (Self::None, _) => text.to_owned(),
        }
    }
}

/// The ink of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    /// For the background.
    Faint,
    /// For the rarer kinds of spots.
    Other,
    /// For landmarks.
    Mark,
    /// For shades.
    Shade,
    /// For a seat's pieces.
    Seat(u8),
    /// For problems.
    Bad,
}

impl Ink {
    fn code(self) -> Option<&'static str> {
        const SEATS: [&str; 6] = ["1;36", "1;32", "1;33", "1;35", "1;31", "1;34"];
        match self {
            Self::Plain => None,
            Self::Faint => Some("2"),
            Self::Other => Some("34"),
            Self::Mark => Some("1"),
            Self::Shade => Some("7"),
            Self::Bad => Some("31"),
            Self::Seat(seat) => Some(SEATS[usize::from(seat) % SEATS.len()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_too_long_keeps_its_ends() {
        assert_eq!(shortened("tracker", 7), "tracker");
        assert_eq!(shortened("tracker-of-2026-v17", 12), "tracke...v17");
        assert_eq!(shortened("tracker", 4), "t...");
        assert_eq!(["abcdef", "abcdef"].map(|name| shortened(name, 2)), ["..", ".."]);
    }

    #[test]
    fn wide_characters_take_two_columns_and_are_never_cut_in_half() {
        for columns in 0..20 {
            for name in [
                "東京の吸血鬼を追う狩人たち",
                "e\u{301}".repeat(30).as_str(),
                "👩\u{fe0f}🏽 and 😀😀😀😀😀",
            ] {
                let short = shortened(name, columns);
                assert!(columns_of(&short) <= columns, "{short} in {columns}");
            }
        }
        assert_eq!(shortened("東京の吸血鬼を追う", 10), "東京...う");
    }

    #[test]
    fn a_hostile_name_is_one_short_line() {
        let long = "x".repeat(100_000);
        let hostile = [long.as_str(), "a\u{1b}[2J\nb", "\u{202e}evil", "\u{7}\r\n\t", "<b>a</b>"];
        let shown = hostile.map(|name| shortened(name, 16));
        assert_eq!(
            shown,
            ["xxxxxxxxxxxxx...", "a\u{fffd}[2J b", "\u{fffd}evil", "\u{fffd}   ", "<b>a</b>"]
        );
    }
}
