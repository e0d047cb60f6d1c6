//! Dracula's turn: the move and its action, in the order of clauses D4, E1 to E4, K3, K5.

use super::Course;
use super::board::TurnEnd;
use super::moves::DraculaMove;
use super::play::{DraculaPlay, Encounter, Play};
use super::position::{Position, TurnEffects};
use super::trail::TrailMove;
use crate::map::Place;

#[inline]
pub(super) fn play(position: &mut Position, rules: &Course, mv: DraculaMove) -> TurnEffects {
    let size = usize::from(rules.params().trail);
    let place = position.place_of(rules, mv);
    let place_known = is_place_known(position, mv);
    let code_known = matches!(mv, DraculaMove::DoubleBack(_) | DraculaMove::Teleport); // K2
    let step = TrailMove { code: mv, place, encounter: None, code_known, place_known };
    let gone = position.trail.push(step, size);
    let left = gone.and_then(|gone| gone.encounter);
    let ground = TurnEnd::of(rules, place);
    let placed = place_encounter(position, rules, place, ground);
    position.board.end_dracula_turn(rules, ground, left);
    // K3: in the castle, or in a city where a hunter is; nothing else happens there (E5).
    let revealed = u16::from(position.board.watched(rules).contains(place));
    if revealed != 0 {
        position.trail.reveal(revealed);
    }
    let hide_seen = see_old_hide(position, size, gone);
    let play = Play::Dracula(DraculaPlay { mv, placed, left });
    TurnEffects { play, revealed, hide_seen, hospital: false }
}

/// Returns true if the hunters can tell at once where the move leads (K2).
fn is_place_known(position: &Position, mv: DraculaMove) -> bool {
    match mv {
        DraculaMove::To(_) | DraculaMove::Hide => false,
        DraculaMove::DoubleBack(steps) => {
            position.trail.moves().get(steps.get() - 1).is_some_and(|mv| mv.place_known)
        }
        DraculaMove::Teleport => true,
    }
}

/// Places a trap or vampire, on land and if there is room (E2).
fn place_encounter(
    position: &mut Position,
    rules: &Course,
    place: Place,
    ground: TurnEnd,
) -> Option<Encounter> {
    let room = usize::from(rules.params().city_encounters);
    if ground == TurnEnd::Sea || position.trail.encounters_at(place) >= room {
        return None;
    }
    let encounter = position.board.due(rules);
    position.trail.place_encounter(encounter);
    Some(encounter)
}

/// Shows the hunters that the oldest move of a full trail is a hide (K5).
fn see_old_hide(position: &mut Position, size: usize, gone: Option<TrailMove>) -> bool {
    let oldest = position.trail.moves().get(size - 1);
    let hide = oldest.is_some_and(|mv| mv.code == DraculaMove::Hide && !mv.code_known);
    if hide {
        position.trail.see_oldest_hide(gone);
    }
    hide
}
