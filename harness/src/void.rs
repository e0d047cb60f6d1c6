//! Slots of a plan whose matches could not be decided.

use std::fmt;

use crate::external::one_line;

/// Why a slot is void: its match was begun as often as it may be, and each time the machine or this
/// program failed it. That is no entrant's fault.
///
/// One line for readers, at most 300 bytes and never empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Void(String);

impl Void {
    /// A void slot for this reason, from which whatever a terminal or a table would trip over is
    /// taken.
    ///
    /// # Examples
    /// ```
    /// use stoker::void::Void;
    ///
    /// assert_eq!(Void::new("no memory\n").to_string(), "no memory");
    /// assert_eq!(Void::read("no\tmemory"), None);
    /// ```
    #[must_use]
    pub fn new(reason: &str) -> Self {
        let reason = one_line(reason);
        match reason.trim_end() {
            "" => Self("for no reason that was given".to_owned()),
            reason => Self(reason.to_owned()),
        }
    }

    /// Reads a reason back; `None` if no void slot has one like this.
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

/// Whether so many of these slots are void that their results should not be used as they are: more
/// than one in a hundred.
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
    fn what_no_reason_looks_like_is_not_read_as_one() {
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
