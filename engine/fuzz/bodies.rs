//! Properties of each parser for any text: it does not panic, text that it accepts is written back
//! unchanged, and errors point into the text. Each body returns true if the text was accepted.
//!
//! The fuzz targets and `tests/fuzz.rs` share them. The latter runs them on the corpus and on
//! mutations.
#![allow(dead_code, reason = "a fuzz target uses one of them")]

use std::sync::LazyLock;

use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{Course, HuntersView, NotationError, State, View};
use stoker_engine::map::Map;
use stoker_engine::{Game, Seat, Seed};

static RULES: LazyLock<Course> = LazyLock::new(Course::default);

/// The text with the separators that writing uses.
fn spaced(text: &str) -> String {
    text.trim_ascii().replace('\n', " ")
}

fn placed(text: &str, error: &NotationError) -> bool {
    assert!(error.at <= text.len(), "{error}");
    assert!(error.to_string().starts_with(&format!("byte {}: ", error.at)));
    false
}

/// Parses past plays as Dracula sees them.
pub(crate) fn dracula_plays(text: &str) -> bool {
    match State::parse(&RULES, text) {
        Ok(state) => {
            assert_eq!(state.history().past_plays(&RULES), spaced(text));
            let seen = state.history().as_hunters();
            let hunters = HuntersView::parse(&RULES, &seen.past_plays(&RULES));
            assert_eq!(hunters.expect("what the hunters see of a game can be read"), seen);
            true
        }
        Err(error) => placed(text, &error),
    }
}

/// Parses past plays as the hunters see them.
pub(crate) fn hunters_plays(text: &str) -> bool {
    match HuntersView::parse(&RULES, text) {
        Ok(view) => {
            assert_eq!(view.past_plays(&RULES), spaced(text));
            let scene = RULES.scene(&View::Hunters(view));
            assert!(scene.pieces.iter().all(|piece| !piece.hidden));
            true
        }
        Err(error) => placed(text, &error),
    }
}

/// Parses map files.
pub(crate) fn map_file(text: &str) -> bool {
    match Map::parse("fuzz.toml", text, Course::MAP_WORDS) {
        Ok(map) => {
            let mut landmarks = map.landmarks().iter();
            assert!(landmarks.all(|landmark| map.places().contains(landmark.place)));
            assert_eq!(map.landmarks().len(), 2);
            assert!(map.places().into_iter().all(|at| map.find(map.code(at).bytes()) == Some(at)));
            true
        }
        Err(error) => {
            let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&error.line), "{error}");
            false
        }
    }
}

/// Parses seeds.
pub(crate) fn seed(text: &str) -> bool {
    match text.parse::<Seed>() {
        Ok(seed) => {
            assert_eq!(seed.to_string().parse(), Ok(seed));
            true
        }
        Err(error) => {
            assert_eq!(error.0, text);
            false
        }
    }
}

/// Parses moves of every seat.
pub(crate) fn mv(text: &str) -> bool {
    let mut taken = false;
    for seat in (0..5).map(Seat) {
        match RULES.parse_move(seat, text) {
            Ok(mv) => {
                let mut written = String::new();
                RULES.write_move(mv, &mut written).expect("a string takes any text");
                assert_eq!(written, text);
                taken = true;
            }
            Err(error) => assert_eq!(error.text, text),
        }
    }
    taken
}

/// Parses a transcript, which is one JSON object. Checking it must end, whatever it says.
pub(crate) fn transcript(text: &str) -> bool {
    match serde_json::from_str::<Transcript>(text) {
        Ok(transcript) => {
            let _ = transcript.differences(&RULES);
            let _ = transcript.differences_of_position(&RULES);
            true
        }
        Err(error) => {
            let lines = 1 + text.bytes().filter(|&byte| byte == b'\n').count();
            assert!(error.line() <= lines && error.column() <= text.len(), "{error}");
            false
        }
    }
}
