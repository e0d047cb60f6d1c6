//! `threshold`: stays while another round is worth the exact risk of dawn, and avoids wounds.
//!
//! Idea: the chance of sunlight in the next round is one in the sky cards left, exactly. It stays
//! while the points of another round are worth that risk, and while it is behind, because a seat
//! that leaves while it is behind has lost. The more wounds it has, the more another one costs. It
//! drops cards that do not hit, and warns the victims of the seat in the lead.
//! Cost: as greedy, about 0.02 ms a decision.
//! Weakness: it plans no further than its turn, and has no model of the others.

use std::sync::Arc;

use stoker_engine::boss::{Asked, Boss, Card, Death, Move, Moves, Tile, View};
use stoker_engine::{Bot, Choice, Decision};

use super::answers::{LegalOr, ambush, bite, cry, discard, held, hurts, plain, rival, tile_of};
use super::odds::{Odds, Unseen, odds, strength};
use crate::entry::BotEntry;

/// Lists the bot.
pub(super) const ENTRY: BotEntry<Boss> = BotEntry {
    name: "threshold",
    summary: "Stays while the exact hazard of dawn is worth it, and minds its wounds.",
    sides: &[],
    rung: Some(2),
    searches: false,
    params: &[],
    make: |setup| Box::new(Threshold { rules: Arc::clone(setup.game) }),
};

/// The bot; searches play games out with it.
#[derive(Clone)]
pub(super) struct Threshold {
    pub(super) rules: Arc<Boss>,
}

/// Cards that are dropped at the end of a turn, in this order, to make room for better ones.
const USELESS: [Card; 6] = [Card::One, Card::Lure, Card::Nose, Card::Cry, Card::Hush, Card::Two];

/// The approximate points that a seat makes in a round.
const GAIN: f64 = 6.0;

impl Threshold {
    /// The points that a failed attack on a tile costs.
    fn failure(&self, view: &View, tile: Tile) -> f64 {
        let params = self.rules.params();
        let tokens = view.table.ground(tile).map_or(0, |ground| ground.tokens);
        let vigilance = params.vigilance.is_on();
        let closing = if vigilance { 0.5 + 0.25 * f64::from(tokens) } else { 0.0 };
        if view.table.mist || (vigilance && tile == Tile::Park) {
            return closing;
        }
        let wounds = view.table.seat(view.player).wounds;
        let wound = match (wounds, params.death) {
            (0, _) => 1.0,
            (1, Death::Out) => 3.0,
            (_, Death::Out) => 6.0 + held(&self.rules, view, view.player),
            (1, Death::Rest) => 2.0,
            (_, Death::Rest) => GAIN,
        };
        closing + wound
    }

    fn merit(&self, view: &View, unseen: &Unseen, tile: Tile) -> (f64, Odds) {
        let odds = odds(&self.rules, view, unseen, tile);
        let wary = view.table.seat(view.player).wounds >= 2 && view.own.hand.len() < 2;
        let ambush = if wary { 4.0 } else { 0.8 } * odds.ambushes;
        let merit = odds.points - self.failure(view, tile) * (1.0 - odds.success) - ambush;
        (merit, odds)
    }

    fn act(&self, view: &View, moves: &Moves) -> Move {
        let rules = &self.rules;
        let place = view.table.seat(view.player);
        if place.wounds > 0
            && let Some(bite) = bite(rules, view, moves)
        {
            return bite;
        }
        let unseen = Unseen::of(rules, view);
        let attacks = moves.as_slice().iter().copied().filter(|mv| matches!(mv, Move::Attack(_)));
        let judged = attacks.filter_map(|mv| {
            let (merit, odds) = self.merit(view, &unseen, tile_of(mv)?);
            Some((mv, merit, odds))
        });
        let best = judged.max_by(|one, other| one.1.total_cmp(&other.1));
        let Some((attack, merit, odds)) = best else { return Move::End };
        let nose = moves.as_slice().iter().copied().find(|mv| self.worth_a_look(view, *mv));
        let forced = !moves.contains(Move::End);
        match nose {
            Some(nose) if odds.success < 0.9 && strength(&view.own.hand) > 2.0 => nose,
            _ if merit > 0.0 || forced => {
                let risky = odds.success < 0.7 && !matches!(attack, Move::Attack(Tile::Park));
                if risky { Move::Mist.legal_or(attack, moves) } else { attack }
            }
            _ => self.with_mist(view, &unseen, moves),
        }
    }

