//! The kosmos ruleset with its bots, its scenes and its reader of reference games.

use stoker_engine::kosmos::Kosmos;

use super::positions::positions;
use crate::{Audience, Ruleset, RulesetError, Scenes, check_transcript, read_position};

/// Neither side may see the other's cards, so no view is open to everyone.
const SCENES: Scenes<Kosmos> = Scenes {
    scenery: Kosmos::scenery,
    seen: Kosmos::scene,
    all: Kosmos::scene_of_all,
    shade: Scenes::unshaded,
    open: Scenes::closed,
    messages: Audience::Own,
};

/// The kosmos ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Kosmos>, RulesetError> {
    let mut kosmos = Ruleset::<Kosmos>::new();
    kosmos.transcripts(check_transcript).position_reader(read_position);
    kosmos.scenes(SCENES).positions(positions).guesses();
    for bot in super::bots() {
        kosmos.bot(bot)?;
    }
    for references in super::references() {
        kosmos.references(references)?;
    }
    kosmos.seal();
    Ok(kosmos)
}
