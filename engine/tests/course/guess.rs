//! Tests that the guessed histories are exactly those that explain what the hunters saw.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::common::transcripts;
use stoker_engine::course::{Course, Guesses, HuntersView, Move, Mover, Params, State, View};
use stoker_engine::map::BuiltinMap;
use stoker_engine::{Chance, Game, Guess, ListGuesses, NoGuess, Purpose, Rng, Seed, below, one_of};

const TEST: Purpose = Purpose::new("test");

fn tiny(params: Params) -> Course {
    Course::on(params, BuiltinMap::TINY.load()).unwrap()
}

fn view(state: &State) -> View {
    View::Hunters(state.history().as_hunters())
}

/// All guesses at a view, as Dracula's past plays.
fn all(rules: &Course, view: &View) -> BTreeSet<String> {
    let guesses = rules.guesses(view).unwrap();
    let mut found = BTreeSet::new();
    let mut rng = Seed(1).rng(None, None, TEST);
    rules.for_each(&guesses, &mut rng, &mut |state| {
        assert!(found.insert(state.history().past_plays(rules)), "a history came twice");
        ControlFlow::Continue(())
    });
    assert_eq!(guesses.count(), Some(found.len() as u128));
    found
}

fn random_move(rules: &Course, state: &State, rng: &mut Rng) -> Move {
    one_of(rng, state.position().moves(rules)).unwrap()
}

/// A random game of at most this many turns.
fn random_game(rules: &Course, seed: Seed, turns: usize) -> State {
    game_with_stays(rules, seed, turns, 1)
}

/// A random game whose hunters stay in place, if they have one, `stays` times in three. The more
/// they stay, the less they learn, and all of it by research.
fn game_with_stays(rules: &Course, seed: Seed, turns: usize, stays: u32) -> State {
    let mut rng = seed.rng(None, None, TEST);
    let mut state = rules.start(Chance::seeded(seed));
    for _ in 0..turns {
        if state.position().board().is_over() {
            break;
        }
        let mut mv = random_move(rules, &state, &mut rng);
        if let (Move::Hunter(_), Mover::Hunter(hunter)) = (mv, state.position().board().to_move())
            && below(&mut rng, 3) < stays
        {
            mv = state.position().board().at(hunter).map_or(mv, Move::Hunter);
        }
        state.play(rules, mv.into()).unwrap();
    }
    state
}

/// Every line of Dracula's play against the hunters' moves of `model`, grouped by what the hunters
/// see.
fn brute_force(rules: &Course, model: &[Move]) -> BTreeMap<String, BTreeSet<String>> {
    let mut states = vec![rules.start(Chance::recorded(vec![]))];
    for &mv in model {
        states = match mv {
            Move::Hunter(_) => play_all(rules, &states, |_| vec![mv]),
            Move::Dracula(_) => {
                play_all(rules, &states, |state| state.position().moves(rules).collect())
            }
        };
    }
    let mut by_view: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for state in states {
        let history = state.history();
        let seen = by_view.entry(history.as_hunters().past_plays(rules)).or_default();
        seen.insert(history.past_plays(rules));
    }
    by_view
}

fn play_all(rules: &Course, states: &[State], moves: impl Fn(&State) -> Vec<Move>) -> Vec<State> {
    let played = states.iter().flat_map(|state| {
        moves(state).into_iter().filter_map(|mv| {
            let mut next = state.clone();
            next.play(rules, mv.into()).ok().map(|_| next)
        })
    });
    played.collect()
}

fn moves_of(state: &State) -> Vec<Move> {
    state.history().plays().iter().map(|&play| play.into()).collect()
}

#[test]
fn on_the_tiny_map_the_guesses_are_what_brute_force_finds() {
    // With a trail of 3, moves leave it and chains lead out of it within a few rounds.
    let short = Params { trail: 3, double_back: 2, ..Params::default() };
    let mut views = 0;
    let mut largest = 0;
    for (params, turns, stays) in
        [(Params::default(), 25, 1), (short.clone(), 30, 1), (short, 30, 3)]
    {
        let rules = tiny(params);
        for seed in 0..6 {
            let model = game_with_stays(&rules, Seed(seed), turns, stays);
            for (seen, histories) in brute_force(&rules, &moves_of(&model)) {
                let seen = HuntersView::parse(&rules, &seen).unwrap();
                assert_eq!(all(&rules, &View::Hunters(seen)), histories);
                views += 1;
                largest = largest.max(histories.len());
            }
        }
    }
    assert!(views > 1_000 && largest > 10, "{views} views, at most {largest} histories");
}

