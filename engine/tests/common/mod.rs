//! Recorded games, and damage to input: JSON text of the right form with other content.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each test program that shares this uses a part of it"
)]
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

pub(crate) mod conformance;
pub(crate) mod deal;
pub(crate) mod play;
pub(crate) mod positions;
pub(crate) mod properties;
pub(crate) mod scenes;

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;
use stoker_engine::course::transcript::Transcript;
use stoker_engine::{Rng, below};

/// The recorded games of a file.
pub(crate) fn transcripts(file: &str) -> Vec<Transcript> {
    let games = lines(file);
    games.iter().map(|line| serde_json::from_str(line).expect("a line is a game")).collect()
}

/// The lines of a file of games.
pub(crate) fn lines(file: &str) -> Vec<String> {
    let path = format!("{}/../engine/tests/data/{file}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::File::open(path).expect("it comes with the sources");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("it is text");
    text.lines().map(str::to_owned).collect()
}

/// Numbers at and beyond the limits of the types in views.
const NUMBERS: [i64; 16] =
    [0, 1, 4, 5, 9, 10, 70, 71, 127, 128, 255, 1_000, 65_535, i32::MAX as i64, i32::MIN as i64, -1];

/// Makes this many random changes: to a number, a choice, or the order and number of a list's
/// items.
pub(crate) fn damage(value: &mut Value, changes: usize, rng: &mut Rng) {
    for _ in 0..changes {
        descend(value, rng);
    }
}

/// Descends at random, and changes the value there.
fn descend(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let index = number(rng, fields.len());
            if let Some((_, field)) = fields.iter_mut().nth(index) {
                descend(field, rng);
            }
        }
        Value::Array(items) if !items.is_empty() => change_list(items, rng),
        Value::Number(_) => *value = NUMBERS[number(rng, NUMBERS.len())].into(),
        Value::Bool(flag) => *flag = !*flag,
        Value::String(word) => *word = WORDS[number(rng, WORDS.len())].to_owned(),
        Value::Null | Value::Object(_) | Value::Array(_) => {}
    }
}

/// Words that occur in views.
const WORDS: [&str; 6] = ["trap", "vampire", "hide", "teleport", "some-city", "some-sea"];

fn change_list(items: &mut Vec<Value>, rng: &mut Rng) {
    let [at, other] = [(); 2].map(|()| number(rng, items.len()));
    match number(rng, 6) {
        0 => items.swap(at, other),
        1 => items.insert(at, items[other].clone()),
        2 => drop(items.remove(at)),
        _ => descend(&mut items[at], rng),
    }
}

fn number(rng: &mut Rng, below_this: usize) -> usize {
    below(rng, u32::try_from(below_this).expect("a list is short")) as usize
}
