//! Positions of fury as scenes: the map with everyone on it, Dracula's trail and lairs, the cards
//! of each side, the combat, the latest news.
//!
//! A scene is made from its viewer's view, and from nothing else.

mod choices;
mod news;
mod pieces;
mod rows;
mod scenery;
mod slots;
mod words;

use super::cards::ByHunter;
use super::counts::{Encounters, Tickets};
use super::guess::unseen_encounters;
use super::state::{Draculas, Held};
use super::table::Table;
use super::task::Asked;
use super::told::Told;
use super::{Fury, State, View};
use crate::scene::{Scene, Scenery};
use slots::SceneSlot;

/// The facts that a scene is made from: those that one viewer knows, or all.
struct SceneFacts<'a> {
    rules: &'a Fury,
    table: &'a Table,
    /// The slots of the trail, the newest first, those of the lairs, and the one that leaves.
    slots: Vec<SceneSlot>,
    /// Dracula's own place and cards, if they are known.
    dracula: Option<&'a Draculas>,
    /// The encounters that the hunters do not see.
    unseen: Encounters,
    /// The hunters' cards, if they are known.
    held: Option<ByHunter<Held>>,
    /// The ticket pool, if it is known.
    pool: Option<&'a Tickets>,
    told: Vec<&'a Told>,
    asked: Option<&'a Asked>,
}

impl<'a> SceneFacts<'a> {
    fn of_view(rules: &'a Fury, view: &'a View) -> Self {
        let castle = rules.world().castle;
        match view {
            View::Dracula(view) => Self {
                rules,
                table: &view.table,
                slots: slots::all(&view.trail, |slot| slots::of_dracula(rules, slot, &view.trail)),
                dracula: Some(&view.own),
                unseen: unseen_encounters(rules, &view.table, &view.trail.seen(castle)),
                held: None,
                pool: None,
                told: vec![&view.told],
                asked: view.asked.as_ref(),
            },
            View::Hunters(view) => Self {
                rules,
                table: &view.table,
                slots: slots::all(&view.trail, |slot| slots::of_hunters(rules, slot)),
                dracula: None,
                unseen: view.unseen_encounters(rules),
                held: Some(view.held),
                pool: Some(&view.pool),
                told: vec![&view.told],
                asked: view.asked.as_ref(),
            },
        }
    }

    fn of_all(rules: &'a Fury, state: &'a State) -> Self {
        let known = &state.known;
        Self {
            rules,
            table: &known.table,
            slots: slots::all(&known.trail, |slot| slots::of_dracula(rules, slot, &known.trail)),
            dracula: Some(&known.dracula),
            unseen: unseen_encounters(rules, &known.table, &known.trail.seen(rules.world().castle)),
            held: Some(ByHunter::new(|hunter| *known.held[hunter])),
            pool: Some(&known.pool),
            told: known.told.iter().collect(),
            asked: state.pending.as_ref().map(|pending| &pending.asked),
        }
    }

    fn scene(&self) -> Scene {
        let over = self.table.over.is_some();
        Scene {
            round: Some(self.table.round.into()),
            to_move: self.asked.filter(|_| !over).map(|asked| asked.seat.0),
            pieces: pieces::pieces(self),
            values: rows::values(self),
            rows: rows::rows(self),
            news: news::news(self),
            markers: news::markers(self),
            ..Scene::default()
        }
    }
}

impl Fury {
    /// The part of the picture that stays the same during a game, with nothing behind the map.
    #[must_use]
    pub fn scenery(&self) -> Scenery {
        scenery::scenery(self)
    }

    /// A view as a scene. Nobody is told that another side is asked (N5): whose turn it is to
    /// everyone stands in for the seat.
    #[must_use]
    pub fn scene(&self, view: &View) -> Scene {
        let look = SceneFacts::of_view(self, view);
        let scene = look.scene();
        let public = look.table.over.is_none().then(|| look.table.mover().0);
        Scene { to_move: scene.to_move.or(public), choices: choices::choices(&look), ..scene }
    }

    /// A state as a scene, for a viewer who knows everything and plays no side.
    #[must_use]
    pub fn scene_of_all(&self, state: &State) -> Scene {
        SceneFacts::of_all(self, state).scene()
    }
}
