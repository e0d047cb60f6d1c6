//! The value of a hunter's move to a place, and the part of Dracula's ways that it covers.

use stoker_engine::course::{Board, Course, Hunter};
use stoker_engine::map::{Place, PlaceSet};

use super::outlook::{Continuation, MAX_TURNS, Next, Outlook};
use crate::course::shared::tables::Tables;

/// The weights of the values, in units of one meeting with Dracula.
#[derive(Debug, Clone, Copy)]
pub(super) struct GoalWeights {
    /// Value of a hunter in reach of his next place.
    pub(super) reach: f64,
    /// Value of each further hunter in reach, as a share of the one before, 0 to 1.
    pub(super) more: f64,
    /// Odds of a city as his next place, by the number of hunters who can enter it then.
    pub(super) odds: [f64; 5],
    /// Odds of a sea.
    pub(super) sea: f64,
    /// Value of being able to reach his place after two turns.
    pub(super) later: f64,
    /// Share of that value that each further turn leaves, 0 to 1.
    pub(super) fade: f64,
    /// Share of one hunter's cover that is redundant for another, 0 to 1.
    pub(super) overlap: f64,
    /// Value of a further hunter who can follow up a find in the same round.
    pub(super) follow: f64,
    /// Value of destroying a vampire.
    pub(super) vampire: f64,
    /// Share of that value that each turn on the way leaves, 0 to 1.
    pub(super) hunt: f64,
    /// Value of learning a move of the trail.
    pub(super) trail: f64,
    /// Cost of going to hospital.
    pub(super) death: f64,
    /// Value of a point of life won, when none is left.
    pub(super) heal: f64,
    /// Value of a hunter near the castle.
    pub(super) guard: f64,
    /// First round in which that counts.
    pub(super) guard_from: u16,
}

/// The situation for which a plan is made.
pub(super) struct PlanSituation<'a> {
    pub(super) rules: &'a Course,
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board,
    pub(super) weights: &'a GoalWeights,
    pub(super) turns: usize,
    pub(super) outlook: &'a Outlook,
}

/// A hunter's move to a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub(super) hunter: Hunter,
    pub(super) to: Place,
    /// Its value, whatever the others do.
    pub(super) alone: f64,
    /// The value of meeting him there now.
    pub(super) meet: f64,
    /// The cities that can be entered from there next turn.
    pub(super) within: PlaceSet,
    /// True if the castle is within two turns.
    pub(super) guards: bool,
}

/// The cover of a way, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    /// Cover by meeting him after two turns or more.
    pub(super) later: f64,
    /// Cover by reaching the vampire in time.
    pub(super) vampire: f64,
}

impl Goal {
    /// The goal of a hunter who has moved: only their place counts.
    pub(super) fn settled(now: &PlanSituation<'_>, hunter: Hunter, to: Place) -> Self {
        let next = now.board.round() + 1;
        let guards = now.board.round() >= now.weights.guard_from
            && now.tables.hunter_guards(hunter, next, to);
        let within = now.tables.hunter_within(hunter, next, to, 1) - now.rules.seas();
        Self { hunter, to, alone: 0.0, meet: 0.0, within, guards }
    }

    /// The goal of a hunter who has yet to move.
    pub(super) fn open(now: &PlanSituation<'_>, hunter: Hunter, to: Place) -> Self {
        let mut goal = Self::settled(now, hunter, to);
        goal.alone = goal.rest(now);
        if !now.rules.is_sea(to) {
            goal.enter(now);
        }
        goal
    }

    /// The value of the life won by a rest (H6); it is higher if less life is left.
    fn rest(&self, now: &PlanSituation<'_>) -> f64 {
        if now.board.at(self.hunter) != Some(self.to) {
            return 0.0;
        }
        let params = now.rules.params();
        let life = now.board.life_at_turn(now.rules, self.hunter).min(params.start_life);
        let missing = params.start_life - life;
        let gained = params.life_gain_rest.min(missing);
        now.weights.heal * f64::from(gained) * f64::from(missing) / f64::from(params.start_life)
    }

