//! Properties of every game of every ruleset, whatever the parameters and the play.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use stoker_engine::{Chance, Rng, Turn, below};

use super::damage;
use super::play::{Played, Run, everywhere, text_of, viewers};

/// Declares a test of each property for a ruleset.
macro_rules! hold {
    ($rules:ty) => {
        #[test]
        fn views_kept_by_events_are_those_made_afresh_and_only_the_seat_asked_has_moves() {
            $crate::common::properties::views_are_kept::<$rules>();
        }

        #[test]
        fn views_and_events_are_read_back_from_json_as_they_were() {
            $crate::common::properties::views_are_read_back::<$rules>();
        }

        #[test]
        fn a_move_is_accepted_exactly_if_it_is_in_the_legal_list() {
            $crate::common::properties::other_moves_are_refused::<$rules>();
        }

        #[test]
        fn moves_are_short_and_read_back_as_they_were_written() {
            $crate::common::properties::moves_are_read_back::<$rules>();
        }

        #[test]
        fn games_end_within_the_bound_with_scores_in_their_ranges() {
            $crate::common::properties::games_end::<$rules>();
        }

        #[test]
        fn the_same_seed_or_draws_give_the_same_game_and_another_seed_another() {
            $crate::common::properties::games_are_replayed::<$rules>();
        }
    };
}
pub(crate) use hold;

pub(crate) fn views_are_kept<G: Played>() {
    everywhere(|run: &mut Run<G>| {
        let asked = run.asked().map(|seat| run.rules.sides().viewer_of(seat));
        for (viewer, view) in viewers(run.rules).zip(&run.views) {
            assert_eq!(*view, run.rules.view(&run.state, viewer));
            assert_eq!(run.rules.legal_moves(view).len() > 0, asked == Some(viewer));
        }
    });
}

pub(crate) fn views_are_read_back<G: Played>() {
    let mut count = 0;
    everywhere(|run: &mut Run<G>| {
        run.news.iter().flatten().for_each(is_read_back);
        count += 1;
        if count % 23 == 0 {
            run.views.iter().for_each(is_read_back);
        }
    });
}

fn is_read_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
}

/// Besides every move that can be said, tries those of the decision before.
pub(crate) fn other_moves_are_refused<G: Played>() {
    let all = G::every_move();
    let mut earlier = vec![];
    let (mut count, mut refused) = (0, 0);
    everywhere(|run: &mut Run<G>| {
        let legal = run.legal();
        count += 1;
        let rarely = if count % 29 == 0 { all.as_slice() } else { &[] };
        for &mv in rarely.iter().chain(&earlier) {
            let mut state = run.state.clone();
            let accepted = run.rules.play(&mut state, mv.into()).is_ok();
            assert_eq!(accepted, legal.contains(&mv), "{mv:?}");
            if !accepted {
                is_unchanged(run, &state);
                refused += 1;
            }
        }
        earlier = legal;
    });
    assert!(refused > 10_000, "{refused}");
}

fn is_unchanged<G: Played>(run: &Run<G>, state: &G::State) {
    assert!(G::same(state, &run.state));
    assert_eq!(run.rules.chance(state).drawn(), run.rules.chance(&run.state).drawn());
    for (viewer, view) in viewers(run.rules).zip(&run.views) {
        assert_eq!(run.rules.view(state, viewer), *view);
    }
}

pub(crate) fn moves_are_read_back<G: Played>() {
    everywhere(|run: &mut Run<G>| {
        for mv in run.legal() {
            let text = text_of(run.rules, mv);
            assert!(text.len() <= 16 && !text.contains([' ', ',']), "{text}");
            assert_eq!(run.rules.parse_move(run.asked().unwrap(), &text), Ok(mv));
        }
    });
}

pub(crate) fn games_end<G: Played>() {
    for rules in G::setups() {
        for seed in 0..G::GAMES {
            let mut run = Run::new(&rules, seed);
            let mut decisions = 0;
            run.play_on(|_| decisions += 1);
            assert!(decisions <= rules.max_decisions());
            let Turn::Over(ending) = rules.turn(&run.state) else { panic!("nobody is asked") };
            for (score, value) in rules.scores().iter().zip(&ending.scores) {
                assert!((score.range.0..=score.range.1).contains(value), "{score:?}: {value}");
            }
        }
    }
}

pub(crate) fn games_are_replayed<G: Played>() {
    for rules in G::setups() {
        let mut run = Run::new(&rules, 5);
        let mut moves = vec![];
        while let Some(mv) = run.random_move() {
            run.make(mv);
            moves.push(mv);
        }
        let mut again = Run::with(&rules, Chance::recorded(run.drawn()), 5);
        moves.into_iter().for_each(|mv| drop(again.make(mv)));
        assert_eq!(again.views, run.views);
        assert_eq!(rules.chance(&again.state).check(), Ok(()));
        assert_eq!(rules.turn(&again.state), rules.turn(&run.state));
        let mut same = Run::new(&rules, 5);
        same.play_on(|_| {});
        assert_eq!(same.views, run.views);
        let mut other = Run::new(&rules, 6);
        other.play_on(|_| {});
        assert_ne!(other.drawn(), run.drawn());
    }
}

/// Damages one view in a few, which can come from a file or a pipe, and tells it the latest news.
/// Nothing that reads it may panic: neither its legal moves nor what `read` does with it.
pub(crate) fn nonsense_never_panics<G: Played>(mut read: impl FnMut(&G, &G::View, &mut Rng)) {
    let (mut count, mut damaged) = (0, 0);
    let mut news: Vec<G::Event> = vec![];
    everywhere(|run: &mut Run<G>| {
        news.extend(run.news.iter().flatten().cloned());
        count += 1;
        if count % 17 != 0 {
            return;
        }
        for view in &run.views {
            let changes = 1 + below(&mut run.rng, 2) as usize;
            let Some(mut view) = with_damage(view, changes, &mut run.rng) else { continue };
            damaged += 1;
            read_every_list(run.rules, &view);
            for event in &news {
                let changes = below(&mut run.rng, 2) as usize;
                let Some(event) = with_damage(event, changes, &mut run.rng) else { continue };
                run.rules.advance(&mut view, event);
                read_every_list(run.rules, &view);
            }
            read(run.rules, &view, &mut run.rng);
        }
        news.clear();
    });
    assert!(damaged > 300, "{damaged} damaged views could be read");
}

/// The value after this many changes of its JSON text, if it can be read.
fn with_damage<T: Serialize + DeserializeOwned>(
    value: &T,
    changes: usize,
    rng: &mut Rng,
) -> Option<T> {
    let mut json = serde_json::to_value(value).unwrap();
    damage(&mut json, changes, rng);
    serde_json::from_value(json).ok()
}

fn read_every_list<G: Played>(rules: &G, view: &G::View) {
    let moves = rules.legal_moves(view);
    assert_eq!(moves.len(), moves.count());
}
