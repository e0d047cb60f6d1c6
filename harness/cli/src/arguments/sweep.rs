//! The arguments of `stoker sweep`.

use super::league::LeagueArgs;
use super::league_options::SweepAsked;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker sweep lurker tracker --vary lurker:depth=1..4
  stoker sweep tracker lurker --vary tracker:depth=1,2,4 --vary lurker:depth=1..3
  stoker sweep tracker patrol lurker --vary rules:score_loss_round=1..3 --matches 200
  stoker sweep tracker lurker --vary lurker:aim=0..1000 --design lhs:20
  stoker sweep SWEEP.toml                       entrants, options and [sweep] from a file
  stoker sweep lurker tracker --vary lurker:depth=1..4 --print-config > SWEEP.toml
  stoker sweep lurker tracker --vary lurker:depth=1..4 --dry-run

A range a..b includes both ends, a..b:STEP goes in steps, and commas separate values. In every
setting, the bots with a parameter that varies meet all others. If only the rules vary, every bot
meets every other. All settings share their seeds, so that differences between them are paired.

Exit status: as for `stoker league`.";

/// `stoker sweep`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) sweep: SweepAsked,
    #[command(flatten)]
    pub(crate) league: LeagueArgs,
}
