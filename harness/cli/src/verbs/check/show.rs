//! The results of a check, for readers and for programs.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use stoker_external::contract::Excerpt;
use stoker_files::printable::printable;
use stoker_research::check::{BotTrial, TrialFailure, TrialOutcome};

use crate::terminal::io::StreamKind;
use crate::terminal::show::{align_right, table, text_of};

/// The number of characters shown of the beginning of a long text, and of its end.
const SHOWN: usize = 200;
/// The most lines of standard error that are shown.
const STDERR_LINES: usize = 12;
/// The most places with the same failure that are listed.
const SAME: usize = 6;
/// The most failures of one kind that are shown in full.
const IN_FULL: usize = 2;

/// A table of the trials, then the failures, then a summary line.
pub(super) fn text(name: &str, trials: &[BotTrial], to: StreamKind) -> String {
    let mut text = overview(trials, to);
    for trial in trials {
        if let TrialOutcome::Remark(note) = &trial.outcome {
            let _ = write!(text, "\nnote: {}\n  {}\n", title(trial), printable(note));
        }
    }
    text += &failures(trials);
    let memory = trials.iter().filter_map(|trial| trial.times.memory).max();
    if let Some(bytes) = memory {
        let _ = write!(text, "\nThe most memory seen in use: {} MiB.\n", bytes.div_ceil(1 << 20));
    }
    let _ = writeln!(text, "\n{}: {}", printable(name), summary(trials));
    text
}

fn overview(trials: &[BotTrial], to: StreamKind) -> String {
    let header = ["what", "side", "result", "turns", "mean ms", "longest ms"];
    let mut overview = table(&header, to);
    for trial in trials {
        let times = trial.times;
        let timed = |text: String| if times.turns == 0 { "-".to_owned() } else { text };
        overview.add_row([
            printable(&trial.what),
            trial.side.unwrap_or("-").to_owned(),
            result(trial),
            timed(times.turns.to_string()),
            timed(millis(times.mean())),
            timed(millis(times.longest.wall)),
        ]);
    }
    align_right(&mut overview, &[0, 1, 2]);
    text_of(&overview)
}

fn result(trial: &BotTrial) -> String {
    match &trial.outcome {
        TrialOutcome::Ok => "ok".to_owned(),
        TrialOutcome::Remark(_) => "note".to_owned(),
        TrialOutcome::Skipped(_) => "not tried".to_owned(),
        TrialOutcome::Failed(failures) => {
            let mut kinds: Vec<_> = failures.iter().map(|failure| failure.kind).collect();
            kinds.dedup();
            kinds.join(", ")
        }
    }
}

fn millis(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1_000.0)
}

/// The name of a trial, with its side.
fn title(trial: &BotTrial) -> String {
    let side = trial.side.map(|side| format!("{side}, ")).unwrap_or_default();
    format!("{side}{}", printable(&trial.what))
}

/// Failures that look alike: the first is shown, the others are listed.
struct FailureGroup<'a> {
    trial: &'a BotTrial,
    failure: &'a TrialFailure,
    others: Vec<String>,
}

fn groups(trials: &[BotTrial]) -> Vec<FailureGroup<'_>> {
    let mut groups: Vec<FailureGroup<'_>> = vec![];
    for trial in trials {
        let TrialOutcome::Failed(failures) = &trial.outcome else { continue };
        for failure in failures {
            let alike = |group: &&mut FailureGroup<'_>| {
                let first = group.failure;
                (first.kind, &first.reason, &first.advice)
                    == (failure.kind, &failure.reason, &failure.advice)
            };
            match groups.iter_mut().find(alike) {
                Some(group) => group.others.push(place_of(trial, failure)),
                None => groups.push(FailureGroup { trial, failure, others: vec![] }),
            }
        }
    }
    groups
}

/// The first failures of each kind in full, the others in a line each.
fn failures(trials: &[BotTrial]) -> String {
    let (mut text, mut briefly) = (String::new(), String::new());
    let mut told: Vec<&str> = vec![];
    for group in groups(trials) {
        let kind = group.failure.kind;
        if told.iter().filter(|&&before| before == kind).count() < IN_FULL {
            told.push(kind);
            text += &group.text();
        } else {
            let mut places = vec![place_of(group.trial, group.failure)];
            places.extend(group.others.iter().cloned());
            let advice = printable(&group.failure.advice);
            let _ = writeln!(briefly, "{kind}: {}: {advice}", some_of(&places));
        }
    }
    if !briefly.is_empty() {
        let _ = write!(text, "\n{briefly}");
    }
    text
}

fn place_of(trial: &BotTrial, failure: &TrialFailure) -> String {
    match failure.place.as_str() {
        "" => title(trial),
        place => format!("{}, {place}", title(trial)),
    }
}

