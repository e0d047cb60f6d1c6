//! A match as a page shows it: its record, replayed from the point of view of each viewer.

use serde_json::Value;
use stoker_bots::{Scenes, Shade};
use stoker_engine::scene::{Scene, Scenery};
use stoker_engine::{Chance, Choice, Game, IllegalMove, Turn, Viewer};
use stoker_tournament::record::{Record, RecordedFault, StepError, next_step};
use stoker_tournament::referee::DecisionStep;

use crate::document::{GrowingTrack, ReplaySide, ReplayTurn, ReplayedMatch};
use crate::findings::ReplayFindings;
use crate::told::{Captured, ToldReplay};
use crate::turns::{Visibility, fault_marker};
use crate::views::Views;

/// The name of the point of view of those who may see everything.
pub(crate) const EVERYTHING: &str = "everything";

/// The reasons why a record cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A play cannot be the next one.
    #[error("turn {turn}: {error} (`stoker verify` says more)")]
    Step {
        /// The decision, from 0.
        turn: usize,
        /// The error.
        error: StepError,
    },
    /// The rules do not allow a move.
    #[error("turn {turn}: {error} (`stoker verify` says more)")]
    Move {
        /// The decision, from 0.
        turn: usize,
        /// The error.
        error: IllegalMove,
    },
    /// The record is shorter than its game.
    #[error("the record ends before the game does (`stoker verify` says more)")]
    Unfinished,
    /// A scene has no JSON form.
    #[error("a scene cannot be written: {0}")]
    Scene(#[from] serde_json::Error),
}

/// Replays a record and captures its scenes from each point of view. If the replay is for one
/// viewer, it omits everything that the viewer does not know.
///
/// # Errors
/// If the record does not replay.
pub fn replay<G: Game>(
    game: &G,
    scenes: &Scenes<G>,
    record: &Record,
    findings: Option<ReplayFindings>,
    views: Views,
) -> Result<ReplayedMatch, ReplayError> {
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    let scenery = (scenes.scenery)(game);
    let mut capture = Capture::begin(game, scenes, &scenery, &state, views)?;
    for (turn, text) in record.plays.iter().enumerate() {
        let step =
            next_step(game, &mut state, text).map_err(|error| ReplayError::Step { turn, error })?;
        let choice = Choice { mv: step.mv, message: step.message.clone() };
        let play =
            game.play(&mut state, choice).map_err(|error| ReplayError::Move { turn, error })?;
        let faults: Vec<_> =
            record.faults.iter().filter(|fault| fault.turn as usize == turn).collect();
        capture.play(game, &state, &step, &play, &faults)?;
    }
    if !matches!(game.turn(&state), Turn::Over(_)) {
        return Err(ReplayError::Unfinished);
    }
    let captured = capture.finish(game)?;
    let sides = sides(game, record);
    let findings = findings.map(|findings| findings.for_views(game, views, &captured.before));
    Ok(ReplayedMatch {
        number: record.number,
        scenery: 0,
        seed: (views == Views::All).then(|| record.seed.to_string()),
        heading: heading(game, &sides),
        sides,
        ending: record.result(game),
        messages: scenes.messages,
        tracks: captured.tracks,
        turns: captured.turns,
        turns_before: captured.before,
        analysis: findings,
    })
}

/// A match that is captured.
enum Capture<'s, G: Game> {
    /// For those who see everything: decision by decision.
    All { recorder: Recorder<'s, G>, turns: Vec<ReplayTurn> },
    /// For one viewer: as it was told.
    Told(Box<ToldReplay<'s, G>>),
}

impl<'s, G: Game> Capture<'s, G> {
    fn begin(
        game: &G,
        scenes: &'s Scenes<G>,
        scenery: &'s Scenery,
        state: &G::State,
        views: Views,
    ) -> Result<Self, ReplayError> {
        Ok(match views {
            Views::All => {
                Self::All { recorder: Recorder::new(game, scenes, scenery, state)?, turns: vec![] }
            }
            Views::Only(viewer) => {
                Self::Told(Box::new(ToldReplay::begin(game, scenes, scenery, state, viewer)))
            }
        })
    }

    /// Captures a decision.
    fn play(
        &mut self,
        game: &G,
        state: &G::State,
        step: &DecisionStep<G::Move>,
        play: &G::Play,
        faults: &[&RecordedFault],
    ) -> Result<(), ReplayError> {
        match self {
            Self::All { recorder, turns } => {
                let scenes = recorder.capture(game, state, play, faults)?;
                let shown = Visibility { views: Views::All, messages: recorder.scenes.messages };
                turns.push(ReplayTurn { scenes, ..shown.turn(game, step, None, faults) });
            }
            Self::Told(replay) => replay.play(game, state, step, play, faults)?,
        }
        Ok(())
    }

    fn finish(self, game: &G) -> Result<Captured, ReplayError> {
        match self {
            Self::All { recorder, turns } => {
                let tracks = recorder.views.into_iter().map(|view| view.track.finish()).collect();
                Ok(Captured { tracks, before: (0..=turns.len()).collect(), turns })
            }
            Self::Told(replay) => Ok(replay.finish(game)?),
        }
    }
}

/// Records a match from every point of view.
struct Recorder<'s, G: Game> {
    scenes: &'s Scenes<G>,
    views: Vec<PointOfView<G>>,
}

