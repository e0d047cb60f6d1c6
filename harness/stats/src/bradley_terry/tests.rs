use super::*;
use crate::synthetic::*;

fn ratings(design: &PairingDesign, cells: &Cells) -> Vec<Option<Elo>> {
    elo(design, cells, &seeds(design, cells))
}

fn value(elo: &Option<Elo>) -> f64 {
    elo.as_ref().unwrap().figure.value
}

/// Plays a pairing's wins and losses, one seed each.
fn record(design: &PairingDesign, wins: &[(usize, u64, u64)]) -> Cells {
    let matches: Vec<_> = wins
        .iter()
        .flat_map(|&(pairing, won, lost)| {
            (0..won + lost).map(move |k| (pairing, k, if k < won { 1 } else { -1 }))
        })
        .collect();
    played(design, &matches)
}

/// Against one opponent, 300 : 100 and 100 : 300 are odds of 3 and 1/3: 400 log10(9) = 381.7 Elo
/// apart. The additional tied game against an average opponent draws them together by about 1%.
#[test]
fn odds_of_three_to_one_are_191_elo() {
    let design = duel(2, 1);
    let ratings = ratings(&design, &record(&design, &[(0, 300, 100), (1, 100, 300)]));
    let apart = value(&ratings[0]) - value(&ratings[1]);
    assert!((apart - 381.7).abs() < 4.0, "{apart}");
    assert!(
        (value(&ratings[0]) + value(&ratings[1])).abs() < 1e-9 && value(&ratings[2]).abs() < 1e-9
    );
}

/// Three identical sides, one always first, one always second. With rank breaking, the first won
/// all comparisons and the second half of them.
#[test]
fn identical_sides_are_rated_from_their_ranking() {
    let design = three();
    let mut cells = Cells::new(&design);
    for k in 0..40 {
        for turn in 0..3 {
            let scores: Vec<i32> = (0..3).map(|side| [30, 20, 10][(side + turn) % 3]).collect();
            cells.add(&design, turn, k, &scores, stoker_engine::SideSet::NONE);
        }
    }
    let ratings = ratings(&design, &cells);
    assert!(value(&ratings[0]) > 300.0 && value(&ratings[1]).abs() < 1e-6, "{ratings:?}");
    assert!((value(&ratings[0]) + value(&ratings[2])).abs() < 1e-6);
    assert!(ratings.iter().all(|elo| elo.as_ref().unwrap().model_error.is_some()));
}

/// The likelihood equations: expected points equal points, up to the tied game.
#[test]
fn everyone_is_expected_to_win_as_much_as_it_did() {
    let design = duel(3, 2);
    let wins = [(0, 9, 1), (1, 5, 5), (2, 30, 10), (3, 4, 16), (4, 2, 2), (5, 0, 12)];
    let cells = record(&design, &wins);
    let model = WinLikelihood::new(&design, &cells, RowVariables::of_rows(&design));
    let v = model.fit();
    assert!(model.gradient(&v).iter().all(|g| g.abs() < 1e-8), "{:?}", model.gradient(&v));
}

/// Without a spread in wins the interval comes from the model. 40.5 : 0.5 games are odds of 81. The
/// information of 41 games at p = 0.988 is 0.494, so the error is 1.42 in log odds or 247 Elo.
/// Against the mean of two entrants half of that counts, and half of the other's error.
#[test]
fn who_won_everything_has_a_finite_elo_and_a_wide_error() {
    let design = duel(2, 1);
    let ratings = ratings(&design, &record(&design, &[(0, 40, 0), (1, 20, 20)]));
    let winner = ratings[0].as_ref().unwrap();
    assert!((200.0..500.0).contains(&winner.figure.value), "{winner:?}");
    let error = winner.model_error.unwrap();
    assert!((100.0..160.0).contains(&error), "{error}");
    let of_other = ratings[1].as_ref().unwrap().model_error.unwrap();
    assert!((of_other - error).abs() < 1e-6, "of two entrants, one is as far from the mean");
    assert_eq!(ratings[2].as_ref().unwrap().model_error, None);
}

#[test]
fn a_side_that_always_wins_is_no_merit_of_its_entrants() {
    let design = duel(2, 2);
    let all = record(&design, &[(0, 10, 0), (1, 10, 0), (2, 10, 0), (3, 10, 0)]);
    assert!(ratings(&design, &all).iter().all(|elo| value(elo).abs() < 1e-6));
}

#[test]
fn one_entrant_has_an_elo_of_zero_and_who_met_nobody_has_none() {
    let one = duel(1, 1);
    let ratings_of_one = ratings(&one, &record(&one, &[(0, 3, 1)]));
    assert!(ratings_of_one.iter().all(|elo| value(elo).abs() < 1e-12));
    let two = duel(2, 1);
    let ratings_of_two = ratings(&two, &record(&two, &[(0, 3, 1)]));
    assert!(ratings_of_two[1].is_none() && ratings_of_two[0].is_some());
}

/// The model is linear at p = 1/2, so a seed's shift is known: one more win in a hundred games
/// against each of two even opponents.
#[test]
fn the_shifts_are_those_of_a_first_order_step() {
    let design = duel(2, 1);
    let matches: Vec<_> = (0..100)
        .flat_map(|k| {
            [(0, k, if k % 2 == 0 { 1 } else { -1 }), (1, k, if k % 2 == 0 { -1 } else { 1 })]
        })
        .collect();
    let ratings = ratings(&design, &played(&design, &matches));
    let figure = &ratings[0].as_ref().unwrap().figure;
    // Half a win divided by 25 + 1/4, the information of a hundred games and the tied one.
    let expected = 400.0 / std::f64::consts::LN_10 * 0.5 / 25.25;
    assert!((figure.shifts[0] - expected).abs() < 1e-9, "{} {expected}", figure.shifts[0]);
    assert!((figure.shifts[1] + expected).abs() < 1e-9);
}
