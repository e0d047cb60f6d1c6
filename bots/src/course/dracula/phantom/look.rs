//! The lines of his moves, and their values.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, DraculaMove, Move, Position};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::forecast::{Basis, LandOrSea, Mass, MoveSighting, NodeLine};
use super::learned::LearnedDanger;
use super::rehearsal::Rehearsals;
use super::weights::{BloodScale, PhantomWeights};
use super::{Mind, Valued, narrow};
use crate::course::shared::belief::Belief;

/// Number of trails above which the belief is spread by place alone: following each trail would
/// take too long.
const MOST_TRAILS: usize = 3_000;

/// A bound above the number of his moves, even in round 0 when he can go anywhere.
const MOVES: usize = 160;

/// Moves with their values.
pub(in crate::course) type ValuedMoves = ArrayVec<Valued, MOVES>;

/// Number of moves up to which he may soon have none, and teleport.
const TIGHT: usize = 3;

/// The size of his choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChoiceSize {
    /// He may soon have no move.
    Tight,
    /// He has more moves than that.
    Wide,
}

impl ChoiceSize {
    fn of(options: &[LineMove]) -> Self {
        if options.len() <= TIGHT { Self::Tight } else { Self::Wide }
    }
}

/// The search of one decision.
pub(in crate::course) struct Lookahead<'a> {
    mind: &'a mut Mind,
    basis: Basis<'a>,
    root: &'a Position,
    belief: &'a Belief,
    depth: usize,
    scale: BloodScale,
    line: NodeLine,
    rehearsals: Rehearsals,
    learned: Option<LearnedDanger<'a>>,
}

impl<'a> Lookahead<'a> {
    /// The search before his move in this position, with the hunters' belief.
    pub(in crate::course) fn new(
        rules: &'a Course,
        mind: &'a mut Mind,
        root: &'a Position,
        belief: &'a Belief,
    ) -> Self {
        let board = root.board();
        // In round 0 he can go anywhere.
        let depth = if board.round() == 0 { mind.depth.min(3) } else { mind.depth };
        let basis = Basis::new(rules, mind, board, belief, depth);
        let trail =
            (0..root.trail().moves().len()).map(|age| mind.doubt.applied(&mass(belief, age)));
        let anywhere = rules.map().places() - PlaceSet::of(rules.hospital());
        let line = mind.knowledge.begin(trail, anywhere);
        let scale = mind.scale(rules, board);
        Self {
            mind,
            basis,
            root,
            belief,
            depth,
            scale,
            line,
            rehearsals: Rehearsals::default(),
            learned: None,
        }
    }

    /// The same search with the results of rehearsals of the next round.
    pub(super) fn with_rehearsals(self, rehearsals: Rehearsals) -> Self {
        Self { rehearsals, ..self }
    }

    /// The same search with the danger after his first move, as it was learned.
    pub(super) fn with_danger(self, learned: LearnedDanger<'a>) -> Self {
        Self { learned: Some(learned), ..self }
    }

    /// All legal moves with their values. A value that is more than `margin` below the best is not
    /// exact.
    pub(in crate::course) fn moves(&mut self, margin: f64) -> ValuedMoves {
        let root = *self.root;
        let mut best = f64::MIN;
        let mut options = self.options(&root);
        self.heed_danger(&mut options);
        let choice = ChoiceSize::of(&options);
        let value = |option: &LineMove| {
            let value = self.value(&root, option, choice, best - margin);
            best = best.max(value);
            (option.mv, value)
        };
        options.iter().map(value).collect()
    }

    /// Subtracts the price of the learned danger from the value of each move, and sorts the moves
    /// again.
    fn heed_danger(&self, options: &mut [LineMove]) {
        let Some(learned) = self.learned else { return };
        if self.mind.danger <= 0.0 || self.root.dracula().is_none() {
            return;
        }
        let blood = self.root.board().blood();
        let met = blood - self.basis.rules.params().blood_loss_hunter;
        let price = self.mind.danger * (self.scale.of(blood) - self.scale.of(met));
        for option in &mut *options {
            let belief = self.mind.knowledge.belief(option.node);
            let belief = belief.expect("there is a belief after each first move");
            option.gain -= price * learned.meetings(self.root, option.mv, belief);
        }
        options.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    }

