//! Tests of plans, on rulesets with different sides.

use stoker_external::unfit::{EntrantStatus, Unfit};
use stoker_stats::sprt::TestQuestion;

use super::*;
use crate::entrant::BotSource;
use crate::testing::*;

fn seatings(plan: &Plan<Toy>) -> Vec<Vec<usize>> {
    plan.pairings().iter().map(|pairing| pairing.entrants().to_vec()).collect()
}

fn of(layout: Layout, entrants: usize) -> Plan<Toy> {
    let mut draft = draft(layout, 3);
    draft.entrants = (0..entrants).map(|n| entrant(&format!("e{n}"), RANDOM)).collect();
    Plan::new(draft).unwrap()
}

fn refused(change: impl FnOnce(&mut Draft<Toy>)) -> String {
    let mut draft = draft(Layout::Pair, 3);
    change(&mut draft);
    Plan::new(draft).err().unwrap().to_string()
}

#[test]
fn with_unlike_sides_everyone_meets_everyone_and_itself() {
    assert_eq!(seatings(&of(Layout::Pair, 2)), [[0, 0], [0, 1], [1, 0], [1, 1]]);
    assert_eq!(seatings(&of(Layout::Pair, 1)), [[0, 0]]);
}

#[test]
fn with_one_side_everyone_plays_alone() {
    assert_eq!(seatings(&of(Layout::Solo, 3)), [[0], [1], [2]]);
}

#[test]
fn identical_sides_take_every_combination_in_every_rotation() {
    assert_eq!(seatings(&of(Layout::Three, 3)), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    assert_eq!(of(Layout::Three, 5).pairings().len(), 10 * 3);
}

#[test]
fn too_few_entrants_for_identical_sides_play_more_than_one() {
    let all = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 1], [1, 1, 0], [1, 0, 1], [1; 3]];
    assert_eq!(seatings(&of(Layout::Three, 2)), all);
}

#[test]
fn one_against_identical_sides_is_a_product() {
    let all = [[0, 0, 1], [0, 1, 0], [1, 0, 1], [1, 1, 0]];
    assert_eq!(seatings(&of(Layout::Mixed, 2)), all);
}

#[test]
fn a_gauntlet_has_only_the_pairings_of_its_entrant() {
    let mut draft = draft(Layout::Pair, 1);
    draft.schedule = Schedule::all(Meetings::Gauntlet(1));
    let plan = Plan::new(draft).unwrap();
    assert_eq!(plan.pairings().len(), 7);
    assert!(seatings(&plan).iter().all(|pairing| pairing.contains(&1)));
}

#[test]
fn matches_are_numbered_seed_by_seed() {
    let plan = of(Layout::Pair, 2);
    assert_eq!(plan.len(), 12);
    let slot = plan.match_at(6);
    assert_eq!((slot.pairing, slot.index, slot.seed), (2, 1, Seed(1).of_match(1)));
}

#[test]
fn what_cannot_be_planned_is_refused_with_a_remedy() {
    assert_eq!(refused(|d| d.matches = 0), "0 matches per pairing: give at least 1");
    assert!(refused(|d| d.entrants.clear()).starts_with("no entrants"));
    assert!(refused(|d| d.schedule = Schedule::all(Meetings::Gauntlet(9))).contains("number 9"));
    assert!(refused(|d| d.matches = u64::MAX).contains("too many"));
    let lone = refused(|d| d.entrants.iter_mut().for_each(|e| e.side = Some("team".into())));
    assert_eq!(lone, "no entrant plays `lone`: add one that can, such as `lone=random`");
    let unfit = refused(|d| {
        d.entrants.iter_mut().for_each(|e| e.side = Some("team".into()));
        let status = EntrantStatus::Unfit("no hello".to_owned());
        d.entrants[0].unfit = vec![Unfit { side: "lone".to_owned(), status }];
    });
    assert_eq!(unfit, "no entrant plays `lone` (`random`: unfit: no hello)");
    let odd = refused(|d| d.entrants[0].side = Some("odd".into()));
    assert_eq!(odd, "entrant `random` is for side `odd`, but the sides are `team` and `lone`");
    let equal = refused(|d| d.entrants[1].name = "random".into());
    assert_eq!(
        equal,
        "two entrants are called `random`: give one another name, as in `other@first`"
    );
    let idle = refused(|d| match &mut d.entrants[0].source {
        BotSource::Builtin(bot, _) => bot.sides = &["else"],
        BotSource::External(_) | BotSource::Person => unreachable!(),
    });
    assert!(idle.starts_with("entrant `random` cannot play `team` and `lone`"), "{idle}");
}

