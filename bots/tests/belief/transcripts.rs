//! In games that were really played on the course's engine.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use stoker_bots::course::Belief;
use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{Course, Move, Params, Play, State};
use stoker_engine::{Chance, Game};

use super::Pair;

pub(crate) fn transcripts(file: &str) -> Vec<Transcript> {
    let path = format!("{}/../engine/tests/data/{file}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

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
                let mv = match *play {
                    Play::Hunter(play) => Move::Hunter(play.to),
                    Play::Dracula(play) => Move::Dracula(play.mv),
                };
                rules.play(&mut state, mv.into()).unwrap();
                pair.step(&rules, &state);
                assert!(pair.updated.is_exact());
            }
        }
    }
    assert_eq!(games, 547);
}
