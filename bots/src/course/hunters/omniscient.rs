//! `omniscient`: four hunters who are told Dracula's place and trail.
//!
//! Idea: the upper end of the scale on which other hunters are measured. The moves of all who are
//! still to move this round are chosen together: each in turn is replaced by the best beside the
//! others, until none changes. The value of a plan follows from the positions after all of
//! Dracula's replies: it lies between the worst and their mean, since he may or may not be clever.
//! The value of a position counts the score, the blood left, each hunter's turns to him, life, and
//! vampires that can or cannot be reached before they mature. The best few moves are examined one
//! round deeper.
//! Cost: some milliseconds a turn at the depth set; nothing is allocated once it is made.
//! Weakness: no real hunter may know what it is told; beyond its depth, only distances count.

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{
    ByHunter, Course, DraculaMove, Encounter, Hunter, Move, Mover, Position, State,
};
use stoker_engine::map::{Place, PlaceSet};
use stoker_engine::{Choice, Decision};

use crate::course::shared::tables::Tables;
use crate::entry::Setup;
use crate::params::Param;
use crate::reference::{SeerEntry, SeesAll};

/// The entry of the player.
pub(in crate::course) const ENTRY: SeerEntry<Course> = SeerEntry {
    name: "omniscient",
    summary: "Hunters who are told where Dracula is: a reference, for `stoker gauge` alone.",
    side: "hunters",
    params: PARAMS,
    make: |setup| Box::new(Omniscient::new(setup)),
};

const PARAMS: &[Param] = &[
    Param::int("depth", 2, (1, 3)).about("Rounds to look ahead."),
    Param::int("width", 4, (1, 16))
        .about("Moves of each hunter that are looked at to the full depth."),
    Param::int("hit", 500, (0, 5_000))
        .about("Cost of a meeting still needed, in hundredths of a point of score."),
    Param::int("near", 60, (0, 200))
        .about("Worth of a hunter one turn from Dracula, in percent of a meeting."),
    Param::int("fade", 60, (0, 100))
        .about("Share of that which each further turn leaves, in percent."),
    Param::int("worst", 30, (0, 100))
        .about("Weight of his worst reply, in percent; the rest is the mean of all."),
    Param::int("life", 15, (0, 1_000))
        .about("Cost of a missing point of life, in hundredths of a point of score."),
];

/// One point of score in hundredths, which are the unit of all values here.
const POINT: WideValue = 100;
/// A share of 1, in percent.
const WHOLE: WideValue = 100;
/// Number of passes over the moves of a round; more change next to nothing.
const PASSES: usize = 3;
/// Limit on the moves of one hunter that are kept for a deeper search.
const MAX_WIDTH: usize = 16;
/// Number of turns at which distance stops counting.
const FAR: u8 = 12;
/// A vampire that can be reached in time costs one of this many parts of its full cost for each
/// turn on the way. That is less than half of what it costs when it matures.
const PARTS: WideValue = 24;

/// A value. With extreme rules and parameters, sums of values exceed 32 bits.
type WideValue = i64;

/// The moves of a round; `None` for those who have moved.
type RoundMoves = ByHunter<Option<Place>>;

/// The weights of the values.
#[derive(Debug, Clone, Copy)]
struct OmniscientWeights {
    hit: WideValue,
    near: WideValue,
    fade: WideValue,
    worst: WideValue,
    life: WideValue,
}

/// The player.
struct Omniscient {
    rules: Arc<Course>,
    tables: Tables,
    depth: usize,
    width: usize,
    weights: OmniscientWeights,
}

