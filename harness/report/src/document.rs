//! The data of a page with replays: a JSON document of version [`FORMAT`].

use serde::Serialize;
use serde_json::Value;
use stoker_engine::scene::{Note, Scene, Scenery};

/// The version of the document.
pub const FORMAT: u32 = 1;

/// Replays for one page.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// The version of the document: [`FORMAT`].
    pub format: u32,
    /// The title of the page.
    pub title: String,
    /// The program that wrote it, with its version.
    pub program: String,
    /// The sceneries: one for all matches under the same rules.
    pub sceneries: Vec<Scenery>,
    /// The matches.
    pub replays: Vec<PackedReplay>,
}

/// A match that a page unpacks when it is chosen: unpacking all of them would take seconds.
#[derive(Debug, Clone, Serialize)]
pub struct PackedReplay {
    /// Its number in its run.
    #[serde(rename = "match")]
    pub number: u64,
    /// The entrants and their sides, for people.
    pub heading: String,
    /// The [`Replay`] as JSON, compressed, in base64.
    pub packed: String,
}

/// One match.
#[derive(Debug, Clone, Serialize)]
pub struct Replay {
    /// Its number in its run.
    #[serde(rename = "match")]
    pub number: u64,
    /// Its scenery: an index into [`Document::sceneries`].
    pub scenery: usize,
    /// Its seed; none where not all may be known, because built-in bots play the same from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The entrants and their sides, for people.
    pub heading: String,
    /// The sides, in the ruleset's order.
    pub sides: Vec<ReplaySide>,
    /// Its ending, for people.
    pub ending: String,
    /// The decisions, in order.
    pub turns: Vec<ReplayTurn>,
    /// The game as seen from each point of view.
    pub tracks: Vec<Track>,
    /// The costs of the moves, if they were worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Value>,
}

/// A side of a match.
#[derive(Debug, Clone, Serialize)]
pub struct ReplaySide {
    /// Its name.
    pub name: String,
    /// The entrant that plays it.
    pub entrant: String,
    /// The names of its seats.
    pub seats: Vec<String>,
}

/// A decision.
#[derive(Debug, Clone, Serialize)]
pub struct ReplayTurn {
    /// The seat that made it.
    pub seat: u8,
    /// The play, for people; empty if the page's viewer may not know it.
    pub text: String,
    /// The move, in the ruleset's notation; empty likewise.
    #[serde(rename = "move")]
    pub mv: String,
    /// The round, if the game counts rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Its origin: `chosen`, `opening`, `default` or `forced`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub how: String,
    /// The message sent with it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The program's output on standard error, and what this program says about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The notes that the bot drew.
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
    /// The ruleset's number of the viewer; none for a viewer who may see everything.
    pub viewer: Option<u8>,
    /// The viewer's name, for people.
    pub name: String,
    /// The scene before the first decision.
    pub first: Value,
    /// A [patch](crate::patch) for each of the others, from the one before it.
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
    /// Never in practice: a scene is plain data.
    pub fn new(viewer: Option<u8>, name: String, first: Scene) -> serde_json::Result<Self> {
        let last = value_of(first)?;
        let track = Track { viewer, name, first: last.clone(), patches: vec![] };
        Ok(Self { track, last })
    }

    /// Adds the next scene.
    ///
    /// # Errors
    /// Never in practice: a scene is plain data.
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

/// The scene without the choices: nobody chooses in a replay, and they are a third of the data.
fn value_of(scene: Scene) -> serde_json::Result<Value> {
    serde_json::to_value(Scene { choices: vec![], ..scene })
}
