//! `phantom`'s forecast of meetings by itself, to be compared with what happens.

use std::sync::Arc;

use stoker_engine::Rng;
use stoker_engine::course::{Course, DraculaMove, DraculaView};

use super::{Judge, PARAMS};
use crate::entry::Setup;
use crate::values::Values;

/// The meetings that `phantom` would expect after the moves of any Dracula.
///
/// It follows one match, so it has to be asked about each of his moves.
pub struct ExpectedMeetings(Judge);

impl ExpectedMeetings {
    /// The forecast before the first turn.
    ///
    /// # Panics
    /// Never: the setting is one of `phantom`'s.
    #[must_use]
    pub fn new(rules: &Arc<Course>) -> Self {
        // Neither later moves nor what was learned change the forecast for the first move, and any
        // place may be begun at. Hunters of the field are what it is compared with.
        let values = Values::parse("depth=1,openings=100,danger=0,field=false", PARAMS)
            .expect("a setting of this bot");
        let setup = Setup { game: rules, values: &values, side: Course::DRACULA, seats: 4..5 };
        Self(Judge::new(&setup))
    }

    /// The expected number of meetings on the hunters' turns after a move in this view; `None` if
    /// the move is not legal.
    pub fn after(&mut self, view: &DraculaView, mv: DraculaMove, rng: &mut Rng) -> Option<f64> {
        self.0.values(view, f64::INFINITY, rng);
        self.0.note(view, mv);
        self.0.judged(mv).map(|judged| judged.hits)
    }
}
