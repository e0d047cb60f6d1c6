//! Invariants of the parsers for replies and for `bot.toml`, which hold for any text.
#![expect(clippy::missing_panics_doc, reason = "a body panics where a parser is wrong")]

use stoker_bots::lines::wire::FromProgram;
use stoker_bots::submissions::SubmissionForm;
use stoker_engine::note;

use super::contract::Notes;
use super::line_marks::{BOT_NOTE, REMARK, WORDS, turn_of};
use super::process::exchange::OutputScan;
use super::process::log::ProgramLog;
use super::protocol::{lines, reply};
use super::submission::bot_toml::{BotToml, BuildMethod};

pub use super::build::fuzzing::{makefile, source, symbols};

/// Parses standard output of a program that runs for one turn. A reply that is found is found again
/// alone, whatever follows. Returns true if there is one.
#[must_use]
pub fn reply_of_turn(output: &[u8]) -> bool {
    let _ = reply::nothing(output);
    let Some(found) = reply::find(output) else { return false };
    let alone = serde_json::json!({ "move": found.mv, "message": found.message }).to_string();
    assert_eq!(reply::find((alone + "{\"move\":\"x\"}").as_bytes()).as_ref(), Some(&found));
    let more = [output, b"\"}{\"move\":\"x\"}"].concat();
    assert!(reply::find(&more).is_some());
    true
}

/// Parses standard output of a `lines` program. It is cut into the same lines whatever pieces it
/// arrives in. Returns true if one of them is valid.
#[must_use]
pub fn lines_replies(output: &[u8]) -> bool {
    let step = output.first().map_or(1, |&byte| 1 + usize::from(byte));
    let (mut inbox, mut read, mut seen) = (lines::Inbox::default(), vec![], vec![]);
    for piece in output.chunks(step) {
        read.extend_from_slice(piece);
        let mut see = |line: &[u8]| {
            seen.push(line.to_vec());
            false
        };
        while inbox.any(&mut read, &mut see) == OutputScan::Unfinished {}
    }
    let rest = inbox.unfinished(&mut read);
    let mut whole: Vec<_> = output.split(|&byte| byte == b'\n').collect();
    let last = whole.pop().filter(|line| !line.trim_ascii().is_empty());
    assert_eq!(rest.as_deref(), last);
    whole.retain(|line| !line.trim_ascii().is_empty());
    assert_eq!(seen, whole);
    let taken = seen.iter().filter(|line| FromProgram::read(line).is_ok());
    taken.count() > 0
}

/// Parses standard error and replies of a program that draws, whatever pieces they arrive in. Each
/// line that is kept has a mark, and each note can be read back. Returns true if there is a note.
#[must_use]
pub fn notes(output: &[u8]) -> bool {
    let step = output.first().map_or(1, |&byte| 1 + usize::from(byte));
    let mut log = ProgramLog::new(Notes::Kept);
    output.chunks(step).for_each(|piece| log.hear(piece));
    output.split(|&byte| byte == b'\n').for_each(|line| log.draw(line));
    let kept = log.take();
    for line in kept.lines() {
        match line.strip_prefix(BOT_NOTE) {
            Some(drawn) => assert!(note::read(drawn).is_ok(), "{line}"),
            None => assert!(line.starts_with(WORDS) || line.starts_with(REMARK), "{line}"),
        }
        assert_eq!(turn_of(line), None);
    }
    kept.contains(BOT_NOTE)
}

/// Parses a `bot.toml`, for sources of this form. Returns true if it is valid.
#[must_use]
pub fn bot_toml(text: &str, form: &'static SubmissionForm) -> bool {
    let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
    let read = BotToml::parse(text, Some(form), |path| path.ends_with(".c"));
    let checked = read.and_then(|read| match read.program {
        BuildMethod::OwnCommands(told) => {
            told.check_sides(&form.sides.iter().map(|side| side.kind).collect::<Vec<_>>())
        }
        BuildMethod::Sources(_) => Ok(()),
    });
    if let Err(error) = &checked {
        assert!((1..=lines).contains(&error.line), "{error}");
    }
    checked.is_ok()
}
