//! Dracula's turn: the move and its action, in the order of clauses D4, E1 to E4, K3, K5.

use super::Course;
use super::board::Ground;
use super::moves::DraculaMove;
use super::play::{DraculaPlay, Encounter, Play};
use super::position::{Outcome, Position};
use super::trail::TrailMove;
use crate::map::{Place, PlaceSet};

#[inline]
pub(super) fn play(position: &mut Position, rules: &Course, mv: DraculaMove) -> Outcome {
    let size = usize::from(rules.params().trail);
    let (place, place_known) = resolve(position, rules, mv);
    let code_known = matches!(mv, DraculaMove::DoubleBack(_) | DraculaMove::Teleport);
    let step = TrailMove { code: mv, place, encounter: None, code_known, place_known };
    let gone = position.trail.push(step, size);
    let left = gone.and_then(|gone| gone.encounter);
    let ground = Ground::of(rules, place);
    let placed = place_encounter(position, rules, place, ground);
    position.board.end_dracula_turn(rules, ground, left);
    // K3: in the castle, or in a city where a hunter is.
    let seen = PlaceSet::of(rules.castle()) | (position.board.hunters() - rules.seas());
    let revealed = u16::from(seen.contains(place));
    if revealed != 0 {
        position.trail.reveal(revealed);
    }
    let hide_seen = see_old_hide(position, size, gone);
    let play = Play::Dracula(DraculaPlay { mv, placed, left });
    Outcome { play, revealed, hide_seen, hospital: false }
}

/// D4: the place a move comes to, and whether the hunters can tell it from the move's code alone.
fn resolve(position: &Position, rules: &Course, mv: DraculaMove) -> (Place, bool) {
    let back = |n: usize| position.trail.moves().get(n - 1);
    match mv {
        DraculaMove::To(place) => (place, false),
        DraculaMove::Hide => (back(1).map_or(rules.castle(), |mv| mv.place), false),
        DraculaMove::DoubleBack(steps) => {
            back(steps.get()).map_or((rules.castle(), false), |mv| (mv.place, mv.place_known))
        }
        DraculaMove::Teleport => (rules.castle(), true),
    }
}

/// E2: a trap or vampire, on land and where there is room.
fn place_encounter(
    position: &mut Position,
    rules: &Course,
    place: Place,
    ground: Ground,
) -> Option<Encounter> {
    let room = usize::from(rules.params().city_encounters);
    if ground == Ground::Sea || position.trail.encounters_at(place) >= room {
        return None;
    }
    let encounter = position.board.due(rules);
    position.trail.place_encounter(encounter);
    Some(encounter)
}

/// K5: the hunters see that the oldest move of a full trail is a hide.
fn see_old_hide(position: &mut Position, size: usize, gone: Option<TrailMove>) -> bool {
    let oldest = position.trail.moves().get(size - 1);
    let hide = oldest.is_some_and(|mv| mv.code == DraculaMove::Hide && !mv.code_known);
    if hide {
        position.trail.see_oldest_hide(gone.is_some_and(|gone| gone.place_known));
    }
    hide
}
