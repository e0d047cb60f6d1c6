//! Records, and the games that they were played under.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use stoker_bots::Mismatch;
use stoker_engine::Game;
use stoker_engine::data::DataFile;
use stoker_engine::map::Map;
use stoker_tournament::data_hash::hash_of;
use stoker_tournament::map_id::MapId;
use stoker_tournament::record::{ReadError, Record, RecordHead, RecordLine, RecordLines};
use stoker_tournament::verify::verify_record;

use super::setup::{find_map, read_data};
use crate::arguments::keys::in_plain_words;
use crate::arguments::rules::GameFiles;

/// Configures the ruleset as a record says; `files` are those that are not built in.
pub(crate) fn game_of<G: Game>(head: &RecordHead, files: GameFiles<'_>) -> anyhow::Result<Arc<G>> {
    let params = serde_json::from_value(head.params.clone()).map_err(|error| {
        anyhow!("parameters of the record: {}", in_plain_words(&error.to_string()))
    })?;
    let map = match &head.map_hash {
        None => None,
        Some(hash) => Some(map_of::<G>(head, hash, files.map)?),
    };
    let data = data_of::<G>(head.data_hash.as_deref(), files.data)?;
    let game = G::configure(params, map, data).with_context(|| format!("ruleset `{}`", G::NAME))?;
    Ok(Arc::new(game))
}

/// The data file with this hash; `None` for the embedded one.
///
/// # Errors
/// If it is neither the embedded file nor the one given.
pub(crate) fn data_of<G: Game>(
    hash: Option<&str>,
    given: Option<&str>,
) -> anyhow::Result<Option<Arc<DataFile>>> {
    let embedded = G::DATA.map(|form| hash_of(&form.load()));
    let given = given.map(read_data::<G>).transpose()?;
    match (hash, given) {
        (Some(hash), Some(given)) if hash_of(&given) == hash => Ok(Some(given)),
        (Some(hash), Some(_)) => {
            bail!("--data is not the data file of the record, whose hash is {hash}")
        }
        (Some(hash), None) if embedded.as_deref() != Some(hash) => bail!(
            "the game was played with other data (hash {hash}), which is not built in: give \
             its file with --data"
        ),
        (None, Some(_)) => bail!("the record does not name its data: leave --data out"),
        (Some(_) | None, None) => Ok(None),
    }
}

/// The map with this hash.
fn map_of<G: Game>(head: &RecordHead, hash: &str, given: Option<&str>) -> anyhow::Result<Arc<Map>> {
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
    files: GameFiles<'_>,
) -> anyhow::Result<(Arc<G>, Record)> {
    let record = line.record().map_err(|error| error.problem)?;
    let head = line.head().map_err(|error| error.problem)?;
    let game = game_of::<G>(&head, files)?;
    verify_record(&*game, &record).map_err(|mismatches| why_refused(&mismatches))?;
    Ok((game, record))
}

fn why_refused(mismatches: &[Mismatch]) -> anyhow::Error {
    let first = mismatches.first().map(ToString::to_string).unwrap_or_default();
    anyhow!("the record does not verify: {first} (`stoker verify` says more)")
}
