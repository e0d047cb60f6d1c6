//! Positions of the course's game on which bots are checked.

use serde::Deserialize;
use stoker_engine::Message;
use stoker_engine::course::{Course, State};

use crate::TrialPosition;

const FILE: &str = include_str!("../positions.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    position: Vec<PositionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRow {
    name: String,
    tests: String,
    past_plays: String,
    #[serde(default)]
    messages: Vec<String>,
}

/// The positions of the file that this map and these parameters allow.
pub(super) fn positions(course: &Course) -> Vec<TrialPosition<Course>> {
    let file: File = toml::from_str(FILE).expect("a test reads the file");
    file.position.into_iter().filter_map(|row| position(course, row)).collect()
}

fn position(course: &Course, row: PositionRow) -> Option<TrialPosition<Course>> {
    let PositionRow { name, tests, past_plays, messages } = row;
    let messages = messages.iter().cycle().map(|text| Message::new(text));
    let state = State::parse_with(course, &past_plays, messages).ok()?;
    let over = state.position().board().is_over();
    (!over).then_some(TrialPosition { name, tests, state })
}

#[cfg(test)]
mod tests;
