//! The joint plan: where each hunter goes this round, so that together they cover his ways.

use arrayvec::ArrayVec;
use stoker_engine::course::{Board, ByHunter, Course, Hunter, Mover};
use stoker_engine::map::{MAX_PLACES, Place, PlaceSet};

use super::super::tables::Tables;
use super::outlook::{MAX_TURNS, Outlook, Way};

/// What is worth how much, in meetings with Dracula.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    /// Being able to be where he will be after one turn.
    pub(super) reach: f64,
    /// Odds, to a safe place, of one that hunters can enter next turn, by how many can.
    pub(super) threat: [f64; 5],
    /// Odds of a sea.
    pub(super) sea: f64,
    /// What each further hunter adds who can be there, 0 to 1.
    pub(super) more: f64,
    /// What being in reach after two turns is worth.
    pub(super) later: f64,
    /// What each further turn leaves of that, 0 to 1.
    pub(super) fade: f64,
    /// How much of one hunter's reach makes another's superfluous, 0 to 1.
    pub(super) overlap: f64,
    /// A further hunter who can follow up a find in the same round.
    pub(super) follow: f64,
    /// Destroying a vampire.
    pub(super) vampire: f64,
    /// share
    pub(super) share: f64,
    pub(super) vfade: f64,
    /// Learning a move of the trail.
    pub(super) trail: f64,
    /// Going to hospital.
    pub(super) death: f64,
    /// A point of life won, when none is left.
    pub(super) heal: f64,
    /// Having a hunter near the castle.
    pub(super) guard: f64,
}

/// What is given when a plan is made.
pub(super) struct Situation<'a> {
    pub(super) rules: &'a Course,
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board,
    pub(super) worth: &'a Worth,
    /// The round from which on the castle is guarded.
    pub(super) guard_from: u16,
    pub(super) turns: usize,
    pub(super) outlook: &'a Outlook,
}

/// The plans of the hunters who have yet to move, kept for their room.
#[derive(Debug, Default)]
pub(super) struct Planner {
    /// By option, then by way: what a hunter there covers of it.
    cover: Vec<Cover>,
    options: Vec<Goal>,
    /// By way: what the others leave uncovered.
    open: Vec<Cover>,
    /// Where at least so many of the others can be next turn: one, two, three.
    others: [PlaceSet; 3],
}

/// How far a way is covered, 0 to 1.
#[derive(Debug, Clone, Copy)]
struct Cover {
    /// Meeting him later.
    later: f64,
    /// Getting to the vampire in time.
    vampire: f64,
}

/// One hunter's going to one place.
#[derive(Debug, Clone, Copy)]
struct Goal {
    hunter: Hunter,
    to: Place,
    /// What it is worth whatever the others do.
    alone: f64,
    /// What meeting him there now is worth.
    meet: f64,
    /// The cities that can be entered from there next turn.
    within: PlaceSet,
}

impl Planner {
    /// What every place is worth to the hunter to move, the others doing the best they can.
    pub(super) fn plan(&mut self, now: &Situation<'_>) -> ArrayVec<(Place, f64), MAX_PLACES> {
        let Mover::Hunter(mover) = now.board.to_move() else { return ArrayVec::new() };
        self.list(now, mover);
        let mut settled: ByHunter<Option<usize>> = ByHunter::default();
        for hunter in Hunter::ALL.into_iter().filter(|&hunter| hunter < mover) {
            settled[hunter] = self.of(hunter).next().map(|(index, _)| index);
        }
        // First each takes what is left best, then each thinks again.
        for _ in mover as usize..4 {
            let free = Hunter::ALL.into_iter().filter(|&hunter| settled[hunter].is_none());
            let best = free.filter_map(|hunter| self.best(now, hunter, &settled));
            if let Some((index, _)) = best.max_by(|a, b| a.1.total_cmp(&b.1)) {
                settled[self.options[index].hunter] = Some(index);
            }
        }
        for hunter in Hunter::ALL.into_iter().filter(|&hunter| hunter >= mover).rev() {
            settled[hunter] = self.best(now, hunter, &settled).map(|(index, _)| index);
        }
        self.open_to(now, mover, &settled);
        let values =
            self.of(mover).map(|(index, goal)| (goal.to, self.value(now, index, &settled)));
        values.collect()
    }

