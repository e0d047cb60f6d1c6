use super::reading::readings;
use super::*;
use crate::stats::decimals;

fn seed(scores: &[i32]) -> SeedScores {
    scores.iter().map(|&score| Score { score, faults: 0 }).collect()
}

/// One opponent; blind 100 and 120, omniscient 300 and 320, measured 200 and 270: means 110, 310
/// and 235, so 125 of 200.
#[test]
fn a_share_is_the_part_of_the_way_between_the_ends() {
    let seeds = [seed(&[100, 300, 200]), seed(&[120, 320, 270])];
    let all = readings(&seeds, 3, 1, 1, Seed(1));
    let shares: Vec<_> = all.iter().map(|row| row.share.unwrap().value).collect();
    assert_eq!(shares, [0.0, 1.0, 0.625, 0.0, 1.0, 0.625]);
    assert_eq!(decimals(all[2].mean.value), "235.0000");
}

#[test]
fn the_ends_themselves_have_no_doubt_about_their_share() {
    let seeds: Vec<_> = (0..40).map(|n| seed(&[100 + n % 7, 300 - n % 5, 200])).collect();
    let all = readings(&seeds, 3, 1, 1, Seed(1));
    assert_eq!(all[BLIND].share.unwrap().interval, Some((0.0, 0.0)));
    let (low, high) = all[OMNISCIENT].share.unwrap().interval.unwrap();
    assert!((low - 1.0).abs() < 1e-12 && (high - 1.0).abs() < 1e-12);
    let (low, high) = all[2].share.unwrap().interval.unwrap();
    assert!(low < 0.5 && 0.48 < low && high < 0.53, "{low} {high}");
}

#[test]
fn where_the_omniscient_are_not_better_there_is_no_scale() {
    let seeds = [seed(&[100, 100, 90]), seed(&[110, 110, 95])];
    assert!(readings(&seeds, 3, 1, 1, Seed(1)).iter().all(|row| row.share.is_none()));
    let turned = [seed(&[100, 50, 75]), seed(&[100, 50, 75])];
    let all = readings(&turned, 3, 1, -1, Seed(1));
    assert_eq!(decimals(all[2].share.unwrap().value), "0.5000");
}

#[test]
fn against_all_is_the_mean_over_opponents() {
    let seeds = [seed(&[0, 100, 50, 200, 300, 300]), seed(&[0, 100, 50, 200, 300, 300])];
    let all = readings(&seeds, 3, 2, 1, Seed(1));
    let last = all.last().unwrap();
    assert_eq!((last.opponent, last.matches, last.mean.value), (None, 4, 175.0));
    assert_eq!(decimals(last.share.unwrap().value), "0.7500");
}
