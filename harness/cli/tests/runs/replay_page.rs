//! Records as a page for a browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use insta::assert_snapshot;
use serde_json::Value;
use stoker::cli::{self, CommandExit};
use stoker::registry::Registry;
use stoker_bots::toy;

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

/// The data of a page, as it stands there.
fn packed(page: &str) -> &str {
    let (_, rest) = page.split_once("id=\"replays\">").unwrap();
    rest.split_once('<').unwrap().0
}

/// The matches of a page.
pub(crate) fn replays(page: &str) -> Vec<Value> {
    let document = unpacked(packed(page));
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
        let scenes = |turn: &Value| turn["scenes"].as_array().unwrap().len();
        assert!(replay["turns"].as_array().unwrap().iter().all(|turn| scenes(turn) == 3));
        let column = tracks[1]["shadings"]["probability"].as_array().unwrap();
        assert_eq!(column.len(), turns + 1);
        // Where he can be follows from where he is likely to be.
        assert_eq!(tracks[1]["shadings"]["possible"]["of"], "probability");
        assert_eq!(replay["messages"], "everyone");
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
            assert_eq!((told("move"), told("how")), (hunter, hunter), "{turn}");
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
    // In the terminal as on a page.
    let output = place.run("replay mixed.jsonl --match 2");
    assert!(output.status.success(), "{}", text(&output.stderr));
    place.write("first.jsonl", &(lines[1].clone() + "\n" + &lines[2] + "\n"));
    let output = place.run("replay first.jsonl");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("match 2, seed "));
    let told = text(&output.stderr);
    assert!(told.starts_with("left out: first.jsonl: line 1: the record does not"), "{told}");
    let refused = place.refuses("replay mixed.jsonl --match 1");
    assert!(refused.starts_with("error: mixed.jsonl: line 2: the record does not"), "{refused}");
}

