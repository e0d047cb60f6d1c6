//! Tests of the hunters who know the belief: they play legal moves by any rules, play the same game
//! from the same seed, and are better than the rung below.

use crate::common;

const HUNTERS: [&str; 2] = ["marshal", "strategist:iterations=8,trust=0"];

#[test]
fn they_play_whole_games_by_any_rules_and_from_any_start() {
    for (hunters, dracula) in HUNTERS.into_iter().zip(["random", "lurker"]) {
        common::assert_plays_by_any_rules([hunters, dracula]);
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    for hunters in HUNTERS {
        common::assert_only_the_seed_decides([hunters, "phantom"]);
    }
}

/// Asserts that the second is better than the first by this many points against this Dracula.
fn clearly_better([below, above]: [&str; 2], dracula: &str, matches: u64, by: f64) {
    let (mean, half) = common::difference([[above, dracula], [below, dracula]], matches);
    println!("{above} over {below} against {dracula}: {mean:.1} +- {half:.1}");
    assert!(mean - half > by, "{above} over {below} against {dracula}: {mean:.1} +- {half:.1}");
}

#[test]
fn marshal_clearly_beats_tracker() {
    clearly_better(["tracker", "marshal"], "lurker", 40, 10.0);
    clearly_better(["tracker", "marshal"], "phantom", 12, 50.0);
}

/// The gain from search needs more matches to show than a test has. That there is no loss takes
/// few.
#[test]
fn strategist_is_less_than_20_points_behind_marshal_and_50_ahead_of_tracker() {
    clearly_better(["marshal", "strategist"], "phantom", 24, -20.0);
    clearly_better(["tracker", "strategist"], "phantom", 12, 50.0);
}
