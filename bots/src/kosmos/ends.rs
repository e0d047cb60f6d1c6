//! The two ends of the scale on which the bots of each side are measured.
//!
//! Idea: `blind` plans its walks as `careful` does, but forgets every card as soon as it has seen
//! it, lays and puts down whatever comes, and never shows its hand. `omniscient` plays as
//! `reckoner` does, but is told every card, so that it has nothing to infer.
//! Cost: about that of `careful` and of `reckoner`.
//! Weakness: `blind` still counts cards, and pays well. `omniscient` plans one turn ahead, and does
//! not know what its opponent will do.

use std::sync::Arc;

use stoker_engine::kosmos::{
    Asked, ByPlace, Kosmos, Mark, Move, Moves, Own, Place, Position, Side, State, View,
};
use stoker_engine::{Bot, Choice, Decision, Rng, one_of};

use super::answers::Answers;
use super::careful::or_decline;
use super::odds::Odds;
use super::plan::Cares;
use super::reckoner::{self, Reckoner};
use super::worth::Scales;
use crate::entry::{BotEntry, Setup};
use crate::reference::{References, SeerEntry, SeesAll};
use crate::values::Values;

/// The references of both sides.
pub(super) const ALL: [References<Kosmos>; 2] = [
    References {
        blind: blind("blind-dracula", &["dracula"]),
        omniscient: omniscient("omniscient-dracula", "dracula"),
    },
    References {
        blind: blind("blind-hunter", &["hunter"]),
        omniscient: omniscient("omniscient-hunter", "hunter"),
    },
];

const fn blind(name: &'static str, sides: &'static [&'static str]) -> BotEntry<Kosmos> {
    BotEntry {
        name,
        summary: "Forgets every card that it has seen: a reference, not a rung.",
        sides,
        rung: None,
        searches: false,
        params: &[],
        make: |setup| Box::new(ForgetfulPlayer { rules: Arc::clone(setup.game) }),
    }
}

const fn omniscient(name: &'static str, side: &'static str) -> SeerEntry<Kosmos> {
    SeerEntry {
        name,
        summary: "Is told where every card lies: a reference, for `stoker gauge` alone.",
        side,
        params: &[],
        make: |setup| Box::new(AllSeeingPlayer::new(setup)),
    }
}

#[derive(Clone)]
struct ForgetfulPlayer {
    rules: Arc<Kosmos>,
}

/// A chance that no hand has, so that it is never shown.
const NEVER: f64 = 2.0;

impl ForgetfulPlayer {
    fn answer(&self, view: &View, moves: &Moves, rng: &mut Rng) -> Option<Move> {
        let own = forgotten(&view.own);
        let (rules, side, table) = (&*self.rules, view.side, &view.table);
        let odds = Odds { bare: 0.0, ..Odds::by_counts(rules, table, &own) };
        let scales = Scales { rules, side, table, own: &own, odds: &odds };
        let cares = Cares { proof: 0.0, change: ByPlace::new(|_| 0.0) };
        let asked = view.asked?;
        match matches!(asked, Asked::Lay | Asked::Put) {
            true => one_of(rng, moves.clone()),
            false => Answers { scales, cares, show: NEVER }.answer(asked, moves),
        }
    }
}

/// What a side knows that has forgotten every card on the board and in the opponent's hand.
fn forgotten(own: &Own) -> Own {
    let unknown = |place: Place| match own.record[place] {
        Mark::Empty => Mark::Empty,
        Mark::Unknown | Mark::Card(_) | Mark::Kind(_) => Mark::Unknown,
    };
    Own { record: ByPlace::new(unknown), seen: None, ..*own }
}

impl Bot<Kosmos> for ForgetfulPlayer {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let moves = view.moves(&self.rules);
        or_decline(self.answer(view, &moves, turn.rng()), moves).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Kosmos>>> {
        Some(Box::new(self.clone()))
    }
}

struct AllSeeingPlayer {
    side: Side,
    player: Reckoner,
}

impl AllSeeingPlayer {
    fn new(setup: &Setup<'_, Kosmos>) -> Self {
        let side = if setup.side == Side::Dracula.id() { Side::Dracula } else { Side::Hunter };
        let values = Values::defaults(reckoner::ENTRY.params);
        Self { side, player: Reckoner::new(setup.game, setup.side, &values) }
    }
}

impl SeesAll<Kosmos> for AllSeeingPlayer {
    fn choose(&mut self, state: &State, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let mut view = state.view(self.side);
        self.player.follow(&view, turn.rng());
        view.own.record = everything(state.position());
        let odds = Odds::of_all(state.position(), self.side);
        self.player.play(&view, &odds, turn.rng()).into()
    }
}

/// The record of a side that sees every card.
fn everything(position: &Position) -> ByPlace<Mark> {
    ByPlace::new(|place| position.board()[place].map_or(Mark::Empty, Mark::Kind))
}
