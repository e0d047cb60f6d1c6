//! The value of a position at the end of a playout.

use stoker_engine::course::{Course, Encounter, Hunter};
use stoker_engine::map::PlaceSet;

use crate::course::shared::numbers::as_f64;
use crate::course::shared::playout::PlayoutState;
use crate::course::shared::tables::Tables;

/// The weights of the value, in points of score.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositionValue {
    /// Cost to the hunters of each point of blood left.
    pub(super) blood: f64,
    /// Cost if no place where he can be is within one turn of a hunter.
    pub(super) near: f64,
    /// Cost if no place where he can be next is within two turns of a hunter.
    pub(super) far: f64,
    /// Cost if no hunter is within two turns of the castle.
    pub(super) guard: f64,
    /// Cost of each doubling of the number of places where he can be.
    pub(super) doubt: f64,
    /// Cost of each vampire on the trail.
    pub(super) vampire: f64,
    /// Cost of each point of life lost.
    pub(super) life: f64,
}

impl PositionValue {
    /// The expected final score.
    #[inline]
    pub(super) fn of(&self, rules: &Course, tables: &Tables, playout_state: &PlayoutState) -> f64 {
        let board = playout_state.position.board();
        let score = f64::from(board.score());
        if board.is_over() {
            return score;
        }
        let vampires = playout_state.position.trail().moves().iter();
        let vampires = vampires.filter(|mv| mv.encounter == Some(Encounter::Vampire)).count();
        let lost: u8 = Hunter::ALL
            .iter()
            .map(|&hunter| {
                rules.params().start_life.saturating_sub(board.life_at_turn(rules, hunter))
            })
            .fold(0, u8::saturating_add);
        score
            - self.blood * f64::from(board.blood())
            - self.uncovered(rules, tables, playout_state)
            - self.vampire * as_f64(vampires)
            - self.life * f64::from(lost)
            - if guarded(tables, playout_state) { 0.0 } else { self.guard }
    }

    /// The cost of the places of his that no hunter is near.
    #[inline]
    fn uncovered(&self, rules: &Course, tables: &Tables, playout_state: &PlayoutState) -> f64 {
        let board = playout_state.position.board();
        let within = |turns| {
            let reach = Hunter::ALL.into_iter().fold(PlaceSet::EMPTY, |all, hunter| {
                let reach = board
                    .at(hunter)
                    .map(|at| tables.hunter_within(hunter, board.round(), at, turns));
                all | reach.unwrap_or_default()
            });
            reach - rules.seas()
        };
        let (now, next) = (playout_state.possible.now(), playout_state.possible.next());
        let left =
            |places: PlaceSet, reach| as_f64((places - reach).len()) / as_f64(places.len().max(1));
        self.near * left(now, within(1))
            + self.far * left(next, within(2))
            + self.doubt * libm::log2(as_f64(now.len().max(1)))
    }
}

/// Returns true if a hunter is within two turns of the castle.
fn guarded(tables: &Tables, playout_state: &PlayoutState) -> bool {
    let board = playout_state.position.board();
    let guards = |hunter, at| tables.hunter_guards(hunter, board.round(), at);
    Hunter::ALL.into_iter().any(|hunter| board.at(hunter).is_some_and(|at| guards(hunter, at)))
}
