//! How far a tuning is.

use std::cell::RefCell;
use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use stoker_research::tune::manifest::Work;
use stoker_research::tune::{Knob, Spsa};
use stoker_stats::sprt::Sprt;

use crate::terminal::io::{Io, Reader};
use crate::terminal::progress::{Talk, duration, rate};

pub(super) use stoker_research::tune::run::Observer;

/// How often a line is printed where no bar can be drawn.
const EVERY: Duration = Duration::from_secs(5);

/// Shows how far a tuning is: as a bar on a terminal, as lines elsewhere.
pub(super) enum Meter<'a> {
    Silent,
    Bar(ProgressBar),
    Lines(RefCell<Lines<'a>>),
}

/// Progress as lines of text.
pub(super) struct Lines<'a> {
    out: &'a mut (dyn Write + Send),
    began: Instant,
    last: Instant,
    /// Iterations that were done before.
    before: u64,
}

impl<'a> Meter<'a> {
    pub(super) fn new(io: &'a mut Io<'_>, talk: Talk, work: &Work) -> Self {
        match (talk, io.err_to) {
            (Talk::Quiet, _) => Self::Silent,
            (Talk::Normal, Reader::Terminal) => {
                let style = "{bar:20} {human_pos} of {human_len} iterations, {eta} left: {msg}";
                let style = ProgressStyle::with_template(style);
                let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                Self::Bar(ProgressBar::new(work.schedule.iterations()).with_style(style))
            }
            (Talk::Normal, Reader::Pipe) => {
                let (began, last) = (Instant::now(), Instant::now());
                Self::Lines(RefCell::new(Lines { out: &mut *io.err, began, last, before: 0 }))
            }
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Meter<'_> {
    fn resumed(&self, iterations: u64) {
        let line = format!("{iterations} iterations were done before");
        match self {
            Self::Silent => {}
            Self::Bar(bar) => {
                bar.println(line);
                bar.set_position(iterations);
                bar.reset_eta();
            }
            Self::Lines(lines) => {
                let mut lines = lines.borrow_mut();
                lines.before = iterations;
                lines.print(&line);
            }
        }
    }

    fn iteration(&self, spsa: &Spsa) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => {
                bar.set_message(values(spsa));
                bar.set_position(spsa.done());
            }
            Self::Lines(lines) => lines.borrow_mut().iteration(spsa),
        }
    }

    fn pairs(&self, test: &Sprt) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.set_message(ratios(test)),
            Self::Lines(lines) => {
                let mut lines = lines.borrow_mut();
                if lines.is_due() {
                    lines.print(&ratios(test));
                }
            }
        }
    }
}

/// The parameters' values, as in a spec.
fn values(spsa: &Spsa) -> String {
    let shown = |(knob, value): (&Knob, &f64)| format!("{}={}", knob.name(), knob.shown(*value));
    spsa.knobs().iter().zip(spsa.values()).map(shown).collect::<Vec<_>>().join(", ")
}

/// How far the final test is.
fn ratios(test: &Sprt) -> String {
    let (look, upper) = (test.look(), test.bounds().upper);
    if test.sums().one_game() {
        return format!("final test: {} pairs, all copies of one", look.pairs);
    }
    let (tuned, start) = (look.llr.a, look.llr.b);
    format!("final test: {} pairs, llr {tuned:.2} and {start:.2} of {upper:.2}", look.pairs)
}

impl Lines<'_> {
    fn is_due(&mut self) -> bool {
        let due = self.last.elapsed() >= EVERY;
        if due {
            self.last = Instant::now();
        }
        due
    }

    fn iteration(&mut self, spsa: &Spsa) {
        if !self.is_due() {
            return;
        }
        let (done, total) = (spsa.done(), spsa.schedule().iterations());
        let left = duration(total - done, rate(done - self.before, self.began.elapsed()));
        self.print(&format!("{done} of {total} iterations, {left} left: {}", values(spsa)));
    }

    fn print(&mut self, line: &str) {
        // Progress that cannot be told is no reason to stop.
        let _ = writeln!(self.out, "{line}");
    }
}
