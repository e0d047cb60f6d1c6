//! A run with programs is resumed where they are now.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;

use insta::assert_snapshot;

use crate::common::{Place, text};

/// A bot that always makes the same move, and plays default moves when that is illegal.
const BOT: &str = "\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message['type'] == 'start':
        print(json.dumps({'type': 'ready'}), flush=True)
    elif message['type'] == 'decide':
        print(json.dumps({'type': 'move', 'turn': message['turn'], 'move': message['legal'][0]}), flush=True)
";

const TOML: &str = "\
protocol = \"lines\"
[run]
dracula = [\"python3\", \"bot.py\"]
";

fn submission(place: &Place, folder: &str, bot: &str) {
    fs::create_dir_all(place.path().join(folder)).unwrap();
    place.write(&format!("{folder}/bot.toml"), TOML);
    place.write(&format!("{folder}/bot.py"), bot);
}

const LEAGUE: &str = "league random ./subs/count --isolation none --matches 3 --threads 1";

/// A run that has played nothing yet.
fn begun(place: &Place) {
    submission(place, "subs/count", BOT);
    place.prints(&format!("{LEAGUE} --out run --quiet"));
    let run = text(&place.read("run/run.toml"));
    place.write("run/run.toml", run.replace("complete = true", "complete = false"));
}

#[test]
fn a_run_that_was_moved_finds_its_entrants_by_what_is_in_them() {
    let place = Place::new();
    begun(&place);
    fs::rename(place.path().join("subs"), place.path().join("elsewhere")).unwrap();
    fs::rename(place.path().join("elsewhere/count"), place.path().join("elsewhere/renamed"))
        .unwrap();
    place.prints("builds --max-mib 0");
    assert_snapshot!(place.refuses("resume run --isolation none"), @"error: entrant `count`; if the run was moved, --entrants DIR says where they are: ./subs/count: No such file or directory (os error 2)");
    let matches = place.read("run/matches.csv");
    place.prints("resume run --isolation none --entrants elsewhere --quiet");
    assert_eq!(place.read("run/matches.csv"), matches);
    assert!(text(&place.read("run/run.toml")).contains("spec = \"./subs/count\""));
}

#[test]
fn a_run_goes_on_with_an_entrant_as_it_was_handed_in() {
    let place = Place::new();
    begun(&place);
    submission(&place, "subs/count", &format!("{BOT}# changed\n"));
    let told = place.run("resume run --isolation none");
    assert!(told.status.success(), "{}", text(&told.stderr));
    let note = "the folder of `count` has changed: it plays as it was submitted";
    assert!(text(&told.stderr).contains(note), "{}", text(&told.stderr));
}

#[test]
fn a_run_goes_on_without_the_folder_of_an_entrant() {
    let place = Place::new();
    begun(&place);
    fs::remove_dir_all(place.path().join("subs")).unwrap();
    place.prints("resume run --isolation none --quiet");
}

#[test]
fn a_run_does_not_go_on_with_an_entrant_that_has_changed_and_is_not_kept() {
    let place = Place::new();
    begun(&place);
    submission(&place, "subs/count", &format!("{BOT}# changed\n"));
    place.prints("builds --max-mib 0");
    let hashes = without_hashes(&place.refuses("resume run --isolation none"));
    assert_snapshot!(hashes, @"error: run cannot be resumed: `count` has changed: its files had hash HASH, those here have HASH; if the run was moved, --entrants DIR says where they are");
    let error = without_hashes(&place.refuses("resume run --isolation none --entrants subs"));
    assert_snapshot!(error, @"error: no submission in subs has the content of entrant `count` (hash HASH)");
}

#[test]
fn a_run_goes_on_with_a_command_as_long_as_the_files_that_it_names_are_the_same() {
    let place = Place::new();
    fs::create_dir(place.path().join("mine")).unwrap();
    place.write("mine/bot.py", BOT);
    let words = "--isolation none --matches 3 --threads 1 --out run --quiet";
    let league = ["league", "random", "dracula=fox@lines:python3 mine/bot.py"].into_iter();
    let played = place.run_args(&league.chain(words.split(' ')).collect::<Vec<_>>());
    assert!(played.status.success(), "{}", text(&played.stderr));
    let run = text(&place.read("run/run.toml"));
    assert!(run.contains("hash = "), "{run}");
    place.write("run/run.toml", run.replace("complete = true", "complete = false"));
    place.write("mine/bot.py", format!("{BOT}# changed\n"));
    let error = place.refuses("resume run --isolation none");
    assert!(error.contains("`fox` has changed: its files had hash"), "{error}");
    place.write("mine/bot.py", BOT);
    place.write("mine/beside.py", "");
    place.prints("resume run --isolation none --quiet");
}

#[test]
fn a_stopped_run_with_folders_of_odd_names_is_gone_on_with() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::new();
    let odd = [&b"fox "[..], b"  ", b"owl\xff"];
    for name in odd {
        let folder = place.path().join("subs").join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("bot.toml"), TOML).unwrap();
        fs::write(folder.join("bot.py"), BOT).unwrap();
    }
    place.prints("league subs/ random --isolation none --matches 2 --threads 1 --shard 1/2 --out part --quiet");
    place.prints("merge part --out run --partial");
    place.prints("resume run --isolation none --quiet");
    let board = text(&place.read("run/leaderboard.csv"));
    assert!(board.contains("its path is not UTF-8 text: give it another name"), "{board}");
}

/// The text with every hash replaced.
fn without_hashes(text: &str) -> String {
    let word = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let hash = bare.len() == 32 && bare.bytes().all(|b| b.is_ascii_hexdigit());
        if hash { word.replace(bare, "HASH") } else { word.to_owned() }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
