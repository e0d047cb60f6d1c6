//! Tests that code which reads a view from an untrusted source does not panic.

use serde_json::{Value, json};
use stoker_engine::course::{Course, State, View};
use stoker_engine::{Chance, Game, Guess, Purpose, Rng, Seed, Viewer, one_of};

fn rng() -> Rng {
    Seed(1).rng(None, None, Purpose::new("hostile"))
}

/// Both views of a random game after this many turns.
fn views(rules: &Course, turns: usize, rng: &mut Rng) -> [Value; 2] {
    let mut state = rules.start(Chance::seeded(Seed(1)));
    for _ in 0..turns {
        let Some(mv) = one_of(rng, state.position().moves(rules)) else { break };
        rules.play(&mut state, mv.into()).unwrap();
    }
    [Viewer(0), Viewer(1)].map(|viewer| serde_json::to_value(rules.view(&state, viewer)).unwrap())
}

/// Asks a view every question. Returns true if it can be explained.
fn ask(rules: &Course, view: &View, rng: &mut Rng) -> bool {
    let moves = rules.legal_moves(view);
    assert_eq!(moves.len(), moves.count());
    match view {
        View::Hunters(view) => {
            let _ = view.past_plays(rules);
            for round in 0..view.plays().len() {
                let _ = view.dracula_place(rules, round);
            }
        }
        View::Dracula(view) => {
            let _ = view.past_plays(rules);
            play_on(rules, *view.position(), rng);
        }
    }
    let Ok(guesses) = rules.guesses(view) else { return false };
    let guess: State = rules.sample(&guesses, rng);
    assert_eq!(rules.view(&guess, Viewer(0)), as_hunters(view), "a guess gives the view");
    true
}

fn as_hunters(view: &View) -> View {
    View::Hunters(match view {
        View::Hunters(view) => view.clone(),
        View::Dracula(view) => view.as_hunters(),
    })
}

/// Plays on from any position, as a search does.
fn play_on(rules: &Course, mut position: stoker_engine::course::Position, rng: &mut Rng) {
    for _ in 0..200 {
        let Some(mv) = one_of(rng, position.moves(rules)) else { break };
        position.play_unchecked(rules, mv);
    }
}

#[test]
fn no_view_breaks_what_reads_it() {
    let (rules, mut rng) = (Course::default(), rng());
    let [mut read, mut explained] = [0; 2];
    for turns in [0, 3, 5, 12, 37, 44, 64] {
        for view in views(&rules, turns, &mut rng) {
            for changes in (1..=4).cycle().take(400) {
                let mut told = view.clone();
                crate::common::damage(&mut told, changes, &mut rng);
                let Ok(view) = serde_json::from_value::<View>(told) else { continue };
                read += 1;
                explained += usize::from(ask(&rules, &view, &mut rng));
            }
        }
    }
    assert!(read > 1_000 && (10..read).contains(&explained), "{read} read, {explained} explained");
}

#[test]
fn two_turns_of_dracula_in_a_row_are_not_explained() {
    let (rules, mut rng) = (Course::default(), rng());
    for view in views(&rules, 10, &mut rng) {
        let (side, mut facts) = view.as_object().unwrap().clone().into_iter().next().unwrap();
        let plays = facts["plays"].as_array_mut().unwrap();
        plays.push(plays[9].clone());
        let view: View = serde_json::from_value(json!({ side: facts })).unwrap();
        assert!(!ask(&rules, &view, &mut rng), "{view:?}");
    }
}

#[test]
fn a_board_out_of_bounds_is_refused_with_the_bounds() {
    let (rules, mut rng) = (Course::default(), rng());
    let [view, _] = views(&rules, 5, &mut rng);
    for (field, value, error) in [
        ("round", 1_001, "1001 is not in 0..=1000"),
        ("to_move", 5, "5 is not in 0..=4"),
        ("streak", -1, "-1 is not in 0..=100"),
        ("score", 1_001, "1001 is not in -2000..=1000"),
        ("blood", i32::MAX, "2147483647 is not in -2000..=1001000"),
    ] {
        let mut told = view.clone();
        told["hunters"]["board"][field] = value.into();
        let refused = serde_json::from_value::<View>(told).unwrap_err();
        assert_eq!(refused.to_string(), error);
    }
}
