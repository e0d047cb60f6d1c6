//! Records: one match, complete, as one line of JSON.

pub mod fuzzing;
mod next_step;
mod play_text;
mod reader;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoker_engine::{Game, Seat, Seed, SideSet};
use stoker_external::fault::{Fault, FaultKind, Loses};

use crate::identity::{GameHash, params_json};
use crate::map_id::MapId;
use crate::outcome::{Likeness, MatchOutcome};
use crate::plan::{Plan, Slot};
use crate::referee::{Played, Referee};
use crate::starts::Starts;

pub use next_step::{StepError, next_step};
pub use play_text::{PlayText, PlayTextError};
pub use reader::by_column;
pub use reader::{LineStart, MOST_LINE, NotARecord, Problem, ReadError, RecordLine, RecordLines};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The fields that tell under which ruleset a record is to be replayed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RecordHead {
    /// The version of the format; this program reads [`FORMAT`].
    pub format: u32,
    /// The ruleset's name.
    pub ruleset: String,
    /// Its parameters.
    pub params: serde_json::Value,
    /// The map's name.
    pub map: Option<String>,
    /// The map's content hash, as in [`crate::map_id::MapId`].
    pub map_hash: Option<String>,
    /// The hash of the data, as in [`crate::data_hash::data_hash`].
    pub data_hash: Option<String>,
}

/// A complete match.
///
/// `plays` and `chance` are the game; the fields after them are a check on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the format.
    pub format: u32,
    /// The ruleset's name.
    pub ruleset: String,
    /// Its parameters.
    pub params: serde_json::Value,
    /// The map's name, if the ruleset plays on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The map's content hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_hash: Option<String>,
    /// The hash of the data, if the ruleset uses data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_hash: Option<String>,
    /// The match's number in its plan, from 0.
    #[serde(rename = "match")]
    pub number: u64,
    /// The match seed.
    pub seed: Seed,
    /// The way in which it began.
    pub starts: Starts,
    /// The entrants' names, by side.
    pub entrants: BTreeMap<String, String>,
    /// All decisions, in order: see [`PlayText`].
    pub plays: Vec<String>,
    /// All chance outcomes, in the order in which they were drawn.
    pub chance: Vec<u32>,
    /// The scores, by name.
    pub scores: BTreeMap<String, i32>,
    /// The sides that won.
    pub winners: Vec<String>,
    /// The reason for its end.
    pub ending: String,
    /// The number of decisions.
    pub decisions: u32,
    /// The facts, by name.
    pub facts: BTreeMap<String, i64>,
    /// The entrants' faults, in order.
    pub faults: Vec<RecordedFault>,
    /// The identity of the game.
    pub hash: GameHash,
    /// The help that people had, if people played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub people: Option<PeoplesPlay>,
    /// 32 hexadecimal digits of the BLAKE3 hash of the line without these digits.
    pub check: String,
}

/// The way in which people played a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeoplesPlay {
    /// True if they could neither ask for help nor take moves back.
    pub rated: bool,
    /// The number of times that moves were taken back. The plays are those of the final line.
    pub taken_back: u32,
}

impl PeoplesPlay {
    /// A rated match: only such matches enter a league.
    pub const RATED: Self = Self { rated: true, taken_back: 0 };
}

/// A fault as a record shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFault {
    /// The decision, from 0.
    pub turn: u32,
    /// The side's name.
    pub side: String,
    /// The seat's number.
    pub seat: u8,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The consequence for the side.
    pub loses: Loses,
    /// A description in words.
    pub reason: String,
}

impl RecordedFault {
    /// A fault of a match of this game.
    #[must_use]
    pub fn of<G: Game>(game: &G, fault: &Fault) -> Self {
        Self {
            turn: fault.decision,
            side: game.sides().side(fault.side).name.to_owned(),
            seat: fault.seat.0,
            kind: fault.kind,
            loses: fault.loses,
            reason: fault.reason.clone(),
        }
    }
}

