//! Reading games and positions that come from elsewhere, for every ruleset that says what is true
//! of a moment.

use std::sync::Arc;

use stoker_engine::Seed;
use stoker_engine::data::DataFile;
use stoker_engine::transcript::{
    Difference, Positioned, Transcribed, Transcript, TranscriptPosition,
};

use crate::{Mismatch, PlacedGame, ReplayBy, TranscriptCheck, Unchecked};

/// Checks a game by the rules and parameters that it names itself, for
/// [`Ruleset::transcripts`](crate::Ruleset::transcripts).
///
/// # Errors
/// If the line is not a transcript, belongs to another ruleset or to other rules than
/// those asked for, or has parameters that are refused.
pub fn check_transcript<G: Transcribed>(
    by: &ReplayBy<'_, G>,
    line: &str,
) -> Result<TranscriptCheck, Unchecked> {
    let not_a_game = |error: &dyn std::fmt::Display| Unchecked::NotAGame(error.to_string());
    let transcript: Transcript<G> =
        serde_json::from_str(line).map_err(|error| not_a_game(&error))?;
    let own = transcript.rules().map_err(|error| not_a_game(&error))?;
    (by.agrees)(&own).map_err(Unchecked::Contradicted)?;
    let differences = transcript.differences().map_err(|error| not_a_game(&error))?;
    let mismatches = differences.into_iter().map(mismatch).collect();
    Ok(TranscriptCheck { turns: transcript.decisions.len() as u64, mismatches })
}

/// Reads a position, for [`Ruleset::position_reader`](crate::Ruleset::position_reader). Draws after
/// those that it names come from a fixed seed.
///
/// # Errors
/// If the text is not a position of the ruleset, or no game can go on from it.
pub fn read_position<G: Positioned>(
    text: &str,
    data: Option<Arc<DataFile>>,
) -> Result<PlacedGame<G>, String> {
    let position: TranscriptPosition<G> =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rules = position.rules_with(data).map_err(|error| error.to_string())?;
    let state = position.state(&rules, Seed(1)).map_err(|error| error.to_string())?;
    Ok(PlacedGame { rules: Arc::new(rules), state })
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
        let check =
            |line: &str| check_transcript(&ReplayBy::usual(&kosmos), line).unwrap_err().to_string();
        assert!(check("{}").starts_with("missing field"));
        let line = r#"{"ruleset": "toy", "params": {}, "chance": [], "decisions": [], "scores": {},
            "winners": [], "ending": "", "facts": {}, "checks": []}"#;
        assert_eq!(check(line), "this is a game of the ruleset `toy`");
        let line = line.replace("toy", "kosmos");
        let found = check_transcript(&ReplayBy::usual(&kosmos), &line).unwrap();
        assert_eq!((found.turns, found.mismatches.is_empty()), (0, false));
    }

    #[test]
    fn a_game_that_names_other_rules_than_those_asked_for_is_refused() {
        let line = r#"{"ruleset": "kosmos", "params": {"lives": 3}, "chance": [], "decisions": [],
            "scores": {}, "winners": [], "ending": "", "facts": {}, "checks": []}"#;
        let kosmos = Kosmos::default();
        let agrees = |own: &Kosmos| match own.params().lives {
            3 => Err("three".to_owned()),
            _ => Ok(()),
        };
        let check = |line| check_transcript(&ReplayBy { rules: &kosmos, agrees: &agrees }, line);
        assert_eq!(check(line).unwrap_err(), Unchecked::Contradicted("three".to_owned()));
        assert!(check(&line.replace('3', "4")).is_ok());
    }
}
