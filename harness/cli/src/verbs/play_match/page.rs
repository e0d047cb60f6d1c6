//! `stoker match --html`: the match just played as a page.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use stoker_bots::{Ruleset, Scenes};
use stoker_engine::{Game, Seed};
use stoker_report::collection::Collection;
use stoker_report::replay::replay;
use stoker_report::views::Views;
use stoker_tournament::data_hash::data_hash;
use stoker_tournament::map_id::MapId;
use stoker_tournament::record::{Record, Title};
use stoker_tournament::referee::{Played, Referee};
use stoker_tournament::results::turn_outputs_in_log;
use stoker_tournament::starts::Starts;

use crate::arguments::play_match::MatchArgs;
use crate::terminal::viewpoint::viewer;
use crate::verbs::replay::page::{STANDARD_OUTPUT, put_replays};

/// A page that is to be written.
pub(super) struct MatchPage<'a, G: Game> {
    pub(super) path: &'a Path,
    game: &'a G,
    scenes: Scenes<G>,
    views: Views,
}

/// The page that was asked for, if one was. It is checked before the match is played.
///
/// # Errors
/// If the ruleset has no scenes, or there is no such viewer.
pub(super) fn asked_for<'a, G: Game>(
    ruleset: &Ruleset<G>,
    game: &'a G,
    args: &'a MatchArgs,
) -> anyhow::Result<Option<MatchPage<'a, G>>> {
    let Some(path) = args.html.as_deref() else { return Ok(None) };
    let scenes = ruleset.scenes_hook();
    let none = || format!("ruleset `{}` has no scenes, so there is nothing to draw", G::NAME);
    let scenes = scenes.with_context(none)?;
    ensure!(path != Path::new(STANDARD_OUTPUT), "--html {STANDARD_OUTPUT}: give a file");
    let viewer = args.view.as_deref().map_or(Ok(None), |name| viewer(game.sides(), name))?;
    let views = viewer.map_or(Views::All, Views::Only);
    Ok(Some(MatchPage { path, game, scenes, views }))
}

impl<G: Game> MatchPage<'_, G> {
    /// Writes the match that the referee played last.
    pub(super) fn write(
        &self,
        seed: Seed,
        starts: Starts,
        entrants: BTreeMap<String, String>,
        played: &Played,
        referee: &Referee<G>,
    ) -> anyhow::Result<()> {
        let Self { path, game, scenes, views } = self;
        let map = game.map().map(MapId::of);
        let data_hash = data_hash(&**game);
        let title = Title { number: 0, seed, starts, entrants, map, data_hash };
        let record = Record::of_single(*game, title, played, referee);
        let scenery = (scenes.scenery)(game);
        let mut replay = replay(*game, scenes, &record, None, *views)?;
        let said = played.logs.iter().flat_map(|(_, log)| turn_outputs_in_log(log)).collect();
        replay.put_beside(*game, &scenery, said, *views);
        let title = replay.heading.clone();
        let mut replays = Collection::default();
        replays.add(scenery, replay)?;
        put_replays(path, replays, title)
    }
}
