//! A match as a page shows it: its record, replayed as each viewer saw it.

use stoker_bots::{Scenes, Shade};
use stoker_engine::scene::{Marker, Scene};
use stoker_engine::{Chance, Choice, Game, IllegalMove, Seat, Turn, Viewer};
use stoker_tournament::record::{Record, RecordedFault, StepError, next_step};
use stoker_tournament::referee::Step;

use crate::document::{GrowingTrack, Replay, ReplaySide, ReplayTurn, Track};

/// The highest importance of a marker.
const MOST_IMPORTANT: u8 = 3;

/// The points of view from which a match is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Views {
    /// Every viewer's, and that of a viewer who sees everything.
    All,
    /// One viewer's alone: nothing that this viewer does not know is in the page.
    Only(Viewer),
}

/// Why a record cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A play that cannot be the next one.
    #[error("turn {turn}: {error} (`stoker verify` says more)")]
    Step {
        /// The decision, from 0.
        turn: usize,
        /// What is wrong.
        error: StepError,
    },
    /// A move that the rules do not allow.
    #[error("turn {turn}: {error} (`stoker verify` says more)")]
    Move {
        /// The decision, from 0.
        turn: usize,
        /// What is wrong.
        error: IllegalMove,
    },
    /// The record is shorter than its game.
    #[error("the record ends before the game does (`stoker verify` says more)")]
    Unfinished,
    /// A scene has no JSON form.
    #[error("a scene: {0}")]
    Scene(#[from] serde_json::Error),
}

/// Replays a record and captures its scenes, from each point of view.
///
/// # Errors
/// If the record does not replay.
pub fn replay<G: Game>(
    game: &G,
    scenes: &Scenes<G>,
    record: &Record,
    views: Views,
) -> Result<Replay, ReplayError> {
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    let mut cameras = Cameras::new(game, scenes, &state, views)?;
    let mut turns = Vec::with_capacity(record.plays.len());
    for (turn, text) in record.plays.iter().enumerate() {
        let round = game.round(&state);
        let step =
            next_step(game, &mut state, text).map_err(|error| ReplayError::Step { turn, error })?;
        let choice = Choice { mv: step.mv, message: step.message.clone() };
        let play =
            game.play(&mut state, choice).map_err(|error| ReplayError::Move { turn, error })?;
        let faults: Vec<_> =
            record.faults.iter().filter(|fault| fault.turn as usize == turn).collect();
        cameras.shoot(game, &state, &play, &faults)?;
        turns.push(ReplayTurn::of(game, &step, &play, round, &faults, views));
    }
    if !matches!(game.turn(&state), Turn::Over(_)) {
        return Err(ReplayError::Unfinished);
    }
    let sides = sides(game, record);
    Ok(Replay {
        number: record.number,
        scenery: 0,
        seed: (views == Views::All).then(|| record.seed.to_string()),
        heading: heading(&sides),
        sides,
        ending: ending_text(game, record),
        turns,
        tracks: cameras.tracks.into_iter().map(Camera::finish).collect(),
        analysis: None,
    })
}

impl Views {
    /// True if everything about a seat's decisions may be shown.
    pub(crate) fn show<G: Game>(self, game: &G, seat: Seat) -> bool {
        match self {
            Self::All => true,
            Self::Only(viewer) => game.sides().viewer_of(seat) == viewer,
        }
    }
}

impl ReplayTurn {
    fn of<G: Game>(
        game: &G,
        step: &Step<G::Move>,
        play: &G::Play,
        round: Option<u32>,
        faults: &[&RecordedFault],
        views: Views,
    ) -> Self {
        let shown = views.show(game, step.seat);
        let (mut text, mut mv) = (String::new(), String::new());
        if shown {
            game.write_play(play, &mut text).expect("a string takes all text");
            game.write_move(step.mv, &mut mv).expect("a string takes all text");
        }
        let message = if shown { step.message.as_str().to_owned() } else { String::new() };
        let kinds = faults.iter().map(|fault| fault.kind.to_string());
        let told = faults.iter().filter(|fault| views.show(game, Seat(fault.seat)));
        let reasons = told.map(|fault| fault.reason.clone());
        Self {
            seat: step.seat.0,
            text,
            mv,
            round,
            how: if shown { step.how.to_string() } else { String::new() },
            message,
            stderr: String::new(),
            notes: vec![],
            fault: kinds.collect::<Vec<_>>().join("; "),
            fault_reason: reasons.collect::<Vec<_>>().join("; "),
        }
    }
}

