//! Tests that the possible places always contain the truth, and depend on the view alone.

use std::sync::Arc;

use stoker_bots::course::PossiblePlaces;
use stoker_engine::course::{Course, HuntersView, Params, State};
use stoker_engine::map::{BuiltinMap, Place};
use stoker_engine::{Chance, Purpose, Seed};

use crate::common;
use crate::of_engine;

/// A follower of a game from its first turn, which compares with the truth after every turn.
struct Follower<'a> {
    rules: &'a Course,
    places: PossiblePlaces,
    turns: usize,
    /// The place that each of his moves led to.
    truth: Vec<Place>,
    /// The number of possible places, summed over turns, as a measure of knowledge.
    sum: usize,
}

impl<'a> Follower<'a> {
    fn new(rules: &'a Course) -> Self {
        Self { rules, places: PossiblePlaces::new(rules), turns: 0, truth: vec![], sum: 0 }
    }

    fn follow(&mut self, state: &State) {
        let view = state.history().as_hunters();
        self.places.update(&view, self.rules);
        self.turns += 1;
        if self.turns.is_multiple_of(5) {
            self.truth.push(state.position().dracula().unwrap());
        }
        for (round, &place) in self.truth.iter().enumerate() {
            assert!(
                self.places.at(round).contains(place),
                "turn {}: round {round} came to {place:?}",
                self.turns
            );
        }
        self.sum += self.places.now().len();
        if self.turns % 7 == 3 {
            let mut afresh = PossiblePlaces::new(self.rules);
            afresh.update(&view, self.rules);
            assert_eq!(self.places, afresh, "turn {}", self.turns);
        }
    }
}

fn played(game: Course, pairings: &[[&str; 2]], matches: u64) {
    let game = Arc::new(game);
    for &pairing in pairings {
        let [mut sum, mut turns] = [0; 2];
        for index in 0..matches {
            let mut follower = Follower::new(&game);
            common::play(&game, pairing, Seed(5).of_match(index), |state| follower.follow(state));
            sum += follower.sum;
            turns += follower.turns;
        }
        println!("{pairing:?}: {:.1} possible places", sum as f64 / turns as f64);
    }
}

fn course(preset: &str, map: BuiltinMap) -> Course {
    let presets = Params::presets();
    let preset = presets.iter().find(|p| p.name == preset).unwrap();
    Course::on(preset.params.clone(), map.load()).unwrap()
}

const PAIRINGS: &[[&str; 2]] = &[
    ["random", "random"],
    ["patrol", "random"],
    ["tracker", "random"],
    ["random", "lurker"],
    ["patrol", "wanderer"],
    ["tracker", "lurker"],
];

#[test]
fn the_truth_is_possible_in_games_of_every_preset() {
    for preset in ["course", "course-2019", "written"] {
        played(course(preset, BuiltinMap::COURSE), PAIRINGS, 20);
    }
}

#[test]
fn the_truth_is_possible_on_a_tiny_map() {
    for preset in ["course", "course-2019", "written"] {
        played(course(preset, BuiltinMap::TINY), PAIRINGS, 20);
    }
}

#[test]
fn the_truth_is_possible_under_other_constants() {
    let short = Params {
        trail: 3,
        double_back: 2,
        city_encounters: 1,
        rail_divisor: 3,
        ..Params::default()
    };
    let long = Params { trail: 10, double_back: 9, vampire_period: 3, ..Params::default() };
    for params in [short, long] {
        let game = Course::on(params, BuiltinMap::COURSE.load()).unwrap();
        played(game, PAIRINGS, 10);
    }
}

fn transcribed(file: &str, preset: &str, count: usize) {
    let rules = course(preset, BuiltinMap::COURSE);
    let games = of_engine::transcripts(file);
    assert_eq!(games.len(), count);
    for game in &games {
        let mut state = State::start(&rules, Chance::recorded(vec![]));
        let mut follower = Follower::new(&rules);
        for turn in &game.turns {
            let seat = stoker_engine::Seat(turn.p);
            let mv = stoker_engine::Game::parse_move(&rules, seat, &turn.mv).unwrap();
            state.play(&rules, mv.into()).unwrap();
            follower.follow(&state);
        }
    }
}

#[test]
fn the_truth_is_possible_in_the_games_of_2020() {
    transcribed("course-2020", "course", 200);
}

#[test]
fn the_truth_is_possible_in_the_games_of_2019() {
    transcribed("course-2019", "course-2019", 300);
}

#[test]
fn the_truth_is_possible_in_the_real_games() {
    transcribed("real-games", "course", 47);
}

#[test]
fn no_view_breaks_the_working_out_of_places() {
    let game = Arc::new(Course::default());
    let mut rng = Seed(1).rng(None, None, Purpose::new("hostile"));
    let [mut turns, mut read] = [0; 2];
    common::play(&game, ["patrol", "wanderer"], Seed(5), |state| {
        turns += 1;
        if turns % 20 > 0 {
            return;
        }
        let view = serde_json::to_value(state.history().as_hunters()).unwrap();
        for changes in (1..=4).cycle().take(100) {
            let mut told = view.clone();
            of_engine::damage(&mut told, changes, &mut rng);
            if let Ok(view) = serde_json::from_value::<HuntersView>(told) {
                PossiblePlaces::new(&game).update(&view, &game);
                read += 1;
            }
        }
    });
    assert!(read > 200, "{read}");
}
