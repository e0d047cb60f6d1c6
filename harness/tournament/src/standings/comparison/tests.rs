use arrayvec::ArrayVec;
use stoker_stats::sprt::TestQuestion;

use super::*;
use crate::plan::{Plan, Schedule};
use crate::testing::*;

fn plan(layout: Layout, entrants: usize) -> Plan<Toy> {
    let mut draft = draft(layout, 1_000);
    draft.entrants = (0..entrants).map(|n| entrant(&format!("e{n}"), RANDOM)).collect();
    draft.schedule = Schedule::Compare(TestQuestion::default());
    Plan::new(draft).unwrap()
}

/// A match without a score.
fn blank() -> MatchOutcome {
    MatchOutcome { decisions: 9, facts: vec![0], ..outcome_of(&[]) }
}

/// Folds matches with these scores, by side and a function of their slot, until a look.
fn first_look(plan: &Plan<Toy>, scores: impl Fn(&Slot) -> Vec<i32>) -> Findings {
    let mut comparison = Comparison::new(plan).unwrap();
    let outcome = |slot: &Slot| MatchOutcome {
        scores: scores(slot).into_iter().collect::<ArrayVec<_, 8>>(),
        hash: GameHash(u128::from(slot.number) << 64),
        ..blank()
    };
    let looks = (0..plan.len()).map(|number| plan.match_at(number));
    looks.into_iter().find_map(|slot| comparison.add(&slot, &outcome(&slot))).unwrap()
}

/// As team (high is better), A has 10, 20, 30 against e2, e3, e4, and B has 5 less. As lone side
/// (low is better), A has 7 in every match and B has 4. A is thus 5 better as team, 3 worse as lone
/// side, and 1 better on average.
#[test]
fn sides_count_the_same_and_low_scores_with_their_sign_turned() {
    let plan = plan(Layout::Pair, 5);
    let found = first_look(&plan, |slot| {
        let lineup = plan.pairings()[slot.pairing].entrants();
        let score = match lineup {
            [0, other] => i32::try_from(*other).unwrap() * 10 - 10,
            [1, other] => i32::try_from(*other).unwrap() * 10 - 15,
            [_, 0] => 7,
            _ => 4,
        };
        vec![score + i32::try_from(slot.index % 2).unwrap()]
    });
    assert_eq!(found.pairs, 32);
    assert_eq!(found.difference, Estimate { value: 1.0, interval: Some((1.0, 1.0)) });
    let sides: Vec<_> = found.sides.iter().map(|s| (s.side.as_str(), s.difference.value)).collect();
    assert_eq!(sides, [("team", 5.0), ("lone", -3.0)]);
}

/// A's score alternates between 0 and 2, B's is always 0: mean 1, standard deviation
/// sqrt(32 / 31) = 1.015 991, t95(31) = 2.039 513, half = 2.039 513 * 1.015 991 / sqrt(32)
/// = 0.366 301; effect 1 / 1.015 991 = 0.984 251. Nothing is shared, so nothing is saved.
#[test]
fn figures_are_those_of_pairs_in_points() {
    let plan = plan(Layout::Solo, 2);
    let found = first_look(&plan, |slot| {
        let of_a = slot.pairing == 0;
        vec![i32::try_from(slot.index % 2).unwrap() * if of_a { 2 } else { 0 }]
    });
    let expected = Estimate { value: 1.0, interval: Some((0.6337, 1.3663)) };
    assert_eq!((found.difference, found.effect), (expected, Some(0.9843)));
    assert_eq!((found.correlation, found.saved), (None, Some(0.0)));
}

#[test]
fn seats_of_one_kind_count_with_the_score_of_their_own() {
    // There are three identical sides with a score each. A has 3 on its side, everyone else has 1.
    let plan = plan(Layout::Three, 4);
    assert_eq!(plan.pairings().len(), 12);
    let found = first_look(&plan, |slot| {
        let lineup = plan.pairings()[slot.pairing].entrants();
        lineup.iter().map(|&entrant| if entrant == 0 { 3 } else { 1 }).collect()
    });
    assert_eq!(found.difference, Estimate { value: 2.0, interval: Some((2.0, 2.0)) });
}

#[test]
fn pairs_of_the_same_games_again_are_told() {
    let plan = plan(Layout::Solo, 2);
    let mut comparison = Comparison::new(&plan).unwrap();
    let outcome = |slot: &Slot| MatchOutcome {
        scores: [if slot.pairing == 0 { 7 } else { 5 }].into_iter().collect(),
        hash: GameHash(u128::from(slot.number % 6) << 64),
        ..blank()
    };
    let slots = (0..64).map(|number| plan.match_at(number));
    let found = slots.into_iter().find_map(|slot| comparison.add(&slot, &outcome(&slot))).unwrap();
    assert_eq!((found.pairs, found.distinct_pairs), (32, 3));
}

