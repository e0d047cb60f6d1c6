//! Properties that parsers of untrusted text must have for any text: the bodies of fuzz targets.
//!
//! Not part of the interface: here because the parsers are private. Each body says whether the
//! text was taken, and panics where it should not.

use std::sync::LazyLock;

use stoker_bots::Codes;
use stoker_tournament::record::{PlayText, Record};
use stoker_tournament::verify::verify_record;

use crate::engine::course::Course;
use crate::engine::{Game, Seat};
use crate::registry::Registry;

pub use stoker_external::fuzzing::{
    bot_toml, course_reply, lines_replies, makefile, source, symbols,
};
pub use stoker_tournament::journal::fuzzing::journal;

static COURSE: LazyLock<Course> = LazyLock::new(Course::default);

/// A line of a file of records: what is read is written again as it was, and can be replayed.
#[must_use]
pub fn record(text: &str) -> bool {
    let Ok(record) = serde_json::from_str::<Record>(text) else { return false };
    for play in &record.plays {
        let _ = PlayText::parse(play);
    }
    let again: Record = serde_json::from_str(&record.to_line()).expect("it is a record");
    assert_eq!(again.to_line(), record.to_line());
    assert_eq!(again.checksum(), record.checksum());
    let _ = verify_record(&*COURSE, &record);
    true
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
    static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::builtin);
    crate::verbs::fuzzing::run_toml(&REGISTRY, text)
}

/// A move, in the codes of every year.
#[must_use]
pub fn course_move(text: &str) -> bool {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::builtin);
    let form = REGISTRY.plays_form::<Course>().expect("the course has one");
    let mut taken = false;
    for seat in (0..5).map(Seat) {
        for codes in [Codes::Today, Codes::Earlier] {
            let Ok(mv) = (form.read_move)(&COURSE, seat, text, codes) else { continue };
            let mut written = String::new();
            COURSE.write_move(mv, &mut written).expect("a string takes any text");
            assert!(written == text || codes == Codes::Earlier);
            taken = true;
        }
    }
    taken
}
