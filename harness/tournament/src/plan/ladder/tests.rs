use std::collections::BTreeSet;

use crate::entrant::Entrant;
use crate::plan::{Draft, Plan, PlanError, Schedule};
use crate::testing::*;

/// A ladder with this number of entrants, each of which plays every side.
fn draft_of(layout: Layout, entrants: usize, seeds: u64) -> Draft<Toy> {
    let named = |number: usize| Entrant { name: format!("r{number}"), ..entrant("toy", RANDOM) };
    let entrants = (0..entrants).map(named).collect();
    Draft { entrants, schedule: Schedule::Ladder(None), ..draft(layout, seeds) }
}

fn plan_of(layout: Layout, entrants: usize, seeds: u64) -> Plan<Toy> {
    Plan::new(draft_of(layout, entrants, seeds)).unwrap()
}

fn lineups(plan: &Plan<Toy>, matches: impl Iterator<Item = u64>) -> Vec<(u64, Vec<usize>)> {
    let lineup = |number| {
        let slot = plan.match_at(number);
        assert_eq!(slot.number, number);
        (slot.index, plan.pairings()[slot.pairing].entrants().to_vec())
    };
    matches.map(lineup).collect()
}

/// A rung has about 200 x 10 matches, so each of the 13 entrants on the fifth plays 2,000 / 13
/// seeds.
#[test]
fn every_rung_has_half_of_the_field_and_about_as_many_matches() {
    let plan = plan_of(Layout::Pair, 200, 10);
    let ladder = plan.ladder().unwrap();
    let sizes: Vec<_> = ladder.sizes().map(|(sizes, seeds)| (sizes[0], sizes[1], seeds)).collect();
    let halves = [200, 100, 50, 25, 13, 8];
    let seeds = [10, 20, 40, 80, 153, 250];
    assert_eq!(sizes, halves.into_iter().zip(seeds).map(|(n, s)| (n, n, s)).collect::<Vec<_>>());
    let matches = 4 * 2_000 + 13 * 153 + 2_000;
    assert_eq!((plan.len(), ladder.known()), (matches, 2_000));
    let ends: Vec<_> = ladder.stretches().map(|stretch| stretch.end).collect();
    assert_eq!(ends, [2_000, 4_000, 6_000, 8_000, 9_989, 11_989]);
}

#[test]
fn few_entrants_are_on_one_rung_and_more_rungs_can_be_asked_for() {
    assert_eq!(plan_of(Layout::Pair, 8, 5).len(), 40);
    let rungs =
        |rungs| Draft { schedule: Schedule::Ladder(Some(rungs)), ..draft_of(Layout::Pair, 9, 5) };
    assert_eq!(Plan::new(rungs(1)).unwrap().len(), 45);
    assert_eq!(Plan::new(rungs(4)).unwrap().len(), 45 + 3 * 8 * (45 / 8));
    assert!(matches!(Plan::new(rungs(0)), Err(PlanError::LadderRungs { rungs: 0 })));
    assert!(matches!(Plan::new(rungs(21)), Err(PlanError::LadderRungs { rungs: 21 })));
}

#[test]
fn on_every_seed_everyone_plays_once_and_opponents_change() {
    for entrants in [2, 9, 12, 40] {
        let plan = plan_of(Layout::Pair, entrants, entrants as u64);
        let first = lineups(&plan, 0..(entrants * entrants) as u64);
        let pairs: BTreeSet<_> = first.iter().map(|(_, lineup)| lineup.clone()).collect();
        assert_eq!(pairs.len(), entrants * entrants, "everyone meets everyone in time");
        for (seed, matches) in first.chunks(entrants).enumerate() {
            for side in [0, 1] {
                let seated: BTreeSet<_> = matches.iter().map(|(_, lineup)| lineup[side]).collect();
                assert_eq!(seated.len(), entrants);
            }
            assert!(matches.iter().all(|(index, _)| *index == seed as u64));
        }
    }
}

#[test]
fn of_a_smaller_kind_everyone_plays_about_as_often() {
    let mut draft = draft_of(Layout::Pair, 30, 20);
    for (number, entrant) in draft.entrants.iter_mut().enumerate() {
        entrant.side = Some(if number < 21 { "team" } else { "lone" }.to_owned());
    }
    let plan = Plan::new(draft).unwrap();
    let mut played = [0u64; 30];
    for (_, lineup) in lineups(&plan, 0..21 * 20) {
        lineup.iter().for_each(|&entrant| played[entrant] += 1);
    }
    assert_eq!(played[..21], [20; 21]);
    assert!(played[21..].iter().all(|times| (44..=49).contains(times)), "{played:?}");
}

#[test]
fn nobody_meets_himself_on_identical_sides() {
    let plan = plan_of(Layout::Mixed, 11, 40);
    for matches in lineups(&plan, 0..11 * 40).chunks(11) {
        for side in 0..3 {
            let seated: BTreeSet<_> = matches.iter().map(|(_, lineup)| lineup[side]).collect();
            assert_eq!(seated.len(), 11);
        }
        assert!(matches.iter().all(|(_, lineup)| lineup[1] != lineup[2]));
    }
    let three = Plan::new(draft_of(Layout::Three, 9, 2));
    assert!(matches!(three, Err(PlanError::LadderSides)));
}

#[test]
fn a_field_on_one_side_is_halved_too() {
    let plan = plan_of(Layout::Solo, 20, 3);
    assert_eq!(lineups(&plan, 0..20), (0..20).map(|e| (0, vec![e])).collect::<Vec<_>>());
    let ladder = plan.ladder().unwrap();
    ladder.climb(&[(0..20).rev().collect()]);
    let second = lineups(&plan, 60..70);
    assert_eq!(second, (10..20).rev().map(|e| (3, vec![e])).collect::<Vec<_>>());
}

#[test]
fn those_first_in_order_climb_if_they_are_on_the_rung() {
    let plan = plan_of(Layout::Pair, 20, 1);
    let ladder = plan.ladder().unwrap();
    assert!(ladder.is_due(20) && !ladder.is_due(19));
    ladder.climb(&[(0..20).collect(), (0..20).rev().collect()]);
    assert_eq!(ladder.known(), 40);
    let seated = |side: usize, matches| -> BTreeSet<usize> {
        lineups(&plan, matches).iter().map(|(_, lineup)| lineup[side]).collect()
    };
    assert_eq!(seated(0, 20..40), (0..10).collect());
    assert_eq!(seated(1, 20..40), (10..20).collect());
    ladder.climb(&[(0..20).rev().collect(), (0..20).rev().collect()]);
    assert_eq!(seated(0, 40..48), (2..10).collect(), "who was left behind stays there");
    assert!(!ladder.is_due(plan.len()));
    ladder.restart();
    assert_eq!(ladder.known(), 20);
}
