//! A match while it is played: the data of a page on which somebody plays, as one viewer sees it.
//!
//! The page is told each event of its viewer by itself. Otherwise the pieces in which changes come
//! would tell that another seat was asked in between, and declined. The data have the form of a
//! [replay](crate::document::ReplayedMatch), whose scenes also hold what a replay leaves out: the
//! legal moves of the viewer, and its shadings.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use stoker_bots::{Scenes, Shade};
use stoker_engine::scene::{Marker, Scene, SpotKey};
use stoker_engine::{Game, Viewer};
use stoker_tournament::record::RecordedFault;
use stoker_tournament::referee::DecisionStep;

use crate::document::{Document, ReplayTurn, ReplayedMatch};
use crate::live;
use crate::patch::{UNCHANGED, between};
use crate::story::{Rest, Step, Story};
use crate::turns::{Visibility, fault_marker};
use crate::views::Views;

/// The choice to shade scenes by what follows from a viewer's knowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shading {
    /// Scenes are shaded, if the ruleset has a shader for this viewer.
    Shown,
    /// Scenes show no more than the view says.
    Hidden,
}

/// The page of one viewer in a match that is being played. It holds nothing that the viewer does not
/// know.
pub struct LivePage<G: Game> {
    story: Story<G>,
    painter: Painter<G>,
}

/// A change of the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PageChange {
    /// Another turn. At first, its scene is that of the turn before.
    Turn(ReplayTurn),
    /// The [patch](crate::patch) from the last scene to the one that takes its place.
    Scene(Value),
}

impl PageChange {
    /// The name of the event that tells pages of it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Turn(_) => "turn",
            Self::Scene(_) => "scene",
        }
    }
}

/// Makes the scenes.
struct Painter<G: Game> {
    scenes: Scenes<G>,
    viewer: Viewer,
    shade: Option<Box<dyn Shade<G>>>,
    /// The last shadings, with their caveat.
    shadings: (BTreeMap<String, BTreeMap<SpotKey, u16>>, Option<String>),
    /// The markers of the faults of this turn.
    faults: Vec<Marker>,
    /// The last scene.
    last: Value,
}

impl<G: Game> LivePage<G> {
    /// A viewer's page at the start of a match, before anybody is asked.
    #[must_use]
    pub fn begin(
        game: &G,
        scenes: Scenes<G>,
        state: &G::State,
        viewer: Viewer,
        shading: Shading,
    ) -> Self {
        let shade = match shading {
            Shading::Shown => (scenes.shade)(game, viewer),
            Shading::Hidden => None,
        };
        let (shadings, faults, last) = (Default::default(), vec![], Value::Null);
        let painter = Painter { scenes, viewer, shade, shadings, faults, last };
        Self { story: Story::begin(game, state, viewer), painter }
    }

    /// The document with which the page begins: one replay, with the scene at its start and without
    /// turns. The function gives the entrant of each side, by the side's name.
    ///
    /// # Errors
    /// If the scene has no JSON form.
    pub fn document(
        &mut self,
        game: &G,
        number: u64,
        entrant: impl Fn(&str) -> String,
    ) -> serde_json::Result<Document<ReplayedMatch>> {
        let painter = &mut self.painter;
        painter.last = painter.scene(game, self.story.view(), Rest::Settled)?;
        let track = (Some(painter.viewer), painter.last.clone());
        Ok(live::document(game, painter.scenes, number, entrant, vec![track]))
    }

    /// The changes by the first question, if it is the viewer's.
    ///
    /// # Errors
    /// If a scene has no JSON form.
    pub fn open(&mut self, game: &G) -> serde_json::Result<Vec<PageChange>> {
        let Self { story, painter } = self;
        let mut changes = vec![];
        story.open(game, &mut |step| painter.add(game, &step, &mut None, &mut changes))?;
        Ok(changes)
    }

    /// The changes by a decision, which led to this state.
    ///
    /// # Errors
    /// If a scene has no JSON form.
    pub fn after(
        &mut self,
        game: &G,
        state: &G::State,
        step: &DecisionStep<G::Move>,
        play: &G::Play,
        faults: &[RecordedFault],
    ) -> serde_json::Result<Vec<PageChange>> {
        let Self { story, painter } = self;
        let faults: Vec<_> = faults.iter().collect();
        let (views, messages) = (Views::Only(painter.viewer), painter.scenes.messages);
        let mv = story.told_move(game, state, play);
        let turn = Visibility { views, messages }.turn(game, step, mv, &faults);
        let markers = faults.iter().map(|fault| fault_marker(game, fault)).collect();
        let mut decision = Some((turn, markers));
        let mut changes = vec![];
        story.play(game, state, (step.seat, play), &mut |step| {
            painter.add(game, &step, &mut decision, &mut changes)
        })?;
        Ok(changes)
    }
}

/// What a viewer may know of a decision if it is told of it, with the markers of its faults.
type Decision = Option<(ReplayTurn, Vec<Marker>)>;

impl<G: Game> Painter<G> {
    /// Adds a step of the story to the changes.
    fn add(
        &mut self,
        game: &G,
        step: &Step<'_, G::View>,
        decision: &mut Decision,
        changes: &mut Vec<PageChange>,
    ) -> serde_json::Result<()> {
        match *step {
            Step::Begins { by, .. } => {
                let known = decision.take_if(|(turn, _)| turn.seat == by.map(|seat| seat.0));
                let (turn, faults) = known.unwrap_or_else(|| (ReplayTurn::of(by), vec![]));
                self.faults = faults;
                changes
                    .push(PageChange::Turn(ReplayTurn { scenes: vec![UNCHANGED.into()], ..turn }));
            }
            Step::Told { view, rest } => {
                let scene = self.scene(game, view, rest)?;
                changes.push(PageChange::Scene(between(&self.last, &scene)));
                self.last = scene;
            }
        }
        Ok(())
    }

    fn scene(&mut self, game: &G, view: &G::View, rest: Rest) -> serde_json::Result<Value> {
        let mut scene: Scene = (self.scenes.seen)(game, view);
        if let Some(shade) = &mut self.shade {
            // A shader may not read a view of which only a part has changed.
            if rest == Rest::Settled {
                shade.shade(game, view, &mut scene);
                self.shadings = (scene.shadings.clone(), scene.caveat.clone());
            } else {
                (scene.shadings, scene.caveat) = self.shadings.clone();
            }
        }
        scene.markers.extend(self.faults.iter().cloned());
        serde_json::to_value(scene)
    }
}
