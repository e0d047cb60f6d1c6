//! Properties of every plan, record and sum, for all numbers.

use proptest::prelude::*;
use stoker_engine::{Game as _, Seed};

use crate::plan::{Keep, Plan};
use crate::record::Record;
use crate::starts::Starts;
use crate::testing::*;
use crate::verify::verify_record;

fn layouts() -> impl Strategy<Value = Layout> {
    prop_oneof![Just(Layout::Solo), Just(Layout::Pair), Just(Layout::Three), Just(Layout::Mixed)]
}

fn numbered(layout: Layout, entrants: usize) -> Plan<Toy> {
    let mut draft = draft(layout, 1);
    draft.entrants = (0..entrants).map(|n| entrant(&format!("e{n}"), RANDOM)).collect();
    Plan::new(draft).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_sample_is_as_large_as_asked_for(n in 0u64..400, total in 1u64..4_000) {
        let kept = (0..total).filter(|&number| Keep::Sample(n).keeps(number, total)).count();
        prop_assert_eq!(kept as u64, n.min(total));
    }

    #[test]
    fn every_entrant_has_every_side_equally_often(layout in layouts(), entrants in 1usize..6) {
        let plan = numbered(layout, entrants);
        for side in 0..plan.game().sides().list().len() {
            let of = |entrant| {
                let all = plan.pairings().iter().map(|pairing| pairing.entrants()[side]);
                all.filter(|&other| other == entrant).count()
            };
            prop_assert!((1..entrants).all(|entrant| of(entrant) == of(0)), "side {}", side);
        }
    }

    #[test]
    fn no_pairing_comes_twice(layout in layouts(), entrants in 1usize..6) {
        let plan = numbered(layout, entrants);
        let mut seatings: Vec<_> = plan.pairings().iter().map(|p| p.entrants()).collect();
        seatings.sort_unstable();
        seatings.dedup();
        prop_assert_eq!(seatings.len(), plan.pairings().len());
    }

    #[test]
    fn every_match_whatever_its_bots_do_leaves_a_record_that_verifies(
        layout in layouts(), seed: u64, opening: bool, bots in prop::collection::vec(0usize..6, 1..4),
    ) {
        const BOTS: [Make; 6] = [RANDOM, FIRST, CHEAT, FAINT, SORE, PANICS_WHEN_MADE];
        let mut draft = draft(layout, 1);
        draft.seed = Seed(seed);
        draft.starts = if opening { Starts::Random } else { Starts::Free };
        let named = |(n, &bot): (usize, &usize)| entrant(&format!("e{n}"), BOTS[bot]);
        draft.entrants = bots.iter().enumerate().map(named).collect();
        for line in record_lines_of(&Plan::new(draft).unwrap()) {
            let record: Record = serde_json::from_str(&line).unwrap();
            prop_assert_eq!(&record.to_line(), &line);
            let verified = verify_record(&*Toy::of(layout, 23), &record);
            prop_assert!(verified.is_ok(), "{:?} of {}", verified, line);
        }
    }
}