/// A point of view, with the game as seen from there.
struct PointOfView<G: Game> {
    track: GrowingTrack,
    knowledge: KnownFacts<G>,
}

/// The knowledge of a point of view.
pub(crate) enum KnownFacts<G: Game> {
    /// Everything.
    All,
    /// The facts that a viewer was told.
    Told { viewer: Viewer, view: G::View, shade: Option<Box<dyn Shade<G>>> },
}

impl<'s, G: Game> Recorder<'s, G> {
    fn new(
        game: &G,
        scenes: &'s Scenes<G>,
        scenery: &Scenery,
        state: &G::State,
    ) -> Result<Self, ReplayError> {
        let first = (scenes.all)(game, state);
        let track = GrowingTrack::new(scenery, None, EVERYTHING.to_owned(), first)?;
        let mut views = vec![PointOfView { track, knowledge: KnownFacts::All }];
        for viewer in (0..).map(Viewer).take(scenery.viewers.len()) {
            views.push(PointOfView::of(game, scenes, scenery, state, viewer)?);
        }
        Ok(Self { scenes, views })
    }

    /// Captures the scenes after a play, as patches.
    fn capture(
        &mut self,
        game: &G,
        state: &G::State,
        play: &G::Play,
        faults: &[&RecordedFault],
    ) -> Result<Vec<Value>, ReplayError> {
        let mut patches: Vec<Value> = vec![];
        for view in &mut self.views {
            let mut scene = view.knowledge.after(game, self.scenes, state, play);
            scene.markers.extend(faults.iter().map(|fault| fault_marker(game, fault)));
            let patch = view.track.push(scene)?;
            patches.push(match patches.first() {
                Some(first) => crate::patch::between(first, &patch),
                None => patch,
            });
        }
        Ok(patches)
    }
}

impl<G: Game> PointOfView<G> {
    /// The point of view of a viewer.
    fn of(
        game: &G,
        scenes: &Scenes<G>,
        scenery: &Scenery,
        state: &G::State,
        viewer: Viewer,
    ) -> Result<Self, ReplayError> {
        let view = game.view(state, viewer);
        let shade = (scenes.shade)(game, viewer);
        let mut knowledge = KnownFacts::Told { viewer, view, shade };
        let first = knowledge.scene(game, scenes, state);
        let name = scenery.viewers[usize::from(viewer.0)].name.clone();
        let track = GrowingTrack::new(scenery, Some(viewer.0), name, first)?;
        Ok(Self { track, knowledge })
    }
}

impl<G: Game> KnownFacts<G> {
    /// The scene after a play.
    pub(crate) fn after(
        &mut self,
        game: &G,
        scenes: &Scenes<G>,
        state: &G::State,
        play: &G::Play,
    ) -> Scene {
        if let Self::Told { viewer, view, .. } = self {
            game.tell(state, play, *viewer, view);
        }
        self.scene(game, scenes, state)
    }

    /// The scene with this knowledge.
    pub(crate) fn scene(&mut self, game: &G, scenes: &Scenes<G>, state: &G::State) -> Scene {
        let Self::Told { view, shade, .. } = self else { return (scenes.all)(game, state) };
        let mut scene = (scenes.seen)(game, view);
        if let Some(shade) = shade {
            shade.shade(game, view, &mut scene);
        }
        scene
    }
}

fn sides<G: Game>(game: &G, record: &Record) -> Vec<ReplaySide> {
    sides_of(game, |name| record.entrants.get(name).cloned().unwrap_or_default())
}

/// The sides, each with its entrant.
pub(crate) fn sides_of<G: Game>(game: &G, entrant: impl Fn(&str) -> String) -> Vec<ReplaySide> {
    let sides = game.sides().list().iter().map(|side| ReplaySide {
        name: side.name.to_owned(),
        entrant: entrant(side.name),
        seats: side.seats.iter().map(|&seat| seat.to_owned()).collect(),
    });
    sides.collect()
}

