//! Tests of the field of strangers: its bots play legal moves from any start and by any rules, and
//! the same game from the same seed.

use std::sync::Arc;

use stoker_bots::course;
use stoker_engine::Seed;
use stoker_engine::course::Course;

use crate::common::{self, Starts};

/// The names of the field's bots of one kind of side.
fn names(side: &str) -> Vec<&'static str> {
    let field = course::field().into_iter().map(|bot| bot.entry);
    field.filter(|entry| entry.sides == [side]).map(|entry| entry.name).collect()
}

/// The helper that plays fails if a move is not legal.
#[test]
fn each_plays_whole_games_against_every_other() {
    let game = Arc::new(Course::default());
    for (row, hunters) in names("hunters").into_iter().enumerate() {
        for (column, dracula) in names("dracula").into_iter().enumerate() {
            let seed = Seed(17).of_match((100 * row + column) as u64);
            for starts in [Starts::Random, Starts::Free] {
                let mut turns = 0;
                common::play_from(starts, &game, [hunters, dracula], seed, |_| turns += 1);
                assert!(turns > 5, "{hunters} against {dracula}");
            }
        }
    }
}

#[test]
fn each_plays_by_any_rules() {
    for hunters in names("hunters") {
        common::assert_plays_by_any_rules([hunters, "random"]);
    }
    for dracula in names("dracula") {
        common::assert_plays_by_any_rules(["random", dracula]);
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    for hunters in names("hunters") {
        common::assert_only_the_seed_decides([hunters, "wanderer"]);
    }
    for dracula in names("dracula") {
        common::assert_only_the_seed_decides(["patrol", dracula]);
    }
}

#[test]
fn each_can_be_forked() {
    let game = Arc::new(Course::default());
    for bot in course::field() {
        let name = bot.entry.name;
        assert!(common::made(&game, &bot.entry).fork().is_some(), "{name}");
    }
}
