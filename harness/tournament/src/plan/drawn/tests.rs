use proptest::prelude::*;

use super::*;
use crate::plan::{Draft, Extent, Meetings, Plan, Schedule, Shard};
use crate::testing::*;

fn draft_of(count: usize, matches: u64) -> Draft<Toy> {
    let entrants = (0..count).map(|number| entrant(&format!("bot{number}"), FIRST)).collect();
    let schedule = Schedule::all(Meetings::Lineups);
    Draft { entrants, schedule, ..draft(Layout::Three, matches) }
}

fn drawn(count: usize, matches: u64) -> Plan<Toy> {
    Plan::new(draft_of(count, matches)).unwrap()
}

/// By entrant, then side: the number of matches among the first ones.
fn seats(plan: &Plan<Toy>, matches: u64) -> Vec<[u64; 3]> {
    let mut seats = vec![[0; 3]; plan.entrants().len()];
    for number in 0..matches {
        for (side, entrant) in plan.entrants_of(&plan.match_at(number)).into_iter().enumerate() {
            seats[entrant][side] += 1;
        }
    }
    seats
}

proptest! {
    #[test]
    fn after_every_block_all_entrants_have_played_equally_often_on_every_seat(
        count in 2usize..40, blocks in 1u64..12,
    ) {
        let plan = drawn(count, 3 * blocks);
        prop_assert_eq!(plan.len(), blocks * count as u64);
        for block in 1..=blocks {
            let seats = seats(&plan, block * count as u64);
            prop_assert!(seats.iter().all(|of| *of == [block; 3]));
        }
    }
}

#[test]
fn the_matches_of_a_block_share_a_seed_and_blocks_have_their_own() {
    let plan = drawn(7, 6);
    let seed = |number| plan.match_at(number).seed;
    assert!((0..7).all(|number| seed(number) == seed(0)));
    assert!((7..14).all(|number| seed(number) == seed(7)));
    assert_ne!(seed(0), seed(7));
}

#[test]
fn a_lineup_depends_on_nothing_but_its_number_and_the_seed() {
    let lineups = |plan: &Plan<Toy>, numbers: &mut dyn Iterator<Item = u64>| -> Vec<_> {
        numbers.map(|number| plan.entrants_of(&plan.match_at(number))).collect()
    };
    let plan = drawn(20, 60);
    let forwards = lineups(&plan, &mut (0..plan.len()));
    let mut backwards = lineups(&drawn(20, 60), &mut (0..plan.len()).rev());
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let longer = drawn(20, 600);
    assert_eq!(forwards, lineups(&longer, &mut (0..plan.len())));
    let other = Plan::new(Draft { seed: Seed(2), ..draft_of(20, 60) }).unwrap();
    assert_ne!(forwards, lineups(&other, &mut (0..plan.len())));
}

/// 1,000 entrants, 100,000 appearances of each: 33 million matches, none of which is stored.
#[test]
fn a_thousand_entrants_are_planned_in_less_than_a_second() {
    let draft = draft_of(1_000, 100_000);
    let took = processor_time(|| {
        let plan = Plan::new(draft).unwrap();
        let drawn = plan.drawn().unwrap();
        assert_eq!((plan.len(), drawn.appearances()), (33_334_000, 100_002));
        assert_eq!(plan.entrants_of(&plan.match_at(plan.len() - 1)).len(), 3);
        assert!(plan.pairings().is_empty());
    });
    assert!(took.as_millis() < 1_000, "{took:?}");
}

#[test]
fn matches_are_rounded_up_to_whole_blocks() {
    let plan = drawn(5, 7);
    let drawn = plan.drawn().unwrap();
    assert_eq!((drawn.blocks(), drawn.appearances(), plan.len()), (3, 9, 15));
    assert_eq!(drawn.meetings(), (3, 6));
    assert!((drawn.mean_meetings() - 4.5).abs() < 1e-12);
}

#[test]
fn lineups_need_sides_of_one_kind_and_two_entrants() {
    let refused = |layout, count| {
        Plan::new(Draft { game: Toy::of(layout, 23), ..draft_of(count, 3) }).err().unwrap()
    };
    assert_eq!(refused(Layout::Mixed, 5), PlanError::LineupKinds);
    assert_eq!(refused(Layout::Pair, 5), PlanError::LineupKinds);
    assert_eq!(refused(Layout::Three, 1), PlanError::LineupEntrants(1));
}

#[test]
fn lineups_of_rivals_are_drawn_by_default() {
    let draws = |layout, count| {
        let Draft { entrants, game, .. } =
            Draft { game: Toy::of(layout, 23), ..draft_of(count, 3) };
        draws_by_default(game.sides(), &entrants)
    };
    assert_eq!([1, 2, 3, 12].map(|count| draws(Layout::Three, count)), [false, true, true, true]);
    assert!(!draws(Layout::Mixed, 200));
    assert_eq!((all_lineups(20, 4), all_lineups(1_000, 8)), (19_380, usize::MAX));
}

/// Of three entrants at three seats, each sits after either of the others equally often.
#[test]
fn neighbours_change_from_block_to_block() {
    let plan = drawn(3, 3 * 400);
    let after = |number| {
        let lineup = plan.entrants_of(&plan.match_at(number));
        (0..3).find(|&seat| lineup[seat] == 0).map(|seat| lineup[(seat + 2) % 3])
    };
    let second = (0..plan.len()).filter(|&number| after(number) == Some(1)).count();
    // 1,200 matches in 400 blocks: four standard deviations are 120.
    assert!(second.abs_diff(600) < 120, "{second}");
}

#[test]
fn entrants_that_are_too_few_share_the_seats() {
    let plan = drawn(2, 12);
    let drawn = plan.drawn().unwrap();
    assert_eq!((plan.len(), drawn.appearances(), drawn.meetings()), (8, 12, (16, 16)));
    assert!((drawn.mean_meetings() - 16.0).abs() < 1e-12);
    let lineups: Vec<_> = (0..8).map(|number| plan.entrants_of(&plan.match_at(number))).collect();
    assert!(lineups.iter().all(|lineup| lineup.contains(&0) && lineup.contains(&1)));
}

#[test]
fn a_shard_has_its_part_of_the_lineups() {
    let whole = drawn(8, 9);
    let shard = |index| {
        let extent = Extent::Part(Shard::new(index, 2).unwrap());
        let schedule = Schedule::League(Meetings::Lineups, extent);
        Plan::new(Draft { schedule, ..draft_of(8, 9) }).unwrap()
    };
    let lineups = |plan: &Plan<Toy>| -> Vec<_> {
        plan.range().map(|number| plan.entrants_of(&plan.match_at(number))).collect()
    };
    assert_eq!([lineups(&shard(1)), lineups(&shard(2))].concat(), lineups(&whole));
}
