//! Lines, cut out of what comes in.

/// How far output was cut into lines.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    /// Where the next line begins.
    start: usize,
    /// Where to look for its end: there is none before.
    searched: usize,
}

impl Inbox {
    /// Hands out complete lines, without their ends, until one is what is wanted. Those handed out
    /// are taken out of the output.
    pub(super) fn any(
        &mut self,
        output: &mut Vec<u8>,
        mut wanted: impl FnMut(&[u8]) -> bool,
    ) -> bool {
        let mut found = false;
        while !found && let Some(end) = self.end(output) {
            found = wanted(&output[self.start..end]);
            (self.start, self.searched) = (end + 1, end + 1);
        }
        output.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        found
    }

    /// A last line without an end, if there is one: it is taken out too.
    pub(super) fn unfinished(&mut self, output: &mut Vec<u8>) -> Option<Vec<u8>> {
        *self = Self::default();
        Some(std::mem::take(output)).filter(|line| !line.trim_ascii().is_empty())
    }

    fn end(&mut self, output: &[u8]) -> Option<usize> {
        let end = output[self.searched..].iter().position(|&byte| byte == b'\n');
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
            assert_eq!(found, piece.contains("three"));
        }
        assert_eq!(seen, ["one", "two", "", "three", "four"]);
        assert!(output.is_empty());
    }

    #[test]
    fn what_has_no_end_is_handed_out_once() {
        let (mut inbox, mut output) = (Inbox::default(), b"one\ntwo".to_vec());
        assert!(!inbox.any(&mut output, |_| false));
        assert!(!inbox.any(&mut output, |_| panic!("it is no line yet")));
        assert_eq!(inbox.unfinished(&mut output).as_deref(), Some(&b"two"[..]));
        assert_eq!(inbox.unfinished(&mut output), None);
    }
}
