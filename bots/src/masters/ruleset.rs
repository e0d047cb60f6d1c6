//! The masters ruleset with its bots and its reader of reference games.

use stoker_engine::masters::Masters;

use crate::{Ruleset, RulesetError, check_transcript};

/// The masters ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Masters>, RulesetError> {
    let mut masters = Ruleset::<Masters>::new();
    masters.transcripts(check_transcript);
    for bot in super::bots() {
        masters.bot(bot)?;
    }
    masters.seal();
    Ok(masters)
}
