//! A checkout with everything that a reader of a page has after building it.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::repository;
use crate::kit;

/// Stands for Cargo: it builds nothing, and runs what is built already.
const CARGO: &str = r#"#!/bin/sh
typed="$*"
refuse() { echo "cargo $typed: not in this test" >&2; exit 1; }
is_kit() { [ -e src/hound.rs ]; }
case $typed in
    'build --release' | 'build --release --workspace' | 'build --profile release-lto --workspace')
        # With its tables of lines, the program is larger than a submission may be.
        if is_kit; then
            mkdir -p target/release && strip --strip-debug "$EXAMPLES/external" -o target/release/external
        fi
        exit ;;
    'run '*) shift ;;
    *) refuse ;;
esac
if is_kit; then program=$EXAMPLES/template-bot; else program=stoker; fi
while [ $# -gt 0 ]; do
    case $1 in
        --release | -q) shift ;;
        --example) program=$EXAMPLES/$2; shift 2 ;;
        --) shift; exec "$program" "$@" ;;
        *) refuse ;;
    esac
done
refuse
"#;

/// Stands for the program that opens a page in a browser.
const BROWSER: &str = "#!/bin/sh\n[ -s \"$1\" ]\n";

/// The parts of the repository that commands of pages need.
const COPIED: [&str; 8] = [
    "bots/kits",
    "results/sample",
    "engine/tests/data/kosmos.jsonl.gz",
    "docs/masters-five.json",
    "docs/position-boss.json",
    "docs/position-fury.json",
    "docs/position-kosmos.json",
    "docs/position-masters.json",
];

/// The folder of `stoker`, with the C kit's library beside it, where it looks for it. The library has
/// no tables of lines: with them, linking a bot takes more memory than a build may have, and the bot
/// more room on the disk.
static BUILT: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("stoker");
    fs::hard_link(STOKER, &program).or_else(|_| fs::copy(STOKER, &program).map(drop)).unwrap();
    let mut strip = Command::new("strip");
    strip.arg("--strip-debug").arg(kit::library()).arg("-o").arg(folder.path().join(LIBRARY));
    assert!(strip.status().unwrap().success());
    folder
});

const STOKER: &str = env!("CARGO_BIN_EXE_stoker");
const LIBRARY: &str = "libstoker_course.a";

/// The examples that pages run, the programs of the Rust kit among them.
const EXAMPLES: [&str; 2] = ["template-bot", "external"];

/// The folder of the examples, built if they are not there yet: `cargo test` builds them, unless it
/// is asked for one suite alone.
static EXAMPLES_FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let built = Path::new(STOKER).parent().unwrap();
    let folder = built.join("examples");
    if !EXAMPLES.iter().all(|name| folder.join(name).exists()) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--workspace"]);
        cargo.args(EXAMPLES.iter().flat_map(|name| ["--example", name]));
        cargo.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
        cargo.current_dir(repository()).env("CARGO_TARGET_DIR", built.parent().unwrap());
        assert!(cargo.status().unwrap().success());
    }
    folder
});

/// A folder to follow a page in.
pub(super) struct Checkout(TempDir);

impl Checkout {
    pub(super) fn new() -> Self {
        let checkout = Self(TempDir::new().unwrap());
        for path in COPIED {
            checkout.copy(path);
        }
        for profile in ["release", "release-lto"] {
            checkout.build(&format!("target/{profile}"));
        }
        for folder in ["tools", "home"] {
            fs::create_dir(checkout.path(folder)).unwrap();
        }
        checkout.tool("cargo", CARGO);
        checkout.tool("xdg-open", BROWSER);
        symlink(BUILT.path().join("stoker"), checkout.path("tools/stoker")).unwrap();
        checkout
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn copy(&self, path: &str) {
        let to = self.path(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let mut copy = Command::new("cp");
        assert!(copy.arg("-R").arg(repository().join(path)).arg(to).status().unwrap().success());
    }

    /// A folder with what Cargo builds.
    fn build(&self, folder: &str) {
        let built = self.path(folder);
        fs::create_dir_all(&built).unwrap();
        for name in ["stoker", LIBRARY] {
            symlink(BUILT.path().join(name), built.join(name)).unwrap();
        }
    }

    fn tool(&self, name: &str, script: &str) {
        let tool = self.path("tools").join(name);
        fs::write(&tool, script).unwrap();
        fs::set_permissions(tool, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Carries out a script to its end, or to the first command that fails.
    pub(super) fn follow(&self, script: &str) -> Output {
        let path = std::env::var("PATH").unwrap();
        let mut shell = Command::new("bash");
        shell.args(["-O", "expand_aliases", "-euo", "pipefail", "-c", script]);
        shell.current_dir(self.0.path());
        shell.env("PATH", format!("{}:{path}", self.path("tools").display()));
        shell.env("EXAMPLES", &*EXAMPLES_FOLDER);
        // `git apply` must not take this for a part of some repository around it.
        shell.env("GIT_CEILING_DIRECTORIES", self.0.path().parent().unwrap());
        shell.env("HOME", self.path("home")).env("STOKER_BUILDS", self.path("home/builds"));
        shell.output().unwrap()
    }
}
