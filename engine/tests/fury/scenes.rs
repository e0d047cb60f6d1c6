//! Scenes show what their viewers know: all of it, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use stoker_engine::Game;
use stoker_engine::fury::{DRACULA, Face, Fury, Phase, Question, View};
use stoker_engine::scene::{Scene, Scenery};

use crate::common::play::{Run, text_of};
use crate::common::scenes::{check_form, now_and_then};

/// The decisions from one check to the next.
const EVERY: usize = 23;

#[test]
fn scenes_name_spots_and_panels_of_the_scenery_and_go_through_json() {
    now_and_then(EVERY, |run: &Run<Fury>| {
        let scenery = run.rules.scenery();
        check_form(&scenery, &run.rules.scene_of_all(&run.state));
        run.views.iter().for_each(|view| check_form(&scenery, &run.rules.scene(view)));
    });
}

#[test]
fn scenery_is_of_the_map_with_its_hospitals_and_rails_of_two_kinds() {
    let scenery = Fury::default().scenery();
    let board = &scenery.boards[0];
    assert_eq!(board.spots.len(), 70 + 3);
    let at: BTreeSet<_> = board.spots.iter().map(|spot| spot.at).collect();
    assert_eq!(at.len(), board.spots.len());
    let mut kinds = BTreeMap::new();
    board.links.iter().for_each(|link| *kinds.entry(&*link.kind).or_insert(0) += 1);
    assert_eq!((kinds["road"], kinds["sea"]), (111, 40));
    assert_eq!(kinds["white rail"] + kinds["yellow rail"], 43);
    assert!(kinds["white rail"] > 5 && kinds["yellow rail"] > 5, "{kinds:?}");
    let hospitals = board.spots.iter().filter(|spot| spot.kind == "hospital");
    assert_eq!(hospitals.map(|spot| &*spot.key).collect::<Vec<_>>(), ["HB", "HM", "HR"]);
    let json = serde_json::to_string(&scenery).unwrap();
    assert_eq!(serde_json::from_str::<Scenery>(&json).unwrap(), scenery);
}

/// Cards that are face down are `?` for the hunters, and marked as hidden for those who know them.
#[test]
fn the_trail_shows_the_hunters_what_lies_face_up_alone() {
    let mut hidden = 0;
    now_and_then(EVERY, |run: &Run<Fury>| {
        let View::Dracula(view) = &run.views[0] else { panic!("his view") };
        let [his, theirs] = [0, 1].map(|viewer| run.rules.scene(&run.views[viewer]));
        let spaces = view.trail.spaces.iter().flatten();
        for ((slot, his), theirs) in spaces.zip(&his.rows[0]).zip(&theirs.rows[0]) {
            if his.hidden {
                assert_eq!((&*theirs.label, &theirs.at), ("?", &None));
                assert_eq!(slot.face, Face::Down);
                hidden += 1;
            } else {
                assert_eq!((&theirs.label, &theirs.at), (&his.label, &his.at));
            }
            assert_eq!(his.on.len(), theirs.on.len());
        }
    });
    assert!(hidden > 100, "{hidden}");
}

#[test]
fn hands_of_the_other_side_are_face_down_but_for_open_cards() {
    let mut open = 0;
    now_and_then(EVERY, |run: &Run<Fury>| {
        let [his, theirs] = [0, 1].map(|viewer| run.rules.scene(&run.views[viewer]));
        assert!(theirs.rows[2].iter().all(|card| card.label == "?"));
        assert!(his.rows[2].iter().all(|card| card.label != "?"));
        let asked = run.views[1].asked();
        let trades = asked.is_some_and(|asked| asked.question == Question::Trade);
        for row in 6..10 {
            // Dracula is shown the new numbers of a trade when it is over (K6).
            if !trades {
                assert_eq!(his.rows[row].len(), theirs.rows[row].len());
            }
            assert!(theirs.rows[row].iter().all(|card| card.label != "?"));
            let shown = |scene: &Scene| -> Vec<String> {
                let cards = scene.rows[row].iter().filter(|card| card.on == ["open"]);
                cards.map(|card| card.label.clone()).collect()
            };
            assert_eq!(shown(&his), shown(&theirs));
            open += shown(&his).len();
            let known = his.rows[row].iter().filter(|card| card.label != "?").count();
            assert_eq!(known, shown(&his).len());
        }
        // Neither may tell where Dracula is to those who do not know it.
        let on_the_map = theirs.pieces.iter().filter(|piece| piece.key == "dracula");
        assert!(on_the_map.clone().all(|piece| !piece.hidden));
    });
    assert!(open > 20, "{open}");
}

#[test]
fn the_seat_asked_is_offered_its_legal_moves_in_words_and_the_other_side_none() {
    let mut labels = BTreeSet::new();
    now_and_then(EVERY, |run: &Run<Fury>| {
        let asked = run.asked().map(|seat| run.rules.sides().viewer_of(seat).0);
        for (number, view) in (0u8..).zip(&run.views) {
            let scene = run.rules.scene(view);
            let legal: Vec<_> = run.rules.legal_moves(view).collect();
            let written: Vec<_> = legal.into_iter().map(|mv| text_of(run.rules, mv)).collect();
            let offered: Vec<_> = scene.choices.iter().map(|offer| offer.mv.clone()).collect();
            assert_eq!(offered, written);
            assert_eq!(offered.is_empty(), asked != Some(number));
            let words: BTreeSet<_> = scene.choices.iter().map(|offer| &offer.label).collect();
            assert_eq!(words.len(), offered.len(), "two moves of one name: {:?}", scene.choices);
            labels.extend(scene.choices.into_iter().map(|offer| offer.label));
        }
    });
    for part in ["start in", "go to", "supply", "play Claws", "ambush with", "put ", "trade with"] {
        assert!(labels.iter().any(|label| label.contains(part)), "{part}");
    }
}

#[test]
fn news_tell_the_phase_actions_combats_answers_and_the_end() {
    let mut seen = BTreeSet::new();
    now_and_then(EVERY, |run: &Run<Fury>| {
        seen.extend(run.rules.scene_of_all(&run.state).news);
        seen.extend(run.views.iter().flat_map(|view| run.rules.scene(view).news));
    });
    for part in
        ["dusk of round", "supplies", "round 2 of the combat with", "the ticket drawn", "Dracula"]
    {
        assert!(seen.iter().any(|line| line.contains(part)), "{part}");
    }
}

/// An ambush that Dracula declines would tell of a lair, and so would the seat that is asked (N5).
#[test]
fn by_day_the_turn_is_a_hunters_although_dracula_is_asked() {
    let mut questions = 0;
    now_and_then(3, |run: &Run<Fury>| {
        let table = run.views[1].table();
        if table.over.is_some() || table.phase != Phase::Day {
            return;
        }
        for view in run.views.iter().filter(|view| view.asked().is_none()) {
            let to_move = run.rules.scene(view).to_move;
            assert_ne!(to_move, Some(DRACULA.0), "{view:?}");
            questions += u32::from(run.asked() == Some(DRACULA));
        }
    });
    assert!(questions > 0);
}
