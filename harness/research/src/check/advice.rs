//! Advice after a failure.

mod reply;

use std::time::Duration;

use stoker_external::Limits;
use stoker_external::contract::{self, Exchange, Slip};
use stoker_external::fault::FaultKind;
use stoker_external::spec::Protocol;
use stoker_external::unfit::EntrantStatus;

use super::TrialTimes;
use super::recorder::Evidence;

/// The most legal moves that are listed.
const MOST_MOVES: usize = 30;

/// A fault to be explained.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) kind: FaultKind,
    pub(super) reason: &'a str,
    pub(super) evidence: &'a Evidence,
}

/// The advice for a bot that does not play the same twice.
pub(super) const CHANGEABLE: &str = "two games from the same start differed: seed your generator \
     with the `seed` that `start` gives, or with a constant, never with the time; otherwise its results \
     cannot be reproduced";

/// The change to make, in a sentence or two.
pub(super) fn advice(case: &Case<'_>) -> String {
    match case.kind {
        FaultKind::IllegalMove => illegal(&case.evidence.legal),
        FaultKind::GarbledReply | FaultKind::NoReply => {
            reply::advice(case).unwrap_or_else(|| general(case.kind).to_owned())
        }
        FaultKind::WallTimeout => timeout(case),
        FaultKind::Crash | FaultKind::CouldNotStart => {
            death(case).unwrap_or_else(|| general(case.kind)).to_owned()
        }
        FaultKind::CpuTimeout
        | FaultKind::OutOfMemory
        | FaultKind::ProcessLimit
        | FaultKind::OutputLimit
        | FaultKind::FileLimit => general(case.kind).to_owned(),
    }
}

/// The advice for an entrant that is not fit to play at all.
pub(super) fn unfit(status: &EntrantStatus) -> String {
    match status {
        EntrantStatus::BuildFailed(_) => "build it by hand in its folder, and read the first error",
        EntrantStatus::Unfit(_) | EntrantStatus::Ok => {
            "put this right first: nothing else can be checked before"
        }
    }
    .to_owned()
}

/// A warning, if the longest turn took more than half of a time limit.
pub(super) fn close_to_a_limit(times: &TrialTimes, limits: &Limits) -> Option<String> {
    let close = |longest: Duration, limit: Duration, clock| {
        (longest * 2 > limit).then(|| {
            format!(
                "the longest turn took {} of {} ms {clock}: on a slower machine it would be a fault",
                longest.as_millis(),
                limit.as_millis()
            )
        })
    };
    close(times.longest.cpu, limits.cpu(), "of processor time")
        .or_else(|| close(times.longest.wall, limits.wall(), "on the clock"))
}

fn illegal(legal: &[String]) -> String {
    let shown = &legal[..legal.len().min(MOST_MOVES)];
    let rest = legal.len() - shown.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    match shown {
        [] => "play one of the moves that are legal for the seat asked".to_owned(),
        [only] => format!("the only legal move is {only}"),
        several => format!("legal were: {}{more}", several.join(" ")),
    }
}

const UNHEARD: &str = "nothing came back: flush standard output after every line (Python: \
     print(.., flush=True); C: fflush(stdout)), and read one line at a time: do not wait for the \
     end of input, which comes after the match";

fn timeout(case: &Case<'_>) -> String {
    match &case.evidence.exchange {
        Some(Exchange { protocol: Protocol::Lines, received, .. }) if received.bytes == 0 => {
            UNHEARD.to_owned()
        }
        Some(_) | None => reply::advice(case).unwrap_or_else(|| general(case.kind).to_owned()),
    }
}

