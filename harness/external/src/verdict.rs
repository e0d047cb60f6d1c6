//! The fault of a program that was asked and gave no reply.

use serde::Deserialize;
use stoker_sandbox::{Exit, Limit, Status};

use crate::Limits;
use crate::fault::{FaultKind, reason};
use crate::process::watch::WaitEnd;
use crate::process::written::{Excess, MOST_LINES};

/// The longest excerpt of a program's own words in a reason, in characters.
const EXCERPT: usize = 120;

/// The reason for a program that returned from its decision without a play.
pub const UNREGISTERED: &str = "it returned without registering a play";

/// Messages of common languages' libraries, in lower case, when they are refused something: C, C++,
/// Rust, Python, Java and Go.
const REFUSALS: [(&str, FaultKind); 8] = [
    ("cannot allocate memory", FaultKind::OutOfMemory),
    ("bad_alloc", FaultKind::OutOfMemory),
    ("memory allocation of", FaultKind::OutOfMemory),
    ("memoryerror", FaultKind::OutOfMemory),
    ("outofmemoryerror", FaultKind::OutOfMemory),
    ("out of memory", FaultKind::OutOfMemory),
    ("file too large", FaultKind::FileLimit),
    ("no space left on device", FaultKind::FileLimit),
];

/// The reason why a program's `main` has no move, as the C kit's player reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Nothing {
    /// The program returned from its decision without a play.
    Returned,
    /// Its time is up, and there is no play yet.
    Time,
}

/// Facts about a program that gave no reply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Silence<'a> {
    /// The reason for ending the wait.
    pub(super) stop: WaitEnd,
    /// Its exit, whether it ended by itself or was ended.
    pub(super) exit: Option<&'a Exit>,
    /// A description of its standard output for people, if there was any.
    pub(super) noise: Option<&'a str>,
    /// The reason why it has no move, if it reported one.
    pub(super) nothing: Option<Nothing>,
    /// The end of its standard error.
    pub(super) complaint: &'a [u8],
    /// Its limits.
    pub(super) limits: &'a Limits,
}

