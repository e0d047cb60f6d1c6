//! How far a run is.

use std::fmt;
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use stoker_stats::rounded;
use stoker_tournament::run::Progress;
use stoker_tournament::standings::Findings;

use super::io::{Io, Reader};

/// How often a line is printed where no bar can be drawn.
const EVERY: Duration = Duration::from_secs(5);

/// What is said while a run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Talk {
    /// Nothing.
    Quiet,
    /// How far it is, with rate and time left.
    Normal,
}

/// Shows how far a run is: as a bar on a terminal, as lines elsewhere.
pub(crate) enum Meter<'a> {
    Silent,
    Bar {
        bar: ProgressBar,
        clock: Mutex<Clock>,
    },
    /// Of an A/B test: what it has found.
    News(ProgressBar),
    Lines(Mutex<Lines<'a>>),
}

/// Progress as lines of text.
pub(crate) struct Lines<'a> {
    out: &'a mut (dyn Write + Send),
    clock: Clock,
    last: Instant,
    /// What an A/B test has found.
    news: Option<String>,
}

/// What is said before anything is known.
const UNKNOWN: &str = "time left unknown";

/// Tells how much time is left.
pub(crate) struct Clock {
    began: Instant,
    /// Matches that were played before.
    before: u64,
    /// What turns of these entrants lead to expect, and when that was said.
    forecast: Option<(Instant, Duration)>,
    /// Void slots so far.
    voids: u64,
}

impl Clock {
    fn start() -> Self {
        Self { began: Instant::now(), before: 0, forecast: None, voids: 0 }
    }

    /// The time left when so many matches of all are done, in words.
    fn left(&self, done: u64, total: u64) -> String {
        if let Some((told, time)) = self.forecast {
            return format!("{} left", seconds(time.saturating_sub(told.elapsed()).as_secs_f64()));
        }
        match done.saturating_sub(self.before) {
            0 => UNKNOWN.to_owned(),
            played => {
                let rate = rate(played, self.began.elapsed());
                format!("{} left", duration(total.saturating_sub(done), rate))
            }
        }
    }

    /// The same, with the void slots so far.
    fn message(&self, done: u64, total: u64) -> String {
        let left = self.left(done, total);
        if self.voids == 0 { left } else { format!("{left}, {} void", self.voids) }
    }

    fn rate(&self, done: u64) -> f64 {
        rate(done.saturating_sub(self.before), self.began.elapsed())
    }
}

