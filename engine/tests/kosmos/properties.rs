//! Properties of every game, whatever the parameters and the play.

use serde_json::Value;
use stoker_engine::kosmos::{
    ActionCard, Cards, Colour, Event, Kind, Kosmos, Link, Move, Params, Place, Side, View, Word,
};
use stoker_engine::{Chance, Game, Seed, Turn, below};

use crate::common::damage;
use crate::play::{Run, all_params};

const GAMES: u64 = 40;

/// Calls this after every decision of random games under all parameters, and before the first.
fn everywhere(mut check: impl FnMut(&mut Run)) {
    for params in all_params() {
        let rules = Kosmos::with(params).unwrap();
        for seed in 0..GAMES {
            let mut run = Run::new(&rules, seed);
            check(&mut run);
            while let Some(mv) = run.random_move() {
                run.make(mv);
                check(&mut run);
            }
        }
    }
}

/// Every move that can be said, legal or not.
fn every_move() -> Vec<Move> {
    let links = |&colour: &Colour| Link::ALL.iter().map(move |&link| Move::Barrier(colour, link));
    let lays = Side::BOTH.into_iter().flat_map(|side| {
        let digits = |n: u16| [n % 6, n / 6 % 6, n / 36 % 6, n / 216 % 6, n / 1_296];
        let counts = (0..7_776).map(move |n| digits(n).map(|digit| digit.try_into().unwrap()));
        let six = counts.map(move |counts| Cards::new(side, counts)).filter(|c| c.len() == 6);
        six.map(Move::Lay)
    });
    let places = Place::ALL.iter().copied().map(Move::To);
    let kinds = Kind::ALL.iter().copied().map(Move::Card);
    let actions = ActionCard::ALL.iter().copied().map(Move::Play);
    let words = Word::ALL.iter().copied().map(Move::Word);
    let barriers = Colour::ALL.iter().flat_map(links);
    places.chain(kinds).chain(actions).chain(words).chain(barriers).chain(lays).collect()
}

#[test]
fn views_kept_by_events_are_those_made_afresh_and_only_the_seat_asked_has_moves() {
    everywhere(|run| {
        for (side, view) in Side::BOTH.into_iter().zip(&run.views) {
            assert_eq!(*view, run.state.view(side));
            let asked = run.asked() == Some(side);
            assert_eq!(!run.rules.legal_moves(view).is_empty(), asked);
            assert_eq!(view.asked.is_some(), asked);
        }
    });
}

#[test]
fn views_and_events_are_read_back_from_json_as_they_were() {
    let mut count = 0;
    everywhere(|run| {
        count += 1;
        if count % 23 == 0 {
            for view in &run.views {
                let json = serde_json::to_string(view).unwrap();
                assert_eq!(serde_json::from_str::<View>(&json).unwrap(), *view);
            }
        }
        for event in run.views[0].told.since(run.views[0].told.len() - 1) {
            let event = Event::Told(*event);
            let json = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), event);
        }
    });
}

#[test]
fn a_move_is_accepted_exactly_if_it_is_in_the_legal_list() {
    let all = every_move();
    let mut count = 0;
    everywhere(|run| {
        count += 1;
        if count % 19 != 0 && run.state.position().table().turn > 0 {
            return;
        }
        let legal = run.legal();
        for &mv in &all {
            let mut state = run.state.clone();
            let accepted = run.rules.play(&mut state, mv.into()).is_ok();
            assert_eq!(accepted, legal.contains(&mv), "{mv:?}");
            if !accepted {
                assert_eq!(state.position(), run.state.position());
                let drawn = run.rules.chance(&run.state).drawn();
                assert_eq!(run.rules.chance(&state).drawn(), drawn);
                assert!(Side::BOTH.iter().all(|&side| state.view(side) == run.state.view(side)));
            }
        }
    });
}

#[test]
fn moves_are_short_and_read_back_as_they_were_written() {
    everywhere(|run| {
        let Some(side) = run.asked() else { return };
        for mv in run.legal() {
            let mut text = String::new();
            run.rules.write_move(mv, &mut text).unwrap();
            assert!(text.len() <= 16 && !text.contains([' ', ',']), "{text}");
            assert_eq!(run.rules.parse_move(side.seat(), &text), Ok(mv));
        }
    });
}

#[test]
fn games_end_within_the_bound_and_cards_are_neither_lost_nor_made() {
    for params in all_params() {
        let rules = Kosmos::with(params).unwrap();
        for seed in 0..GAMES {
            let mut run = Run::new(&rules, seed);
            let mut decisions = 0;
            while let Some(mv) = run.random_move() {
                run.make(mv);
                decisions += 1;
                count_cards(&run);
            }
            assert!(decisions <= rules.max_decisions());
            let Turn::Over(ending) = rules.turn(&run.state) else { panic!("nobody is asked") };
            assert!((-1..=1).contains(&ending.scores[0]));
            assert!(rules.chance(&run.state).drawn().len() >= 29);
        }
    }
}

