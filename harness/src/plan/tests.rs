//! Plans, on rulesets with different sides.

use super::*;
use crate::entrant::Source;
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
    draft.format = Format::Gauntlet(1);
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
    assert_eq!(refused(|d| d.matches = 0), "0 matches a pairing: ask for at least 1");
    assert!(refused(|d| d.entrants.clear()).starts_with("no entrants"));
    assert!(refused(|d| d.format = Format::Gauntlet(9)).contains("number 9"));
    assert!(refused(|d| d.matches = u64::MAX).contains("too many"));
    let lone = refused(|d| d.entrants.iter_mut().for_each(|e| e.side = Some("team".into())));
    assert_eq!(lone, "no entrant plays `lone`: add one that can, such as `lone=random`");
    let odd = refused(|d| d.entrants[0].side = Some("odd".into()));
    assert_eq!(odd, "entrant `random` is for side `odd`, but the sides are `team` and `lone`");
    let equal = refused(|d| d.entrants[1].name = "random".into());
    assert_eq!(
        equal,
        "two entrants are called `random`: give one another name, as in `other@first`"
    );
    let idle = refused(|d| match &mut d.entrants[0].source {
        Source::Builtin(bot, _) => bot.sides = &["else"],
        Source::Outside(_) => unreachable!(),
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
