use arrayvec::ArrayVec;
use proptest::prelude::*;
use stoker_engine::{SideId, SideSet};

use super::*;
use crate::synthetic::*;
use crate::{DesignSide, ScoreScale};

fn value(estimate: Option<Estimate>) -> f64 {
    (estimate.unwrap().value * 1e6).round() / 1e6
}

/// Means 10 20 / 40 70 of two entrants that play both sides: the ratings are -20, 20 and 10, -10,
/// which combine to -5 and 5. The second row dominates, and the first column is better against it.
#[test]
fn a_small_league_has_the_figures_of_a_calculation_by_hand() {
    let design = duel(2, 2);
    let scores = [10, 20, 40, 70];
    let matches: Vec<_> = (-1..2)
        .flat_map(|k| (0..4).map(move |p| (p, (k + 1_i32).unsigned_abs().into(), scores[p] + k)))
        .collect();
    let cells = played(&design, &matches);
    let all = analyse(&design, &cells, &[vec![0, 2], vec![1, 3]], Seed(1));
    let ratings: Vec<f64> = all.rows.iter().map(|row| value(row.rating)).collect();
    assert_eq!(ratings, [-20.0, 20.0, 10.0, -10.0]);
    let means: Vec<f64> = all.rows.iter().map(|row| value(row.mean)).collect();
    assert_eq!(means, [15.0, 55.0, 25.0, 45.0]);
    let combined: Vec<f64> = all.combined.iter().map(|row| value(row.rating)).collect();
    assert_eq!(combined, [-5.0, 5.0]);
    let interactions = all.pairs.iter().map(|pair| format!("{:.4}", pair.unwrap().interaction));
    assert_eq!(interactions.collect::<Vec<_>>(), ["5.0000", "-5.0000", "-5.0000", "5.0000"]);
    let nash = [0, 1, 2, 3].map(|row| {
        let (weight, score) = all.rows[row].nash.unwrap();
        ((weight * 1e3).round(), score.round())
    });
    assert_eq!(nash, [(0.0, 10.0), (1_000.0, 40.0), (1_000.0, 40.0), (0.0, 70.0)]);
    // Seed means 54, 55, 56: half = 4.302653 / sqrt(3) = 2.484138.
    let (low, high) = all.rows[1].mean.unwrap().interval.unwrap();
    assert!((low - 52.515_862).abs() < 1e-5 && (high - 57.484_138).abs() < 1e-5);
}

/// Seeds that shift all scores alike do not affect ratings: their intervals have no width.
#[test]
fn ratings_compare_on_the_same_seeds() {
    let design = duel(2, 1);
    let luck = |k: u64| i32::try_from(k * k * 17 % 101).unwrap();
    let matches: Vec<_> = (0..40).flat_map(|k| [(0, k, luck(k)), (1, k, 30 + luck(k))]).collect();
    let all = analyse(&design, &played(&design, &matches), &[], Seed(1));
    let width = |estimate: Option<Estimate>| {
        let (low, high) = estimate.unwrap().interval.unwrap();
        high - low
    };
    assert!(width(all.rows[0].rating) < 1e-9 && width(all.rows[0].mean) > 10.0);
    assert_eq!((all.rows[0].ranks, all.rows[1].ranks), (Some((2, 2)), Some((1, 1))));
}

#[test]
fn who_won_everything_has_an_elo_interval_all_the_same() {
    let design = duel(2, 1);
    let matches: Vec<_> = (0..40).flat_map(|k| [(0, k, 5), (1, k, -5)]).collect();
    let all = analyse(&design, &played(&design, &matches), &[], Seed(1));
    let (low, high) = all.rows[0].elo.unwrap().interval.unwrap();
    assert!(high - low > 300.0 && high.is_finite(), "{low} to {high}");
}

#[test]
fn without_a_match_there_are_no_figures() {
    let design = duel(2, 2);
    let all = analyse(&design, &played(&design, &[]), &[vec![0, 2]], Seed(1));
    assert!(all.rows.iter().chain(&all.combined).all(|row| *row == RowFigures::default()));
    assert!(all.pairs.iter().all(Option::is_none));
}

fn layouts() -> impl Strategy<Value = PairingDesign> {
    let side =
        |kind, score, direction| DesignSide { kind, score, direction, scale: ScoreScale::Points };
    let gauntlet = duel_of([3, 3], &[[0, 3], [0, 4], [0, 5], [1, 3], [2, 3]]);
    let islands = duel_of([3, 2], &[[0, 3], [1, 3], [2, 4]]);
    let solo = PairingDesign::new(
        vec![side(0, 0, Direction::Low)],
        vec![0; 2],
        vec![[0].into_iter().collect(), [1].into_iter().collect()],
    );
    let mixed = PairingDesign::new(
        vec![side(0, 0, Direction::High), side(1, 1, Direction::Low), side(1, 2, Direction::Low)],
        vec![0, 1, 1],
        vec![[0, 1, 2].into_iter().collect(), [0, 2, 1].into_iter().collect()],
    );
    let all = [duel(1, 1), duel(2, 3), gauntlet, islands, three(), solo, mixed];
    (0..all.len()).prop_map(move |layout| all[layout].clone())
}

/// Scores with their winners. Some leagues have only one score or only one outcome.
fn results() -> impl Strategy<Value = (Vec<(i32, u8)>, u8)> {
    let scores = prop_oneof![Just(-300..301), Just(0..1), Just(i32::MIN..i32::MAX)];
    let results = scores.prop_flat_map(|scores| prop::collection::vec((scores, 0u8..8), 0..260));
    (results, prop_oneof![Just(7u8), Just(1), Just(0)])
}

fn is_sound(estimate: Option<Estimate>) -> bool {
    estimate.is_none_or(|Estimate { value, interval }| {
        let (low, high) = interval.unwrap_or((value, value));
        low.is_finite() && high.is_finite() && low <= value && value <= high
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_figures_are_finite_and_within_their_intervals(
        design in layouts(), (results, mask) in results(), seed: u64,
    ) {
        let mut cells = Cells::new(&design);
        for (number, &(score, winners)) in results.iter().enumerate() {
            let (pairing, index) = (number % design.pairings(), number / design.pairings());
            let set = (0..3).filter(|side| winners & mask >> side & 1 == 1);
            let winners = set.fold(SideSet::NONE, |set, side| set.with(SideId(side)));
            let scores: ArrayVec<i32, 8> = (0..3).map(|n| score.wrapping_mul(n + 1)).collect();
            cells.add(&design, pairing, index as u64, &scores, winners);
        }
        let groups = if design.is_duel() { vec![vec![0, design.rows() - 1]] } else { vec![] };
        let all = analyse(&design, &cells, &groups, Seed(seed));
        for row in all.rows.iter().chain(&all.combined) {
            prop_assert!(is_sound(row.mean) && is_sound(row.rating) && is_sound(row.elo), "{row:?}");
            prop_assert!(row.ranks.is_none_or(|(best, worst)| 1 <= best && best <= worst));
            prop_assert!(row.nash.is_none_or(|(w, s)| (0.0..=1.0).contains(&w) && s.is_finite()));
        }
        for pair in all.pairs.iter().flatten() {
            prop_assert!(is_sound(Some(pair.mean)) && pair.interaction.is_finite());
        }
        for (row, figures) in all.rows.iter().enumerate() {
            prop_assert_eq!(figures.mean.is_some(), cells.row(row).count() > 0);
        }
    }
}
