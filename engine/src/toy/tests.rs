//! Tests of the toy's rules, one fact each, and of the secrecy of the dice.

use super::*;
use crate::chance::Chance;
use crate::game::{Choice, Game, IllegalMove, Turn};
use crate::seats::{Seat, SideId, Viewer};
use crate::seed::Seed;

/// A game with this chance in which everybody makes the first legal move.
fn after(toy: &Toy, seed: u64, decisions: u32) -> State {
    let mut state = toy.start(Chance::seeded(Seed(seed)));
    for _ in 0..decisions {
        let mv = moves_after(state.last).next().expect("there are three");
        toy.play(&mut state, mv.into()).expect("a legal move");
    }
    state
}

#[test]
fn the_last_move_cannot_be_made_again() {
    let toy = Toy::of(Layout::Still, 9);
    let mut state = toy.start(Chance::seeded(Seed(1)));
    assert_eq!(toy.play(&mut state, 3.into()), Err(IllegalMove));
    assert_eq!(toy.play(&mut state, 4.into()), Err(IllegalMove));
    assert_eq!(toy.play(&mut state, 2.into()), Ok(Play { seat: Seat(0), mv: 2, die: None }));
    assert_eq!(toy.play(&mut state, 2.into()), Err(IllegalMove));
}

#[test]
fn every_fifth_decision_is_forced() {
    let toy = Toy::of(Layout::Still, 12);
    let forced = (0..11).filter(|&made| toy.forced_move(&after(&toy, 1, made)).is_some());
    assert_eq!(forced.collect::<Vec<_>>(), [4, 9]);
    // The first moves after 3 are 0, 1, 2, 3. The fifth is 0.
    assert_eq!(toy.forced_move(&after(&toy, 1, 4)), Some(0));
}

#[test]
fn a_team_wins_with_more_than_thirty_and_else_the_one_against_it() {
    let toy = Toy::of(Layout::Still, 21);
    // Five rounds of 0, 1, 2 and 3, and another 0, add up to 30.
    let Turn::Over(ending) = toy.turn(&after(&toy, 1, 21)) else { panic!("not over") };
    assert_eq!((ending.scores[0], ending.reason), (30, "length"));
    assert!(ending.winners.contains(SideId(1)) && !ending.winners.contains(SideId(0)));
    let toy = Toy::of(Layout::Still, 22);
    let Turn::Over(ending) = toy.turn(&after(&toy, 1, 22)) else { panic!("not over") };
    assert_eq!(ending.scores[0], 31);
    assert!(ending.winners.contains(SideId(0)) && !ending.winners.contains(SideId(1)));
}

#[test]
fn three_sixes_end_a_short_game_and_nothing_is_played_after_it() {
    let toy = Toy::of(Layout::Solo, 20);
    let mut lucky = 0;
    for seed in (0..200).map(Seed) {
        let mut state = toy.start(Chance::seeded(seed));
        while let Turn::ToMove(_) = toy.turn(&state) {
            assert!(state.sixes < 3);
            let choice = toy.default_choice(&mut state);
            toy.play(&mut state, choice).expect("a legal move");
        }
        let Turn::Over(ending) = toy.turn(&state) else { unreachable!("it is over") };
        assert_eq!(ending.reason == "luck", state.sixes == 3);
        assert!(moves_after(state.last).all(|mv| toy.play(&mut state, mv.into()).is_err()));
        lucky += u32::from(ending.reason == "luck");
    }
    // Three or more sixes in twenty dice: 67 of 100 games, give or take 3.
    assert!((120..150).contains(&lucky), "{lucky}");
}

/// Compares games that differ only in the dice.
#[test]
fn who_does_not_see_the_dice_sees_the_same_whatever_they_are() {
    for (layout, blind) in [(Layout::Partners, Viewer(1)), (Layout::Pair, Viewer(1))] {
        let toy = Toy::of(layout, 1_200);
        let mut differed = false;
        for seed in 1..50 {
            let (one, other) = (after(&toy, 0, 9), after(&toy, seed, 9));
            assert_eq!(toy.view(&one, blind), toy.view(&other, blind));
            let seen = [&one, &other].map(|state| toy.view(state, Viewer(0)));
            differed |= seen[0] != seen[1];
        }
        assert!(differed, "dice that nobody sees prove nothing");
    }
}

#[test]
fn events_bring_every_view_up_to_date() {
    for preset in Toy::presets() {
        let toy = Toy::with(preset.params).expect("a preset");
        let mut state = toy.start(Chance::seeded(Seed(7)));
        let viewers: Vec<_> = (0..).map(Viewer).take(toy.sides().viewers().len()).collect();
        let mut views: Vec<_> = viewers.iter().map(|&viewer| toy.view(&state, viewer)).collect();
        while let Turn::ToMove(_) = toy.turn(&state) {
            let choice: Choice<u8> = toy.unasked_choice(&mut state);
            let play = toy.play(&mut state, choice).expect("a legal move");
            for (view, &viewer) in views.iter_mut().zip(&viewers) {
                let event = toy.redact(&state, &play, viewer);
                event.into_iter().for_each(|event| toy.advance(view, event));
                assert_eq!(*view, toy.view(&state, viewer), "{viewer:?} of {}", preset.name);
            }
        }
    }
}

#[test]
fn a_view_that_says_nonsense_is_asked_in_peace() {
    let toy = Toy::of(Layout::Mixed, 9);
    let nonsense =
        View { viewer: Viewer(200), decision: u32::MAX, last: 255, dice: u32::MAX, over: false };
    for viewer in 0..=255 {
        let mut view = View { viewer: Viewer(viewer), ..nonsense.clone() };
        assert!(toy.legal_moves(&view).all(|mv| mv < 4));
        toy.advance(&mut view, Event { mv: 255, die: Some(255), over: false });
        assert!(toy.legal_moves(&view).all(|mv| mv < 4));
    }
}

#[test]
fn parameters_out_of_range_and_maps_are_refused() {
    let error = Toy::with(Params { layout: Layout::Solo, decisions: 1_201 }).err();
    let text = error.map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(text, "parameter `decisions` is 1201, but must be in 0..=1200");
    let params = Params { layout: Layout::Solo, decisions: 9 };
    let map = Some(crate::map::BuiltinMap::TINY.load());
    assert_eq!(Toy::new(params, map).err(), Some(SetupError::UnwantedMap));
}