/// The fields of a record that do not describe the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// The match's number in its plan, from 0.
    pub number: u64,
    /// The match seed.
    pub seed: Seed,
    /// The way in which it began.
    pub starts: Starts,
    /// The entrants' names, by side.
    pub entrants: BTreeMap<String, String>,
    /// The map, if the ruleset plays on one.
    pub map: Option<MapId>,
    /// The hash of the data, if the ruleset uses data.
    pub data_hash: Option<String>,
}

/// The values sorted by name, as in a record.
///
/// The iterator is a trait object because a map sorts what it collects: with the iterator's own type,
/// that sort would be compiled again for each caller and each game.
pub fn by_name<N: Ord, V>(named: &mut dyn Iterator<Item = (N, V)>) -> BTreeMap<N, V> {
    named.collect()
}

impl Record {
    /// The record of the match that the referee played last.
    pub fn of<G: Game>(plan: &Plan<G>, slot: &Slot, played: &Played, referee: &Referee<G>) -> Self {
        let &Slot { number, seed, .. } = slot;
        let (starts, entrants) = (plan.starts(), entrants(plan, slot));
        let (map, data_hash) = (plan.map().cloned(), plan.data_hash().map(str::to_owned));
        let title = Title { number, seed, starts, entrants, map, data_hash };
        Self::of_single(referee.game(), title, played, referee)
    }

    /// The record of the match that the referee played last, outside of a plan.
    pub fn of_single<G: Game>(
        game: &G,
        title: Title,
        played: &Played,
        referee: &Referee<G>,
    ) -> Self {
        let sides = game.sides();
        let won = sides.iter().filter(|(id, _)| played.ending.winners.contains(*id));
        let scores = game.scores().iter().map(|score| score.name.to_owned());
        let facts = game.facts().iter().map(|fact| fact.name.to_owned());
        let record = Self {
            format: FORMAT,
            ruleset: G::NAME.to_owned(),
            params: params_json(game),
            map: title.map.as_ref().map(|map| map.name.clone()),
            map_hash: title.map.map(|map| map.hash),
            data_hash: title.data_hash,
            number: title.number,
            seed: title.seed,
            starts: title.starts,
            entrants: title.entrants,
            plays: play_text::list(referee.plays(), referee.messages()),
            chance: referee.chance().to_vec(),
            scores: by_name(&mut scores.zip(played.ending.scores.iter().copied())),
            winners: won.map(|(_, side)| side.name.to_owned()).collect(),
            ending: played.ending.reason.to_owned(),
            decisions: played.decisions,
            facts: by_name(&mut facts.zip(played.facts.iter().copied())),
            faults: played.faults.iter().map(|fault| RecordedFault::of(game, fault)).collect(),
            hash: played.hash,
            people: None,
            check: String::new(),
        };
        Self { check: record.checksum(), ..record }
    }

    /// The same record, of a match that people played.
    #[must_use]
    pub fn by_people(self, people: PeoplesPlay) -> Self {
        let record = Self { people: Some(people), ..self };
        Self { check: record.checksum(), ..record }
    }

    /// Its result, such as `score 12, won by dracula (score)`.
    #[must_use]
    pub fn result<G: Game>(&self, game: &G) -> String {
        let scores = game.scores().iter().filter_map(|info| {
            let score = self.scores.get(info.name)?;
            Some(format!("{} {score}", info.name))
        });
        let scores = scores.collect::<Vec<_>>().join(", ");
        let won = if self.winners.is_empty() { "nobody" } else { &self.winners.join(" and ") };
        format!("{scores}, won by {won} ({})", self.ending)
    }

