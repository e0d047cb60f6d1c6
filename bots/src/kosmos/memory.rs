//! `memory`: keeps many deals of what it cannot see, guards its targets, and bluffs.
//!
//! Idea: plans like `careful`, but by the chances in deals that go along with all that it was told;
//! lays two targets, and later puts one down only when none is left on the board; shows its hand as
//! soon as that may win; sets barriers between the opponent and its targets; what it puts down is
//! drawn, a target at times too.
//! Cost: a hundred deals of twelve cards are followed, about 0.012 ms a decision.
//! Weakness: it takes every opponent for one that seldom puts a target down while another is on the
//! board, and looks no turn ahead.

use std::sync::Arc;

use stoker_engine::kosmos::{
    Asked, Cards, Kind, Kosmos, Mark, Move, Moves, Place, Side, Table, Type, View, Word,
};
use stoker_engine::{Bot, Choice, Decision, Rng, below, one_of};

use super::answers::{Answers, card, laid, place, scales};
use super::careful::or_decline;
use super::deals::Deals;
use super::odds::{Odds, own_targets_laid};
use super::plan::{Cares, distances};
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Kosmos> = BotEntry {
    name: "memory",
    summary: "Remembers and infers where cards lie, guards its targets, and bluffs.",
    sides: &[],
    rung: Some(2),
    searches: false,
    params: &[
        Param::int("targets", 2, (1, 5)).about("Targets that it lays."),
        Param::int("wanted", 1, (1, 5)).about("Own targets that it wants to have on the board."),
        Param::decimal("show", 0.05, (0.0, 1.0))
            .about("Chance of winning at once for which it shows its hand."),
        Param::decimal("missing", 0.4, (0.0, 9.0))
            .about("What it is worth to put a target where one is missing; 1 is a target."),
        Param::decimal("change", 0.1, (0.0, 2.0))
            .about("What it is worth to change a card that the opponent knows; 1 is a target."),
        Param::int("bluff", 1, (0, 20))
            .about("Weight of a target that it need not put down; a strong fighter has 3."),
    ],
    make: |setup| Box::new(Memory::new(setup)),
};

#[derive(Clone)]
struct Memory {
    rules: Arc<Kosmos>,
    deals: Deals,
    targets: i64,
    wanted: u8,
    show: f64,
    missing: f64,
    change: f64,
    bluff: u32,
}

impl Memory {
    fn new(setup: &Setup<'_, Kosmos>) -> Self {
        let side = if setup.side == Side::Dracula.id() { Side::Dracula } else { Side::Hunter };
        let int = |name| setup.values.int(name);
        Self {
            rules: Arc::clone(setup.game),
            deals: Deals::new(setup.game, side),
            targets: int("targets"),
            wanted: u8::try_from(int("wanted")).unwrap_or(1),
            show: setup.values.decimal("show"),
            missing: setup.values.decimal("missing"),
            change: setup.values.decimal("change"),
            bluff: u32::try_from(int("bluff")).unwrap_or(0),
        }
    }

    fn cares(&self) -> Cares {
        Cares {
            wanted: self.wanted,
            missing: self.missing,
            proof: 1.0,
            exposed: self.deals.exposed,
            change: self.change,
        }
    }

    /// Lays about the wanted number of targets, and other cards at random.
    fn lay(&self, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let off = |cards: Cards| (i64::from(cards.targets()) - self.targets).abs();
        let least = moves.clone().filter_map(laid).map(off).min()?;
        let weight = |mv| laid(mv).filter(|&cards| off(cards) == least).map_or(0, might);
        draw(moves, weight, rng)
    }

    /// A target that is missing on the board; else strong cards more often than weak ones.
    fn put(&self, view: &View, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let missing = own_targets_laid(&view.table, &view.own) < self.wanted;
        let target = Move::Card(Kind::target(view.side));
        if missing && moves.contains(target) {
            return Some(target);
        }
        let weight = |mv| card(mv).map_or(0, |kind| weight(&self.rules, kind, self.bluff));
        draw(moves, weight, rng)
    }

    /// The worth of the ways on this table: it is high if ways to what the side looks for are short
    /// and ways of the opponent to own targets are long.
    fn ways(&self, view: &View, table: &Table, odds: &Odds) -> f64 {
        let foe = view.side.other();
        let far = |side| distances(table, side, table.figures[side]);
        let (mine, theirs) = (far(view.side), far(foe));
        let of = |place: Place| {
            let [own, enemy] =
                [view.side, foe].map(|side| odds.at[place][Kind::target(side).index()]);
            0.5 * enemy * near(mine[place]) - own * near(theirs[place])
        };
        Place::ALL.iter().map(|&place| of(place)).sum()
    }

