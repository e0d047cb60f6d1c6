//! A hunter's turn: the move (H3) and its action, in the order of clauses H4 to H6, R1, R2.

use super::Course;
use super::moves::Hunter;
use super::play::{Encounter, HunterPlay, Met, Play};
use super::position::{Position, TurnEffects};
use super::trail::TrailSet;
use crate::map::Place;

#[inline]
pub(super) fn play(
    position: &mut Position,
    rules: &Course,
    hunter: Hunter,
    to: Place,
) -> TurnEffects {
    let mut life = position.board.life_at_turn(rules, hunter);
    let mut revealed = 0;
    let mut met = Met::default();
    // H4: nothing happens at sea.
    if !rules.is_sea(to) {
        revealed = position.trail.at(to);
        if revealed != 0 {
            met = meet(position, rules, revealed, &mut life);
        }
    }
    let end = position.board.end_hunter_turn(rules, hunter, to, life);
    if end.research {
        revealed |= research(position, rules);
    }
    let play = Play::Hunter(HunterPlay { hunter, to, met });
    TurnEffects { play, revealed, hide_seen: false, hospital: end.hospital }
}

/// Reveals the moves in this place, then meets traps, vampires and Dracula until the hunter's life
/// is gone (H4).
fn meet(position: &mut Position, rules: &Course, here: TrailSet, life: &mut u8) -> Met {
    let params = rules.params();
    let trail = &mut position.trail;
    trail.reveal(here);
    let traps = trail.clear(here, Encounter::Trap, || {
        let alive = *life > 0;
        *life = life.saturating_sub(params.life_loss_trap);
        alive
    });
    let vampires = trail.clear(here, Encounter::Vampire, || *life > 0);
    let dracula = here & 1 == 1 && *life > 0;
    if dracula {
        position.board.blood -= params.blood_loss_hunter;
        *life = life.saturating_sub(params.life_loss_dracula);
    }
    Met { traps, vampires, dracula }
}

/// Reveals the oldest move of a full trail (R2). The trail is full from the round whose number is
/// the trail's length.
fn research(position: &mut Position, rules: &Course) -> TrailSet {
    let size = rules.params().trail;
    if position.trail.moves().len() < usize::from(size) {
        return 0;
    }
    let oldest = 1 << (size - 1);
    position.trail.reveal(oldest);
    oldest
}
