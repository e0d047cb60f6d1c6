//! The words and notes of bots, read back from the logs of a run.

use stoker_engine::scene::Note;
use stoker_engine::{Seat, Sides, note};
use stoker_external::line_marks::{BOT_NOTE, REMARK, WORDS, turn_of};
use stoker_files::untrusted::Folder;

use super::folder::LOGS;
use super::logs::{MOST_LOG, file_name};
use crate::storage::{FolderError, bounded, inner};

/// The words and notes of a bot from one decision that it was asked for to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnOutput {
    /// The decision, from 0.
    pub decision: u32,
    /// The seat that it decided for.
    pub seat: Seat,
    /// Its standard error, and lines of this program about it, which begin with [`REMARK`].
    pub words: String,
    /// Its notes.
    pub notes: Vec<Note>,
}

/// Reads the log of a side.
///
/// # Examples
/// ```
/// use stoker_tournament::results::turn_outputs_in_log;
/// let said = turn_outputs_in_log("stoker: turn 7, seat 2\n| hello\n@note mark lost\n");
/// assert_eq!((said[0].decision, said[0].seat.0, &*said[0].words), (7, 2, "hello\n"));
/// assert_eq!(said[0].notes[0].to_string(), "mark lost");
/// ```
#[must_use]
pub fn turn_outputs_in_log(log: &str) -> Vec<TurnOutput> {
    let mut all: Vec<TurnOutput> = vec![];
    for line in log.lines() {
        if let Some((decision, seat)) = turn_of(line) {
            all.push(TurnOutput { decision, seat, words: String::new(), notes: vec![] });
            continue;
        }
        // Words before the first turn belong to no turn; this program writes none there.
        let Some(said) = all.last_mut() else { continue };
        match line.strip_prefix(BOT_NOTE) {
            Some(drawn) => said.notes.extend(note::read(drawn).unwrap_or_default()),
            None => {
                // Words that look like a line of this program keep their mark.
                let words = line.strip_prefix(WORDS).filter(|words| !words.starts_with(REMARK));
                said.words.push_str(words.unwrap_or(line));
                said.words.push('\n');
            }
        }
    }
    all
}

/// Reads the words and notes in a match of the run in this folder; empty if there are no logs of
/// it.
///
/// # Errors
/// If a log cannot be read, or is longer than any that a run writes.
pub fn turn_outputs_in_match(
    run: &Folder,
    number: u64,
    sides: &Sides,
) -> Result<Vec<TurnOutput>, FolderError> {
    let Some(logs) = inner(run, LOGS)? else { return Ok(vec![]) };
    let mut said = vec![];
    for side in sides.list() {
        let name = file_name(number, side.name);
        if logs.has_file(&name) {
            let log = bounded::read(&logs, &name, MOST_LOG)?;
            said.extend(turn_outputs_in_log(&String::from_utf8_lossy(&log)));
        }
    }
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_notes_belong_to_the_turn_before_them() {
        let log = "| before\nstoker: turn 3, seat 1\n| a\n| stoker: turn 9, seat 4\nstoker: late\n\
                   @note shade LO 5 PA 6\n@note nonsense\n| @note mark x\nstoker: turn 8, seat 1\n";
        let said = turn_outputs_in_log(log);
        let [first, second] = &said[..] else { panic!("{said:?}") };
        assert_eq!((first.decision, first.seat), (3, Seat(1)));
        assert_eq!(first.words, "a\n| stoker: turn 9, seat 4\nstoker: late\n@note mark x\n");
        assert_eq!(first.notes.len(), 2);
        assert_eq!((second.decision, &*second.words, second.notes.len()), (8, "", 0));
    }
}
