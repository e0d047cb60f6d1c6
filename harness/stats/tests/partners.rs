//! Intervals of partners hold the true effects of synthetic teams: the benchmark `lineups` on a
//! small scale.

#[expect(dead_code, reason = "the table is that of the benchmark")]
#[path = "../experiments/lineups/partners.rs"]
mod partners;

use partners::{SyntheticTeams, TeamKind};

/// Asserts that the coverage is between 93% and 98%, up to four standard errors of these few
/// leagues.
fn assert_held(kind: TeamKind, entrants: u32, seats: usize) {
    let field = SyntheticTeams { kind, entrants, seats };
    let (share, intervals) = field.coverage(100);
    let slack = 4.0 * (0.05 * 0.95 / intervals as f64).sqrt();
    assert!((0.93 - slack..=0.98 + slack).contains(&share), "{field:?}: {share}");
}

#[test]
fn intervals_of_partners_hold_where_all_lineups_are_played() {
    assert_held(TeamKind::Additive, 2, 2);
    assert_held(TeamKind::Additive, 3, 3);
}

#[test]
fn intervals_of_partners_hold_where_lineups_are_drawn() {
    assert_held(TeamKind::Additive, 6, 3);
    assert_held(TeamKind::Seats, 10, 5);
}

#[test]
fn intervals_of_partners_hold_where_a_team_is_as_good_as_its_weakest() {
    assert_held(TeamKind::Weakest, 3, 3);
    assert_held(TeamKind::Weakest, 6, 3);
}
