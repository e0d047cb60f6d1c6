//! A match while it is played: the data of a page that somebody plays on, as one viewer sees it, or
//! of a page for those who may see everything.
//!
//! The data have the form of a [replay](crate::document::ReplayedMatch) that grows by a turn with
//! each decision. The scenes also hold what a replay leaves out: the legal moves of the viewer, and
//! its shadings.

use std::collections::BTreeMap;

use serde_json::json;
use stoker_bots::Scenes;
use stoker_engine::scene::Scene;
use stoker_engine::{Game, Viewer};
use stoker_tournament::record::RecordedFault;
use stoker_tournament::referee::DecisionStep;

use crate::document::{Document, FORMAT, ReplayTurn, ReplayedMatch, Track};
use crate::replay::{EVERYTHING, KnownFacts, Visibility, fault_marker, heading, sides_of};
use crate::shades::levels;
use crate::views::Views;

/// The choice to shade scenes by what follows from a viewer's knowledge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shading {
    /// Scenes are shaded, if the ruleset has a shader for this viewer.
    Shown,
    /// Scenes show no more than the view says.
    Hidden,
}

/// A picture of a match that is being played. That of one viewer holds nothing that the viewer does
/// not know.
pub struct LiveView<G: Game> {
    scenes: Scenes<G>,
    visibility: Visibility,
    /// By track: its viewer, if it is not everybody's, and what is known there.
    tracks: Vec<(Option<Viewer>, KnownFacts<G>)>,
}

impl<G: Game> LiveView<G> {
    /// A viewer's picture at the start of a match.
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
        let knowledge = KnownFacts::Told { viewer, view: game.view(state, viewer), shade };
        let visibility = Visibility { views: Views::Only(viewer), messages: scenes.messages };
        Self { scenes, visibility, tracks: vec![(Some(viewer), knowledge)] }
    }

    /// The picture at the start of a match for those who may see everything: the truth, and what
    /// each viewer knows, without shadings.
    #[must_use]
    pub fn of_all(game: &G, scenes: Scenes<G>, state: &G::State) -> Self {
        let viewers = (0..).map(Viewer).take(game.sides().viewers().len());
        let told = viewers.map(|viewer| {
            let view = game.view(state, viewer);
            (Some(viewer), KnownFacts::Told { viewer, view, shade: None })
        });
        let tracks = [(None, KnownFacts::All)].into_iter().chain(told).collect();
        let visibility = Visibility { views: Views::All, messages: scenes.messages };
        Self { scenes, visibility, tracks }
    }

    /// The document with which the page begins: one replay, with the scene at its start
    /// and without turns. The function gives the entrant of each side, by the side's name.
    ///
    /// # Errors
    /// If the scene has no JSON form.
    pub fn document(
        &mut self,
        game: &G,
        state: &G::State,
        number: u64,
        entrant: impl Fn(&str) -> String,
    ) -> serde_json::Result<Document<ReplayedMatch>> {
        let scenery = (self.scenes.scenery)(game);
        let sides = sides_of(game, entrant);
        let tracks = self.tracks.iter_mut().map(|(viewer, knowledge)| {
            let first = knowledge.scene(game, &self.scenes, state);
            let name = |viewer: Viewer| scenery.viewers[usize::from(viewer.0)].name.clone();
            Ok(Track {
                viewer: viewer.map(|viewer| viewer.0),
                name: viewer.map_or_else(|| EVERYTHING.to_owned(), name),
                first: serde_json::to_value(first)?,
                shadings: BTreeMap::new(),
            })
        });
        let tracks = tracks.collect::<serde_json::Result<_>>()?;
        let replay = ReplayedMatch {
            number,
            scenery: 0,
            seed: None,
            heading: heading(game, &sides),
            sides,
            ending: String::new(),
            messages: self.scenes.messages,
            tracks,
            turns: vec![],
            analysis: None,
        };
        Ok(Document {
            format: FORMAT,
            title: scenery.title.clone(),
            program: concat!("stoker ", env!("CARGO_PKG_VERSION")).to_owned(),
            sceneries: vec![scenery],
            levels: levels(),
            replays: vec![replay],
        })
    }

    /// The turn that led to this state, with the whole scene after it.
    ///
    /// # Errors
    /// If the scene has no JSON form.
    pub fn after(
        &mut self,
        game: &G,
        state: &G::State,
        step: &DecisionStep<G::Move>,
        play: &G::Play,
        faults: &[RecordedFault],
    ) -> serde_json::Result<ReplayTurn> {
        let faults: Vec<_> = faults.iter().collect();
        let mut scenes = vec![];
        for (_, knowledge) in &mut self.tracks {
            let mut scene: Scene = knowledge.after(game, &self.scenes, state, play);
            scene.markers.extend(faults.iter().map(|fault| fault_marker(game, fault)));
            let whole = json!({ "=": serde_json::to_value(scene)? });
            // All but the first patch the patch of the first.
            scenes.push(if scenes.is_empty() { whole } else { json!({ "=": whole }) });
        }
        Ok(ReplayTurn { scenes, ..self.visibility.turn(game, step, &faults) })
    }
}
