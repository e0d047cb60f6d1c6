use stoker_engine::{Purpose, Seed, below};

use super::*;
use crate::analyse;
use crate::synthetic::{BOTH, LOST, WON};
use crate::synthetic::{duel as both_sides, duel_of};

/// Entrant i plays row i on the first side, and row n + i on the second.
fn groups(entrants: usize) -> Vec<Vec<usize>> {
    (0..entrants).map(|entrant| vec![entrant, entrants + entrant]).collect()
}

/// Every match of these pairings, once on every seed: the first side wins by `wins(pairing, seed)`.
fn played(design: &PairingDesign, seeds: u64, mut wins: impl FnMut(usize, u64) -> bool) -> Cells {
    let mut cells = Cells::new(design);
    for seed in 0..seeds {
        for pairing in 0..design.pairings() {
            let winners = if wins(pairing, seed) { WON } else { LOST };
            cells.add(design, pairing, seed, &[0], winners);
        }
    }
    cells
}

fn figures(design: &PairingDesign, cells: &Cells, entrants: usize) -> DuelFigures {
    analyse(design, cells, &groups(entrants), Seed(1)).duel.unwrap()
}

fn text(estimate: Option<Estimate>) -> String {
    crate::decimals(value(estimate))
}

fn value(estimate: Option<Estimate>) -> f64 {
    estimate.unwrap().value
}

/// A against B: A wins 3 of 4 as the first side and 3 of 4 as the second. The strengths are 190.85
/// apart (odds of 3 to 1), and neither side has an advantage.
#[test]
fn an_entrant_that_wins_on_both_sides_is_stronger_and_no_side_has_an_advantage() {
    let design = duel_of([2, 2], &[[0, 3], [1, 2]]);
    let wins = |pairing, seed: u64| (seed % 4 < 3) == (pairing == 0);
    let found = figures(&design, &played(&design, 4_000, wins), 2);
    let [a, b] = [0, 1].map(|entrant| value(found.entrants[entrant].strength));
    assert!((a - b - 190.85).abs() < 0.5, "{a} {b}");
    assert!(value(found.sides[0].advantage).abs() < 0.01);
    assert_eq!(text(found.entrants[0].won), "0.7500");
    assert_eq!(found.entrants[0].matches, 8_000);
    assert_eq!(found.entrants[0].ranks, Some((1, 1)));
}

/// The first side wins 3 of 4, whoever plays it.
#[test]
fn an_advantage_of_a_side_is_no_merit_of_an_entrant() {
    let design = duel_of([2, 2], &[[0, 3], [1, 2]]);
    let found = figures(&design, &played(&design, 4_000, |_, seed| seed % 4 < 3), 2);
    assert!(found.entrants.iter().all(|entrant| value(entrant.strength).abs() < 0.01));
    assert!((value(found.sides[0].advantage) - 190.85).abs() < 0.5);
    assert!((value(found.sides[1].advantage) + 190.85).abs() < 0.5);
    let [first, second] = found.entrants[0].won_as.map(text);
    assert_eq!([first, second, text(found.sides[0].won)], ["0.7500", "0.2500", "0.7500"]);
}

/// A meets C only as the first side, which wins 3 of 4 between equals. All are equally strong.
#[test]
fn an_entrant_that_had_the_better_side_more_often_gets_no_credit_for_it() {
    let design = duel_of([3, 3], &[[0, 4], [1, 3], [0, 5]]);
    let cells = played(&design, 4_000, |_, seed| seed % 4 < 3);
    let found = figures(&design, &cells, 3);
    assert!(value(found.entrants[0].won) > 0.58);
    let strengths = found.entrants.iter().map(|entrant| value(entrant.strength));
    assert!(strengths.map(f64::abs).all(|strength| strength < 0.5), "{found:?}");
}

#[test]
fn matches_against_itself_tell_of_the_sides_alone() {
    let design = both_sides(1, 1);
    let found = figures(&design, &played(&design, 4_000, |_, seed| seed % 4 < 3), 1);
    assert_eq!((found.entrants[0].matches, found.entrants[0].strength), (0, None));
    assert!((value(found.sides[0].advantage) - 190.85).abs() < 0.5);
}

#[test]
fn matches_against_entrants_of_one_side_do_not_count() {
    let design = both_sides(2, 3);
    let lone = |pairing: usize| pairing % 3 == 2;
    let groups = [vec![0, 2], vec![1, 3]];
    let with = |wins: bool| {
        let cells = played(&design, 40, |pairing, seed| match lone(pairing) {
            true => wins,
            false => seed % 2 == 0,
        });
        analyse(&design, &cells, &groups, Seed(1)).duel.unwrap()
    };
    assert_eq!(with(true), with(false));
    assert_eq!(with(true).sides[0].matches, 160);
}

