//! Logs of builds.

use std::ops::Range;

use stoker_files::printable::printable;

use crate::line_marks;

/// The largest log in bytes. The first errors say the most.
const MOST: usize = 1 << 20;
/// The longest reason, in characters.
const LONGEST: usize = 200;

/// The output of a build, up to a limit.
#[derive(Debug)]
pub(super) struct BuildLog {
    bytes: Vec<u8>,
    /// The ranges of our own lines.
    notes: Vec<Range<usize>>,
    lost: u64,
    most: usize,
}

impl Default for BuildLog {
    fn default() -> Self {
        Self::of(MOST)
    }
}

impl BuildLog {
    /// A log that keeps at most `most` bytes.
    pub(super) fn of(most: usize) -> Self {
        Self { bytes: vec![], notes: vec![], lost: 0, most }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let room = self.most.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        self.lost += (bytes.len() - room) as u64;
    }

    /// Adds a line of our own.
    pub(super) fn note(&mut self, text: &str) {
        if !self.bytes.is_empty() && !self.bytes.ends_with(b"\n") {
            self.add(b"\n");
        }
        let start = self.bytes.len();
        self.add(line_marks::remark(&printable(text)).as_bytes());
        self.notes.push(start..self.bytes.len());
    }

    /// True if more was printed than is kept.
    pub(super) fn is_full(&self) -> bool {
        self.lost > 0
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The output after the first `from` bytes.
    pub(super) fn text_from(&self, from: usize) -> String {
        String::from_utf8_lossy(&self.bytes[from.min(self.bytes.len())..]).into_owned()
    }

    /// The whole log. Every line begins with a mark that shows its origin, which the output cannot
    /// forge.
    pub(super) fn into_text(self) -> String {
        let (mut text, mut from) = (String::new(), 0);
        let words =
            |range: Range<usize>| line_marks::words(&String::from_utf8_lossy(&self.bytes[range]));
        for note in self.notes {
            text += &words(from..note.start);
            text += &String::from_utf8_lossy(&self.bytes[note.clone()]);
            from = note.end;
        }
        text += &words(from..self.bytes.len());
        if self.lost > 0 {
            text += &line_marks::remark(&format!("{} more bytes were printed", self.lost));
        }
        text
    }
}

/// The line of the output that gives the reason: the first error of a compiler, or else the last
/// line.
pub(super) fn reason(printed: &str) -> String {
    let ours = |line: &&str| !line.starts_with("stoker: ") && !line.trim().is_empty();
    let lines = || printed.lines().filter(ours);
    let says = |word: &'static str| lines().find(move |line| line.contains(word));
    let line = says("undefined reference").or_else(|| says("error:")).or_else(|| says("rror"));
    let line = line.or_else(|| lines().next_back());
    shortened(line.map_or_else(|| printed.trim().trim_start_matches("stoker: "), str::trim))
}

/// A line made fit to be shown: not too long, and without characters that a terminal would obey.
pub(super) fn shortened(line: &str) -> String {
    let line = line.trim();
    let short: String = line.chars().take(LONGEST).collect();
    let dots = if short.len() < line.len() { "..." } else { "" };
    printable(&short) + dots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_the_reason() {
        let printed = "hunter.c: In function 'f':\nhunter.c:3:5: error: expected ';'\nb.c:1:1: error: x\nmake: *** [all] Error 1\n";
        assert_eq!(reason(printed), "hunter.c:3:5: error: expected ';'");
        let printed = "/usr/bin/ld: hunter.o: undefined reference to `f'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(reason(printed), "/usr/bin/ld: hunter.o: undefined reference to `f'");
        assert_eq!(reason("one\ntwo\n\nstoker: exit status 3\n"), "two");
        assert_eq!(reason("stoker: exit status 3\n"), "exit status 3");
        assert_eq!(reason("a\u{1b}[31mred\n"), "a\u{fffd}[31mred");
        assert_eq!(reason(&"x".repeat(1_000)).len(), LONGEST + 3);
    }

    #[test]
    fn a_log_keeps_the_beginning_and_says_what_is_lost() {
        let mut log = BuildLog::default();
        log.note("make");
        log.add(&vec![b'x'; 2 * MOST]);
        let text = log.into_text();
        assert!(text.starts_with("stoker: make\n| xxx"));
        assert!(text.len() < MOST + 100);
        assert!(text.ends_with(" more bytes were printed\n"));
    }

    #[test]
    fn what_is_printed_cannot_pass_for_a_note() {
        let mut log = BuildLog::default();
        log.add(b"stoker: ok\n\x1b[2Jx");
        log.note("cc a.c");
        log.add(b"stoker: built\n");
        let text = "| stoker: ok\n| \u{fffd}[2Jx\nstoker: cc a.c\n| stoker: built\n";
        assert_eq!(log.into_text(), text);
    }
}
