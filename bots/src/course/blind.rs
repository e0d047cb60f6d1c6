//! `blind`: four hunters who walk their beats whatever Dracula does.
//!
//! Idea: the lower end of the scale that other hunters are measured on. Each rests when hurt, and
//! otherwise walks on to the city near by that was left alone longest; no sighting changes that.
//! Cost: a handful of set operations a turn; nothing is allocated.
//! Weakness: it meets Dracula by chance alone.

use stoker_engine::course::Course;

use super::patrol::{Patrol, REST, SPREAD};
use crate::entry::BotEntry;
use crate::params::Param;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Course> = BotEntry {
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
