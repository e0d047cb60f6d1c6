//! The data of a page with replays: a JSON document of version [`FORMAT`].

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use stoker_bots::Audience;
use stoker_engine::Seat;
use stoker_engine::scene::{Note, Scene, Scenery};

use crate::findings::ReplayFindings;
use crate::shades::{Columns, Shades};

/// The version of the document.
pub const FORMAT: u32 = 2;

/// Replays for one page. A page of finished matches has them packed; the page of a match that is
/// being played has it as it is, because it grows.
#[derive(Debug, Clone, Serialize)]
pub struct Document<R = PackedReplay> {
    /// The version of the document: [`FORMAT`].
    pub format: u32,
    /// The title of the page.
    pub title: String,
    /// The program that wrote it, with its version.
    pub program: String,
    /// The sceneries: one for all matches under the same rules.
    pub sceneries: Vec<Scenery>,
    /// The shades that the characters of [shadings](crate::shades) stand for.
    pub levels: BTreeMap<char, u16>,
    /// The matches.
    pub replays: Vec<R>,
}

/// A match that a page unpacks when it is selected: unpacking all matches would take seconds.
#[derive(Debug, Clone, Serialize)]
pub struct PackedReplay {
    /// Its number in its run.
    #[serde(rename = "match")]
    pub number: u64,
    /// The entrants and their sides, for people.
    pub heading: String,
    /// The [`ReplayedMatch`] as JSON, compressed, in base64.
    pub packed: String,
}

/// One match.
#[derive(Debug, Clone, Serialize)]
pub struct ReplayedMatch {
    /// Its number in its run.
    #[serde(rename = "match")]
    pub number: u64,
    /// Its scenery: an index into [`Document::sceneries`].
    pub scenery: usize,
    /// Its seed; `None` if the page must not reveal everything, because built-in bots can be
    /// replayed from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The entrants and their sides, for people.
    pub heading: String,
    /// The sides, in the ruleset's order.
    pub sides: Vec<ReplaySide>,
    /// Its ending, for people.
    pub ending: String,
    /// The readers of the messages: `everyone`, or `own` for the viewer that a seat belongs to.
    #[serde(serialize_with = "audience")]
    pub messages: Audience,
    /// The game as seen from each point of view.
    pub tracks: Vec<Track>,
    /// The decisions, in order; on the page of one viewer, the turns of its [story](crate::story).
    pub turns: Vec<ReplayTurn>,
    /// By decision, the number of turns before it; then the number of all. Pages do not get it.
    #[serde(skip)]
    pub turns_before: Vec<usize>,
    /// The costs of the moves, if they were computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<ReplayFindings>,
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

/// A turn: a decision, or what a page's viewer is told at once.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ReplayTurn {
    /// The seat that made the decision; `None` if the page's viewer may not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The move, in the ruleset's notation; empty if the page's viewer is not told it.
    #[serde(rename = "move", skip_serializing_if = "String::is_empty")]
    pub mv: String,
    /// Its origin: `chosen`, `opening`, `default` or `forced`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub how: String,
    /// The message sent with it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The program's output on standard error, with the remarks of this program about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// The notes that the bot drew.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The fault, in a word.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fault: String,
    /// The fault in full, for readers who may know what the seat did.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub fault_reason: String,
    /// The scene after it, for each track. For the first track it is a [patch](crate::patch) from
    /// the scene before. For each other track it is a patch that turns the first track's patch into
    /// its own.
    ///
    /// A play changes much the same from every point of view. If two tracks change in the same way,
    /// the second costs nothing.
    pub scenes: Vec<Value>,
}

impl ReplayTurn {
    /// A turn of which only the seat is known, if even that is.
    #[must_use]
    pub fn of(seat: Option<Seat>) -> Self {
        Self { seat: seat.map(|seat| seat.0), ..Self::default() }
    }
}

/// The game as one viewer sees it.
#[derive(Debug, Clone, Serialize)]
pub struct Track {
    /// The ruleset's number of the viewer; `None` for a viewer that may see everything.
    pub viewer: Option<u8>,
    /// The viewer's name, for people.
    pub name: String,
    /// The scene before the first decision, without shadings; later scenes are in
    /// [`ReplayTurn::scenes`].
    pub first: Value,
    /// The shadings of all scenes, by the keys of their legends.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shadings: BTreeMap<String, Shades>,
}

/// A track that is still growing.
#[derive(Debug)]
pub struct GrowingTrack {
    track: Track,
    last: Value,
    shadings: Columns,
}

impl GrowingTrack {
    /// A track in this scenery that begins with this scene.
    ///
    /// # Errors
    /// If the scene has no JSON form.
    pub fn new(
        scenery: &Scenery,
        viewer: Option<u8>,
        name: String,
        first: Scene,
    ) -> serde_json::Result<Self> {
        let mut shadings = Columns::new(scenery);
        shadings.push(&first.shadings);
        let last = value_of(first)?;
        let track = Track { viewer, name, first: last.clone(), shadings: BTreeMap::new() };
        Ok(Self { track, last, shadings })
    }

    /// Takes in the next scene. Returns the patch to it, which belongs in [`ReplayTurn::scenes`].
    ///
    /// # Errors
    /// If the scene has no JSON form.
    pub fn push(&mut self, scene: Scene) -> serde_json::Result<Value> {
        self.shadings.push(&scene.shadings);
        let next = value_of(scene)?;
        let patch = crate::patch::between(&self.last, &next);
        self.last = next;
        Ok(patch)
    }

    /// The finished track.
    #[must_use]
    pub fn finish(self) -> Track {
        Track { shadings: self.shadings.finish(), ..self.track }
    }
}

/// The scene as JSON. Its shadings are left out because they are kept elsewhere, and its choices
/// because a replay does not offer them.
fn value_of(scene: Scene) -> serde_json::Result<Value> {
    serde_json::to_value(Scene { choices: vec![], shadings: BTreeMap::new(), ..scene })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn audience<S: serde::Serializer>(messages: &Audience, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match messages {
        Audience::Everyone => "everyone",
        Audience::Own => "own",
    })
}
