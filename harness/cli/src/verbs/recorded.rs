//! Records, and the games that they were played under.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use stoker_bots::Mismatch;
use stoker_engine::Game;
use stoker_engine::map::Map;
use stoker_tournament::map_id::MapId;
use stoker_tournament::record::{Head, ReadError, Record, RecordLine, RecordLines};
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

/// The lines of a file of records, and those that could not be used.
pub(crate) struct RecordSelection {
    lines: RecordLines,
    /// The number of the match that was asked for, if any.
    asked: Option<u64>,
    /// The numbers of the matches of all lines so far.
    pub(crate) kept: Vec<u64>,
    /// The errors of lines that may have been the match that was asked for.
    pub(crate) unread: Vec<anyhow::Error>,
}

impl RecordSelection {
    /// The lines of a file: those of one match, if its number is given.
    pub(crate) fn open(path: &Path, asked: Option<u64>) -> anyhow::Result<Self> {
        Ok(Self { lines: RecordLines::open(path)?, asked, kept: vec![], unread: vec![] })
    }
}

impl Iterator for RecordSelection {
    type Item = Result<RecordLine, ReadError>;

    /// The next line that was asked for. Where one match was, a line that cannot be read is no
    /// error: the match can be in another one.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = self.lines.next()?;
            let number = line.as_ref().ok().and_then(|line| line.match_number().ok());
            self.kept.extend(number);
            match (self.asked, line) {
                (Some(_), Err(error)) => self.unread.push(error.into()),
                (Some(asked), Ok(line)) if number != Some(asked) => {
                    self.unread.extend(line.match_number().err().map(anyhow::Error::from));
                }
                (_, line) => return Some(line),
            }
        }
    }
}

/// A record that verifies, with its rules; or the reason why it does not.
pub(crate) fn verified<G: Game>(
    line: &RecordLine,
    map: Option<&str>,
) -> anyhow::Result<(Arc<G>, Record)> {
    let record = line.record().map_err(|error| error.problem)?;
    let head = line.head().map_err(|error| error.problem)?;
    let game = game_of::<G>(&head, map)?;
    verify_record(&*game, &record).map_err(|mismatches| why_refused(&mismatches))?;
    Ok((game, record))
}

fn why_refused(mismatches: &[Mismatch]) -> anyhow::Error {
    let first = mismatches.first().map(ToString::to_string).unwrap_or_default();
    anyhow!("the record does not verify: {first} (`stoker verify` says more)")
}