    /// What hunters know after a move, and are expected to do about it.
    pub(super) fn judged(&mut self, mv: DraculaMove) -> JudgedMove {
        let LineMove { node, hits, .. } = self.way(&{ *self.root }, mv);
        JudgedMove { mv, node, hits }
    }

    /// The value of the best line from here. A value that is not above `enough` is not exact.
    fn best(&mut self, position: &Position, enough: f64) -> f64 {
        let mut best = f64::MIN;
        let options = self.options(position);
        let choice = ChoiceSize::of(&options);
        for option in &options {
            let value = self.value(position, option, choice, enough.max(best));
            best = best.max(value);
        }
        best
    }

    /// The value of a move and the best line after it.
    fn value(
        &mut self,
        position: &Position,
        way: &LineMove,
        choice: ChoiceSize,
        enough: f64,
    ) -> f64 {
        let left = self.depth - self.line.len();
        if left == 0 || way.step.blood <= 0 {
            return way.gain;
        }
        let later = self.mind.later;
        let hope = way.gain + later * self.hope(position.board().round(), way, left, choice);
        if hope <= enough {
            return hope;
        }
        let mut next = *position;
        next.play_unchecked(self.basis.rules, Move::Dracula(way.mv));
        self.line.push(way.node);
        let enough = (enough - way.gain) / later.max(1e-9);
        let value = way.gain + later * self.best(&next, enough);
        self.line.pop();
        value
    }

    /// The most that this many more moves can bring: vampires, and turns in the castle.
    ///
    /// It counts a teleport only if he has few moves, so it may miss lines that lead to one from
    /// farther away.
    fn hope(&self, round: u16, way: &LineMove, left: usize, choice: ChoiceSize) -> f64 {
        let params = self.basis.rules.params();
        let ahead = (round + 1..).take(left);
        let due = ahead.filter(|round| round.is_multiple_of(params.vampire_period)).count();
        let away = usize::from(self.mind.foes.moves_home(self.basis.rules, way.place));
        let stays = match choice {
            ChoiceSize::Tight => left,
            ChoiceSize::Wide => (left + 1).saturating_sub(away.max(1)),
        };
        let gain = self.scale.of(way.step.blood + params.blood_gain_castle);
        let castle = (gain - self.scale.of(way.step.blood)).max(0.0) * self.mind.weights.castle;
        f64::from(u16::try_from(due).unwrap_or(0)) * self.mind.weights.vampire
            + f64::from(u16::try_from(stays).unwrap_or(0)) * castle
    }

    /// His moves, sorted by their own value, highest first.
    fn options(&mut self, position: &Position) -> ArrayVec<LineMove, MOVES> {
        let moves = position.dracula_moves(self.basis.rules);
        let mut options: ArrayVec<_, MOVES> =
            moves.into_iter().map(|mv| self.way(position, mv)).collect();
        options.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        options
    }

    fn way(&mut self, position: &Position, mv: DraculaMove) -> LineMove {
        let rules = self.basis.rules;
        let place = position.place_of(rules, mv);
        let step = self.step(position, place);
        let seen = self.seen(mv, place);
        let exact = self.first() && position.dracula().is_some();
        let belief = self.belief;
        let exact = || {
            let feasible = exact && belief.len() <= MOST_TRAILS;
            feasible.then(|| after(rules, belief, position, mv))
        };
        let node = self.mind.knowledge.follow(&self.basis, &self.line, seen, exact);
        let hits = self.hits(mv, place, node);
        let gain = self.gain(position.board().blood(), step, place, hits);
        LineMove { mv, place, step, node, hits, gain }
    }

    /// Returns true if this is the move to decide on.
    fn first(&self) -> bool {
        self.line.len() == 1
    }

    /// The expected number of meetings on the hunters' turns after a move.
    fn hits(&mut self, mv: DraculaMove, place: Place, node: usize) -> f64 {
        let first = self.first();
        let knowledge = &mut self.mind.knowledge;
        let rehearsal = self.rehearsals.after(mv).filter(|_| first);
        let Some(rehearsal) = rehearsal else {
            return f64::from(knowledge.hits(&self.basis, node, self.line.len(), place));
        };
        let forecast = knowledge.forecast_hits(&self.basis, node, place);
        let share = self.rehearsals.share;
        knowledge.learn(node, share, rehearsal);
        f64::from((1.0 - share) * forecast + share * rehearsal.hits)
    }

