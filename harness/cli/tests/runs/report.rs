//! The page of a run.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use insta::assert_snapshot;
use serde_json::Value;

use crate::common::{Place, text};

/// A run of short matches.
fn played(options: &str) -> Place {
    let place = Place::with_reports();
    place.write("short.toml", "[params]\nstart_score = 12\n");
    place.prints(&format!(
        "league tracker lurker random --matches 3 --config short.toml --out run --quiet {options}"
    ));
    place
}

fn page_of(place: &Place, file: &str) -> String {
    text(&place.read(file))
}

fn unpacked(packed: &str) -> Value {
    let bytes = STANDARD.decode(packed).unwrap();
    let mut json = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

/// The document and the matches in a page.
fn replays(page: &str) -> (Value, Vec<Value>) {
    let (_, rest) = page.split_once("id=\"replays-data\"").unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    let document = unpacked(rest.split_once('<').unwrap().0);
    let packed = document["replays"].as_array().unwrap().clone();
    let replays = packed.iter().map(|replay| unpacked(replay["packed"].as_str().unwrap()));
    let replays = replays.collect();
    (document, replays)
}

#[test]
fn a_run_writes_its_report_and_the_verb_gives_the_same_bytes() {
    let place = played("--records all");
    let page = page_of(&place, "run/report.html");
    assert!(page.starts_with("<!DOCTYPE html>"), "{}", &page[..40]);
    for part in ["leaderboard-1", "crosstable", "faults", "entrants", "replays", "about"] {
        assert!(page.contains(&format!("id=\"{part}\"")), "{part}");
    }
    assert_snapshot!(place.prints("report run"), @"the report is in run/report.html");
    assert_eq!(page_of(&place, "run/report.html"), page);
    for _ in 0..2 {
        place.prints("report run --out elsewhere.html");
        assert_eq!(page_of(&place, "elsewhere.html"), page);
    }
    place.prints("report run/../run/. --out elsewhere.html");
    assert_eq!(page_of(&place, "elsewhere.html"), page, "however the folder is typed");
    assert_eq!(place.prints("report run --out -"), page);
    let (_, replays) = replays(&page);
    assert!(replays.len() > 6, "{}", replays.len());
}

#[test]
fn matches_without_a_record_are_played_again() {
    let place = played("--records none");
    let (_, replays) = replays(&page_of(&place, "run/report.html"));
    assert!(!replays.is_empty());
    assert!(!place.path().join("run/records.jsonl.zst").exists());
}

#[test]
fn a_record_that_is_not_of_the_game_in_the_tables_is_left_out_with_the_reason() {
    let place = played("--records all");
    let rows = text(&place.read("run/matches.csv"));
    let hash = rows.lines().nth(1).unwrap().split(',').rev().nth(2).unwrap().to_owned();
    place.write("run/matches.csv", rows.replace(&hash, &"0".repeat(32)));
    place.prints("report run");
    let page = page_of(&place, "run/report.html");
    assert!(page.contains("its game is not that of matches.csv"));
}

#[test]
fn no_report_is_written_where_none_is_wanted_or_the_run_is_a_part() {
    let place = played("--no-report");
    assert!(!place.path().join("run/report.html").exists());
    place.prints("resume run --quiet");
    assert!(!place.path().join("run/report.html").exists());
    let league = "league random lurker --matches 4 --quiet";
    place.prints(&format!("{league} --shard 1/2 --out a"));
    place.prints(&format!("{league} --shard 2/2 --out b"));
    assert!(!place.path().join("a/report.html").exists());
    place.prints("merge a b --out whole --quiet");
    assert!(place.path().join("whole/report.html").exists());
    place.prints("merge a b --out bare --no-report --quiet");
    assert!(!place.path().join("bare/report.html").exists());
}

#[test]
fn a_report_that_cannot_be_written_is_a_warning() {
    let place = Place::with_reports();
    fs::create_dir_all(place.path().join("run/report.html/full")).unwrap();
    place.write("run/run.toml", "");
    let first = played("");
    for (name, bytes) in first.files("run") {
        if !name.contains('/') {
            place.write(&format!("run/{name}"), bytes);
        }
    }
    let run = text(&place.read("run/run.toml")).replace("complete = true", "complete = false");
    place.write("run/run.toml", run);
    place.write("short.toml", "[params]\nstart_score = 12\n");
    let output = place.run("resume run");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("warning: there is no report.html: "), "{told}");
}

/// The rows of a table, by the names of its columns.
fn table(place: &Place, file: &str) -> Vec<BTreeMap<String, String>> {
    let text = text(&place.read(file));
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let header: Vec<String> = lines.next().unwrap().collect();
    lines.map(|line| header.iter().cloned().zip(line).collect()).collect()
}

