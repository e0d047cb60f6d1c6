use stoker_engine::{Purpose, Seed, below};

use super::*;

/// A mix of rows that gives at least the value against every column, and a mix of columns that
/// costs at most the value against every row, prove each other best.
fn assert_solved(payoffs: &[Vec<f64>]) -> f64 {
    let Solution { value, rows, columns } = solve(payoffs).unwrap();
    for mix in [&rows, &columns] {
        assert!(mix.iter().all(|share| *share >= 0.0));
        assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{mix:?}");
    }
    for column in 0..columns.len() {
        let gain: f64 = rows.iter().zip(payoffs).map(|(share, row)| share * row[column]).sum();
        assert!(gain > value - 1e-7, "{gain} {value}");
    }
    for row in payoffs {
        let cost: f64 = columns.iter().zip(row).map(|(share, payoff)| share * payoff).sum();
        assert!(cost < value + 1e-7, "{cost} {value}");
    }
    value
}

#[test]
fn known_games_have_their_values() {
    let rock = [vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
    assert!(assert_solved(&rock).abs() < 1e-9);
    // Row 1 with probability 3/5: 2 * 3/5 - 1 * 2/5 = 4/5 either way.
    let mixed = [vec![2.0, 0.0], vec![-1.0, 2.0]];
    assert!((assert_solved(&mixed) - 0.8).abs() < 1e-9);
    // The lower row is better everywhere, and the right column costs least of it.
    let saddle = [vec![3.0, -5.0], vec![4.0, 1.0]];
    assert!((assert_solved(&saddle) - 1.0).abs() < 1e-9);
}

#[test]
fn both_mixes_of_random_games_are_best() {
    let mut rng = Seed(1).rng(None, None, Purpose::new("matrix"));
    for _ in 0..2_000 {
        let size = |rng: &mut _| 1 + below(rng, 9) as usize;
        let (rows, columns) = (size(&mut rng), size(&mut rng));
        // Small whole numbers, so that ties are frequent.
        let mut cell = || f64::from(below(&mut rng, 9)) - 4.0;
        let payoffs: Vec<Vec<f64>> =
            (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
        assert_solved(&payoffs);
    }
}

#[test]
fn what_is_no_game_has_no_solution() {
    assert_eq!(solve(&[]), None);
    assert_eq!(solve(&[vec![]]), None);
    assert_eq!(solve(&[vec![1.0], vec![1.0, 2.0]]), None);
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        assert_eq!(solve(&[vec![odd, 1.0], vec![0.0, 2.0]]), None);
        assert_eq!(solve(&[vec![1.0, 2.0], vec![0.0, odd]]), None);
    }
}

/// Payoffs of very different sizes are solved, or refused; the search ends.
#[test]
fn games_of_large_and_small_payoffs_end() {
    let mut rng = Seed(2).rng(None, None, Purpose::new("matrix"));
    for _ in 0..500 {
        let mut cell = || {
            let size = 10_f64.powi(i32::try_from(below(&mut rng, 12)).unwrap() - 6);
            (f64::from(below(&mut rng, 9)) - 4.0) * size
        };
        let payoffs: Vec<Vec<f64>> = (0..7).map(|_| (0..10).map(|_| cell()).collect()).collect();
        if let Some(solution) = solve(&payoffs) {
            assert!(solution.value.is_finite());
        }
    }
}
