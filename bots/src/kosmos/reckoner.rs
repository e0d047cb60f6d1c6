//! `reckoner`: weighs what it puts down, and where, against the opponent's answer.
//!
//! Idea: keeps the deals that agree with what it was told, as `memory` does, and also those that
//! its opponent may believe in. These deals show where the opponent will probably look, and whether
//! it will come to see the hand. Each card is put where it is worth most on average: targets where
//! they are not suspected, fighters and the symbol where they are. It puts a second target on the
//! board while the last one may be found. Barriers are set by the same sums.
//! Cost: two hundred deals of twelve cards are followed, and weighed for each place, about 0.05 ms
//! a decision.
//! Weakness: it sees one answer ahead, and assumes that its opponent guesses as well as it does
//! itself: against `careful` it wins less often than `memory` does.

use std::sync::Arc;

use stoker_engine::kosmos::{
    Asked, ByPlace, Kind, Kosmos, Move, Moves, Place, Side, Table, Told, View,
};
use stoker_engine::{Bot, Choice, Decision, Rng, SideId};

use super::answers::{Answers, card, mark_of_target, scales};
use super::careful::or_decline;
use super::deals::{Deals, Habits, Mirror};
use super::odds::{Odds, own_targets_laid};
use super::plan::{Cares, distances};
use super::style::{best_table, draw, lay, near, swap, turn};
use super::threat::Guard;
use super::worth::Scales;
use crate::entry::BotEntry;
use crate::params::Param;
use crate::values::Values;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Kosmos> = BotEntry {
    name: "reckoner",
    summary: "Weighs what it puts down, and where, against what its opponent may believe.",
    sides: &[],
    rung: Some(3),
    searches: false,
    params: &[
        Param::int("targets", 1, (1, 5)).about("Targets that it lays."),
        Param::decimal("show", 0.05, (0.0, 1.0))
            .about("Chance of winning at once for which it shows its hand."),
        Param::decimal("last", 2.0, (0.0, 12.0))
            .about("Cost if its last target on the board is found; 1 is a target."),
        Param::decimal("heat", 0.1, (0.01, 9.0))
            .about("Loss, in targets, at which a card is put down a third as often."),
    ],
    make: |setup| Box::new(Reckoner::new(setup.game, setup.side, setup.values)),
};

/// The habits that it assumes in its opponent.
const THEIRS: Habits = Habits { bare: [1, 30], laid: [4, 1] };
/// The habits that its opponent may assume in it.
const OWN: Habits = Habits { bare: [1, 8], laid: [4, 2] };

#[derive(Clone)]
pub(super) struct Reckoner {
    rules: Arc<Kosmos>,
    deals: Deals,
    mirror: Mirror,
    targets: i64,
    show: f64,
    last: f64,
    heat: f64,
}

impl Reckoner {
    /// A player of this side with these values of its parameters.
    pub(super) fn new(game: &Arc<Kosmos>, side: SideId, values: &Values) -> Self {
        let side = if side == Side::Dracula.id() { Side::Dracula } else { Side::Hunter };
        Self {
            rules: Arc::clone(game),
            deals: Deals::new(game, side, THEIRS),
            mirror: Mirror::new(game, side, OWN),
            targets: values.int("targets"),
            show: values.decimal("show"),
            last: values.decimal("last"),
            heat: values.decimal("heat"),
        }
    }

    /// Takes in what the side was told since the last time.
    pub(super) fn follow(&mut self, view: &View, rng: &mut Rng) {
        self.deals.follow(&self.rules, view, rng);
        self.mirror.follow(&self.rules, view, rng);
    }

    /// The move of a side that expects this.
    pub(super) fn play(&self, view: &View, odds: &Odds, rng: &mut Rng) -> Move {
        let moves = view.moves(&self.rules);
        or_decline(self.answer(view, odds, &moves, rng), moves)
    }

    fn answer(&self, view: &View, odds: &Odds, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let asked = view.asked?;
        if asked == Asked::Lay {
            return lay(moves, self.targets, rng);
        }
        let scales = scales(&self.rules, view, odds);
        let guard = Guard { scales, mirror: &self.mirror, last: self.last };
        match asked {
            Asked::Put => self.put(guard, view, moves, rng),
            Asked::Barrier | Asked::Second | Asked::Fly | Asked::Harbour => {
                best_table(&self.rules, &view.table, moves, |table| ways(&guard, table))
            }
            Asked::Swap => {
                let bare = own_targets_laid(&view.table, &view.own) == 0;
                let wanted = bare.then(|| mark_of_target(view.side));
                swap(view, moves, self.deals.exposed, wanted)
            }
            Asked::Turn => turn(view, moves),
            Asked::Lay
            | Asked::Walk
            | Asked::Meet
            | Asked::Look
            | Asked::Play
            | Asked::Save
            | Asked::Use
            | Asked::Recover
            | Asked::Fetch => self.as_planned(guard, asked, moves),
        }
    }

    /// The answer by a plan of the walk, with what a change of cards is worth on the way.
    fn as_planned(&self, guard: Guard<'_>, asked: Asked, moves: &Moves) -> Option<Move> {
        let walks = matches!(asked, Asked::Walk | Asked::Look);
        let now = guard.at(guard.scales.table);
        let change = |place| if walks { guard.change(&now, place) } else { 0.0 };
        let cares = Cares { proof: 1.0, change: ByPlace::new(change) };
        Answers { scales: guard.scales, cares, show: self.show }.answer(asked, moves)
    }

    /// A card drawn by its worth there: more valuable ones are likelier.
    fn put(&self, guard: Guard<'_>, view: &View, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let place = match view.told.iter().last() {
            Some(&Told::Swap(place)) => place,
            Some(_) | None => view.table.figure(),
        };
        let puts = guard.puts(place);
        let worth = |mv| card(mv).map_or(f64::NEG_INFINITY, &puts);
        let best = moves.clone().map(worth).fold(f64::NEG_INFINITY, f64::max);
        draw(moves, |mv| share((worth(mv) - best) / self.heat), rng)
    }
}

/// A thousand times e to the power of a number that is not above 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
fn share(less: f64) -> u32 {
    (1000.0 * libm::exp(less)) as u32
}

/// The worth of the ways on this table: it is high if ways to what the side looks for are short
/// and the opponent's answer finds little.
fn ways(guard: &Guard<'_>, table: &Table) -> f64 {
    let Scales { side, odds, .. } = guard.scales;
    let far = distances(table, side, table.figures[side]);
    let target = Kind::target(side.other()).index();
    let hope = |place: Place| 0.5 * odds.at[place][target] * near(far[place]);
    Place::ALL.iter().map(|&place| hope(place)).sum::<f64>() + guard.board(&guard.at(table))
}

impl Bot<Kosmos> for Reckoner {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        self.follow(view, turn.rng());
        let odds = self.deals.odds(view);
        self.play(view, &odds, turn.rng()).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Kosmos>>> {
        Some(Box::new(self.clone()))
    }
}
