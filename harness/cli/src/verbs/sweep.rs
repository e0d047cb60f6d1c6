//! `stoker sweep`: a league with many settings.

use std::sync::Arc;

use anyhow::ensure;
use stoker_engine::{Game, Seed};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::{Swept, scope};
use stoker_tournament::settings::{Design, Sweep, SweepError};

use super::league::play_on;
use super::setup::{RulesWanted, configure_on, find_files};
use crate::arguments::config::LeagueConfig;
use crate::arguments::league_options::SweepAsked;
use crate::arguments::sweep::SweepArgs;
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io};

/// Carries out `stoker sweep`.
pub(crate) fn sweep(
    registry: &Registry,
    mut args: SweepArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let is_file = |text: &&str| text.ends_with(".toml");
    if let Some(file) = args.league.entrants.iter().map(String::as_str).find(is_file) {
        ensure!(
            args.league.entrants.len() == 1 && args.league.config.is_none(),
            "`{file}` is a file, which names all entrants: to replace its own, write --config \
             {file} ENTRANT..."
        );
        args.league.config = Some(file.into());
        args.league.entrants.clear();
    }
    let (orders, config) = args.league.resolve(args.sweep)?;
    ensure!(!config.sweep.vary.is_empty(), SweepError::NoAxis);
    play_on(registry, config, &orders, io)
}

/// The settings that a configuration asks for, if any.
pub(crate) fn swept<G: Game>(
    config: &LeagueConfig,
    wanted: RulesWanted<'_>,
    game: &Arc<G>,
    entrants: &[Entrant<G>],
    seed: Seed,
) -> anyhow::Result<Option<Swept<G>>> {
    let SweepAsked { vary, design } = &config.sweep;
    if vary.is_empty() {
        ensure!(design.is_none(), SweepError::NoAxis);
        return Ok(None);
    }
    let sweep = Sweep::parse(vary, design.unwrap_or(Design::Grid), &scope(entrants))?;
    let files = find_files::<G>(wanted.files)?;
    let configure = |changed: &toml::Table| {
        let params = wanted.params.clone().into_iter().chain(changed.clone()).collect();
        let configured =
            configure_on::<G>(RulesWanted { params: &params, ..wanted }, files.clone());
        configured.map(|configured| configured.game).map_err(|error| format!("{error:#}"))
    };
    Ok(Some(Swept::new(sweep, seed, game, entrants, configure)?))
}
