//! The matches that are still to be played.

use std::ops::Range;

use crate::plan::Games;

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
    ///
    /// A series that begins at one of these places is there to its end, and one that began before
    /// them is left out.
    pub(super) fn whole(&self, places: Range<u64>, games: Games) -> impl Iterator<Item = u64> + '_ {
        let places = self.next_series(places.start, games)..self.next_series(places.end, games);
        places.map(|place| self.number(place))
    }

    /// The first place from this one on that is not in the series of the place before.
    fn next_series(&self, place: u64, games: Games) -> u64 {
        let series = |place| self.number(place) / games.get();
        let goes_on = |place: &u64| *place > 0 && series(*place) == series(place - 1);
        let rest = (place.min(self.len)..self.len).take_while(goes_on);
        place.min(self.len) + rest.count() as u64
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
        let numbers = |places| pending.whole(places, Games::ONE).collect::<Vec<_>>();
        assert_eq!(numbers(0..9), [2, 3, 7, 10, 11, 12]);
        assert_eq!(numbers(2..4), [7, 10]);
        assert_eq!(PendingMatches::new(vec![]).whole(0..5, Games::ONE).count(), 0);
    }

    #[test]
    fn a_series_is_in_one_piece() {
        // Series of three: the last game of the first, the whole second, two games of the third.
        let pending = PendingMatches::new(vec![2..5, 5..8]);
        let games = Games::new(3).unwrap();
        let numbers = |places| pending.whole(places, games).collect::<Vec<_>>();
        assert_eq!(numbers(0..3), [2, 3, 4, 5]);
        assert_eq!(numbers(3..6), [6, 7]);
        assert_eq!(numbers(6..9), [0; 0]);
    }
}
