//! Records, and the games that they were played under.

use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use stoker_bots::Mismatch;
use stoker_engine::Game;
use stoker_engine::map::Map;
use stoker_tournament::map_id::MapId;
use stoker_tournament::record::{Head, Record, RecordLine};
use stoker_tournament::verify::verify_record;

use super::setup::find_map;
use crate::arguments::config::in_plain_words;

/// Configures the ruleset as a record says; `map` is where to look for a map that is not built in.
pub(crate) fn game_of<G: Game>(head: &Head, map: Option<&str>) -> anyhow::Result<Arc<G>> {
    let params = serde_json::from_value(head.params.clone()).map_err(|error| {
        anyhow!("parameters of the record: {}", in_plain_words(&error.to_string()))
    })?;
    let map = match &head.map_hash {
        None => None,
        Some(hash) => Some(map_of::<G>(head, hash, map)?),
    };
    let game = G::new(params, map).with_context(|| format!("ruleset `{}`", G::NAME))?;
    Ok(Arc::new(game))
}

/// The map with this hash.
fn map_of<G: Game>(head: &Head, hash: &str, given: Option<&str>) -> anyhow::Result<Arc<Map>> {
    let name = head.map.as_deref().unwrap_or("without a name");
    let given = match given {
        Some(given) => find_map::<G>(Some(given))?,
        None => G::MAPS.iter().map(|map| map.load()).find(|map| MapId::of(map).hash == hash),
    };
    match given {
        Some(map) if MapId::of(&map).hash == hash => Ok(map),
        Some(_) => bail!("--map is not the map of the record, which is `{name}`, hash {hash}"),
        None => bail!("the map `{name}` (hash {hash}) is not built in: give its file with --map"),
    }
}

/// A record that holds what its game comes to, with its rules; or why there is none.
pub(crate) fn verified<G: Game>(
    line: &RecordLine,
    map: Option<&str>,
) -> anyhow::Result<(Arc<G>, Record)> {
    let record = line.record()?;
    let game = game_of::<G>(&line.head()?, map)?;
    verify_record(&*game, &record).map_err(|mismatches| why_refused(&mismatches))?;
    Ok((game, record))
}

fn why_refused(mismatches: &[Mismatch]) -> anyhow::Error {
    let first = mismatches.first().map(ToString::to_string).unwrap_or_default();
    anyhow!("the record does not verify: {first} (`stoker verify` says more)")
}
