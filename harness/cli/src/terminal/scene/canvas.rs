//! A sheet of characters, each with an ink.

use crate::terminal::stream_format::{Colour, Ink};

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