/// The cameras that capture a match, one for each point of view.
struct Cameras<'s, G: Game> {
    scenes: &'s Scenes<G>,
    tracks: Vec<Camera<G>>,
}

/// One point of view.
struct Camera<G: Game> {
    track: GrowingTrack,
    /// The eye of its viewer; none if it sees everything.
    eye: Option<Eye<G>>,
}

struct Eye<G: Game> {
    viewer: Viewer,
    view: G::View,
    shade: Option<Box<dyn Shade<G>>>,
}

impl<'s, G: Game> Cameras<'s, G> {
    fn new(
        game: &G,
        scenes: &'s Scenes<G>,
        state: &G::State,
        views: Views,
    ) -> Result<Self, ReplayError> {
        let viewers = (0..).map(Viewer);
        let mut tracks = vec![];
        if views == Views::All {
            let first = (scenes.all)(game, state);
            let track = GrowingTrack::new(None, "everything".to_owned(), first)?;
            tracks.push(Camera { track, eye: None });
        }
        let names = (scenes.scenery)(game).viewers;
        for (viewer, name) in viewers.zip(names) {
            if views == Views::All || views == Views::Only(viewer) {
                let mut eye = Eye {
                    viewer,
                    view: game.view(state, viewer),
                    shade: (scenes.shade)(game, viewer),
                };
                let first = eye.scene(game, scenes);
                let track = GrowingTrack::new(Some(viewer.0), name.name, first)?;
                tracks.push(Camera { track, eye: Some(eye) });
            }
        }
        Ok(Self { scenes, tracks })
    }

    /// Captures the scene after a play.
    fn shoot(
        &mut self,
        game: &G,
        state: &G::State,
        play: &G::Play,
        faults: &[&RecordedFault],
    ) -> Result<(), ReplayError> {
        for camera in &mut self.tracks {
            let mut scene = match &mut camera.eye {
                None => (self.scenes.all)(game, state),
                Some(eye) => {
                    for event in game.redact(state, play, eye.viewer) {
                        game.advance(&mut eye.view, event);
                    }
                    eye.scene(game, self.scenes)
                }
            };
            scene.markers.extend(faults.iter().map(|fault| fault_marker(game, fault)));
            camera.track.push(scene)?;
        }
        Ok(())
    }
}

impl<G: Game> Camera<G> {
    fn finish(self) -> Track {
        self.track.finish()
    }
}

impl<G: Game> Eye<G> {
    fn scene(&mut self, game: &G, scenes: &Scenes<G>) -> Scene {
        let mut scene = (scenes.seen)(game, &self.view);
        if let Some(shade) = &mut self.shade {
            shade.shade(game, &self.view, &mut scene);
        }
        scene
    }
}

fn fault_marker<G: Game>(game: &G, fault: &RecordedFault) -> Marker {
    let seat = game.sides().seat_name(Seat(fault.seat));
    Marker {
        kind: "fault".to_owned(),
        label: format!("fault of {seat}: {}", fault.kind),
        importance: MOST_IMPORTANT,
    }
}

fn sides<G: Game>(game: &G, record: &Record) -> Vec<ReplaySide> {
    let sides = game.sides().list().iter().map(|side| ReplaySide {
        name: side.name.to_owned(),
        entrant: record.entrants.get(side.name).cloned().unwrap_or_default(),
        seats: side.seats.iter().map(|&seat| seat.to_owned()).collect(),
    });
    sides.collect()
}

/// A heading such as `tracker (hunters) against phantom (dracula)`.
fn heading(sides: &[ReplaySide]) -> String {
    let sides = sides.iter().map(|side| format!("{} ({})", side.entrant, side.name));
    sides.collect::<Vec<_>>().join(" against ")
}

/// An ending such as `score 12, won by dracula (score)`; scores and winners are the record's, so
/// that those of forfeited matches are right too.
fn ending_text<G: Game>(game: &G, record: &Record) -> String {
    let scores = game.scores().iter().filter_map(|info| {
        let score = record.scores.get(info.name)?;
        Some(format!("{} {score}", info.name))
    });
    let won = if record.winners.is_empty() { "nobody" } else { &record.winners.join(" and ") };
    let scores = scores.collect::<Vec<_>>().join(", ");
    format!("{scores}, won by {won} ({})", record.ending)
}
