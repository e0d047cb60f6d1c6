//! The amount that a program has written, and the bounds on it.

use memchr::memchr_iter;

/// The most lines in a turn. Examining a line costs more than reading its bytes.
pub(crate) const MOST_LINES: usize = 5_000;

/// The bound that was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    Bytes,
    Lines,
}

/// The amount written since the last reset.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Written {
    bytes: usize,
    /// The number of ended lines.
    lines: usize,
    /// The first bound that was exceeded.
    pub(crate) over: Option<Excess>,
}

impl Written {
    /// Counts text that was written before, all of it within bounds.
    pub(crate) fn of(text: &[u8]) -> Self {
        Self { bytes: text.len(), lines: memchr_iter(b'\n', text).count(), over: None }
    }

    /// True if nothing was written.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Counts more text. Returns the number of its bytes that are within bounds. The pieces in
    /// which a text arrives make no difference.
    pub(crate) fn add(&mut self, more: &[u8], most: usize) -> usize {
        if self.over.is_some() {
            return 0;
        }
        let mut within = more.len();
        if within > most.saturating_sub(self.bytes) {
            within = most.saturating_sub(self.bytes);
            self.over = Some(Excess::Bytes);
        }
        let mut ends = memchr_iter(b'\n', &more[..within]);
        if let Some(end) = ends.nth(MOST_LINES.saturating_sub(self.lines)) {
            within = end;
            self.over = Some(Excess::Lines);
        }
        self.bytes += within;
        self.lines += memchr_iter(b'\n', &more[..within]).count();
        within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a text within bounds if it arrives in pieces of this size; the bound that it
    /// exceeds.
    fn within(text: &[u8], piece: usize, most: usize) -> (usize, Option<Excess>) {
        let mut written = Written::default();
        let within = text.chunks(piece).map(|piece| written.add(piece, most)).sum();
        (within, written.over)
    }

    #[test]
    fn what_is_within_bounds_does_not_depend_on_the_pieces() {
        let most = "\n".repeat(MOST_LINES);
        let more = format!("{}x\ny\n", &most[1..]);
        for piece in [1, 7, 4_096, 100_000] {
            assert_eq!(within(most.as_bytes(), piece, 1 << 20), (MOST_LINES, None));
            let cut = (MOST_LINES + 2, Some(Excess::Lines));
            assert_eq!(within(more.as_bytes(), piece, 1 << 20), cut);
            assert_eq!(within(b"0123456789", piece, 10), (10, None));
            assert_eq!(within(b"0123456789", piece, 9), (9, Some(Excess::Bytes)));
        }
    }

    #[test]
    fn what_an_earlier_turn_left_counts() {
        let mut written = Written::of(b"one\ntwo");
        assert_eq!(written.add(b"\n", 8), 1);
        assert_eq!(written.over, None);
        assert_eq!(written.add(b"x", 8), 0);
        assert_eq!(written.over, Some(Excess::Bytes));
    }
}