#[test]
fn ratings_grow_to_those_of_the_leaderboard() {
    let place = Place::new();
    place.write("short.toml", "[params]\nstart_score = 30\n");
    place.prints(
        "league tracker wanderer lurker random --matches 8 --config short.toml --out run --quiet",
    );
    place.prints("report run --plots figures");
    let listed = table(&place, "run/leaderboard.csv");
    for side in ["hunters", "dracula"] {
        let points = table(&place, &format!("figures/settled-{side}.csv"));
        let own = |name: &str| points.iter().rfind(|point| point["series"] == name);
        let listed = listed.iter().filter(|row| row["side"] == side);
        let both: Vec<_> = listed.filter_map(|row| Some((row, own(&row["entrant"])?))).collect();
        assert!(both.len() > 1, "{side}");
        for (row, point) in both {
            assert_eq!(point["rating"], row["rating"], "{row:?}");
            assert_eq!(point["matches"], format!("{}.0000", row["matches"]));
        }
    }
}

#[test]
fn the_scores_of_each_pairing_are_in_the_charts() {
    let place = played("");
    place.prints("report run --plots figures");
    let name = "figures/scores-by-opponent-hunters-tracker";
    assert!(place.read(&format!("{name}.svg")).starts_with(b"<svg"));
    assert!(place.read(&format!("{name}.png")).starts_with(b"\x89PNG"));
    let rows = table(&place, &format!("{name}.csv"));
    for opponent in ["lurker", "random"] {
        let own = rows.iter().filter(|row| row["name"] == opponent);
        let matches: u64 = own.map(|row| row["matches"].parse::<u64>().unwrap()).sum();
        assert_eq!(matches, 3, "{opponent}");
    }
}

#[test]
fn neither_diff_nor_verify_looks_at_it_and_force_replaces_it() {
    let place = played("");
    place.prints("league tracker lurker random --matches 3 --config short.toml --out two --quiet");
    place.write("two/report.html", "changed");
    place.write("two/report-public.html", "changed");
    place.prints("diff run two");
    place.prints("verify two");
    place.prints("league random --matches 1 --out two --force --no-report --quiet");
    assert!(!place.path().join("two/report.html").exists());
    assert!(!place.path().join("two/report-public.html").exists());
}

/// Asserts that a turn of a public report has no move of Dracula's and nothing that a bot printed.
fn assert_hides_dracula(turn: &Value) {
    let hidden = turn["seat"].as_u64().unwrap() == 4;
    let told = |field: &str| turn[field].as_str().is_some_and(|text| !text.is_empty());
    assert_eq!(told("move"), !hidden, "{turn}");
    for field in ["message", "stderr", "fault_reason"] {
        assert!(!told(field), "{turn}");
    }
    assert!(turn.get("notes").is_none() && (!hidden || !told("how")), "{turn}");
}

#[test]
fn a_secret_report_holds_nothing_that_is_hidden() {
    let place = played("--records all");
    let own = page_of(&place, "run/report.html");
    assert_snapshot!(place.prints("report run --secret"), @"the report is in run/report-public.html");
    assert!(page_of(&place, "run/report.html") == own, "the owner's page is not overwritten");
    let page = page_of(&place, "run/report-public.html");
    place.prints("verify run");
    let run: toml::Table = text(&place.read("run/run.toml")).parse().unwrap();
    let seed = run["tournament"]["seed"].as_str().unwrap();
    for secret in [seed, run["plan"].as_str().unwrap(), "stoker league"] {
        assert!(!page.contains(secret), "{secret}");
    }
    let (document, replays) = replays(&page);
    assert!(!replays.is_empty());
    let rows = text(&place.read("run/matches.csv"));
    let seeds: Vec<_> = rows.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    for replay in &replays {
        let told = replay.to_string();
        assert!(seeds.iter().all(|seed| !told.contains(seed)));
        let tracks = replay["tracks"].as_array().unwrap();
        let viewers: Vec<_> = tracks.iter().map(|track| track["viewer"].as_u64()).collect();
        assert_eq!(viewers, [Some(0)], "only what the hunters see");
        replay["turns"].as_array().unwrap().iter().for_each(assert_hides_dracula);
        assert!(replay.get("seed").is_none() && replay.get("analysis").is_none());
    }
    assert!(!document.to_string().contains(seed));
}

/// Texts that others may put into names, reasons and logs.
const HOSTILE: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\" autofocus onfocus=\"alert(1)",
    "&lt;b&gt;{{data}}",
    "a\u{202e}b\u{200b}c\u{7}\u{1b}[31m",
    "'=cmd()",
];

