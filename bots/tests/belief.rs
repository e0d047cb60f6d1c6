//! The belief against the truth, and against every hidden history listed by the engine.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use stoker_bots::course::Belief;
use stoker_engine::course::{Course, DraculaMove, Guesses, State, Trail};
use stoker_engine::map::Place;
use stoker_engine::{Game, Seed, Viewer};

/// What is hidden of a trail.
fn hidden(trail: &Trail) -> Vec<(Place, bool)> {
    trail.moves().iter().map(|mv| (mv.place, mv.code == DraculaMove::Hide)).collect()
}

fn believed(belief: &Belief, moves: usize) -> BTreeSet<Vec<(Place, bool)>> {
    let trail = |known: &stoker_bots::course::Weighted| {
        let mv = |age| known.trail.at(age);
        (0..moves).map(|age| (mv(age).place.expect("known"), mv(age).hide)).collect()
    };
    belief.trails().iter().map(trail).collect()
}

const PAIRINGS: [[&str; 2]; 4] =
    [["tracker", "lurker"], ["patrol", "wanderer"], ["random", "random"], ["tracker", "random"]];

#[test]
fn the_belief_is_what_the_histories_come_to() {
    let game = Arc::new(Course::default());
    for (index, pairing) in PAIRINGS.into_iter().enumerate() {
        let mut belief = Belief::new(&game);
        let mut followed = Belief::new(&game);
        let mut guesses = Guesses::start(&game);
        let seed = Seed(7).of_match(index as u64);
        common::play(&game, pairing, seed, |state: &State| {
            let view = game.view(state, Viewer(0));
            let view = view.hunters().expect("the hunters' view");
            belief.update(&game, view);
            let play = *state.history().plays().last().expect("a play");
            followed.follow(&game, play, state.position());
            if guesses.positions().len() > 20_000 {
                return;
            }
            guesses.update(&game, view).expect("a game's view");
            let truth = state.position().trail();
            let listed: BTreeSet<_> =
                guesses.positions().map(|position| hidden(position.trail())).collect();
            let moves = truth.moves().len();
            assert!(belief.is_exact());
            assert_eq!(believed(&belief, moves), listed, "{:?}", view.plays());
            assert_eq!(believed(&followed, moves), listed);
            assert_eq!(belief.len(), listed.len());
        });
    }
}
