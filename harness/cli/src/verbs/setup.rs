//! Configures a ruleset: preset, parameters and map.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use serde_json::Value;
use stoker_bots::remedy;
use stoker_engine::data::DataFile;
use stoker_engine::map::Map;
use stoker_engine::{Game, Preset};

use crate::arguments::keys::in_plain_words;
use crate::arguments::rules::GameFiles;
use crate::terminal::io::read_text;

/// The largest map file, in bytes.
const MAX_MAP: u64 = 1 << 20;
/// The largest data file, in bytes.
const MAX_DATA: u64 = 1 << 20;

/// The wanted configuration of a ruleset.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RulesWanted<'a> {
    /// The preset; the ruleset's first if none is named.
    pub(crate) preset: Option<&'a str>,
    /// An embedded map or a file, the ruleset's first if none is named; and a data file, the
    /// embedded one if none is named.
    pub(crate) files: GameFiles<'a>,
    /// Parameters that differ from the preset.
    pub(crate) params: &'a toml::Table,
}

/// A ruleset, configured.
pub(crate) struct Configured<G> {
    pub(crate) game: Arc<G>,
    /// The preset that has these parameters, if one has.
    pub(crate) preset: Option<&'static str>,
}

pub(crate) fn configure<G: Game>(wanted: RulesWanted<'_>) -> anyhow::Result<Configured<G>> {
    configure_on(wanted, find_files::<G>(wanted.files)?)
}

/// The files of a ruleset, read.
#[derive(Debug, Clone)]
pub(crate) struct ReadFiles {
    pub(crate) map: Option<Arc<Map>>,
    /// A data file that was named.
    pub(crate) data: Option<Arc<DataFile>>,
}

/// Reads the files that were named, or finds the usual ones.
pub(crate) fn find_files<G: Game>(named: GameFiles<'_>) -> anyhow::Result<ReadFiles> {
    let data = named.data.map(read_data::<G>).transpose()?;
    Ok(ReadFiles { map: find_map::<G>(named.map)?, data })
}

/// Reads a data file.
pub(crate) fn read_data<G: Game>(name: &str) -> anyhow::Result<Arc<DataFile>> {
    let ruleset = G::NAME;
    let form = G::DATA.with_context(|| {
        format!("ruleset `{ruleset}` does not use a data file: leave --data out")
    })?;
    let text = read_text(Path::new(name), MAX_DATA)?;
    let file = form.parse(name, &text).with_context(|| format!("data file `{name}`"))?;
    Ok(Arc::new(file))
}

/// The same with files that were read before.
pub(crate) fn configure_on<G: Game>(
    wanted: RulesWanted<'_>,
    files: ReadFiles,
) -> anyhow::Result<Configured<G>> {
    let presets = G::presets();
    let preset = find_preset(&presets, wanted.preset)?;
    let params = override_params(&preset.params, wanted.params)?;
    let same = |other: &&Preset<G::Params>| other.params == params;
    let name = [preset].into_iter().chain(&presets).find(same).map(|preset| preset.name);
    let game = G::configure(params, files.map, files.data)
        .with_context(|| format!("ruleset `{}`", G::NAME))?;
    Ok(Configured { game: Arc::new(game), preset: name })
}

pub(crate) fn find_preset<'p, P>(
    presets: &'p [Preset<P>],
    name: Option<&str>,
) -> anyhow::Result<&'p Preset<P>> {
    let Some(name) = name else {
        return presets
            .first()
            .context("this ruleset has no presets: this is a bug in the ruleset");
    };
    let names = || presets.iter().map(|preset| preset.name);
    let found = presets.iter().find(|preset| preset.name == name);
    found.ok_or_else(|| anyhow!("there is no preset `{name}`: {}", remedy(name, names())))
}

/// The map of a ruleset that has this name or is in this file.
#[expect(clippy::disallowed_methods, reason = "nothing is opened")]
pub(crate) fn find_map<G: Game>(name: Option<&str>) -> anyhow::Result<Option<Arc<Map>>> {
    let (ruleset, maps) = (G::NAME, G::MAPS);
    let Some(name) = name else {
        return Ok(maps.first().map(|map| map.load()));
    };
    if maps.is_empty() {
        bail!("ruleset `{ruleset}` does not use a map: leave --map out");
    }
    if let Some(map) = maps.iter().find(|map| map.name == name) {
        return Ok(Some(map.load()));
    }
    let path = Path::new(name);
    if !name.contains(['/', '\\', '.']) && !path.exists() {
        bail!("there is no map `{name}`: {}", remedy(name, maps.iter().map(|map| map.name)));
    }
    let text = read_text(path, MAX_MAP)?;
    Ok(Some(Arc::new(Map::parse(name, &text, G::MAP_WORDS)?)))
}

/// The parameters of a preset with some changed.
///
/// One at a time, so that an error can name the parameter.
fn override_params<P>(preset: &P, overrides: &toml::Table) -> anyhow::Result<P>
where
    P: Clone + serde::Serialize + serde::de::DeserializeOwned,
{
    let mut params = preset.clone();
    let mut all = serde_json::to_value(preset).context("the parameters have no JSON form")?;
    for (name, value) in overrides {
        let value = serde_json::to_value(value)?;
        put(&mut all, name, value)?;
        params = serde_json::from_value(all.clone()).map_err(|error| {
            let problem = in_plain_words(&error.to_string());
            anyhow!("parameter `{name}` of the ruleset: {problem}")
        })?;
    }
    Ok(params)
}

/// Replaces one value; a table replaces only what it names.
fn put(all: &mut Value, name: &str, value: Value) -> anyhow::Result<()> {
    let Some(object) = all.as_object_mut() else {
        bail!("there is no parameter `{name}`: the value around it is not a table");
    };
    let Some(old) = object.get_mut(name) else {
        let names = object.keys().map(String::as_str);
        bail!("the ruleset has no parameter `{name}`: {}", remedy(name, names));
    };
    if let (Value::Object(inner), true) = (&value, old.is_object()) {
        return inner.iter().try_for_each(|(name, value)| put(old, name, value.clone()));
    }
    *old = value;
    Ok(())
}
