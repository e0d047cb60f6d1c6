//! Tests with sums of a tiny sweep, computed by hand.

use stoker_engine::SideSet;

use super::*;
use crate::plan::{Meetings, Schedule, Swept, scope};
use crate::settings::{Design, Sweep};
use crate::testing::*;

fn mean(estimate: Option<Estimate>) -> Option<f64> {
    estimate.map(|estimate| estimate.value)
}

fn ends(estimate: Option<Estimate>) -> Option<(f64, f64)> {
    estimate?.interval
}

/// A sweep of one entrant that plays alone: one pairing in every setting.
fn plan(vary: &[&str]) -> Plan<Toy> {
    let mut draft = draft(Layout::Solo, 2);
    draft.entrants = vec![varied("fox")];
    let vary: Vec<_> = vary.iter().map(|&axis| axis.to_owned()).collect();
    let sweep = Sweep::parse(&vary, Design::Grid, &scope(&draft.entrants)).unwrap();
    let configure = |changed: &toml::Table| {
        let decisions = changed["decisions"].as_integer().unwrap();
        Ok(Toy::of(Layout::Solo, u32::try_from(decisions).unwrap()))
    };
    let swept = Swept::new(sweep, draft.seed, &draft.game, &draft.entrants, configure).unwrap();
    draft.schedule = Schedule::Sweep(Meetings::RoundRobin, swept, None);
    Plan::new(draft).unwrap()
}

fn outcome(score: i32, hash: u128) -> MatchOutcome {
    let winners =
        if score > 5 { SideSet::NONE.with(stoker_engine::SideId(0)) } else { SideSet::NONE };
    MatchOutcome { winners, decisions: 3, hash: GameHash(hash << 64), ..outcome_of(&[score]) }
}

fn summary(vary: &[&str], scores: &[i32]) -> SweepSummary {
    let plan = plan(vary);
    let mut tally = SweepTally::new(&plan, plan.swept().unwrap());
    for (number, &score) in (0..).zip(scores) {
        tally.add(&plan.match_at(number), &outcome(score, u128::try_from(score).unwrap()));
    }
    tally.summary()
}

/// The settings score 1, 4, 6 on one seed and 3, 4, 10 on the next. The means are 2, 4, 8. The
/// differences from the first are 3 and 1, mean 2, and 5 and 7, mean 6. For two observations that
/// are 2 apart, the 95% interval is the mean plus or minus 12.7062 (t for one degree) x sqrt(2) /
/// sqrt(2).
#[test]
fn means_and_paired_differences_are_those_of_the_textbook() {
    let summary = summary(&["rules:decisions=10,20,30"], &[1, 4, 6, 3, 4, 10]);
    let rounded = |(low, high): (f64, f64)| (format!("{low:.3}"), format!("{high:.3}"));
    let rows: Vec<_> = summary
        .rows
        .iter()
        .map(|row| (mean(row.score), mean(row.difference), ends(row.difference).map(rounded)))
        .collect();
    let text = |low: &str, high: &str| Some((low.to_owned(), high.to_owned()));
    assert_eq!(
        rows,
        [
            (Some(2.0), Some(0.0), text("0.000", "0.000")),
            (Some(4.0), Some(2.0), text("-10.706", "14.706")),
            (Some(8.0), Some(6.0), text("-6.706", "18.706")),
        ]
    );
    let first = &summary.rows[0];
    assert_eq!((first.matches, first.effective), (2, Effective::Exact(2)));
    assert_eq!(
        (summary.rows[1].effective, summary.rows[1].win_rate),
        (Effective::Exact(1), Some(0.0))
    );
    assert_eq!(summary.rows[2].win_rate, Some(1.0));
}

/// Two settings are compared with the first, so each interval may miss with probability 0.025. At
/// that level, t for one degree of freedom is 25.4517.
#[test]
fn intervals_that_hold_at_once_are_wider_by_the_number_of_settings() {
    let summary = summary(&["rules:decisions=10,20,30"], &[1, 4, 6, 3, 4, 10]);
    let (low, high) = summary.rows[1].jointly.unwrap();
    assert!((low - (2.0 - 25.4517)).abs() < 1e-3 && (high - (2.0 + 25.4517)).abs() < 1e-3);
}

