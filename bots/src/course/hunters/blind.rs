//! `blind`: four hunters who walk their beats whatever Dracula does.
//!
//! Idea: the lower end of the scale on which other hunters are measured. Each hunter rests when
//! hurt, and otherwise walks on to the nearby city that was left alone longest. No sighting changes
//! that.
//! Cost: a handful of set operations a turn; nothing is allocated.
//! Weakness: it meets Dracula only by chance.

use stoker_engine::course::Course;

use super::patrol::{Patrol, REST, SPREAD};
use crate::entry::BotEntry;
use crate::params::Param;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "blind",
    summary: "Hunters who walk their beats whatever Dracula does: a reference, not a rung.",
    sides: &["hunters"],
    rung: None,
    searches: false,
    params: PARAMS,
    make: |setup| {
        let spread = i32::try_from(setup.values.int("spread")).unwrap_or(0);
        Box::new(Patrol::blind(setup.game, setup.values.int("rest"), spread))
    },
};

const PARAMS: &[Param] = &[REST, SPREAD];
