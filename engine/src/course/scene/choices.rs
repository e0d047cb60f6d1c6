//! The legal moves that a scene offers to the seat to move.

use super::ViewerKnowledge;
use super::words::{code, name};
use crate::course::moves::{DraculaMove, Move, Mover, Moves};
use crate::map::{LinkKind, Place};
use crate::scene::Offer;

pub(super) fn choices(knowledge: &ViewerKnowledge<'_>, moves: Moves) -> Vec<Offer> {
    moves.map(|mv| offer(knowledge, mv)).collect()
}

fn offer(knowledge: &ViewerKnowledge<'_>, mv: Move) -> Offer {
    let (label, at) = match mv {
        Move::Hunter(to) => (hunter(knowledge, to), Some(to)),
        Move::Dracula(mv) => dracula(knowledge, mv),
    };
    Offer {
        mv: String::from_utf8_lossy(&knowledge.rules.move_code(mv)).into_owned(),
        label,
        at: at.map(|place| code(knowledge.rules, place)),
    }
}

fn hunter(knowledge: &ViewerKnowledge<'_>, to: Place) -> String {
    let (rules, there) = (knowledge.rules, name(knowledge.rules, to));
    let Mover::Hunter(hunter) = knowledge.board.to_move() else { return there };
    match knowledge.board.at(hunter) {
        None => format!("start in {there}"),
        Some(from) if from == to => format!("rest in {there}"),
        Some(from) => {
            let map = rules.map();
            let by_rail = rules.rail_reach(hunter, knowledge.board.round(), from).contains(to);
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

fn dracula(knowledge: &ViewerKnowledge<'_>, mv: DraculaMove) -> (String, Option<Place>) {
    let past = &knowledge.past;
    let ago = |moves: usize| past.made().checked_sub(moves).and_then(|round| past.place(round));
    let at = match mv {
        DraculaMove::To(place) => Some(place),
        DraculaMove::Hide => ago(1),
        DraculaMove::DoubleBack(steps) => ago(steps.get()),
        DraculaMove::Teleport => Some(knowledge.rules.castle()),
    };
    let there = at.map_or_else(String::new, |place| name(knowledge.rules, place));
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
