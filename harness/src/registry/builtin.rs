//! What comes with the program: the one place in the harness that names a ruleset.

mod positions;

use stoker_engine::course::Course;
use stoker_engine::course::transcript::{Difference, Transcript};

use super::{Registry, RegistryError, Ruleset, TranscriptCheck};
use crate::verify::Mismatch;

pub(super) fn registry() -> Result<Registry, RegistryError> {
    let mut course = Ruleset::<Course>::new();
    course.notation(describe).transcripts(check).positions(positions::positions);
    for bot in stoker_bots::course::bots() {
        course.bot(bot)?;
    }
    course.seal();
    let mut registry = Registry::empty();
    registry.ruleset(course)?.default_league(include_str!("default-league.toml"));
    Ok(registry)
}

fn describe(course: &Course, past_plays: &str) -> Result<String, String> {
    course.describe(past_plays).map_err(|error| error.to_string())
}

fn check(course: &Course, line: &str) -> Result<TranscriptCheck, String> {
    let transcript: Transcript = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let mismatches = transcript.differences(course).into_iter().map(mismatch).collect();
    Ok(TranscriptCheck { turns: transcript.turns.len() as u64, mismatches })
}

/// A transcript is the oracle: what it tells is expected, what this engine says is what we got.
fn mismatch(found: Difference) -> Mismatch {
    let Difference { turn, fact, expected, got } = found;
    Mismatch { decision: u32::try_from(turn).ok(), field: fact.to_owned(), expected, got }
}
