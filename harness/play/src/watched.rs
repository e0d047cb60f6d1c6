//! A match of a run, shown to those who watch it, decision by decision.

use std::sync::Arc;

use serde_json::json;
use stoker_bots::Scenes;
use stoker_engine::{Game, Turn};
use stoker_external::fault::Fault;
use stoker_report::live::LiveView;
use stoker_tournament::outcome::result_text;
use stoker_tournament::plan::{Plan, Slot};
use stoker_tournament::quiet;
use stoker_tournament::record::RecordedFault;
use stoker_tournament::referee::{DecisionStep, Spectator};
use stoker_tournament::run::MatchWatcher;

use crate::live::LiveRun;

/// The matches of a run, for those who watch one.
pub struct WatchedRun<'r, G: Game> {
    /// The run's pages.
    pub live: Arc<LiveRun>,
    /// The run's plan.
    pub plan: &'r Plan<G>,
    /// The scenes of its game.
    pub scenes: Scenes<G>,
}

impl<G: Game> MatchWatcher<G> for WatchedRun<'_, G> {
    fn spectator(&self, slot: &Slot) -> Option<Box<dyn Spectator<G> + '_>> {
        let run = self;
        self.live.begin_match().then(|| {
            Box::new(WatchedMatch {
                run,
                slot: *slot,
                view: None,
                is_shown: false,
                faults: vec![],
                result: None,
            }) as Box<dyn Spectator<G> + '_>
        })
    }
}

/// A match that is watched.
struct WatchedMatch<'r, G: Game> {
    run: &'r WatchedRun<'r, G>,
    slot: Slot,
    /// The picture so far; `None` if it cannot be drawn.
    view: Option<LiveView<G>>,
    /// True if pages show its start.
    is_shown: bool,
    /// The faults since the last decision.
    faults: Vec<RecordedFault>,
    result: Option<String>,
}

impl<G: Game> WatchedMatch<'_, G> {
    /// The picture at the start, with the data for the page.
    fn start(&self, game: &G, state: &G::State) -> Option<(LiveView<G>, serde_json::Value)> {
        let lineup = self.run.plan.lineup_of(&self.slot);
        let sides = game.sides().list().iter().zip(&lineup);
        let entrant = |side: &str| {
            let seated = sides.clone().find(|(it, _)| it.name == side);
            seated.map(|(_, entrant)| entrant.name.clone()).unwrap_or_default()
        };
        let mut view = LiveView::begin(game, self.run.scenes, state);
        let mut document = view.document(game, state, self.slot.number, entrant).ok()?;
        for replay in &mut document.replays {
            replay.seed = Some(self.slot.seed.to_string());
        }
        Some((view, json!({ "document": document })))
    }
}

// A picture that cannot be drawn must not end the run: panics are caught.
impl<G: Game> Spectator<G> for WatchedMatch<'_, G> {
    fn takes_time(&self) -> bool {
        true
    }

    fn began(&mut self, game: &G, state: &G::State) {
        self.faults.clear();
        self.result = None;
        let begun = quiet::catch(|| self.start(game, state)).ok().flatten();
        self.view = begun.map(|(view, data)| {
            self.run.live.feed.start(&data);
            self.is_shown = true;
            view
        });
    }

    fn played(&mut self, game: &G, state: &G::State, step: &DecisionStep<G::Move>, play: &G::Play) {
        let faults = std::mem::take(&mut self.faults);
        if let Some(view) = &mut self.view {
            match quiet::catch(|| view.after(game, state, step, play, &faults)) {
                Ok(Ok(turn)) => self.run.live.feed.tell("turn", &turn),
                Ok(Err(_)) | Err(_) => self.view = None,
            }
        }
        if let Turn::Over(ending) = game.turn(state) {
            self.result = Some(result_text(game, &ending));
        }
    }

    fn faulted(&mut self, game: &G, fault: &Fault) {
        self.faults.push(RecordedFault::of(game, fault));
    }
}

impl<G: Game> Drop for WatchedMatch<'_, G> {
    fn drop(&mut self) {
        if self.is_shown {
            let result = self.result.as_deref().unwrap_or("broken off");
            self.run.live.feed.tell("end", &json!({ "result": result }));
        }
        self.run.live.end_match();
    }
}