#[test]
fn a_seed_counts_when_all_settings_have_played_it() {
    let summary = summary(&["rules:decisions=10,20,30"], &[1, 4, 6, 3, 4]);
    assert!(summary.rows.iter().all(|row| row.matches == 1 && ends(row.score).is_none()));
    assert_eq!(mean(summary.rows[2].score), Some(6.0));
    let none = self::summary(&["rules:decisions=10,20,30"], &[]);
    assert!(none.rows.iter().all(|row| row.score.is_none() && row.win_rate.is_none()));
}

/// Depths 1 and 2 are rows, lengths 10 and 20 columns: 1 5 / 2 8 on the first seed, 3 7 / 6 12 on
/// the second. Depth 1: (1 + 5) / 2 = 3, then 5: mean 4; depth 2: 5, then 9: mean 7. Depth 2 minus
/// depth 1: 2, then 4: mean 3, with half-width 12.7062 x sqrt(2) / sqrt(2). Length 10: 1.5, then
/// 4.5: mean 3; length 20: 6.5, then 9.5: mean 8; always 5 more. (The default length is not among
/// them, so the first setting is the reference.)
#[test]
fn a_main_effect_is_the_mean_over_the_other_axes() {
    let vary = ["fox:depth=1,2", "rules:decisions=10,20"];
    let summary = summary(&vary, &[1, 5, 2, 8, 3, 7, 6, 12]);
    assert_eq!(summary.axes, ["fox:depth", "rules:decisions"]);
    let rows: Vec<_> = summary
        .effects
        .iter()
        .map(|row| (row.from.as_str(), row.settings, mean(row.score), mean(row.difference)))
        .collect();
    assert_eq!(
        rows,
        [
            ("1", 2, Some(4.0), Some(0.0)),
            ("2", 2, Some(7.0), Some(3.0)),
            ("10", 2, Some(3.0), Some(0.0)),
            ("20", 2, Some(8.0), Some(5.0)),
        ]
    );
    let (low, high) = ends(summary.effects[1].difference).unwrap();
    assert!((low - (3.0 - 12.7062)).abs() < 1e-3 && (high - (3.0 + 12.7062)).abs() < 1e-3);
    assert_eq!(ends(summary.effects[3].difference), Some((5.0, 5.0)));
}

/// The settings score 1, 4, 6, then 3, void, 10, then void, 8, 9: means (1 + 3) / 2, (4 + 8) / 2
/// and (6 + 10 + 9) / 3. The second and the reference have only the first seed in common: 4 - 1.
/// The third and the reference have two: (5 + 7) / 2.
#[test]
fn a_seed_does_not_count_for_a_setting_in_which_a_match_is_void() {
    let plan = plan(&["rules:decisions=10,20,30"]);
    let mut tally = SweepTally::new(&plan, plan.swept().unwrap());
    let scores =
        [Some(1), Some(4), Some(6), Some(3), None, Some(10), None, Some(8), Some(9), None, None];
    for (number, score) in (0..).zip(scores) {
        let slot = plan.match_at(number);
        match score {
            Some(score) => tally.add(&slot, &outcome(score, u128::try_from(score).unwrap())),
            None => tally.add_void(&slot),
        }
    }
    let summary = tally.summary();
    let rows: Vec<_> = summary
        .rows
        .iter()
        .map(|row| (row.matches, row.voids, mean(row.score), mean(row.difference)))
        .collect();
    assert_eq!(
        rows,
        [
            (2, 1, Some(2.0), Some(0.0)),
            (2, 1, Some(6.0), Some(3.0)),
            (3, 0, Some(8.3333), Some(6.0)),
        ]
    );
    let effects: Vec<_> =
        summary.effects.iter().map(|row| (mean(row.score), mean(row.difference))).collect();
    assert_eq!(
        effects,
        [(Some(2.0), Some(0.0)), (Some(6.0), Some(3.0)), (Some(8.3333), Some(6.0))]
    );
    assert_eq!(summary.rows[1].effective, Effective::Exact(2));
}
