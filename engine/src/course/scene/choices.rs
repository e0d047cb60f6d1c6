//! The legal moves that a scene offers to the seat to move.

use super::Look;
use super::words::{code, name};
use crate::course::moves::{DraculaMove, Move, Mover, Moves};
use crate::map::{LinkKind, Place};
use crate::scene::Offer;

pub(super) fn choices(look: &Look<'_>, moves: Moves) -> Vec<Offer> {
    moves.map(|mv| offer(look, mv)).collect()
}

fn offer(look: &Look<'_>, mv: Move) -> Offer {
    let (label, at) = match mv {
        Move::Hunter(to) => (hunter(look, to), Some(to)),
        Move::Dracula(mv) => dracula(look, mv),
    };
    Offer {
        mv: String::from_utf8_lossy(&look.rules.move_code(mv)).into_owned(),
        label,
        at: at.map(|place| code(look.rules, place)),
    }
}

fn hunter(look: &Look<'_>, to: Place) -> String {
    let (rules, there) = (look.rules, name(look.rules, to));
    let Mover::Hunter(hunter) = look.board.to_move() else { return there };
    match look.board.at(hunter) {
        None => format!("start in {there}"),
        Some(from) if from == to => format!("rest in {there}"),
        Some(from) => {
            let map = rules.map();
            let by_rail = rules.rail_reach(hunter, look.board.round(), from).contains(to);
            let leads = |kind: &LinkKind| match kind {
                LinkKind::Rail => by_rail,
                LinkKind::Road | LinkKind::Sea => map.links(*kind, from).contains(to),
            };
            let kinds: Vec<_> = LinkKind::ALL.iter().filter(|kind| leads(kind)).collect();
            let ways: Vec<_> = kinds.iter().map(ToString::to_string).collect();
            format!("go to {there} by {}", ways.join(" or "))
        }
    }
}

fn dracula(look: &Look<'_>, mv: DraculaMove) -> (String, Option<Place>) {
    let past = &look.past;
    let ago = |moves: usize| past.made().checked_sub(moves).and_then(|round| past.place(round));
    let at = match mv {
        DraculaMove::To(place) => Some(place),
        DraculaMove::Hide => ago(1),
        DraculaMove::DoubleBack(steps) => ago(steps.get()),
        DraculaMove::Teleport => Some(look.rules.castle()),
    };
    let there = at.map_or_else(String::new, |place| name(look.rules, place));
    let label = match mv {
        DraculaMove::To(_) if past.made() == 0 => format!("start in {there}"),
        DraculaMove::To(_) if at == ago(1) => format!("stay in {there}"),
        DraculaMove::To(_) => format!("go to {there}"),
        DraculaMove::Hide => format!("hide in {there}"),
        DraculaMove::DoubleBack(steps) => format!("double back {} to {there}", steps.get()),
        DraculaMove::Teleport => format!("teleport to {there}"),
    };
    (label, at)
}