    fn of(&self, hunter: Hunter) -> impl Iterator<Item = (usize, &Goal)> {
        self.options.iter().enumerate().filter(move |(_, goal)| goal.hunter == hunter)
    }

    /// The best option of a hunter, given what the others do.
    fn best(
        &mut self,
        now: &Situation<'_>,
        hunter: Hunter,
        settled: &ByHunter<Option<usize>>,
    ) -> Option<(usize, f64)> {
        self.open_to(now, hunter, settled);
        let values = self.of(hunter).map(|(index, _)| (index, self.value(now, index, settled)));
        values.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Works out what the others leave uncovered of each way.
    fn open_to(&mut self, now: &Situation<'_>, hunter: Hunter, settled: &ByHunter<Option<usize>>) {
        let ways = now.outlook.ways().len();
        self.open.clear();
        self.open.resize(ways, Cover { later: 1.0, vampire: 1.0 });
        self.others = [PlaceSet::EMPTY; 3];
        for other in Hunter::ALL.into_iter().filter(|&other| other != hunter) {
            let Some(index) = settled[other] else { continue };
            self.others = joined(self.others, self.options[index].within);
            let cover = &self.cover[index * ways..(index + 1) * ways];
            for (open, cover) in self.open.iter_mut().zip(cover) {
                open.later *= 1.0 - now.worth.overlap * cover.later;
                open.vampire *= 1.0 - now.worth.share * cover.vampire;
            }
        }
    }

    fn value(&self, now: &Situation<'_>, index: usize, settled: &ByHunter<Option<usize>>) -> f64 {
        let goal = &self.options[index];
        let ways = self.open.len();
        let cover = &self.cover[index * ways..(index + 1) * ways];
        let gain = |(open, cover): (&Cover, &Cover)| {
            now.worth.later * open.later * cover.later
                + now.worth.vampire * open.vampire * cover.vampire
        };
        let covered: f64 = self.open.iter().zip(cover).map(gain).sum();
        let others = Hunter::ALL.into_iter().filter(|&other| other != goal.hunter);
        let mut others = others.filter_map(|other| settled[other]).map(|other| self.options[other]);
        let taken = others.clone().any(|other| other.to == goal.to);
        let guarded = others.any(|other| guards(now, &other));
        let guard = if guards(now, goal) && !guarded { now.worth.guard } else { 0.0 };
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let covered = covered / ways.max(1) as f64;
        goal.alone + covered + guard + self.surround(now, goal.within) + if taken { 0.0 } else { goal.meet }
    }

    /// What it is worth that he finds hunters in reach wherever he goes next.
    fn surround(&self, now: &Situation<'_>, within: PlaceSet) -> f64 {
        let [one, two, three] = joined(self.others, within);
        let four = self.others[2] & within;
        let Worth { threat, sea, more, .. } = *now.worth;
        let mut sum = 0.0;
        for way in now.outlook.ways() {
            let count = |places: PlaceSet| f64::from(u8::try_from((way.next & places).len()).unwrap_or(0));
            let at_sea = count(now.rules.seas());
            let all = count(!PlaceSet::EMPTY);
            let [n1, n2, n3, n4] = [one, two, three, four].map(count);
            let o = [all - at_sea - n1, n1 - n2, n2 - n3, n3 - n4, n4];
            let mut odds = at_sea * sea;
            let mut gain = 0.0;
            let mut worth = 0.0;
            let mut add = 1.0;
            for k in 0..5 {
                odds += o[k] * threat[k];
                gain += o[k] * threat[k] * worth;
                worth += add;
                add *= more;
            }
            sum += if odds > 0.0 { gain / odds } else { 0.0 };
        }
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let ways = now.outlook.ways().len().max(1) as f64;
        now.worth.reach * sum / ways
    }

    /// Lists the options of every hunter: those who have moved stay.
    fn list(&mut self, now: &Situation<'_>, mover: Hunter) {
        self.options.clear();
        self.cover.clear();
        for hunter in Hunter::ALL {
            let moves = match now.board.at(hunter) {
                Some(at) if hunter < mover => PlaceSet::of(at),
                _ => now.board.hunter_moves(now.rules, hunter),
            };
            for to in moves {
                let goal = goal(now, hunter, to, hunter < mover);
                self.options.push(goal);
                let covers = now.outlook.ways().iter().map(|way| cover(now, hunter, to, way));
                self.cover.extend(covers);
            }
        }
    }
}

/// Where one, two, three can be, with one more.
fn joined([one, two, three]: [PlaceSet; 3], more: PlaceSet) -> [PlaceSet; 3] {
    [one | more, two | (one & more), three | (two & more)]
}

/// Whether a hunter would be within two turns of the castle.
fn guards(now: &Situation<'_>, goal: &Goal) -> bool {
    let next = now.board.round() + 1;
    now.board.round() >= now.guard_from
        && now.tables.hunter_turns(goal.hunter, next, goal.to, now.rules.castle()) <= 2
}

/// What a hunter in a place covers of a way: the first turn counts in which he can be met, and
/// whether the vampire can be reached in time.
fn cover(now: &Situation<'_>, hunter: Hunter, from: Place, way: &Way) -> Cover {
    let next = now.board.round() + 1;
    let mut cover = Cover { later: 0.0, vampire: 0.0 };
    let mut worth = 1.0;
    for turns in 2..=now.turns.min(MAX_TURNS) {
        let at = way.at[turns];
        let reached = usize::from(now.tables.hunter_turns(hunter, next, from, at)) <= turns;
        if reached && !now.rules.is_sea(at) {
            cover.later = worth;
            break;
        }
        worth *= now.worth.fade;
    }
    if let Some((place, left)) = way.vampire {
        let turns = now.tables.hunter_turns(hunter, next, from, place);
        if usize::from(turns) <= left {
            cover.vampire = (0..turns).fold(1.0, |worth, _| worth * now.worth.vfade);
        }
    }
    cover
}

/// What going to a place is worth as such.
fn goal(now: &Situation<'_>, hunter: Hunter, to: Place, gone: bool) -> Goal {
    let within = now.tables.hunter_within(hunter, now.board.round() + 1, to, 1) - now.rules.seas();
    let mut goal = Goal { hunter, to, alone: 0.0, meet: 0.0, within };
    if gone {
        return goal;
    }
    let Situation { rules, worth, board, .. } = *now;
    let params = rules.params();
    let life = board.life_at_turn(rules, hunter);
    if board.at(hunter) == Some(to) {
        let gained = life.saturating_add(params.life_gain_rest).min(params.start_life) - life;
        let missing = f64::from(params.start_life - life.min(params.start_life));
        goal.alone += worth.heal * f64::from(gained) * missing / f64::from(params.start_life);
    }
    if rules.is_sea(to) {
        return goal;
    }
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    let share = 1.0 / now.outlook.ways().len().max(1) as f64;
    let follow = worth.follow * followers(now, hunter, to);
    for way in now.outlook.ways() {
        let hurt = way.traps_at(to) * params.life_loss_trap;
        let here = way.at[0] == to;
        let bite = if here { params.life_loss_dracula } else { 0 };
        if hurt.saturating_add(bite) >= life {
            goal.alone -= worth.death * share;
        }
        if life <= hurt {
            continue;
        }
        if here {
            goal.meet += (1.0 + follow) * share;
        }
        if way.unknown.contains(to) {
            goal.alone += worth.trail * share;
        }
    }
    goal
}

/// How many hunters who move later could follow up a find there.
fn followers(now: &Situation<'_>, hunter: Hunter, to: Place) -> f64 {
    let later = Hunter::ALL.into_iter().filter(|&later| later > hunter);
    let can = later.filter(|&later| now.board.hunter_moves(now.rules, later).contains(to));
    f64::from(u8::try_from(can.count()).unwrap_or(0))
}
