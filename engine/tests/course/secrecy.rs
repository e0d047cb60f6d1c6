//! Tests that the hunters' views hold nothing that the hunters do not know.
//!
//! Each pair of games is made by replacing Dracula's hidden history by another that is consistent
//! with what the hunters saw. Their views must be equal, in memory and in bytes.

use std::fmt::Debug;

use serde::Serialize;
use stoker_engine::course::{
    Course, DraculaMove, Event, HuntersView, Move, Play, Sighting, State, View,
};
use stoker_engine::map::Place;
use stoker_engine::{Chance, Game, Guess, Purpose, Rng, Seed, Viewer, one_of};

const HUNTERS: Viewer = Viewer(0);
const PAIRS: usize = 1_000;

/// A game, and another with Dracula elsewhere that the hunters cannot tell from it.
struct Pair {
    truth: State,
    other: State,
}

fn random_move(rules: &Course, state: &State, rng: &mut Rng) -> Move {
    one_of(rng, state.position().moves(rules)).unwrap()
}

/// Pairs from random games of all lengths. The other history is guessed from the hunters' past
/// plays, which hold two characters for each move, and not from the view under test.
fn pairs(rules: &Course, wanted: usize) -> Vec<Pair> {
    let mut pairs = vec![];
    for game in 0.. {
        let mut rng = Seed(game).rng(None, None, Purpose::new("test"));
        let mut truth = rules.start(Chance::seeded(Seed(game)));
        for turn in 0..150 {
            if truth.position().board().is_over() {
                break;
            }
            let mv = random_move(rules, &truth, &mut rng);
            truth.play(rules, mv.into()).unwrap();
            if turn % 10 == game % 10 && turn > 4 {
                pairs.extend(pair(rules, &truth, &mut rng));
            }
        }
        if pairs.len() >= wanted {
            break;
        }
    }
    pairs
}

fn pair(rules: &Course, truth: &State, rng: &mut Rng) -> Option<Pair> {
    let told = past_plays_for_hunters(rules, truth);
    let seen = HuntersView::parse(rules, &told).unwrap();
    let guesses = rules.guesses(&View::Hunters(seen)).unwrap();
    let guesses = (0..5).map(|_| rules.sample(&guesses, rng));
    let mut elsewhere =
        guesses.filter(|other| other.position().dracula() != truth.position().dracula());
    elsewhere.next().map(|other| Pair { truth: truth.clone(), other })
}

/// The hunters' past plays, made from Dracula's history and his knowledge about theirs.
fn past_plays_for_hunters(rules: &Course, state: &State) -> String {
    let history = state.history();
    let mut sightings = history.sightings().iter();
    let plays = history.plays().iter().map(|play| {
        let seen = play.map(|mv| match play {
            Play::Hunter(_) => Sighting::of(mv),
            Play::Dracula(_) => *sightings.next().unwrap(),
        });
        String::from_utf8(rules.text_of(seen).to_vec()).unwrap()
    });
    plays.collect::<Vec<_>>().join(" ")
}

/// The number of pairs whose two games look different through `shown`, in memory or in bytes.
fn leaks<V: Eq + Debug + Serialize>(pairs: &[Pair], shown: impl Fn(&State) -> V) -> usize {
    let leaks = pairs.iter().filter(|pair| {
        let [truth, other] = [shown(&pair.truth), shown(&pair.other)];
        let [bytes, other_bytes] = [&truth, &other].map(|v| serde_json::to_vec(v).unwrap());
        truth != other || bytes != other_bytes
    });
    leaks.count()
}

/// The events that the hunters get turn by turn when a game is replayed.
fn events(rules: &Course, state: &State) -> Vec<Event> {
    let mut replay = rules.start(Chance::recorded(vec![]));
    let mut sent = vec![];
    for play in state.history().plays() {
        let turned = rules.play(&mut replay, Move::from(*play).into()).unwrap();
        sent.extend(rules.redact(&replay, &turned, HUNTERS));
    }
    sent
}

#[test]
fn games_that_differ_only_in_hidden_moves_look_the_same_to_the_hunters() {
    let rules = Course::default();
    let pairs = pairs(&rules, PAIRS);
    assert!(pairs.len() >= PAIRS);
    assert_eq!(leaks(&pairs, |state| rules.view(state, HUNTERS)), 0);
    assert_eq!(leaks(&pairs, |state| events(&rules, state)), 0);
    let legal = |state: &State| {
        let moves = rules.legal_moves(&rules.view(state, HUNTERS));
        moves.collect::<Vec<Move>>()
    };
    assert_eq!(leaks(&pairs, legal), 0);
}

/// Tests the test: each kind of leak is found.
#[test]
fn a_leak_planted_on_purpose_is_caught() {
    #[derive(Debug, PartialEq, Eq, Serialize)]
    struct Leaky<T> {
        view: View,
        leak: T,
    }
    /// A leak in the bytes alone: values are equal in memory, by a hand-written `PartialEq`.
    #[derive(Debug, Serialize)]
    struct InBytes(Option<Place>);
    impl PartialEq for InBytes {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }
    impl Eq for InBytes {}

    let rules = Course::default();
    let pairs = pairs(&rules, 100);
    let view = |state: &State| rules.view(state, HUNTERS);
    let place = |state: &State| state.position().dracula();
    assert_eq!(leaks(&pairs, |s| Leaky { view: view(s), leak: place(s) }), pairs.len());
    assert_eq!(leaks(&pairs, |s| Leaky { view: view(s), leak: InBytes(place(s)) }), pairs.len());
    let first = |state: &State| state.history().plays().get(4).map(|play| play.map(|mv| mv));
    let slip = |s: &State| Leaky { view: view(s), leak: first(s) };
    assert!(leaks(&pairs, slip) > 0, "an old move that slips is caught too");
    let length = |state: &State| match first(state) {
        Some(Play::Dracula(play)) => matches!(play.mv, DraculaMove::To(_)),
        Some(Play::Hunter(_)) | None => false,
    };
    assert_eq!(leaks(&pairs, |s| Leaky { view: view(s), leak: length(s) }), 0, "always a place");
}