    /// The effects of ending his turn in a place (E2, E3).
    fn step(&self, position: &Position, place: Place) -> EndingEffects {
        let rules = self.basis.rules;
        let params = rules.params();
        let (board, trail) = (position.board(), position.trail());
        if rules.is_sea(place) {
            return EndingEffects { blood: board.blood() - params.blood_loss_sea, vampire: false };
        }
        let gain = if place == rules.castle() { params.blood_gain_castle } else { 0 };
        let room = || trail.encounters_at(place) < usize::from(params.city_encounters);
        let vampire = board.round().is_multiple_of(params.vampire_period) && room();
        EndingEffects { blood: board.blood() + gain, vampire }
    }

    fn seen(&self, mv: DraculaMove, place: Place) -> MoveSighting {
        let rules = self.basis.rules;
        let ground = if rules.is_sea(place) { LandOrSea::Sea } else { LandOrSea::Land };
        let watched = if self.first() { self.basis.watched } else { PlaceSet::of(rules.castle()) };
        match mv {
            _ if watched.contains(place) => MoveSighting::At(place),
            DraculaMove::DoubleBack(steps) => MoveSighting::Back(steps.get(), ground),
            DraculaMove::To(_) | DraculaMove::Hide | DraculaMove::Teleport => {
                MoveSighting::Somewhere(ground)
            }
        }
    }

    /// The value of one move by itself: blood, vampires, and meetings.
    fn gain(&self, had: i32, step: EndingEffects, place: Place, hits: f64) -> f64 {
        let worth = |blood| self.scale.of(blood);
        let loss = self.basis.rules.params().blood_loss_hunter;
        let danger = hits * (worth(step.blood) - worth(step.blood - loss));
        let vampire = if step.vampire { self.vampire(place) * (1.0 - hits.min(1.0)) } else { 0.0 };
        let change = worth(step.blood) - worth(had);
        change * self.price(place) + vampire - danger
    }

    /// The factor for blood that a place takes or gives by itself.
    fn price(&self, place: Place) -> f64 {
        let rules = self.basis.rules;
        match () {
            () if rules.is_sea(place) => {
                self.mind.weights.sea * (1.0 + self.mind.guarded * self.mind.watch)
            }
            () if place == rules.castle() => self.mind.weights.castle,
            () => 1.0,
        }
    }

    /// The value of a vampire in a place; it is lower if more hunters can come by soon.
    fn vampire(&self, place: Place) -> f64 {
        let turns = (self.line.len() + 2).min(self.depth);
        let PhantomWeights { vampire, heed, .. } = self.mind.weights;
        (0..self.basis.reachable.count(place, turns)).fold(vampire, |worth, _| worth * heed)
    }
}

/// A move of a line.
#[derive(Debug, Clone, Copy)]
struct LineMove {
    mv: DraculaMove,
    place: Place,
    step: EndingEffects,
    /// Index of the hunters' knowledge after it.
    node: usize,
    /// The expected number of meetings on the hunters' next turns.
    hits: f64,
    /// Its value by itself.
    gain: f64,
}

/// A move that was valued.
#[derive(Debug, Clone, Copy)]
pub(super) struct JudgedMove {
    pub(super) mv: DraculaMove,
    /// Index of the hunters' knowledge after it.
    pub(super) node: usize,
    /// The expected number of meetings on the hunters' next turns.
    pub(super) hits: f64,
}

/// The effects of ending a turn in a place.
#[derive(Debug, Clone, Copy)]
struct EndingEffects {
    /// His blood after it.
    blood: i32,
    /// True if a vampire is placed.
    vampire: bool,
}

/// The hunters' belief about his place after this move.
fn after(rules: &Course, belief: &Belief, position: &Position, mv: DraculaMove) -> Mass {
    let mut next = *position;
    let outcome = next.play_unchecked(rules, Move::Dracula(mv));
    let mut belief = belief.clone();
    belief.follow(rules, outcome.play, &next);
    mass(&belief, 0)
}

/// The belief about the place that the move of this age led to.
fn mass(belief: &Belief, age: usize) -> Mass {
    let exact = belief.mass(age);
    ByPlace::new(|place| narrow(exact[place]))
}
