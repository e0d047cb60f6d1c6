//! Tests that each bot is clearly better than the one below it on its side, against any opponent.

use std::sync::Arc;

use stoker_engine::course::Course;

use crate::common;

const HUNTERS: [&str; 3] = ["random", "patrol", "tracker"];
const DRACULAS: [&str; 3] = ["random", "wanderer", "lurker"];
const MATCHES: u64 = 200;

/// Asserts that the 95% interval of the mean difference between the lists is above zero.
fn clearly_more(less: &[i32], more: &[i32], what: &str) {
    let differences: Vec<_> = more.iter().zip(less).map(|(more, less)| more - less).collect();
    let (mean, half) = common::mean(&differences);
    assert!(mean - half > 0.0, "{what}: {mean:.1} +- {half:.1}");
}

/// The score of every match, by hunters and then by Draculas.
fn table() -> [[Vec<i32>; 3]; 3] {
    let game = Arc::new(Course::default());
    let row = |hunters| DRACULAS.map(|dracula| common::scores(&game, [hunters, dracula], MATCHES));
    HUNTERS.map(row)
}

/// The sum over all opponents, match by match.
fn field(lists: [&Vec<i32>; 3]) -> Vec<i32> {
    (0..lists[0].len()).map(|index| lists.iter().map(|list| list[index]).sum()).collect()
}

/// Returns true if both lists are at the end of the scale, where no difference can show.
fn exhausted(lists: [&[i32]; 2]) -> bool {
    lists.iter().all(|list| common::mean(list).0 < 10.0)
}

#[test]
fn each_bot_clearly_beats_the_one_below_it() {
    let table = table();
    for (name, row) in HUNTERS.iter().zip(&table) {
        let means = row.each_ref().map(|scores| common::mean(scores));
        println!("{name:>8}: {means:6.1?} against {DRACULAS:?}, with half a 95% interval");
    }
    let against = |d: usize| [0, 1, 2].map(|h| &table[h][d]);
    for step in 1..3 {
        let (hunters, dracula) = (HUNTERS[step], DRACULAS[step]);
        clearly_more(&field(table[step - 1].each_ref()), &field(table[step].each_ref()), hunters);
        clearly_more(&field(against(step)), &field(against(step - 1)), dracula);
        for other in 0..3 {
            let [weak, strong] = [&table[step - 1][other], &table[step][other]];
            if !exhausted([weak, strong]) {
                clearly_more(weak, strong, &format!("{hunters} against {}", DRACULAS[other]));
            }
            let [strong, weak] = [&table[other][step], &table[other][step - 1]];
            if !exhausted([weak, strong]) {
                clearly_more(strong, weak, &format!("{dracula} against {}", HUNTERS[other]));
            }
        }
    }
    let strongest = [0, 1].map(|d| common::mean(&table[2][d]).0);
    assert!(strongest.iter().all(|&mean| mean > 300.0), "tracker: {strongest:.1?}");
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    for hunters in HUNTERS {
        for dracula in DRACULAS {
            common::assert_only_the_seed_decides([hunters, dracula]);
        }
    }
}

#[test]
fn bots_that_choose_where_to_start_play_whole_games() {
    let game = Arc::new(Course::default());
    for hunters in HUNTERS {
        for dracula in DRACULAS {
            let (seed, starts) = (stoker_engine::Seed(3), common::Starts::Free);
            let mut turns = 0;
            common::play_from(starts, &game, [hunters, dracula], seed, |_| turns += 1);
            assert!(turns > 5, "{hunters} against {dracula}");
        }
    }
}
