//! Slots of a plan whose matches could not be decided.

use std::fmt;

use stoker_external::fault::Fault;
use stoker_files::printable::one_line;

/// The reason why a slot is void: all attempts at its match failed because of the machine or this
/// program. No entrant is at fault.
///
/// The text is one line of 1 to 300 bytes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Void(String);

impl Void {
    /// A reason made from this text, as one line without control characters.
    ///
    /// # Examples
    /// ```
    /// use stoker_tournament::void::Void;
    ///
    /// assert_eq!(Void::new("no memory\n").to_string(), "no memory");
    /// assert_eq!(Void::read("no\tmemory"), None);
    /// ```
    #[must_use]
    pub fn new(reason: &str) -> Self {
        let reason = one_line(reason.trim(), Fault::MAX_REASON);
        match reason.trim_end() {
            "" => Self("no reason was given".to_owned()),
            reason => Self(reason.to_owned()),
        }
    }

    /// Reads a reason back; `None` if [`new`](Self::new) makes no such text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Some(Self::new(text)).filter(|void| void.0 == text)
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Void {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// True if more than one slot in a hundred is void. The results should then not be used as they
/// are.
#[must_use]
pub fn is_many(voids: u64, slots: u64) -> bool {
    u128::from(voids) * 100 > u128::from(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_as_it_was_written_whatever_it_was() {
        for reason in ["", " ", "no memory", "a\tb\nc", "\u{202e}x", &"é ".repeat(200)] {
            let void = Void::new(reason);
            assert_eq!(Void::read(void.reason()), Some(void.clone()), "{void:?}");
            assert!((1..=300).contains(&void.reason().len()), "{void:?}");
        }
    }

    #[test]
    fn a_text_that_cannot_be_a_reason_is_not_read_as_one() {
        for text in ["", " ", "a\tb", "a\u{1b}[31m", "a ", "\u{202e}x", &"x".repeat(301)] {
            assert_eq!(Void::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn one_in_a_hundred_is_not_many() {
        assert_eq!(
            [(0, 0), (1, 100), (1, 99), (2, 199)].map(|(v, of)| is_many(v, of)),
            [false, false, true, true]
        );
    }
}
