//! The distribution of whole numbers, in little memory.

/// The most ranges of numbers.
const MOST: usize = 40;

/// Counts of numbers by ranges of equal width.
///
/// The width is the smallest power of two at which all numbers so far fit into few ranges, so it
/// depends on the numbers and not on their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    width: i64,
    /// The start of the first range, in widths.
    first: i64,
    counts: Vec<u64>,
    total: u64,
    sum: i128,
}

impl Default for Spread {
    fn default() -> Self {
        Self { width: 1, first: 0, counts: vec![], total: 0, sum: 0 }
    }
}

impl Spread {
    /// Counts a number.
    pub fn add(&mut self, number: i64) {
        self.total += 1;
        self.sum += i128::from(number);
        loop {
            let range = number.div_euclid(self.width);
            if self.counts.is_empty() {
                self.first = range;
            }
            let last = self.first + self.len() - 1;
            let (low, high) = (range.min(self.first), range.max(last));
            if high - low >= MOST as i64 {
                self.widen();
                continue;
            }
            self.reach(low, high);
            if let Ok(place) = usize::try_from(range - self.first) {
                self.counts[place] += 1;
            }
            return;
        }
    }

    fn len(&self) -> i64 {
        i64::try_from(self.counts.len()).unwrap_or(0)
    }

    /// Adds empty ranges at both ends.
    fn reach(&mut self, low: i64, high: i64) {
        let before = usize::try_from(self.first - low).unwrap_or(0);
        self.counts.splice(0..0, std::iter::repeat_n(0, before));
        self.first = low;
        let length = usize::try_from(high - low + 1).unwrap_or(0);
        self.counts.resize(length, 0);
    }

    /// Joins every two ranges into one.
    fn widen(&mut self) {
        let first = self.first.div_euclid(2);
        let mut counts = vec![];
        for (place, count) in (self.first..).zip(&self.counts) {
            let place = usize::try_from(place.div_euclid(2) - first).unwrap_or(0);
            counts.resize(counts.len().max(place + 1), 0);
            counts[place] += count;
        }
        (self.width, self.first, self.counts) = (self.width * 2, first, counts);
    }

    /// The same counts by ranges that are no narrower than this.
    #[must_use]
    pub fn by_ranges_of(&self, width: i64) -> Self {
        let mut wider = self.clone();
        while wider.width < width {
            wider.widen();
        }
        wider
    }

    /// The count over all ranges.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The mean; `None` without numbers.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.total > 0).then(|| self.sum as f64 / self.total as f64)
    }

    /// The ranges in order: the first number, the first number beyond it, and the count.
    pub fn ranges(&self) -> impl Iterator<Item = (i64, i64, u64)> + '_ {
        let width = self.width;
        (self.first..).zip(&self.counts).map(move |(range, &count)| {
            (range.saturating_mul(width), (range + 1).saturating_mul(width), count)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spread(numbers: &[i32]) -> Spread {
        let mut spread = Spread::default();
        numbers.iter().for_each(|&number| spread.add(number.into()));
        spread
    }

    #[test]
    fn few_different_numbers_are_counted_one_by_one() {
        let ranges: Vec<_> = spread(&[3, 5, 3, -1]).ranges().collect();
        assert_eq!(ranges.len(), 7);
        assert_eq!((ranges[0], ranges[4], ranges[6]), ((-1, 0, 1), (3, 4, 2), (5, 6, 1)));
    }

    #[test]
    fn spreads_are_brought_to_one_width() {
        let wide = spread(&[0, 100]);
        assert_eq!(wide.width, 4);
        let ranges: Vec<_> = spread(&[3, 5, 6]).by_ranges_of(wide.width).ranges().collect();
        assert_eq!(ranges, [(0, 4, 1), (4, 8, 2)]);
    }

    proptest! {
        #[test]
        fn the_order_of_numbers_does_not_matter_and_none_is_lost(
            mut numbers in prop::collection::vec(any::<i32>(), 0..60),
        ) {
            let there = spread(&numbers);
            numbers.reverse();
            prop_assert_eq!(&there, &spread(&numbers));
            prop_assert!(there.counts.len() <= MOST);
            prop_assert_eq!(there.ranges().map(|(_, _, count)| count).sum::<u64>(), there.total());
            for &number in &numbers {
                let number = i64::from(number);
                prop_assert!(there.ranges().any(|(low, high, n)| n > 0 && (low..high).contains(&number)));
            }
        }
    }
}
