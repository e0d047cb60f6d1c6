//! Splitting output into lines.

use crate::process::exchange::OutputScan;

/// The most lines that are examined between two readings of the clocks.
const AT_ONCE: usize = 256;

/// The position up to which output was split into lines.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    /// The start of the next line.
    start: usize,
    /// The position from which to search its end; there is none before.
    searched: usize,
}

impl Inbox {
    /// Passes complete lines that are not blank, without their ends, to `wanted` until one is
    /// wanted, but only a limited number at once. Lines passed on are removed from the output.
    pub(crate) fn any(
        &mut self,
        output: &mut Vec<u8>,
        mut wanted: impl FnMut(&[u8]) -> bool,
    ) -> OutputScan {
        let mut look = OutputScan::Unfinished;
        for _ in 0..AT_ONCE {
            let Some(end) = self.end(output) else {
                look = OutputScan::InVain;
                break;
            };
            let line = &output[self.start..end];
            let found = !line.trim_ascii().is_empty() && wanted(line);
            (self.start, self.searched) = (end + 1, end + 1);
            if found {
                look = OutputScan::Found;
                break;
            }
        }
        // Otherwise the rest would be moved again and again.
        if look != OutputScan::Unfinished {
            output.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        look
    }

    /// Removes and returns a last line without an end, if there is one.
    pub(crate) fn unfinished(&mut self, output: &mut Vec<u8>) -> Option<Vec<u8>> {
        let line = output.split_off(self.start);
        output.clear();
        *self = Self::default();
        Some(line).filter(|line| !line.trim_ascii().is_empty())
    }

    fn end(&mut self, output: &[u8]) -> Option<usize> {
        let end = memchr::memchr(b'\n', &output[self.searched..]);
        let end = end.map(|end| self.searched + end);
        self.searched = end.unwrap_or(output.len());
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_handed_out_one_by_one_as_they_become_complete() {
        let (mut inbox, mut output, mut seen) = (Inbox::default(), vec![], vec![]);
        for piece in ["on", "e\ntw", "o\n\nthree\nfour", "\n"] {
            output.extend_from_slice(piece.as_bytes());
            let found = inbox.any(&mut output, |line| {
                seen.push(String::from_utf8(line.to_vec()).unwrap());
                line == b"three"
            });
            assert_eq!(found == OutputScan::Found, piece.contains("three"));
        }
        assert_eq!(seen, ["one", "two", "three", "four"]);
        assert!(output.is_empty());
    }

    #[test]
    fn what_has_no_end_is_handed_out_once() {
        let (mut inbox, mut output) = (Inbox::default(), b"one\ntwo".to_vec());
        assert_eq!(inbox.any(&mut output, |_| false), OutputScan::InVain);
        assert_eq!(inbox.any(&mut output, |_| panic!("it is no line yet")), OutputScan::InVain);
        assert_eq!(inbox.unfinished(&mut output).as_deref(), Some(&b"two"[..]));
        assert_eq!(inbox.unfinished(&mut output), None);
    }

    #[test]
    fn blank_lines_are_skipped_and_only_a_bounded_number_is_looked_at_at_once() {
        let (mut inbox, mut looks) = (Inbox::default(), 0);
        let mut output = "\n \r\n".repeat(AT_ONCE).into_bytes();
        output.extend_from_slice(b"one\ntwo\nthr");
        let mut one = |line: &[u8]| {
            assert!(!line.trim_ascii().is_empty());
            line == b"one"
        };
        while inbox.any(&mut output, &mut one) == OutputScan::Unfinished {
            looks += 1;
        }
        assert_eq!((looks, &*output), (2, &b"two\nthr"[..]));
        let mut output = "\n".repeat(AT_ONCE + 1).into_bytes();
        output.extend_from_slice(b"half");
        assert_eq!(Inbox::default().any(&mut output, |_| false), OutputScan::Unfinished);
    }
}
