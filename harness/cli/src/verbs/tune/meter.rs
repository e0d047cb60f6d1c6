//! The progress of a tuning run, in iterations.

use stoker_research::tune::manifest::TuningWork;
use stoker_research::tune::{Knob, Spsa};
use stoker_stats::sprt::Sprt;

use crate::terminal::io::Io;
use crate::terminal::progress::{Meter, Talk};

pub(super) use stoker_research::tune::run::Observer;

/// Shows the number of iterations that are played, then the progress of the final test.
pub(super) struct TuneMeter<'a>(Meter<'a>);

impl<'a> TuneMeter<'a> {
    pub(super) fn new(io: &'a mut Io<'_>, talk: Talk, work: &TuningWork) -> Self {
        Self(Meter::new(io, talk, "iterations", work.schedule.iterations()))
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        self.0.finish();
    }
}

impl Observer for TuneMeter<'_> {
    fn resumed(&self, iterations: u64) {
        self.0.say(&format!("{iterations} iterations were done before"));
        self.0.resumed(iterations);
    }

    fn iteration(&self, spsa: &Spsa) {
        let (done, total) = (spsa.done(), spsa.schedule().iterations());
        self.0.count(done, total, format!("{}: {}", self.0.left(done, total), values(spsa)));
    }

    fn pairs(&self, test: &Sprt) {
        self.0.tell(ratios(test));
    }
}

/// The parameters' values, as in a spec.
fn values(spsa: &Spsa) -> String {
    let shown = |(knob, value): (&Knob, &f64)| format!("{}={}", knob.name(), knob.shown(*value));
    spsa.knobs().iter().zip(spsa.values()).map(shown).collect::<Vec<_>>().join(", ")
}

/// The progress of the final test.
fn ratios(test: &Sprt) -> String {
    let (look, upper) = (test.look(), test.bounds().upper);
    if test.sums().one_game() {
        return format!("final test: {} pairs, all copies of one", look.pairs);
    }
    let (tuned, start) = (look.llr.a, look.llr.b);
    format!("final test: {} pairs, llr {tuned:.2} and {start:.2} of {upper:.2}", look.pairs)
}