impl<'a> Meter<'a> {
    pub(crate) fn new(io: &'a mut Io<'_>, talk: Talk, total: u64) -> Self {
        match (talk, io.err_to) {
            (Talk::Quiet, _) => Self::Silent,
            (Talk::Normal, Reader::Terminal) => {
                let style = ProgressStyle::with_template(
                    "{bar:30} {human_pos} of {human_len} matches, {rate}, {msg}",
                );
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                let style =
                    style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
                        // A failure to print progress is no reason to stop.
                        let _ = write!(out, "{}", pace(state.per_sec()));
                    });
                let bar = ProgressBar::new(total).with_style(style).with_message(UNKNOWN);
                Self::Bar { bar, clock: Mutex::new(Clock::start()) }
            }
            (Talk::Normal, Reader::Pipe) => {
                let (clock, last) = (Clock::start(), Instant::now());
                Self::Lines(Mutex::new(Lines { out: &mut *io.err, clock, last, news: None }))
            }
        }
    }

    /// Of an A/B test: what it has found so far, for nobody knows how long it will be.
    pub(crate) fn of_test(io: &'a mut Io<'_>, talk: Talk) -> Self {
        match Self::new(io, talk, 0) {
            Self::Bar { bar, .. } => {
                let style = ProgressStyle::with_template("{wide_msg}");
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                Self::News(bar.with_style(style).with_message("before the first look"))
            }
            meter @ (Self::Silent | Self::News(_) | Self::Lines(_)) => meter,
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Self::Bar { bar, .. } | Self::News(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Meter<'_> {
    fn resumed(&self, kept: u64, damaged: u64) {
        let damaged = match damaged {
            0 => String::new(),
            1 => ", 1 line of the journal was damaged: its match is played again".to_owned(),
            n => format!(", {n} lines of the journal were damaged: their matches are played again"),
        };
        let line = format!("{kept} matches were played before{damaged}");
        match self {
            Self::Silent => {}
            Self::News(bar) => bar.println(line),
            Self::Bar { bar, clock } => {
                bar.println(line);
                bar.reset_eta();
                if let Ok(mut clock) = clock.lock() {
                    clock.before = kept;
                }
            }
            Self::Lines(lines) => {
                if let Ok(mut lines) = lines.lock() {
                    lines.clock.before = kept;
                    // A failure to print progress is no reason to stop.
                    let _ = writeln!(lines.out, "{line}");
                }
            }
        }
    }

    fn again(&self, voids: u64, final_ones: u64) {
        let more = match final_ones {
            0 => String::new(),
            n => format!("; {n} of lower rungs stay void: who climbed was decided without them"),
        };
        let line = format!("{voids} void matches are played again{more}");
        match self {
            Self::Silent => {}
            Self::News(bar) | Self::Bar { bar, .. } => bar.println(line),
            Self::Lines(lines) => {
                if let Ok(lines) = &mut lines.lock() {
                    // A failure to print progress is no reason to stop.
                    let _ = writeln!(lines.out, "{line}");
                }
            }
        }
    }

    fn voids(&self, count: u64) {
        match self {
            Self::Silent | Self::News(_) => {}
            Self::Bar { clock, .. } => {
                if let Ok(mut clock) = clock.lock() {
                    clock.voids = count;
                }
            }
            Self::Lines(lines) => {
                if let Ok(mut lines) = lines.lock() {
                    lines.clock.voids = count;
                }
            }
        }
    }

    fn found(&self, findings: &Findings) {
        match self {
            Self::Silent | Self::Bar { .. } => {}
            Self::News(bar) => bar.set_message(news(findings)),
            Self::Lines(lines) => {
                if let Ok(mut lines) = lines.lock() {
                    lines.news = Some(news(findings));
                }
            }
        }
    }

    fn left(&self, time: Duration) {
        let told = Some((Instant::now(), time));
        match self {
            Self::Silent | Self::News(_) => {}
            Self::Bar { clock, .. } => {
                if let Ok(mut clock) = clock.lock() {
                    clock.forecast = told;
                }
            }
            Self::Lines(lines) => {
                if let Ok(mut lines) = lines.lock() {
                    lines.clock.forecast = told;
                }
            }
        }
    }

    fn progress(&self, done: u64, total: u64) {
        match self {
            Self::Silent => {}
            Self::News(bar) => bar.set_position(done),
            Self::Bar { bar, clock } => {
                bar.set_length(total);
                bar.set_position(done);
                if let Ok(clock) = clock.lock() {
                    bar.set_message(clock.message(done, total));
                }
            }
            Self::Lines(lines) => {
                if let Ok(mut lines) = lines.lock() {
                    lines.say(done, total);
                }
            }
        }
    }
}

impl Lines<'_> {
    fn say(&mut self, done: u64, total: u64) {
        // Before the first match ends, only a forecast from its turns is worth printing.
        if self.last.elapsed() < EVERY || (done == 0 && self.clock.forecast.is_none()) {
            return;
        }
        self.last = Instant::now();
        if let Some(news) = &self.news {
            // A failure to print progress is no reason to stop.
            let _ = writeln!(self.out, "{news}");
            return;
        }
        let (pace, left) = (pace(self.clock.rate(done)), self.clock.message(done, total));
        // A failure to print progress is no reason to stop.
        let _ = writeln!(self.out, "{done} of {total} matches, {pace}, {left}");
    }
}

/// What an A/B test has found so far, in a line of a terminal: log-likelihood ratios with their
/// bounds, the mean difference with its interval, and the correlation.
fn news(findings: &Findings) -> String {
    let Findings { pairs, void_pairs, llr, bounds, difference, correlation, .. } = findings;
    let voids = if *void_pairs == 0 { String::new() } else { format!(", {void_pairs} void") };
    let correlation = correlation.map(|r| format!(", r {}", short(r)));
    let (Some(llr), Some((low, high))) = (llr, difference.interval) else {
        return format!("{pairs} pairs, all copies of one, A - B {}", short(difference.mean));
    };
    let [a, b, lower, upper] = [llr.a, llr.b, bounds.lower, bounds.upper].map(short);
    let [mean, low, high] = [difference.mean, low, high].map(short);
    format!(
        "{pairs} pairs{voids}, LLR A {a}, B {b} ({lower}, {upper}), A - B {mean} ({low} to {high}){}",
        correlation.unwrap_or_default()
    )
}

/// Matches per second as text or, below one, per minute.
fn pace(rate: f64) -> String {
    match rate {
        10.0.. => format!("{rate:.0}/s"),
        1.0.. => format!("{rate:.1}/s"),
        _ => format!("{:.1}/min", rate * 60.0),
    }
}

/// Matches per second; at least a thousandth, so that it can be divided by.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(crate) fn rate(done: u64, time: Duration) -> f64 {
    (done as f64 / time.as_secs_f64().max(1e-6)).max(1e-3)
}

