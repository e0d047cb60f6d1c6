//! The choices that all bots make in the same way, once they know what they expect.

use stoker_engine::kosmos::{
    Cards, Kosmos, Mark, Move, Moves, Place, PlaceSet, Side, Table, View, Word,
};
use stoker_engine::{Rng, one_of};

use super::answers::{laid, mark_of_target, place};
use super::plan::distances;
use crate::luck::weighted;

/// The least gain in the worth of a table for which it is changed.
const MARGIN: f64 = 0.02;

/// Lays about this number of targets, and other cards at random.
pub(super) fn lay(moves: &Moves, targets: i64, rng: &mut Rng) -> Option<Move> {
    let off = |cards: Cards| (i64::from(cards.targets()) - targets).abs();
    let least = moves.clone().filter_map(laid).map(off).min()?;
    let weight = |mv| laid(mv).filter(|&cards| off(cards) == least).map_or(0, might);
    draw(moves, weight, rng)
}

/// The weight of cards to lay besides targets: strong ones are likelier, and a symbol is.
fn might(cards: Cards) -> u32 {
    let [one, two, three, symbol, _] = cards.counts().map(u32::from);
    (1 + two + 3 * three + 6 * symbol) / (1 + one)
}

/// The choice of a barrier or of a figure's place that makes the table worth most; none if
/// declining is as good.
pub(super) fn best_table(
    rules: &Kosmos,
    table: &Table,
    moves: &Moves,
    worth: impl Fn(&Table) -> f64,
) -> Option<Move> {
    let mut best = (None, worth(table) + MARGIN);
    for mv in moves.clone() {
        let worth = worth(&after(rules, table, mv));
        if worth > best.1 {
            best = (Some(mv), worth);
        }
    }
    best.0
}

/// The table after a barrier is set or a figure placed by a special.
fn after(rules: &Kosmos, table: &Table, mv: Move) -> Table {
    let (mut table, harbour) = (*table, rules.data().start.dracula);
    match mv {
        Move::Barrier(colour, link) => {
            table.barriers = table.barriers.with(colour, link).unwrap_or(table.barriers);
        }
        Move::To(place) => table.figures.dracula = place,
        Move::Word(Word::Dracula) => table.figures.dracula = harbour,
        Move::Word(Word::Hunter) => table.figures.hunter = harbour,
        Move::Word(_) | Move::Card(_) | Move::Play(_) | Move::Lay(_) => {}
    }
    table
}

/// X3: a place whose card the opponent knows, or any card that is not the one that is wanted there.
pub(super) fn swap(
    view: &View,
    moves: &Moves,
    exposed: PlaceSet,
    wanted: Option<Mark>,
) -> Option<Move> {
    let mut places = moves.clone().filter_map(place);
    let known = places.clone().find(|&at| exposed.contains(at));
    let other = |at: &Place| wanted.is_some_and(|wanted| view.own.record[*at] != wanted);
    known.or_else(|| places.find(other)).map(Move::To)
}

/// X16: the own target that Dracula reaches first.
pub(super) fn turn(view: &View, moves: &Moves) -> Option<Move> {
    let far = distances(&view.table, Side::Dracula, view.table.figures.dracula);
    let mine = |at: &Place| view.own.record[*at] == mark_of_target(view.side);
    let targets = moves.clone().filter_map(place).filter(mine);
    targets.min_by_key(|&at| far[at]).map(Move::To)
}

/// The chance that a walk goes this far without a loss.
pub(super) fn near(steps: u8) -> f64 {
    match steps {
        0..=2 => 1.0,
        3 => 0.9,
        4 => 0.7,
        5 => 0.45,
        6 => 0.25,
        _ => 0.1,
    }
}

/// A move by weight; any, if none has one.
pub(super) fn draw(moves: &Moves, weight: impl Fn(Move) -> u32, rng: &mut Rng) -> Option<Move> {
    match weighted(moves.clone().map(&weight), rng) {
        Some(drawn) => moves.clone().nth(drawn),
        None => one_of(rng, moves.clone()),
    }
}
