//! The streams that a command writes to, and the ways in which it ends.

use std::io::{self, Write};
use std::process::ExitCode;

use stoker_files::printable::{printable, printable_json};

/// The streams that a command writes to.
pub(crate) struct Io<'a> {
    /// Results.
    pub(crate) out: &'a mut (dyn Write + Send),
    /// Progress and errors.
    pub(crate) err: &'a mut (dyn Write + Send),
    /// The reader of the results.
    pub(crate) out_to: StreamKind,
    /// The reader of progress and errors.
    pub(crate) err_to: StreamKind,
}

impl Io<'_> {
    /// The number of lines of the screen that shows the results, if there is one.
    pub(crate) fn screen(&self) -> Option<usize> {
        let known = (self.out_to == StreamKind::Terminal).then(terminal_size::terminal_size);
        known.flatten().map(|(_, lines)| lines.0.into())
    }
}

/// The reader of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamKind {
    /// Someone at a terminal.
    Terminal,
    /// A file or another program.
    Pipe,
}

impl StreamKind {
    pub(crate) fn of(stream: &impl io::IsTerminal) -> Self {
        if stream.is_terminal() { Self::Terminal } else { Self::Pipe }
    }
}

/// The way in which a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandExit {
    /// It did its work.
    Done,
    /// It did its work, and found something wrong.
    Findings,
    /// It could not do its work.
    Failed,
    /// It did its work, but more than one slot in a hundred is void.
    ManyVoid,
    /// It was interrupted, and kept its work so far.
    Interrupted,
}

impl CommandExit {
    /// The status that the process ends with.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Findings => 1,
            Self::Failed => 2,
            Self::ManyVoid => 3,
            Self::Interrupted => 130,
        }
    }
}

impl From<CommandExit> for ExitCode {
    fn from(exit: CommandExit) -> Self {
        Self::from(exit.code())
    }
}

/// The longest error, in characters: what it quotes can come from a hostile file.
const LONGEST: usize = 1_000;

/// An error as one line of bounded length. It has each cause once, even if the errors around it
/// repeat it, and no control characters of terminals.
pub(crate) fn error_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if line.is_empty() {
            line = cause;
        } else if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = printable(&line.chars().take(LONGEST).collect::<String>());
    if line.chars().count() > LONGEST { shown + "..." } else { shown }
}

/// Adds the place to an error that names none. Only writing to standard output makes such errors.
pub(crate) fn placed(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<io::Error>() {
        Some(_) if error.chain().len() == 1 => error.context("standard output"),
        Some(_) | None => error,
    }
}

/// True if an error says that nobody reads the results any more: `stoker bots | head -1`.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// The end of a command that came to `exit` and then wrote its results. A reader that has stopped
/// reading does not change it.
pub(crate) fn unless_unread(
    exit: CommandExit,
    written: anyhow::Result<()>,
) -> anyhow::Result<CommandExit> {
    match written {
        Err(error) if !is_broken_pipe(&error) => Err(error),
        Ok(()) | Err(_) => Ok(exit),
    }
}

/// Writes JSON for other programs.
pub(crate) fn print_json(out: &mut dyn Write, value: &serde_json::Value) -> anyhow::Result<()> {
    // In memory first: an error of the writer would be hidden in one of the JSON.
    writeln!(out, "{}", printable_json(&serde_json::to_string_pretty(value)?))?;
    Ok(())
}

/// Reads a text file of bounded size.
pub(crate) fn read_text(path: &std::path::Path, most: u64) -> anyhow::Result<String> {
    use anyhow::Context as _;
    use std::io::Read as _;
    let name = || path.display().to_string();
    let mut text = String::new();
    let file = stoker_files::untrusted::open_file(path).with_context(name)?;
    file.take(most + 1).read_to_string(&mut text).map_err(not_text).with_context(name)?;
    anyhow::ensure!(text.len() as u64 <= most, "{} has more than {most} bytes", name());
    Ok(text)
}

/// Replaces the system's words for input that is not text.
pub(crate) fn not_text(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::InvalidData {
        io::Error::new(error.kind(), "not UTF-8 text")
    } else {
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context as _, anyhow};

    #[test]
    fn an_error_that_quotes_a_huge_text_is_cut_short() {
        let line = error_line(&anyhow!("no ruleset `{}`", "x".repeat(1 << 20)));
        assert!(line.len() == 1_003 && line.ends_with("xxx..."), "{}", line.len());
    }

    #[test]
    fn only_an_error_without_a_place_is_put_down_to_standard_output() {
        let full = || anyhow::Error::from(io::Error::other("full"));
        assert_eq!(error_line(&placed(full())), "standard output: full");
        assert_eq!(error_line(&placed(full().context("a.csv"))), "a.csv: full");
    }

    #[test]
    fn an_error_is_one_line_that_repeats_nothing_and_commands_no_terminal() {
        let error = Err::<(), _>(anyhow!("bad\n\u{1b}[31m thing"))
            .context("file: bad\n\u{1b}[31m thing")
            .context("run")
            .unwrap_err();
        assert_eq!(error_line(&error), "run: file: bad \u{fffd}[31m thing");
    }
}