impl Silence<'_> {
    /// The fault, by the rules of `docs/protocol.md`.
    pub(super) fn fault(&self) -> (FaultKind, String) {
        let (kind, text) = match self.hit() {
            Some(fault) => fault,
            None => match self.stop {
                WaitEnd::Wall => self.wall(),
                WaitEnd::Cpu => self.cpu(),
                WaitEnd::Output(excess) => self.output(excess),
                WaitEnd::Complaints(excess) => self.complaints(excess),
                WaitEnd::Closed => self.quiet("it closed its standard output without a reply"),
                WaitEnd::Done | WaitEnd::Exited => self.ended(),
            },
        };
        (kind, reason(&text))
    }

    /// The exit status, if the program's end explains why there is no reply.
    pub(super) fn ended_so(&self) -> Option<Status> {
        let by_itself =
            matches!(self.stop, WaitEnd::Done | WaitEnd::Exited) && self.hit().is_none();
        self.failure().filter(|_| by_itself && self.nothing.is_none())
    }

    /// The fault for a limit of the sandbox that it reached, if any.
    fn hit(&self) -> Option<(FaultKind, String)> {
        let Limits { memory_mib, processes, file_mib, disk_mib, .. } = self.limits;
        Some(match self.exit?.hit? {
            Limit::Memory => {
                (FaultKind::OutOfMemory, format!("it reached the memory limit of {memory_mib} MiB"))
            }
            Limit::TreeMemory => (
                FaultKind::OutOfMemory,
                format!("its processes together reached the memory limit of {memory_mib} MiB"),
            ),
            Limit::Processes => (
                FaultKind::ProcessLimit,
                format!("it failed with {processes} processes, as many as it may have"),
            ),
            Limit::FileSize => {
                (FaultKind::FileLimit, format!("it wrote a file of more than {file_mib} MiB"))
            }
            Limit::Disk => {
                (FaultKind::FileLimit, format!("its working folder was full, with {disk_mib} MiB"))
            }
            // The backstop. We end a program that used its time up together with its helpers.
            Limit::Cpu => self.cpu(),
            Limit::Output => self.output(Excess::Bytes),
            Limit::Wall | Limit::Files | Limit::Sockets | Limit::Signals | Limit::Rest => {
                return None;
            }
        })
    }

    fn wall(&self) -> (FaultKind, String) {
        (FaultKind::WallTimeout, format!("no reply within {} ms", self.limits.wall_ms))
    }

    fn cpu(&self) -> (FaultKind, String) {
        let limit = self.limits.cpu_ms;
        (FaultKind::CpuTimeout, format!("no reply within {limit} ms of processor time"))
    }

    fn output(&self, excess: Excess) -> (FaultKind, String) {
        let much = self.much(excess);
        (FaultKind::OutputLimit, format!("more than {much} of output without a reply"))
    }

    fn complaints(&self, excess: Excess) -> (FaultKind, String) {
        let much = self.much(excess);
        (FaultKind::OutputLimit, format!("more than {much} on standard error in one turn"))
    }

    fn much(&self, excess: Excess) -> String {
        match excess {
            Excess::Bytes => format!("{} KiB", self.limits.output_kib),
            Excess::Lines => format!("{MOST_LINES} lines"),
        }
    }

    fn ended(&self) -> (FaultKind, String) {
        match self.nothing {
            Some(Nothing::Returned) => return (FaultKind::NoReply, UNREGISTERED.to_owned()),
            Some(Nothing::Time) => {
                let limit = self.limits.cpu_ms;
                let reason = format!("no play was registered within {limit} ms of processor time");
                return (FaultKind::CpuTimeout, reason);
            }
            None => {}
        }
        match self.failure() {
            None => self.quiet("it ended in order, without a reply"),
            Some(status) => (self.refusal().unwrap_or(FaultKind::Crash), self.exit_reason(status)),
        }
    }

    /// The exit status, unless it is success.
    fn failure(&self) -> Option<Status> {
        self.exit.map(|exit| exit.status).filter(|status| *status != Status::Code(0))
    }

    /// The limit that ended it by its own account. If the system only refuses what exceeds a limit,
    /// such as one large request for memory, there is no other trace.
    fn refusal(&self) -> Option<FaultKind> {
        let complaint = String::from_utf8_lossy(self.complaint).to_lowercase();
        let said = |(words, _): &&(&str, FaultKind)| complaint.contains(words);
        REFUSALS.iter().find(said).map(|(_, kind)| *kind)
    }

    /// The fault if nothing failed, but there is no reply.
    fn quiet(&self, what: &str) -> (FaultKind, String) {
        match self.noise {
            Some(noise) => (FaultKind::GarbledReply, noise.to_owned()),
            None => (FaultKind::NoReply, what.to_owned()),
        }
    }

    /// The status, and its last words.
    fn exit_reason(&self, status: Status) -> String {
        let how = how(status);
        match last_words(self.complaint) {
            Some(words) => format!("{how}; standard error ends: {words}"),
            None => how,
        }
    }
}

/// A description of the exit status.
pub(super) fn how(status: Status) -> String {
    match status {
        Status::Code(code) => format!("exit status {code}"),
        Status::Signal(signal) => match signal_name(signal) {
            Some(name) => format!("signal {signal} ({name})"),
            None => format!("signal {signal}"),
        },
    }
}

/// The last line with text on it, as an excerpt.
fn last_words(complaint: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(complaint);
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    Some(excerpt(line))
}

/// The part of a text that fits into a reason, in quotes.
pub(super) fn excerpt(text: &str) -> String {
    let text = text.trim();
    let cut: String = text.chars().take(EXCERPT).collect();
    let dots = if cut.len() < text.len() { "..." } else { "" };
    format!("`{cut}{dots}`")
}