#[test]
fn a_match_that_both_win_is_half_a_win_each() {
    let design = both_sides(1, 1);
    let mut cells = Cells::new(&design);
    (0..40).for_each(|seed| cells.add(&design, 0, seed, &[0], BOTH));
    let found = figures(&design, &cells, 1);
    assert_eq!(found.sides.map(|side| text(side.won)), ["0.5000", "0.5000"]);
}

#[test]
fn an_entrant_that_won_everything_has_a_wide_interval() {
    let design = duel_of([2, 2], &[[0, 3], [1, 2]]);
    let found = figures(&design, &played(&design, 100, |pairing, _| pairing == 0), 2);
    let (low, high) = found.entrants[0].strength.unwrap().interval.unwrap();
    assert!(high - low > 150.0 && low > 0.0, "{low} to {high}");
}

/// The stronger one wins on either side of every seed. The sides may still be worth something.
#[test]
fn a_side_keeps_a_wide_interval_if_every_match_is_one_sided() {
    let design = duel_of([2, 2], &[[0, 3], [1, 2]]);
    let found = figures(&design, &played(&design, 100, |pairing, _| pairing == 0), 2);
    let Estimate { value, interval } = found.sides[0].advantage.unwrap();
    let (low, high) = interval.unwrap();
    assert!(value.abs() < 0.01 && low < -150.0 && high > 150.0, "{value}: {low} to {high}");
}

/// 0 beats 1, 1 beats 2 and 2 beats 0, on both sides of 100 seeds. A pair has 200 games, which
/// weigh 200 / 4 each, so the error is 173.7 sqrt(2 / 3 / 150) = 11.6, and the width 45.4.
#[test]
fn strengths_keep_wide_intervals_if_no_result_ever_varies() {
    let pairs = [[0, 4], [1, 3], [1, 5], [2, 4], [2, 3], [0, 5]];
    let design = duel_of([3, 3], &pairs);
    let found = figures(&design, &played(&design, 100, |pairing, _| pairing % 2 == 0), 3);
    for entrant in &found.entrants {
        let (low, high) = entrant.strength.unwrap().interval.unwrap();
        assert!(high - low > 45.0, "{low} to {high}");
    }
}

#[test]
fn without_both_sides_there_are_no_figures() {
    let design = both_sides(2, 2);
    let cells = played(&design, 4, |_, _| true);
    assert_eq!(analyse(&design, &cells, &[], Seed(1)).duel, None);
}

/// Leagues of five entrants of known strength with a known advantage, all against all and unevenly:
/// 95% of the intervals hold the truth. The bound is three standard errors, with the five
/// strengths of a league counted as two.
#[test]
fn the_intervals_cover_as_they_say() {
    const LEAGUES: u64 = 300;
    let strengths = [-0.9, -0.3, 0.0, 0.3, 0.9];
    let advantage = 0.5;
    let all: Vec<[u32; 2]> = (0..5).flat_map(|i| (0..5).map(move |j| [i, 5 + j])).collect();
    let uneven: Vec<_> =
        all.iter().copied().filter(|[i, j]| (3 * i + j) % 5 < 3 && i + 5 != *j).collect();
    let elo = 400.0 / std::f64::consts::LN_10;
    for (pairs, seeds) in [(all, 25), (uneven, 60)] {
        let design = duel_of([5, 5], &pairs);
        let mut held = [0u64; 2];
        for league in 0..LEAGUES {
            let mut rng = Seed(league).rng(None, None, Purpose::new("duel"));
            let cells = played(&design, seeds, |pairing, _| {
                let [i, j] = [0, 1].map(|side| strengths[design.row(pairing, side) % 5]);
                let draw = f64::from(below(&mut rng, 1 << 30)) / f64::from(1 << 30);
                draw < 1.0 / (1.0 + libm::exp(-(advantage + i - j)))
            });
            let found = figures(&design, &cells, 5);
            let holds = |estimate: Option<Estimate>, truth: f64| {
                let (low, high) = estimate.unwrap().interval.unwrap();
                u64::from(low <= elo * truth && elo * truth <= high)
            };
            for (entrant, strength) in found.entrants.iter().zip(strengths) {
                held[0] += holds(entrant.strength, strength);
            }
            held[1] += holds(found.sides[0].advantage, advantage);
        }
        let share = |held: u64, of: u64| held as f64 / of as f64;
        let (strengths, sides) = (share(held[0], 5 * LEAGUES), share(held[1], LEAGUES));
        assert!((strengths - 0.95).abs() < 0.027, "strengths {strengths}");
        assert!((sides - 0.95).abs() < 0.038, "advantage {sides}");
        println!("seeds {seeds}: strengths {strengths:.3}, advantage {sides:.3}");
    }
}
