//! Tests that a bot copied in the middle of a match goes on as the original does.

use std::sync::Arc;

use stoker_bots::{Setup, Values};
use stoker_engine::course::Course;
use stoker_engine::{Bot, Chance, Count, Decision, Game, Rng, Seed, Turn, Viewer};

use crate::common;

/// Numbers of decisions before the copy, and after it.
const DECISIONS: [usize; 2] = [20, 40];

type Player = (Box<dyn Bot<Course>>, Rng);

fn player(game: &Arc<Course>, name: &str, viewer: usize) -> Player {
    let place = &game.sides().viewers()[viewer];
    let entry = common::entry(name);
    let (side, seats) = (place.side, place.seats.clone());
    let bot = (entry.make)(&Setup { game, values: &Values::defaults(entry.params), side, seats });
    (bot, Seed(viewer as u64).bot_rng())
}

fn fork((bot, rng): &Player) -> Player {
    (bot.fork().expect("built-in bots can be copied"), rng.clone())
}

#[test]
fn a_copy_goes_on_as_the_original_does() {
    let game = Arc::new(Course::default());
    let pairs = [
        ["random", "random"],
        ["patrol", "wanderer"],
        ["tracker", "lurker"],
        ["blind", "phantom"],
        ["marshal", "random"],
        ["strategist", "mastermind"],
    ];
    for pair in pairs {
        let mut players = [0, 1].map(|viewer| player(&game, pair[viewer], viewer));
        let mut copies: Option<[Player; 2]> = None;
        let mut state = game.start(Chance::seeded(Seed(3)));
        let mut views = [0, 1].map(|viewer| game.view(&state, Viewer(viewer)));
        let mut compared = 0;
        for decision in 0..DECISIONS[0] + DECISIONS[1] {
            let Turn::ToMove(seat) = game.turn(&state) else { break };
            if decision == DECISIONS[0] {
                copies = Some([0, 1].map(|viewer| fork(&players[viewer])));
            }
            let viewer = usize::from(game.sides().viewer_of(seat).0);
            let ask = |(bot, rng): &mut Player| {
                bot.choose(&views[viewer], &mut Decision::new(seat, rng, &mut Count(u64::MAX)))
            };
            let choice = ask(&mut players[viewer]);
            if let Some(copies) = &mut copies {
                assert_eq!(ask(&mut copies[viewer]), choice, "{pair:?} at {decision}");
                compared += 1;
            }
            let play = game.play(&mut state, choice).expect("a legal move");
            for (view, viewer) in views.iter_mut().zip([0, 1].map(Viewer)) {
                game.tell(&state, &play, viewer, view);
            }
        }
        assert!(compared > 10, "{pair:?}: {compared} decisions after the copy");
    }
}
