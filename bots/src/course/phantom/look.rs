//! The lines of his moves, and what they are worth.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, DraculaMove, Move, Play, Position};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::arrivals::Arrivals;
use super::super::belief::Belief;
use super::forecast::{Basis, Ground, Line, Mass, Seen};
use super::worth::Scale;
use super::{Mind, Valued, narrow};

/// More trails than this are spread by place alone: following each would take too long.
const MOST_TRAILS: usize = 3_000;

/// What one decision looks at.
pub(super) struct Lookahead<'a> {
    mind: &'a mut Mind,
    basis: Basis<'a>,
    root: &'a Position,
    belief: &'a Belief,
    depth: usize,
    scale: Scale,
    line: Line,
}

impl<'a> Lookahead<'a> {
    /// Before his move in this position, with what the hunters believe.
    pub(super) fn new(
        rules: &'a Course,
        mind: &'a mut Mind,
        root: &'a Position,
        belief: &'a Belief,
    ) -> Self {
        let board = root.board();
        // In round 0 he can go anywhere.
        let depth = if board.round() == 0 { mind.depth.min(3) } else { mind.depth };
        let basis = Basis {
            rules,
            habits: mind.habits,
            arrivals: Arrivals::new(rules, board, board.round() + 1, depth),
            watched: PlaceSet::of(rules.castle()) | (board.hunters() - rules.seas()),
        };
        let trail = (0..root.trail().moves().len()).map(|age| mass(belief, age));
        let anywhere = rules.map().places() - PlaceSet::of(rules.hospital());
        let line = mind.knowledge.begin(trail, anywhere);
        let scale = Scale::new(mind.worth, board.score(), rules.params().start_score);
        Self { mind, basis, root, belief, depth, scale, line }
    }

    /// All legal moves with what they are worth.
    pub(super) fn moves(&mut self) -> ArrayVec<Valued, 160> {
        let root = *self.root;
        let moves = root.dracula_moves(self.basis.rules);
        moves.into_iter().map(|mv| (mv, self.value(&root, mv))).collect()
    }

    /// What a move and the best that can follow are worth.
    fn value(&mut self, position: &Position, mv: DraculaMove) -> f64 {
        let rules = self.basis.rules;
        let place = position.place_of(rules, mv);
        let step = self.step(position, place);
        let deeper = self.line.len() < self.depth && step.blood > 0;
        let mut next = *position;
        let first = self.line.len() == 1;
        let outcome = if first || deeper {
            Some(next.play_unchecked(rules, Move::Dracula(mv)))
        } else {
            None
        };
        let seen = self.seen(mv, place);
        let (root, belief) = (self.root, self.belief);
        let exact = || {
            let outcome = outcome.filter(|_| first)?;
            let feasible = root.dracula().is_some() && belief.len() <= MOST_TRAILS;
            feasible.then(|| after(rules, belief, outcome.play, &next))
        };
        let node = self.mind.knowledge.follow(&self.basis, &self.line, seen, exact);
        self.line.push(node);
        let mut value = self.gain(position.board().blood(), step, place);
        if deeper {
            let moves = next.dracula_moves(rules);
            let best = moves.into_iter().map(|mv| self.value(&next, mv)).fold(f64::MIN, f64::max);
            value += self.mind.later * best;
        }
        self.line.pop();
        value
    }

    /// E2, E3: what ending his turn in a place brings.
    fn step(&self, position: &Position, place: Place) -> Step {
        let rules = self.basis.rules;
        let params = rules.params();
        let (board, trail) = (position.board(), position.trail());
        if rules.is_sea(place) {
            return Step { blood: board.blood() - params.blood_loss_sea, vampire: false };
        }
        let gain = if place == rules.castle() { params.blood_gain_castle } else { 0 };
        let room = || trail.encounters_at(place) < usize::from(params.city_encounters);
        let vampire = board.round().is_multiple_of(params.vampire_period) && room();
        Step { blood: board.blood() + gain, vampire }
    }

    fn seen(&self, mv: DraculaMove, place: Place) -> Seen {
        let rules = self.basis.rules;
        let ground = if rules.is_sea(place) { Ground::Sea } else { Ground::Land };
        let watched =
            if self.line.len() == 1 { self.basis.watched } else { PlaceSet::of(rules.castle()) };
        match mv {
            _ if watched.contains(place) => Seen::At(place),
            DraculaMove::DoubleBack(steps) => Seen::Back(steps.get(), ground),
            DraculaMove::To(_) | DraculaMove::Hide | DraculaMove::Teleport => {
                Seen::Somewhere(ground)
            }
        }
    }

    /// What one move is worth by itself: blood, vampires, and who comes.
    fn gain(&self, had: i32, step: Step, place: Place) -> f64 {
        let worth = |blood| self.scale.of(blood);
        let hits = f64::from(self.mind.knowledge.hits(&self.basis, &self.line, place));
        let loss = self.basis.rules.params().blood_loss_hunter;
        let danger = hits * (worth(step.blood) - worth(step.blood - loss));
        let brood =
            if step.vampire { self.mind.worth.vampire * (1.0 - hits.min(1.0)) } else { 0.0 };
        worth(step.blood) - worth(had) + brood - danger
    }
}

/// What ending a turn in a place brings.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// His blood after it.
    blood: i32,
    /// Whether a vampire is placed.
    vampire: bool,
}

/// What the hunters will know of where he is after this play.
fn after(rules: &Course, belief: &Belief, play: Play<DraculaMove>, position: &Position) -> Mass {
    let mut belief = belief.clone();
    belief.follow(rules, play, position);
    mass(&belief, 0)
}

/// Where they take the move of this age to have come to.
fn mass(belief: &Belief, age: usize) -> Mass {
    let exact = belief.mass(age);
    ByPlace::new(|place| narrow(exact[place]))
}
