//! Sets of match numbers, stored as spans.

use std::collections::BTreeMap;
use std::ops::Range;

/// A set of match numbers. Its memory grows with the number of gaps, not of matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Spans(BTreeMap<u64, u64>);

impl Spans {
    /// Adds a number.
    pub(crate) fn insert(&mut self, number: u64) {
        self.insert_span(number..number + 1);
    }

    fn insert_span(&mut self, span: Range<u64>) {
        let (mut start, mut end) = (span.start, span.end);
        let touching = |spans: &BTreeMap<u64, u64>, end: u64| {
            let last = spans.range(..=end).next_back();
            last.filter(|(_, last_end)| **last_end >= span.start).map(|(&s, &e)| (s, e))
        };
        while let Some((other, other_end)) = touching(&self.0, end) {
            self.0.remove(&other);
            (start, end) = (start.min(other), end.max(other_end));
        }
        self.0.insert(start, end);
    }

    /// Adds all numbers of another set.
    pub(crate) fn add(&mut self, other: &Self) {
        for (&start, &end) in &other.0 {
            self.insert_span(start..end);
        }
    }

    /// Removes all numbers of another set.
    pub(crate) fn subtract(&mut self, other: &Self) {
        for (&start, &end) in &other.0 {
            self.remove_span(start..end);
        }
    }

    fn remove_span(&mut self, span: Range<u64>) {
        let last = |spans: &BTreeMap<u64, u64>| {
            let last = spans.range(..span.end).next_back().map(|(&start, &end)| (start, end));
            last.filter(|&(_, end)| end > span.start)
        };
        while let Some((start, end)) = last(&self.0) {
            self.0.remove(&start);
            if start < span.start {
                self.0.insert(start, span.start);
            }
            if end > span.end {
                self.0.insert(span.end, end);
            }
        }
    }

    /// The numbers of the set that are in a range.
    pub(crate) fn within(&self, range: Range<u64>) -> Self {
        let spans = self.0.iter().map(|(&start, &end)| start.max(range.start)..end.min(range.end));
        Self(spans.filter(|span| !span.is_empty()).map(|span| (span.start, span.end)).collect())
    }

    /// The last number of the set.
    pub(crate) fn last(&self) -> Option<u64> {
        self.0.last_key_value().map(|(_, end)| end - 1)
    }

    /// True if a number is in the set.
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.range(..=number).next_back().is_some_and(|(_, &end)| number < end)
    }

    /// The size of the set.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|(start, end)| end - start).sum()
    }

    /// The numbers of a range that are not in the set, as spans in rising order.
    pub(crate) fn missing_of(&self, range: Range<u64>) -> Vec<Range<u64>> {
        let mut missing = vec![];
        let mut next = range.start;
        for (&start, &end) in &self.0 {
            if start >= range.end {
                break;
            }
            if start > next {
                missing.push(next..start);
            }
            next = next.max(end);
        }
        if next < range.end {
            missing.push(next..range.end);
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn spans(numbers: &[u64]) -> Spans {
        let mut spans = Spans::default();
        numbers.iter().for_each(|&number| spans.insert(number));
        spans
    }

    #[test]
    fn neighbours_are_one_span() {
        let spans = spans(&[3, 1, 2, 7, 2]);
        assert_eq!(spans.0, BTreeMap::from([(1, 4), (7, 8)]));
        assert_eq!(spans.missing_of(0..10), [0..1, 4..7, 8..10]);
        assert_eq!(spans.missing_of(2..7), vec![4..7]);
    }

    proptest! {
        #[test]
        fn spans_are_a_set(numbers in prop::collection::vec(0u64..50, 0..60)) {
            let (spans, set) = (spans(&numbers), numbers.iter().copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(spans.count(), set.len() as u64);
            let missing: Vec<u64> = spans.missing_of(5..45).into_iter().flatten().collect();
            let expected: Vec<u64> = (5..45).filter(|number| !set.contains(number)).collect();
            prop_assert_eq!(missing, expected);
            prop_assert!((0..50).all(|number| spans.contains(number) == set.contains(&number)));
            prop_assert_eq!(spans.last(), set.last().copied());
        }

        #[test]
        fn spans_are_taken_from_spans(
            numbers in prop::collection::vec(0u64..50, 0..60),
            others in prop::collection::vec(0u64..50, 0..60),
            (from, to) in (0u64..50, 0u64..50),
        ) {
            let (mut left, taken) = (spans(&numbers), spans(&others));
            let inside = left.within(from..to);
            left.subtract(&taken);
            for number in 0..50 {
                let is_there = numbers.contains(&number);
                prop_assert_eq!(left.contains(number), is_there && !others.contains(&number));
                prop_assert_eq!(inside.contains(number), is_there && (from..to).contains(&number));
            }
        }
    }
}
