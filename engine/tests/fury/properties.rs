//! What holds in every game, tried on random ones of every preset.

use stoker_engine::fury::{Fury, View};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Chance, Game, Rng, Seed, SideId, Turn, Viewer, one_of};

fn presets() -> Vec<Fury> {
    let map = BuiltinMap::FURY.load();
    let presets = Fury::presets().into_iter();
    presets.map(|preset| Fury::with(preset.params, map.clone()).unwrap()).collect()
}

fn rng(seed: u64) -> Rng {
    Seed(seed).of_bot(SideId(0), stoker_engine::Seat(0)).bot_rng()
}

/// Plays a random game; `each` gets the views kept by events before every decision.
fn play(rules: &Fury, seed: u64, mut each: impl FnMut(&[View; 2])) -> u32 {
    let mut rng = rng(seed);
    let mut state = rules.start(Chance::seeded(Seed(seed)));
    let viewers = [Viewer(0), Viewer(1)];
    let mut views = viewers.map(|viewer| rules.view(&state, viewer));
    let mut decisions = 0;
    while let Turn::ToMove(seat) = rules.turn(&state) {
        each(&views);
        let viewer = rules.sides().viewer_of(seat);
        let moves = rules.legal_moves(&views[usize::from(viewer.0)]);
        let mv = one_of(&mut rng, moves).unwrap();
        let mut text = String::new();
        rules.write_move(mv, &mut text).unwrap();
        assert!(text.len() <= 16, "{text}");
        assert_eq!(rules.parse_move(seat, &text), Ok(mv), "{text}");
        let play = rules.play(&mut state, mv.into()).unwrap();
        for (viewer, view) in viewers.into_iter().zip(&mut views) {
            let events = rules.redact(&state, &play, viewer);
            events.into_iter().for_each(|event| rules.advance(view, event));
            assert_eq!(*view, rules.view(&state, viewer), "decision {decisions} {text}");
        }
        decisions += 1;
    }
    decisions
}

#[test]
fn views_kept_by_events_equal_views_made_anew() {
    for rules in presets() {
        for seed in 0..40 {
            assert!(play(&rules, seed, |_| {}) < rules.max_decisions());
        }
    }
}

#[test]
fn at_most_one_viewer_is_asked_and_views_are_read_back_as_written() {
    for rules in presets() {
        play(&rules, 7, |views| {
            let asked = views.iter().filter(|view| view.asked().is_some()).count();
            assert_eq!(asked, 1);
            for view in views {
                let text = serde_json::to_string(view).unwrap();
                assert_eq!(serde_json::from_str::<View>(&text).unwrap(), *view);
            }
        });
    }
}