fn signal_name(signal: i32) -> Option<&'static str> {
    use rustix::process::Signal;
    const NAMES: [(Signal, &str); 18] = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::USR1, "SIGUSR1"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::USR2, "SIGUSR2"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::SYS, "SIGSYS"),
    ];
    NAMES.into_iter().find(|(known, _)| known.as_raw() == signal).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fault::Fault;

    fn judged(
        stop: WaitEnd,
        status: Status,
        hit: Option<Limit>,
        noise: Option<&str>,
    ) -> (FaultKind, String) {
        let exit = Exit { status, cpu: Duration::ZERO, peak_memory: 0, hit };
        let limits = &Limits::default();
        let complaint = b"Traceback:\nValueError: \x1b[31mno\n\n";
        let nothing = None;
        Silence { stop, exit: Some(&exit), noise, nothing, complaint, limits }.fault()
    }

    #[test]
    fn what_stops_a_program_is_its_fault() {
        let killed = Status::Signal(9);
        let kind = |stop| judged(stop, killed, None, Some("noise"));
        assert_eq!(kind(WaitEnd::Wall), (FaultKind::WallTimeout, "no reply within 6000 ms".into()));
        assert_eq!(kind(WaitEnd::Cpu).0, FaultKind::CpuTimeout);
        for (stop, reason) in [
            (WaitEnd::Output(Excess::Bytes), "more than 1024 KiB of output without a reply"),
            (WaitEnd::Output(Excess::Lines), "more than 5000 lines of output without a reply"),
            (
                WaitEnd::Complaints(Excess::Bytes),
                "more than 1024 KiB on standard error in one turn",
            ),
            (
                WaitEnd::Complaints(Excess::Lines),
                "more than 5000 lines on standard error in one turn",
            ),
        ] {
            assert_eq!(kind(stop), (FaultKind::OutputLimit, reason.to_owned()));
        }
        assert_eq!(kind(WaitEnd::Closed).0, FaultKind::GarbledReply);
        assert_eq!(judged(WaitEnd::Closed, killed, None, None).0, FaultKind::NoReply);
    }

    #[test]
    fn an_end_without_a_reply_is_told_by_its_status() {
        let ended = |status, noise| judged(WaitEnd::Exited, status, None, noise);
        assert_eq!(ended(Status::Code(0), None).0, FaultKind::NoReply);
        assert_eq!(ended(Status::Code(0), Some("x")), (FaultKind::GarbledReply, "x".into()));
        assert_eq!(
            ended(Status::Code(1), Some("x")),
            (
                FaultKind::Crash,
                "exit status 1; standard error ends: `ValueError: \u{fffd}[31mno`".into()
            )
        );
        assert!(ended(Status::Signal(11), None).1.starts_with("signal 11 (SIGSEGV); "));
        assert!(ended(Status::Signal(64), None).1.starts_with("signal 64; "));
    }

    #[test]
    fn a_limit_that_was_reached_tells_more_than_how_it_ended() {
        for (limit, kind) in [
            (Limit::Memory, FaultKind::OutOfMemory),
            (Limit::TreeMemory, FaultKind::OutOfMemory),
            (Limit::Processes, FaultKind::ProcessLimit),
            (Limit::FileSize, FaultKind::FileLimit),
            (Limit::Disk, FaultKind::FileLimit),
            (Limit::Cpu, FaultKind::CpuTimeout),
            (Limit::Files, FaultKind::Crash),
        ] {
            assert_eq!(
                judged(WaitEnd::Exited, Status::Code(1), Some(limit), None).0,
                kind,
                "{limit}"
            );
        }
        assert_eq!(
            judged(WaitEnd::Wall, Status::Signal(9), Some(Limit::Processes), None).0,
            FaultKind::ProcessLimit
        );
    }

    #[test]
    fn a_program_that_says_what_it_was_refused_is_believed_if_that_ended_it() {
        let [aborted, ended] = [Status::Signal(6), Status::Code(0)].map(|status| Exit {
            status,
            cpu: Duration::ZERO,
            peak_memory: 0,
            hit: None,
        });
        let (limits, complaint) = (&Limits::default(), b"terminate: std::bad_alloc\n");
        let silence = |exit| Silence {
            stop: WaitEnd::Exited,
            exit,
            noise: None,
            nothing: None,
            complaint,
            limits,
        };
        let (kind, reason) = silence(Some(&aborted)).fault();
        assert_eq!(kind, FaultKind::OutOfMemory);
        assert_eq!(reason, "signal 6 (SIGABRT); standard error ends: `terminate: std::bad_alloc`");
        assert_eq!(silence(Some(&ended)).fault().0, FaultKind::NoReply);
    }

    #[test]
    fn reasons_are_one_printable_line_of_bounded_length() {
        assert_eq!(reason(" a\nb\u{7}\u{202e}c\r\n"), "a b\u{fffd}\u{fffd}c");
        assert_eq!(reason(&"é".repeat(400)).len(), Fault::MAX_REASON);
        assert_eq!(excerpt(&"x".repeat(200)), format!("`{}...`", "x".repeat(EXCERPT)));
    }
}
