//! Scenes show what their viewers know: all of it, and nothing else.

use std::collections::BTreeSet;

use stoker_engine::Game;
use stoker_engine::kosmos::{Kosmos, Mark, Side};
use stoker_engine::scene::{Scene, Scenery};

use crate::common::play::Run;
use crate::common::scenes::{check_form, now_and_then};

/// The decisions from one check to the next.
const EVERY: usize = 19;

#[test]
fn scenes_name_spots_and_panels_of_the_scenery_and_go_through_json() {
    now_and_then(EVERY, |run: &Run<Kosmos>| {
        let scenery = run.rules.scenery();
        check_form(&scenery, &run.rules.scene_of_all(&run.state));
        run.views.iter().for_each(|view| check_form(&scenery, &run.rules.scene(view)));
    });
}

#[test]
fn scenery_is_of_the_whole_board_and_goes_through_json() {
    let scenery = Kosmos::default().scenery();
    let board = &scenery.boards[0];
    assert_eq!((board.spots.len(), board.links.len()), (12 + 17, 2 * 17));
    let at: BTreeSet<_> = board.spots.iter().map(|spot| spot.at).collect();
    assert_eq!(at.len(), board.spots.len());
    let marked =
        board.spots.iter().filter_map(|spot| Some((&*spot.key, spot.landmark.as_deref()?)));
    assert_eq!(marked.collect::<Vec<_>>(), [("A1", "harbour"), ("C4", "coach station")]);
    let json = serde_json::to_string(&scenery).unwrap();
    assert_eq!(serde_json::from_str::<Scenery>(&json).unwrap(), scenery);
}

/// The label of the card at a place.
fn label(scene: &Scene, place: &str) -> Option<String> {
    let key = format!("card-{place}");
    scene.pieces.iter().find(|piece| piece.key == key).map(|piece| piece.label.clone())
}

#[test]
fn cards_on_the_board_show_what_the_viewer_remembers_of_them() {
    now_and_then(EVERY, |run: &Run<Kosmos>| {
        let all = run.rules.scene_of_all(&run.state);
        for view in &run.views {
            let scene = run.rules.scene(view);
            for (place, mark) in view.own.record.iter() {
                let expected = match mark {
                    Mark::Empty => None,
                    Mark::Card(side) => Some(side.letter().to_lowercase()),
                    mark @ (Mark::Unknown | Mark::Kind(_)) => Some(mark.to_string()),
                };
                assert_eq!(label(&scene, place.code()), expected);
                let card = run.state.position().board()[place];
                assert_eq!(label(&all, place.code()), card.map(|card| card.to_string()));
            }
        }
    });
}

#[test]
fn hands_of_the_other_side_are_face_down_and_moves_are_offered_to_the_seat_asked() {
    now_and_then(EVERY, |run: &Run<Kosmos>| {
        for view in &run.views {
            let scene = run.rules.scene(view);
            let row = |first: usize, side: Side| &scene.rows[first + side as usize];
            let own = row(0, view.side);
            assert!(own.iter().all(|card| card.label != "?"));
            for first in [0, 4, 6] {
                let others = row(first, view.side.other());
                assert!(others.iter().all(|card| card.label == "?" && card.hidden));
            }
            assert_eq!(scene.choices.len(), run.rules.legal_moves(view).len());
        }
    });
}

#[test]
fn news_for_those_who_know_everything_tell_what_each_side_lays() {
    let rules = Kosmos::default();
    let mut run = Run::new(&rules, 3);
    for start in ["Dracula lays ", "Van Helsing lays "] {
        let mv = run.random_move().unwrap();
        run.make(mv);
        let news = rules.scene_of_all(&run.state).news;
        assert!(news[0].starts_with(start), "{news:?}");
    }
}

#[test]
fn news_tell_what_was_done_and_what_follows() {
    let rules = Kosmos::default();
    let mut run = Run::new(&rules, 3);
    let mut seen = BTreeSet::new();
    while let Some(mv) = run.random_move() {
        run.make(mv);
        for scene in [rules.scene_of_all(&run.state), rules.scene(&run.views[0])] {
            seen.extend(scene.news);
        }
    }
    for part in ["lays", "the cards are dealt", "steps to", "plays", "barrier on", "wins"] {
        assert!(seen.iter().any(|line| line.contains(part)), "{part}");
    }
    assert!(seen.iter().any(|line| line.starts_with("turn 2 begins")));
}
