//! The Draculas who look ahead: legal moves by any rules, the same game from the same seed, and
//! better than the rung below.

mod common;

use std::sync::Arc;

use stoker_bots::{Setup, Values};
use stoker_engine::course::{Course, Move, Mover, Params, State};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Count, Decision, Game, Purpose, Seed, Turn, Viewer};

const DRACULAS: [&str; 2] = ["phantom", "mastermind:games=12"];

/// The presets, and rules as odd as they may be, on both maps.
fn all_rules() -> impl Iterator<Item = Arc<Course>> {
    let short = Params { trail: 2, double_back: 1, start_score: 60, ..Params::default() };
    let long = Params { trail: 10, double_back: 9, start_score: 120, ..Params::default() };
    let poor = Params { start_blood: 1, blood_gain_castle: 0, ..Params::default() };
    let free =
        Params { blood_loss_sea: 0, vampire_period: 1, start_score: 200, ..Params::default() };
    let rich =
        Params { start_blood: 1_000, blood_loss_hunter: 0, start_score: 60, ..Params::default() };
    let bare =
        Params { city_encounters: 0, rail_divisor: 8, start_score: 100, ..Params::default() };
    let odd = [short, long, poor, free, rich, bare];
    let params = Params::presets().into_iter().map(|preset| preset.params).chain(odd);
    let maps = [BuiltinMap::COURSE, BuiltinMap::TINY].map(BuiltinMap::load);
    let on = move |params: Params| {
        let course = |map| Course::on(params.clone(), map).expect("valid rules");
        maps.clone().map(course).map(Arc::new)
    };
    params.flat_map(on)
}

#[test]
fn they_play_whole_games_by_any_rules_and_from_any_start() {
    for (index, rules) in all_rules().enumerate() {
        for (hunters, dracula) in
            ["random", "tracker"].into_iter().flat_map(|hunters| DRACULAS.map(|d| (hunters, d)))
        {
            for starts in [common::Starts::Random, common::Starts::Free] {
                let seed = Seed(11).of_match(index as u64);
                let mut turns = 0;
                common::play_from(starts, &rules, [hunters, dracula], seed, |_| turns += 1);
                assert!(turns >= 5, "{hunters} against {dracula}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let game = Arc::new(Course::default());
    for dracula in DRACULAS {
        let games = [7, 7, 8].map(|seed| {
            let mut plays = vec![];
            common::play(&game, ["tracker", dracula], Seed(seed), |state| {
                plays = state.history().plays().to_vec();
            });
            plays
        });
        assert_eq!(games[0], games[1], "{dracula}");
        assert_ne!(games[0], games[2], "{dracula}");
    }
}

/// What a new bot would do as Dracula in this state.
fn asked(game: &Arc<Course>, name: &str, state: &State) -> Move {
    let (name, setting) = name.split_once(':').unwrap_or((name, ""));
    let entry = common::entry(name);
    let values = Values::parse(setting, entry.params).expect("a valid setting");
    let setup = Setup { game, values: &values, side: Course::DRACULA, seats: 4..5 };
    let mut rng = Seed(3).rng(None, None, Purpose::BOT);
    let mut budget = Count(u64::MAX);
    let mut turn = Decision::new(Mover::DRACULA, &mut rng, &mut budget);
    (entry.make)(&setup).choose(&game.view(state, Viewer(1)), &mut turn).mv
}

#[test]
fn they_find_a_legal_move_wherever_random_play_leads() {
    for (index, rules) in all_rules().enumerate() {
        let mut turns = 0;
        common::play(&rules, ["random", "random"], Seed(5).of_match(index as u64), |state| {
            let due = rules.turn(state) == Turn::ToMove(Mover::DRACULA);
            turns += u32::from(due);
            if due && turns % 9 == 0 && turns < 150 {
                for dracula in DRACULAS {
                    let mv = asked(&rules, dracula, state);
                    assert!(state.position().is_legal(&rules, mv), "{dracula}: {mv:?}");
                }
            }
        });
    }
}

/// Against these hunters the second is better than the first by so many points, with the 95%
/// interval of the difference, match by match.
fn clearly_better(hunters: &str, draculas: [&str; 2], matches: u64, by: f64) {
    let game = Arc::new(Course::default());
    let [below, above] = draculas.map(|dracula| common::scores(&game, [hunters, dracula], matches));
    let differences: Vec<_> =
        below.iter().zip(&above).map(|(below, above)| below - above).collect();
    let (mean, half) = common::mean(&differences);
    println!("{draculas:?} against {hunters}: {mean:.1} +- {half:.1}");
    assert!(mean - half > by, "{draculas:?} against {hunters}: {mean:.1} +- {half:.1}");
}

#[test]
fn phantom_clearly_beats_lurker() {
    clearly_better("tracker", ["lurker", "phantom"], 60, 20.0);
}

#[test]
fn mastermind_clearly_beats_phantom() {
    clearly_better("marshal", ["phantom", "mastermind"], 32, 0.0);
}
