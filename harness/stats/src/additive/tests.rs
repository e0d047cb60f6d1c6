use super::*;
use crate::synthetic::*;

fn fit(design: &PairingDesign, cells: &Cells, kind: usize) -> Additive {
    Additive::fit(design, cells, &seeds(design, cells), kind)
}

fn values(fit: &Additive) -> Vec<Option<f64>> {
    let pinned = |figure: &Figure| (figure.value * 1e9).round() / 1e9;
    fit.ratings.iter().map(|rating| rating.as_ref().map(pinned)).collect()
}

/// Means 10 20 / 40 70: rows 15 and 55 around 35, columns 25 and 45; interaction 5, -5, -5, 5.
#[test]
fn in_a_balanced_design_ratings_are_differences_of_means() {
    let design = duel(2, 2);
    let cells = played(&design, &[(0, 0, 10), (1, 0, 20), (2, 0, 40), (3, 0, 70)]);
    let first = fit(&design, &cells, 0);
    assert_eq!(values(&first), [Some(-20.0), Some(20.0), None, None]);
    assert_eq!(values(&fit(&design, &cells, 1)), [None, None, Some(10.0), Some(-10.0)]);
    let expected = [0, 1, 2, 3].map(|pairing| first.expected(&design, pairing).round());
    assert_eq!(expected.map(|score| format!("{score}")), ["5", "25", "45", "65"]);
}

/// Scores of y = m + H - D with H = 0, 30 and D = 0, -5, -20, without noise. Two of the six
/// pairings were never played.
#[test]
fn in_an_unbalanced_design_they_are_those_of_least_squares() {
    let design = duel_of([2, 3], &[[0, 2], [0, 3], [1, 3], [1, 4]]);
    let scores = [(0, 100), (1, 105), (2, 135), (3, 150)];
    let matches: Vec<_> =
        (0..3).flat_map(|k| scores.map(|(pairing, score)| (pairing, k, score))).collect();
    let cells = played(&design, &matches);
    assert_eq!(values(&fit(&design, &cells, 0))[..2], [Some(-15.0), Some(15.0)]);
    let low = values(&fit(&design, &cells, 1));
    let expected = [25.0 / 3.0, 10.0 / 3.0, -35.0 / 3.0];
    assert!(low[2..].iter().zip(expected).all(|(d, e)| (d.unwrap() - e).abs() < 1e-8), "{low:?}");
}

/// An unbalanced layout, by hand: y11 = 1, y12 = 2, y21 = 3 and then 5. There is only one path
/// between the cells, so least squares fits them exactly: H2 - H1 = 4 - 1.
#[test]
fn more_matches_of_a_pairing_weigh_more() {
    let design = duel_of([2, 2], &[[0, 2], [0, 3], [1, 2]]);
    let cells = played(&design, &[(0, 0, 1), (1, 0, 2), (2, 0, 3), (2, 1, 5)]);
    assert_eq!(values(&fit(&design, &cells, 0))[..2], [Some(-1.5), Some(1.5)]);
}

/// The last seed adds 100 to everything, and only the first row has a match on it. Most of that is
/// not credited to the row.
#[test]
fn a_seed_that_only_some_played_says_little_of_them() {
    let design = duel(2, 1);
    let score = |k: u64| if k < 10 { 101 } else { i32::from(k < 15) };
    let mut matches: Vec<_> =
        (0..20).flat_map(|k| [0, 1].map(|pairing| (pairing, k, score(k)))).collect();
    matches.push((0, 20, 100));
    let cells = played(&design, &matches);
    let pooled = cells.row(0).mean(21).unwrap().value - cells.row(1).mean(21).unwrap().value;
    let ratings = values(&fit(&design, &cells, 0));
    let fitted = ratings[0].unwrap() - ratings[1].unwrap();
    assert!(pooled > 2.3 && fitted.abs() < 0.1, "{pooled} {fitted}");
}

#[test]
fn what_was_never_compared_has_no_rating() {
    let design = duel_of([3, 3], &[[0, 3], [1, 4], [1, 5], [2, 5]]);
    let cells = played(&design, &[(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 0, 5)]);
    assert_eq!(values(&fit(&design, &cells, 0))[..3], [None, Some(-1.0), Some(1.0)]);
    let unplayed = played(&design, &[]);
    assert!(fit(&design, &unplayed, 0).ratings.iter().all(Option::is_none));
}

/// The shifts of a rating are those of a difference of means: the row's mean less the kind's.
#[test]
fn a_balanced_rating_varies_as_the_difference_of_means_does() {
    let design = duel(2, 2);
    let score = |p: usize, k: usize| i32::try_from((p * 37 + k * k * 11 + k * p * 7) % 50).unwrap();
    let matches: Vec<_> =
        (0..12).flat_map(|k| (0..4).map(move |p| (p, k as u64, score(p, k)))).collect();
    let cells = played(&design, &matches);
    let rating = fit(&design, &cells, 0).ratings[0].clone().unwrap();
    let [a, b] = [0, 1].map(|row| cells.row(row).mean(12).unwrap());
    let half = a.less(&b).standard_error().unwrap() / 2.0;
    assert!((rating.standard_error().unwrap() - half).abs() < 1e-9);
    assert!((rating.value - a.less(&b).value / 2.0).abs() < 1e-9);
}

/// Identical sides: the rating is an entrant's mean less the mean of all.
#[test]
fn entrants_of_identical_sides_are_rated_by_their_means() {
    let design = three();
    let mut cells = Cells::new(&design);
    for turn in 0..3 {
        let scores: Vec<i32> = (0..3).map(|side| [10, 20, 60][(side + turn) % 3]).collect();
        cells.add(&design, turn, 0, &scores, WON);
    }
    assert_eq!(values(&fit(&design, &cells, 0)), [Some(-20.0), Some(-10.0), Some(30.0)]);
}
