//! `stoker slurm`: a plan as a job array for a cluster.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail, ensure};
use stoker_external::spec::shell_word;
use stoker_files::untrusted::Folder;
use stoker_research::slurm::{BatchScript, Job, LOGS, PLAN, RESULTS, SHARDS, Shards, array};
use stoker_tournament::plan::Shard;
use stoker_tournament::results::folder::RUN;
use stoker_tournament::results::plain;
use stoker_tournament::storage::{at, bounded, lock, put};

use crate::arguments::config::{LeagueConfig, MAX_CONFIG};
use crate::arguments::keys::Layer as _;
use crate::arguments::slurm::SlurmArgs;
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io, read_text};

pub(crate) fn slurm(
    registry: &Registry,
    args: &SlurmArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let text = read_text(&args.plan, MAX_CONFIG)?;
    let mut config = LeagueConfig::read(&args.plan)?.permitted(&args.isolation_args);
    config.files = config.files.overlaid(args.files.clone());
    ensure!(
        config.pairings.until_interval.is_none(),
        "{}: shards cannot tell when a run is precise enough: leave until_interval out",
        args.plan.display()
    );
    let planned = registry.find(config.rules.ruleset.as_deref())?.planned(&config)?;
    let count = args.shards.get();
    ensure!(
        u64::from(count) <= planned,
        "{count} shards of {planned} matches: give --shards {planned} or fewer"
    );
    // A plan that cannot have shards is refused here, not by every task.
    let shard = Shard::new(1, count.into());
    registry
        .find(config.rules.ruleset.as_deref())?
        .planned(&LeagueConfig { shard, ..config.clone() })?;
    let path = args.out.clone().unwrap_or_else(|| usual_folder(&args.plan, args.shards));
    let folder = prepare(&path, &text)?;
    let shards = find_shards(&folder, args.shards)?;
    let job = args.job(&path, &shards, config)?;
    for script in BatchScript::ALL {
        put(&folder, script.file(), job.text(script).as_bytes())?;
    }
    writeln!(io.out, "{}", found(&shards, planned))?;
    if folder.folder(RESULTS).is_ok() {
        writeln!(io.out, "merged: results in {}", path.join(RESULTS).display())?;
        return Ok(CommandExit::Done);
    }
    // A name that begins with a `-` must not become an option of the shell.
    let script = Path::new(".").join(path).join(BatchScript::Submit.file());
    finish(args, &script, io)
}

/// Makes the folder with the plan in it, or finds it with the same plan in it.
fn prepare(path: &Path, text: &str) -> anyhow::Result<Folder> {
    let folder = Folder::make(path).map_err(at(path))?;
    // Scripts and plan come from one call, even if another prepares the same job at the same time.
    lock(&folder)?;
    if folder.has_file(PLAN) {
        ensure!(
            bounded::read_text(&folder, PLAN, MAX_CONFIG)? == text,
            "{} is another plan: give another folder with --out",
            path.join(PLAN).display()
        );
    } else {
        ensure!(
            folder.is_empty().map_err(at(path))?,
            "{} is not empty and has no {PLAN}: give another folder with --out",
            path.display()
        );
    }
    for inner in [SHARDS, LOGS] {
        folder.make_folder(inner).map_err(at(&path.join(inner)))?;
    }
    // By rename: a shell that is reading the old one reads it to its end.
    put(&folder, PLAN, text.as_bytes())?;
    Ok(folder)
}

fn find_shards(folder: &Folder, count: NonZeroU32) -> anyhow::Result<Shards> {
    let place = || folder.path().join(SHARDS).display().to_string();
    let names = folder.folder(SHARDS).and_then(|shards| shards.names()).with_context(place)?;
    Shards::among(names.iter().filter_map(|name| name.to_str()), count).with_context(place)
}

/// `results/NAME-N-shards`, by the name of the plan's file, or of the run that a `run.toml` is of.
fn usual_folder(plan: &Path, shards: NonZeroU32) -> PathBuf {
    let named = match plan.file_name().is_some_and(|name| name == RUN) {
        true => plan.parent().and_then(Path::file_name),
        false => plan.file_stem(),
    };
    let name = named.map_or_else(|| "plan".to_owned(), |name| plain(&name.to_string_lossy()));
    Path::new("results").join(format!("{name}-{shards}-shards"))
}

impl SlurmArgs {
    fn job(&self, folder: &Path, shards: &Shards, plan: LeagueConfig) -> anyhow::Result<Job> {
        Ok(Job {
            folder: absolute(folder)?,
            start: absolute(Path::new("."))?,
            stoker: absolute(
                &std::env::current_exe().context("cannot find the file of this program")?,
            )?,
            verb: if plan.sweep.vary.is_empty() { "league" } else { "sweep" },
            map: plan.files.map,
            data: plan.files.data,
            shards: shards.count(),
            missing: array(&shards.missing()),
            threads: self.threads,
            isolation_options: self.isolation_args.words(),
            options: self.options(),
        })
    }

    fn options(&self) -> Vec<String> {
        let named = [("time", &self.time), ("mem", &self.memory), ("partition", &self.partition)];
        let named = named.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let named = named.map(|(name, value)| format!("--{name}={value}"));
        named.chain(self.sbatch.iter().cloned()).collect()
    }
}

/// The absolute path, which is valid for every task wherever it is started.
#[expect(clippy::disallowed_methods, reason = "for scripts, which know files by path")]
fn absolute(path: &Path) -> anyhow::Result<String> {
    let shown = || path.display().to_string();
    let whole = path.canonicalize().with_context(shown)?;
    match whole.into_os_string().into_string() {
        Ok(text) => Ok(text),
        Err(_) => bail!("{} is not UTF-8, which scripts need: rename it", shown()),
    }
}

fn found(shards: &Shards, planned: u64) -> String {
    let (count, complete, begun) = (shards.count(), shards.complete(), shards.stopped());
    format!("{complete} of {count} shards complete, {begun} begun; {planned} matches in all")
}

/// Submits the job, or prints the command that does.
fn finish(args: &SlurmArgs, script: &Path, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    if !args.submit {
        writeln!(io.out, "submit with: sh {}", shell_word(&script.display().to_string()))?;
        return Ok(CommandExit::Done);
    }
    io.out.flush()?;
    let output = Command::new("sh").arg(script).output().context("cannot start `sh`")?;
    io.out.write_all(&output.stdout)?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "not submitted: {}", said.trim());
    Ok(CommandExit::Done)
}
