//! The lines of his moves, and what they are worth.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, DraculaMove, Encounter, Move, Position};
use stoker_engine::map::{Place, PlaceSet};

use super::super::arrivals::Arrivals;
use super::super::belief::Belief;
use super::forecast::{Basis, Ground, Line, Mass, Seen};
use super::{Mind, Valued};

/// More trails than this are spread by place alone: following each would take too long.
const MOST_TRAILS: usize = 3_000;

/// What one decision looks at.
pub(super) struct Lookahead<'a> {
    mind: &'a mut Mind,
    basis: Basis<'a>,
    root: &'a Position,
    belief: &'a Belief,
    depth: usize,
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
        let trail = (0..root.trail().moves().len()).map(|age| belief.mass(age));
        let anywhere = rules.map().places() - PlaceSet::of(rules.hospital());
        let line = mind.knowledge.begin(trail, anywhere);
        Self { mind, basis, root, belief, depth, line }
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
        let seen = self.seen(mv, place);
        let mut next = *position;
        let outcome = next.play_unchecked(rules, Move::Dracula(mv));
        let (root, belief) = (self.root, self.belief);
        let first = self.line.len() == 1;
        let exact = || {
            let feasible = first && root.dracula().is_some() && belief.len() <= MOST_TRAILS;
            feasible.then(|| after(rules, belief, outcome.play, &next))
        };
        let node = self.mind.knowledge.follow(&self.basis, &self.line, seen, exact);
        self.line.push(node);
        let mut value = self.gain(position, &next, place);
        if self.line.len() <= self.depth && next.board().blood() > 0 {
            let moves = next.dracula_moves(rules);
            let best = moves.into_iter().map(|mv| self.value(&next, mv)).fold(f64::MIN, f64::max);
            value += self.mind.later * best;
        }
        self.line.pop();
        value
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
    fn gain(&self, before: &Position, after: &Position, place: Place) -> f64 {
        let worth = |blood: f64| {
            let score = f64::from(after.board().score());
            let start = f64::from(self.basis.rules.params().start_score);
            self.mind.worth.blood(blood, score, start)
        };
        let [had, has] = [before, after].map(|position| f64::from(position.board().blood()));
        let hits = self.mind.knowledge.hits(&self.line, place);
        let loss = f64::from(self.basis.rules.params().blood_loss_hunter);
        let danger = hits * (worth(has) - worth(has - loss));
        let vampire =
            after.trail().latest().and_then(|mv| mv.encounter) == Some(Encounter::Vampire);
        let brood = if vampire { self.mind.worth.vampire * (1.0 - hits.min(1.0)) } else { 0.0 };
        worth(has) - worth(had) + brood - danger
    }
}

/// What the hunters will know of where he is after this play.
fn after(
    rules: &Course,
    belief: &Belief,
    play: stoker_engine::course::Play<DraculaMove>,
    position: &Position,
) -> Mass {
    let mut belief = belief.clone();
    belief.follow(rules, play, position);
    belief.mass(0)
}
