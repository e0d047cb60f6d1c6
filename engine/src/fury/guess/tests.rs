//! Guesses agree with what their viewer knows, and the truth is among them.

use super::*;
use crate::chance::Chance;
use crate::fury::Fury;
use crate::fury::params::{Params, Step};
use crate::game::{Game, Turn};
use crate::map::BuiltinMap;
use crate::seats::Viewer;
use crate::seed::{Purpose, one_of};

const STEPS: [Step; 3] = [Step::Hunt, Step::Combat, Step::Full];

fn rules(play: Step) -> Fury {
    Fury::with(Params { play, ..Params::default() }, BuiltinMap::FURY.load()).unwrap()
}

/// Random games of a step; `look` sees every state in which a seat is asked, with its view.
fn games(rules: &Fury, seeds: std::ops::Range<u64>, mut look: impl FnMut(&State, &View)) {
    for seed in seeds.map(Seed) {
        let mut rng = seed.rng(None, None, Purpose::new("play"));
        let mut state = rules.start(Chance::seeded(seed));
        while let Turn::ToMove(seat) = rules.turn(&state) {
            let view = rules.view(&state, rules.sides().viewer_of(seat));
            look(&state, &view);
            let mv = one_of(&mut rng, rules.legal_moves(&view)).unwrap();
            rules.play(&mut state, mv.into()).unwrap();
        }
    }
}

fn true_trail(state: &State) -> HiddenTrail {
    let trail = &state.known.trail;
    let slots = trail.spaces.iter().chain(&trail.lairs).chain([&trail.leaving]).flatten();
    let card = |slot: &TrailSlot| match (&slot.card, slot.place()) {
        (_, Some(place)) => Some((slot.id, HiddenCard::At(place))),
        (crate::fury::TrailCard::Hide(..), _) => Some((slot.id, HiddenCard::Hide)),
        _ => None,
    };
    slots.filter_map(card).collect()
}

/// Guesses in all questions of some games of each step.
fn guesses(seeds: std::ops::Range<u64>, mut look: impl FnMut(&Fury, &State, &View, &State)) {
    for play in STEPS {
        let rules = rules(play);
        let mut rng = Seed(7).bot_rng();
        games(&rules, seeds.clone(), |state, view| {
            let guess = guessed(&rules, view, &mut rng);
            let asked = view.asked().unwrap();
            let guess = guess.unwrap_or_else(|_| panic!("{play:?}, {asked:?}"));
            look(&rules, state, view, &guess);
        });
    }
}

#[test]
fn a_guess_gives_the_view_it_was_made_from_at_every_kind_of_question() {
    let mut questions = std::collections::BTreeSet::new();
    guesses(0..60, |rules, state, view, guess| {
        let Turn::ToMove(seat) = rules.turn(guess) else { panic!("a seat is asked") };
        assert_eq!(rules.turn(guess), rules.turn(state));
        let viewer = rules.sides().viewer_of(seat);
        assert_eq!(&rules.view(guess, viewer), view);
        assert!(rules.legal_moves(&rules.view(guess, viewer)).eq(rules.legal_moves(view)));
        questions.insert((viewer, view.asked().unwrap().question.code()));
    });
    let asked = |viewer| questions.iter().filter(|(by, _)| *by == viewer).count();
    println!("{questions:?}");
    assert!(asked(Viewer(0)) >= 18 && asked(Viewer(1)) >= 12, "{questions:?}");
}

#[test]
fn a_guessed_game_can_be_played_to_its_end() {
    let mut rng = Seed(3).bot_rng();
    let mut ends = 0;
    guesses(0..1, |rules, _, _, guess| {
        if below(&mut rng, 40) > 0 {
            return;
        }
        let mut guess = guess.clone();
        while let Turn::ToMove(seat) = rules.turn(&guess) {
            let view = rules.view(&guess, rules.sides().viewer_of(seat));
            let mv = one_of(&mut rng, rules.legal_moves(&view)).unwrap();
            rules.play(&mut guess, mv.into()).unwrap();
        }
        ends += 1;
    });
    assert!(ends > 20, "{ends}");
}

/// With the true trail given, all that the hunters do not see of it can be guessed, and the true
/// cards are among those that are dealt.
#[test]
fn the_true_trail_and_the_true_encounters_can_be_guessed() {
    for play in STEPS {
        let rules = rules(play);
        let mut rng = Seed(7).bot_rng();
        games(&rules, 0..40, |state, view| {
            let View::Hunters(view) = view else { return };
            let guess = view.guess(&rules, &true_trail(state), &mut rng).unwrap();
            assert_eq!(true_trail(&guess), true_trail(state));
            assert_eq!(guess.known.dracula.place, state.known.dracula.place);
            assert_eq!(guess.known.dracula.slot, state.known.dracula.slot);
            let hidden = |state: &State| {
                let trail = &state.known.trail;
                let slots = trail.spaces.iter().chain(&trail.lairs).chain([&trail.leaving]);
                let laid = slots.flatten().flat_map(TrailSlot::encounters);
                let down = laid.filter(|card| !card.is_up()).map(|card| card.kind());
                let own = &state.known.dracula;
                let rest = own.hand.iter().chain(own.encounters_out.iter());
                let deck = state.decks.encounters.iter().copied();
                down.chain(rest).chain(deck).collect::<crate::fury::Encounters>()
            };
            assert_eq!(hidden(state), view.unseen_encounters(&rules));
            assert_eq!(hidden(&guess), hidden(state));
        });
    }
}

/// What is unseen is public, so each viewer's scene lists it, and so does the one of everything.
#[test]
fn every_scene_lists_the_same_unseen_encounters() {
    for play in STEPS {
        let rules = rules(play);
        let named = |row: &crate::scene::Row| row.name == "encounters that hunters do not see";
        let row = rules.scenery().rows.iter().position(named).unwrap();
        games(&rules, 0..10, |state, view| {
            let View::Hunters(hunters) = state.hunters_view(rules.world().castle) else { return };
            let unseen = hunters.unseen_encounters(&rules);
            let unseen: Vec<&str> = unseen.iter().map(|kind| kind.code()).collect();
            for scene in [rules.scene(view), rules.scene_of_all(state)] {
                let listed: Vec<&str> =
                    scene.rows[row].iter().map(|card| card.label.as_str()).collect();
                assert_eq!(listed, unseen);
            }
        });
    }
}

/// The rest is not shown: what was answered before the question, such as where he flees to.
#[test]
fn what_is_still_to_be_done_is_nearly_always_what_is_true() {
    let [mut same, mut other] = [0, 0];
    guesses(0..60, |_, state, _, guess| {
        let tasks = |state: &State| state.pending.as_ref().map(|pending| pending.task);
        if tasks(state) == tasks(guess) && state.agenda == guess.agenda {
            same += 1;
        } else {
            other += 1;
        }
    });
    println!("{same} are the same, {other} differ");
    assert!(same > 25 * other, "{same} are the same, {other} differ");
}

/// The cards that are tried for each slot include the true one.
#[test]
fn a_trail_that_is_drawn_can_be_the_true_one() {
    let mut slots = 0;
    for play in STEPS {
        let rules = rules(play);
        let mut rng = Seed(9).bot_rng();
        games(&rules, 0..40, |state, view| {
            let View::Hunters(view) = view else { return };
            let missing = trail::missing(view, &rules, &true_trail(state), &mut rng);
            assert_eq!(missing, None, "{play:?}: {:?}", state.known.trail);
            slots += 1;
        });
    }
    assert!(slots > 1_000);
}
