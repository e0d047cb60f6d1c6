//! Properties of every game, whatever the parameters and the play.

use stoker_engine::boss::{Asked, Boss, Card, Event, Lying, Pedestrian};
use stoker_engine::{Game, Turn};

use super::play::players;
use crate::common::play::{Run, everywhere};
use crate::common::properties::{self, nonsense_never_panics};

properties::hold!(Boss);

/// G6.
#[test]
fn no_list_of_legal_moves_is_longer_than_the_rules_say() {
    everywhere(|run: &mut Run<Boss>| assert!(run.legal().len() <= 94));
}

#[test]
fn cards_are_neither_lost_nor_made_and_ranks_add_up() {
    everywhere(|run: &mut Run<Boss>| {
        count_cards(run);
        if let Turn::Over(ending) = run.rules.turn(&run.state) {
            let most = 2 * (i32::from(run.rules.params().players) - 1);
            let sum: i32 = ending.scores.iter().sum();
            assert_eq!(sum, most * i32::from(run.rules.params().players) / 2);
        }
    });
}

#[test]
fn who_is_dead_or_in_the_sun_is_out_and_does_not_win() {
    let mut out = 0;
    everywhere(|run: &mut Run<Boss>| {
        let Turn::Over(ending) = run.rules.turn(&run.state) else { return };
        let fact = |name| run.rules.facts().iter().position(|fact| fact.name == name).unwrap();
        let values = run.rules.fact_values(&run.state);
        let sides = run.rules.sides().iter().map(|(side, _)| side);
        let gone: Vec<_> = sides.filter(|&side| run.rules.is_out(&run.state, side)).collect();
        assert_eq!(gone.len() as i64, values[fact("dead")] + values[fact("burnt")]);
        assert!(gone.iter().all(|&side| !ending.winners.contains(side)));
        out += gone.len();
    });
    assert!(out > 20, "{out} were out at the end");
}

/// Every card is in a hand, in the deck or among the discards; every pedestrian is on a tile, in
/// the deck or claimed; and what is public of them is true.
fn count_cards(run: &Run<Boss>) {
    let position = run.state.position();
    let table = position.table();
    if table.round == 0 {
        return;
    }
    count_ability_cards(run);
    let mut everybody: Vec<Pedestrian> = position.pedestrian_deck().collect();
    assert_eq!(usize::from(table.pedestrians_left), everybody.len());
    assert!(
        table
            .under
            .iter()
            .rev()
            .zip(everybody.iter().rev())
            .all(|(group, one)| { one.group(run.rules.data()) == *group })
    );
    for (tile, ground) in table.tiles.iter().enumerate() {
        let lying = position.lying_on(tile);
        assert_eq!(lying.len(), ground.lying.len());
        for (one, lying) in lying.iter().zip(&ground.lying) {
            match lying {
                Lying::Down { group, .. } => assert_eq!(one.group(run.rules.data()), *group),
                Lying::Up { pedestrian, .. } => assert_eq!(one, pedestrian),
            }
        }
        everybody.extend(lying);
    }
    everybody.extend(table.claimed.iter().map(|claim| claim.pedestrian));
    let count = everybody.len();
    everybody.sort_unstable();
    everybody.dedup();
    let full = run.rules.params().moon == stoker_engine::boss::Moon::Full;
    assert_eq!((count, everybody.len()), if full { (70, 70) } else { (66, 66) });
}

fn count_ability_cards(run: &Run<Boss>) {
    let position = run.state.position();
    let table = position.table();
    let deck: Vec<Card> = position.ability_deck().collect();
    let hands = players(run.rules).flat_map(|player| position.own(player).hand.iter());
    let mut all: Vec<Card> = hands.chain(deck.clone()).chain(table.discards.clone()).collect();
    all.sort_unstable();
    assert!(all.into_iter().eq(run.rules.data().cards.iter()));
    assert_eq!(usize::from(table.deck_left), deck.len());
    for player in players(run.rules) {
        let own = position.own(player);
        assert_eq!(u32::from(table.seat(player).hand), own.hand.len());
    }
}

/// E7.
#[test]
fn default_choices_are_the_last_legal_move_and_draw_nothing() {
    everywhere(|run: &mut Run<Boss>| {
        if run.asked().is_some() {
            let before = run.rules.chance(&run.state).drawn().len();
            let choice = run.rules.default_choice(&mut run.state);
            assert_eq!(run.legal().last(), Some(&choice.mv));
            assert_eq!(run.rules.chance(&run.state).drawn().len(), before);
        }
    });
}

#[test]
fn nonsense_in_views_and_events_never_panics() {
    nonsense_never_panics(|rules: &Boss, view, _| {
        let mut view = view.clone();
        for &asked in Asked::ALL {
            rules.advance(&mut view, Event::Asked(asked));
            let moves = rules.legal_moves(&view);
            assert_eq!(moves.len(), moves.count());
        }
    });
}