    /// A tile with a pedestrian that the seat has not seen.
    fn worth_a_look(&self, view: &View, mv: Move) -> bool {
        let (Move::Nose(tile) | Move::Look(tile)) = mv else { return false };
        let ground = view.table.ground(tile);
        ground.is_some_and(|ground| {
            let spots = stoker_engine::boss::TileSpot::all().zip(&ground.lying);
            let mut down =
                spots.filter(|(_, lying)| matches!(lying, stoker_engine::boss::Lying::Down { .. }));
            down.any(|(spot, _)| view.own.seen_at(tile, spot).is_none())
        })
    }

    /// An attack that is worth it only if it cannot wound.
    fn with_mist(&self, view: &View, unseen: &Unseen, moves: &Moves) -> Move {
        let free = |ground: &stoker_engine::boss::LayoutTile| {
            let odds = odds(&self.rules, view, unseen, ground.tile);
            ground.is_open() && odds.points > 1.5 * (1.0 - odds.success)
        };
        if moves.contains(Move::Mist) && view.table.tiles.iter().any(free) {
            return Move::Mist;
        }
        Move::End
    }

    /// The choice to stay or to leave (R5).
    fn stay(&self, view: &View) -> Move {
        let table = &view.table;
        let left = f64::from(table.sky_left.max(1));
        let danger = 1.0 / left;
        let mine = held(&self.rules, view, view.player);
        let best_of = |status: stoker_engine::boss::Status| {
            let others = stoker_engine::boss::Player::ALL.into_iter().take(table.players());
            let others = others.filter(|other| *other != view.player);
            let of_status = others.filter(|other| table.seat(*other).status == status);
            of_status.map(|other| held(&self.rules, view, other)).max_by(f64::total_cmp)
        };
        let gone = best_of(stoker_engine::boss::Status::Left);
        let there = best_of(stoker_engine::boss::Status::In);
        // A seat that leaves with fewer points than one that is safe has lost to it.
        if gone.is_some_and(|gone| gone > mine) {
            return Move::Stay;
        }
        // Alone and ahead there is nothing to win.
        let Some(there) = there else { return Move::Leave };
        let weak = table.seat(view.player).wounds >= 2;
        let gain = if weak { GAIN / 2.0 } else { GAIN };
        let behind = (there - mine).max(0.0);
        if danger * mine > (1.0 - danger) * (gain + behind) { Move::Leave } else { Move::Stay }
    }

    fn window(&self, view: &View, moves: &Moves) -> Move {
        let wounds = view.table.seat(view.player).wounds;
        if wounds >= 2
            && let Some(bite) = bite(&self.rules, view, moves)
        {
            return bite;
        }
        // A lure is for the one who leads, when it can hardly afford a wound.
        let lured = rival(&self.rules, view).filter(|rival| {
            let weak = view.table.seat(*rival).wounds >= 1;
            let ahead = held(&self.rules, view, *rival) >= held(&self.rules, view, view.player);
            weak && ahead
        });
        lured.map_or(Move::End, Move::Lure)
    }

    fn warn(&self, view: &View) -> Move {
        let active = view.table.active;
        let leads = active.is_some() && active == rival(&self.rules, view);
        let two = view.table.players() == 2;
        if leads || two { cry(&self.rules, view).unwrap_or(Move::End) } else { Move::End }
    }

    pub(super) fn answer(&self, view: &View, asked: Asked, moves: &Moves) -> Move {
        let mv = match asked {
            Asked::Action => self.act(view, moves),
            Asked::Discard => discard(&view.own.hand, moves, &USELESS),
            Asked::Ambush => {
                let most = if self.rules.params().death == Death::Out { 1 } else { 2 };
                ambush(view, moves, most)
            }
            Asked::Answer if hurts(view) => Move::Hush,
            Asked::Stay => self.stay(view),
            Asked::Window => self.window(view, moves),
            Asked::Cry => self.warn(view),
            asked @ (Asked::Vampire
            | Asked::Stroll
            | Asked::Answer
            | Asked::Fight
            | Asked::Order) => plain(&self.rules, view, asked, moves).unwrap_or(Move::End),
        };
        mv.legal_or(Move::End, moves)
    }
}

impl Bot<Boss> for Threshold {
    fn choose(&mut self, view: &View, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let moves = view.moves(&self.rules);
        view.asked.map_or(Move::End, |asked| self.answer(view, asked, &moves)).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Boss>>> {
        Some(Box::new(self.clone()))
    }
}