/// Each side's fifteen cards are laid, held, beaten or won by the other, and what is public of them
/// is true.
fn count_cards(run: &Run) {
    let position = run.state.position();
    let table = position.table();
    for side in Side::BOTH {
        let own = &position.own()[side];
        let on_board = position.board().iter().filter_map(|(_, card)| *card);
        let on_board = on_board.filter(|card| card.side() == side).count();
        let laid = if table.turn == 0 { own.laid.len() } else { 0 };
        let elsewhere = table.discards[side].len() + u32::from(table.won[side.other()]) + laid;
        assert_eq!(own.hand.len() + elsewhere + u32::try_from(on_board).unwrap(), 15);
        if table.turn > 0 {
            assert_eq!(u32::from(table.hands[side]), own.hand.len());
        }
        let deck = table.decks[side];
        assert_eq!(u32::from(deck.hand), own.actions.len());
        assert_eq!(u32::from(deck.aside), own.aside().len());
        assert_eq!(u32::from(deck.pile), own.pile.len());
        for (place, mark) in own.record.iter().filter(|_| table.turn > 0) {
            let card = position.board()[place];
            assert_eq!(card.is_none(), mark.to_string() == "-");
            assert!(mark.kind().is_none_or(|kind| card == Some(kind)));
            assert!(mark.side().is_none_or(|side| card.is_some_and(|card| card.side() == side)));
        }
    }
}

#[test]
fn a_replay_of_the_draws_and_moves_comes_to_the_same_end() {
    for seed in 0..GAMES {
        let rules = Kosmos::default();
        let mut run = Run::new(&rules, seed);
        let mut moves = vec![];
        while let Some(mv) = run.random_move() {
            moves.push(run.make(mv).mv);
        }
        let drawn = rules.chance(&run.state).drawn().to_vec();
        let mut again = Run::with(&rules, Chance::recorded(drawn), seed);
        moves.into_iter().for_each(|mv| drop(again.make(mv)));
        assert_eq!(again.views, run.views);
        assert_eq!(rules.chance(&again.state).check(), Ok(()));
        assert_eq!(rules.turn(&again.state), rules.turn(&run.state));
    }
}

/// A seat that has lost its say plays at random, and a single legal move takes no draw.
#[test]
fn default_choices_are_legal_and_draw_only_among_several() {
    let rules = Kosmos::default();
    for seed in 0..GAMES {
        let mut run = Run::new(&rules, seed);
        while run.asked().is_some() {
            let before = rules.chance(&run.state).drawn().len();
            let choice = rules.default_choice(&mut run.state);
            let legal = run.legal();
            assert!(legal.contains(&choice.mv));
            let draws = rules.chance(&run.state).drawn().len() - before;
            assert_eq!(draws, usize::from(legal.len() > 1));
            run.make(choice.mv);
        }
    }
}

/// Views can come from a file or a pipe.
#[test]
fn nonsense_in_views_and_events_never_panics() {
    let mut read = 0;
    let mut count = 0;
    everywhere(|run| {
        count += 1;
        if count % 31 != 0 {
            return;
        }
        for side in Side::BOTH {
            let view = run.views[side as usize].clone();
            let mut json: Value = serde_json::to_value(&view).unwrap();
            damage(&mut json, 1, &mut run.rng);
            let Ok(mut view) = serde_json::from_value::<View>(json) else { continue };
            read += 1;
            for told in run.views[usize::from(side == Side::Dracula)].told.iter() {
                run.rules.advance(&mut view, Event::Told(*told));
                if below(&mut run.rng, 4) == 0 {
                    let asked = stoker_engine::kosmos::Asked::ALL;
                    let index = below(&mut run.rng, u32::try_from(asked.len()).unwrap());
                    run.rules.advance(&mut view, Event::Asked(asked[index as usize]));
                }
                let moves = run.rules.legal_moves(&view);
                assert_eq!(moves.len(), moves.count());
            }
            drop(run.rules.scene(&view));
            let _guess = view.guess(run.rules, &mut run.rng);
        }
    });
    assert!(read > 500, "{read} damaged views could be read");
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let rules = Kosmos::with(Params::default()).unwrap();
    let views = |seed| {
        let mut run = Run::with(&rules, Chance::seeded(Seed(seed)), seed);
        while let Some(mv) = run.random_move() {
            run.make(mv);
        }
        run.views
    };
    assert_eq!(views(7), views(7));
    assert_ne!(views(7), views(8));
}