#[test]
fn one_name_may_stand_on_two_sides_that_cannot_be_confused() {
    let mut draft = draft(Layout::Pair, 1);
    draft.entrants.truncate(2);
    for (entrant, side) in draft.entrants.iter_mut().zip(["team", "lone"]) {
        entrant.name = "both".to_owned();
        entrant.side = Some(side.to_owned());
    }
    assert!(Plan::new(draft).is_ok());
}

#[test]
fn more_pairings_than_fit_in_memory_are_refused() {
    let mut draft = draft(Layout::Three, 1);
    draft.entrants = (0..200).map(|n| entrant(&format!("e{n}"), RANDOM)).collect();
    assert_eq!(Plan::new(draft).err(), Some(PlanError::TooManyPairings));
}

fn comparison(layout: Layout, entrants: Vec<Entrant<Toy>>) -> Result<Plan<Toy>, PlanError> {
    let (matches, schedule) = (1_000, Schedule::Compare(TestQuestion::default()));
    Plan::new(Draft { entrants, matches, schedule, ..draft(layout, 3) })
}

fn randoms(names: &[&str]) -> Vec<Entrant<Toy>> {
    names.iter().map(|name| entrant(name, RANDOM)).collect()
}

fn only(side: &str, entrant: Entrant<Toy>) -> Entrant<Toy> {
    Entrant { side: Some(side.to_owned()), ..entrant }
}

#[test]
fn the_two_of_a_comparison_meet_the_same_opponents_and_never_each_other() {
    let plan = comparison(Layout::Pair, randoms(&["a", "b", "c", "d"])).unwrap();
    let of_a = [[0, 2], [0, 3], [2, 0], [3, 0]];
    let of_b = [[1, 2], [1, 3], [2, 1], [3, 1]];
    assert_eq!(seatings(&plan), [of_a, of_b].concat());
    let plan = comparison(Layout::Mixed, randoms(&["a", "b", "c"])).unwrap();
    let of_a = [[0, 2, 2], [2, 0, 2], [2, 2, 0]];
    let of_b = [[1, 2, 2], [2, 1, 2], [2, 2, 1]];
    assert_eq!(seatings(&plan), [of_a, of_b].concat());
    assert_eq!(seatings(&comparison(Layout::Solo, randoms(&["a", "b"])).unwrap()), [[0], [1]]);
}

/// There are three identical sides. A plays each of them, with the two opponents on the others in
/// both orders.
#[test]
fn each_of_the_two_plays_every_one_of_identical_sides() {
    let plan = comparison(Layout::Three, randoms(&["a", "b", "c", "d"])).unwrap();
    let of_a = [[0, 2, 3], [0, 3, 2], [2, 0, 3], [3, 0, 2], [2, 3, 0], [3, 2, 0]];
    assert_eq!(seatings(&plan)[..6], of_a);
    assert_eq!(plan.compared().unwrap().sides()[0].pairings, 6);
}

/// The two have three pairings as team and two as lone side. A point counts 2/12 and 3/12, so that
/// each kind of side counts one half.
#[test]
fn sides_with_unequal_numbers_of_opponents_count_the_same() {
    let mut entrants = randoms(&["a", "b", "c", "d"]);
    entrants.push(only("lone", entrant("e", RANDOM)));
    let plan = comparison(Layout::Pair, entrants).unwrap();
    let compared = plan.compared().unwrap();
    let weights: Vec<_> = compared.sides().iter().map(|s| (s.pairings, s.weight)).collect();
    assert_eq!((weights, compared.scale()), (vec![(3, 2), (2, 3)], 12));
}

