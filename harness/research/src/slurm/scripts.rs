//! The scripts of a job.
//!
//! Values that differ from job to job are assigned to variables at the top. Each is one quoted
//! word, so that no folder name can become a command. The rest is the same in every job.

use stoker_external::spec::shell_word;

/// The values that the scripts of a job depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The absolute path of the job's folder: a task can be started anywhere.
    pub folder: String,
    /// The absolute path that the plan's paths are relative to.
    pub start: String,
    /// The absolute path of the executable.
    pub stoker: String,
    /// The verb that plays the plan: `league` or `sweep`.
    pub verb: &'static str,
    /// The map, if the plan names one.
    pub map: Option<String>,
    /// The data file, if the plan names one.
    pub data: Option<String>,
    /// The number of shards of the plan.
    pub shards: u32,
    /// The shards to submit, as Slurm's `--array` takes them; empty if all are complete.
    pub missing: String,
    /// The number of matches that a task plays at once, which is also the number of cores it asks
    /// for.
    pub threads: u16,
    /// Options of the verb that give programs more power: words of letters and signs that have no
    /// meaning to a shell.
    pub isolation_options: Vec<String>,
    /// Options for `sbatch`, one word each.
    pub options: Vec<String>,
}

/// A script of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchScript {
    /// Runs one shard.
    Shard,
    /// Joins all shards.
    Merge,
    /// Submits both to Slurm.
    Submit,
}

impl BatchScript {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Shard, Self::Merge, Self::Submit];

    /// Its name in the job's folder.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Self::Shard => "shard.sh",
            Self::Merge => "merge.sh",
            Self::Submit => "submit.sh",
        }
    }

    /// The lines that Slurm and a reader must see before the first command.
    fn head(self) -> &'static str {
        match self {
            Self::Shard => include_str!("scripts/shard-head.sh"),
            Self::Merge => include_str!("scripts/merge-head.sh"),
            Self::Submit => include_str!("scripts/submit-head.sh"),
        }
    }

    fn body(self) -> &'static str {
        match self {
            Self::Shard => include_str!("scripts/shard.sh"),
            Self::Merge => include_str!("scripts/merge.sh"),
            Self::Submit => include_str!("scripts/submit.sh"),
        }
    }
}

impl Job {
    /// The job's name in Slurm. It depends on the folder alone, and not on the shards that are
    /// submitted.
    #[must_use]
    pub fn name(&self) -> String {
        let hash = blake3::hash(self.folder.as_bytes()).to_hex();
        format!("stoker-{}", &hash[..8])
    }

    /// The text of a script, for a POSIX shell.
    #[must_use]
    pub fn text(&self, script: BatchScript) -> String {
        let set = |(name, value): (&str, String)| format!("{name}={}\n", shell_word(&value));
        let variables: String = self.variables(script).into_iter().map(set).collect();
        let options = if script == BatchScript::Submit { self.options() } else { String::new() };
        format!("{}\nset -eu\n{variables}{options}\n{}", script.head(), script.body())
    }

    /// The variables of a script.
    fn variables(&self, script: BatchScript) -> Vec<(&'static str, String)> {
        let folder = ("folder", self.folder.clone());
        let start = ("start", self.start.clone());
        let stoker = ("stoker", self.stoker.clone());
        let verb = ("verb", self.verb.to_owned());
        let map = ("map", self.map.clone().unwrap_or_default());
        let data = ("data", self.data.clone().unwrap_or_default());
        let shards = ("shards", self.shards.to_string());
        let threads = ("threads", self.threads.to_string());
        let isolation = ("isolation", self.isolation_options.join(" "));
        match script {
            BatchScript::Shard => {
                vec![folder, start, stoker, verb, map, data, shards, threads, isolation]
            }
            BatchScript::Merge => vec![folder, start, stoker, map, data, shards],
            BatchScript::Submit => {
                let (name, missing) = (("name", self.name()), ("missing", self.missing.clone()));
                vec![folder, name, missing, threads]
            }
        }
    }

    /// The options as the script's arguments, the only list that a POSIX shell has.
    fn options(&self) -> String {
        let words: Vec<_> = self.options.iter().map(|option| shell_word(option)).collect();
        ["set --".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ") + "\n"
    }
}
