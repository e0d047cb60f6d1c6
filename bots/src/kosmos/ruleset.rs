//! The kosmos ruleset as it is offered: its bots, and what only its own code can read.

use stoker_engine::kosmos::Kosmos;
use stoker_engine::transcript::{Difference, Transcript};

use crate::{Mismatch, Ruleset, RulesetError, TranscriptCheck};

/// The kosmos ruleset with everything that comes with stoker.
///
/// # Errors
/// Never: a test makes one.
pub fn ruleset() -> Result<Ruleset<Kosmos>, RulesetError> {
    let mut kosmos = Ruleset::<Kosmos>::new();
    kosmos.transcripts(check);
    for bot in super::bots() {
        kosmos.bot(bot)?;
    }
    kosmos.seal();
    Ok(kosmos)
}

/// Checks a game by the parameters that it names itself.
fn check(_: &Kosmos, line: &str) -> Result<TranscriptCheck, String> {
    let transcript: Transcript<Kosmos> =
        serde_json::from_str(line).map_err(|error| error.to_string())?;
    let differences = transcript.differences().map_err(|error| error.to_string())?;
    let mismatches = differences.into_iter().map(mismatch).collect();
    Ok(TranscriptCheck { turns: transcript.decisions.len() as u64, mismatches })
}

/// The transcript is the oracle: what it says is expected, what these rules say is what we got.
fn mismatch(found: Difference) -> Mismatch {
    let Difference { decision, fact, expected, got } = found;
    let decision = decision.and_then(|number| u32::try_from(number).ok());
    Mismatch { decision, field: fact, expected, got }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_game_of_the_ruleset_is_refused() {
        let kosmos = Kosmos::default();
        assert!(check(&kosmos, "{}").is_err());
        let other = r#"{"ruleset":"course","params":{},"chance":[],"decisions":[],"scores":{},
            "winners":[],"ending":"cap","facts":{},"checks":[]}"#;
        assert_eq!(check(&kosmos, other).unwrap_err(), "this is a game of the ruleset `course`");
    }
}
