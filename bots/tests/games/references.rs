//! Tests of the two ends of the scale on which hunters are measured.

use std::sync::Arc;

use stoker_bots::{SeesAll, Setup, Values, course};
use stoker_engine::course::{Course, View};
use stoker_engine::{Bot, Chance, Choice, Count, Decision, Game, Seat, Seed, Turn, Viewer};

use crate::common::{self, mean, scores};

fn setup<'a>(game: &'a Arc<Course>, values: &'a Values) -> Setup<'a, Course> {
    Setup { game, values, side: Course::HUNTERS, seats: 0..4 }
}

fn omniscient(game: &Arc<Course>) -> Box<dyn SeesAll<Course>> {
    let entry = course::references()[0].omniscient;
    let values = Values::defaults(entry.params);
    (entry.make)(&setup(game, &values))
}

fn blind(game: &Arc<Course>) -> Box<dyn Bot<Course>> {
    let entry = course::references()[0].blind;
    let values = Values::defaults(entry.params);
    (entry.make)(&setup(game, &values))
}

/// The score of a match from a random opening between the omniscient hunters and a Dracula.
fn score(game: &Arc<Course>, dracula: &str, seed: Seed) -> i32 {
    let entry = common::entry(dracula);
    let values = Values::defaults(entry.params);
    let side = Course::DRACULA;
    let mut dracula = (entry.make)(&Setup { game, values: &values, side, seats: 4..5 });
    let mut rng = seed.of_bot(side, Seat(4)).bot_rng();
    let mut hunters = omniscient(game);
    let mut state = game.start(Chance::seeded(seed));
    while let Turn::ToMove(seat) = game.turn(&state) {
        let opening = game.opening_choice(&mut state);
        let mut budget = Count(u64::MAX);
        let mut turn = Decision::new(seat, &mut rng, &mut budget);
        let choice = opening.unwrap_or_else(|| match game.forced_move(&state) {
            Some(forced) => forced.into(),
            None if seat == Seat(4) => dracula.choose(&game.view(&state, Viewer(1)), &mut turn),
            None => hunters.choose(&state, &mut turn),
        });
        game.play(&mut state, choice).expect("built-in bots play legal moves");
    }
    state.position().board().score()
}

/// A score that hunters who have to search cannot reach: 350 points against every Dracula but the
/// strongest.
#[test]
fn the_omniscient_catch_every_dracula_in_a_few_rounds() {
    let game = Arc::new(Course::default());
    for dracula in ["random", "wanderer", "lurker"] {
        let scores: Vec<_> =
            (0..12).map(|index| score(&game, dracula, Seed(1).of_match(index))).collect();
        let (mean, half) = mean(&scores);
        assert!(mean > 350.0, "{dracula}: {mean} +- {half}");
    }
}

#[test]
fn the_blind_score_less_than_those_who_look() {
    let game = Arc::new(Course::default());
    let [looking, blind] =
        ["patrol", "blind"].map(|name| mean(&scores(&game, [name, "wanderer"], 60)));
    assert!(blind.0 + blind.1 < looking.0 - looking.1, "{blind:?} {looking:?}");
}

/// Compares views that differ only in Dracula's plays.
#[test]
fn the_blind_do_the_same_whatever_dracula_does() {
    let game = Arc::new(Course::default());
    let answers = ["DC?.V.. ", "DPA.V.. ", "DS?.... "].map(|dracula| {
        let past = format!("GLO.... SMA.... HMI.... MVI.... {dracula}");
        let view = course_view(&game, past.trim_end());
        let (mut rng, mut budget) = (Seed(1).bot_rng(), Count(u64::MAX));
        let Choice { mv, .. } =
            blind(&game).choose(&view, &mut Decision::new(Seat(0), &mut rng, &mut budget));
        mv
    });
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

fn course_view(game: &Course, past: &str) -> View {
    let view = stoker_engine::course::HuntersView::parse(game, past);
    View::Hunters(view.expect("past plays of a game"))
}
