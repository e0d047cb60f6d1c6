//! A sheet of characters, each with an ink.

use std::env;

use crate::terminal::io::Reader;

/// The use of colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    None,
    Ansi,
}

impl Colour {
    /// Colour only on a terminal, and only if the user has not refused it: see
    /// <https://no-color.org>.
    pub(crate) fn of(reader: Reader) -> Self {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        if reader == Reader::Terminal && !refused && !dumb { Self::Ansi } else { Self::None }
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
            Self::Seat(seat) => Some(SEATS[usize::from(seat) % SEATS.len()]),
        }
    }
}

/// A sheet of characters.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    width: usize,
    cells: Vec<(char, Ink)>,
}

const EMPTY: (char, Ink) = (' ', Ink::Plain);

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![EMPTY; width * height] }
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width.max(1)
    }

    /// True if a stretch of a line is on the sheet and nothing is written there.
    pub(super) fn is_free(&self, x: i64, y: i64, length: usize) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
        let inside = x + length <= self.width && y < self.height();
        inside && self.cells[y * self.width + x..][..length].iter().all(|cell| *cell == EMPTY)
    }

    /// Writes a text that [is on the sheet](Self::is_free); what is not is cut off.
    pub(super) fn write(&mut self, x: i64, y: i64, text: &str, ink: Ink) {
        for (character, at) in text.chars().zip(x..) {
            if let (Ok(x), Ok(y)) = (usize::try_from(at), usize::try_from(y))
                && x < self.width
                && let Some(cell) = self.cells.get_mut(y * self.width + x)
            {
                *cell = (character, ink);
            }
        }
    }

    /// The lines, without white space at their ends.
    pub(super) fn text(&self, colour: Colour) -> String {
        let line = |cells: &[(char, Ink)]| {
            let end = cells.iter().rposition(|cell| cell.0 != ' ').map_or(0, |last| last + 1);
            let inks = cells[..end].chunk_by(|one, next| one.1 == next.1);
            let painted = inks.map(|run| {
                let text: String = run.iter().map(|cell| cell.0).collect();
                colour.paint(run[0].1, &text)
            });
            painted.collect::<String>() + "\n"
        };
        self.cells.chunks(self.width.max(1)).map(line).collect()
    }
}
