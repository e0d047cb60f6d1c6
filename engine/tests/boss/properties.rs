//! Properties of every game, whatever the parameters and the play.

use serde_json::Value;
use stoker_engine::boss::{
    Asked, Boss, Card, Event, Lying, Move, Order, Pedestrian, Player, Spot, Street, Tile, Told,
    Vampire, View,
};
use stoker_engine::{Chance, Game, Turn};

use crate::common::damage;
use crate::play::{Run, all_params, players};

const GAMES: u64 = 12;

/// Calls this after every decision of random games under all parameters, and before the first.
fn everywhere(mut check: impl FnMut(&mut Run)) {
    for params in all_params() {
        let rules = Boss::with(params).unwrap();
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
    let tiles = Tile::ALL.iter().flat_map(|&t| [Move::Attack(t), Move::Nose(t), Move::Look(t)]);
    let hits = Spot::all().flat_map(|spot| {
        Card::ATTACKS.into_iter().map(move |card| Move::Hit(spot, card)).chain([Move::Cry(spot)])
    });
    let words =
        [Move::Mist, Move::End, Move::Hush, Move::Wound, Move::Stop, Move::Stay, Move::Leave];
    tiles
        .chain(Pedestrian::all().map(Move::Bite))
        .chain(Player::ALL.map(Move::Lure))
        .chain(Card::ALL.iter().copied().map(Move::Discard))
        .chain(Street::ALL.iter().copied().map(Move::Stroll))
        .chain(Order::ALL.iter().copied().map(Move::Order))
        .chain(Vampire::ALL.iter().copied().map(Move::Vampire))
        .chain(hits)
        .chain(words)
        .collect()
}

#[test]
fn views_kept_by_events_are_those_made_afresh_and_only_the_seat_asked_has_moves() {
    everywhere(|run| {
        for (player, view) in players(run.rules).zip(&run.views) {
            assert_eq!(*view, run.state.view(player));
            let asked = run.asked() == Some(player);
            assert_eq!(run.rules.legal_moves(view).len() > 0, asked);
            assert_eq!(view.asked.is_some(), asked);
        }
    });
}

#[test]
fn views_and_events_are_read_back_from_json_as_they_were() {
    let mut count = 0;
    everywhere(|run| {
        count += 1;
        if count % 29 == 0 {
            for view in &run.views {
                let json = serde_json::to_string(view).unwrap();
                assert_eq!(serde_json::from_str::<View>(&json).unwrap(), *view);
            }
        }
    });
}

#[test]
fn a_move_is_accepted_exactly_if_it_is_in_the_legal_list() {
    let all = every_move();
    let mut count = 0;
    everywhere(|run| {
        count += 1;
        if count % 41 != 0 {
            return;
        }
        let legal = run.legal();
        assert!(legal.len() <= 94, "G6: {} moves", legal.len());
        for &mv in &all {
            let mut state = run.state.clone();
            let accepted = run.rules.play(&mut state, mv.into()).is_ok();
            assert_eq!(accepted, legal.contains(&mv), "{mv:?}");
            if !accepted {
                assert_eq!(state.position(), run.state.position());
                let drawn = run.rules.chance(&run.state).drawn();
                assert_eq!(run.rules.chance(&state).drawn(), drawn);
            }
        }
    });
}

#[test]
fn moves_are_short_and_read_back_as_they_were_written() {
    everywhere(|run| {
        let Some(player) = run.asked() else { return };
        for mv in run.legal() {
            let mut text = String::new();
            run.rules.write_move(mv, &mut text).unwrap();
            assert!(text.len() <= 16 && !text.contains([' ', ',']), "{text}");
            assert_eq!(run.rules.parse_move(player.seat(), &text), Ok(mv));
        }
    });
}

#[test]
fn games_end_within_the_bound_and_cards_are_neither_lost_nor_made() {
    everywhere(|run| {
        count_cards(run);
        if let Turn::Over(ending) = run.rules.turn(&run.state) {
            let most = 2 * (i32::from(run.rules.params().players) - 1);
            assert!(ending.scores.iter().all(|score| (0..=most).contains(score)));
            let sum: i32 = ending.scores.iter().sum();
            assert_eq!(sum, most * i32::from(run.rules.params().players) / 2);
        }
    });
}

#[test]
fn who_is_dead_or_in_the_sun_is_out_and_does_not_win() {
    let mut out = 0;
    everywhere(|run| {
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
fn count_cards(run: &Run) {
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

fn count_ability_cards(run: &Run) {
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

#[test]
fn a_replay_of_the_draws_and_moves_comes_to_the_same_end() {
    let rules = Boss::default();
    for seed in 0..GAMES {
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

/// E7.
#[test]
fn default_choices_are_the_last_legal_move_and_draw_nothing() {
    everywhere(|run| {
        if run.asked().is_some() {
            let before = run.rules.chance(&run.state).drawn().len();
            let choice = run.rules.default_choice(&mut run.state);
            assert_eq!(run.legal().last(), Some(&choice.mv));
            assert_eq!(run.rules.chance(&run.state).drawn().len(), before);
        }
    });
}

/// Views can come from a file or a pipe.
#[test]
fn nonsense_in_views_and_events_never_panics() {
    let (mut read, mut count) = (0, 0);
    let mut heard: Vec<Told> = vec![];
    everywhere(|run| {
        if let Some(mv) = run.random_move() {
            let mut state = run.state.clone();
            let play = run.rules.play(&mut state, mv.into()).unwrap();
            heard.extend(&play.told);
        }
        count += 1;
        if count % 37 != 0 {
            return;
        }
        for view in run.views.clone() {
            let mut json: Value = serde_json::to_value(&view).unwrap();
            damage(&mut json, 2, &mut run.rng);
            let Ok(mut view) = serde_json::from_value::<View>(json) else { continue };
            read += 1;
            for &told in &heard {
                run.rules.advance(&mut view, Event::Told(told));
            }
            for &asked in Asked::ALL {
                run.rules.advance(&mut view, Event::Asked(asked));
                let moves = run.rules.legal_moves(&view);
                assert_eq!(moves.len(), moves.count());
            }
        }
        heard.clear();
    });
    assert!(read > 300, "{read} damaged views could be read");
}
