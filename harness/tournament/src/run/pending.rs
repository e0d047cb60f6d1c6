//! The matches that are still to be played.

use std::ops::Range;

/// The matches to play, in order: those that the journal lacks.
#[derive(Debug)]
pub(super) struct PendingMatches {
    spans: Vec<Range<u64>>,
    /// By span: the number of matches before it.
    before: Vec<u64>,
    len: u64,
}

impl PendingMatches {
    /// The matches of these spans, which rise and do not overlap.
    pub(super) fn new(spans: Vec<Range<u64>>) -> Self {
        let mut len = 0;
        let before = spans.iter().map(|span| {
            len += span.end - span.start;
            len - (span.end - span.start)
        });
        let before = before.collect();
        Self { before, spans, len }
    }

    /// The number of matches.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The number after that of the last match; 0 if there is none.
    pub(super) fn end(&self) -> u64 {
        self.spans.last().map_or(0, |span| span.end)
    }

    /// The numbers of the matches at these places; places beyond the last match are ignored.
    pub(super) fn numbers(&self, places: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        (places.start..places.end.min(self.len)).map(|place| self.number(place))
    }

    fn number(&self, place: u64) -> u64 {
        let span = self.before.partition_point(|&before| before <= place) - 1;
        self.spans[span].start + (place - self.before[span])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_over_the_gaps() {
        let pending = PendingMatches::new(vec![2..4, 7..8, 10..13]);
        assert_eq!(pending.len(), 6);
        assert_eq!(pending.numbers(0..9).collect::<Vec<_>>(), [2, 3, 7, 10, 11, 12]);
        assert_eq!(pending.numbers(2..4).collect::<Vec<_>>(), [7, 10]);
        assert_eq!(PendingMatches::new(vec![]).numbers(0..5).count(), 0);
    }
}
