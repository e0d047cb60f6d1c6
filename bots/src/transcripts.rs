//! Checking games that were not played here, for every ruleset that says what is true of a moment.

use stoker_engine::transcript::{Difference, Transcribed, Transcript};

use crate::{Mismatch, TranscriptCheck};

/// Checks a game by the rules and parameters that it names itself, for
/// [`Ruleset::transcripts`](crate::Ruleset::transcripts).
///
/// # Errors
/// If the line is no transcript, is of another ruleset, or its parameters are refused.
pub fn check_transcript<G: Transcribed>(_: &G, line: &str) -> Result<TranscriptCheck, String> {
    let transcript: Transcript<G> =
        serde_json::from_str(line).map_err(|error| error.to_string())?;
    let differences = transcript.differences().map_err(|error| error.to_string())?;
    let mismatches = differences.into_iter().map(mismatch).collect();
    Ok(TranscriptCheck { turns: transcript.decisions.len() as u64, mismatches })
}

/// A transcript is the oracle: what it tells is expected, what these rules say is what we got.
fn mismatch(found: Difference) -> Mismatch {
    let Difference { decision, fact, expected, got } = found;
    let decision = decision.and_then(|decision| u32::try_from(decision).ok());
    Mismatch { decision, field: fact, expected, got }
}

#[cfg(test)]
mod tests {
    use stoker_engine::kosmos::Kosmos;

    use super::*;

    #[test]
    fn a_line_that_is_no_game_of_the_ruleset_is_refused() {
        let kosmos = Kosmos::default();
        let check = |line: &str| check_transcript(&kosmos, line).unwrap_err();
        assert!(check("{}").starts_with("missing field"));
        let line = r#"{"ruleset": "toy", "params": {}, "chance": [], "decisions": [], "scores": {},
            "winners": [], "ending": "", "facts": {}, "checks": []}"#;
        assert_eq!(check(line), "this is a game of the ruleset `toy`");
        let found = check_transcript(&kosmos, &line.replace("toy", "kosmos")).unwrap();
        assert_eq!((found.turns, found.mismatches.is_empty()), (0, false));
    }
}
