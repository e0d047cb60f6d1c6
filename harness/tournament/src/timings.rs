//! `timings.csv`: the times of answers. It differs from run to run.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use stoker_engine::SideId;
use stoker_external::contract::Elapsed;

use crate::plan::Keep;
use crate::referee::AnswerTiming;
use crate::storage::csv_text::CsvText;

/// The header of `timings.csv`.
pub(crate) const COLUMNS: [&str; 9] = [
    "side",
    "entrant",
    "turns",
    "wall_mean_ms",
    "wall_p95_ms",
    "wall_max_ms",
    "cpu_mean_ms",
    "cpu_p95_ms",
    "cpu_max_ms",
];

/// The number of first matches that are all timed.
const ALWAYS: u64 = 64;

/// The interval at which other matches are timed: reading the clocks in all of them would double
/// the time of a fast bot.
const ONE_IN: u64 = 256;

/// The timing of a match's answers, as a pure function of its number.
pub fn answer_timing(number: u64, total: u64) -> AnswerTiming {
    if number < ALWAYS || Keep::Sample(total / ONE_IN).keeps(number, total) {
        AnswerTiming::On
    } else {
        AnswerTiming::Off
    }
}

/// Times of answers: those of one side in a match, or of one row of the leaderboard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    wall: DurationSpread,
    cpu: DurationSpread,
}

impl Times {
    /// The times that were measured in one match, by side.
    pub(crate) fn by_side(measured: &[(SideId, Elapsed)]) -> Vec<(SideId, Self)> {
        let mut sides = BTreeMap::<SideId, Self>::new();
        for &(side, elapsed) in measured {
            sides.entry(side).or_default().add(elapsed);
        }
        sides.into_iter().collect()
    }

    /// Adds all times of another.
    pub fn merge(&mut self, other: &Self) {
        self.wall.merge(&other.wall);
        self.cpu.merge(&other.cpu);
    }

    /// The wall-clock time of all answers together.
    pub fn wall(&self) -> Duration {
        Duration::from_nanos(self.wall.sum)
    }

    /// Adds the time of one answer.
    pub fn add(&mut self, elapsed: Elapsed) {
        self.wall.add(elapsed.wall);
        self.cpu.add(elapsed.cpu);
    }
}

/// The text of `timings.csv`, from side, entrant and times of each row.
pub(crate) fn timings_csv<'r>(
    rows: impl IntoIterator<Item = ((&'r str, &'r str), &'r Times)>,
) -> Vec<u8> {
    let mut text = CsvText::with_header(COLUMNS);
    for ((side, entrant), times) in rows {
        text.text(side).text(entrant).value(times.wall.count);
        for spread in [&times.wall, &times.cpu] {
            for figure in spread.figures() {
                text.text(&figure.map(|ms| format!("{ms:.6}")).unwrap_or_default());
            }
        }
        text.end_row();
    }
    text.into_bytes()
}

/// The distribution of durations, in fixed memory: the width of a bucket is 1/16 of its size.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SparseSpread", into = "SparseSpread")]
struct DurationSpread {
    count: u64,
    /// The sum in nanoseconds, which is enough for five hundred years.
    sum: u64,
    max: u64,
    buckets: Vec<u64>,
}

const STEPS: u32 = 4;

/// The most buckets.
const BUCKETS: usize = (65 - STEPS as usize) << STEPS;

impl DurationSpread {
    fn add(&mut self, duration: Duration) {
        let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        self.count += 1;
        self.sum = self.sum.saturating_add(nanos);
        self.max = self.max.max(nanos);
        let bucket = bucket(nanos);
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
    }

    fn merge(&mut self, other: &Self) {
        // A journal may have been forged, so any sum of its numbers could overflow.
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.max = self.max.max(other.max);
        if self.buckets.len() < other.buckets.len() {
            self.buckets.resize(other.buckets.len(), 0);
        }
        let pairs = self.buckets.iter_mut().zip(&other.buckets);
        pairs.for_each(|(mine, theirs)| *mine = mine.saturating_add(*theirs));
    }

    /// Mean, 95th percentile and maximum, in milliseconds.
    fn figures(&self) -> [Option<f64>; 3] {
        if self.count == 0 {
            return [None; 3];
        }
        let mean = self.sum as f64 / self.count as f64;
        let percentile = self.percentile_95().min(self.max);
        [mean, percentile as f64, self.max as f64].map(|nanos| Some(nanos / 1e6))
    }