#[test]
fn hostile_texts_of_every_kind_are_text() {
    let place = played("");
    let long = "<x>".repeat(33_000);
    for hostile in HOSTILE.into_iter().chain([&*long]) {
        let quoted = format!("\"{}\"", hostile.replace('"', "\"\""));
        for file in ["leaderboard.csv", "matches.csv", "timings.csv"] {
            let rows = text(&place.read(&format!("run/{file}")));
            place.write(&format!("bad-{file}"), rows.replace("random", &quoted));
        }
        let header = "match,turn,round,side,seat,seat_name,entrant,against,kind,loses,reason\n";
        let fault = format!(
            "0,1,,hunters,0,{quoted},{quoted},{quoted},illegal_move,seat,{quoted}\n\
             0,1,,hunters,0,x,tracker,{quoted},{quoted},seat,{quoted}\n"
        );
        let bad = Place::with_reports();
        fs::create_dir_all(bad.path().join("run/logs")).unwrap();
        for (name, bytes) in place.files("run") {
            bad.write(&format!("run/{name}"), bytes);
        }
        for file in ["leaderboard.csv", "matches.csv", "timings.csv"] {
            bad.write(&format!("run/{file}"), place.read(&format!("bad-{file}")));
        }
        bad.write("run/faults.csv", header.to_owned() + &fault);
        let mut log = format!("| {hostile}\n| \u{fffd}\n").into_bytes();
        log.extend([0xff, 0xfe, 0, b'<', b'b', b'>', b'\n']);
        log.extend(format!("stoker: fault of x, turn 1: illegal_move: {hostile}\n").bytes());
        bad.write("run/logs/match-000000-hunters.log", log);
        bad.prints("report run");
        let page = page_of(&bad, "run/report.html");
        assert_eq!(page.matches("<script").count(), script_tags(&page), "{hostile}");
        for broken in ["<img src=x", "<x>", "\u{202e}", "\u{1b}", "\u{7}", "\u{0}", "onfocus=\"a"] {
            assert!(!page.contains(broken), "{hostile:.60}: {broken:?}");
        }
        assert!(page.contains("alert(1)") || !hostile.contains("alert"), "it is shown as text");
    }
}

/// The scripts that a page has: its own, and the data of replays if there are any.
fn script_tags(page: &str) -> usize {
    // The program itself may use the word.
    let own = page.rsplit_once("<script>").unwrap().1;
    1 + usize::from(page.contains("id=\"replays-data\"")) + own.matches("<script").count()
}

#[test]
fn what_is_missing_or_damaged_is_said_and_the_rest_is_shown() {
    let whole = played("--records all");
    let tables = ["matches.csv", "leaderboard.csv", "crosstable.csv", "faults.csv", "timings.csv"];
    for file in ["run.toml", "records.jsonl.zst"].into_iter().chain(tables) {
        for damage in ["missing", "empty", "cut", "garbled"] {
            let place = Place::with_reports();
            fs::create_dir_all(place.path().join("run")).unwrap();
            for (name, bytes) in whole.files("run") {
                place.write(&format!("run/{name}"), bytes);
            }
            let timings = whole.read("run/timings.csv");
            place.write("run/timings.csv", timings);
            let path = place.path().join("run").join(file);
            let bytes = fs::read(&path).unwrap();
            match damage {
                "missing" => fs::remove_file(&path).unwrap(),
                "empty" => fs::write(&path, "").unwrap(),
                "cut" => fs::write(&path, &bytes[..bytes.len() - 9]).unwrap(),
                _ => fs::write(&path, [&bytes[..bytes.len() / 2], &[0xff, b'"', 0, 9]].concat())
                    .unwrap(),
            }
            place.prints("report run");
            let page = page_of(&place, "run/report.html");
            // Cut off within its last line, a file can still be one that a run writes.
            let told = page.contains("Missing or damaged") && page.contains(file);
            assert!(told || damage == "cut", "{file} {damage}");
            assert!(page.contains("id=\"about\""), "{file} {damage}");
            let others = page.contains("id=\"entrants\"") || file == "matches.csv";
            assert!(others, "{file} {damage}");
        }
    }
}

#[test]
fn of_a_folder_without_results_the_report_says_what_is_missing() {
    let place = Place::with_reports();
    fs::create_dir_all(place.path().join("empty")).unwrap();
    fs::create_dir_all(place.path().join("other")).unwrap();
    place.write("other/notes.txt", "something else");
    for folder in ["empty", "other"] {
        let output = place.run(&format!("report {folder}"));
        assert_eq!(output.status.code(), Some(1), "{folder}");
        assert_eq!(text(&output.stdout), format!("the report is in {folder}/report.html\n"));
        let warning = "has no run.toml and no results: the report says what is missing\n";
        assert_eq!(text(&output.stderr), format!("warning: {folder} {warning}"));
        let page = page_of(&place, &format!("{folder}/report.html"));
        for file in ["run.toml", "leaderboard.csv", "matches.csv"] {
            assert!(page.contains(&format!("<li>{file} is missing.</li>")), "{folder}: {file}");
        }
        let output = place.run(&format!("report {folder} --out elsewhere.html"));
        assert_eq!(output.status.code(), Some(1), "{folder}");
        assert!(page_of(&place, "elsewhere.html").contains("run.toml is missing."));
    }
    assert_snapshot!(place.refuses("report absent"), @"error: absent has no run.toml: give the folder of a run");
}
