//! Tests of settings as they are played, on a toy ruleset whose bots have parameters.

use stoker_stats::sprt::TestQuestion;

use super::*;
use crate::plan::{Draft, FormatAsked, Meetings, Plan, Schedule, ScheduleAsked, ScheduleError};
use crate::settings::Design;
use crate::testing::*;

fn draft_of(texts: &[&str]) -> Draft<Toy> {
    let mut draft = draft(Layout::Pair, 3);
    draft.entrants = vec![varied("fox"), varied("owl"), entrant("field", RANDOM)];
    let swept = swept(&draft, texts).unwrap();
    draft.schedule = Schedule::Sweep(Meetings::RoundRobin, swept, None);
    draft
}

fn swept(draft: &Draft<Toy>, texts: &[&str]) -> Result<Swept<Toy>, SweepError> {
    let texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
    let sweep = Sweep::parse(&texts, Design::Grid, &scope(&draft.entrants))?;
    Swept::new(sweep, draft.seed, &draft.game, &draft.entrants, |changed| {
        let number = |name: &str| changed.get(name).and_then(toml::Value::as_integer);
        let decisions = number("decisions").map_or(23, |n| u32::try_from(n).unwrap());
        let layout = match changed.get("layout").and_then(toml::Value::as_str) {
            Some("solo") => Layout::Solo,
            _ => Layout::Pair,
        };
        if decisions == 13 {
            Err("no game has 13".to_owned())
        } else {
            Ok(Toy::of(layout, decisions))
        }
    })
}

fn specs(plan: &Plan<Toy>) -> Vec<(usize, Vec<String>)> {
    let lineup = |pairing| plan.lineup(pairing).map(|entrant| entrant.spec.clone()).collect();
    let setting = |pairing: usize| plan.pairings()[pairing].setting();
    (0..plan.pairings().len()).map(|pairing| (setting(pairing), lineup(pairing))).collect()
}

#[test]
fn only_pairings_of_a_subject_are_played_in_each_setting() {
    let plan = Plan::new(draft_of(&["fox:depth=1,2"])).unwrap();
    let lineup = |setting, team: &str, lone: &str| (setting, vec![team.into(), lone.into()]);
    assert_eq!(
        specs(&plan),
        [
            lineup(0, "toy:depth=1", "toy:depth=1"),
            lineup(0, "toy:depth=1", "toy"),
            lineup(0, "toy:depth=1", "field"),
            lineup(0, "toy", "toy:depth=1"),
            lineup(0, "field", "toy:depth=1"),
            lineup(1, "toy", "toy"),
            lineup(1, "toy", "toy"),
            lineup(1, "toy", "field"),
            lineup(1, "toy", "toy"),
            lineup(1, "field", "toy"),
        ]
    );
    assert_eq!(plan.match_at(12).seed, plan.match_at(17).seed, "settings share their seeds");
}

#[test]
fn everyone_meets_everyone_if_only_the_rules_vary() {
    let plan = Plan::new(draft_of(&["rules:decisions=10..12"])).unwrap();
    assert_eq!(plan.pairings().len(), 3 * 9);
    let decisions = |pairing| plan.game_of(pairing).max_decisions();
    assert_eq!([0, 8, 9, 26].map(decisions), [10, 10, 11, 12]);
}

#[test]
fn settings_that_differ_in_bots_alone_share_a_game() {
    let draft = draft_of(&["fox:depth=1..4", "rules:decisions=10,23", "owl:wild=true,false"]);
    let swept = draft.schedule.swept().unwrap();
    assert_eq!((swept.settings().len(), swept.games.len()), (16, 2));
    assert!(Arc::ptr_eq(swept.game(0), swept.game(15 - 2)));
    assert_eq!(swept.subjects(), [0, 1]);
    assert_eq!(swept.entrant(0, 1).unwrap().typed(), "owl@toy:wild=true");
    assert!(swept.entrant(0, 2).is_none());
}

#[test]
fn settings_are_compared_with_what_would_be_played_without_a_sweep() {
    let reference = |texts: &[&str]| draft_of(texts).schedule.swept().unwrap().reference();
    assert_eq!(reference(&["fox:depth=1..4", "rules:decisions=20..24"]), 5 + 3);
    assert_eq!(reference(&["fox:depth=3..4", "rules:decisions=20..24"]), 0);
}

#[test]
fn a_sweep_has_no_ladder_no_comparison_and_no_interval_to_come_to() {
    let draft = draft_of(&["fox:depth=1,2"]);
    let refused = |format, until_interval| {
        let swept = swept(&draft, &["fox:depth=1,2"]).ok();
        ScheduleAsked { format, swept, shard: None, until_interval }.check().err()
    };
    let league = FormatAsked::League(Meetings::RoundRobin);
    assert_eq!(refused(league, None), None);
    assert_eq!(refused(league, Some(2.0)), Some(ScheduleError::SweptUntil));
    assert_eq!(refused(FormatAsked::Ladder(None), None), Some(ScheduleError::LadderSwept));
    let comparison = FormatAsked::Compare(TestQuestion::default());
    assert_eq!(refused(comparison, None), Some(ScheduleError::CompareSwept));
}

#[test]
fn a_setting_that_cannot_be_played_is_named_with_its_values() {
    let draft = draft(Layout::Pair, 3);
    let error = |texts: &[&str]| swept(&draft, texts).err().unwrap().to_string();
    assert_eq!(
        error(&["rules:decisions=12..14"]),
        "setting 1 (rules:decisions=13): no game has 13"
    );
    assert_eq!(
        error(&["rules:layout=pair,solo"]),
        "setting 1 (rules:layout=solo): it has other sides, so that it cannot be compared: leave \
         that value out"
    );
}
