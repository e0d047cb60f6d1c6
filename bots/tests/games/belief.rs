//! Tests of the belief against the truth, and against every hidden history that the engine lists.

mod cap;
mod games;
mod hostile;
mod rules;
mod transcripts;

use std::collections::BTreeSet;

use stoker_bots::course::{Belief, Weighted};
use stoker_engine::course::{Course, DraculaMove, Position, State, Trail, View};
use stoker_engine::map::Place;
use stoker_engine::{Game, Viewer};

/// The hidden part of a trail: each move's place, and true for hides.
type Moves = Vec<(Place, bool)>;

fn hidden(trail: &Trail) -> Moves {
    trail.moves().iter().map(|mv| (mv.place, mv.code == DraculaMove::Hide)).collect()
}

/// The trails of an exact belief; none of them comes twice.
fn believed(belief: &Belief) -> BTreeSet<Moves> {
    let moves = belief.facts().moves().len();
    let trail = |known: &Weighted| {
        let mv = |age| known.trail.at(age);
        (0..moves).map(|age| (mv(age).place.expect("whole"), mv(age).hide)).collect()
    };
    let trails: BTreeSet<_> = belief.trails().iter().map(trail).collect();
    assert_eq!(trails.len(), belief.len());
    trails
}

/// Returns true if a trail can be the position's, as far as it is not forgotten.
fn is_true(known: &Weighted, position: &Position) -> bool {
    hidden(position.trail()).into_iter().enumerate().all(|(age, (place, hide))| {
        let mv = known.trail.at(age);
        mv.place.is_none_or(|known| known == place && mv.hide == hide)
    })
}

/// Checks the invariants of every belief: it contains the truth, is sorted, and its weights add up
/// to 1.
fn check(belief: &Belief, position: &Position) {
    assert!(belief.trails().iter().any(|known| is_true(known, position)), "the truth is lost");
    assert!(belief.trails().is_sorted_by(|a, b| a.trail < b.trail));
    assert!(belief.trails().iter().all(|known| (0.0..=1.0 + 1e-9).contains(&known.weight)));
    let sum: f64 = belief.trails().iter().map(|known| known.weight).sum();
    assert!((sum - 1.0).abs() < 1e-9, "weights add up to {sum}");
}

/// A game's belief, kept in two ways: by the hunters' views, and by a simulation that knows the
/// truth.
struct Pair {
    updated: Belief,
    followed: Belief,
}

impl Pair {
    fn new(belief: &Belief) -> Self {
        Self { updated: belief.clone(), followed: belief.clone() }
    }

    /// Adds the latest play of a game, and checks that both ways give the same result.
    fn step(&mut self, game: &Course, state: &State) {
        let View::Hunters(view) = game.view(state, Viewer(0)) else { unreachable!() };
        self.updated.update(game, &view);
        let past = || view.past_plays(game);
        let play = *state.history().plays().last().expect("a play");
        self.followed.follow(game, play, state.position());
        assert_eq!(self.updated.facts(), self.followed.facts());
        assert!(self.updated.trails() == self.followed.trails(), "{}", past());
        assert_eq!(self.updated.is_exact(), self.followed.is_exact(), "{}", past());
        assert!(!self.updated.is_empty(), "{}", past());
        check(&self.updated, state.position());
    }
}