    /// True if it describes a match with this outcome: the same scores, winners, ending, decisions,
    /// facts and hash, and the same faults by decision, seat and kind.
    pub(crate) fn agrees<G: Game>(&self, game: &G, outcome: &MatchOutcome) -> bool {
        let mut scores = game.scores().iter().map(|score| score.name).zip(&outcome.scores);
        let mut facts = game.facts().iter().map(|fact| fact.name).zip(&outcome.facts);
        let won = game.sides().iter().filter(|(id, _)| outcome.winners.contains(*id));
        let faults = outcome.faults.iter().map(|fault| (fault.decision, fault.seat.0, fault.kind));
        self.scores.iter().map(|(name, score)| (&**name, score)).eq(by_name(&mut scores))
            && self.facts.iter().map(|(name, fact)| (&**name, fact)).eq(by_name(&mut facts))
            && self.winners.iter().eq(won.map(|(_, side)| side.name))
            && self.faults.iter().map(|fault| (fault.turn, fault.seat, fault.kind)).eq(faults)
            && (&*self.ending, self.decisions, self.hash)
                == (&*outcome.ending, outcome.decisions, outcome.hash)
    }

    /// The outcome of its match; `None` if it has other sides, scores or facts than the ruleset.
    ///
    /// `rounds` holds the round of every decision, and last that of the ending.
    pub(crate) fn outcome<G: Game>(
        &self,
        game: &G,
        rounds: &[Option<u32>],
    ) -> Option<MatchOutcome> {
        let side = |name: &str| game.sides().iter().find(|(_, side)| side.name == name);
        let won = self.winners.iter().map(|name| Some(side(name)?.0));
        let winners = won.into_iter().try_fold(SideSet::NONE, |set, side| Some(set.with(side?)))?;
        let scores = game.scores().iter().map(|score| self.scores.get(score.name).copied());
        let facts = game.facts().iter().map(|fact| self.facts.get(fact.name).copied());
        let fault = |fault: &RecordedFault| {
            Some(Fault {
                decision: fault.turn,
                round: rounds.get(fault.turn as usize).copied().flatten(),
                side: side(&fault.side)?.0,
                seat: Seat(fault.seat),
                kind: fault.kind,
                loses: fault.loses,
                reason: fault.reason.clone(),
            })
        };
        Some(MatchOutcome {
            scores: scores.collect::<Option<_>>()?,
            winners,
            ending: self.ending.clone().into(),
            decisions: self.decisions,
            facts: facts.collect::<Option<_>>()?,
            faults: self.faults.iter().map(fault).collect::<Option<_>>()?,
            hash: self.hash,
            likeness: Likeness::Unknown,
        })
    }

    /// The same game, as a match of another plan.
    pub(crate) fn moved<G: Game>(self, plan: &Plan<G>, slot: &Slot) -> Self {
        let entrants = entrants(plan, slot);
        let record = Self { number: slot.number, seed: slot.seed, entrants, ..self };
        Self { check: record.checksum(), ..record }
    }

    /// The value that [`check`](Self::check) should have.
    ///
    /// # Panics
    /// Never: text has a form in JSON.
    #[must_use]
    pub fn checksum(&self) -> String {
        // The line is hashed around the digits. A clone without them would copy all plays.
        let line = self.to_line();
        // The field may hold any text, which can be longer as JSON.
        let check = serde_json::to_string(&self.check).expect("text has a form in JSON");
        let digits = check.len() - "\"\"".len();
        let (head, tail) = line.as_bytes().split_at(line.len() - "\"}".len() - digits);
        let hash = blake3::Hasher::new().update(head).update(&tail[digits..]).finalize();
        hash.to_hex()[..32].to_owned()
    }

    /// The record as one line, without the line end.
    ///
    /// # Panics
    /// Never: all its keys are text.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a record's keys are text")
    }
}

/// The entrants' names, by side.
fn entrants<G: Game>(plan: &Plan<G>, slot: &Slot) -> BTreeMap<String, String> {
    let names = plan.lineup_of(slot).into_iter().map(|entrant| entrant.name.clone());
    let sides = plan.game().sides().list().iter().map(|side| side.name.to_owned());
    by_name(&mut sides.zip(names))
}

#[cfg(test)]
mod tests;
