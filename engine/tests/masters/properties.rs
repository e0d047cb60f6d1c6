//! What holds in every game.

use serde_json::Value;
use stoker_engine::masters::{Cell, Event, Masters, Move, Table, View};
use stoker_engine::{Chance, Game, Turn, Viewer};

use crate::common::damage;
use crate::play::{Run, all_params};

/// Calls this after every decision of random games under all parameters, and before the first.
fn everywhere(mut check: impl FnMut(&mut Run)) {
    for params in all_params() {
        let rules = Masters::with(params).unwrap();
        for seed in 0..6 {
            let mut run = Run::new(&rules, seed);
            check(&mut run);
            while let Some(mv) = run.random_move() {
                run.make(mv);
                check(&mut run);
            }
        }
    }
}

#[test]
fn views_kept_by_events_are_those_made_afresh_and_go_through_json() {
    everywhere(|run| {
        assert_eq!(run.view, run.rules.view(&run.state, Viewer(0)));
        let json = serde_json::to_string(&run.view).unwrap();
        assert_eq!(serde_json::from_str::<View>(&json).unwrap(), run.view);
        let asked = matches!(run.rules.turn(&run.state), Turn::ToMove(_));
        assert_eq!(run.view.moves(run.rules).len() > 0, asked);
    });
}

#[test]
fn questions_have_two_answers_and_moves_are_read_back_as_written() {
    everywhere(|run| {
        let moves = run.view.moves(run.rules);
        assert!(run.view.table.asked.is_none() || moves.len() > 1);
        for mv in moves {
            let text = mv.to_string();
            assert!(text.len() <= 16 && !text.contains([' ', ',']), "{text}");
            assert_eq!(text.parse(), Ok(mv));
        }
    });
}

#[test]
fn tokens_are_neither_lost_nor_made() {
    everywhere(|run| {
        let table = &run.view.table;
        let sum = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let agents = sum(&table.hidden) + sum(&table.exposed) + u32::from(table.agents_left);
        assert_eq!(agents, u32::from(run.rules.track().agents));
        assert_eq!(sum(&table.minions) + u32::from(table.minions_left), 9);
        check_bounds(run.rules, table);
    });
}

fn check_bounds(rules: &Masters, table: &Table) {
    assert!(table.veil <= 6 && table.dice.len() <= 2 * rules.params().players);
    for sheet in table.vampires.as_slice() {
        assert!(sheet.kills <= 9 && sheet.blood <= sheet.most_blood());
    }
    let guarded = |cell: &Cell| table.agents(*cell) > 0;
    assert!(table.lying.iter().all(|(_, cell)| guarded(&cell)), "a card lies where no agent is");
    let bearer = table.curse.map(|member| table.sheet(member));
    assert!(bearer.is_none_or(|sheet| !sheet.is_drained()), "a drained vampire bears the Curse");
}

/// Another seat's vampire, another question's move, a move of a turn ago: all are refused, and
/// change nothing.
#[test]
fn moves_that_are_not_in_the_legal_list_are_refused() {
    let mut earlier: Vec<Move> = vec![];
    let mut refused = 0;
    everywhere(|run| {
        let legal: Vec<Move> = run.view.moves(run.rules).collect();
        for mv in earlier.iter().filter(|mv| !legal.contains(mv)) {
            let mut state = run.state.clone();
            assert!(run.rules.play(&mut state, (*mv).into()).is_err(), "{mv}");
            assert_eq!(state.position(), run.state.position());
            assert_eq!(state.view(), run.state.view());
            refused += 1;
        }
        earlier = legal;
    });
    assert!(refused > 10_000, "{refused}");
}

#[test]
fn a_replay_of_the_draws_and_moves_comes_to_the_same_end() {
    for params in all_params() {
        let rules = Masters::with(params).unwrap();
        let mut run = Run::new(&rules, 5);
        let mut moves = vec![];
        while let Some(mv) = run.random_move() {
            run.make(mv);
            moves.push(mv);
        }
        let drawn = rules.chance(&run.state).drawn().to_vec();
        let mut again = Run::with(&rules, Chance::recorded(drawn), 5);
        moves.into_iter().for_each(|mv| again.make(mv));
        assert_eq!(again.view, run.view);
        assert_eq!(rules.chance(&again.state).check(), Ok(()));
        assert_eq!(rules.turn(&again.state), rules.turn(&run.state));
    }
}

/// Views can come from a file or a pipe.
#[test]
fn nonsense_in_views_and_events_never_panics() {
    let (mut read, mut count) = (0, 0);
    everywhere(|run| {
        count += 1;
        if count % 7 != 0 {
            return;
        }
        let mut json: Value = serde_json::to_value(&run.view).unwrap();
        damage(&mut json, 1, &mut run.rng);
        let Ok(mut view) = serde_json::from_value::<View>(json) else { return };
        read += 1;
        let moves = run.rules.legal_moves(&view);
        assert_eq!(moves.len(), moves.count());
        let _guess = view.table.guess(run.rules, &mut run.rng);
        let Some(made) = run.view.last else { return };
        let event = Event { made, message: Default::default(), table: view.table };
        let json = serde_json::to_string(&event).unwrap();
        let event = serde_json::from_str::<Event>(&json).unwrap();
        run.rules.advance(&mut view, event);
    });
    assert!(read > 300, "{read} damaged views could be read");
}
