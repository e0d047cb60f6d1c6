//! What a program says besides its moves: standard error, and notes about it.

use std::fmt;

/// The most that is kept of one program and match, in bytes.
pub(super) const MOST: usize = 64 * 1024;
/// So much of the end of standard error is at hand for reasons, in bytes.
const TAIL: usize = 400;

/// Collects standard error and notes, up to [`MOST`] bytes.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// What nobody has taken yet.
    fresh: Vec<u8>,
    /// How much was kept in all.
    kept: usize,
    /// Whether something was left out.
    cut: bool,
    /// The end of what the process that runs wrote.
    tail: Vec<u8>,
}

impl Log {
    /// A process starts: what an earlier one wrote is not its own.
    pub(super) fn begin(&mut self) {
        self.tail.clear();
    }

    /// Standard error.
    pub(super) fn hear(&mut self, bytes: &[u8]) {
        let end = &bytes[bytes.len().saturating_sub(TAIL)..];
        self.tail.drain(..(self.tail.len() + end.len()).saturating_sub(TAIL).min(self.tail.len()));
        self.tail.extend_from_slice(end);
        self.keep(bytes);
    }

    /// A note of our own, on a line of its own.
    pub(super) fn note(&mut self, note: fmt::Arguments<'_>) {
        if self.fresh.last().is_some_and(|&byte| byte != b'\n') {
            self.keep(b"\n");
        }
        self.keep(format!("stoker: {note}\n").as_bytes());
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = MOST - self.kept;
        let (kept, left) = bytes.split_at(bytes.len().min(room));
        self.fresh.extend_from_slice(kept);
        self.kept += kept.len();
        if !left.is_empty() && !self.cut {
            self.cut = true;
            self.fresh
                .extend_from_slice(b"\nstoker: the rest is left out: 64 KiB a match are kept\n");
        }
    }

    /// The end of what the process wrote to standard error.
    pub(super) fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// What has come in since the last call. Half a character waits for its other half.
    pub(super) fn take(&mut self) -> String {
        if self.fresh.is_empty() {
            return String::new();
        }
        let waiting = half_a_character(&self.fresh);
        let rest = self.fresh.split_off(self.fresh.len() - waiting);
        let text = String::from_utf8_lossy(&self.fresh).into_owned();
        self.fresh = rest;
        text
    }
}

/// How many bytes at the end begin a character of UTF-8 that is longer.
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
        let mut log = Log::default();
        log.hear(b"warning");
        log.note(format_args!("late by {}", 3));
        assert_eq!(log.take(), "warning\nstoker: late by 3\n");
        assert_eq!(log.take(), "");
    }

    #[test]
    fn half_a_character_waits_and_bad_bytes_are_replaced() {
        let mut log = Log::default();
        log.hear(b"caf\xc3");
        assert_eq!(log.take(), "caf");
        log.hear(b"\xa9 \xff!");
        assert_eq!(log.take(), "é \u{fffd}!");
        log.hear(b"\xff");
        assert_eq!(log.take(), "\u{fffd}");
    }

    #[test]
    fn no_more_is_kept_than_promised_and_it_says_so_once() {
        let mut log = Log::default();
        let mut taken = String::new();
        for _ in 0..100 {
            log.hear(&[b'x'; 1_000]);
            log.note(format_args!("y"));
            taken += &log.take();
        }
        assert!(taken.len() < MOST + 100, "{}", taken.len());
        assert_eq!(taken.matches("left out").count(), 1);
        assert_eq!(log.tail(), [b'x'; TAIL]);
    }

    #[test]
    fn the_tail_is_that_of_the_last_process() {
        let mut log = Log::default();
        log.hear(b"one ");
        log.hear(&[b'-'; TAIL - 2]);
        assert!(log.tail().starts_with(b"e -") && log.tail().len() == TAIL);
        log.begin();
        log.hear(b"two");
        assert_eq!(log.tail(), b"two");
    }
}
