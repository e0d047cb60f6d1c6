//! `stoker sweep`: a league in many settings.

use std::sync::Arc;

use anyhow::ensure;
use stoker_engine::{Game, Seed};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::{Swept, scope};
use stoker_tournament::settings::{Design, Sweep, SweepError};

use super::config::{Config, SweepAsked};
use super::io::{Exit, Io};
use super::league::{LeagueArgs, play_on};
use super::setup::{Wanted, configure_on, find_map};
use crate::registry::Registry;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker sweep lurker tracker --vary lurker:depth=1..4
  stoker sweep tracker lurker --vary tracker:depth=1,2,4 --vary lurker:depth=1..3
  stoker sweep tracker patrol lurker --vary rules:score_loss_round=1..3 --matches 200
  stoker sweep tracker lurker --vary lurker:aim=0..1000 --design lhs:20
  stoker sweep SWEEP.toml                       entrants, options and [sweep] from a file
  stoker sweep lurker tracker --vary lurker:depth=1..4 --print-config > SWEEP.toml
  stoker sweep lurker tracker --vary lurker:depth=1..4 --dry-run

A range a..b has both its ends, a..b:STEP goes in steps, and commas separate values. In every
setting, the bots of which a parameter varies meet all others; if only the rules vary, everyone
meets everyone. All settings share their seeds, so that differences between them are paired.

Exit status: as of `stoker league`.";

/// `stoker sweep`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SweepArgs {
    /// What varies: ENTRANT:PARAMETER=VALUES, or rules:PARAMETER=VALUES for a parameter of the
    /// rules; may be repeated
    #[arg(long, value_name = "AXIS")]
    vary: Vec<String>,
    /// Which settings are played: all combinations (grid), a Latin hypercube of N settings (lhs:N)
    /// or N settings at random (random:N) [default: grid]
    #[arg(long, value_name = "DESIGN")]
    design: Option<Design>,
    #[command(flatten)]
    league: LeagueArgs,
}

/// The verb.
pub(crate) fn sweep(
    registry: &Registry,
    mut args: SweepArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
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
    let design = args.design.map(|design| design.to_string());
    let (orders, config) = args.league.resolve(SweepAsked { vary: args.vary, design })?;
    ensure!(!config.sweep.vary.is_empty(), SweepError::NoAxis);
    play_on(registry, config, &orders, io)
}

/// The settings that a configuration asks for, if it does.
pub(crate) fn swept<G: Game>(
    config: &Config,
    wanted: Wanted<'_>,
    game: &Arc<G>,
    entrants: &[Entrant<G>],
    seed: Seed,
) -> anyhow::Result<Option<Swept<G>>> {
    let SweepAsked { vary, design } = &config.sweep;
    if vary.is_empty() {
        ensure!(design.is_none(), SweepError::NoAxis);
        return Ok(None);
    }
    let design = design.as_deref().map_or(Ok(Design::Grid), str::parse)?;
    let sweep = Sweep::parse(vary, design, &scope(entrants))?;
    let map = find_map::<G>(wanted.map)?;
    let configure = |changed: &toml::Table| {
        let params = wanted.params.clone().into_iter().chain(changed.clone()).collect();
        let configured = configure_on::<G>(Wanted { params: &params, ..wanted }, map.clone());
        configured.map(|configured| configured.game).map_err(|error| format!("{error:#}"))
    };
    Ok(Some(Swept::new(sweep, seed, game, entrants, configure)?))
}