impl FailureGroup<'_> {
    fn text(&self) -> String {
        let Self { trial, failure, others } = self;
        let mut text = format!("\n{}: {}\n", failure.kind, place_of(trial, failure));
        let mut row = |name: &str, value: &str| {
            for (number, line) in value.lines().enumerate() {
                let name = if number == 0 { name } else { "" };
                let _ = writeln!(text, "  {name:<10}{}", printable(line));
            }
        };
        row("what", &failure.reason);
        row("about", &trial.about);
        if let Some(exchange) = &failure.evidence.exchange {
            row("sent", &excerpt(&exchange.sent));
            row("received", &excerpt(&exchange.received));
        }
        row("stderr", &last_lines(&failure.evidence.stderr));
        row("change", &failure.advice);
        if !others.is_empty() {
            row("the same", &some_of(others));
        }
        text
    }
}

/// The first of some places, and how many more there are.
fn some_of(places: &[String]) -> String {
    let (shown, rest) = places.split_at(places.len().min(SAME));
    let rest = if rest.is_empty() { String::new() } else { format!("; and {} more", rest.len()) };
    shown.join("; ") + &rest
}

/// The beginning and the end of a text that was sent or received, with its length if it was cut.
fn excerpt(excerpt: &Excerpt) -> String {
    let [head, tail] = [&excerpt.head, &excerpt.tail].map(|half| String::from_utf8_lossy(half));
    if excerpt.bytes == 0 {
        return "nothing".to_owned();
    }
    if excerpt.bytes <= 2 * SHOWN {
        return format!("{head}{tail}");
    }
    // Both halves hold more than is shown.
    let whole: Vec<char> = head.chars().chain(tail.chars()).collect();
    let begin: String = whole.iter().take(SHOWN).collect();
    let end: String = whole[whole.len().saturating_sub(SHOWN)..].iter().collect();
    format!("{begin} [...] {}\n({} bytes)", end.trim_end(), excerpt.bytes)
}

fn last_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    lines[lines.len().saturating_sub(STDERR_LINES)..].join("\n")
}

fn summary(trials: &[BotTrial]) -> String {
    let reasons: Vec<&str> = trials.iter().filter_map(skipped).collect();
    let failed = trials.iter().filter(|trial| trial.failed()).count();
    let checks = trials.len() - reasons.len();
    let skipped = match reasons.first() {
        Some(why) => format!(", {} not tried ({why})", reasons.len()),
        None => String::new(),
    };
    let plural = if checks == 1 { "" } else { "s" };
    format!("{checks} check{plural}, {failed} failed{skipped}")
}

/// The reason why the trial was skipped, if it was.
fn skipped(trial: &BotTrial) -> Option<&'static str> {
    match trial.outcome {
        TrialOutcome::Skipped(why) => Some(why),
        TrialOutcome::Ok | TrialOutcome::Remark(_) | TrialOutcome::Failed(_) => None,
    }
}

/// The same, for programs.
pub(super) fn json(name: &str, trials: &[BotTrial]) -> Value {
    let skipped = trials.iter().filter_map(skipped).count();
    json!({
        "entrant": name,
        "checks": trials.len() - skipped,
        "failed": trials.iter().filter(|trial| trial.failed()).count(),
        "not_tried": skipped,
        "trials": trials.iter().map(trial_json).collect::<Vec<_>>(),
    })
}

fn trial_json(trial: &BotTrial) -> Value {
    let (note, failures) = match &trial.outcome {
        TrialOutcome::Ok => (None, vec![]),
        TrialOutcome::Remark(note) => (Some(note.as_str()), vec![]),
        TrialOutcome::Skipped(why) => (Some(*why), vec![]),
        TrialOutcome::Failed(failures) => (None, failures.iter().map(failure_json).collect()),
    };
    let times = trial.times;
    json!({
        "what": trial.what, "about": trial.about, "side": trial.side, "result": result(trial),
        "note": note, "failures": failures, "turns": times.turns,
        "mean_ms": times.mean().as_secs_f64() * 1_000.0,
        "longest_ms": times.longest.wall.as_secs_f64() * 1_000.0,
        "longest_cpu_ms": times.longest.cpu.as_secs_f64() * 1_000.0,
        "memory_bytes": times.memory,
    })
}

fn failure_json(failure: &TrialFailure) -> Value {
    let exchange = failure.evidence.exchange.as_ref();
    json!({
        "kind": failure.kind, "place": failure.place, "reason": failure.reason,
        "change": failure.advice, "stderr": failure.evidence.stderr,
        "legal": failure.evidence.legal,
        "sent": exchange.map(|exchange| excerpt(&exchange.sent)),
        "sent_bytes": exchange.map(|exchange| exchange.sent.bytes),
        "received": exchange.map(|exchange| excerpt(&exchange.received)),
        "received_bytes": exchange.map(|exchange| exchange.received.bytes),
    })
}

#[cfg(test)]
mod tests;
