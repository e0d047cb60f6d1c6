//! `stoker merge`: joins shards.

use std::path::PathBuf;

use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_tournament::merge::{IfMissing, Parts};
use stoker_tournament::plan::Plan;
use stoker_tournament::results::{Completion, Target};

use super::config::{Config, Look};
use super::draft::draft;
use super::io::{Exit, Io};
use super::league::{how_to_go_on, show};
use super::options::Orders;
use super::progress::{Meter, Talk};
use super::show::{JsonFlag, Output};
use crate::registry::Registry;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league --config league.toml --shard 1/2 --out part-1
  stoker league --config league.toml --shard 2/2 --out part-2
  stoker merge part-1 part-2 --out results/whole

The results are those of one run that played all of it, to the byte. The order of the parts does not
matter, and a part may be given twice.

Exit status: 0 if the results are written, 3 if they are but more than 1% of the matches are void,
2 if not: parts of different runs, two results for one match, or matches missing (--partial then
makes a run that `stoker resume` can finish).";

/// `stoker merge`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct MergeArgs {
    /// Folders that hold parts of one run
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    /// Folder for the results, absent or empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace what an earlier run wrote to the folder given with --out
    #[arg(long)]
    force: bool,
    /// Join what there is, into a run that `stoker resume` can finish
    #[arg(long)]
    partial: bool,
    /// The map file that was played on, if the map did not come with the program
    #[arg(long, value_name = "F")]
    map: Option<String>,
    /// Print nothing but errors, and JSON if asked for
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    json: Option<JsonFlag>,
}

/// The verb.
pub(crate) fn merge(
    registry: &Registry,
    args: &MergeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let parts = Parts::find(&args.parts)?;
    let ruleset = registry.find(Some(&parts.whole().tournament.ruleset))?;
    ruleset.merge(parts, args, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn run<G: Game>(
    ruleset: &Ruleset<G>,
    parts: Parts,
    args: &MergeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let mut config = Config::recorded(parts.whole().clone(), Look::Nowhere);
    config.map.clone_from(&args.map);
    let plan = Plan::new(draft(ruleset, &config)?)?;
    let talk = if args.quiet { Talk::Quiet } else { Talk::Normal };
    let orders = Orders::to_play(None, talk, args.json.map_or(Output::Text, Output::of));
    let out = args.out.clone();
    let target = if args.force { Target::Over(out) } else { Target::At(out) };
    let missing = if args.partial { IfMissing::Partial } else { IfMissing::Refuse };
    let meter = Meter::new(io, talk, plan.len());
    let there = parts.matches();
    let joined = parts.join(&plan, &target, missing, &meter);
    meter.finish();
    let (summary, path) = joined?;
    if summary.completion != Completion::Stopped {
        return show(&plan, &summary, &path, &orders, io);
    }
    if args.json.is_some() {
        return show(&plan, &summary, &path, &orders, io).map(|_| Exit::Done);
    }
    if talk == Talk::Normal {
        let (planned, first, folder) = (plan.len(), summary.done, path.display());
        writeln!(io.out, "joined in part: {there} of {planned} matches are there")?;
        writeln!(io.out, "the results in {folder} are those of the first {first}")?;
        writeln!(io.out, "{}", how_to_go_on(&path, &plan))?;
    }
    Ok(Exit::Done)
}
