//! The boss ruleset with its bots and its reader of reference games.

use stoker_engine::boss::Boss;

use crate::{Ruleset, RulesetError, check_transcript};

/// The boss ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Boss>, RulesetError> {
    let mut boss = Ruleset::<Boss>::new();
    boss.transcripts(check_transcript);
    for bot in super::bots() {
        boss.bot(bot)?;
    }
    boss.seal();
    Ok(boss)
}
