//! Lines of a program that are no reply.

use std::collections::VecDeque;

use stoker_bots::lines::wire::Garbled;

use crate::external::verdict::{excerpt, reason};

/// So many of the last ones are kept.
const KEPT: usize = 3;
/// So much of each, in bytes: more than an excerpt has room for.
const LONGEST: usize = 512;

/// Why a line is none that was waited for.
#[derive(Debug)]
pub(super) enum Why {
    /// A reply before any question.
    Early,
    /// A reply to another question.
    Answers(u64),
    SecondHello,
    Garbled(Garbled),
}

/// Counts lines that are dropped, and keeps the last few: to put all of them into words would cost
/// more than a program takes to write them.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    count: u32,
    last: VecDeque<(Vec<u8>, Why)>,
}

impl Dropped {
    pub(super) fn add(&mut self, line: &[u8], why: Why) {
        self.count = self.count.saturating_add(1);
        self.last.truncate(KEPT - 1);
        self.last.push_front((line[..line.len().min(LONGEST)].to_vec(), why));
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Why the last one was dropped, and then those before it, latest first; `None` if none was.
    pub(super) fn told(&self) -> Option<(String, impl Iterator<Item = String> + '_)> {
        let mut told = self.last.iter().map(|(line, why)| tell(line, why));
        told.next().map(|last| (last, told))
    }
}

fn tell(line: &[u8], why: &Why) -> String {
    let told = match why {
        Why::Early => "a reply before any question".to_owned(),
        Why::Answers(decision) => format!("it answers decision {decision}"),
        Why::SecondHello => "a second hello".to_owned(),
        Why::Garbled(error) => {
            let line = excerpt(&String::from_utf8_lossy(line));
            format!("{line}: {error}")
        }
    };
    reason(&told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_the_last_few_are_told_of() {
        let mut dropped = Dropped::default();
        assert!(dropped.told().is_none());
        (1..=7).for_each(|number| dropped.add(b"x", Why::Answers(number)));
        dropped.add(&[b'x'; 100_000], Why::Garbled(Garbled::NoMove));
        let (last, earlier) = dropped.told().unwrap();
        assert_eq!(dropped.count(), 8);
        assert!(last.starts_with("`xxx") && last.contains("...`: the object has neither"));
        let earlier: Vec<_> = earlier.collect();
        assert_eq!(earlier, ["it answers decision 7", "it answers decision 6"]);
    }
}