#[test]
fn comparisons_that_cannot_be_made_are_refused_with_a_remedy() {
    let refused = |entrants| comparison(Layout::Pair, entrants).err().unwrap().to_string();
    let [a, b, c] = ["a", "b", "c"].map(|name| entrant(name, RANDOM));
    insta::assert_snapshot!(
        [
            refused(vec![a.clone()]),
            refused(vec![a.clone(), b.clone()]),
            refused(vec![a.clone(), b.clone(), only("lone", c.clone())]),
            refused(vec![only("team", a.clone()), only("lone", b.clone()), c.clone()]),
            refused(vec![only("team", a.clone()), b.clone(), c.clone(), only("team", entrant("d", RANDOM))]),
            refused(vec![a.clone(), a, c]),
        ]
        .join("\n"),
        @r"
    a comparison needs two entrants: name both, A first
    as `team` the two need an opponent that plays `lone`: name one with --against, or compare them as another side only, as in `SIDE=BOT`
    as `lone` the two need an opponent that plays `team`: name one with --against, or compare them as another side only, as in `SIDE=BOT`
    `a` and `b` have no side in common: compare bots that play the same side
    `d` cannot be an opponent, because the two are compared as `team`: leave it out
    two entrants are called `a`: give one another name, as in `other@a`
    "
    );
    let mut draft = draft(Layout::Solo, 3);
    draft.schedule = Schedule::Compare(TestQuestion::default());
    let error = Plan::new(draft).err().unwrap().to_string();
    assert_eq!(
        error,
        "`cheat` cannot be an opponent, because the two are compared as `solo`: leave it out"
    );
}

#[test]
fn a_comparison_keeps_the_first_of_its_records() {
    let schedule = Schedule::Compare(TestQuestion::default());
    let entrants = randoms(&["a", "b"]);
    let asked = Draft { entrants, schedule, keep: Keep::Sample(3), ..draft(Layout::Solo, 100) };
    let plan = Plan::new(asked).unwrap();
    assert_eq!((0..200).filter(|&n| plan.keeps(n)).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn what_no_schedule_has_is_refused_with_a_remedy() {
    let formats = [
        FormatAsked::League(Meetings::RoundRobin),
        FormatAsked::Ladder(None),
        FormatAsked::Compare(TestQuestion::default()),
    ];
    let mut told = vec![];
    for format in formats {
        for (shard, until_interval) in [
            (None, Some(0.0)),
            (None, Some(2.0)),
            (Shard::new(1, 2), None),
            (Shard::new(1, 2), Some(2.0)),
        ] {
            let asked = ScheduleAsked::<Toy> { format, swept: None, shard, until_interval };
            told.push(asked.check().err().map_or("fine".to_owned(), |error| error.to_string()));
        }
    }
    insta::assert_snapshot!(told.join("\n"), @"
    0 is not a width for an interval: give a number above 0, as in --until-interval 2.5
    fine
    fine
    a shard cannot tell when the whole run is precise enough: leave --until-interval or --shard out
    0 is not a width for an interval: give a number above 0, as in --until-interval 2.5
    a ladder ends with its last rung: leave --until-interval out
    a shard of a ladder cannot tell which entrants climb: leave --shard out, or play a round-robin
    a shard of a ladder cannot tell which entrants climb: leave --shard out, or play a round-robin
    0 is not a width for an interval: give a number above 0, as in --until-interval 2.5
    a comparison ends at its verdict, so it has no shards and no target interval: leave --shard and --until-interval out
    a comparison ends at its verdict, so it has no shards and no target interval: leave --shard and --until-interval out
    a comparison ends at its verdict, so it has no shards and no target interval: leave --shard and --until-interval out
    ");
}
