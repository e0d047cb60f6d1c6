//! Situations for the tests of the kit and of styles.

use std::sync::Arc;

use stoker_engine::course::{Course, DraculaView, HuntersView, Mover, State};
use stoker_engine::map::{Place, PlaceSet};
use stoker_engine::{Purpose, Rng, Seed};

use super::{Flight, Ground, Hunt};
use crate::course::Tables;

/// A situation of the hunters.
pub(in crate::course::field) struct Hunting {
    ground: Ground,
    view: HuntersView,
    rng: Rng,
}

impl Hunting {
    /// After these plays, which may be invented.
    pub(in crate::course::field) fn after(past: &str, seed: u64) -> Self {
        let ground = ground();
        let view = HuntersView::parse_as_told(&ground.rules, past).unwrap();
        Self { ground, view, rng: rng(seed) }
    }

    pub(in crate::course::field) fn hunt(&mut self) -> Hunt<'_> {
        let Mover::Hunter(hunter) = self.view.board().to_move() else { panic!("Dracula's turn") };
        Hunt::new(&self.ground, &self.view, hunter, &mut self.rng)
    }
}

/// A situation of Dracula.
pub(in crate::course::field) struct Fleeing {
    ground: Ground,
    view: DraculaView,
    rng: Rng,
}

impl Fleeing {
    /// After these plays, which are legal.
    pub(in crate::course::field) fn after(past: &str, seed: u64) -> Self {
        let ground = ground();
        let state = State::parse(&ground.rules, past).unwrap();
        Self { ground, view: state.history().clone(), rng: rng(seed) }
    }

    pub(in crate::course::field) fn flight(&mut self) -> Flight<'_> {
        Flight::new(&self.ground, &self.view, &mut self.rng)
    }
}

fn ground() -> Ground {
    let rules = Arc::new(Course::default());
    let tables = Arc::new(Tables::new(&rules));
    Ground { rules, tables }
}

fn rng(seed: u64) -> Rng {
    Seed(seed).rng(None, None, Purpose::BOT)
}

/// The place of a code on the map of the course.
pub(in crate::course::field) fn place(code: &str) -> Place {
    Course::default().place(code).unwrap()
}

/// The places of codes with spaces between them.
pub(in crate::course::field) fn places(codes: &str) -> PlaceSet {
    codes.split(' ').map(place).collect()
}
