//! The data of a page with replays: a JSON document of version [`FORMAT`].

use serde::Serialize;
use serde_json::Value;
use stoker_engine::scene::{Note, Scene, Scenery};

/// The version of the document.
pub const FORMAT: u32 = 1;

/// Replays for one page.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// The version of the form.
    pub format: u32,
    /// The title of the page.
    pub title: String,
    /// What wrote it, with its version.
    pub program: String,
    /// What stays the same through a game: one for all matches under the same rules.
    pub sceneries: Vec<Scenery>,
    /// The matches.
    pub replays: Vec<PackedReplay>,
}

/// A match that a page unpacks when it is chosen: all of them at once would take a browser seconds.
#[derive(Debug, Clone, Serialize)]
pub struct PackedReplay {
    /// Its number in its run.
    #[serde(rename = "match")]
    pub number: u64,
    /// Who plays whom, for people.
    pub heading: String,
    /// The [`Replay`] as JSON, compressed, in letters and digits.
    pub packed: String,
}

/// One match.
#[derive(Debug, Clone, Serialize)]
pub struct Replay {
    /// Its number in its run.
    #[serde(rename = "match")]
    pub number: u64,
    /// Its scenery: an index.
    pub scenery: usize,
    /// Its seed; none where not all may be known, because built-in bots play the same from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Who plays whom, for people.
    pub heading: String,
    /// The sides, in the ruleset's order.
    pub sides: Vec<ReplaySide>,
    /// How it ended, for people.
    pub ending: String,
    /// The decisions, in order.
    pub turns: Vec<ReplayTurn>,
    /// The game as seen from each point of view.
    pub tracks: Vec<Track>,
    /// What the moves cost, if that was worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Value>,
}

/// A side of a match.
#[derive(Debug, Clone, Serialize)]
pub struct ReplaySide {
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub entrant: String,
    /// The names of its seats.
    pub seats: Vec<String>,
}

/// A decision.
#[derive(Debug, Clone, Serialize)]
pub struct ReplayTurn {
    /// Who made it.
    pub seat: u8,
    /// What happened, for people who may know everything.
    pub text: String,
    /// The move, in the ruleset's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The round, if the game counts rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// How it came about: `chosen`, `opening`, `default` or `forced`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub how: String,
    /// What was said with it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// What the program wrote to standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// What the bot drew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What went wrong, in a word.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fault: String,
    /// The same in full, for those who may know what the seat did.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fault_reason: String,
}

/// The game as one viewer sees it: a scene before the first decision, and one after each.
#[derive(Debug, Clone, Serialize)]
pub struct Track {
    /// The ruleset's number of the viewer; none for one who may see everything.
    pub viewer: Option<u8>,
    /// The viewer's name, for people.
    pub name: String,
    /// The scene before the first decision.
    pub first: Value,
    /// How each of the others differs from the one before it.
    pub patches: Vec<Value>,
}

/// A track that is still growing.
#[derive(Debug)]
pub struct GrowingTrack {
    track: Track,
    last: Value,
}

impl GrowingTrack {
    /// A track that begins with this scene.
    ///
    /// # Errors
    /// Only if memory is short: a scene is plain data.
    pub fn new(viewer: Option<u8>, name: String, first: Scene) -> serde_json::Result<Self> {
        let last = value_of(first)?;
        let track = Track { viewer, name, first: last.clone(), patches: vec![] };
        Ok(Self { track, last })
    }

    /// Adds the next scene.
    ///
    /// # Errors
    /// Only if memory is short: a scene is plain data.
    pub fn push(&mut self, scene: Scene) -> serde_json::Result<()> {
        let next = value_of(scene)?;
        self.track.patches.push(crate::patch::between(&self.last, &next));
        self.last = next;
        Ok(())
    }

    /// The track as it is.
    #[must_use]
    pub fn finish(self) -> Track {
        self.track
    }
}

/// The scene without what could have been chosen: nobody chooses in a replay, and it is a third of
/// the data.
fn value_of(scene: Scene) -> serde_json::Result<Value> {
    serde_json::to_value(Scene { choices: vec![], ..scene })
}
