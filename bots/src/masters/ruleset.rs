//! The masters ruleset with its bots, its scenes and its reader of reference games.
//!
//! Every ruleset lists what comes with it in this form; the lists differ.

use stoker_engine::masters::Masters;

use super::positions::positions;
use crate::{Audience, Ruleset, RulesetError, Scenes, check_transcript, read_position};

/// The family knows all that anybody knows, so its view is open to everyone.
const SCENES: Scenes<Masters> = Scenes {
    scenery: Masters::scenery,
    seen: Masters::scene,
    all: Masters::scene_of_all,
    shade: Scenes::unshaded,
    open: Scenes::closed,
    messages: Audience::Everyone,
};

/// The masters ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Masters>, RulesetError> {
    let mut masters = Ruleset::<Masters>::new();
    masters.transcripts(check_transcript).position_reader(read_position);
    masters.scenes(SCENES).positions(positions).guesses();
    for bot in super::bots() {
        masters.bot(bot)?;
    }
    masters.seal();
    Ok(masters)
}
