//! Foreign run folders: nothing outside of them is written, and no pipe in them blocks.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::fs;
use std::os::unix::fs::symlink;

use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::common::{Place, text};

/// A run that was stopped, and a foreign folder with files of the same names.
fn place() -> Place {
    let place = Place::new();
    place.prints("league random lurker --matches 8 --shard 1/2 --out part --records all --quiet");
    place.prints("merge part --out run --partial");
    fs::create_dir_all(place.path().join("mine/logs")).unwrap();
    fs::create_dir_all(place.path().join("mine/journal")).unwrap();
    for name in ["file", "logs/match-000001-hunters.log", "journal/segment-000000"] {
        place.write(&format!("mine/{name}"), "mine");
    }
    place
}

fn pipe(place: &Place, name: &str) {
    let _ = fs::remove_file(place.path().join(name));
    mknodat(CWD, place.path().join(name), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

fn link(place: &Place, name: &str, to: &str) {
    let path = place.path().join(name);
    let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    symlink(place.path().join(to), path).unwrap();
}

fn is_untouched(place: &Place) {
    for name in ["file", "logs/match-000001-hunters.log", "journal/segment-000000"] {
        assert_eq!(place.read(&format!("mine/{name}")), b"mine", "{name}");
    }
}

#[test]
fn nothing_is_written_through_links_named_like_results() {
    for name in ["matches.csv", "leaderboard.csv", "records.jsonl.zst", "timings.csv", ".run.toml"]
    {
        let place = place();
        link(&place, &format!("run/{name}"), "mine/file");
        // A link in the way is an error, or it is removed.
        let _ = place.run("resume run --quiet");
        is_untouched(&place);
        let _ = place.run("league random lurker --matches 1 --out run --force --quiet");
        is_untouched(&place);
    }
}

#[test]
fn nothing_is_written_into_a_file_that_has_another_name_elsewhere() {
    for name in ["matches.csv", "leaderboard.csv", "records.jsonl.zst", "timings.csv", ".run.toml"]
    {
        let place = place();
        let path = place.path().join("run").join(name);
        let _ = fs::remove_file(&path);
        fs::hard_link(place.path().join("mine/file"), path).unwrap();
        place.prints("resume run --quiet");
        is_untouched(&place);
    }
}

#[test]
fn links_to_folders_are_not_emptied() {
    for name in ["logs", "journal"] {
        let place = place();
        link(&place, &format!("run/{name}"), &format!("mine/{name}"));
        let _ = place.run("resume run --quiet");
        is_untouched(&place);
        let _ = place.run("league random lurker --matches 1 --out run --force --quiet");
        is_untouched(&place);
    }
}

#[test]
fn a_pipe_in_a_run_folder_is_refused() {
    let place = place();
    pipe(&place, "run/run.toml");
    let error = place.refuses("resume run");
    assert!(error.contains("run.toml: it is not a regular file"), "{error}");
    pipe(&place, "league.toml");
    let error = place.refuses("league --config league.toml");
    assert!(error.contains("league.toml: it is not a regular file"), "{error}");
    pipe(&place, "records.jsonl");
    for verb in ["replay", "verify"] {
        let error = place.refuses(&format!("{verb} records.jsonl"));
        assert!(error.contains("it is not a regular file"), "{error}");
    }
    pipe(&place, "folder");
    assert!(!place.run("league random --matches 1 --out folder").status.success());
}

#[test]
fn a_pipe_in_the_journal_is_an_error() {
    let place = place();
    let segment = fs::read_dir(place.path().join("run/journal")).unwrap().next().unwrap().unwrap();
    let name = segment.file_name().into_string().unwrap();
    pipe(&place, &format!("run/journal/{name}"));
    let error = text(&place.run("resume run").stderr);
    assert!(error.contains("it is not a regular file"), "{error}");
}

#[test]
fn a_pipe_among_earlier_results_is_an_error() {
    let place = Place::new();
    place.prints("league random lurker --matches 2 --out run --quiet");
    pipe(&place, "run/matches.csv");
    let error = place.refuses("league random lurker --matches 2 --reuse run --out new");
    assert!(error.contains("it is not a regular file"), "{error}");
    // A file that is missing from both runs is no difference.
    place.prints("diff run run");
}

/// The text with the score of its first match changed.
fn with_another_score(rows: &str) -> String {
    let (header, first) = rows.split_once('\n').unwrap();
    let score = header.split(',').position(|column| column == "score").unwrap();
    let (first, rest) = first.split_once('\n').unwrap();
    let mut cells: Vec<&str> = first.split(',').collect();
    assert_ne!(cells[score], "1");
    cells[score] = "1";
    format!("{header}\n{}\n{rest}", cells.join(","))
}

#[test]
fn files_that_are_links_are_not_read_as_those_of_a_run() {
    let place = Place::new();
    place.prints("league random lurker --matches 2 --records all --out run --quiet");
    fs::rename(place.path().join("run/matches.csv"), place.path().join("rows")).unwrap();
    link(&place, "run/matches.csv", "rows");
    let error = place.refuses("league random lurker --matches 3 --reuse run --out new");
    assert!(error.contains("run/matches.csv: it is not a regular file"), "{error}");
    // `verify` leaves out the rows, and `resume` writes nothing into a run that is finished.
    place.prints("verify run/records.jsonl.zst");
    fs::rename(place.path().join("run/run.toml"), place.path().join("plan.toml")).unwrap();
    link(&place, "run/run.toml", "plan.toml");
    for verb in ["resume run", "merge run --out whole", "diff run run"] {
        place.refuses(verb);
    }
}

#[test]
fn a_row_that_says_something_else_than_its_record_is_not_taken_over() {
    let place = Place::new();
    place.prints("league random lurker --matches 2 --records all --out run --quiet");
    let rows = with_another_score(&text(&place.read("run/matches.csv")));
    place.write("run/matches.csv", rows);
    let error = place.refuses("league random lurker --matches 3 --records all --reuse run");
    assert!(error.contains("the record of match 0 differs from its row in matches.csv"), "{error}");
}
