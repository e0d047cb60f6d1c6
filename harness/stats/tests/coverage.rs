//! Intervals hold the true figures of synthetic leagues: the benchmark `statistics` on a small
//! scale.

#[path = "../experiments/statistics/coverage.rs"]
mod coverage;
#[path = "../experiments/statistics/league.rs"]
mod league;

use coverage::{FIGURES, coverage};
use league::{MetPairings, ScoreNoise, SyntheticLeague};

/// Asserts that every coverage is between 93% and 97% (for ranks at least 93%), up to four standard
/// errors of these few leagues.
fn assert_held(entrants: u32, seeds: u64, noise: ScoreNoise, meetings: MetPairings) {
    let league = SyntheticLeague { entrants, seeds, noise, meetings };
    let all = coverage(&league, 60);
    assert!(all.iter().any(Option::is_some), "{league:?} has no intervals");
    for (name, found) in FIGURES.iter().zip(all) {
        let Some(found) = found else { continue };
        let (most, slack) = (if *name == "rank" { 1.0 } else { 0.97 }, 4.0 * found.error);
        let sound = (0.93 - slack..=most + slack).contains(&found.share);
        assert!(sound, "{name} of {league:?}: {found:?}");
    }
}

#[test]
fn intervals_of_normal_scores_hold_from_thirty_seeds_on() {
    assert_held(2, 30, ScoreNoise::Normal, MetPairings::All);
}

#[test]
fn intervals_of_scores_that_are_nothing_or_much_hold() {
    assert_held(3, 30, ScoreNoise::Bimodal, MetPairings::All);
}

#[test]
fn intervals_of_skewed_scores_hold() {
    assert_held(2, 50, ScoreNoise::Skewed, MetPairings::All);
}

#[test]
fn intervals_hold_where_not_everyone_meets_everyone() {
    assert_held(3, 40, ScoreNoise::Normal, MetPairings::Half);
    assert_held(3, 40, ScoreNoise::Normal, MetPairings::Gauntlet);
}

#[test]
fn intervals_of_elo_hold_under_its_own_model() {
    assert_held(3, 40, ScoreNoise::Wins, MetPairings::All);
}

#[test]
fn below_thirty_seeds_intervals_hold_too() {
    assert_held(2, 6, ScoreNoise::Normal, MetPairings::All);
}