#[test]
fn only_a_seed_of_equal_games_is_identical_play() {
    let plan = plan(Layout::Solo, 2);
    let mut comparison = Comparison::new(&plan).unwrap();
    let mut last = None;
    for number in 0..2 * 120 {
        let slot = plan.match_at(number);
        let hash = GameHash(u128::from(slot.index));
        let outcome = MatchOutcome { scores: [5].into_iter().collect(), hash, ..blank() };
        last = comparison.add(&slot, &outcome).or(last);
    }
    let last = last.unwrap();
    assert_eq!((last.verdict, last.distinct_pairs), (Some(Verdict::IdenticalPlay), 120));
}

#[test]
fn copies_of_one_pair_have_no_interval_no_ratio_and_no_winner() {
    let plan = plan(Layout::Pair, 3);
    let mut comparison = Comparison::new(&plan).unwrap();
    let outcome = |slot: &Slot| MatchOutcome {
        scores: [if slot.pairing < 2 { 7 } else { 5 }].into_iter().collect(),
        hash: GameHash(slot.pairing as u128),
        ..blank()
    };
    let slots: Vec<_> = (0..plan.len()).map(|number| plan.match_at(number)).collect();
    let found = slots.iter().find_map(|slot| comparison.add(slot, &outcome(slot))).unwrap();
    assert_eq!((found.pairs, found.distinct_pairs), (32, 1));
    assert_eq!((found.verdict, found.llr), (Some(Verdict::OneGame), None));
    assert_eq!(found.difference, Estimate { value: 0.0, interval: None });
    let sides: Vec<_> = found.sides.iter().map(|side| side.difference).collect();
    let side = |value| Estimate { value, interval: None };
    assert_eq!(sides, [side(2.0), side(-2.0)]);
}

#[test]
fn a_side_that_repeats_its_games_has_no_interval_beside_one_that_has() {
    let plan = plan(Layout::Pair, 3);
    let found = {
        let mut comparison = Comparison::new(&plan).unwrap();
        let outcome = |slot: &Slot| {
            let as_team = slot.pairing.is_multiple_of(2);
            let game = if as_team { slot.pairing as u64 } else { 10 + slot.number };
            let score = if as_team { 3 } else { i32::try_from(slot.index % 2).unwrap() };
            let hash = GameHash(u128::from(game));
            MatchOutcome { scores: [score].into_iter().collect(), hash, ..blank() }
        };
        let slots: Vec<_> = (0..plan.len()).map(|number| plan.match_at(number)).collect();
        slots.iter().find_map(|slot| comparison.add(slot, &outcome(slot))).unwrap()
    };
    let [team, lone] = &found.sides[..] else { panic!("two sides") };
    assert_eq!(team.difference.interval, None);
    assert!(lone.difference.interval.is_some() && found.difference.interval.is_some());
}

/// Seeds with a void half must not change the findings. A's score is the number of the seed, so a
/// seed that is left in by mistake moves the mean.
#[test]
fn a_pair_of_which_a_half_is_void_is_left_out() {
    let plan = plan(Layout::Pair, 3);
    let per_seed = plan.pairings().len() as u64;
    let found = |voids: &[u64], seeds: &mut dyn Iterator<Item = u64>| {
        let mut comparison = Comparison::new(&plan).unwrap();
        let mut last = None;
        for seed in seeds {
            for pairing in 0..per_seed {
                let slot = plan.match_at(seed * per_seed + pairing);
                let score = i32::try_from(seed * (pairing + 1) % 13).unwrap();
                let scores = [score].into_iter().collect();
                let hash = GameHash(u128::from(slot.number) << 64);
                let looked = match voids.contains(&slot.number) {
                    true => comparison.add_void(),
                    false => comparison.add(&slot, &MatchOutcome { scores, hash, ..blank() }),
                };
                last = looked.or(last);
            }
        }
        last.unwrap()
    };
    // One half of a seed, the other half of another, and all of a third.
    let mut voids = vec![3 * per_seed, 5 * per_seed + per_seed - 1];
    voids.extend(9 * per_seed..10 * per_seed);
    let with = found(&voids, &mut (0..35));
    let without = found(&[], &mut (0..35).filter(|seed| ![3, 5, 9].contains(seed)));
    assert_eq!((with.pairs, with.void_pairs), (32, 3));
    assert_eq!(Findings { void_pairs: 0, ..with }, without);
}
