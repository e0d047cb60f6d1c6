//! Tests that every fact of the games played on the course's own engine equals ours.

use crate::common::transcripts;
use stoker_engine::course::{Course, HuntersView, Params, State};
use stoker_engine::map::BuiltinMap;

fn rules(preset: &str) -> Course {
    let presets = Params::presets();
    let preset = presets.iter().find(|p| p.name == preset).unwrap();
    Course::on(preset.params.clone(), BuiltinMap::COURSE.load()).unwrap()
}

fn agrees(file: &str, preset: &str, count: usize) {
    let rules = rules(preset);
    let games = transcripts(file);
    assert_eq!(games.len(), count);
    for game in &games {
        assert_eq!(game.differences(&rules).first(), None, "{file} game {}", game.id);
        assert_eq!(game.differences_of_position(&rules).first(), None, "{file} game {}", game.id);
        let state = State::parse(&rules, &game.past_dracula).unwrap();
        assert_eq!(state.history().past_plays(&rules), game.past_dracula);
        let seen = HuntersView::parse(&rules, &game.past_hunters).unwrap();
        assert_eq!(seen, state.history().as_hunters(), "{file} game {}", game.id);
        assert_eq!(HuntersView::parse_as_told(&rules, &game.past_hunters).unwrap(), seen);
    }
}

#[test]
fn the_games_of_2020_agree() {
    agrees("course-2020", "course", 200);
}

#[test]
fn the_games_of_2019_agree() {
    agrees("course-2019", "course-2019", 300);
}

#[test]
fn the_real_games_agree() {
    agrees("real-games", "course", 47);
}

/// Shows that the check can fail: with the wrong preset the games of 2019 differ.
#[test]
fn the_wrong_preset_is_found_out() {
    let rules = rules("course");
    let differing =
        transcripts("course-2019").iter().filter(|g| !g.differences(&rules).is_empty()).count();
    assert!(differing > 0);
}