impl Omniscient {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let int = |name| setup.values.int(name);
        let size = |name| usize::try_from(int(name)).unwrap_or(1);
        Self {
            rules: Arc::clone(setup.game),
            tables: Tables::new(setup.game),
            depth: size("depth"),
            width: size("width").min(MAX_WIDTH),
            weights: OmniscientWeights {
                hit: int("hit"),
                near: int("near"),
                fade: int("fade"),
                worst: int("worst"),
                life: int("life"),
            },
        }
    }

    fn decide(&self, position: &Position, hunter: Hunter) -> Place {
        if position.dracula().is_none() {
            return self.first_place(position);
        }
        let best = self.best_plan(position, self.depth).0;
        best[hunter].expect("the hunter to move is in the plan")
    }

    /// The city that covers the most ground that no other hunter is near. Used before Dracula is
    /// anywhere.
    fn first_place(&self, position: &Position) -> Place {
        let rules = &*self.rules;
        let near = |at| self.tables.hunter_within(Hunter::Harker, 1, at, 2);
        let placed = position.board().hunters();
        let covered = placed.into_iter().fold(PlaceSet::EMPTY, |all, at| all | near(at));
        let cities = rules.map().places() - rules.seas() - PlaceSet::of(rules.hospital());
        let new = |at: &Place| (near(*at) - covered).len();
        cities.into_iter().max_by_key(new).unwrap_or(rules.castle())
    }

    /// The best moves for all hunters who are still to move this round, and the value of that plan.
    fn best_plan(&self, position: &Position, depth: usize) -> (RoundMoves, WideValue) {
        let mut plan = self.straight(position);
        let mut value = self.outcome(position, &plan, 1);
        for _ in 0..PASSES {
            let before = plan;
            for hunter in Hunter::ALL.into_iter().filter(|&hunter| before[hunter].is_some()) {
                value = self.improve(position, &mut plan, hunter, value);
            }
            if plan == before {
                break;
            }
        }
        if depth > 1 { self.deepen(position, plan, depth) } else { (plan, value) }
    }

    /// The plan in which everyone who is to move goes straight for him.
    fn straight(&self, position: &Position) -> RoundMoves {
        let board = position.board();
        let mut plan = RoundMoves::default();
        let Mover::Hunter(first) = board.to_move() else { return plan };
        for &hunter in &Hunter::ALL[first as usize..] {
            let turns = |to: &Place| {
                position.dracula().map(|at| self.turns(hunter, board.round() + 1, *to, at))
            };
            let moves = board.hunter_moves(&self.rules, hunter);
            plan[hunter] = moves.into_iter().min_by_key(turns);
        }
        plan
    }

    /// Replaces one hunter's move by the best beside the others, and returns the new value of the
    /// plan.
    fn improve(
        &self,
        position: &Position,
        plan: &mut RoundMoves,
        hunter: Hunter,
        value: WideValue,
    ) -> WideValue {
        let mut best = (value, plan[hunter]);
        for to in position.board().hunter_moves(&self.rules, hunter) {
            plan[hunter] = Some(to);
            let value = self.outcome(position, plan, 1);
            if value > best.0 {
                best = (value, Some(to));
            }
        }
        plan[hunter] = best.1;
        best.0
    }

    /// Improves the plan with the best few moves of every hunter beside the others', at full depth.
    fn deepen(
        &self,
        position: &Position,
        mut plan: RoundMoves,
        depth: usize,
    ) -> (RoundMoves, WideValue) {
        let mut value = self.outcome(position, &plan, depth);
        for hunter in Hunter::ALL {
            let Some(kept) = plan[hunter] else { continue };
            let mut best = (value, kept);
            for to in self.candidates(position, plan, hunter) {
                plan[hunter] = Some(to);
                let value = self.outcome(position, &plan, depth);
                if value > best.0 {
                    best = (value, to);
                }
            }
            (value, plan[hunter]) = (best.0, Some(best.1));
        }
        (plan, value)
    }

    /// The best few moves of a hunter beside the others', without the one in the plan.
    fn candidates(
        &self,
        position: &Position,
        plan: RoundMoves,
        hunter: Hunter,
    ) -> ArrayVec<Place, MAX_WIDTH> {
        let mut best = ArrayVec::<(WideValue, Place), { MAX_WIDTH + 1 }>::new();
        let moves = position.board().hunter_moves(&self.rules, hunter);
        for to in moves.into_iter().filter(|&to| plan[hunter] != Some(to)) {
            let mut tried = plan;
            tried[hunter] = Some(to);
            let value = self.outcome(position, &tried, 1);
            let rank = best.iter().position(|&(other, _)| value > other).unwrap_or(best.len());
            if rank < self.width {
                best.insert(rank, (value, to));
                best.truncate(self.width);
            }
        }
        best.into_iter().map(|(_, to)| to).collect()
    }

    /// The value of a plan, after Dracula's replies.
    fn outcome(&self, position: &Position, plan: &RoundMoves, depth: usize) -> WideValue {
        let mut after = *position;
        for to in plan.0.into_iter().flatten() {
            after.play_unchecked(&self.rules, Move::Hunter(to));
            if after.board().is_over() {
                return WideValue::from(after.board().score()) * POINT;
            }
        }
        let (mut worst, mut sum, mut count) = (WideValue::MAX, 0, 0);
        for reply in after.dracula_moves(&self.rules) {
            let value = self.after_reply(after, reply, depth);
            worst = worst.min(value);
            sum += value;
            count += 1;
        }
        let mean = sum / count.max(1);
        mean + (worst.min(mean) - mean) * self.weights.worst / WHOLE
    }

    fn after_reply(&self, mut position: Position, reply: DraculaMove, depth: usize) -> WideValue {
        position.play_unchecked(&self.rules, Move::Dracula(reply));
        if position.board().is_over() {
            WideValue::from(position.board().score()) * POINT
        } else if depth > 1 {
            self.best_plan(&position, depth - 1).1
        } else {
            self.leaf(&position)
        }
    }

    /// The value of a position at the end of the search, with the hunters to move.
    fn leaf(&self, position: &Position) -> WideValue {
        let board = position.board();
        let Some(dracula) = position.dracula() else {
            return WideValue::from(board.score()) * POINT;
        };
        let meetings = self.meetings(board.blood());
        let mut near = 0;
        let mut missing = 0;
        for hunter in Hunter::ALL {
            let life = board.life_at_turn(&self.rules, hunter);
            missing += WideValue::from(self.rules.params().start_life.saturating_sub(life));
            if let Some(at) = board.at(hunter) {
                near += self.near(self.turns(hunter, board.round(), at, dracula));
            }
        }
        let all = meetings * self.weights.hit;
        let vampires = self.vampires(position);
        WideValue::from(board.score()) * POINT - all + near.min(all)
            - missing * self.weights.life
            - vampires
    }

    /// The number of meetings that take all of this blood.
    fn meetings(&self, blood: i32) -> WideValue {
        let each = self.rules.params().blood_loss_hunter.max(1);
        WideValue::from(blood.saturating_add(each - 1) / each)
    }

    /// The value of a hunter who is this many turns away.
    fn near(&self, turns: u8) -> WideValue {
        let first = self.weights.hit * self.weights.near / WHOLE;
        (1..turns.clamp(1, FAR)).fold(first, |worth, _| worth * self.weights.fade / WHOLE)
    }

    /// The cost of the vampires on the trail: the full cost if nobody can come in time.
    fn vampires(&self, position: &Position) -> WideValue {
        let board = position.board();
        let size = usize::from(self.rules.params().trail);
        let loss = WideValue::from(self.rules.params().score_loss_vampire) * POINT;
        let mut cost = 0;
        for (age, mv) in position.trail().moves().iter().enumerate() {
            if mv.encounter != Some(Encounter::Vampire) {
                continue;
            }
            let turns = |hunter| {
                let at = board.at(hunter)?;
                Some(self.turns(hunter, board.round(), at, mv.place))
            };
            let nearest = Hunter::ALL.into_iter().filter_map(turns).min().unwrap_or(u8::MAX);
            let nearest = usize::from(nearest).max(1);
            cost += if nearest > size - age {
                loss
            } else {
                loss * WideValue::try_from(nearest).unwrap_or(PARTS) / PARTS
            };
        }
        cost
    }

    #[inline]
    fn turns(&self, hunter: Hunter, round: u16, from: Place, to: Place) -> u8 {
        self.tables.hunter_turns(hunter, round, from, to)
    }
}

impl SeesAll<Course> for Omniscient {
    fn choose(&mut self, state: &State, _turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let position = state.position();
        let Mover::Hunter(hunter) = position.board().to_move() else {
            unreachable!("only hunters are asked");
        };
        Move::Hunter(self.decide(position, hunter)).into()
    }
}

#[cfg(test)]
mod tests;
