//! Scales: numbers as places, with round numbers marked.

use stoker_stats::rounded;

/// The largest number on a scale: numbers beyond it are drawn at its end.
const LARGEST: f64 = 1e300;
/// The most round numbers that a scale marks.
const MOST_TICKS: u8 = 200;
/// The size from which numbers are written with an exponent.
const LONG: f64 = 1e15;

/// The ends of the numbers to be shown; `None` if there is none.
pub(super) fn ends(numbers: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let finite = numbers.into_iter().filter(|number| number.is_finite());
    finite.map(|number| number.clamp(-LARGEST, LARGEST)).fold(None, |ends, number| match ends {
        Some((low, high)) => Some((number.min(low), number.max(high))),
        None => Some((number, number)),
    })
}

/// A scale from one place to another, in pixels.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    step: f64,
    decimals: usize,
    from: f64,
    to: f64,
}

/// A marked number.
pub(super) struct Tick {
    /// Its place, in pixels.
    pub(super) at: f64,
    /// The number as text.
    pub(super) label: String,
}

/// The distance that a scale reaches beyond its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScaleEnd {
    /// To the next round number.
    Round,
    /// Up to the numbers, and no further.
    Exact,
}

impl Scale {
    /// A scale for these numbers with about `steps` steps.
    pub(super) fn over(ends: Option<(f64, f64)>, steps: f64, reach: ScaleEnd) -> Self {
        let (mut low, mut high) = ends.unwrap_or((0.0, 1.0));
        if high - low <= high.abs().max(low.abs()) * 1e-9 {
            let half = (high.abs() * 0.05).max(0.5);
            (low, high) = (low - half, high + half);
        }
        let (step, decimals) = round_step((high - low) / steps.max(1.0));
        if reach == ScaleEnd::Round {
            low = (low / step).floor() * step;
            high = (high / step).ceil() * step;
        }
        Self { low, high, step, decimals, from: 0.0, to: 1.0 }
    }

    /// The same scale between two places.
    pub(super) fn between(self, (from, to): (f64, f64)) -> Self {
        Self { from, to, ..self }
    }

    /// The same scale, with marks at whole numbers only.
    pub(super) fn whole(self) -> Self {
        Self { step: self.step.max(1.0), decimals: 0, ..self }
    }

    /// The place of a number, in pixels; at an end if it is beyond.
    pub(super) fn at(&self, number: f64) -> f64 {
        self.from + self.share(number) * (self.to - self.from)
    }

    /// The position of a number on the scale, from 0 to 1.
    pub(super) fn share(&self, number: f64) -> f64 {
        let share = (number - self.low) / (self.high - self.low);
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// The marked numbers, in rising order.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let tick = |number| Tick { at: self.at(number), label: number_text(number, self.decimals) };
        self.round_numbers().map(tick).collect()
    }

    /// The round numbers from end to end.
    pub(super) fn round_numbers(&self) -> impl Iterator<Item = f64> {
        let slack = self.step * 1e-6;
        let first = ((self.low - slack) / self.step).ceil();
        let numbers = (0..MOST_TICKS).map(move |n| (first + f64::from(n)) * self.step);
        numbers.take_while(move |number| *number <= self.high + slack)
    }
}

/// The smallest round step that is at least `least`, and the decimals that it needs.
fn round_step(least: f64) -> (f64, usize) {
    let round = |exponent: i32| {
        let decimals = usize::try_from(-exponent).unwrap_or(0);
        [1, 2, 5].map(|digit| {
            // The text is parsed, because powers differ between platforms.
            (format!("{digit}e{exponent}").parse().unwrap_or(f64::MAX), decimals)
        })
    };
    let steps = (-12..=305).flat_map(round);
    steps.into_iter().find(|(step, _)| *step >= least * 0.999_999).unwrap_or((f64::MAX, 0))
}

/// A number with this many decimals, and with commas between thousands.
pub(super) fn number_text(number: f64, decimals: usize) -> String {
    if number.abs() >= LONG {
        return format!("{number:e}");
    }
    let text = rounded(number, decimals);
    let digits = text.find('.').unwrap_or(text.len());
    let start = usize::from(text.starts_with('-'));
    let mut shown = String::with_capacity(text.len() + 4);
    for (place, c) in text.char_indices() {
        if place > start && place < digits && (digits - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(c);
    }
    shown
}

/// A number for readers: about four digits, no needless zeros.
pub(super) fn number_words(number: f64) -> String {
    let decimals = match number.abs() {
        size if size >= 1000.0 => 1,
        size if size >= 1.0 => 2,
        _ => 4,
    };
    let text = number_text(number, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ends: (f64, f64), steps: f64, reach: ScaleEnd) -> Vec<String> {
        Scale::over(Some(ends), steps, reach).ticks().into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn round_numbers_are_marked() {
        assert_eq!(labels((-3.0, 17.0), 5.0, ScaleEnd::Round), ["-5", "0", "5", "10", "15", "20"]);
        assert_eq!(labels((-3.0, 17.0), 5.0, ScaleEnd::Exact), ["0", "5", "10", "15"]);
        assert_eq!(labels((0.0, 0.3), 3.0, ScaleEnd::Round), ["0.0", "0.1", "0.2", "0.3"]);
        assert_eq!(labels((0.0, 2e6), 2.0, ScaleEnd::Round), ["0", "1,000,000", "2,000,000"]);
    }

    #[test]
    fn any_numbers_have_a_scale() {
        let ends = [None, Some((7.0, 7.0)), Some((-1e300, 1e300)), Some((1e15, 1e15 + 1.0))];
        for ends in
            ends.into_iter().chain([super::ends([f64::NAN, f64::INFINITY]), Some((0.0, 1e-15))])
        {
            let scale = Scale::over(ends, 5.0, ScaleEnd::Round).between((0.0, 100.0));
            let (ticks, at) = (scale.ticks(), scale.at(f64::NAN));
            assert!(ticks.len() < 20 && at.is_finite(), "{ends:?}");
            assert!(ticks.iter().all(|tick| (0.0..=100.0).contains(&tick.at)), "{ends:?}");
        }
    }

    #[test]
    fn numbers_are_told_in_few_digits() {
        let told = [1_234_567.25, -1000.0, 12.345, 0.5, -0.00001, 3.0].map(number_words);
        assert_eq!(told, ["1,234,567.2", "-1,000", "12.35", "0.5", "0", "3"]);
    }
}
