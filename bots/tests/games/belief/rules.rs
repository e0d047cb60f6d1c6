//! Tests of beliefs, for any rules and maps, against every hidden history that the engine lists.

use proptest::prelude::*;
use stoker_bots::course::Belief;
use stoker_engine::course::{
    Course, Guesses, HospitalStreak, Move, Mover, OwnPlace, Params, State,
};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Viewer, below, one_of};

use super::{Pair, believed, check, hidden};

/// Rules under which games last at most 80 rounds.
fn any_params() -> impl Strategy<Value = Params> {
    let trail = (2u8..=10).prop_flat_map(|trail| (Just(trail), 1..trail));
    let blood = (40..=300, 0..=3, 0..=10);
    let rest = (0u8..=3, 1u16..=20, 1u8..=6, 1u8..=8);
    let own = prop::sample::select(vec![OwnPlace::Free, OwnPlace::NotAlone, OwnPlace::Never]);
    (trail, 1..=80, blood, rest, own).prop_map(|(trail, score, blood, rest, own_place)| Params {
        trail: trail.0,
        double_back: trail.1,
        start_score: score,
        start_blood: blood.0,
        blood_loss_sea: blood.1,
        blood_gain_castle: blood.2,
        city_encounters: rest.0,
        vampire_period: rest.1,
        research_rests: rest.2,
        rail_divisor: rest.3,
        own_place,
        hospital_streak: HospitalStreak::Kept,
        ..Params::default()
    })
}

fn presets() -> impl Strategy<Value = Params> {
    prop::sample::select(Params::presets())
        .prop_map(|preset| Params { start_score: 60, ..preset.params })
}

/// A random game whose hunters stay in place `stays` times in four, so that they rest, research and
/// see little.
pub(crate) fn walk(rules: &Course, seed: Seed, stays: u32, mut watch: impl FnMut(&State)) {
    let mut rng = seed.rng(None, None, Purpose::new("test"));
    let mut state = rules.start(Chance::seeded(seed));
    while !state.position().board().is_over() {
        let mv = choose(rules, &state, stays, &mut rng);
        rules.play(&mut state, mv.into()).unwrap();
        watch(&state);
    }
}

fn choose(rules: &Course, state: &State, stays: u32, rng: &mut Rng) -> Move {
    let board = state.position().board();
    if let Mover::Hunter(hunter) = board.to_move()
        && let Some(at) = board.at(hunter)
        && below(rng, 4) < stays
    {
        return Move::Hunter(at);
    }
    one_of(rng, state.position().moves(rules)).unwrap()
}

/// Limit on the number of positions for comparisons with the engine's list.
const MOST: usize = 300;

fn compare(rules: &Course, seed: Seed, stays: u32) {
    let mut pair = Pair::new(&Belief::new(rules).with_cap(20_000));
    let mut guesses = Some(Guesses::start(rules));
    walk(rules, seed, stays, |state| {
        pair.step(rules, state);
        let view = rules.view(state, Viewer(0));
        let view = view.hunters().unwrap();
        guesses = guesses.take().filter(|guesses| guesses.positions().len() < MOST);
        if let Some(guesses) = &mut guesses {
            guesses.update(rules, view).unwrap();
            let listed = guesses.positions().map(|position| hidden(position.trail()));
            assert!(pair.updated.is_exact());
            assert_eq!(believed(&pair.updated), listed.collect());
        }
        if state.history().plays().len() % 31 == 0 {
            let mut anew = Belief::new(rules).with_cap(20_000);
            anew.update(rules, view);
            check(&anew, state.position());
            if anew.is_exact() && pair.updated.is_exact() {
                super::games::assert_alike(&anew, &pair.updated);
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_trails_are_those_of_all_histories(
        params in prop_oneof![presets(), any_params()],
        map in prop::sample::select(vec![0, 1]),
        seed in any::<u64>(),
        stays in 0u32..=4,
    ) {
        let rules = Course::on(params, Course::MAPS[map].load()).unwrap();
        compare(&rules, Seed(seed), stays);
    }
}

/// Compares every view of long games on the tiny map, some with chains that lead out of short
/// trails.
#[test]
fn on_the_tiny_map_the_trails_are_those_of_all_histories() {
    let short = Params { trail: 3, double_back: 2, ..Params::default() };
    let poor = Params { city_encounters: 1, ..Params::default() };
    for params in [Params::default(), short, poor] {
        let rules = Course::on(params, Course::MAPS[1].load()).unwrap();
        for seed in 0..8 {
            compare(&rules, Seed(seed), u32::try_from(seed % 4).unwrap());
        }
    }
}

/// Shows that the comparison of rules in which a city can be full covers such cases.
#[test]
fn a_double_back_into_a_full_city_is_told_from_one_to_sea_by_blood_alone() {
    let params = Params { city_encounters: 1, start_blood: 300, ..Params::default() };
    let rules = Course::on(params, Course::MAPS[0].load()).unwrap();
    let mut inexact = 0;
    for seed in 0..20 {
        let mut stepwise = Belief::new(&rules);
        walk(&rules, Seed(seed), 3, |state| {
            let view = rules.view(state, Viewer(0));
            let view = view.hunters().unwrap();
            stepwise.update(&rules, view);
            assert!(stepwise.is_exact());
            if state.history().plays().len() % 50 == 0 {
                let mut anew = Belief::new(&rules);
                anew.update(&rules, view);
                assert!(anew.len() >= stepwise.len());
                inexact += u32::from(!anew.is_exact());
            }
        });
    }
    assert!(inexact > 0);
}
