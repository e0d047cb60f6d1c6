//! The files of a measurement: `gauge.toml`, the order; `gauge.csv`, the results; `scores.csv`,
//! every match.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stoker_engine::{Game, Seed};
use stoker_tournament::data_hash::{data_hash, named_data};
use stoker_tournament::entrant::{BotSource, typed};
use stoker_tournament::identity::params_json;
use stoker_tournament::map_id::MapId;
use stoker_tournament::results::folder::{PUBLIC_REPORT, REPORT};
use stoker_tournament::results::result_folder::{AtOnce, Description, FORMAT};
use stoker_tournament::results::{ResultTarget, plain};
use stoker_tournament::starts::Starts;
use stoker_tournament::storage::{CsvText, FolderError};

use super::{Gauge, Measurement, Participant};

const READINGS: &str = "gauge.csv";
const SCORES: &str = "scores.csv";

const READING_COLUMNS: [&str; 11] = [
    "opponent",
    "entrant",
    "matches",
    "void",
    "faults",
    "mean_score",
    "low_95",
    "high_95",
    "share",
    "share_low_95",
    "share_high_95",
];
const SCORE_COLUMNS: [&str; 6] = ["match", "seed", "opponent", "entrant", "score", "void"];

/// The order of a measurement: everything that influences the results.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct GaugeManifest {
    /// The version of the form of the folder.
    pub format: u32,
    /// The version of stoker.
    pub stoker: String,
    /// The ruleset.
    pub ruleset: String,
    /// The name of the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The hash of the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_hash: Option<String>,
    /// The data file, as it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The hash of the data file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_hash: Option<String>,
    /// The side that was measured.
    pub side: String,
    /// The seeds of each opponent.
    pub matches: u64,
    /// The number of them after which it was stopped, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_after: Option<u64>,
    /// The seed of all.
    pub seed: Seed,
    /// The starts of matches.
    pub starts: Starts,
    /// The consequence of faults.
    pub fault_policy: String,
    /// The parameters of the rules.
    pub params: serde_json::Value,
    /// The two ends of the scale, then those who were measured.
    pub entrants: Vec<PlayerRow>,
    /// The opponents.
    pub opponents: Vec<PlayerRow>,
}

/// A player as it is recorded.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerRow {
    /// Its spec.
    pub spec: String,
    /// The hash of a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
}

impl Description for GaugeManifest {
    const FILE: &'static str = "gauge.toml";
    const OTHERS: &'static [&'static str] = &[READINGS, SCORES, REPORT, PUBLIC_REPORT];
    const ABSENT: &'static str = "nothing there is replaced";

    fn format(&self) -> u32 {
        self.format
    }

    fn differences(&self, asked: &Self) -> Vec<String> {
        if self == asked { vec![] } else { vec!["it is another measurement's".to_owned()] }
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// Finds the folder for a measurement by this version of stoker that is finished, or was stopped
/// after this many seeds.
///
/// # Errors
/// If there is such a folder with other results, or it cannot be read.
pub fn folder<G: Game>(
    gauge: &Gauge<G>,
    version: &str,
    target: &ResultTarget,
    stopped_after: Option<u64>,
) -> Result<AtOnce<GaugeManifest>, FolderError> {
    let manifest = GaugeManifest { stopped_after, ..manifest(gauge, version) };
    AtOnce::find(manifest, &name(gauge), target)
}

/// Writes the files. Returns their folder.
///
/// # Errors
/// If they cannot be written.
pub fn write<G: Game>(
    folder: AtOnce<GaugeManifest>,
    gauge: &Gauge<G>,
    found: &Measurement,
) -> Result<PathBuf, FolderError> {
    folder.write(&[(READINGS, readings(gauge, found)), (SCORES, scores(gauge, found))])
}

fn name<G: Game>(gauge: &Gauge<G>) -> String {
    let measured = gauge.players.iter().skip(2).take(3).map(|player| plain(player.name()));
    let words: Vec<_> = ["gauge", G::NAME].map(str::to_owned).into_iter().chain(measured).collect();
    let mut name = words.join("-");
    name.truncate(80);
    format!("{name}-{}", gauge.seed)
}

fn manifest<G: Game>(gauge: &Gauge<G>, version: &str) -> GaugeManifest {
    let map = gauge.game.map().map(MapId::of);
    let rows = |players: &[Participant<G>]| players.iter().map(row).collect();
    GaugeManifest {
        format: FORMAT,
        stoker: version.to_owned(),
        ruleset: G::NAME.to_owned(),
        map_hash: map.as_ref().map(|map| map.hash.clone()),
        data: named_data(&*gauge.game),
        data_hash: data_hash(&*gauge.game),
        map: map.map(|map| map.name),
        side: gauge.game.sides().side(gauge.side).name.to_owned(),
        matches: gauge.matches,
        stopped_after: None,
        seed: gauge.seed,
        starts: gauge.referee_settings.starts,
        fault_policy: gauge.referee_settings.policy.to_string(),
        params: params_json(&*gauge.game),
        entrants: rows(&gauge.players),
        opponents: rows(&gauge.opponents),
    }
}

fn row<G: Game>(player: &Participant<G>) -> PlayerRow {
    let hash = player.entrant().and_then(|entrant| match &entrant.source {
        BotSource::External(program) => Some(program.hash().to_owned()),
        BotSource::Builtin(..) | BotSource::Person => None,
    });
    PlayerRow { spec: typed(None, player.name(), player.spec()), hash }
}

fn readings<G: Game>(gauge: &Gauge<G>, found: &Measurement) -> Vec<u8> {
    let mut csv = CsvText::with_header(READING_COLUMNS);
    for row in &found.readings {
        csv.text(gauge.opponent(row)).text(gauge.players[row.player].name());
        csv.value(row.matches).value(row.voids).value(row.faults);
        csv.estimate(row.mean).estimate(row.share).end_row();
    }
    csv.into_bytes()
}

fn scores<G: Game>(gauge: &Gauge<G>, found: &Measurement) -> Vec<u8> {
    let mut csv = CsvText::with_header(SCORE_COLUMNS);
    for (index, seed) in (0..).zip(&found.seeds) {
        for (number, score) in seed.iter().enumerate() {
            let (opponent, player) = (number / gauge.players.len(), number % gauge.players.len());
            csv.value(index).value(gauge.seed.of_match(index));
            csv.text(gauge.opponents[opponent].name()).text(gauge.players[player].name());
            csv.maybe(score.as_ref().ok().map(|score| score.score));
            csv.maybe(score.as_ref().err()).end_row();
        }
    }
    csv.into_bytes()
}
