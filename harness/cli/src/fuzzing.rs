//! Properties that parsers of untrusted text must have for any text: the bodies of fuzz targets.
//!
//! This module is not part of the interface. It is here because the parsers are private. Each body
//! returns true if the parser accepts the text, and panics if a property does not hold.

use std::sync::LazyLock;

use stoker_bots::Codes;
use stoker_bots::submissions::SubmissionForm;
use stoker_tournament::record::{PlayText, Record};
use stoker_tournament::verify::verify_record;

use crate::engine::{Game, Seat};
use crate::registry::{Fuzzed, Registry};

pub use stoker_external::fuzzing::{lines_replies, notes, reply_of_turn, source, symbols};
pub use stoker_tournament::journal::fuzzing::journal;

static GAME: LazyLock<Fuzzed> = LazyLock::new(Fuzzed::default);
static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::builtin);

/// A line of a file of records: a record that is read is written unchanged, and can be replayed.
#[must_use]
pub fn record(text: &str) -> bool {
    let Ok(record) = serde_json::from_str::<Record>(text) else { return false };
    for play in &record.plays {
        let _ = PlayText::parse(play);
    }
    let again: Record = serde_json::from_str(&record.to_line()).expect("it is a record");
    assert_eq!(again.to_line(), record.to_line());
    assert_eq!(again.checksum(), record.checksum());
    let _ = verify_record(&*GAME, &record);
    true
}

/// The form of sources.
fn form() -> &'static SubmissionForm {
    REGISTRY.plays_form::<Fuzzed>().and_then(|form| form.sources).expect("it has one")
}

/// The text of a `bot.toml`.
#[must_use]
pub fn bot_toml(text: &str) -> bool {
    stoker_external::fuzzing::bot_toml(text, form())
}

/// The output of `make`.
#[must_use]
pub fn makefile(text: &str) -> bool {
    stoker_external::fuzzing::makefile(text, form())
}

/// A file of records, packed or not: its first lines are read as records.
#[must_use]
pub fn record_file(bytes: &[u8]) -> bool {
    let lines = stoker_tournament::record::fuzzing::record_lines(bytes);
    lines.iter().take(20).filter(|line| record(line)).count() > 0
}

/// The text of a `run.toml`.
#[must_use]
pub fn run_toml(text: &str) -> bool {
    crate::verbs::fuzzing::run_toml(&REGISTRY, text)
}

/// A move, in the codes of every year.
#[must_use]
pub fn read_move(text: &str) -> bool {
    let form = REGISTRY.plays_form::<Fuzzed>().expect("it has one");
    let mut taken = false;
    for seat in (0..5).map(Seat) {
        for codes in [Codes::Today, Codes::Earlier] {
            let Ok(mv) = (form.read_move)(&GAME, seat, text, codes) else { continue };
            let mut written = String::new();
            GAME.write_move(mv, &mut written).expect("a string takes any text");
            assert!(written == text || codes == Codes::Earlier);
            taken = true;
        }
    }
    taken
}
