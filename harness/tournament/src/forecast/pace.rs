//! The growth of a bot's turns as a match goes on.

use std::time::Duration;

/// The times of a bot's turns, by their number in the match.
///
/// Many programs read the whole match again at each turn, so that late turns take several times as
/// long as early ones. A line through the turns seen so far predicts the others. Its slope is
/// reduced by its sampling error: otherwise a slope that a few uneven turns show by accident would
/// be multiplied by the length of the match.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TurnPace {
    turns: f64,
    numbers: f64,
    numbers_squared: f64,
    seconds: f64,
    seconds_squared: f64,
    products: f64,
}

/// The fewest turns from which a slope is estimated.
const FEW: f64 = 4.0;
/// The number of standard errors that are subtracted from a slope.
const ERRORS: f64 = 2.0;

impl TurnPace {
    /// Counts a turn; the first of a match has the number 0.
    pub fn add(&mut self, number: u32, time: Duration) {
        let (number, seconds) = (f64::from(number), time.as_secs_f64());
        self.turns += 1.0;
        self.numbers += number;
        self.numbers_squared += number * number;
        self.seconds += seconds;
        self.seconds_squared += seconds * seconds;
        self.products += number * seconds;
    }

    /// The likely total time of the first `count` turns of a match; `None` before any turn was
    /// seen.
    pub fn of_turns(&self, count: u32) -> Option<Duration> {
        if self.turns == 0.0 {
            return None;
        }
        let count = f64::from(count);
        let from_middle = (count - 1.0) / 2.0 - self.numbers / self.turns;
        let each = self.seconds / self.turns + self.slope() * from_middle;
        Some(Duration::try_from_secs_f64(count * each.max(0.0)).unwrap_or(Duration::MAX))
    }

    /// The growth from one turn to the next in seconds, less [`ERRORS`] standard errors; at least
    /// 0.
    fn slope(&self) -> f64 {
        let spread = self.numbers_squared - self.numbers * self.numbers / self.turns;
        if self.turns < FEW || spread <= 0.0 {
            return 0.0;
        }
        let shared = self.products - self.numbers * self.seconds / self.turns;
        let varied = self.seconds_squared - self.seconds * self.seconds / self.turns;
        let slope = shared / spread;
        let unexplained = (varied - slope * shared).max(0.0) / (self.turns - 2.0);
        (slope - ERRORS * (unexplained / spread).sqrt()).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pace of this many turns, given the milliseconds of each by its number.
    fn pace(turns: u32, time: impl Fn(u32) -> u64) -> TurnPace {
        let mut pace = TurnPace::default();
        (0..turns).for_each(|number| pace.add(number, Duration::from_millis(time(number))));
        pace
    }

    fn seconds(pace: TurnPace, turns: u32) -> f64 {
        pace.of_turns(turns).unwrap().as_secs_f64()
    }

    #[test]
    fn turns_that_grow_go_on_growing() {
        // Turns take 10, 20, 30 ... ms, so 100 turns take 10 * 100 * 101 / 2 = 50,500 ms.
        let grown = pace(10, |number| 10 * (u64::from(number) + 1));
        assert!((seconds(grown, 100) - 50.5).abs() < 1e-6);
        // The ten turns that were seen take what they took: 10 * 10 * 11 / 2 = 550 ms.
        assert!((seconds(grown, 10) - 0.55).abs() < 1e-6);
    }

    #[test]
    fn even_turns_stay_so_and_a_slow_first_one_does_not_shrink_the_others() {
        assert!((seconds(pace(3, |_| 20), 100) - 2.0).abs() < 1e-9);
        assert!((seconds(pace(30, |_| 20), 100) - 2.0).abs() < 1e-9);
        // (500 + 19 * 20) / 20 = 44 ms each.
        let slow_start = pace(20, |number| if number == 0 { 500 } else { 20 });
        assert!((seconds(slow_start, 100) - 4.4).abs() < 1e-6);
    }

    #[test]
    fn what_a_few_uneven_turns_show_by_accident_is_no_growth() {
        // The fitted slope is 4 ms a turn, which is within two standard errors of 0.
        let uneven = pace(4, |number| [10, 30, 10, 30][number as usize]);
        assert!((seconds(uneven, 100) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn without_turns_there_is_no_estimate() {
        assert_eq!(TurnPace::default().of_turns(10), None);
        assert_eq!(pace(3, |_| 20).of_turns(0), Some(Duration::ZERO));
    }
}
