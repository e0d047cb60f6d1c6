//! Tests of how openings are solved: small games, and a short study.

#[path = "../../experiments/openings/study/mod.rs"]
mod study;

use stoker_engine::Seed;

use study::hunters::Search;
use study::mixture::Mixture;
use study::payoffs::Payoffs;
use study::{dracula, hunters, report};

fn solve(scores: &[&[f64]]) -> Mixture {
    Mixture::solve(&scores.iter().map(|row| row.to_vec()).collect::<Vec<_>>())
}

/// With `p` for the first opening, the regrets are `6 (1 - p)` and `2 p`: both are 1.5 at three
/// quarters.
#[test]
fn a_mixture_evens_out_what_can_be_regretted() {
    let scores = [vec![346.0, 320.0], vec![340.0, 322.0]];
    let mixture = Mixture::solve(&scores);
    assert_eq!(mixture.0, [750, 250]);
    let regrets = mixture.regrets(&scores);
    assert!(regrets.iter().all(|regret| (regret - 1.5).abs() < 1e-9), "{regrets:?}");
}

#[test]
fn an_opening_that_is_worse_against_everyone_is_not_played() {
    assert_eq!(solve(&[&[340.0, 330.0], &[339.0, 329.0], &[341.0, 329.5]]).0[1], 0);
    assert_eq!(solve(&[&[300.0, 310.0], &[320.0, 330.0]]).0, [0, 1_000]);
    assert_eq!(solve(&[&[300.0, 310.0]]).0, [1_000]);
    assert_eq!(solve(&[&[300.0, 300.0], &[300.0, 300.0]]).0.iter().sum::<u32>(), 1_000);
}

/// Plays in pools of one and three threads, and returns both tables.
fn played(columns: &str, play: impl Fn() -> Payoffs + Sync) -> [String; 2] {
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(&play)
    });
    assert_eq!(one, three);
    let one = one.solve();
    let table = report::csv(columns, &one);
    let shares = table.lines().skip(1).map(|line| line.split_once(',').unwrap().0);
    assert_eq!(shares.map(|share| share.parse::<u32>().unwrap()).sum::<u32>(), 1_000, "{table}");
    let tables = report::tables(columns, &one);
    assert!(!tables.contains("NaN"), "{tables}");
    [table, tables]
}

/// Two openings of three, against two Draculas whom the hunters soon find.
#[test]
fn a_study_of_hunters_is_the_same_for_any_number_of_threads() {
    let search = Search { candidates: 3, finalists: 2, generations: 1 };
    let mut study = hunters::Study::new(Seed(4), search, 2);
    study.draculas.retain(|(entry, _)| ["castle-camper-a", "habitual-b"].contains(&entry.name));
    let [_, tables] = played(hunters::COLUMNS, || {
        let payoffs = study.play(|_| ());
        assert_eq!((payoffs.options.len(), payoffs.opponents.len()), (2, 2));
        payoffs
    });
    for row in ["| `castle-camper-a` |", "| `habitual-b` |", "| mean; worst case |"] {
        assert!(tables.contains(row), "{tables}");
    }
}

#[test]
fn a_study_of_dracula_is_the_same_for_any_number_of_threads() {
    let mut study = dracula::Study::new(Seed(4), 1);
    study.hunters.retain(|entry| ["repeater", "tracker"].contains(&entry.name));
    let [table, tables] = played(dracula::COLUMNS, || study.play(|_| ()));
    for row in ["| `repeater` |", "| `tracker` |", "| one who guesses |"] {
        assert!(tables.contains(row), "{tables}");
    }
    assert!(table.starts_with("permille,places\n"), "{table}");
}

#[test]
fn the_page_shows_the_mixtures_that_are_played() {
    let page = include_str!("../../../docs/bots-openings.md");
    let tables = [
        include_str!("../../src/course/hunters/openings/openings.csv"),
        include_str!("../../src/course/dracula/phantom/openings.csv"),
    ];
    for line in tables.iter().flat_map(|table| table.lines().skip(1)) {
        let (permille, option) = line.split_once(',').unwrap();
        let row = format!("| {option} | {permille} |");
        assert!(page.contains(&row), "{row}");
    }
}
