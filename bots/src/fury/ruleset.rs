//! The fury ruleset with its bots, its scenes and its reader of reference games.

use stoker_engine::fury::Fury;
use stoker_engine::scene::Scenery;

use super::shade;
use crate::{Audience, Ruleset, RulesetError, Scenes, check_transcript, read_position};

/// Both sides hide cards, so no view is open to everyone. A message sent in a trade is secret from
/// Dracula (fury K9).
const SCENES: Scenes<Fury> = Scenes {
    scenery,
    seen: Fury::scene,
    all: Fury::scene_of_all,
    shade: shade::make,
    open: Scenes::closed,
    messages: Audience::Own,
};

fn scenery(fury: &Fury) -> Scenery {
    Scenery { legends: shade::legends(), ..fury.scenery() }
}

/// The fury ruleset with everything that comes with stoker.
///
/// # Errors
/// If two of its bots had one name.
pub fn ruleset() -> Result<Ruleset<Fury>, RulesetError> {
    let mut fury = Ruleset::<Fury>::new();
    fury.transcripts(check_transcript).position_reader(read_position).scenes(SCENES).guesses();
    for bot in super::bots() {
        fury.bot(bot)?;
    }
    fury.seal();
    Ok(fury)
}
