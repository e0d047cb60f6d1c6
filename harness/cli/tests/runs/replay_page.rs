//! Records as a page for a browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use insta::assert_snapshot;
use serde_json::Value;

use crate::common::{Place, text};

/// A run of four short matches, all recorded.
fn played() -> Place {
    let place = Place::new();
    place.write("short.toml", "[params]\nstart_score = 12\n");
    place.prints(
        "league tracker lurker --matches 4 --records all --config short.toml --out run --quiet",
    );
    place
}

fn unpacked(packed: &str) -> Value {
    let bytes = STANDARD.decode(packed).unwrap();
    let mut json = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut json).unwrap();
    serde_json::from_str(&json).unwrap()
}

/// The matches of a page.
pub(crate) fn replays(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("id=\"replays\">").unwrap();
    let document = unpacked(rest.split_once('<').unwrap().0);
    let packed = document["replays"].as_array().unwrap().iter();
    packed.map(|replay| unpacked(replay["packed"].as_str().unwrap())).collect()
}

#[test]
fn all_records_of_a_file_come_to_one_page() {
    let place = played();
    let told = place.prints("replay run/records.jsonl.zst --html all.html");
    assert_snapshot!(told, @"4 matches in all.html");
    let page = fs::read_to_string(place.path().join("all.html")).unwrap();
    let again = place.prints("replay run/records.jsonl.zst --html again.html");
    assert_eq!(again, "4 matches in again.html\n");
    assert_eq!(page, fs::read_to_string(place.path().join("again.html")).unwrap());
    let replays = replays(&page);
    assert_eq!(replays.len(), 4);
    for replay in &replays {
        let turns = replay["turns"].as_array().unwrap().len();
        let tracks = replay["tracks"].as_array().unwrap();
        let names: Vec<_> = tracks.iter().map(|track| track["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["everything", "the hunters", "Dracula"]);
        assert!(tracks.iter().all(|track| track["patches"].as_array().unwrap().len() == turns));
    }
    assert_eq!(place.prints("replay run/records.jsonl.zst --html -"), page);
    let one = place.prints("replay run/records.jsonl.zst --match 2 --html one.html");
    assert_eq!(one, "1 match in one.html\n");
}

#[test]
fn a_page_for_the_hunters_holds_nothing_that_they_did_not_know() {
    let place = played();
    place.prints("replay run/records.jsonl.zst --view hunters --html hunters.html");
    for replay in replays(&fs::read_to_string(place.path().join("hunters.html")).unwrap()) {
        let tracks = replay["tracks"].as_array().unwrap();
        assert_eq!(tracks.len(), 1);
        assert_eq!(tracks[0]["viewer"], 0);
        // From its seed the match could be played again by whoever has the bots.
        assert!(replay.get("seed").is_none());
        for turn in replay["turns"].as_array().unwrap() {
            let hunter = turn["seat"].as_u64().unwrap() < 4;
            let told = |field: &str| turn[field].as_str().is_some_and(|text| !text.is_empty());
            assert_eq!((told("text"), told("move")), (hunter, hunter), "{turn}");
            assert!(hunter || !told("message") && !told("how"), "{turn}");
        }
    }
}

#[test]
fn records_that_do_not_verify_are_left_out_with_the_reason() {
    let place = played();
    let records = fs::read(place.path().join("run/records.jsonl.zst")).unwrap();
    let lines = String::from_utf8(zstd::decode_all(&records[..]).unwrap()).unwrap();
    let mut lines: Vec<_> = lines.lines().map(str::to_owned).collect();
    lines[1] = lines[1].replacen("\"decisions\":", "\"decisions\":1", 1);
    place.write("mixed.jsonl", &(lines.join("\n") + "\n"));
    let output = place.run("replay mixed.jsonl --html mixed.html");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "3 matches in mixed.html\n");
    let told = text(&output.stderr);
    assert!(
        told.starts_with("left out: mixed.jsonl: line 2: the record does not verify: "),
        "{told}"
    );
    place.write("bad.jsonl", &(lines[1].clone() + "\n"));
    let output = place.run("replay bad.jsonl --html bad.html");
    assert_eq!(output.status.code(), Some(2));
    assert!(!place.path().join("bad.html").exists());
}

#[test]
fn a_page_is_not_written_where_there_is_a_folder_or_no_record() {
    let place = played();
    let records = place.read("run/records.jsonl.zst");
    symlink("run/records.jsonl.zst", place.path().join("link.html")).unwrap();
    let refused = |page: &str| place.refuses(&format!("replay run/records.jsonl.zst {page}"));
    assert_snapshot!(refused("--html run"), @"error: cannot write run: there is something else of this name: give another");
    for name in ["run/records.jsonl.zst", "link.html", "/dev/full"] {
        let told = refused(&format!("--html {name}"));
        assert!(told.contains("there is something else of this name"), "{told}");
    }
    assert_eq!(place.read("run/records.jsonl.zst"), records);
    assert_snapshot!(
        refused("--html nowhere/page.html"),
        @"error: cannot write nowhere/page.html: No such file or directory (os error 2)"
    );
    assert_snapshot!(
        refused("--match 9 --html page.html"),
        @"error: run/records.jsonl.zst holds no record of match 9: it holds 0, 1, 2, 3 (`stoker league --records all` keeps every match)"
    );
    assert_snapshot!(
        refused("--view nobody --html page.html"),
        @"error: there is no point of view `nobody`: there are all, hunters, dracula"
    );
}
