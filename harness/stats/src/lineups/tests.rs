use proptest::prelude::*;
use stoker_engine::{Direction, Seed, SideId, SideSet};

use super::*;
use crate::design::{DesignSide, ScoreScale};

fn lineups(blocks: &Blocks, seed: Seed, number: u64) -> Vec<Vec<usize>> {
    let era = blocks.era(seed, number / blocks.per_era());
    let block = usize::try_from(number % blocks.per_era()).unwrap();
    let places = 0..blocks.entrants() as usize;
    places.map(|place| era.lineup(block, place).collect()).collect()
}

proptest! {
    /// In every block each entrant plays once on each seat. It plays against itself only if there
    /// are too few others, and then as rarely as can be.
    #[test]
    fn a_block_seats_everyone_once_on_every_seat(
        entrants in 2u32..60, seats in 2usize..6, number in 0u64..40, seed: u64,
    ) {
        let blocks = Blocks::new(entrants, seats).unwrap();
        let all = lineups(&blocks, Seed(seed), number);
        prop_assert_eq!(all.len(), entrants as usize);
        for seat in 0..seats {
            let mut seated: Vec<usize> = all.iter().map(|lineup| lineup[seat]).collect();
            seated.sort_unstable();
            prop_assert_eq!(seated, (0..entrants as usize).collect::<Vec<_>>());
        }
        let most = seats.div_ceil(entrants as usize);
        for lineup in &all {
            let own = |one| lineup.iter().filter(|&&other| other == one).count();
            prop_assert!((0..entrants as usize).all(|one| own(one) <= most));
        }
    }

    #[test]
    fn pairs_meet_as_often_as_the_bounds_say(
        entrants in 2u32..30, seats in 2usize..6, count in 1u64..30, seed: u64,
    ) {
        let blocks = Blocks::new(entrants, seats).unwrap();
        let n = entrants as usize;
        let mut met = vec![0u64; n * n];
        for lineup in (0..count).flat_map(|number| lineups(&blocks, Seed(seed), number)) {
            for &a in &lineup {
                lineup.iter().filter(|&&b| b != a).for_each(|&b| met[a * n + b] += 1);
            }
        }
        let (low, high) = blocks.meetings(count);
        for (pair, &met) in met.iter().enumerate().filter(|(pair, _)| pair / n != pair % n) {
            prop_assert!((low..=high).contains(&met), "{pair}: {met}, not {low} to {high}");
        }
        let mean = met.iter().sum::<u64>() as f64 / (n * (n - 1)) as f64;
        prop_assert!((mean - count as f64 * blocks.mean_meetings()).abs() < 1e-6, "{mean}");
    }
}

/// 49,950 matches are the fewest in which 1,000 entrants could all have met at five seats; an era
/// has 50 blocks of 1,000 matches.
#[test]
fn a_thousand_entrants_meet_about_once_an_era() {
    let blocks = Blocks::new(1_000, 5).unwrap();
    assert_eq!((blocks.per_era(), blocks.meetings(0)), (50, (0, 0)));
    let (low, high) = blocks.meetings(50);
    assert!(high <= 3, "{low} to {high}");
    let (low, high) = blocks.meetings(5_000);
    assert!(high - low <= 300, "{low} to {high}");
}

#[test]
fn few_entrants_meet_equally_often() {
    assert_eq!(Blocks::new(5, 5).unwrap().meetings(3), (15, 15));
    assert_eq!(Blocks::new(7, 3).unwrap().meetings(1), (1, 1));
    assert_eq!(Blocks::new(1, 4), None);
    assert_eq!(Blocks::new(3, 1), None);
}

#[test]
fn the_seed_alone_decides_the_order_of_an_era() {
    let blocks = Blocks::new(20, 4).unwrap();
    assert_eq!(blocks.era(Seed(1), 3), blocks.era(Seed(1), 3));
    assert_ne!(blocks.era(Seed(1), 3), blocks.era(Seed(1), 4));
    assert_ne!(blocks.era(Seed(1), 3), blocks.era(Seed(2), 3));
}

fn rivals(count: usize) -> Vec<DesignSide> {
    (0..count)
        .map(|score| DesignSide {
            kind: 0,
            score,
            direction: Direction::High,
            scale: ScoreScale::Points,
        })
        .collect()
}

fn winner(side: u8) -> SideSet {
    SideSet::NONE.with(SideId(side))
}

