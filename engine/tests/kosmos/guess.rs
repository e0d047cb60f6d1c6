//! Positions made of a view and of what is hidden from it.

use stoker_engine::Guess as _;
use stoker_engine::kosmos::{
    ActionCard, Asked, Cards, Hidden, Kosmos, Position, Side, Tellings, View,
};

use super::play::asked;
use crate::common::play::{Played as _, Run};

fn hidden(position: &Position, viewer: Side) -> Hidden {
    let other = position.own()[viewer.other()];
    Hidden {
        board: *position.board(),
        hand: other.hand,
        laid: other.laid,
        actions: other.actions,
        pile: other.pile,
    }
}

/// Calls this whenever somebody is asked, in random games under all parameters.
fn whenever_asked(mut check: impl FnMut(&mut Run<Kosmos>, Side)) {
    for rules in Kosmos::setups() {
        for seed in 0..25 {
            let mut run = Run::new(&rules, seed);
            while let Some(side) = asked(&run) {
                check(&mut run, side);
                let mv = run.random_move().unwrap();
                run.make(mv);
            }
        }
    }
}

#[test]
fn a_view_and_the_truth_about_what_is_hidden_from_it_make_the_position() {
    whenever_asked(|run, side| {
        let truth = run.state.position();
        let made = run.views[side as usize].position(run.rules, &hidden(truth, side));
        assert_eq!(made.as_ref(), Ok(truth));
    });
}

#[test]
fn a_seat_that_is_not_asked_has_no_position_to_search_from() {
    whenever_asked(|run, side| {
        let other = side.other();
        let hidden = hidden(run.state.position(), other);
        assert!(run.views[other as usize].position(run.rules, &hidden).is_err());
    });
}

#[test]
fn a_question_that_nobody_can_be_asked_then_is_refused() {
    whenever_asked(|run, side| {
        let view = &run.views[side as usize];
        let odd = match view.asked {
            Some(Asked::Lay | Asked::Barrier) => Asked::Walk,
            Some(Asked::Walk | Asked::Look | Asked::Play) => Asked::Save,
            _ => return,
        };
        let truth = hidden(run.state.position(), side);
        let view = View { asked: Some(odd), ..view.clone() };
        assert!(view.position(run.rules, &truth).is_err(), "{odd}");
    });
}

#[test]
fn guesses_fit_the_view_and_can_be_played_from() {
    let mut count = 0;
    whenever_asked(|run, side| {
        count += 1;
        if count % 7 != 0 {
            return;
        }
        let view = &run.views[side as usize];
        let hidden = view.guess(run.rules, &mut run.rng).unwrap();
        let mut position = view.position(run.rules, &hidden).unwrap();
        assert_eq!((position.table(), position.own()[side]), (&view.table, view.own));
        assert!(position.moves(run.rules).eq(view.moves(run.rules)));
        for _ in 0..40 {
            let Some(mv) = stoker_engine::one_of(&mut run.rng, position.moves(run.rules)) else {
                break;
            };
            let mut told = Tellings::new();
            position.play(run.rules, mv, &mut run.rng, &mut told).unwrap();
        }
    });
}

#[test]
fn a_guessed_game_shows_the_seat_the_same_view_and_can_be_played_to_its_end() {
    let mut count = 0;
    whenever_asked(|run, side| {
        count += 1;
        let (rules, view) = (run.rules, &run.views[side as usize]);
        if count % 31 != 0 {
            return;
        }
        let guesses = rules.guesses(view).unwrap();
        let state = rules.sample(&guesses, &mut run.rng);
        assert_eq!(state.view(side), *view);
        let mut on = Run::from_state(rules, state, run.rng.clone());
        on.play_on(|_| {});
        assert_eq!(*on.views, Side::BOTH.map(|side| on.state.view(side)));
    });
    assert!(count > 1_000);
}

#[test]
fn a_seat_that_is_not_asked_guesses_nothing() {
    whenever_asked(|run, side| {
        assert!(run.rules.guesses(&run.views[side.other() as usize]).is_err());
    });
}

#[test]
fn before_the_deal_a_position_needs_what_was_laid() {
    whenever_asked(|run, side| {
        if run.state.position().table().turn > 0 {
            return;
        }
        let view = &run.views[side as usize];
        let guess = view.guess(run.rules, &mut run.rng).unwrap();
        assert!(view.position(run.rules, &guess).is_ok());
        let truth = hidden(run.state.position(), side);
        let other = side.other();
        let hand = run.rules.data().cards[other];
        let nothing_laid = Hidden { hand, laid: Cards::none(other), ..truth };
        let made = view.position(run.rules, &nothing_laid);
        assert_eq!(made.is_ok(), truth.laid.is_empty());
    });
}

#[test]
fn a_card_that_composure_fetched_from_the_pile_was_played_before_it() {
    let mut fetched = 0;
    whenever_asked(|run, side| {
        let view = &run.views[side as usize];
        let plays: Vec<ActionCard> = view.table.plays.hunter.iter().collect();
        let composure = plays.iter().position(|card| *card == ActionCard::Composure);
        let Some(composure) = composure.filter(|_| side == Side::Dracula) else { return };
        let guess = view.guess(run.rules, &mut run.rng).unwrap();
        for card in guess.actions.iter() {
            if let Some(at) = plays.iter().position(|played| *played == card) {
                assert!(at < composure, "{card} of {plays:?}");
                fetched += 1;
            }
        }
    });
    assert!(fetched > 0);
}

#[test]
fn what_is_hidden_varies_among_guesses_and_comes_to_the_truth_now_and_then() {
    let (mut hands, mut actions, mut others) = (0, 0, 0);
    whenever_asked(|run, side| {
        let position = *run.state.position();
        let begins = position.asked() == Some((side, Asked::Walk)) && position.table().steps == 0;
        if position.table().turn != 6 || !begins {
            return;
        }
        let truth = hidden(&position, side);
        for _ in 0..200 {
            let guess = run.views[side as usize].guess(run.rules, &mut run.rng).unwrap();
            hands += usize::from(guess.hand == truth.hand);
            actions += usize::from(guess.actions == truth.actions);
            others += usize::from(guess.hand != truth.hand);
        }
    });
    assert!(hands > 0 && actions > 0 && others > 0, "{hands} {actions} {others}");
}

#[test]
fn what_contradicts_the_view_is_refused() {
    whenever_asked(|run, side| {
        let truth = hidden(run.state.position(), side);
        if run.state.position().table().turn == 0 {
            return;
        }
        let view = &run.views[side as usize];
        let refused = |hidden: Hidden| assert!(view.position(run.rules, &hidden).is_err());
        let kinds = stoker_engine::kosmos::Kind::of(side.other());
        let more = kinds.iter().find(|kind| truth.hand.count(**kind) > 0);
        if let Some(kind) = more {
            let mut hand = truth.hand;
            hand.remove(*kind);
            refused(Hidden { hand, ..truth });
        }
        refused(Hidden { hand: view.own.hand, ..truth });
        if let Some(card) = truth.actions.iter().next() {
            refused(Hidden { actions: truth.actions.without(card), ..truth });
            refused(Hidden { pile: truth.pile.with(card), ..truth });
        }
    });
}
