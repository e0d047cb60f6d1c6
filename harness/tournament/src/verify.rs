//! Replays records: the rules alone, without generators or bots, must give the same game.
//!
//! A replay proves
//!
//! - the ruleset, parameters, map and data;
//! - the seat, move and origin of every play (forced, default and opening moves are recomputed);
//! - chance outcomes, scores, winners, ending, decisions, facts and hash;
//! - the turn, side, seat and cost of every fault.
//!
//! Only the checksum can prove the match number, seed, entrants, messages, and the kinds and
//! reasons of faults.

mod extras;
mod faults;
pub mod folder;
mod lines;
mod recorded_matches;
mod replay;
pub mod report;
pub mod voids;

use std::fmt;

use stoker_bots::Mismatch;
use stoker_engine::{Ending, Game};

use crate::data_hash::data_hash;
use crate::identity::{GameHasher, params_json};
use crate::map_id::MapId;
use crate::record::{FORMAT, Record};
use replay::RecordReplay;

/// The result of replaying a correct record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// The number of decisions that were replayed.
    pub decisions: u32,
}

/// Mismatches found so far.
#[derive(Debug, Default)]
struct Mismatches(Vec<Mismatch>);

impl Mismatches {
    fn compare(&mut self, field: &str, expected: impl fmt::Display, got: impl fmt::Display) {
        let (expected, got) = (expected.to_string(), got.to_string());
        if expected != got {
            self.0.push(Mismatch { decision: None, field: field.to_owned(), expected, got });
        }
    }

    fn at(
        &mut self,
        decision: u32,
        field: &str,
        expected: impl fmt::Display,
        got: impl fmt::Display,
    ) {
        let (expected, got) = (expected.to_string(), got.to_string());
        if expected != got {
            let decision = Some(decision);
            self.0.push(Mismatch { decision, field: field.to_owned(), expected, got });
        }
    }
}

/// Replays a record and compares all that can be recomputed.
///
/// # Errors
/// All mismatches; the replay ends at a move that cannot be played.
pub fn verify_record<G: Game>(game: &G, record: &Record) -> Result<Verified, Vec<Mismatch>> {
    let mut findings = Mismatches::default();
    compare_setting(game, record, &mut findings);
    findings.compare("check", record.checksum(), &record.check);
    let mut replay = RecordReplay::new(game, record);
    if let Some(ending) = replay.play_all(&mut findings) {
        compare_outcome(game, record, &replay, &ending, &mut findings);
    }
    if findings.0.is_empty() {
        Ok(Verified { decisions: replay.decisions() })
    } else {
        Err(findings.0)
    }
}

/// By decision of a record's game: the round in which it is made; last, the round of the ending.
/// The list ends early if the replay does.
pub(crate) fn rounds<G: Game>(game: &G, record: &Record) -> Vec<Option<u32>> {
    let mut replay = RecordReplay::new(game, record);
    // Other code reports the mismatches.
    let _ = replay.play_all(&mut Mismatches::default());
    replay.rounds()
}

fn compare_setting<G: Game>(game: &G, record: &Record, findings: &mut Mismatches) {
    findings.compare("format", FORMAT, record.format);
    findings.compare("ruleset", G::NAME, &record.ruleset);
    findings.compare("params", params_json(game), &record.params);
    let map = game.map().map(MapId::of);
    let or_none = |text: Option<&String>| text.cloned().unwrap_or_else(|| "none".to_owned());
    findings.compare("map", or_none(map.as_ref().map(|m| &m.name)), or_none(record.map.as_ref()));
    let hash = map.as_ref().map(|map| &map.hash);
    findings.compare("map_hash", or_none(hash), or_none(record.map_hash.as_ref()));
    let data = data_hash(game);
    findings.compare("data_hash", or_none(data.as_ref()), or_none(record.data_hash.as_ref()));
    let mut sides: Vec<_> = game.sides().list().iter().map(|side| side.name).collect();
    sides.sort_unstable();
    let got: Vec<_> = record.entrants.keys().map(String::as_str).collect();
    findings.compare("entrants", sides.join(" "), got.join(" "));
}

fn compare_outcome<G: Game>(
    game: &G,
    record: &Record,
    replay: &RecordReplay<'_, G>,
    ending: &Ending,
    findings: &mut Mismatches,
) {
    if let Err(error) = replay.chance().check() {
        findings.compare("chance", "what the game draws", error);
    }
    let names = game.scores().iter().map(|score| score.name);
    let scores = names.zip(&ending.scores).map(|(name, score)| format!("{name} {score}"));
    findings.compare("scores", sorted(scores), sorted(pairs(&record.scores)));
    let winners = game.sides().iter().filter(|(side, _)| ending.winners.contains(*side));
    let winners: Vec<_> = winners.map(|(_, side)| side.name).collect();
    findings.compare("winners", winners.join(", "), record.winners.join(", "));
    findings.compare("ending", ending.reason, &record.ending);
    findings.compare("decisions", replay.decisions(), record.decisions);
    let names = game.facts().iter().map(|fact| fact.name);
    let facts = names.zip(replay.facts()).map(|(name, fact)| format!("{name} {fact}"));
    findings.compare("facts", sorted(facts), sorted(pairs(&record.facts)));
    let hash = GameHasher::new(game).hash(replay.lines(), replay.chance().drawn(), ending);
    findings.compare("hash", hash, record.hash);
}

fn pairs<V: fmt::Display>(
    map: &std::collections::BTreeMap<String, V>,
) -> impl Iterator<Item = String> + '_ {
    map.iter().map(|(name, value)| format!("{name} {value}"))
}

fn sorted(values: impl Iterator<Item = String>) -> String {
    let mut values: Vec<_> = values.collect();
    values.sort_unstable();
    values.join(", ")
}

#[cfg(test)]
mod tests;