    /// The upper end of the bucket that contains the 95th percentile.
    fn percentile_95(&self) -> u64 {
        let target = (u128::from(self.count) * 95).div_ceil(100);
        let mut below = 0;
        for (bucket, &count) in self.buckets.iter().enumerate() {
            below += u128::from(count);
            if below >= target {
                return last_of(bucket);
            }
        }
        self.max
    }
}

/// A spread as the journal keeps it: the sum, the maximum, and buckets that are not empty.
#[derive(Serialize, Deserialize)]
struct SparseSpread(u64, u64, Vec<(u16, u64)>);

impl From<DurationSpread> for SparseSpread {
    fn from(spread: DurationSpread) -> Self {
        let buckets = (0..).zip(spread.buckets).filter(|(_, count)| *count > 0);
        Self(spread.sum, spread.max, buckets.collect())
    }
}

impl From<SparseSpread> for DurationSpread {
    fn from(SparseSpread(sum, max, sparse): SparseSpread) -> Self {
        let mut spread = Self { count: 0, sum, max, buckets: vec![] };
        for (bucket, count) in sparse.into_iter().map(|(bucket, n)| (usize::from(bucket), n)) {
            // There is no duration beyond these buckets, so no run wrote such a line.
            if bucket < BUCKETS && count > 0 {
                spread.count = spread.count.saturating_add(count);
                spread.buckets.resize(spread.buckets.len().max(bucket + 1), 0);
                spread.buckets[bucket] = spread.buckets[bucket].saturating_add(count);
            }
        }
        spread
    }
}

/// The bucket of a duration. Numbers below 16 have a bucket each; after that, every doubling has
/// 16.
fn bucket(nanos: u64) -> usize {
    let shift = (nanos | 1 << STEPS).ilog2() - STEPS;
    (shift as usize) * (1 << STEPS) + usize::try_from(nanos >> shift).unwrap_or(usize::MAX)
}

fn last_of(bucket: usize) -> u64 {
    let shift = (bucket >> STEPS).saturating_sub(1);
    let top = (bucket - shift * (1 << STEPS)) as u128;
    u64::try_from(((top + 1) << shift) - 1).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_duration_is_at_most_a_sixteenth_below_the_end_of_its_bucket() {
        for nanos in (0..70).chain([1_000, 123_456_789, u64::MAX]) {
            let last = last_of(bucket(nanos));
            assert!(nanos <= last && last - nanos <= nanos / 16, "{nanos}: {last}");
        }
    }

    #[test]
    fn the_figures_are_mean_95th_percentile_and_maximum() {
        let mut spread = DurationSpread::default();
        assert_eq!(spread.figures(), [None; 3]);
        (1..=100).for_each(|micros| spread.add(Duration::from_micros(micros)));
        let [mean, percentile, max] = spread.figures().map(Option::unwrap);
        assert!((mean - 0.0505).abs() < 1e-9 && (max - 0.1).abs() < 1e-9);
        assert!((0.095..0.1).contains(&percentile), "{percentile}");
    }

    #[test]
    fn forged_counts_neither_overflow_nor_contradict_each_other() {
        let forged = format!("[1,2,[[3,{0}],[3,{0}],[4,0],[65535,7]]]", u64::MAX / 2 + 1);
        let mut spread: DurationSpread = serde_json::from_str(&forged).unwrap();
        let again = serde_json::to_string(&spread).unwrap();
        assert_eq!(serde_json::from_str::<DurationSpread>(&again).unwrap(), spread);
        spread.merge(&spread.clone());
        assert_eq!(
            (spread.count, spread.buckets[3], spread.buckets.len()),
            (u64::MAX, u64::MAX, 4)
        );
        assert!(spread.figures().iter().all(|figure| figure.is_some_and(f64::is_finite)));
    }

    #[test]
    fn the_first_matches_and_a_sample_of_the_others_are_timed() {
        let timed =
            |total| (0..total).filter(|&n| answer_timing(n, total) == AnswerTiming::On).count();
        assert_eq!([timed(50), timed(200)], [50, 64]);
        assert_eq!(timed(256_000), 64 + 1_000 - 1);
    }
}
