//! The arguments of `stoker league`.

use std::path::PathBuf;

use stoker_tournament::plan::Shard;

use super::config::{Entrants, LeagueConfig};
use super::external::ExternalArgs;
use super::keys::Layer as _;
use super::league_options::{PairingOptions, SweepAsked};
use super::options::{GameArgs, Orders, PlanTask, RunArgs};
use super::pages::LiveArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league random                          one bot against itself, on every side
  stoker league tracker patrol lurker --matches 1000 --seed 7
  stoker league hunters=random lurker:depth=2 deep@lurker:depth=5
  stoker league tracker random wanderer lurker --format gauntlet:tracker
  stoker league subs/ --format ladder --matches 20      hundreds of entrants
  stoker league my-bot/ tracker lurker          a submission, against built-in bots
  stoker league subs/ tracker lurker            a folder of submissions
  stoker league --config league.toml --out results/today
  stoker league subs/ --reuse results/monday    again, playing only changed entrants' pairings
  stoker league random --print-config > league.toml
  stoker league random --dry-run                what it would play, and how long it would take
  stoker league --matches 100000 --live --open  watch it in the browser while it goes on

Exit status: 0 if the results are complete, whatever the bots did; 3 if they are complete, but more
than 1% of the matches are void (not decided, because the machine failed); 130 after Ctrl-C
(`stoker resume` continues the league); 2 if it cannot be played.";

/// `stoker league`.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct LeagueArgs {
    /// The entrants: `[SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]`, where BOT is a built-in bot, the
    /// folder of a submission, a folder of submissions, or PROTOCOL:COMMAND. `stoker bots` lists
    /// the built-in bots [default: every built-in bot that does not search]
    #[arg(value_name = "ENTRANT")]
    pub(crate) entrants: Vec<String>,
    /// Read the league from a TOML file; options and entrants on the command line replace its own
    #[arg(long, value_name = "F.toml")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) play: GameArgs,
    #[command(flatten)]
    pub(crate) pairings: PairingOptions,
    /// Play only the I-th of N shards, which `stoker merge` joins
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Reuse an earlier, finished run: take the matches of pairings in which no entrant has
    /// changed, and show who has moved in the ranking since
    #[arg(long, value_name = "DIR", conflicts_with = "print_config")]
    pub(crate) reuse: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Print what would be played and how long it would take, without playing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print the league as a commented configuration, without playing
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) print_config: bool,
    #[command(flatten)]
    pub(crate) live: LiveArgs,
    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}

impl LeagueArgs {
    /// The orders, and the configuration file with the command line laid over it.
    pub(crate) fn resolve(self, sweep: SweepAsked) -> anyhow::Result<(Orders, LeagueConfig)> {
        let file = self.config.as_deref().map(LeagueConfig::read).transpose()?;
        let orders = Orders { live: self.live.order()?, ..self.orders() };
        if orders.live.is_some() && orders.task != PlanTask::Play {
            anyhow::bail!(
                "--live shows a run, but nothing is played with --dry-run or --print-config"
            );
        }
        let typed = LeagueConfig { sweep, ..self.into_league()? };
        Ok((orders, file.unwrap_or_default().overlaid(typed)))
    }

    pub(crate) fn orders(&self) -> Orders {
        let task = match (self.dry_run, self.print_config) {
            (true, _) => PlanTask::Estimate,
            (_, true) => PlanTask::PrintConfig,
            _ => PlanTask::Play,
        };
        Orders { reuse: self.reuse.clone(), ..self.run.orders(task) }
    }

    fn into_league(self) -> anyhow::Result<LeagueConfig> {
        let typed = LeagueConfig {
            entrants: Entrants::typed(&self.entrants)?,
            pairings: self.pairings,
            shard: self.shard,
            ..self.play.into_league()?
        };
        Ok(typed.with_external(self.external)?)
    }
}