#[test]
fn every_guess_replays_to_the_view_and_the_truth_is_among_them() {
    let rules = Course::default();
    for seed in 0..40 {
        let truth = random_game(&rules, Seed(seed), 60);
        let seen = view(&truth);
        let guesses = rules.guesses(&seen).unwrap();
        let mut rng = Seed(seed).rng(None, None, TEST);
        for _ in 0..20 {
            let guess = rules.sample(&guesses, &mut rng);
            assert_eq!(view(&guess), seen);
        }
        assert!(guesses.positions().any(|position| position == truth.position()), "seed {seed}");
    }
}

#[test]
fn catching_up_turn_by_turn_is_the_same_as_starting_anew() {
    let rules = tiny(Params::default());
    for seed in 0..30 {
        let game = random_game(&rules, Seed(seed), 60);
        let mut state = rules.start(Chance::recorded(vec![]));
        let mut guesses = Guesses::start(&rules);
        for (turn, mv) in moves_of(&game).into_iter().enumerate() {
            state.play(&rules, mv.into()).unwrap();
            let seen = state.history().as_hunters();
            // Some updates follow several plays at once.
            if turn % 7 < 4 {
                guesses.update(&rules, &seen).unwrap();
                let anew = rules.guesses(&View::Hunters(seen)).unwrap();
                assert_eq!(guesses.count(), anew.count());
                assert!(guesses.positions().eq(anew.positions()), "seed {seed} turn {turn}");
            }
        }
    }
}

#[test]
fn samples_are_spread_evenly() {
    let rules = Course::default();
    let game = random_game(&rules, Seed(3), 9);
    let guesses = rules.guesses(&view(&game)).unwrap();
    let histories = usize::try_from(guesses.count().unwrap()).unwrap();
    assert!((10..200).contains(&histories), "{histories} histories make a fair test");
    let mut rng = Seed(9).rng(None, None, TEST);
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..200 * histories {
        let guess = rules.sample(&guesses, &mut rng);
        *times.entry(guess.history().past_plays(&rules)).or_default() += 1;
    }
    assert_eq!(times.len(), histories);
    assert!(times.values().all(|times| (120..=280).contains(times)), "{times:?}");
}

#[test]
fn guessed_states_have_chance_of_their_own() {
    let rules = Course::default();
    let truth = random_game(&rules, Seed(1), 30);
    let mut rng = Seed(5).rng(None, None, TEST);
    let guesses = rules.guesses(&view(&truth)).unwrap();
    let draws: BTreeSet<Vec<u32>> = (0..10)
        .map(|_| {
            let mut guess = rules.sample(&guesses, &mut rng);
            for _ in 0..5 {
                let default = rules.default_choice(&mut guess);
                rules.play(&mut guess, default).unwrap();
            }
            rules.chance(&guess).drawn().to_vec()
        })
        .collect();
    assert!(draws.len() > 1, "{draws:?}");
}

#[test]
fn dracula_needs_no_guess() {
    let rules = Course::default();
    let truth = random_game(&rules, Seed(2), 80);
    let guesses = rules.guesses(&View::Dracula(truth.history().clone())).unwrap();
    assert_eq!(guesses.count(), Some(1));
    let guess = rules.sample(&guesses, &mut Seed(1).rng(None, None, TEST));
    assert_eq!(guess.history(), truth.history());
}

#[test]
fn a_view_that_no_game_gives_has_no_guess() {
    let rules = Course::default();
    // Nothing is placed on land in round 0, where he would have left a vampire.
    let text = "GBE.... SBR.... HLO.... MCA.... DC?....";
    let impossible = HuntersView::parse(&rules, text).unwrap();
    assert_eq!(rules.guesses(&View::Hunters(impossible)).unwrap_err(), NoGuess);
}

#[test]
fn in_real_games_the_truth_is_always_among_the_guesses() {
    let rules = Course::default();
    let mut most = 0;
    for game in transcripts("real-games").into_iter().step_by(8) {
        let truth = State::parse(&rules, &game.past_dracula).unwrap();
        let mut state = rules.start(Chance::recorded(vec![]));
        let mut guesses = Guesses::start(&rules);
        for mv in moves_of(&truth) {
            state.play(&rules, mv.into()).unwrap();
            guesses.update(&rules, &state.history().as_hunters()).unwrap();
            assert!(guesses.positions().any(|position| position == state.position()));
            most = most.max(guesses.positions().len());
        }
    }
    println!("at most {most} positions");
}