/// How long so many matches take, in words.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(crate) fn duration(matches: u64, rate: f64) -> String {
    seconds(matches as f64 / rate)
}

/// A time in words: never none at all.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, never below 0, saturating"
)]
pub(crate) fn seconds(time: f64) -> String {
    let seconds = (time.ceil() as u64).max(1);
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s} s"),
        (h @ 0..48, m, _) => format!("{h} h {m} min"),
        (h @ 48..17_520, ..) => format!("{} days {} h", h / 24, h % 24),
        (h, ..) => format!("{} years", h / 24 / 365),
    }
}

/// A figure with two decimals.
pub(crate) fn short(figure: f64) -> String {
    rounded(figure, 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_stats::sprt::{Bounds, Either};
    use stoker_tournament::standings::Difference;

    #[test]
    fn an_a_b_test_is_told_in_a_line() {
        let findings = Findings {
            pairs: 96,
            void_pairs: 0,
            distinct_pairs: 96,
            llr: Some(Either { a: -0.001, b: -3.5 }),
            bounds: Bounds { lower: -3.2038, upper: 4.1589 },
            difference: Difference { mean: 12.3, interval: Some((-4.0, 20.55)) },
            effect: None,
            correlation: Some(0.5),
            saved: None,
            sides: vec![],
            verdict: None,
        };
        let line =
            "96 pairs, LLR A 0.00, B -3.50 (-3.20, 4.16), A - B 12.30 (-4.00 to 20.55), r 0.50";
        assert_eq!(news(&findings), line);
        let copies = Findings {
            distinct_pairs: 1,
            llr: None,
            difference: Difference { mean: 12.3, interval: None },
            correlation: None,
            ..findings
        };
        assert_eq!(news(&copies), "96 pairs, all copies of one, A - B 12.30");
    }

    #[test]
    fn slow_matches_are_counted_by_the_minute_and_never_as_none() {
        assert_eq!([120.4, 2.34, 0.25].map(pace), ["120/s", "2.3/s", "15.0/min"]);
        assert_eq!(pace(rate(0, Duration::from_secs(60))), "0.1/min");
    }

    #[test]
    fn at_the_start_nothing_is_said_of_the_time_left_and_never_none() {
        let mut clock = Clock::start();
        assert_eq!(clock.left(0, 100), "time left unknown");
        clock.before = 40;
        assert_eq!(clock.left(40, 100), "time left unknown");
        clock.forecast = Some((Instant::now(), Duration::from_millis(1)));
        assert_eq!(clock.left(40, 100), "1 s left");
        assert_eq!(clock.message(40, 100), "1 s left");
        clock.voids = 7;
        assert_eq!(clock.message(40, 100), "1 s left, 7 void");
        clock.forecast = Some((Instant::now(), Duration::from_secs(7_000)));
        assert!(clock.left(41, 100).starts_with("1 h "), "{}", clock.left(41, 100));
    }

    #[test]
    fn long_times_are_told_in_units_that_say_something() {
        let times = [59, 61, 47 * 3_600, 48 * 3_600, 100 * 3_600, 63_072_000, u64::MAX];
        let told = times.map(|seconds| duration(seconds, 1.0));
        let [s, min, h, days, more_days, years, most] = told.each_ref().map(String::as_str);
        assert_eq!([s, min, h], ["59 s", "1 min 1 s", "47 h 0 min"]);
        assert_eq!([days, more_days], ["2 days 0 h", "4 days 4 h"]);
        assert_eq!([years, most], ["2 years", "584942417355 years"]);
    }
}