    /// The choice that makes the ways best; none if declining is as good.
    fn best_way(&self, view: &View, odds: &Odds, moves: &Moves) -> Option<Move> {
        let mut best = (None, self.ways(view, &view.table, odds) + MARGIN);
        for mv in moves.clone() {
            let worth = self.ways(view, &self.after(&view.table, mv), odds);
            if worth > best.1 {
                best = (Some(mv), worth);
            }
        }
        best.0
    }

    /// The table after a barrier is set or a figure placed by a special.
    fn after(&self, table: &Table, mv: Move) -> Table {
        let (mut table, harbour) = (*table, self.rules.data().start.dracula);
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

    /// X3: a place whose card the opponent knows, or any, if a target is missing.
    fn swap(&self, view: &View, moves: &Moves) -> Option<Move> {
        let target = Kind::target(view.side);
        let missing = own_targets_laid(&view.table, &view.own) < self.wanted;
        let places = || moves.clone().filter_map(place);
        let known = places().find(|&at| self.deals.exposed.contains(at));
        let other = || places().find(|&at| missing && view.own.record[at] != Mark::Kind(target));
        known.or_else(other).map(Move::To)
    }

    /// X16: the own target that Dracula reaches first.
    fn turn(view: &View, moves: &Moves) -> Option<Move> {
        let far = distances(&view.table, Side::Dracula, view.table.figures.dracula);
        let mine = Mark::Kind(Kind::target(view.side));
        let targets = moves.clone().filter_map(place).filter(|&at| view.own.record[at] == mine);
        targets.min_by_key(|&at| far[at]).map(Move::To)
    }

    fn answer(&self, view: &View, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let odds = self.deals.odds(view);
        let scales = scales(&self.rules, view, &odds);
        let answers = Answers { scales, cares: self.cares(), show: self.show };
        match view.asked? {
            Asked::Lay => self.lay(moves, rng),
            Asked::Put => self.put(view, moves, rng),
            Asked::Barrier | Asked::Second | Asked::Fly | Asked::Harbour => {
                self.best_way(view, &odds, moves)
            }
            Asked::Swap => self.swap(view, moves),
            Asked::Turn => Self::turn(view, moves),
            asked @ (Asked::Walk
            | Asked::Meet
            | Asked::Look
            | Asked::Play
            | Asked::Save
            | Asked::Use
            | Asked::Recover
            | Asked::Fetch) => answers.answer(asked, moves),
        }
    }
}

impl Bot<Kosmos> for Memory {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        self.deals.follow(&self.rules, view, turn.rng());
        let moves = view.moves(&self.rules);
        or_decline(self.answer(view, &moves, turn.rng()), moves).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Kosmos>>> {
        Some(Box::new(self.clone()))
    }
}

/// The least gain in the worth of ways for which a barrier is set.
const MARGIN: f64 = 0.02;

/// The chance that a walk goes so far without a loss.
fn near(steps: u8) -> f64 {
    match steps {
        0..=2 => 1.0,
        3 => 0.9,
        4 => 0.7,
        5 => 0.45,
        6 => 0.25,
        _ => 0.1,
    }
}

/// The weight of cards to lay besides targets: strong ones are likelier, and a symbol is.
fn might(cards: Cards) -> u32 {
    let [one, two, three, symbol, _] = cards.counts().map(u32::from);
    (1 + two + 3 * three + 6 * symbol) / (1 + one)
}

/// The weight with which a card is put down.
fn weight(rules: &Kosmos, kind: Kind, target: u32) -> u32 {
    match kind.kind_of_card() {
        Type::Fighter => u32::from(rules.data().strength(kind)).min(9),
        Type::Symbol => 5,
        Type::Target => target,
    }
}

/// A move by weight; any, if none has one.
fn draw(moves: &Moves, weight: impl Fn(Move) -> u32, rng: &mut Rng) -> Option<Move> {
    let sum: u32 = moves.clone().map(&weight).sum();
    if sum == 0 {
        return one_of(rng, moves.clone());
    }
    let mut left = below(rng, sum);
    moves.clone().find(|&mv| {
        let past = left >= weight(mv);
        left = left.saturating_sub(weight(mv));
        !past
    })
}
