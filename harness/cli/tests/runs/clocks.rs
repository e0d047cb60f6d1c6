//! The system clock may be set while `stoker` runs: no result depends on it.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

/// A library that sets the clock for the program that it is preloaded into.
static CLOCK: LazyLock<(TempDir, String)> = LazyLock::new(|| {
    let tmp = [std::env::temp_dir(), "/var/tmp".into(), "/tmp".into(), "/dev/shm".into()];
    let folder = TempDir::new_in(loadable(&tmp)).unwrap();
    let library = folder.path().join("clock.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common/jumping_clock.c");
    let mut command = Command::new("cc");
    command.args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
    assert!(command.arg(&library).arg(source).status().unwrap().success());
    let library = library.to_str().unwrap().to_owned();
    (folder, library)
});

/// The first of these folders from which a loader takes libraries: it splits `LD_PRELOAD` at blanks
/// and colons, and does not understand quotes.
fn loadable(folders: &[PathBuf]) -> &Path {
    let whole = |folder: &&PathBuf| {
        !folder.as_os_str().as_encoded_bytes().iter().any(|c| b" \t:".contains(c))
    };
    let found = folders.iter().filter(whole).find(|folder| folder.is_dir());
    found.unwrap_or_else(|| panic!("set TMPDIR to a folder without blanks and colons: {folders:?}"))
}

#[test]
fn a_library_lies_where_a_loader_finds_it_whatever_the_folder_for_temporary_files_is_called() {
    let folder = TempDir::new_in(loadable(&[std::env::temp_dir(), "/tmp".into()])).unwrap();
    let named = ["plain", "a b", "a:b"].map(|name| folder.path().join(name));
    named.iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let [plain, blank, colon] = named;
    let missing = folder.path().join("missing");
    assert_eq!(loadable(&[blank, missing, colon, plain.clone()]), plain);
    let output = Command::new("true").env("LD_PRELOAD", &CLOCK.1).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// A clock that jumps to and fro.
const JUMPS: Option<&str> = Some("400,-400");

/// A folder with a submission, and a store.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(TempDir::new().unwrap());
        let bot = place.0.path().join("bot");
        fs::create_dir(&bot).unwrap();
        fs::write(bot.join("bot.py"), include_str!("../common/first_legal_move.py")).unwrap();
        let run = "protocol = \"lines\"\n[run]\nhunters = [\"python3\", \"bot.py\"]\n";
        fs::write(bot.join("bot.toml"), run).unwrap();
        place
    }

    /// Runs `stoker`, with a clock that is set by this many days, in turn.
    fn run(&self, days: Option<&str>, args: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoker"));
        command.current_dir(self.0.path()).env("STOKER_BUILDS", self.0.path().join("builds"));
        // Pages are not compared, and take most of the time of runs as short as these.
        command.env("STOKER_TRIAL_NO_REPORT", "");
        if let Some(days) = days {
            command.env("LD_PRELOAD", &CLOCK.1).env("JUMP_DAYS", days);
        }
        let output = command.args(args.split_whitespace()).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
        output
    }

    /// The files of a run by their names, without the times that answers took.
    fn files(&self, run: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.0.path().join(run)).unwrap().flatten();
        let files = entries.filter(|entry| entry.path().is_file()).map(|entry| entry.file_name());
        let names = files.map(|name| name.into_string().unwrap());
        let kept = names.filter(|name| !["timings.csv", "report.html"].contains(&&**name));
        kept.map(|name| (name.clone(), fs::read(self.0.path().join(run).join(&name)).unwrap()))
            .collect()
    }

    /// The days for which kept builds were not used, as `stoker builds` shows them.
    fn days_unused(&self, days: &str, args: &str) -> Vec<u64> {
        let told = self.run(Some(days), &format!("builds --json {args}"));
        let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
        let kept = told["kept"].as_array().unwrap().iter();
        kept.map(|kept| kept["days_unused"].as_u64().unwrap()).collect()
    }
}

/// A busy machine keeps this time limit too.
const LEAGUE: &str = "league hunters=./bot tracker lurker --matches 3 --isolation none --threads 2 \
                      --limit wall_ms=600000 --limit start_ms=600000 --records all --quiet";

#[test]
fn a_league_is_the_same_however_often_the_clock_is_set() {
    let place = Place::new();
    place.run(None, &format!("{LEAGUE} --out calm"));
    place.run(JUMPS, &format!("{LEAGUE} --out jumps"));
    let calm = place.files("calm");
    assert!(calm.contains_key("matches.csv") && calm.contains_key("records.jsonl.zst"));
    assert_eq!(calm["faults.csv"].iter().filter(|&&byte| byte == b'\n').count(), 1);
    assert_eq!(place.files("jumps"), calm);
}

#[test]
fn a_run_is_resumed_to_the_same_bytes_after_the_clock_was_set() {
    let place = Place::new();
    let league = "league tracker patrol lurker --matches 6 --records all --quiet";
    place.run(None, &format!("{league} --out whole"));
    place.run(Some("400,400"), &format!("{league} --out part --shard 2/3"));
    place.run(Some("-400,-400"), "merge part --out rest --partial --quiet");
    place.run(JUMPS, "resume rest --quiet");
    assert_eq!(place.files("rest"), place.files("whole"));
}

#[test]
fn what_is_kept_is_not_taken_for_old_after_the_clock_was_set_back() {
    let place = Place::new();
    place.run(None, &format!("{LEAGUE} --out run"));
    assert_eq!(place.days_unused("-400,-400", "--older-than 30"), [0]);
    // Only the clock says how old it is.
    assert_eq!(place.days_unused("400,400", ""), [400]);
    assert_eq!(place.days_unused("400,400", "--older-than 30"), [0; 0]);
}
