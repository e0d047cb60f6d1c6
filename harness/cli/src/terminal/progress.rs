//! The progress of a command: a bar on a terminal, lines elsewhere.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use stoker_stats::rounded;

use super::io::{Io, StreamKind};
use super::stream_format::{Ink, StreamFormat, cut};

/// The interval between lines where no bar can be drawn.
const EVERY: Duration = Duration::from_secs(5);

/// The amount of progress that a run reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Talk {
    /// Nothing.
    Quiet,
    /// The progress, with rate and time left, the leaders, and what goes wrong.
    Normal,
}

/// The words for the time left before anything is known.
const UNKNOWN: &str = "time left unknown";

/// Shows the progress of a command: as a bar on a terminal, as lines elsewhere.
pub(crate) struct Meter<'a> {
    screen: Screen<'a>,
    /// The unit that is counted, in the plural.
    unit: &'static str,
    stream_format: StreamFormat,
    clock: Mutex<RemainingTime>,
    /// The leaders, in words.
    leaders: Mutex<String>,
}

enum Screen<'a> {
    Silent,
    Bar(ProgressBar),
    /// A line of words without a bar, for work of unknown length.
    Words(ProgressBar),
    Lines(Mutex<LineProgress<'a>>),
}

/// Progress as lines of text.
struct LineProgress<'a> {
    out: &'a mut (dyn Write + Send),
    last: Instant,
}

impl LineProgress<'_> {
    fn print(&mut self, line: &str) {
        // A failure to print progress does not stop the run.
        let _ = writeln!(self.out, "{line}");
    }

    /// Prints a line, unless another was printed just before.
    fn print_if_due(&mut self, line: &str) {
        if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            self.print(line);
        }
    }
}

/// Computes the time left.
#[derive(Debug, Clone, Copy)]
struct RemainingTime {
    began: Instant,
    /// The number that was done before this process.
    before: u64,
    /// The forecast of the time left, and the moment it was made.
    forecast: Option<(Instant, Duration)>,
}

impl RemainingTime {
    fn start() -> Self {
        Self { began: Instant::now(), before: 0, forecast: None }
    }

    /// The time left when this many of all are done, in words.
    fn left(&self, done: u64, total: u64) -> String {
        if let Some((told, time)) = self.forecast {
            return format!("{} left", seconds(time.saturating_sub(told.elapsed()).as_secs_f64()));
        }
        match done.saturating_sub(self.before) {
            0 => UNKNOWN.to_owned(),
            _ => format!("{} left", duration(total.saturating_sub(done), self.rate(done))),
        }
    }

    fn rate(&self, done: u64) -> f64 {
        rate(done.saturating_sub(self.before), self.began.elapsed())
    }
}

impl<'a> Meter<'a> {
    /// A meter that counts up to `total` of a unit.
    pub(crate) fn new(io: &'a mut Io<'_>, talk: Talk, unit: &'static str, total: u64) -> Self {
        let stream_format = StreamFormat::of(io.err_to);
        let screen = match (talk, io.err_to) {
            (Talk::Quiet, _) => Screen::Silent,
            (Talk::Normal, StreamKind::Terminal) => {
                Screen::Bar(bar(total, &template(unit, stream_format), UNKNOWN))
            }
            (Talk::Normal, StreamKind::Pipe) => {
                Screen::Lines(Mutex::new(LineProgress { out: &mut *io.err, last: Instant::now() }))
            }
        };
        let (clock, leaders) = (Mutex::new(RemainingTime::start()), Mutex::default());
        Self { screen, unit, stream_format, clock, leaders }
    }

    /// The same with words instead of a bar; `first` is shown before all others.
    pub(crate) fn of_words(self, first: &'static str) -> Self {
        let screen = match self.screen {
            Screen::Bar(_) => Screen::Words(bar(0, "{wide_msg}", first)),
            screen @ (Screen::Silent | Screen::Words(_) | Screen::Lines(_)) => screen,
        };
        Self { screen, ..self }
    }

