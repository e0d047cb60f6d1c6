//! Lines of a program that are not replies.

use std::collections::VecDeque;

use stoker_bots::lines::wire::Garbled;

use crate::fault::reason;
use crate::verdict::excerpt;

/// The number of dropped lines that are kept; these are the last ones.
const KEPT: usize = 3;
/// The bytes that are kept of each line; more than an excerpt shows.
const LONGEST: usize = 512;

/// The reason why a line was dropped.
#[derive(Debug)]
pub(super) enum DropReason {
    /// A reply before any question.
    Early,
    /// A reply to another question.
    Answers(u64),
    SecondHello,
    Garbled(Garbled),
}

/// Counts dropped lines, and keeps the last few: describing all of them would cost more than a
/// program takes to write them.
#[derive(Debug, Default)]
pub(super) struct DroppedLines {
    count: u32,
    last: VecDeque<(Vec<u8>, DropReason)>,
}

impl DroppedLines {
    pub(super) fn add(&mut self, line: &[u8], why: DropReason) {
        self.count = self.count.saturating_add(1);
        self.last.truncate(KEPT - 1);
        self.last.push_front((line[..line.len().min(LONGEST)].to_vec(), why));
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// True if the last dropped line is a reply to another question.
    pub(super) fn ends_with_another_answer(&self) -> bool {
        matches!(self.last.front(), Some((_, DropReason::Answers(_))))
    }

    /// The reasons why lines were dropped: of the last line, then of those before it, latest first.
    /// `None` if no line was dropped.
    pub(super) fn told(&self) -> Option<(String, impl Iterator<Item = String> + '_)> {
        let mut told = self.last.iter().map(|(line, why)| tell(line, why));
        told.next().map(|last| (last, told))
    }
}

fn tell(line: &[u8], why: &DropReason) -> String {
    let told = match why {
        DropReason::Early => "a reply before any question".to_owned(),
        DropReason::Answers(decision) => format!("it answers decision {decision}"),
        DropReason::SecondHello => "a second hello".to_owned(),
        DropReason::Garbled(error) => {
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
    fn all_dropped_lines_are_counted_and_the_last_few_are_described() {
        let mut dropped = DroppedLines::default();
        assert!(dropped.told().is_none());
        (1..=7).for_each(|number| dropped.add(b"x", DropReason::Answers(number)));
        dropped.add(&[b'x'; 100_000], DropReason::Garbled(Garbled::NoMove));
        let (last, earlier) = dropped.told().unwrap();
        assert_eq!(dropped.count(), 8);
        assert!(last.starts_with("`xxx") && last.contains("...`: the object has neither"));
        let earlier: Vec<_> = earlier.collect();
        assert_eq!(earlier, ["it answers decision 7", "it answers decision 6"]);
    }
}
