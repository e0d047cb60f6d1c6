//! `stoker merge`: joins shards.

use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_tournament::merge::{IfMissing, Parts};
use stoker_tournament::plan::Plan;
use stoker_tournament::results::{Completion, ResultTarget};

use super::draft::draft;
use super::league::{how_to_go_on, show};
use super::report::at_end;
use crate::arguments::config::{LeagueConfig, ProgramSearch};
use crate::arguments::merge::MergeArgs;
use crate::arguments::options::{JsonFlag, Orders};
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::matches::MatchMeter;
use crate::terminal::progress::Talk;
use crate::terminal::show::Output;

/// The verb.
pub(crate) fn merge(
    registry: &Registry,
    args: &MergeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let parts = Parts::find(&args.parts)?;
    let ruleset = registry.find(Some(&parts.whole().tournament.ruleset))?;
    ruleset.merge(parts, args, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn merge_parts<G: Game>(
    ruleset: &Ruleset<G>,
    parts: Parts,
    args: &MergeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let mut config = LeagueConfig::recorded(parts.whole().clone(), ProgramSearch::Nowhere);
    config.files = args.files.clone();
    let plan = Plan::new(draft(ruleset, &config)?)?;
    let talk = if args.quiet { Talk::Quiet } else { Talk::Normal };
    let output = args.json.map_or(Output::Text, JsonFlag::output);
    let report = args.report.wanted();
    let orders = Orders { report, ..Orders::to_play(None, talk, output) };
    let out = args.out.clone();
    let target = if args.force { ResultTarget::Over(out) } else { ResultTarget::At(out) };
    let missing = if args.partial { IfMissing::Partial } else { IfMissing::Refuse };
    let meter = MatchMeter::new(io, talk, plan.len());
    let there = parts.matches();
    let joined = parts.join(&plan, &target, missing, &meter);
    meter.finish();
    let (summary, path) = joined?;
    at_end(ruleset, &plan, &path, &orders, io)?;
    if summary.completion != Completion::Stopped {
        return show(&plan, &summary, &path, &orders, io);
    }
    if args.json.is_some() {
        return show(&plan, &summary, &path, &orders, io).map(|_| CommandExit::Done);
    }
    if talk == Talk::Normal {
        let (planned, first, folder) = (plan.len(), summary.done, path.display());
        writeln!(io.out, "joined in part: {there} of {planned} matches")?;
        writeln!(io.out, "the results in {folder} are those of the first {first} matches")?;
        writeln!(io.out, "{}", how_to_go_on(&path, &plan))?;
    }
    Ok(CommandExit::Done)
}
