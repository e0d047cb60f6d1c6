//! The progress of a run, in matches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use stoker_files::printable::one_line;
use stoker_tournament::run::{NewFault, Progress};
use stoker_tournament::standings::Findings;

use super::io::Io;
use super::progress::{Meter, Talk, short};
use super::stream_format::shortened;

/// Shows the number of matches of a run that are played, or the result of an A/B test so far.
pub(crate) struct MatchMeter<'a> {
    meter: Meter<'a>,
    /// Void slots so far.
    voids: AtomicU64,
    /// Faults so far, and the number of kinds that were reported.
    faults: AtomicU64,
    kinds: AtomicU64,
    /// The latest result of an A/B test.
    news: Mutex<Option<String>>,
}

impl<'a> MatchMeter<'a> {
    /// A meter that counts up to `total` matches.
    pub(crate) fn new(io: &'a mut Io<'_>, talk: Talk, total: u64) -> Self {
        Self::with(Meter::new(io, talk, "matches", total))
    }

    /// A meter of an A/B test, which shows the result so far because the length is unknown.
    pub(crate) fn of_test(io: &'a mut Io<'_>, talk: Talk) -> Self {
        Self::with(Meter::new(io, talk, "matches", 0).of_words("before the first look"))
    }

    fn with(meter: Meter<'a>) -> Self {
        let [voids, faults, kinds] = [0; 3].map(AtomicU64::new);
        Self { meter, voids, faults, kinds, news: Mutex::new(None) }
    }

    /// Removes the bar.
    pub(crate) fn finish(self) {
        self.meter.finish();
    }

    /// The progress in words: pace and time left, or the result of an A/B test so far.
    #[cfg(feature = "play")]
    pub(crate) fn state(&self, done: u64, total: u64) -> String {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner).clone();
        news.unwrap_or_else(|| self.words(done, total))
    }

    /// Pace and time left, with the void slots and faults so far.
    fn words(&self, done: u64, total: u64) -> String {
        let mut words = format!("{}, {}", self.meter.pace(done), self.meter.left(done, total));
        for (count, what) in [(&self.voids, "void"), (&self.faults, "faults")] {
            match count.load(Ordering::Relaxed) {
                0 => {}
                1 if what == "faults" => words += ", 1 fault",
                count => words += &format!(", {count} {what}"),
            }
        }
        words
    }
}

impl Progress for MatchMeter<'_> {
    fn resumed(&self, kept: u64, damaged: u64) {
        let damaged = match damaged {
            0 => String::new(),
            1 => ", 1 line of the journal was damaged: its match is played again".to_owned(),
            n => format!(", {n} lines of the journal were damaged: their matches are played again"),
        };
        self.meter.say(&format!("{kept} matches were played before{damaged}"));
        self.meter.resumed(kept);
    }

    fn again(&self, voids: u64, final_ones: u64) {
        let more = match final_ones {
            0 => String::new(),
            n => format!(
                "; {n} of lower rungs stay void, because the climbers were chosen without them"
            ),
        };
        self.meter.say(&format!("{voids} void matches are played again{more}"));
    }

    fn voids(&self, count: u64) {
        self.voids.store(count, Ordering::Relaxed);
    }

    fn faults(&self, count: u64) {
        self.faults.store(count, Ordering::Relaxed);
    }

    fn new_fault(&self, fault: &NewFault<'_>) {
        match self.kinds.fetch_add(1, Ordering::Relaxed) {
            0..MOST_FAULTS => self.meter.warn(&fault_line(fault)),
            MOST_FAULTS => {
                self.meter.warn("other new kinds of faults are not shown: see faults.csv")
            }
            _ => {}
        }
    }

    fn leaders(&self, leaders: &[(&str, &str)]) {
        if !leaders.is_empty() {
            self.meter.lead(leading(leaders));
        }
    }

    fn found(&self, findings: &Findings) {
        *self.news.lock().unwrap_or_else(PoisonError::into_inner) = Some(news(findings));
    }

    fn left(&self, time: Duration) {
        self.meter.forecast(time);
    }

    fn progress(&self, done: u64, total: u64) {
        let news = self.news.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match news {
            Some(news) => self.meter.tell(news),
            // Before the first match ends, only a forecast from its turns is worth showing.
            None if self.meter.foresees(done) => {
                self.meter.count(done, total, self.words(done, total));
            }
            None => {}
        }
    }
}

/// The number of new kinds of faults that are reported one by one.
const MOST_FAULTS: u64 = 30;
/// Columns for the name of the leader.
const LEADER: usize = 24;

/// The leaders in a line: `leading: hunters tracker, dracula lurker`.
pub(crate) fn leading(leaders: &[(&str, &str)]) -> String {
    let one = |(side, name): &(&str, &str)| format!("{side} {}", shortened(name, LEADER));
    let leaders: Vec<_> = leaders.iter().map(one).collect();
    format!("leading: {}", leaders.join(", "))
}

/// A fault in a line: `fault in match 12: tracker as hunters: crash: ...`.
pub(crate) fn fault_line(new: &NewFault<'_>) -> String {
    let NewFault { number, entrant, side, place, fault } = new;
    let entrant = shortened(entrant, LEADER);
    let line = format!(
        "fault in match {number}: {entrant} as {side}: {}: {place}: {}",
        fault.kind, fault.reason
    );
    one_line(&line, usize::MAX)
}

