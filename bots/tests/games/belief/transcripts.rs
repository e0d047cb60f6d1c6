//! Tests of beliefs in games that were played on the course's own engine.

use stoker_bots::course::Belief;
use stoker_engine::course::{Course, Move, Params, State};
use stoker_engine::{Chance, Game};

use super::Pair;
use crate::of_engine::transcripts;

#[test]
fn the_truth_is_always_among_the_trails() {
    let mut games = 0;
    for (file, preset) in [("course-2019", 1), ("course-2020", 0), ("real-games", 0)] {
        let params = Params::presets().swap_remove(preset).params;
        let rules = Course::on(params, Course::MAPS[0].load()).unwrap();
        for transcript in transcripts(file) {
            games += 1;
            let truth = State::parse(&rules, &transcript.past_dracula).unwrap();
            let mut state = rules.start(Chance::recorded(vec![]));
            let mut pair = Pair::new(&Belief::new(&rules));
            for play in truth.history().plays() {
                rules.play(&mut state, Move::from(*play).into()).unwrap();
                pair.step(&rules, &state);
                assert!(pair.updated.is_exact());
            }
        }
    }
    assert_eq!(games, 547);
}
