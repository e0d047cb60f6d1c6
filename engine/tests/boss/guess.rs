//! Positions that are guessed from views, and scenes of views.

use serde_json::Value;
use stoker_engine::boss::{Boss, Params, Sky, Switch, View};
use stoker_engine::{Game, Guess as _, Viewer, one_of};

use super::play::players;
use crate::common::damage;
use crate::common::play::{Run, everywhere};

/// Calls this for the seat asked, once in this number of decisions.
fn now_and_then(every: usize, mut check: impl FnMut(&mut Run<Boss>, View)) {
    let mut count = 0;
    everywhere(|run: &mut Run<Boss>| {
        count += 1;
        if let Some(seat) = run.asked().filter(|_| count % every == 0) {
            let view = run.views[usize::from(seat.0)].clone();
            check(run, view);
        }
    });
}

#[test]
fn guesses_show_the_seat_its_view_and_can_be_played_to_the_end() {
    now_and_then(37, |run, view| {
        let guesses = run.rules.guesses(&view).unwrap();
        let state = run.rules.sample(&guesses, &mut run.rng);
        assert_eq!(state.view(view.player), view);
        let mut guessed = Run::from_state(run.rules, state, run.rng.clone());
        guessed.play_on(|_| {});
        for (viewer, view) in (0..).map(Viewer).zip(&guessed.views) {
            assert_eq!(*view, run.rules.view(&guessed.state, viewer));
        }
    });
}

#[test]
fn a_guess_has_the_same_cards_and_pedestrians_as_the_game() {
    now_and_then(41, |run, view| {
        let guesses = run.rules.guesses(&view).unwrap();
        let guess = run.rules.sample(&guesses, &mut run.rng);
        let all = |position: &stoker_engine::boss::Position| {
            let hands = players(run.rules).flat_map(|player| position.own(player).hand.iter());
            let mut cards: Vec<_> = hands.chain(position.ability_deck()).collect();
            cards.sort_unstable();
            let tiles = 0..position.table().tiles.len();
            let lying = tiles.flat_map(|tile| position.lying_on(tile).to_vec());
            let mut pedestrians: Vec<_> = lying.chain(position.pedestrian_deck()).collect();
            pedestrians.sort_unstable();
            (cards, pedestrians, position.sky_deck().len())
        };
        assert_eq!(all(guess.position()), all(run.state.position()));
    });
}

#[test]
fn a_seat_that_is_not_asked_guesses_nothing() {
    now_and_then(43, |run, view| {
        for other in players(run.rules).filter(|other| *other != view.player) {
            assert!(run.rules.guesses(&run.views[other.index()]).is_err());
        }
    });
}

/// The sun is as likely to be the next card as the rules say: one in the cards left, once the first
/// dawn was turned up. Nobody's play depends on it.
#[test]
fn the_sun_is_guessed_as_often_as_it_is_next() {
    let (mut guessed, mut expected, mut count) = (0.0, 0.0, 0.0);
    now_and_then(5, |run, view| {
        let params = run.rules.params();
        let dawned = view.table.sky.len() > usize::from(params.nights);
        if !dawned || params.sky == Switch::Off {
            return;
        }
        let guesses = run.rules.guesses(&view).unwrap();
        let guess = run.rules.sample(&guesses, &mut run.rng);
        count += 1.0;
        expected += 1.0 / f64::from(view.table.sky_left);
        guessed += f64::from(u8::from(guess.position().sky_deck().next() == Some(Sky::Sun)));
    });
    assert!(count > 200.0, "{count}");
    let error = 4.0 * (expected * (1.0 - expected / count)).sqrt().max(1.0);
    let off: f64 = guessed - expected;
    assert!(off.abs() < error, "{guessed} of {count}, where {expected} are expected");
}

#[test]
fn what_is_hidden_varies_among_guesses() {
    let rules = Boss::default();
    let run = Run::new(&rules, 1);
    let mut rng = run.rng.clone();
    let view = &run.views[usize::from(run.asked().unwrap().0)];
    let guesses = rules.guesses(view).unwrap();
    let other = players(&rules).find(|player| *player != view.player).unwrap();
    let hands: Vec<_> =
        (0..40).map(|_| rules.sample(&guesses, &mut rng).position().own(other).hand).collect();
    assert!(hands.iter().any(|hand| *hand != hands[0]));
}

/// Views can come from a file or a pipe.
#[test]
fn guesses_from_damaged_views_are_refused_or_can_be_played() {
    let (mut read, mut refused) = (0, 0);
    now_and_then(23, |run, view| {
        let mut json: Value = serde_json::to_value(&view).unwrap();
        damage(&mut json, 1, &mut run.rng);
        let Ok(view) = serde_json::from_value::<View>(json) else { return };
        read += 1;
        let Ok(guesses) = run.rules.guesses(&view) else {
            refused += 1;
            return;
        };
        let mut state = run.rules.sample(&guesses, &mut run.rng);
        for _ in 0..60 {
            let Some(mv) = one_of(&mut run.rng, state.position().moves(run.rules)) else { break };
            run.rules.play(&mut state, mv.into()).unwrap();
        }
    });
    assert!(read > 100 && refused > 20, "{read} damaged views could be read, {refused} refused");
}

#[test]
fn scenes_keep_to_their_scenery_and_show_no_other_hand() {
    now_and_then(19, |run, _| {
        let scenery = run.rules.scenery();
        let spots: Vec<_> = scenery.boards[0].spots.iter().map(|spot| &spot.key).collect();
        let scenes = run.views.iter().map(|view| run.rules.scene(view));
        let all = run.rules.scene_of_all(&run.state);
        for scene in scenes.chain([all.clone()]) {
            assert!(scene.pieces.iter().all(|piece| spots.contains(&&piece.at)));
            assert!(scene.choices.iter().all(|o| o.at.iter().all(|at| spots.contains(&at))));
            assert_eq!(scene.rows.len(), scenery.rows.len());
            assert_eq!(scene.values.len(), scenery.panels.len());
            for (panel, value) in scenery.panels.iter().zip(&scene.values) {
                let [low, high] = panel.range;
                assert!(value.is_some_and(|value| (low..=high).contains(&value)), "{panel:?}");
            }
        }
        for view in &run.views {
            let scene = run.rules.scene(view);
            assert_eq!(scene.choices.len(), run.rules.legal_moves(view).len());
            for player in players(run.rules) {
                let hand = &scene.rows[3 + 3 * player.index()];
                assert_eq!(hand.len(), usize::from(view.table.seat(player).hand));
                let known = hand.iter().all(|card| card.label != "?");
                assert!(known == (player == view.player) || hand.is_empty());
            }
        }
    });
}

#[test]
fn a_guess_needs_the_parameters_of_the_game() {
    let rules = Boss::default();
    let run = Run::new(&rules, 2);
    let view = &run.views[usize::from(run.asked().unwrap().0)];
    let more = Boss::with(Params { players: 4, ..Params::default() }).unwrap();
    assert!(more.guesses(view).is_err());
    let darker = Boss::with(Params { nights: 8, ..Params::default() }).unwrap();
    assert!(darker.guesses(view).is_err());
}
