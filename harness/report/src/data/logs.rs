//! Lines of logs.

use std::io::Read as _;

use stoker_external::line_marks::REMARK;
use stoker_files::untrusted::Folder;
use stoker_tournament::results::FaultLine;
use stoker_tournament::results::folder::LOGS;

/// The most bytes of a log that are read: no run writes a longer one.
const MOST: u64 = 4 << 20;
/// The number of lines before a fault that are shown.
const BEFORE: usize = 4;

/// Lines of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogExcerpt {
    /// The name of the log.
    pub file: String,
    /// The number of the line about the fault, from 1.
    pub line: usize,
    /// Some lines before it, and the line itself.
    pub lines: Vec<String>,
}

/// The line of a log about a fault, if the log exists and has it.
pub(super) fn excerpt(run: &Folder, fault: &FaultLine) -> Option<LogExcerpt> {
    let file = format!("match-{:06}-{}.log", fault.number, fault.side);
    let mut bytes = vec![];
    let log = run.folder(LOGS).ok()?.open_file(&file).ok()?;
    log.take(MOST).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let end = format!(": {}: {}", fault.kind, fault.reason);
    let tells = |line: &&str| {
        line.strip_prefix(REMARK).is_some_and(|note| note.starts_with("fault of "))
            && line.ends_with(&end)
    };
    let at = lines.iter().position(tells)?;
    let shown = lines[at.saturating_sub(BEFORE)..=at].iter().map(|&line| line.to_owned());
    Some(LogExcerpt { file, line: at + 1, lines: shown.collect() })
}
