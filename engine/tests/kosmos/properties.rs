//! Properties of every game, whatever the parameters and the play.

use stoker_engine::Game as _;
use stoker_engine::kosmos::{Asked, Event, Kosmos, Side};

use crate::common::play::{Played as _, Run, everywhere};
use crate::common::properties::{self, nonsense_never_panics};

properties::hold!(Kosmos);

#[test]
fn cards_are_neither_lost_nor_made() {
    everywhere(count_cards);
}

/// Each side's fifteen cards are laid, held, beaten or won by the other, and what is public of them
/// is true.
fn count_cards(run: &mut Run<Kosmos>) {
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

/// A seat that has lost its say plays at random, and a single legal move takes no draw.
#[test]
fn default_choices_are_legal_and_draw_only_among_several() {
    let rules = Kosmos::default();
    for seed in 0..Kosmos::GAMES {
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

#[test]
fn nonsense_in_views_and_events_never_panics() {
    nonsense_never_panics(|rules: &Kosmos, view, rng| {
        let mut view = view.clone();
        for &asked in Asked::ALL {
            rules.advance(&mut view, Event::Asked(asked));
            let moves = rules.legal_moves(&view);
            assert_eq!(moves.len(), moves.count());
            drop(rules.scene(&view));
            let _guess = view.guess(rules, rng);
        }
    });
}