#[test]
fn a_line_that_cannot_be_read_keeps_no_other_match_from_being_shown() {
    let place = played();
    let records = fs::read(place.path().join("run/records.jsonl.zst")).unwrap();
    let lines = String::from_utf8(zstd::decode_all(&records[..]).unwrap()).unwrap();
    place.write("odd.jsonl", format!("nonsense\n{lines}{{\"cut\":"));
    for args in ["--match 3", "--match 3 --html 3.html"] {
        let output = place.run(&format!("replay odd.jsonl {args}"));
        assert!(output.status.success(), "{args}: {}", text(&output.stderr));
    }
    let output = place.run("replay odd.jsonl --match 9");
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(text(&output.stderr), @r"
    left out: odd.jsonl: line 1: not a record: expected ident at column 2
    left out: odd.jsonl: line 6 (from byte 4773): the file ends in the middle: it was cut off, or is still being written
    error: odd.jsonl holds no record of match 9: it holds 0, 1, 2, 3 (`stoker league --records all` keeps every match)
    ");
    let output = place.run("replay odd.jsonl --html all.html");
    assert_eq!(
        (output.status.code(), &*text(&output.stdout)),
        (Some(1), "4 matches in all.html\n")
    );
    assert_snapshot!(text(&output.stderr), @r"
    left out: odd.jsonl: line 1: not a record: expected ident at column 2
    left out: odd.jsonl: line 6 (from byte 4773): the file ends in the middle: it was cut off, or is still being written
    ");
}

#[test]
fn the_seed_is_told_to_those_alone_who_may_know_everything() {
    let place = played();
    let head = |args: &str| {
        let told = place.prints(&format!("replay run/records.jsonl.zst {args}"));
        told.lines().next().unwrap().to_owned()
    };
    assert!(head("").starts_with("match 0, seed "));
    assert_eq!(head("--view hunters"), "match 0: dracula=lurker hunters=tracker");
    assert_eq!(head("--view dracula --turn 3"), "match 0: dracula=lurker hunters=tracker");
}

/// Dracula may hide from hunters who move at random for as long as the score lasts.
#[test]
fn a_match_of_1830_turns_takes_at_most_120_kb() {
    let place = Place::new();
    place.write("long.toml", "[params]\nstart_score = 760\n");
    place.prints(
        "league hunters=random dracula=lurker --matches 1 --records all --config long.toml --out run --quiet",
    );
    place.prints("replay run/records.jsonl.zst --html long.html");
    let page = fs::read_to_string(place.path().join("long.html")).unwrap();
    let turns = replays(&page)[0]["turns"].as_array().unwrap().len();
    let document = unpacked(packed(&page));
    let size = document["replays"][0]["packed"].as_str().unwrap().len();
    assert!(turns >= 1_830, "{turns} turns");
    let share = size * 1_830 / turns;
    println!("{turns} turns take {size} bytes, 1830 turns {share}");
    assert!(share <= 120_000, "{turns} turns take {size} bytes");
}

#[test]
fn an_analysis_on_a_page_is_that_of_analyse() {
    let place = played();
    let few = "analyse run/records.jsonl.zst --match 1 --json";
    let analysed: Value = serde_json::from_str(&place.prints(few)).unwrap();
    let analysis = &analysed["matches"][0]["analysis"];
    let page = |view: &str| {
        place.prints(&format!(
            "replay run/records.jsonl.zst --match 1 {view} --html page.html --analyse"
        ));
        let page = fs::read_to_string(place.path().join("page.html")).unwrap();
        replays(&page).remove(0)["analysis"].take()
    };
    let all = page("");
    assert_eq!(all["yardstick"], analysis["yardstick"]);
    let belief = analysis["belief"].as_array().unwrap();
    for (key, of) in [("entropy", "entropy_bits"), ("truth", "truth")] {
        let course: Vec<_> = belief.iter().map(|belief| belief[of].clone()).collect();
        assert_eq!(all[key].as_array().unwrap(), &course, "{key}");
    }
    let turns = |found: &Value, list: &str| -> Vec<u64> {
        let entries = found[list].as_array().map_or(&[][..], |entries| entries);
        entries.iter().map(|entry| entry["turn"].as_u64().unwrap()).collect()
    };
    for list in ["worst", "missed", "given_away"] {
        assert_eq!(turns(&all, list), turns(analysis, list), "{list}");
    }
    let hunters = page("--view hunters");
    assert_eq!(hunters["entropy"], all["entropy"]);
    for secret in ["truth", "given_away"] {
        assert!(hunters.get(secret).is_none(), "{secret}");
    }
    let seats = hunters["worst"].as_array().unwrap().iter().map(|cost| cost["seat"].as_u64());
    assert!(seats.into_iter().all(|seat| seat < Some(4)));
    let dracula = page("--view dracula");
    for secret in ["truth", "given_away", "entropy", "hidden", "missed"] {
        assert!(dracula.get(secret).is_none(), "{secret}");
    }
}

/// The document of a page with matches of another game, which the page's own tests play through.
const TOY: &str = "../report/page/tests/toy.json";

#[test]
fn the_pages_own_tests_play_records_of_the_toy() {
    let place = Place::new();
    let mut registry = Registry::empty();
    registry.ruleset(toy::ruleset().unwrap()).unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let run = |args: &[&str]| {
        let (mut told, mut errors) = (vec![], vec![]);
        let exit =
            cli::run_command(&registry, [&["stoker"], args].concat(), &mut told, &mut errors);
        assert_eq!(exit, CommandExit::Done, "{}", text(&errors));
    };
    let out = path("run");
    run(&["league", "--records", "all", "--matches", "2", "--quiet", "--out", &out]);
    run(&["replay", &path("run/records.jsonl.zst"), "--html", &path("toy.html")]);
    let mut document = unpacked(packed(&fs::read_to_string(path("toy.html")).unwrap()));
    // Neither of them is the page's business, and one changes with each version.
    document["program"] = "stoker".into();
    document["title"] = "Replays of the toy".into();
    let replays: Vec<_> = document["replays"].as_array().unwrap().iter().collect();
    document["replays"] =
        replays.iter().take(2).map(|replay| unpacked(replay["packed"].as_str().unwrap())).collect();
    let drawn = serde_json::to_string(&document).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(TOY);
    if std::env::var_os("STOKER_DRAW").is_some() {
        fs::write(&file, &drawn).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept == drawn, "out of date: STOKER_DRAW=1 cargo test -p stoker --test runs pages_own");
}

#[test]
fn a_page_is_not_written_where_there_is_a_folder_or_no_record() {
    let place = played();
    let records = place.read("run/records.jsonl.zst");
    symlink("run/records.jsonl.zst", place.path().join("link.html")).unwrap();
    let refused = |page: &str| place.refuses(&format!("replay run/records.jsonl.zst {page}"));
    assert_snapshot!(refused("--html run"), @"error: cannot write run: something else has this name: give another");
    for name in ["run/records.jsonl.zst", "link.html", "/dev/full"] {
        let told = refused(&format!("--html {name}"));
        assert!(told.contains("something else has this name"), "{told}");
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
