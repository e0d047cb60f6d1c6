//! What a build prints.

/// The most that is kept, in bytes: the first errors are the ones that say something.
const MOST: usize = 1 << 20;
/// The longest reason, in characters.
const LONGEST: usize = 200;

/// What was printed, as far as it is kept.
#[derive(Debug)]
pub(super) struct Log {
    bytes: Vec<u8>,
    lost: u64,
    most: usize,
}

impl Default for Log {
    fn default() -> Self {
        Self::of(MOST)
    }
}

impl Log {
    /// A log that keeps at most so many bytes.
    pub(super) fn of(most: usize) -> Self {
        Self { bytes: vec![], lost: 0, most }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        let room = self.most.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..room]);
        self.lost += (bytes.len() - room) as u64;
    }

    /// A line of our own.
    pub(super) fn note(&mut self, text: &str) {
        if !self.bytes.is_empty() && !self.bytes.ends_with(b"\n") {
            self.add(b"\n");
        }
        self.add(format!("stoker: {text}\n").as_bytes());
    }

    /// Whether more was printed than is kept.
    pub(super) fn is_full(&self) -> bool {
        self.lost > 0
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// What was printed since there were so many bytes.
    pub(super) fn text_from(&self, from: usize) -> String {
        String::from_utf8_lossy(&self.bytes[from.min(self.bytes.len())..]).into_owned()
    }

    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        if self.lost > 0 {
            let note = format!("\nstoker: {} more bytes were printed\n", self.lost);
            self.bytes.extend_from_slice(note.as_bytes());
        }
        self.bytes
    }
}

/// The line of what was printed that says why: the first error of a compiler, or else what comes
/// last.
pub(super) fn reason(printed: &str) -> String {
    let ours = |line: &&str| !line.starts_with("stoker: ") && !line.trim().is_empty();
    let lines = || printed.lines().filter(ours);
    let says = |word: &'static str| lines().find(move |line| line.contains(word));
    let line = says("undefined reference").or_else(|| says("error:")).or_else(|| says("rror"));
    let line = line.or_else(|| lines().next_back());
    shortened(line.map_or_else(|| printed.trim().trim_start_matches("stoker: "), str::trim))
}

/// A line as it can be shown: not too long, and without what a terminal would obey.
pub(super) fn shortened(line: &str) -> String {
    let line = line.trim();
    let clean = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let short: String = line.chars().map(clean).take(LONGEST).collect();
    if line.chars().nth(LONGEST).is_some() { short + "..." } else { short }
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
        let mut log = Log::default();
        log.note("make");
        log.add(&vec![b'x'; 2 * MOST]);
        let bytes = log.into_bytes();
        assert!(bytes.starts_with(b"stoker: make\nxxx"));
        assert!(bytes.len() < MOST + 100);
        assert!(bytes.ends_with(b" more bytes were printed\n"));
    }
}
