//! The answers that all bots of this ruleset have in common.

use stoker_engine::kosmos::{
    ActionCard, Asked, Cards, Kind, Kosmos, Mark, Move, Moves, Place, PlaceSet, Side, Special,
    Table, Type, View, Word,
};

use super::odds::{Odds, own_targets_laid};
use super::plan::{Cares, WalkPlan};
use super::worth::Scales;

/// A decision, with what the side expects and cares for.
pub(super) struct Answers<'a> {
    pub(super) scales: Scales<'a>,
    pub(super) cares: Cares,
    /// The least chance of winning at once for which the hand is shown.
    pub(super) show: f64,
}

const YES: Move = Move::Word(Word::Use);
const NO: Move = Move::Word(Word::Decline);

impl Answers<'_> {
    /// The answer to a question; `None` if each bot has its own.
    pub(super) fn answer(&self, asked: Asked, moves: &Moves) -> Option<Move> {
        match asked {
            Asked::Walk => Some(self.walk(moves)),
            Asked::Look => Some(self.look()),
            Asked::Meet => Some(self.meet()),
            Asked::Play => self.play(),
            Asked::Save => Some(Move::Word(Word::Give)),
            Asked::Use => Some(if self.uses() { YES } else { NO }),
            Asked::Recover => moves.clone().filter_map(card).last().map(Move::Card),
            Asked::Fetch => self.fetch(moves),
            Asked::Lay
            | Asked::Put
            | Asked::Fly
            | Asked::Swap
            | Asked::Harbour
            | Asked::Turn
            | Asked::Barrier
            | Asked::Second => None,
        }
    }

    fn plan(&self) -> WalkPlan<'_> {
        WalkPlan::new(self.scales, self.cares)
    }

    fn walk(&self, moves: &Moves) -> Move {
        let legal: PlaceSet = moves.clone().filter_map(place).collect();
        let end = Move::Word(Word::End);
        if legal.is_empty() {
            return end;
        }
        self.plan().step(legal).map_or(end, Move::To)
    }

    fn look(&self) -> Move {
        if self.plan().looks() { Move::Word(Word::Look) } else { NO }
    }

    /// Shows the hand if that is likely enough to win. A side without a target on the board loses
    /// if it does not win by that.
    fn meet(&self) -> Move {
        let Scales { table, own, odds, .. } = self.scales;
        let safe = own_targets_laid(table, own) > 0;
        let wins = if safe { odds.bare >= self.show } else { odds.bare > 0.9 };
        if wins { Move::Word(Word::Show) } else { NO }
    }

    fn play(&self) -> Option<Move> {
        let Table { steps, shown, .. } = *self.scales.table;
        self.scales.best_card(steps, shown).0.map(Move::Play)
    }

    /// A4, and the specials that are used or not.
    fn uses(&self) -> bool {
        let Scales { rules, side, table, .. } = self.scales;
        let card = table.played().map(|card| rules.data().action(card));
        let Some((strength, special)) = card.and_then(|card| Some((card.strength, card.special?)))
        else {
            return false;
        };
        match (special, table.shown) {
            (Special::Inspiration | Special::Darkness, Some(shown)) => {
                self.would_hurt(strength, shown)
            }
            (Special::Feint, _) => self.scales.feint() > 0.0,
            (Special::Reinforcement, _) => !table.discards[side].is_empty(),
            _ => true,
        }
    }

    /// True if the enemy card costs a life when it is not ignored.
    fn would_hurt(&self, strength: u8, shown: Kind) -> bool {
        match shown.kind_of_card() {
            Type::Target => false,
            Type::Symbol => true,
            Type::Fighter => strength < self.scales.strength(shown),
        }
    }

    /// The strongest card that there is; of equals, the one that goes farthest.
    fn fetch(&self, moves: &Moves) -> Option<Move> {
        let data = self.scales.rules.data();
        let cards = moves.clone().filter_map(action);
        let best = cards.max_by_key(|&card| {
            let data = data.action(card);
            (data.strength, data.movement)
        });
        best.map(Move::Play)
    }
}

/// The mark of a side's own target.
pub(super) const fn mark_of_target(side: Side) -> Mark {
    Mark::Kind(Kind::target(side))
}

/// The place that a move names.
pub(super) fn place(mv: Move) -> Option<Place> {
    if let Move::To(place) = mv { Some(place) } else { None }
}

/// The cards that a move lays.
pub(super) fn laid(mv: Move) -> Option<Cards> {
    if let Move::Lay(cards) = mv { Some(cards) } else { None }
}

/// The encounter card that a move names.
pub(super) fn card(mv: Move) -> Option<Kind> {
    if let Move::Card(kind) = mv { Some(kind) } else { None }
}

fn action(mv: Move) -> Option<ActionCard> {
    if let Move::Play(card) = mv { Some(card) } else { None }
}

/// The scales of a view's side.
pub(super) fn scales<'a>(rules: &'a Kosmos, view: &'a View, odds: &'a Odds) -> Scales<'a> {
    Scales { rules, side: view.side, table: &view.table, own: &view.own, odds }
}

/// The kinds of a side's fighters, the strongest first.
pub(super) fn strongest_first(side: Side) -> impl Iterator<Item = Kind> {
    let fighters = Kind::of(side).iter().copied();
    fighters.rev().filter(|kind| kind.kind_of_card() == Type::Fighter)
}