/// A heading such as `tracker (hunters) against phantom (dracula)`. Sides that want the same of one
/// score are partners: `scout (v0) with scout (v1)`.
pub(crate) fn heading<G: Game>(game: &G, sides: &[ReplaySide]) -> String {
    let mut teams: Vec<(_, Vec<String>)> = vec![];
    for (side, shown) in game.sides().list().iter().zip(sides) {
        let (wish, text) =
            ((side.score, side.direction), format!("{} ({})", shown.entrant, shown.name));
        match teams.iter_mut().find(|(other, _)| *other == wish) {
            Some((_, team)) => team.push(text),
            None => teams.push((wish, vec![text])),
        }
    }
    let teams = teams.into_iter().map(|(_, team)| team.join(" with "));
    teams.collect::<Vec<_>>().join(" against ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use stoker_bots::Audience;
    use stoker_engine::Seed;
    use stoker_engine::masters::{self, Masters, Teams};
    use stoker_engine::toy::{Layout, Toy};

    use super::*;

    /// The first viewer, which sees the dice, and the other one.
    const TEAM: Viewer = Viewer(0);
    const LONE: Viewer = Viewer(1);

    #[test]
    fn partners_are_headed_together() {
        fn title<G: Game>(game: &G) -> String {
            heading(game, &sides_of(game, |side| format!("bot-{side}")))
        }
        assert_eq!(title(&*Toy::of(Layout::Pair, 9)), "bot-team (team) against bot-lone (lone)");
        let params = Masters::presets().remove(0).params;
        let params = masters::Params { teams: Teams::Mixed, players: 3, ..params };
        let family = Masters::new(params, None).unwrap();
        assert_eq!(title(&family), "bot-0 (0) with bot-1 (1) with bot-2 (2)");
    }

    /// A game of nine moves, in which all seats say something; its dice follow from the seed.
    fn played(toy: &Toy, seed: u64) -> Record {
        let mut state = toy.start(Chance::seeded(Seed(seed)));
        let mut plays = vec![];
        while let Turn::ToMove(seat) = toy.turn(&state) {
            let forced = toy.forced_move(&state);
            let view = toy.view(&state, toy.sides().viewer_of(seat));
            let mv = forced.or_else(|| toy.legal_moves(&view).next()).unwrap();
            let mark = if forced.is_some() { '=' } else { ' ' };
            plays.push(format!("{}{mark}M{mv} said by {}", seat.0, seat.0));
            toy.play(&mut state, mv.into()).unwrap();
        }
        let fault = |turn: u32, side: &str, seat: u8| {
            let reason = format!("reason of {side}");
            json!({
                "turn": turn, "side": side, "seat": seat, "kind": "illegal_move", "loses": "turn",
                "reason": reason,
            })
        };
        let record = json!({
            "format": 1, "ruleset": "toy", "params": {}, "match": 3, "seed": Seed(seed),
            "starts": "free", "entrants": { "team": "one", "lone": "other" }, "plays": plays,
            "chance": toy.chance(&state).drawn(), "scores": { "points": 12 }, "winners": ["team"],
            "ending": "sum", "decisions": plays.len(), "facts": { "sixes": 0 },
            "faults": [fault(0, "team", 0), fault(2, "lone", 2)], "hash": "0".repeat(32),
            "check": "",
        });
        serde_json::from_value(record).unwrap()
    }

    fn shown(seed: u64, messages: Audience, views: Views) -> String {
        let toy = Toy::of(Layout::Pair, 9);
        let scenes = stoker_bots::toy::ruleset().unwrap().scenes_hook().unwrap();
        let scenes = Scenes { messages, ..scenes };
        let replay = replay(&*toy, &scenes, &played(&toy, seed), None, views).unwrap();
        serde_json::to_string(&replay).unwrap()
    }

    #[test]
    fn two_matches_that_differ_only_in_what_is_hidden_give_a_viewer_the_same_page() {
        let seeds = 0..20;
        let of = |views: Views| -> Vec<_> {
            seeds.clone().map(|seed| shown(seed, Audience::Own, views)).collect()
        };
        // Only games of the same length are compared: sixes can end a game early, which everybody
        // sees.
        let lone = of(Views::Only(LONE));
        let alike: Vec<_> = (0..20).filter(|&at| lone[at].len() == lone[0].len()).collect();
        assert!(alike.len() > 10 && alike.iter().all(|&at| lone[at] == lone[0]));
        let team = of(Views::Only(TEAM));
        assert!(alike[1..].iter().any(|&at| team[at] != team[0]));
    }

    #[test]
    fn a_message_is_shown_to_those_who_may_read_it() {
        let says = |messages, views| {
            let page = shown(1, messages, views);
            [0, 1, 2].map(|seat| page.contains(&format!("said by {seat}")))
        };
        assert_eq!(says(Audience::Own, Views::Only(TEAM)), [true, true, false]);
        assert_eq!(says(Audience::Own, Views::Only(LONE)), [false, false, true]);
        assert_eq!(says(Audience::Own, Views::All), [true; 3]);
        assert_eq!(says(Audience::Everyone, Views::Only(LONE)), [true; 3]);
    }

    #[test]
    fn a_fault_is_told_to_everybody_and_its_reason_to_its_own_side() {
        let page = shown(1, Audience::Own, Views::Only(LONE));
        assert_eq!(page.matches("\"fault\":\"illegal").count(), 2, "{page}");
        assert!(page.contains("reason of lone") && !page.contains("reason of team"));
    }

    #[test]
    fn a_public_move_is_told_to_everybody_and_its_origin_to_its_own_side() {
        let page: Value =
            serde_json::from_str(&shown(1, Audience::Own, Views::Only(LONE))).unwrap();
        for turn in page["turns"].as_array().unwrap() {
            assert!(turn["move"].is_string(), "{turn}");
            assert_eq!(turn.get("how").is_some(), turn["seat"] == 2, "{turn}");
            assert_eq!(turn["scenes"].as_array().unwrap().len(), 1);
        }
        assert!(page.get("seed").is_none());
    }
}
