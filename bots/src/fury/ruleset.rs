//! The fury ruleset with its bots and its reader of reference games.

use stoker_engine::fury::Fury;

use crate::{Ruleset, RulesetError, check_transcript};

/// The fury ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Fury>, RulesetError> {
    let mut fury = Ruleset::<Fury>::new();
    fury.transcripts(check_transcript);
    for bot in super::bots() {
        fury.bot(bot)?;
    }
    fury.seal();
    Ok(fury)
}
