//! The maps of the course ruleset, and the landmarks that it needs on any map.

use crate::map::{BuiltinMap, MapWords};

/// Landmark to which hunters without life go.
pub(super) const HOSPITAL: &str = "hospital";
/// Landmark in which Dracula gains blood.
pub(super) const CASTLE: &str = "castle";
/// The landmarks, in the order of the texts that maps are hashed by.
pub(super) const WORDS: MapWords = MapWords::of(&[HOSPITAL, CASTLE]);

impl BuiltinMap {
    /// The course's map of Europe: 71 places, 61 on land and 10 seas (rules-course M1).
    pub const COURSE: Self =
        Self { name: "course", text: include_str!("../../../maps/course.toml"), words: WORDS };
    /// A tiny map of 10 places, for tests and exact analysis.
    pub const TINY: Self =
        Self { name: "tiny", text: include_str!("../../../maps/tiny.toml"), words: WORDS };
}