    /// Makes a line due.
    #[cfg(test)]
    pub(crate) fn overdue(&self) {
        if let Screen::Lines(lines) = &self.screen
            && let Some(long_ago) = Instant::now().checked_sub(EVERY)
        {
            held(lines, |lines| lines.last = long_ago);
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Screen::Bar(bar) | Screen::Words(bar) = self.screen {
            bar.finish_and_clear();
        }
    }

    /// Says something that is said only once.
    pub(crate) fn say(&self, line: &str) {
        match &self.screen {
            Screen::Silent => {}
            Screen::Bar(bar) | Screen::Words(bar) => bar.println(line),
            Screen::Lines(lines) => held(lines, |lines| lines.print(line)),
        }
    }

    /// Says what went wrong, in a line that is cut where it would not fit on a screen.
    pub(crate) fn warn(&self, line: &str) {
        match self.stream_format.reader {
            StreamKind::Terminal => {
                self.say(
                    &self
                        .stream_format
                        .colour
                        .paint(Ink::Bad, &cut(line, self.stream_format.width)),
                );
            }
            StreamKind::Pipe => self.say(line),
        }
    }

    /// Notes the leaders, in words: a second line below a bar, the end of a line elsewhere.
    pub(crate) fn lead(&self, words: String) {
        if let Screen::Bar(bar) = &self.screen {
            if held(&self.leaders, |leaders| leaders.is_empty()) {
                bar.set_style(style(&format!(
                    "{}\n{{prefix}}",
                    template(self.unit, self.stream_format)
                )));
            }
            bar.set_prefix(cut(&words, self.stream_format.width.saturating_sub(1)));
        }
        held(&self.leaders, |leaders| *leaders = words);
    }

    /// Shows how it is going, in words that replace those before.
    pub(crate) fn tell(&self, words: String) {
        match &self.screen {
            Screen::Silent => {}
            Screen::Bar(bar) | Screen::Words(bar) => bar.set_message(words),
            Screen::Lines(lines) => held(lines, |lines| lines.print_if_due(&words)),
        }
    }

    /// Shows that this many of all are done; with words, where there is a bar or a line for it.
    pub(crate) fn count(&self, done: u64, total: u64, words: String) {
        match &self.screen {
            Screen::Silent => {}
            Screen::Words(bar) => bar.set_position(done),
            Screen::Bar(bar) => {
                bar.set_length(total);
                bar.set_position(done);
                bar.set_message(words);
            }
            Screen::Lines(lines) => {
                let mut line = format!("{done} of {total} {}, {words}", self.unit);
                let leaders = held(&self.leaders, |leaders| leaders.clone());
                if !leaders.is_empty() {
                    line += &format!(", {leaders}");
                }
                held(lines, |lines| lines.print_if_due(&line));
            }
        }
    }

    /// Notes how many were done before: they say nothing about the pace.
    pub(crate) fn resumed(&self, before: u64) {
        held(&self.clock, |clock| clock.before = before);
    }

    /// Notes a forecast of the time left.
    pub(crate) fn forecast(&self, time: Duration) {
        held(&self.clock, |clock| clock.forecast = Some((Instant::now(), time)));
    }

    /// True if the time left is known when this many are done.
    pub(crate) fn foresees(&self, done: u64) -> bool {
        done > 0 || held(&self.clock, |clock| clock.forecast.is_some())
    }

    /// The time left when this many of all are done, in words.
    pub(crate) fn left(&self, done: u64, total: u64) -> String {
        held(&self.clock, |clock| clock.left(done, total))
    }

    /// The number done per second or minute, in words.
    pub(crate) fn pace(&self, done: u64) -> String {
        pace(held(&self.clock, |clock| clock.rate(done)))
    }
}

/// A line with a bar: a shorter one where lines are short. Words that do not fit are cut off.
fn template(unit: &str, stream_format: StreamFormat) -> String {
    let bar = if stream_format.width < 100 { 16 } else { 30 };
    format!("{{bar:{bar}}} {{human_pos}} of {{human_len}} {unit}, {{wide_msg}}")
}

fn bar(total: u64, template: &str, first: &'static str) -> ProgressBar {
    ProgressBar::new(total).with_style(style(template)).with_message(first)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Nothing here panics half-way, so the value behind the lock is valid.
fn held<T, R>(mutex: &Mutex<T>, work: impl FnOnce(&mut T) -> R) -> R {
    work(&mut mutex.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Matches per second as text or, below one, per minute.
pub(crate) fn pace(rate: f64) -> String {
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

/// The time that this many matches take, in words.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(crate) fn duration(matches: u64, rate: f64) -> String {
    seconds(matches as f64 / rate)
}

/// A time in words, of at least one second.
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

    #[test]
    fn slow_matches_are_counted_by_the_minute_and_never_as_none() {
        assert_eq!([120.4, 2.34, 0.25].map(pace), ["120/s", "2.3/s", "15.0/min"]);
        assert_eq!(pace(rate(0, Duration::from_secs(60))), "0.1/min");
    }

    #[test]
    fn at_the_start_nothing_is_said_of_the_time_left_and_never_none() {
        let mut clock = RemainingTime::start();
        assert_eq!(clock.left(0, 100), "time left unknown");
        clock.before = 40;
        assert_eq!(clock.left(40, 100), "time left unknown");
        clock.forecast = Some((Instant::now(), Duration::from_millis(1)));
        assert_eq!(clock.left(40, 100), "1 s left");
        clock.forecast = Some((Instant::now(), Duration::from_secs(7_000)));
        assert!(clock.left(41, 100).starts_with("1 h "), "{}", clock.left(41, 100));
    }

    #[test]
    fn lines_are_printed_now_and_then_and_what_is_said_once_at_once() {
        let mut err = vec![];
        let mut io = Io {
            out: &mut std::io::sink(),
            err: &mut err,
            out_to: StreamKind::Pipe,
            err_to: StreamKind::Pipe,
        };
        let meter = Meter::new(&mut io, Talk::Normal, "matches", 9);
        meter.say("3 matches were played before");
        meter.resumed(3);
        meter.count(4, 9, "soon".to_owned());
        meter.overdue();
        meter.count(5, 9, "soon".to_owned());
        meter.tell("later".to_owned());
        meter.finish();
        let told = String::from_utf8(err).unwrap();
        assert_eq!(told, "3 matches were played before\n5 of 9 matches, soon\n");
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
