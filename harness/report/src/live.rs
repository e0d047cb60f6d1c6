//! A match while it is played: the data of a page for those who may see everything.
//!
//! The data have the form of a [replay](crate::document::ReplayedMatch) that grows by a turn with
//! each decision. The scenes also hold what a replay leaves out: the legal moves of each viewer. The
//! page of one viewer is a [`LivePage`](crate::live_page::LivePage).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use stoker_bots::Scenes;
use stoker_engine::scene::Scene;
use stoker_engine::{Game, Viewer};
use stoker_tournament::record::RecordedFault;
use stoker_tournament::referee::DecisionStep;

use crate::document::{Document, FORMAT, ReplayTurn, ReplayedMatch, Track};
use crate::replay::{EVERYTHING, KnownFacts, heading, sides_of};
use crate::shades::levels;
use crate::turns::{Visibility, fault_marker};
use crate::views::Views;

/// A picture of a match that is being played, for those who may see everything: the truth, and what
/// each viewer knows, without shadings.
pub struct LiveView<G: Game> {
    scenes: Scenes<G>,
    /// By track: its viewer, if it is not everybody's, and what is known there.
    tracks: Vec<(Option<Viewer>, KnownFacts<G>)>,
}

impl<G: Game> LiveView<G> {
    /// The picture at the start of a match.
    #[must_use]
    pub fn begin(game: &G, scenes: Scenes<G>, state: &G::State) -> Self {
        let viewers = (0..).map(Viewer).take(game.sides().viewers().len());
        let told = viewers.map(|viewer| {
            let view = game.view(state, viewer);
            (Some(viewer), KnownFacts::Told { viewer, view, shade: None })
        });
        let tracks = [(None, KnownFacts::All)].into_iter().chain(told).collect();
        Self { scenes, tracks }
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
        let tracks = self.tracks.iter_mut().map(|(viewer, knowledge)| {
            Ok((*viewer, serde_json::to_value(knowledge.scene(game, &self.scenes, state))?))
        });
        let tracks = tracks.collect::<serde_json::Result<_>>()?;
        Ok(document(game, self.scenes, number, entrant, tracks))
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
        let visibility = Visibility { views: Views::All, messages: self.scenes.messages };
        Ok(ReplayTurn { scenes, ..visibility.turn(game, step, None, &faults) })
    }
}

/// The document of a match without turns, with these tracks: each with its viewer, if it has one,
/// and its first scene.
pub(crate) fn document<G: Game>(
    game: &G,
    scenes: Scenes<G>,
    number: u64,
    entrant: impl Fn(&str) -> String,
    tracks: Vec<(Option<Viewer>, Value)>,
) -> Document<ReplayedMatch> {
    let scenery = (scenes.scenery)(game);
    let sides = sides_of(game, entrant);
    let name = |viewer: Viewer| scenery.viewers[usize::from(viewer.0)].name.clone();
    let tracks = tracks.into_iter().map(|(viewer, first)| Track {
        viewer: viewer.map(|viewer| viewer.0),
        name: viewer.map_or_else(|| EVERYTHING.to_owned(), name),
        first,
        shadings: BTreeMap::new(),
    });
    let replay = ReplayedMatch {
        number,
        scenery: 0,
        seed: None,
        heading: heading(game, &sides),
        sides,
        ending: String::new(),
        messages: scenes.messages,
        tracks: tracks.collect(),
        turns: vec![],
        turns_before: vec![],
        analysis: None,
    };
    Document {
        format: FORMAT,
        title: scenery.title.clone(),
        program: concat!("stoker ", env!("CARGO_PKG_VERSION")).to_owned(),
        sceneries: vec![scenery],
        levels: levels(),
        replays: vec![replay],
    }
}
