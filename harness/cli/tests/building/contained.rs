//! The effects of odd files on builds, and of builds on each other.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Stdio};

use super::{BOT, Place, work};

/// The reason why the only submission could not be built.
fn failure(place: &Place) -> String {
    let row = place.build_one("subs");
    row["failed"]["hunters"].as_str().unwrap_or_else(|| panic!("{row}")).to_owned()
}

#[test]
fn neither_special_files_nor_bits_that_lend_power_are_kept() {
    let place = Place::with_build(
        "import os\nopen('made', 'w')\nos.chmod('made', 0o6755)\nos.mkdir('d')\n\
         os.chmod('d', 0o7777)\nos.mkfifo('pipe')\nos.mkfifo('d/pipe')\n",
    );
    let row = place.build_one("subs");
    assert_eq!(row["done"], "built", "{row}");
    let mode = |name| fs::metadata(work(&row).join(name)).unwrap().permissions().mode() & 0o7777;
    assert_eq!([mode("made"), mode("d") & 0o7000], [0o755, 0]);
    for name in ["pipe", "d/pipe"] {
        assert!(work(&row).join(name).symlink_metadata().is_err(), "{name}");
    }
}

#[test]
fn a_file_of_zeros_that_takes_no_room_is_no_way_around_the_limits() {
    let one = "with open('made', 'wb') as f: f.truncate(1 << 40)\n";
    let reason = failure(&Place::with_build(one));
    assert!(reason.contains("File too large"), "{reason}");

    let many = "open('made', 'w')\nfor n in range(100):\n  \
                with open(str(n), 'wb') as f: f.truncate(100 << 20)\n";
    let place = Place::with_build(many);
    let reason = failure(&place);
    assert!(reason.contains("bytes") || reason.contains("MiB"), "{reason}");
    assert!(place.stored().len() <= 1);
}

#[test]
fn a_build_of_a_million_files_is_contained() {
    let place = Place::with_build(
        "open('made', 'w')\nfor n in range(1000000): open(str(n), 'w').close()\n",
    );
    let reason = failure(&place);
    assert!(reason.contains("disk") || reason.contains("No space"), "{reason}");
    assert!(place.stored().len() <= 1);
}

/// A build that leaves a process running, which writes on in a session of its own.
const WRITES_ON: &str = "import os, time
open('made', 'w').write('first')
if os.fork() == 0:
    os.setsid()
    for descriptor in range(3): os.close(descriptor)
    for n in range(1000000):
        open('made', 'w').write('later')
        open(f'later-{n % 100}', 'w').write('x' * n)
";

#[test]
fn what_a_build_leaves_running_writes_nothing_more() {
    let place = Place::with_build(WRITES_ON);
    // It may or may not have written something before its end.
    let first = place.build_one("subs");
    assert_eq!(first["done"], "built", "{first}");
    let files = || -> Vec<(std::ffi::OsString, Vec<u8>)> {
        let entries = fs::read_dir(work(&first)).unwrap().map(Result::unwrap);
        let mut files: Vec<_> =
            entries.map(|file| (file.file_name(), fs::read(file.path()).unwrap())).collect();
        files.sort();
        files
    };
    let kept = files();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(files(), kept);
    let again = place.build_one("subs");
    assert_eq!((&again["done"], &again["hash"]), (&"unchanged".into(), &first["hash"]));
}

/// A build that takes a while, and a bot that plays.
const SLOW: &str = "import time\ntime.sleep(1)\nopen('made', 'w').write('''#!/bin/sh
read hello
echo '{\"type\":\"hello\",\"protocol\":1}'
number=0
while read question; do
    case $question in
    *'\"type\":\"decide\"'*)
        number=$((number + 1))
        echo '{\"decision\":'$number',\"move\":\"CO\"}' ;;
    esac
done
''')\nimport os\nos.chmod('made', 0o755)\n";

#[test]
fn teams_with_the_same_content_share_a_build_and_play_under_their_own_names() {
    let place = Place::new();
    for team in ["one", "other"] {
        place.write(&format!("subs/{team}/bot.toml"), BOT);
        place.write(&format!("subs/{team}/build.py"), SLOW);
    }
    let (rows, status) = place.build("subs");
    assert_eq!((rows.len(), status), (2, 0), "{rows:?}");
    assert_eq!(rows[0]["hash"], rows[1]["hash"]);
    assert_eq!(place.stored().len(), 1);
    let league = "league subs/one subs/other dracula=wanderer --matches 2 --out run";
    let played = place.run(league);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    let board = fs::read_to_string(place.path("run/leaderboard.csv")).unwrap();
    let of = |team: &str| -> Vec<String> {
        let mut reader = csv::Reader::from_reader(board.as_bytes());
        let rows = reader.records().map(Result::unwrap);
        let mut rows = rows.filter(|row| row.iter().any(|cell| cell == team));
        rows.next().unwrap_or_else(|| panic!("{board}")).iter().map(str::to_owned).collect()
    };
    let differ = of("one").iter().zip(&of("other")).filter(|(one, other)| one != other).count();
    assert!(differ >= 1 && board.contains(",ok,"), "{board}");
}

#[test]
fn three_that_build_the_same_at_once_keep_one_build() {
    let place = Place::with_build(SLOW);
    let start = |_| -> Child {
        let mut command = place.command("build --json subs");
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let running: Vec<Child> = (0..3).map(start).collect();
    let hashes: BTreeSet<String> = running
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
            rows[0]["hash"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!((hashes.len(), place.stored().len()), (1, 1));
    assert_eq!(place.build_one("subs")["done"], "unchanged");
}

/// Fails if it can write to a path, or have the compiler read one.
const REACHES_OUT: &str = r##"
import subprocess, sys
for path in ["PLACE/subs/bot/x", "PLACE/store/x", "PLACE/store/unfinished/x", "PLACE/secret.h",
             "/etc/x", "/usr/x", "/var/tmp/x", "../x", "/proc/self/root/x", "/dev/x"]:
    try:
        open(path, "w").write("x")
    except OSError:
        continue
    sys.exit("error: could write " + path)
for code in ['#include "PLACE/secret.h"', '#include "/proc/1/root/PLACE/secret.h"',
             '__asm__(".incbin \\"PLACE/secret.h\\"");', '#include "/etc/shadow"',
             '#if __has_include("PLACE/secret.h")\nint secret;\n#else\n#error none\n#endif']:
    open("x.c", "w").write(code)
    if subprocess.run(["cc", "-c", "x.c"], stderr=subprocess.DEVNULL).returncode == 0:
        sys.exit("error: the compiler took in " + code)
open("x.c", "w").write("int x;")
subprocess.run(["cc", "-c", "x.c"], check=True)
open("made", "w")
"##;

#[test]
fn a_build_writes_nothing_elsewhere_and_the_compiler_includes_nothing_of_the_hosts() {
    let place = Place::new();
    place.write("secret.h", "int secret;");
    place.write("subs/bot/bot.toml", BOT);
    let script = REACHES_OUT.replace("PLACE", place.path("").to_str().unwrap());
    place.write("subs/bot/build.py", &script);
    let row = place.build_one("subs");
    assert_eq!(row["done"], "built", "{row}");
    assert_eq!(fs::read_to_string(place.path("secret.h")).unwrap(), "int secret;");
    assert_eq!(fs::read_dir(place.path("subs/bot")).unwrap().count(), 2);
}
