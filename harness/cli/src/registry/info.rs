//! The contents of lists about a ruleset, as plain data.

use serde::Serialize;
use serde_json::Value;

/// A ruleset, as lists show it; with its default parameters and map.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RulesetInfo {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) sides: Vec<SideListing>,
    pub(crate) scores: Vec<NumberInfo>,
    pub(crate) facts: Vec<NumberInfo>,
    pub(crate) presets: Vec<PresetInfo>,
    pub(crate) parameters: Vec<ParamInfo>,
    pub(crate) maps: Vec<MapInfo>,
    /// The keys of data files, if it uses such files.
    pub(crate) data: Vec<DataKeyInfo>,
    pub(crate) bots: Vec<BotInfo>,
    /// The bots of the field of strangers.
    #[serde(skip)]
    pub(crate) field: Vec<FieldInfo>,
}

/// A bot of the field, as lists show it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct FieldInfo {
    pub(crate) name: &'static str,
    pub(crate) style: &'static str,
    /// `training` or `held-out`.
    pub(crate) half: &'static str,
    pub(crate) sides: Vec<&'static str>,
    pub(crate) summary: &'static str,
}

/// A key of a data file.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DataKeyInfo {
    /// The names from the whole file down to the value; `*` is any one.
    pub(crate) path: &'static str,
    pub(crate) role: String,
    pub(crate) meaning: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SideListing {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) seats: Vec<&'static str>,
    /// True if the seats know the same.
    pub(crate) shared_knowledge: bool,
    pub(crate) score: &'static str,
    /// `high` or `low`, whichever is better.
    pub(crate) better: &'static str,
}

/// A score or a fact.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct NumberInfo {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) range: Option<(i32, i32)>,
    pub(crate) meaning: &'static str,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct PresetInfo {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) params: Value,
    pub(crate) sides: Vec<SideListing>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct MapInfo {
    /// As in `--map`.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) places: usize,
    pub(crate) seas: usize,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct BotInfo {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    /// The kinds of sides it plays.
    pub(crate) sides: Vec<&'static str>,
    /// Its place in the series, from 0, the weakest.
    pub(crate) rung: Option<u8>,
    /// True if it plays only where it is named, because it is slow.
    pub(crate) searches: bool,
    pub(crate) params: Vec<ParamInfo>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ParamInfo {
    pub(crate) name: &'static str,
    pub(crate) default: String,
    pub(crate) allowed: String,
    pub(crate) summary: &'static str,
}

impl PresetInfo {
    /// A parameter's value, as it is written.
    pub(crate) fn value(&self, name: &str) -> String {
        let value = &self.params[name];
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }
}
