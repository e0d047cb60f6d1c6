//! Games of kosmos, masters and fury take no memory from the heap, except for what they keep.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use allocation_counter::measure;
use stoker_engine::fury::{Fury, Params, Step};
use stoker_engine::kosmos::{Kosmos, Position, Side, Tellings};
use stoker_engine::map::BuiltinMap;
use stoker_engine::masters::{self, Masters};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Turn, Viewer, one_of};

fn rng() -> Rng {
    Seed(1).rng(None, None, Purpose::new("test"))
}

/// Decisions of a random game on a position alone.
fn playout(rules: &Kosmos, rng: &mut Rng) -> u64 {
    let mut position = Position::start(rules, rng, &mut Tellings::new());
    let mut decisions = 0;
    while let Some(mv) = one_of(rng, position.moves(rules)) {
        position.play(rules, mv, rng, &mut Tellings::new()).unwrap();
        decisions += 1;
    }
    decisions
}

#[test]
fn searches_take_no_memory() {
    let (rules, mut rng) = (Kosmos::default(), rng());
    // Tables that are worked out once.
    playout(&rules, &mut rng);
    let mut decisions = 0;
    let taken = measure(|| decisions = (0..100).map(|_| playout(&rules, &mut rng)).sum());
    assert!(decisions > 10_000);
    assert_eq!(taken.count_total, 0);
}

#[test]
fn games_take_memory_for_draws_and_for_what_is_told_alone() {
    let (rules, mut rng) = (Kosmos::default(), rng());
    playout(&rules, &mut rng);
    let mut state = rules.start(Chance::seeded(Seed(1)));
    let mut views = Side::BOTH.map(|side| state.view(side));
    let mut decisions = 0;
    let taken = measure(|| {
        while let Some((side, _)) = state.position().asked() {
            let moves = rules.legal_moves(&views[side as usize]);
            let play = rules.play(&mut state, one_of(&mut rng, moves).unwrap().into()).unwrap();
            for (viewer, view) in [Viewer(0), Viewer(1)].into_iter().zip(&mut views) {
                rules.redact(&state, &play, viewer).for_each(|event| rules.advance(view, event));
            }
            decisions += 1;
        }
    });
    // Two lists in the state and one in each view take memory once in 32 entries.
    let told: usize = views.iter().map(|view| view.told.len()).sum();
    let lists = u64::try_from(2 * told.div_ceil(32)).unwrap();
    assert!(decisions > 50 && taken.count_total <= lists + 10, "{}", taken.count_total);
}

/// Decisions of a random game of masters on a position alone.
fn masters_playout(rules: &Masters, rng: &mut Rng) -> u64 {
    let mut told = masters::Tellings::dropped();
    let mut position = masters::Position::start(rules, rng, &mut told);
    let mut decisions = 0;
    while let Some(mv) = one_of(rng, position.moves(rules)) {
        position.play(rules, mv, rng, &mut told).unwrap();
        decisions += 1;
    }
    decisions
}

#[test]
fn searches_of_masters_take_no_memory() {
    for preset in Masters::presets() {
        let (rules, mut rng) = (Masters::with(preset.params).unwrap(), rng());
        let mut decisions = 0;
        let taken =
            measure(|| decisions = (0..50).map(|_| masters_playout(&rules, &mut rng)).sum());
        assert!(decisions > 1_000, "{decisions}");
        assert_eq!(taken.count_total, 0, "{}", preset.name);
    }
}

/// The list of draws grows now and then; nothing else takes memory, views of mixed teams included.
#[test]
fn games_of_masters_take_memory_for_draws_alone() {
    for teams in [masters::Teams::Shared, masters::Teams::Mixed] {
        let rules = Masters::with(masters::Params { teams, ..Default::default() }).unwrap();
        let mut rng = rng();
        let mut state = rules.start(Chance::seeded(Seed(1)));
        let viewers = (0..).map(Viewer).take(rules.sides().viewers().len());
        let mut views: Vec<_> = viewers.map(|viewer| rules.view(&state, viewer)).collect();
        let mut decisions = 0;
        let taken = measure(|| {
            while let Turn::ToMove(seat) = rules.turn(&state) {
                let viewer = usize::from(rules.sides().viewer_of(seat).0);
                let mv = one_of(&mut rng, rules.legal_moves(&views[viewer])).unwrap();
                let play = rules.play(&mut state, mv.into()).unwrap();
                for (viewer, view) in (0..).map(Viewer).zip(&mut views) {
                    let event = rules.redact(&state, &play, viewer);
                    event.into_iter().for_each(|event| rules.advance(view, event));
                }
                decisions += 1;
            }
        });
        println!("{teams:?}: {} in {decisions} decisions", taken.count_total);
        assert!(decisions > 30 && taken.count_total <= 10, "{}", taken.count_total);
    }
}

/// The list of draws grows now and then, and so does the list of the events of a play, which the
/// state keeps for the next one. The rules and the views take nothing.
#[test]
fn games_of_fury_take_memory_for_lists_that_grow_alone() {
    for play in [Step::Hunt, Step::Combat, Step::Full] {
        let rules =
            Fury::with(Params { play, ..Params::default() }, BuiltinMap::FURY.load()).unwrap();
        let mut rng = rng();
        let mut state = rules.start(Chance::seeded(Seed(1)));
        let mut views = [0, 1].map(|viewer| rules.view(&state, Viewer(viewer)));
        let (mut decisions, mut all) = (0, 0);
        while let Turn::ToMove(seat) = rules.turn(&state) {
            let viewer = usize::from(rules.sides().viewer_of(seat).0);
            let mv = one_of(&mut rng, rules.legal_moves(&views[viewer])).unwrap();
            let taken = measure(|| {
                let play = rules.play(&mut state, mv.into()).unwrap();
                for (viewer, view) in [Viewer(0), Viewer(1)].into_iter().zip(&mut views) {
                    rules.tell(&state, &play, viewer, view);
                }
            });
            all += taken.count_total;
            decisions += 1;
        }
        println!("{play:?}: {all} in {decisions} decisions");
        assert!(decisions > 50 && all <= 20, "{play:?}: {all} in {decisions} decisions");
    }
}
