//! `careful`: looks where it expects most, and keeps its lives.
//!
//! Idea: goes where the card is worth most on average, by the counts of what has not been seen;
//! pays with the card that costs it least; lays three targets, and puts its best fighters on the
//! places that it leaves.
//! Cost: some thousand sums a step of a walk, about 0.007 ms; nothing is allocated.
//! Weakness: it treats all cards that it cannot see as equally likely, never bluffs, and does not
//! guard its targets.

use std::sync::Arc;

use stoker_engine::kosmos::{Asked, Cards, Kind, Kosmos, Move, Moves, PlaceSet, Type, View, Word};
use stoker_engine::{Bot, Choice, Decision};

use super::answers::{Answers, laid, scales, strongest_first};
use super::odds::{Odds, own_targets_laid};
use super::plan::{Cares, Exposed, changes};
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Kosmos> = BotEntry {
    name: "careful",
    summary: "Looks where it expects most, pays with the cheapest card, and keeps its lives.",
    sides: &[],
    rung: Some(1),
    searches: false,
    params: &[Param::int("targets", 3, (0, 5)).about("Targets that it lays.")],
    make: |setup| Box::new(Careful::new(setup)),
};

#[derive(Clone)]
struct Careful {
    rules: Arc<Kosmos>,
    targets: i64,
}

/// The worth of putting a target where one is missing.
const MISSING: f64 = 0.5;
/// The chance of winning at once for which it shows its hand.
const SHOW: f64 = 0.2;

impl Careful {
    fn new(setup: &Setup<'_, Kosmos>) -> Self {
        Self { rules: Arc::clone(setup.game), targets: setup.values.int("targets") }
    }

    /// Lays about the wanted number of targets, the symbol, and the strongest fighters.
    fn lay(&self, moves: Moves) -> Option<Move> {
        let best = moves.filter_map(laid).max_by_key(|cards| {
            let off = (i64::from(cards.targets()) - self.targets).abs();
            might(*cards) - 100 * off
        });
        best.map(Move::Lay)
    }
}

/// The strength of cards to lay; the symbol counts as the strongest fighter.
fn might(cards: Cards) -> i64 {
    let [one, two, three, symbol, _] = cards.counts().map(i64::from);
    one + 2 * two + 3 * three + 4 * symbol
}

/// A target if none is on the board, else the symbol, else the strongest fighter.
fn put(view: &View) -> Option<Move> {
    let (side, hand) = (view.side, view.own.hand);
    let target = Kind::target(side);
    let bare = own_targets_laid(&view.table, &view.own) == 0;
    let symbol = Kind::of(side).iter().copied().filter(|kind| kind.kind_of_card() == Type::Symbol);
    let rest = symbol.chain(strongest_first(side)).chain([target]);
    let mut order = bare.then_some(target).into_iter().chain(rest);
    order.find(|&kind| hand.count(kind) > 0).map(Move::Card)
}

impl Bot<Kosmos> for Careful {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let moves = view.moves(&self.rules);
        let odds = Odds::by_counts(&self.rules, &view.table, &view.own);
        let scales = scales(&self.rules, view, &odds);
        // One target on the board, so that its hand proves nothing.
        let change = changes(&scales, 1, MISSING, Exposed { places: PlaceSet::EMPTY, change: 0.0 });
        let answers = Answers { scales, cares: Cares { proof: 0.0, change }, show: SHOW };
        let mv = match view.asked {
            Some(Asked::Lay) => self.lay(moves.clone()),
            Some(Asked::Put) => put(view),
            asked => asked.and_then(|asked| answers.answer(asked, &moves)),
        };
        or_decline(mv, moves).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Kosmos>>> {
        Some(Box::new(self.clone()))
    }
}

/// The move, if it is legal; else declining, if that is legal; else the first legal move.
pub(super) fn or_decline(mv: Option<Move>, mut moves: Moves) -> Move {
    let decline = Move::Word(Word::Decline);
    let chosen = mv.filter(|&mv| moves.contains(mv));
    let declined = || moves.contains(decline).then_some(decline);
    chosen.or_else(declined).or_else(|| moves.next()).expect("who is asked has moves")
}