/// The result of an A/B test so far, in a line of a terminal: log-likelihood ratios with their
/// bounds, the mean difference with its interval, and the correlation.
fn news(findings: &Findings) -> String {
    let Findings { pairs, void_pairs, llr, bounds, difference, correlation, .. } = findings;
    let voids = if *void_pairs == 0 { String::new() } else { format!(", {void_pairs} void") };
    let correlation = correlation.map(|r| format!(", r {}", short(r)));
    let (Some(llr), Some(range)) = (llr, difference.range(2)) else {
        return format!("{pairs} pairs, all copies of one, A - B {}", short(difference.value));
    };
    let [a, b, lower, upper] = [llr.a, llr.b, bounds.lower, bounds.upper].map(short);
    format!(
        "{pairs} pairs{voids}, LLR A {a}, B {b} ({lower}, {upper}), A - B {} ({range}){}",
        short(difference.value),
        correlation.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use stoker_engine::{Seat, SideId};
    use stoker_external::fault::{Fault, FaultKind, Loses};
    use stoker_stats::Estimate;
    use stoker_stats::sprt::{Bounds, Either};

    use super::*;
    use crate::terminal::io::StreamKind;

    #[test]
    fn an_a_b_test_is_told_in_a_line() {
        let findings = Findings {
            pairs: 96,
            void_pairs: 0,
            distinct_pairs: 96,
            llr: Some(Either { a: -0.001, b: -3.5 }),
            bounds: Bounds { lower: -3.2038, upper: 4.1589 },
            difference: Estimate { value: 12.3, interval: Some((-4.0, 20.55)) },
            effect: None,
            correlation: Some(0.5),
            saved: None,
            alone: None,
            sides: vec![],
            further: vec![],
            verdict: None,
        };
        let line =
            "96 pairs, LLR A 0.00, B -3.50 (-3.20, 4.16), A - B 12.30 (-4.00 to 20.55), r 0.50";
        assert_eq!(news(&findings), line);
        let copies = Findings {
            distinct_pairs: 1,
            llr: None,
            difference: Estimate { value: 12.3, interval: None },
            correlation: None,
            ..findings
        };
        assert_eq!(news(&copies), "96 pairs, all copies of one, A - B 12.30");
    }

    #[test]
    fn void_slots_are_told_behind_the_time_left() {
        let (out, err) = (&mut std::io::sink(), &mut std::io::sink());
        let mut io = Io { out, err, out_to: StreamKind::Pipe, err_to: StreamKind::Pipe };
        let meter = MatchMeter::new(&mut io, Talk::Normal, 100);
        meter.left(Duration::from_millis(1));
        assert_eq!(meter.words(0, 100), "0.1/min, 1 s left");
        meter.voids(7);
        assert_eq!(meter.words(0, 100), "0.1/min, 1 s left, 7 void");
        meter.faults(1);
        assert_eq!(meter.words(0, 100), "0.1/min, 1 s left, 7 void, 1 fault");
    }

    fn told(talk: Talk, tell: impl Fn(&MatchMeter<'_>)) -> String {
        let mut err = vec![];
        let (out, err_to) = (&mut std::io::sink(), StreamKind::Pipe);
        let mut io = Io { out, err: &mut err, out_to: StreamKind::Pipe, err_to };
        let meter = MatchMeter::new(&mut io, talk, 100);
        tell(&meter);
        meter.finish();
        String::from_utf8(err).unwrap()
    }

    #[test]
    fn faults_are_told_in_one_harmless_line_each_but_not_without_end() {
        let fault = Fault {
            decision: 3,
            round: Some(1),
            side: SideId(0),
            seat: Seat(0),
            kind: FaultKind::GarbledReply,
            loses: Loses::Turn,
            reason: "said \u{1b}[2J\n\u{202e}<b>".to_owned(),
        };
        let entrant = "evil\u{1b}[31m".repeat(10_000);
        let (side, place) = ("hunters", "left (seat 0, round 1, against \u{202e}x)");
        let new = NewFault { number: 7, entrant: &entrant, side, place, fault: &fault };
        let line = "fault in match 7: evil\u{fffd}[31mevil\u{fffd}[31mevi... as hunters: garbled_reply: \
                    left (seat 0, round 1, against \u{fffd}x): said \u{fffd}[2J \u{fffd}<b>\n";
        assert_eq!(told(Talk::Normal, |meter| meter.new_fault(&new)), line);
        let many = told(Talk::Normal, |meter| (0..99).for_each(|_| meter.new_fault(&new)));
        let last = "other new kinds of faults are not shown: see faults.csv\n";
        assert_eq!(many, line.repeat(30) + last);
        assert_eq!(told(Talk::Quiet, |meter| meter.new_fault(&new)), "");
    }

    #[test]
    fn who_leads_is_told_with_the_time_left() {
        let long = "x".repeat(100_000);
        let told = told(Talk::Normal, |meter| {
            meter.leaders(&[("hunters", "tracker"), ("dracula", &long)]);
            meter.meter.overdue();
            meter.progress(5, 100);
        });
        let line = told.split_once("left, ").unwrap().1;
        assert_eq!(line, "leading: hunters tracker, dracula xxxxxxxxxxxxxxxxxxxxx...\n");
    }
}
