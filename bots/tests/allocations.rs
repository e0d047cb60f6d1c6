//! Tests that some code allocates nothing: playouts and omniscient players, and, once their lists
//! have grown, beliefs and the hunters who use them.

mod common;

use std::sync::Arc;

use allocation_counter::measure;
use stoker_bots::course::{
    Belief, DraculaStyle, HunterStyle, Noise, Playout, PlayoutState, Styles, Tables,
};
use stoker_bots::{Setup, Values, course};
use stoker_engine::course::{Course, HuntersView, Params, State, View};
use stoker_engine::{Count, Decision, Game, Purpose, Seat, Seed, Turn, Viewer};

/// The number of allocations during this work.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

#[test]
fn what_is_allocated_is_counted() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))), 1);
}

/// Covers the longest trail too: six moves are fewer than a position can hold.
#[test]
fn no_playout_allocates() {
    let long = Params { trail: 10, double_back: 9, rail_divisor: 8, ..Params::default() };
    for params in [Params::default(), long] {
        let rules = Course::on(params, Course::MAPS[0].load()).expect("valid rules");
        let tables = Tables::new(&rules);
        let playout = Playout::new(&rules, &tables);
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        for hunters in HunterStyle::ALL {
            for dracula in DraculaStyle::ALL {
                let noise = Noise::draw(&mut rng);
                let mut turns = 0;
                let play = || {
                    let mut playout_state = PlayoutState::start(&rules);
                    turns = playout.play_turns(
                        &mut playout_state,
                        Styles { hunters, dracula },
                        u32::MAX,
                        noise,
                    );
                };
                assert_eq!(allocations(play), 0, "{hunters:?} against {dracula:?}");
                assert!(turns > 20, "{hunters:?} against {dracula:?}");
            }
        }
    }
}

/// The states of a game between these players in which a hunter is to move.
fn states(game: &Arc<Course>, pairing: [&str; 2]) -> Vec<(Seat, State)> {
    let mut states = vec![];
    common::play(game, pairing, Seed(5), |state| {
        if let Turn::ToMove(seat) = game.turn(state)
            && seat != Seat(4)
        {
            states.push((seat, state.clone()));
        }
    });
    states
}

/// The hunters' views of these states.
fn views(game: &Arc<Course>, pairing: [&str; 2]) -> Vec<(Seat, View)> {
    let view = |(seat, state)| (seat, game.view(&state, Viewer(0)));
    states(game, pairing).into_iter().map(view).collect()
}

/// Every decision is made twice: the lists that the first one grew are large enough for the second.
#[test]
fn hunters_who_decide_again_allocate_nothing() {
    let game = Arc::new(Course::default());
    let views = views(&game, ["tracker", "lurker"]);
    assert!(views.len() > 40, "{} decisions", views.len());
    for spec in ["marshal", "strategist:iterations=64,options=128,margin=100"] {
        let (name, setting) = spec.split_once(':').unwrap_or((spec, ""));
        let entry = common::entry(name);
        let values = Values::parse(setting, entry.params).expect("a valid setting");
        let side = Course::HUNTERS;
        let mut bot = (entry.make)(&Setup { game: &game, values: &values, side, seats: 0..4 });
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        let mut decide = |seat, view| {
            let mut budget = Count(u64::MAX);
            drop(bot.choose(view, &mut Decision::new(seat, &mut rng, &mut budget)));
        };
        for (number, (seat, view)) in views.iter().enumerate() {
            decide(*seat, view);
            assert_eq!(allocations(|| decide(*seat, view)), 0, "{name}, decision {number}");
        }
    }
}

#[test]
fn who_sees_the_truth_allocates_nothing() {
    let game = Arc::new(Course::default());
    let entry = course::references()[0].omniscient;
    let values = Values::parse("depth=1", entry.params).expect("a valid setting");
    let side = Course::HUNTERS;
    let mut seer = (entry.make)(&Setup { game: &game, values: &values, side, seats: 0..4 });
    let mut rng = Seed(1).rng(None, None, Purpose::BOT);
    for (number, (seat, state)) in states(&game, ["tracker", "random"]).into_iter().enumerate() {
        let mut budget = Count(u64::MAX);
        let mut turn = Decision::new(seat, &mut rng, &mut budget);
        let decide = || drop(seer.choose(&state, &mut turn));
        assert_eq!(allocations(decide), 0, "decision {number}");
    }
}

fn catch_up(belief: &mut Belief, rules: &Course, views: &[HuntersView]) {
    views.iter().for_each(|view| belief.update(rules, view));
}

/// The two lists of a belief are swapped at each of Dracula's moves: after two games both have
/// grown.
#[test]
fn a_belief_that_is_used_again_allocates_nothing() {
    let game = Arc::new(Course::default());
    let views = views(&game, ["patrol", "lurker"]);
    let views: Vec<_> = views.iter().filter_map(|(_, view)| view.hunters().cloned()).collect();
    let start = Belief::new(&game);
    let mut belief = start.clone();
    for _ in 0..2 {
        catch_up(&mut belief, &game, &views);
        belief.clone_from(&start);
    }
    assert_eq!(allocations(|| catch_up(&mut belief, &game, &views)), 0);
    assert!(belief.rounds() > 20);
}
