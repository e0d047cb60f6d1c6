//! Jobs that play the shards of a plan on a cluster.
//!
//! A job is a folder: the plan, three scripts, and the shards. `shard.sh` runs one shard and
//! `merge.sh` joins them all, under any engine or none. `submit.sh` submits both to Slurm.
//!
//! ```text
//! plan.toml               the plan
//! shard.sh                runs one shard: `sh shard.sh 3`, or a task of a Slurm job array
//! merge.sh                joins the shards, when all are complete
//! submit.sh               submits the shards that are not complete, then the merge
//! shards/3-of-8.part/     a shard that is being run, or was stopped
//! shards/3-of-8/          a complete shard: renamed when it was
//! results/                the results of the merge: renamed when they were complete
//! logs/                   the output of the tasks
//! ```

mod scripts;
mod shards;

pub use scripts::{BatchScript, Job};
pub use shards::{MOST_SHARDS, OtherSplit, Shards, array};

/// The file of the plan.
pub const PLAN: &str = "plan.toml";
/// The folder of shards.
pub const SHARDS: &str = "shards";
/// The folder that the merge writes.
pub const RESULTS: &str = "results";
/// The folder of the tasks' output.
pub const LOGS: &str = "logs";

#[cfg(test)]
mod tests;
