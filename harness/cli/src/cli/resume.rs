//! `stoker resume`: goes on with a run that was stopped.

use std::path::PathBuf;

use anyhow::ensure;
use stoker_bots::Ruleset;
use stoker_engine::Game;
use stoker_research::tune::folder::is_tuning;
use stoker_tournament::plan::Plan;
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::results::{Opened, RunFolder, VoidSlots, read_manifest, read_run};

use super::config::{Config, Look};
use super::draft::draft;
use super::io::{Exit, Io};
use super::league::{play_into, show};
use super::options::{Orders, threads_parser};
use super::outside::{WallArgs, in_force, warn};
use super::progress::Talk;
use super::show::{JsonFlag, Output};
use crate::registry::Registry;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker resume results/mine
  stoker resume copied/results --entrants copied/subs     a run that was moved
  stoker resume results/mine --again-void                 with another try at void matches

A run that was played with less than full isolation is resumed only if its --isolation and --waive
are typed again: its folder may come from somebody else.
Exit status: 0 if the run is finished now, 3 if it is but more than 1% of its matches are void, 130
after Ctrl-C, 2 if it cannot go on. A run that is finished is shown, and not changed.";

/// `stoker resume`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ResumeArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Where the entrants' folders are now: they are known by what is in them
    #[arg(long, value_name = "DIR")]
    pub(super) entrants: Option<PathBuf>,
    /// Play void matches again, which could not be decided because the machine failed; works on a
    /// finished run too
    #[arg(long)]
    pub(super) again_void: bool,
    /// The map file that was played on, if the map did not come with the program
    #[arg(long, value_name = "F")]
    pub(super) map: Option<String>,
    /// Matches played at once [default: the cores there are]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = threads_parser())]
    pub(super) threads: Option<u16>,
    /// Print nothing but errors, and JSON if asked for
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) json: Option<JsonFlag>,
    #[command(flatten)]
    pub(super) walls: WallArgs,
}

/// The verb.
pub(crate) fn resume(
    registry: &Registry,
    args: &ResumeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    if is_tuning(&args.folder) {
        ensure!(!args.again_void, "--again-void: a tuning has no void matches to play again");
        return super::tune::resume(registry, args, io);
    }
    let manifest = read_manifest(&args.folder)?;
    let ruleset = registry.find(Some(&manifest.tournament.ruleset))?;
    ruleset.resume(manifest, args, io)
}

/// The verb, once the ruleset is known.
pub(crate) fn run<G: Game>(
    ruleset: &Ruleset<G>,
    manifest: Manifest,
    args: &ResumeArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    let talk = if args.quiet { Talk::Quiet } else { Talk::Normal };
    let orders = Orders::to_play(args.threads, talk, args.json.map_or(Output::Text, Output::of));
    let void_slots = if args.again_void { VoidSlots::Again } else { VoidSlots::Final };
    let left_void = manifest.progress.void > 0 && void_slots == VoidSlots::Again;
    let is_complete = RunFolder::is_finished(&args.folder, &manifest)? && !left_void;
    let look = match &args.entrants {
        _ if is_complete => Look::Nowhere,
        Some(folder) => Look::In(folder.clone()),
        None => Look::InPlace,
    };
    let changeable = manifest.isolation.as_ref().map(|isolation| isolation.changeable.clone());
    let mut config = Config::recorded(manifest, look).overlaid(args.walls.to_config());
    config.map.clone_from(&args.map);
    let mut draft = draft(ruleset, &config)?;
    if let Some(conditions) = &mut draft.conditions {
        conditions.changeable = changeable.unwrap_or_default();
        if !is_complete {
            conditions.in_force = in_force(&conditions.setting)?;
        }
    }
    let plan = Plan::new(draft)?;
    let folder = &args.folder;
    let opened = match void_slots {
        _ if is_complete => RunFolder::finished(folder),
        VoidSlots::Again => RunFolder::resume_voids(&plan, folder)?,
        VoidSlots::Final => RunFolder::resume(&plan, folder)?,
    };
    match opened {
        Opened::New(folder) | Opened::Stopped(folder) => {
            if let (Talk::Normal, Some(conditions)) = (talk, plan.conditions()) {
                warn(&conditions.setting, io)?;
                for name in &conditions.changed {
                    writeln!(io.err, "the folder of `{name}` has changed: it plays as handed in")?;
                }
            }
            play_into(folder, &plan, &orders, io)
        }
        Opened::Existing(path) => {
            if talk == Talk::Normal {
                writeln!(io.err, "finished before: there was nothing left to do")?;
            }
            show(&plan, &read_run(&path)?, &path, &orders, io)
        }
    }
}
