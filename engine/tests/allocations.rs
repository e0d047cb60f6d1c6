//! Games of kosmos take no memory from the heap, except for what they keep.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use allocation_counter::measure;
use stoker_engine::kosmos::{Kosmos, Position, Side, Tellings};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Viewer, one_of};

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
