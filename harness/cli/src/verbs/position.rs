//! Positions in the middle of a game, from files.

use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use serde::Deserialize;
use stoker_bots::{PlacedGame, Ruleset};
use stoker_engine::Game;

use super::setup::read_data;
use super::verify::same_rules;
use crate::arguments::rules::RulesArgs;
use crate::arguments::verify::ReplayRules;
use crate::registry::{AnyRuleset, Registry};
use crate::terminal::io::read_text;

/// The largest position, in bytes.
const MOST: u64 = 1 << 20;

/// The ruleset that a position names.
#[derive(Deserialize)]
struct PositionHead {
    ruleset: String,
}

/// The ruleset of the position in this file.
///
/// # Errors
/// If the file cannot be read or names no ruleset, or `--ruleset` contradicts it.
pub(crate) fn ruleset_of<'r>(
    registry: &'r Registry,
    file: &Path,
    typed: Option<&str>,
) -> anyhow::Result<&'r dyn AnyRuleset> {
    let head: PositionHead = serde_json::from_str(&read_text(file, MOST)?)
        .map_err(|error| anyhow!("{}: not a position: {error}", file.display()))?;
    if let Some(typed) = typed {
        ensure!(
            typed == head.ruleset,
            "--ruleset {typed} contradicts the position, which is one of `{}`: leave it out",
            head.ruleset
        );
    }
    Ok(registry.find(Some(&head.ruleset))?)
}

/// The position in this file, once its ruleset is known.
///
/// # Errors
/// If no game can go on from it, or the options contradict it.
pub(crate) fn placed<G: Game>(
    ruleset: &Ruleset<G>,
    file: &Path,
    rules: &RulesArgs,
) -> anyhow::Result<PlacedGame<G>> {
    let read = ruleset.position_reader_hook().with_context(|| {
        format!("ruleset `{}` reads no positions in the middle of a game", G::NAME)
    })?;
    ensure!(rules.files.map.is_none(), "a position has a map of its own: leave --map out");
    let data = rules.files.data.as_deref().map(read_data::<G>).transpose()?;
    let text = read_text(file, MOST)?;
    let placed = read(&text, data).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let (params, files) = (rules.params()?, rules.files.files());
    let typed = ReplayRules { preset: rules.named.preset.as_deref(), params: &params, files };
    same_rules(&*placed.rules, typed, "position")?;
    Ok(placed)
}
