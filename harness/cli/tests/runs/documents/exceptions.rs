//! Commands of pages that need something first, that are not run, or that are run with smaller
//! numbers.

/// Commands that make what the commands of a page need. They are carried out before the page.
pub(super) const PREPARED: &[(&str, &str)] = &[
    ("README.md", "cp -r bots/kits/python my-bot; mkdir subs; cp -r my-bot subs/fox"),
    ("docs/replays.md", RECORDED),
    ("docs/replays.md", "cp -r bots/kits/python my-bot"),
    ("docs/report.md", SUBMISSIONS),
    ("docs/scenes.md", RECORDED),
    ("docs/submissions.md", SUBMISSIONS),
    (
        "docs/transcripts.md",
        "gunzip -c engine/tests/data/kosmos.jsonl.gz | sed -n 1,2p > games.jsonl",
    ),
];

const RECORDED: &str = "stoker league tracker lurker --matches 18 --records all --param start_score=60 --out results/mine";
const SUBMISSIONS: &str = "mkdir subs; for team in fox owl; do cp -r bots/kits/python subs/$team; sed -i s/pursuer/$team/ subs/$team/bot.toml; done";

/// Commands that are not run: the page, how the line begins, and the reason.
pub(super) const NOT_RUN: &[(&str, &str, &str)] = &[
    ("CONTRIBUTING.md", ".ci/", "this test is a part of it"),
    ("CONTRIBUTING.md", "cargo install", "installs a program"),
    ("CONTRIBUTING.md", "cd harness/cli", "the fuzzer's folder is not in this test"),
    ("CONTRIBUTING.md", "cargo +nightly fuzz", "needs a nightly compiler, and takes 20 minutes"),
    ("README.md", "cargo run --release  ", "plays 900 matches; `.ci/run` runs it"),
    ("README.md", "stoker play", "waits for people; the tests of `play` run it"),
    ("docs/adding-a-game.md", "stoker", "needs a `stoker` with the toy: `genericity.rs` runs it"),
    ("docs/benchmarks.md", "valgrind", "needs Valgrind"),
    ("docs/clusters.md", "sh work/merge.sh", "needs all shards; the loop below runs it"),
    ("docs/clusters.md", "sh work/submit.sh", "needs Slurm; the tests in `slurm` run it"),
    ("docs/clusters.md", "parallel", "needs GNU parallel"),
    ("docs/clusters.md", "sh /shared", "is a line for the file of another scheduler"),
    ("docs/playing.md", "stoker play", "waits for people; the tests of `play` run it"),
    ("harness/cli/tests/slurm/README.md", "apt-get", "installs packages"),
    ("harness/cli/tests/slurm/README.md", "harness/cli/tests/slurm/run.sh", "needs Slurm"),
    ("harness/report/fonts/README.md", "pyftsubset", "needs a package of Python"),
    ("harness/report/page/README.md", "npm", "needs packages of Node; `.ci/pages` runs the checks"),
];

/// Commands that other parts of `.ci/run` carry out, or that would have to be built first.
///
/// The tests and benchmarks that they name must exist.
pub(super) const BY_CARGO: [&str; 2] = ["cargo test", "cargo bench"];

/// The most work for a verb in a page that is not a guide: an option, and its largest number.
///
/// A command that says more, or nothing, is run with this number. Its output is not compared then.
pub(super) const SMALLER: &[(&str, &str, u64)] = &[
    ("league", "--matches", 4),
    ("sweep", "--matches", 1),
    ("compare", "--max-pairs", 32),
    ("tune", "--iterations", 2),
    ("tune", "--seeds", 1),
    ("tune", "--max-pairs", 32),
    ("gauge", "--matches", 1),
    ("exploit", "--iterations", 1),
    ("exploit", "--matches", 2),
    ("exploit", "--lines", 2),
    ("analyse", "--screening", 2),
    ("analyse", "--playouts", 8),
];

/// An option that is left alone where another is typed.
pub(super) const NOT_BESIDE: (&str, &str) = ("--iterations", "--base");

/// Options that make the matches of the course short: the verb, the option, and words. They are
/// added if the command has one of the words, or if no words are listed, unless it names other
/// rules.
pub(super) const SHORT: &[(&str, &str, &[&str])] = &[
    ("compare", SHORT_MATCHES, &[]),
    ("exploit", SHORT_MATCHES, &[]),
    ("gauge", SHORT_MATCHES, &[]),
    ("sweep", SHORT_MATCHES, &[]),
    ("tune", "--map tiny", &[]),
    ("league", SHORT_MATCHES, SLOW),
    ("match", SHORT_MATCHES, SLOW),
];

const SHORT_MATCHES: &str = "--param start_score=20";
const SLOW: &[&str] =
    &["marshal", "phantom", "strategist", "mastermind", "field", "subs/", "--records all"];
pub(super) const OTHER_RULES: [&str; 2] = ["--ruleset", "--config"];

/// Texts of commands that would take long, and what stands for them in pages that are not guides.
pub(super) const REPLACED: &[(&str, &str)] = &[
    (" --watch=1 ", " --watch=0 "),
    (" --watch ", " --watch=0 "),
    ("--playouts 24", "--playouts 8 --asking-matches 1"),
    ("--playouts 72", "--playouts 8"),
    ("--asking-matches 16", "--asking-matches 1"),
    ("lhs:30", "lhs:4"),
    ("--shards 200", "--shards 4"),
    ("--shards 10", "--shards 4"),
    ("$(seq 200)", "$(seq 4)"),
    ("$(seq 10)", "$(seq 4)"),
    ("matches = 1000000", "matches = 40"),
];
