//! The joint plan: each hunter's move in this round, so that together they cover Dracula's ways.

use std::ops::Range;

use arrayvec::ArrayVec;
use stoker_engine::course::{ByHunter, Hunter, Mover};
use stoker_engine::map::{MAX_PLACES, Place};

use super::goal::{Cover, Goal, PlanSituation, ReachSets};

/// A maker of plans. It keeps its lists to reuse their memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Planner {
    goals: Vec<Goal>,
    /// Each hunter's goals.
    of: ByHunter<Range<usize>>,
    /// The cover of each way by each goal; goals are the outer index.
    cover: Vec<Cover>,
    /// By way: the part that the others leave open.
    open: Vec<Cover>,
}

/// The settled goal of each hunter, as an index.
type Settled = ByHunter<Option<usize>>;

/// The effect of the others on one hunter's goals.
struct OthersEffect {
    reached: ReachSets,
    guarded: bool,
    /// The places that the others who have yet to move will search. The belief already contains the
    /// searches of those who have moved.
    looked: ArrayVec<Place, 4>,
}

impl Planner {
    /// The value of every place to the hunter to move, if the others do their best.
    pub(super) fn plan(&mut self, now: &PlanSituation<'_>) -> ArrayVec<(Place, f64), MAX_PLACES> {
        let Mover::Hunter(mover) = now.board.to_move() else { return ArrayVec::new() };
        self.list(now, mover);
        let mut settled = Settled::default();
        for &hunter in &Hunter::ALL[..mover as usize] {
            settled[hunter] = Some(self.of[hunter].start);
        }
        // First each takes the best of what is left. Then each chooses again.
        let to_move = &Hunter::ALL[mover as usize..];
        for _ in to_move {
            let free = to_move.iter().filter(|&&hunter| settled[hunter].is_none());
            let best = free.filter_map(|&hunter| self.best(now, hunter, &settled));
            if let Some((goal, _)) = best.max_by(|a, b| a.1.total_cmp(&b.1)) {
                settled[self.goals[goal].hunter] = Some(goal);
            }
        }
        for &hunter in to_move.iter().rev() {
            settled[hunter] = self.best(now, hunter, &settled).map(|(goal, _)| goal);
        }
        let others = self.others(now, mover, &settled);
        let goals = self.of[mover].clone();
        goals.map(|goal| (self.goals[goal].to, self.value(now, goal, &others))).collect()
    }

    /// Lists the goals of every hunter. Those who have moved stay where they are.
    fn list(&mut self, now: &PlanSituation<'_>, mover: Hunter) {
        self.goals.clear();
        for hunter in Hunter::ALL {
            let start = self.goals.len();
            if let Some(at) = now.board.at(hunter).filter(|_| hunter < mover) {
                self.goals.push(Goal::settled(now, hunter, at));
            } else {
                let moves = now.board.hunter_moves(now.rules, hunter);
                self.goals.extend(moves.into_iter().map(|to| Goal::open(now, hunter, to)));
            }
            self.of[hunter] = start..self.goals.len();
        }
        self.cover.clear();
        for goal in &self.goals {
            self.cover.extend(now.outlook.ways().iter().map(|way| goal.cover(now, way)));
        }
    }

    /// The best goal of a hunter, given the others' goals.
    fn best(
        &mut self,
        now: &PlanSituation<'_>,
        hunter: Hunter,
        settled: &Settled,
    ) -> Option<(usize, f64)> {
        let others = self.others(now, hunter, settled);
        let values = self.of[hunter].clone().map(|goal| (goal, self.value(now, goal, &others)));
        values.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Computes the others' effect on a hunter, and the part of the ways that they leave open.
    fn others(
        &mut self,
        now: &PlanSituation<'_>,
        hunter: Hunter,
        settled: &Settled,
    ) -> OthersEffect {
        let ways = now.outlook.ways().len();
        self.open.clear();
        self.open.resize(ways, Cover { later: 1.0, vampire: 1.0 });
        let mut others =
            OthersEffect { reached: ReachSets::default(), guarded: false, looked: ArrayVec::new() };
        for other in Hunter::ALL.into_iter().filter(|&other| other != hunter) {
            let Some(index) = settled[other] else { continue };
            let goal = &self.goals[index];
            others.reached = others.reached.with(goal.within);
            others.guarded |= goal.guards;
            if other.seat() >= now.board.to_move().seat() {
                others.looked.push(goal.to);
            }
            for (open, cover) in self.open.iter_mut().zip(&self.cover[index * ways..]) {
                open.later *= 1.0 - now.weights.overlap * cover.later;
                open.vampire *= 1.0 - now.weights.overlap * cover.vampire;
            }
        }
        others
    }

    /// The value of a goal beside the others' goals.
    fn value(&self, now: &PlanSituation<'_>, goal: usize, others: &OthersEffect) -> f64 {
        let ways = self.open.len();
        let cover = &self.cover[goal * ways..][..ways];
        let [mut later, mut vampire] = [0.0; 2];
        for (open, cover) in self.open.iter().zip(cover) {
            later += open.later * cover.later;
            vampire += open.vampire * cover.vampire;
        }
        let covered = now.weights.later * later + now.weights.vampire * vampire;
        let goal = &self.goals[goal];
        let meet = if others.looked.contains(&goal.to) { 0.0 } else { goal.meet };
        let guard = if goal.guards && !others.guarded { now.weights.guard } else { 0.0 };
        let reach = others.reached.with(goal.within).worth(now);
        goal.alone + meet + guard + reach + covered * now.outlook.share()
    }
}