/// Scores 5, 7, 7, and the first wins: ranks 1, 2.5, 2.5.
#[test]
fn a_match_ranks_winners_first_and_then_by_score() {
    let mut sums = LineupSums::new(rivals(3), 3);
    sums.add(0, &[0, 1, 2], &[5, 7, 7], winner(0));
    let figures = sums.without_elo(Seed(1));
    let places: Vec<f64> = figures.rows.iter().map(|row| row.mean_rank.unwrap().value).collect();
    assert_eq!(places, [1.0, 2.5, 2.5]);
    let ahead: Vec<_> = figures.pairs.iter().map(|pair| (pair.rows, pair.ahead.value)).collect();
    assert_eq!(ahead, [([0, 1], 1.0), ([0, 2], 1.0), ([1, 2], 0.5)]);
}

/// Entrant 0 plays two of three sides; only its comparisons with entrant 1 count.
#[test]
fn a_copy_is_never_ranked_against_itself() {
    let mut sums = LineupSums::new(rivals(3), 2);
    sums.add(0, &[0, 0, 1], &[9, 3, 5], winner(0));
    let figures = sums.without_elo(Seed(1));
    let [first, second] = [0, 1].map(|row| figures.rows[row].mean_rank.unwrap().value);
    assert_eq!((first, second), (2.0, 2.0));
    assert_eq!((figures.pairs[0].meetings, figures.pairs[0].ahead.value), (2, 0.5));
    sums.add(1, &[0, 0, 0], &[1, 2, 3], winner(2));
    assert_eq!(sums.without_elo(Seed(1)).pairs[0].meetings, 2);
}

/// Seat means 6, 3, 3: the average is 4.
#[test]
fn a_seat_has_the_figures_of_all_who_sat_there() {
    let mut sums = LineupSums::new(rivals(3), 3);
    for (seed, lineup) in (0..).zip([[0, 1, 2], [1, 2, 0], [2, 0, 1]]) {
        sums.add(seed, &lineup, &[6, 3, 3], winner(0));
    }
    let seats = sums.without_elo(Seed(1)).seats;
    let advantages: Vec<f64> = seats.iter().map(|seat| seat.advantage.unwrap().value).collect();
    assert_eq!(advantages, [2.0, -1.0, -1.0]);
    assert_eq!((seats[0].win_rate.unwrap().value, seats[1].mean_rank.unwrap().value), (1.0, 2.5));
}

/// The strengths that explain who finished ahead of whom are those of the pairing-wise fit.
#[test]
fn elo_is_that_of_the_fit_over_pairings() {
    let design = crate::synthetic::three();
    let mut cells = crate::Cells::new(&design);
    let mut sums = LineupSums::new(rivals(3), 3);
    let mut played: Vec<(u64, Vec<usize>)> = vec![];
    for index in 0..40u64 {
        for pairing in 0..3usize {
            let lineup: Vec<usize> = design.rows_in(pairing).collect();
            let score = |&row: &usize| {
                let luck = (index * 7 + pairing as u64 * 5 + row as u64 * 3) % 11;
                i32::try_from(luck + row as u64).unwrap()
            };
            let scores: Vec<i32> = lineup.iter().map(score).collect();
            cells.add(&design, pairing, index, &scores, SideSet::NONE);
            sums.add(index, &lineup, &scores, SideSet::NONE);
            played.push((index, lineup));
        }
    }
    let seeds = crate::synthetic::seeds(&design, &cells);
    let expected = crate::elo(&design, &cells, &seeds);
    let visit = |each: &mut dyn FnMut(u64, &[usize])| {
        played.iter().for_each(|(index, lineup)| each(*index, lineup));
    };
    let found = sums.figures(&visit, Seed(3));
    for (found, expected) in found.rows.iter().zip(expected) {
        let (found, expected) = (found.elo.unwrap(), expected.unwrap().figure);
        assert!((found.value - expected.value).abs() < 1e-6);
        let (low, high) = found.interval.unwrap();
        let half = 1.96 * expected.standard_error().unwrap();
        assert!(((high - low) / 2.0 / half - 1.0).abs() < 0.1, "{low} {high} {half}");
    }
}

#[test]
fn the_best_by_mean_rank_come_first() {
    let mut sums = LineupSums::new(rivals(3), 4);
    sums.add(0, &[0, 1, 2], &[1, 9, 5], winner(1));
    assert_eq!(sums.order(), [1, 2, 0, 3]);
    assert_eq!((sums.matches(1), sums.wins(1), sums.matches(3)), (1, 1, 0));
    assert_eq!(sums.widest_half(), None);
}
