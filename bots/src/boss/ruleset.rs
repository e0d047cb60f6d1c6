//! The boss ruleset with its bots, its scenes and its reader of reference games.
//!
//! Every ruleset lists what comes with it in this form; the lists differ.

use stoker_engine::boss::Boss;

use super::positions::positions;
use crate::{Audience, Ruleset, RulesetError, Scenes, check_transcript, read_position};

/// Each seat has a view of its own, so no view is open to everyone.
const SCENES: Scenes<Boss> = Scenes {
    scenery: Boss::scenery,
    seen: Boss::scene,
    all: Boss::scene_of_all,
    shade: Scenes::unshaded,
    open: Scenes::closed,
    messages: Audience::Own,
};

/// The boss ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Boss>, RulesetError> {
    let mut boss = Ruleset::<Boss>::new();
    boss.transcripts(check_transcript).position_reader(read_position);
    boss.scenes(SCENES).positions(positions).guesses();
    for bot in super::bots() {
        boss.bot(bot)?;
    }
    boss.seal();
    Ok(boss)
}
