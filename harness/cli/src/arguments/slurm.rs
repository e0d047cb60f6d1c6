//! The arguments of `stoker slurm`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use stoker_research::slurm::MOST_SHARDS;

use super::league_options::FileArgs;
use super::league_options::IsolationArgs;

pub(crate) const EXAMPLES: &str = "\
Examples:
  stoker league tracker lurker --matches 1000000 --print-config > big.toml
  stoker slurm big.toml --shards 200 --out work    write the job, and print how to submit it
  sh work/submit.sh                                submit it
  stoker slurm big.toml --shards 200 --out work    again, for the incomplete shards only
  stoker slurm big.toml --shards 50 --threads 16 --time 12:00:00 --submit
  stoker slurm big.toml --shards 9 --sbatch=--account=ab12 --sbatch=--qos=low

The scripts start the stoker that wrote them. For a long run, build one that plays faster, with
`cargo build --profile release-lto --workspace`, and call target/release-lto/stoker.

The scripts serve other schedulers too: `sh work/shard.sh I` runs shard I, from 1 on, and
`sh work/merge.sh` joins all shards into work/results.";

/// `stoker slurm`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SlurmArgs {
    /// The plan to play: a league or sweep in TOML, as --print-config writes it, or a run.toml
    #[arg(value_name = "PLAN")]
    pub(crate) plan: PathBuf,
    /// Cut the plan into this many shards, with one task for each
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = shards)]
    pub(crate) shards: NonZeroU32,
    /// Folder for the job, its shards and results [default: one under results/]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
    /// Number of matches that a task plays at once, and of cores that it requests
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1_024))]
    pub(crate) threads: u16,
    /// Time limit of a task, in sbatch's notation
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,
    /// Memory of a task, in sbatch's notation
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
    /// Partition to submit to
    #[arg(long, value_name = "NAME")]
    pub(crate) partition: Option<String>,
    /// Another option for sbatch; may be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true, value_parser = option)]
    pub(crate) sbatch: Vec<String>,
    /// Submit at once
    #[arg(long)]
    pub(crate) submit: bool,
    #[command(flatten)]
    pub(crate) isolation_args: IsolationArgs,
}

fn shards(text: &str) -> Result<NonZeroU32, String> {
    let number = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= MOST_SHARDS);
    number.ok_or_else(|| format!("give a whole number from 1 to {MOST_SHARDS}"))
}

/// An option for sbatch. A text that does not begin with `-` would be read as the script.
fn option(text: &str) -> Result<String, String> {
    match text.starts_with('-') {
        true => Ok(text.to_owned()),
        false => Err("give an option, as in --sbatch=--account=ab12".to_owned()),
    }
}