    /// Adds the value of what can be met and learnt in a city (H4).
    fn enter(&mut self, now: &PlanSituation<'_>) {
        let PlanSituation { rules, weights, board, outlook, .. } = *now;
        let params = rules.params();
        let life = board.life_at_turn(rules, self.hunter);
        let [mut met, mut died, mut learnt] = [0u32; 3];
        for way in outlook.ways() {
            let here = way.is_at(self.to);
            let hurt = way.traps_at(self.to).saturating_mul(params.life_loss_trap);
            let bite = if here { params.life_loss_dracula } else { 0 };
            let alive = life > hurt;
            died += u32::from(hurt.saturating_add(bite) >= life);
            met += u32::from(alive && here);
            learnt += u32::from(alive && way.unknown.contains(self.to));
        }
        let share = outlook.share();
        self.meet = f64::from(met) * share * (1.0 + weights.follow * self.followers(now));
        self.alone += f64::from(learnt) * share * weights.trail;
        self.alone -= f64::from(died) * share * weights.death;
    }

    /// The number of hunters who move later and could follow up a find there.
    fn followers(&self, now: &PlanSituation<'_>) -> f64 {
        let later = Hunter::ALL.into_iter().filter(|&later| later > self.hunter);
        let moves = later.map(|later| now.board.hunter_moves(now.rules, later));
        moves.map(|moves| f64::from(u8::from(moves.contains(self.to)))).sum()
    }

    /// The cover of a way: the first turn in which he can be met counts.
    pub(super) fn cover(&self, now: &PlanSituation<'_>, way: &Continuation) -> Cover {
        let turns = now.tables.hunter_row(self.hunter, now.board.round() + 1, self.to);
        let mut cover = Cover { later: 0.0, vampire: 0.0 };
        let mut worth = 1.0;
        for turn in 2..=now.turns.min(MAX_TURNS) {
            let at = way.at[turn];
            if usize::from(turns[at]) <= turn && !now.rules.is_sea(at) {
                cover.later = worth;
                break;
            }
            worth *= now.weights.fade;
        }
        if let Some((place, left)) = way.vampire
            && usize::from(turns[place]) < left
        {
            cover.vampire = (0..turns[place]).fold(1.0, |worth, _| worth * now.weights.hunt);
        }
        cover
    }
}

/// The places that at least one, two, three, four hunters can reach next turn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReachSets([PlaceSet; 4]);

impl ReachSets {
    /// The same with one more hunter.
    #[must_use]
    pub(super) fn with(mut self, mut within: PlaceSet) -> Self {
        for reached in &mut self.0 {
            let fewer = *reached;
            *reached |= within;
            within &= fewer;
        }
        self
    }

    /// The expected value of meeting him next turn, if he chooses by the odds among all his
    /// options.
    pub(super) fn worth(&self, now: &PlanSituation<'_>) -> f64 {
        let next = now.outlook.next().iter();
        now.weights.reach * next.map(|next| self.met(now, next) * next.weight).sum::<f64>()
    }

    fn met(&self, now: &PlanSituation<'_>, next: &Next) -> f64 {
        let GoalWeights { odds, sea, more, .. } = *now.weights;
        let count =
            |places: PlaceSet| f64::from(u8::try_from((next.places & places).len()).unwrap_or(0));
        let at_sea = count(now.rules.seas());
        let mut fewer = count(!now.rules.seas());
        let mut all = at_sea * sea;
        let [mut met, mut worth, mut further] = [0.0, 0.0, 1.0];
        for (hunters, odds) in odds.into_iter().enumerate() {
            let at_least = self.0.get(hunters).map_or(0.0, |reached| count(*reached));
            let weight = (fewer - at_least) * odds;
            all += weight;
            met += weight * worth;
            worth += further;
            further *= more;
            fewer = at_least;
        }
        if all > 0.0 { met / all } else { 0.0 }
    }
}