/// The cause of a program's end, as its status and its last words show.
fn death(case: &Case<'_>) -> Option<&'static str> {
    let Case { reason, evidence, .. } = case;
    let has = |part: &str| reason.contains(part) || evidence.stderr.contains(part);
    let exchange = evidence.exchange.as_ref();
    let (slip, ended) = exchange.map(|it| (it.slip, it.ended)).unwrap_or_default();
    if slip == Some(Slip::LateHello) {
        return Some(NO_HELLO);
    }
    Some(match ended {
        Some(contract::Status::Signal(signal)) => return by_signal(signal),
        Some(contract::Status::Code(127)) => {
            "a command was not found: what a script calls must be in the folder, or among the \
             system's programs"
        }
        // A shell reports a command that a signal ended in this way.
        Some(contract::Status::Code(status @ 129..)) => return by_signal(status - 128),
        Some(contract::Status::Code(126)) => {
            "a command could not be executed: make it executable with chmod +x"
        }
        _ if has("cannot run") => return not_run(reason),
        _ if has("ModuleNotFoundError") || has("ImportError") => {
            "a Python module is missing: put it into the folder, or name where it is installed \
             under `read_only` in bot.toml"
        }
        _ if has("BrokenPipeError") => {
            "it wrote after its output was closed: reply once, then go on without writing"
        }
        _ if has("Traceback (most recent call last)") => {
            "an exception that nothing catches: read the last lines of standard error"
        }
        _ if slip == Some(Slip::NoHello) => {
            "it ended before it said hello: start it by hand to see why"
        }
        _ => return None,
    })
}

const NO_HELLO: &str = "it did not answer the hello: write {\"type\": \"hello\", \"protocol\": 1} \
     on a line of its own and flush it, before any slow preparation; read one line at a time, and \
     do not wait for the end of input";

fn by_signal(signal: i32) -> Option<&'static str> {
    Some(match signal {
        4 | 7 => "it did something that this machine cannot do: build it on this machine",
        6 => "it gave up by itself (abort, a failed assert): standard error says where",
        8 => "a division by zero, most likely: look for / and % whose right side can be 0",
        9 => "something killed it: check whether it uses too much memory or too many processes",
        11 => {
            "it used memory that is not its own: outside of stoker, compile it with -g \
            -fsanitize=address,undefined, and give it the same input"
        }
        13 => "it wrote after its output was closed: reply once, then go on without writing",
        24 => general(FaultKind::CpuTimeout),
        25 => general(FaultKind::FileLimit),
        31 => "it asked for something forbidden, such as a socket: see docs/submissions.md",
        _ => return None,
    })
}

/// The advice for a program that could not be executed, by the message of the sandbox.
fn not_run(reason: &str) -> Option<&'static str> {
    const REMEDIES: [(&str, &str); 10] = [
        ("as on Windows", "convert the ends of its lines: sed -i 's/\\r$//' FILE"),
        (
            "an interpreter that is not there",
            "name one that is installed, as in #!/usr/bin/env python3",
        ),
        ("not executable", "make it executable: chmod +x FILE"),
        ("entrant's folder write ./", "write ./ before a program of your own folder"),
        (
            "in the entrant's folder",
            "check the spelling: paths are relative to the submission's folder",
        ),
        (
            "such file in the sandbox",
            "put it into the folder, or name it under `read_only` in bot.toml",
        ),
        ("of this name in PATH", "install it, or name where it is under `read_only` in bot.toml"),
        ("the loader", "build it on this machine, or link it statically"),
        ("neither a program", "begin it with a line such as #!/usr/bin/env python3"),
        ("built for", "build it on this machine"),
    ];
    REMEDIES.iter().find(|(says, _)| reason.contains(says)).map(|(_, remedy)| *remedy)
}

fn general(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove => "play one of the moves that are legal for the seat asked",
        FaultKind::WallTimeout => {
            "reply sooner: register a move early, and think only as long as there is time"
        }
        FaultKind::CpuTimeout => {
            "look for an endless loop; otherwise think less, and register a move early"
        }
        FaultKind::OutOfMemory => {
            "use less memory: look for what grows from turn to turn, and for endless recursion; \
             a program that reserves far more than it uses sets memory = \"used\" in bot.toml"
        }
        FaultKind::ProcessLimit => {
            "start fewer processes and threads, and wait for those you start"
        }
        FaultKind::OutputLimit => {
            "write nothing but the reply to standard output; write debug output to standard error, \
            and not too much of it: both are counted, in bytes and in lines"
        }
        FaultKind::FileLimit => "write less to files, and let none grow from turn to turn",
        FaultKind::Crash => "standard error may say why; give it the same input by hand",
        FaultKind::GarbledReply => "write one JSON object with a string `move`, and nothing else",
        FaultKind::NoReply => "write a reply in every turn, and flush it before the program ends",
        FaultKind::CouldNotStart => "start it by hand in its folder, with the same command",
    }
}

#[cfg(test)]
mod tests;
