//! Tests of beliefs with a cap on trails: they hold too much, but never too little.

use std::collections::BTreeSet;

use stoker_bots::course::{Belief, HiddenTrail};
use stoker_engine::course::{Course, OwnPlace, Params, State};
use stoker_engine::{Game, Seed, Viewer};

use super::{Pair, check, rules::walk};

/// A hidden trail without the moves that `like` has forgotten.
fn as_forgetful(trail: HiddenTrail, like: HiddenTrail, moves: usize) -> Vec<Option<(u8, bool)>> {
    let mv = |age| {
        like.at(age).place?;
        trail.at(age).place.map(|place| (u8::from(place), trail.at(age).hide))
    };
    (0..moves).map(mv).collect()
}

/// Returns true if every trail of one belief is in the other, as far as the other has not
/// forgotten.
fn is_within(exact: &Belief, capped: &Belief) -> bool {
    let Some(like) = capped.trails().first().map(|known| known.trail) else { return false };
    let moves = exact.facts().moves().len();
    let trails = capped.trails().iter().map(|known| as_forgetful(known.trail, like, moves));
    let trails: BTreeSet<_> = trails.collect();
    exact.trails().iter().all(|known| trails.contains(&as_forgetful(known.trail, like, moves)))
}

/// The number of times that a capped belief was not exact, and that it became exact again.
fn compare(rules: &Course, seed: Seed, stays: u32) -> [u32; 2] {
    let [mut inexact, mut again] = [0; 2];
    let mut whole = Belief::new(rules);
    let mut capped = Pair::new(&Belief::new(rules).with_cap(0));
    let mut was_exact = true;
    walk(rules, seed, stays, |state: &State| {
        let view = rules.view(state, Viewer(0));
        whole.update(rules, view.hunters().unwrap());
        capped.step(rules, state);
        let belief = &capped.updated;
        assert!(belief.len() <= Belief::MIN_CAP);
        assert!(is_within(&whole, belief));
        check(belief, state.position());
        if belief.is_exact() {
            assert_eq!(belief.len(), whole.len());
            again += u32::from(!was_exact);
        } else {
            inexact += 1;
        }
        was_exact = belief.is_exact();
    });
    [inexact, again]
}

#[test]
fn above_the_cap_all_that_can_be_is_believed_and_that_it_is_not_exact() {
    let [mut inexact, mut again] = [0; 2];
    for preset in Params::presets() {
        let rules = Course::on(preset.params, Course::MAPS[0].load()).unwrap();
        for seed in 0..6 {
            let [more, back] = compare(&rules, Seed(seed), u32::try_from(seed % 4).unwrap());
            (inexact, again) = (inexact + more, again + back);
        }
    }
    assert!(inexact > 1_000 && again > 5, "{inexact} times inexact, {again} times exact again");
}

/// A forgotten move could have forced a teleport, or filled a city.
#[test]
fn what_is_forgotten_excludes_nothing() {
    let mut inexact = 0;
    for (city_encounters, trail) in [(0, 10), (1, 8), (2, 6), (3, 3)] {
        for own_place in [OwnPlace::NotAlone, OwnPlace::Never] {
            let params = Params {
                city_encounters,
                trail,
                double_back: trail - 1,
                own_place,
                start_score: 80,
                start_blood: 200,
                ..Params::default()
            };
            let rules = Course::on(params, Course::MAPS[0].load()).unwrap();
            for seed in 0..3 {
                inexact += compare(&rules, Seed(seed), 3)[0];
            }
        }
    }
    assert!(inexact > 100, "{inexact} times inexact");
}
