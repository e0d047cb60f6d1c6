//! The replay of a match as one viewer was told it.

use stoker_bots::{Scenes, Shade};
use stoker_engine::scene::{Marker, Scene, Scenery};
use stoker_engine::{Game, Viewer};
use stoker_tournament::record::RecordedFault;
use stoker_tournament::referee::DecisionStep;

use crate::document::{GrowingTrack, ReplayTurn, Track};
use crate::story::{Step, Story};
use crate::turns::{Visibility, fault_marker};
use crate::views::Views;

/// The tracks and turns of a match.
pub(crate) struct Captured {
    pub(crate) tracks: Vec<Track>,
    pub(crate) turns: Vec<ReplayTurn>,
    /// By decision, the number of turns before it; then the number of all.
    pub(crate) before: Vec<usize>,
}

/// A replay for one viewer, while it is made.
pub(crate) struct ToldReplay<'s, G: Game> {
    story: Story<G>,
    pages: Pages<'s, G>,
    /// By decision, the number of turns before it.
    before: Vec<usize>,
}

/// The turns so far. The scene after the last one is still to come.
struct Pages<'s, G: Game> {
    scenes: &'s Scenes<G>,
    scenery: &'s Scenery,
    viewer: Viewer,
    shade: Option<Box<dyn Shade<G>>>,
    /// The track; none before the first turn.
    track: Option<GrowingTrack>,
    turns: Vec<ReplayTurn>,
    /// The markers of faults in the last turn.
    faults: Vec<Marker>,
}

impl<'s, G: Game> ToldReplay<'s, G> {
    pub(crate) fn begin(
        game: &G,
        scenes: &'s Scenes<G>,
        scenery: &'s Scenery,
        state: &G::State,
        viewer: Viewer,
    ) -> Self {
        let story = Story::begin(game, state, viewer);
        let shade = (scenes.shade)(game, viewer);
        let (track, turns, faults) = (None, vec![], vec![]);
        let pages = Pages { scenes, scenery, viewer, shade, track, turns, faults };
        Self { story, pages, before: vec![] }
    }

    /// Takes in a decision, which led to this state.
    pub(crate) fn play(
        &mut self,
        game: &G,
        state: &G::State,
        step: &DecisionStep<G::Move>,
        play: &G::Play,
        faults: &[&RecordedFault],
    ) -> serde_json::Result<()> {
        let Self { story, pages, before } = self;
        before.push(pages.turns.len());
        // What the viewer may know of the decision belongs to the turn that tells of it, if one does.
        let visibility =
            Visibility { views: Views::Only(pages.viewer), messages: pages.scenes.messages };
        let mv = story.told_move(game, state, play);
        let mut untold = Some((visibility.turn(game, step, mv, faults), faults));
        story.play(game, state, (step.seat, play), &mut |told| {
            let Step::Begins { by, before } = told else { return Ok(()) };
            let known = untold.take_if(|_| by == Some(step.seat));
            let (turn, faults) = known.unwrap_or_else(|| (ReplayTurn::of(by), &[]));
            pages.begin(game, before, turn, faults)
        })
    }

    pub(crate) fn finish(mut self, game: &G) -> serde_json::Result<Captured> {
        self.pages.close(game, self.story.view())?;
        let Self { pages: Pages { track, turns, .. }, mut before, .. } = self;
        before.push(turns.len());
        let tracks = track.into_iter().map(GrowingTrack::finish).collect();
        Ok(Captured { tracks, turns, before })
    }
}

impl<G: Game> Pages<'_, G> {
    /// Closes the last turn, with the view at its end, and begins another.
    fn begin(
        &mut self,
        game: &G,
        view: &G::View,
        turn: ReplayTurn,
        faults: &[&RecordedFault],
    ) -> serde_json::Result<()> {
        self.close(game, view)?;
        self.turns.push(turn);
        self.faults = faults.iter().map(|fault| fault_marker(game, fault)).collect();
        Ok(())
    }

    fn close(&mut self, game: &G, view: &G::View) -> serde_json::Result<()> {
        let mut scene = self.scene(game, view);
        scene.markers.append(&mut self.faults);
        match (&mut self.track, self.turns.last_mut()) {
            (Some(track), Some(turn)) => turn.scenes = vec![track.push(scene)?],
            (track, _) => {
                let name = self.scenery.viewers[usize::from(self.viewer.0)].name.clone();
                let viewer = Some(self.viewer.0);
                *track = Some(GrowingTrack::new(self.scenery, viewer, name, scene)?);
            }
        }
        Ok(())
    }

    fn scene(&mut self, game: &G, view: &G::View) -> Scene {
        let mut scene = (self.scenes.seen)(game, view);
        if let Some(shade) = &mut self.shade {
            shade.shade(game, view, &mut scene);
        }
        scene
    }
}
