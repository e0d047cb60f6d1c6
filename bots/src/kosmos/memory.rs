//! `memory`: keeps many deals of what it cannot see, guards its targets, and bluffs.
//!
//! Idea: plans like `careful`, but by the chances in deals that agree with all that it was told;
//! lays two targets, and later puts one down only when none is left on the board; shows its hand as
//! soon as that may win; sets barriers between the opponent and its targets; draws what it puts
//! down, which is sometimes a target.
//! Cost: a hundred deals of twelve cards are followed, about 0.012 ms a decision.
//! Weakness: it assumes that an opponent seldom puts a target down while another is on the board,
//! and it does not look ahead.

use std::sync::Arc;

use stoker_engine::kosmos::{Asked, Kind, Kosmos, Move, Moves, Place, Side, Table, Type, View};
use stoker_engine::{Bot, Choice, Decision, Rng};

use super::answers::{Answers, card, mark_of_target, scales};
use super::careful::or_decline;
use super::deals::{Deals, Habits};
use super::odds::{Odds, own_targets_laid};
use super::plan::{Cares, Exposed, changes, distances};
use super::style::{best_table, draw, lay, near, swap, turn};
use super::worth::Scales;
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

/// The habits that it assumes in its opponent. One with no target on the board needs one there;
/// another one had better not put one.
const HABITS: Habits = Habits { bare: [1, 8], laid: [4, 2] };

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
            deals: Deals::new(setup.game, side, HABITS),
            targets: int("targets"),
            wanted: u8::try_from(int("wanted")).unwrap_or(1),
            show: setup.values.decimal("show"),
            missing: setup.values.decimal("missing"),
            change: setup.values.decimal("change"),
            bluff: u32::try_from(int("bluff")).unwrap_or(0),
        }
    }

    fn cares(&self, scales: &Scales<'_>) -> Cares {
        let known = Exposed { places: self.deals.exposed, change: self.change };
        Cares { proof: 1.0, change: changes(scales, self.wanted, self.missing, known) }
    }

    fn missing(&self, view: &View) -> bool {
        own_targets_laid(&view.table, &view.own) < self.wanted
    }

    /// A target that is missing on the board; else strong cards more often than weak ones.
    fn put(&self, view: &View, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let target = Move::Card(Kind::target(view.side));
        if self.missing(view) && moves.contains(target) {
            return Some(target);
        }
        let weight = |mv| card(mv).map_or(0, |kind| weight(&self.rules, kind, self.bluff));
        draw(moves, weight, rng)
    }

    fn answer(&self, view: &View, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let odds = self.deals.odds(view);
        let scales = scales(&self.rules, view, &odds);
        let answers = Answers { scales, cares: self.cares(&scales), show: self.show };
        match view.asked? {
            Asked::Lay => lay(moves, self.targets, rng),
            Asked::Put => self.put(view, moves, rng),
            Asked::Barrier | Asked::Second | Asked::Fly | Asked::Harbour => {
                best_table(&self.rules, &view.table, moves, |table| ways(view, table, &odds))
            }
            Asked::Swap => {
                let wanted = self.missing(view).then(|| mark_of_target(view.side));
                swap(view, moves, self.deals.exposed, wanted)
            }
            Asked::Turn => turn(view, moves),
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

/// The worth of the ways on this table: it is high if ways to what the side looks for are short
/// and ways of the opponent to own targets are long.
fn ways(view: &View, table: &Table, odds: &Odds) -> f64 {
    let foe = view.side.other();
    let far = |side| distances(table, side, table.figures[side]);
    let (mine, theirs) = (far(view.side), far(foe));
    let of = |place: Place| {
        let [own, enemy] = [view.side, foe].map(|side| odds.at[place][Kind::target(side).index()]);
        0.5 * enemy * near(mine[place]) - own * near(theirs[place])
    };
    Place::ALL.iter().map(|&place| of(place)).sum()
}

/// The weight with which a card is put down.
fn weight(rules: &Kosmos, kind: Kind, target: u32) -> u32 {
    match kind.kind_of_card() {
        Type::Fighter => u32::from(rules.data().strength(kind)).min(9),
        Type::Symbol => 5,
        Type::Target => target,
    }
}
