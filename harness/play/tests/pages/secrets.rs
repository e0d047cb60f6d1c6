use std::sync::Arc;

use serde_json::Value;
use stoker_bots::{Ruleset, course, fury, kosmos, toy};
use stoker_engine::course::{Course, Params};
use stoker_engine::fury::Fury;
use stoker_engine::kosmos::Kosmos;
use stoker_engine::toy::{Layout, Toy};
use stoker_engine::{Chance, Choice, Game, Turn, Viewer};
use stoker_tournament::record::{Record, next_step};

use crate::client::{Page, Running};

/// Replays a record, and compares each scene that a page got with the one that the viewer's events
/// alone give.
fn check_scenes<G: Game>(ruleset: &Ruleset<G>, game: &G, record: &Record, page: &Page, viewer: u8) {
    let scenes = ruleset.scenes_hook().unwrap();
    let viewer = Viewer(viewer);
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    let mut view = game.view(&state, viewer);
    assert_eq!(page.turns.len(), record.plays.len());
    for (text, turn) in record.plays.iter().zip(&page.turns) {
        let step = next_step(game, &mut state, text).unwrap();
        let own = game.sides().viewer_of(step.seat) == viewer;
        assert!(own || (turn.get("move").is_none() && turn.get("how").is_none()), "{turn}");
        let choice = Choice { mv: step.mv, message: step.message.clone() };
        let play = game.play(&mut state, choice).unwrap();
        for event in game.redact(&state, &play, viewer) {
            game.advance(&mut view, event);
        }
        let mut scene = turn["scenes"][0]["="].clone();
        let fields = scene.as_object_mut().unwrap();
        // What follows from the view is worked out by the ruleset's own shader.
        fields.remove("shadings");
        fields.remove("caveat");
        let seen = serde_json::to_value((scenes.seen)(game, &view)).unwrap();
        assert_eq!(scene, seen);
    }
    assert!(matches!(game.turn(&state), Turn::Over(_)));
}

/// Plays a match as this viewer. Until it is over, nothing that is sent may hold anything but the
/// viewer's scenes.
fn plays_without_leaks<G: Game>(
    ruleset: &Ruleset<G>,
    game: &Arc<G>,
    bots: &[Option<&str>],
    viewer: u8,
) {
    let running = Running::begin(ruleset, Arc::clone(game), bots, false);
    let mut page = running.page(viewer);
    page.play_to(usize::MAX);
    let record = running.records.lock().unwrap()[0].clone();
    check_scenes(ruleset, &**game, &record, &page, viewer);
    assert!(!page.bytes.contains(&record.seed.to_string()), "the seed");
    assert_eq!(page.start["document"]["replays"][0].get("seed"), None::<&Value>);
}

#[test]
fn a_page_of_the_toy_gets_the_scenes_of_its_viewer_alone() {
    let (ruleset, game) = (toy::ruleset().unwrap(), Toy::of(Layout::Pair, 9));
    plays_without_leaks(&ruleset, &game, &[None, Some("random")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("random"), None], 1);
}

#[test]
fn a_page_of_the_course_gets_the_scenes_of_its_viewer_alone() {
    let ruleset = course::ruleset().unwrap();
    let map = Course::MAPS[0].load();
    let params = Params { start_score: 30, ..Course::presets().remove(0).params };
    let game = Arc::new(Course::new(params, Some(map)).unwrap());
    plays_without_leaks(&ruleset, &game, &[None, Some("lurker")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("tracker"), None], 1);
}

#[test]
fn a_page_of_kosmos_gets_the_scenes_of_its_viewer_alone() {
    let ruleset = kosmos::ruleset().unwrap();
    let game = Arc::new(Kosmos::new(Kosmos::presets().remove(0).params, None).unwrap());
    plays_without_leaks(&ruleset, &game, &[None, Some("careful")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("careful"), None], 1);
}

#[test]
fn a_page_of_fury_gets_the_scenes_of_its_viewer_alone() {
    let ruleset = fury::ruleset().unwrap();
    let params = stoker_engine::fury::Params { rounds: 3, ..Fury::presets().remove(0).params };
    let game = Arc::new(Fury::new(params, Some(Fury::MAPS[0].load())).unwrap());
    plays_without_leaks(&ruleset, &game, &[None, Some("patrol")], 0);
    plays_without_leaks(&ruleset, &game, &[Some("runner"), None], 1);
}
