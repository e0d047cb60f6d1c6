//! Folders of runs: those left alone are consistent, and every change is found.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod hostile;

use std::fs;
use std::process::Output;

use insta::assert_snapshot;
use stoker::record::Record;

use crate::common::{Place, text, wait_until};

/// Hunters who want to go where no place is, which is a fault.
const STAY: &str = "echo '{\"move\": \"QQ\", \"message\": \"here\"}'";
/// A Dracula who makes the first legal move.
const FIRST: &str = include_str!("../common/first_legal_move.py");
/// Their games are copies of each other, with faults.
const COPIES: &str = "league hunters=./stay dracula=./first --isolation none --records all \
                      --config short.toml --quiet";

/// A folder with two submissions.
fn place() -> Place {
    let place = Place::new();
    for (name, toml, bot) in [
        ("stay", "protocol = \"course\"\n[run]\nhunters = [\"/bin/sh\", \"bot\"]\n", STAY),
        (
            "first",
            "protocol = \"lines\"\n[run]\ndracula = [\"/usr/bin/python3\", \"-S\", \"bot\"]\n",
            FIRST,
        ),
    ] {
        fs::create_dir(place.path().join(name)).unwrap();
        place.write(&format!("{name}/bot.toml"), toml);
        place.write(&format!("{name}/bot"), bot);
    }
    place.write("short.toml", "[params]\nstart_score = 4\n");
    place
}

/// A run with copies and faults, and one of built-in bots with chance in it.
fn runs(place: &Place) {
    place.prints(&format!("{COPIES} --matches 5 --out run"));
    place.prints(
        "league random tracker --config short.toml --records all --matches 3 --out other --quiet",
    );
}

fn verify(place: &Place, run: &str) -> Output {
    let output = place.run(&format!("verify {run}"));
    let told = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(0..=2)), "{told}");
    assert!(!told.contains("panicked"), "{told}");
    output
}

/// The output about a consistent run.
fn agrees(place: &Place, run: &str) -> String {
    let output = verify(place, run);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{run}: {told}{}", text(&output.stderr));
    assert!(told.ends_with(", 0 mismatches\n"), "{told}");
    told
}

/// The output if a file of a run holds this instead, with the exit status.
fn with(place: &Place, run: &str, file: &str, content: impl AsRef<[u8]>) -> (i32, String) {
    let path = format!("{run}/{file}");
    let before = place.read(&path);
    assert!(content.as_ref() != before, "{file} is the same");
    place.write(&path, content);
    let output = verify(place, run);
    place.write(&path, before);
    (output.status.code().unwrap(), text(&output.stdout) + &text(&output.stderr))
}

/// The same if this is replaced in it, once.
fn finds(place: &Place, run: &str, file: &str, from: &str, to: &str) -> String {
    let before = text(&place.read(&format!("{run}/{file}")));
    assert!(before.contains(from), "{file} has no {from}: {before}");
    let (status, told) = with(place, run, file, before.replacen(from, to, 1));
    assert_eq!(status, 1, "{file}, {from}: {told}");
    told
}

#[test]
fn an_untouched_run_of_each_kind_agrees_with_itself() {
    let place = place();
    runs(&place);
    assert!(text(&place.read("run/matches.csv")).contains(",0,\n"), "there are copies");
    assert!(text(&place.read("run/faults.csv")).contains("garbled_reply"), "there are faults");
    let quick = "--config short.toml --quiet";
    for (name, command) in [
        ("none", "league random tracker --records none --matches 3"),
        ("ladder", "league random tracker patrol lurker wanderer --format ladder --matches 4"),
        ("gauntlet", "league random tracker patrol --format gauntlet:tracker --matches 2"),
        ("until", "league random --until-interval 30 --matches 400"),
        ("season", "league random tracker patrol --matches 4 --records all --reuse other"),
    ] {
        let output = place.run(&format!("{command} {quick} --out {name}"));
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    }
    place.prints("compare tracker random --against lurker --quiet --out compare");
    place.prints(
        "sweep patrol hunters=random wanderer --vary patrol:rest=2,4 --vary rules:trail=6,7 \
         --matches 2 --records all --quiet --out sweep",
    );
    for run in ["run", "other", "none", "ladder", "gauntlet", "until", "season", "compare", "sweep"]
    {
        agrees(&place, run);
    }
    assert!(agrees(&place, "sweep").contains("sweep.csv, main_effects.csv"));
    assert!(agrees(&place, "compare").contains("comparison.csv"));
    assert_snapshot!(agrees(&place, "none"), @r"
    none: 6 matches, 0 with a record; compared: run.toml, matches.csv, leaderboard.csv, crosstable.csv, faults.csv
    none: no records were kept: scores could not be compared with the games
    0 games, 0 decisions, 0 mismatches
    ");
    assert_snapshot!(agrees(&place, "run"), @r"
    run: 5 matches, 3 with a record; compared: run.toml, matches.csv, leaderboard.csv, crosstable.csv, faults.csv
    3 games, 60 decisions, 0 mismatches
    ");
}

#[test]
fn parts_of_a_run_and_what_they_are_joined_to_agree_with_themselves() {
    let place = place();
    place.prints("league random tracker --matches 4 --shard 1/2 --out one --quiet");
    place.prints("league random tracker --matches 4 --shard 2/2 --out two --quiet");
    place.prints("merge one two --out whole --quiet");
    place.prints("merge two --partial --out none-yet --quiet");
    place.prints("merge one --partial --out half --quiet");
    assert_snapshot!(agrees(&place, "one"), @r"
    one: 4 matches, 4 with a record; compared: run.toml
    one: a shard has no tables: its journal was checked, and `stoker merge` makes them
    4 games, 718 decisions, 0 mismatches
    ");
    assert_snapshot!(agrees(&place, "half"), @r"
    half: 4 matches, 4 with a record; compared: run.toml, matches.csv, leaderboard.csv, crosstable.csv, faults.csv
    half: the run is not finished; if it was killed, its files need not agree, and `stoker resume half` makes them again
    4 games, 718 decisions, 0 mismatches
    ");
    for run in ["two", "whole", "none-yet"] {
        agrees(&place, run);
    }
    let journal = place.read("one/journal/segment-000001");
    let cut = &journal[..journal.len() - 9];
    let (status, told) = with(&place, "one", "journal/segment-000001", cut);
    assert_eq!(status, 1, "{told}");
    assert!(told.contains("1 torn or changed"), "{told}");
}

#[test]
fn a_run_that_was_stopped_agrees_up_to_there() {
    let place = Place::new();
    let rows = place.path().join("run/matches.csv");
    let begun = || std::fs::read_to_string(&rows).is_ok_and(|rows| rows.lines().count() > 1);
    let output = place.interrupted_when("league random --matches 1000000 --out run", begun);
    assert_eq!(output.status.code(), Some(130));
    let told = agrees(&place, "run");
    assert!(told.contains("run: the run is not finished; "), "{told}");
}

#[test]
fn a_run_that_goes_on_is_left_alone() {
    let place = Place::new();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_stoker"))
        .current_dir(place.path())
        .args("league random --matches 1000000 --out run --quiet".split(' '))
        .spawn()
        .unwrap();
    wait_until("the run begins", || place.lines_of("run/matches.csv") > 1);
    let refusal = place.refuses("verify run");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(refusal, "error: another run is writing to run: wait for it");
    // Its files were cut off anywhere.
    let told = text(&verify(&place, "run").stdout);
    assert!(told.contains("the run is not finished; if it was killed"), "{told}");
}

#[test]
fn results_that_come_with_the_sources_agree_with_themselves() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/sample");
    let told = Place::new().prints_args(&["verify", sample]);
    assert!(told.contains(": 90 matches, 19 with a record; "), "{told}");
}

#[test]
fn what_was_changed_is_told_with_file_line_and_column() {
    let place = place();
    runs(&place);
    assert_snapshot!(finds(&place, "other", "matches.csv", ",0,dracula,score,", ",3,hunters,score,"), @r"
    other/matches.csv: line 2: score
      expected 0
      got      3
    other/matches.csv: line 2: winners
      expected dracula
      got      hunters
    other: 6 matches, 6 with a record; compared: run.toml, matches.csv, leaderboard.csv, crosstable.csv, faults.csv
    6 games, 115 decisions, 2 mismatches
    ");
    assert_snapshot!(finds(&place, "other", "leaderboard.csv", "\n1,", "\n2,"), @r"
    other/leaderboard.csv: line 2: rank
      expected 1
      got      2
    other: 6 matches, 6 with a record; compared: run.toml, matches.csv, leaderboard.csv, crosstable.csv, faults.csv
    6 games, 115 decisions, 1 mismatches
    ");
    assert_snapshot!(finds(&place, "run", "faults.csv", ",garbled_reply,", ",crash,"), @r"
    run/faults.csv: line 2: kind
      expected garbled_reply
      got      crash
    run: 5 matches, 3 with a record; compared: run.toml, matches.csv, leaderboard.csv, crosstable.csv, faults.csv
    3 games, 60 decisions, 1 mismatches
    ");
    let told = finds(&place, "run", "run.toml", "start_score = 4", "start_score = 5");
    assert!(told.starts_with("run/run.toml: line 4: plan\n"), "{told}");
    assert!(told.contains("start_score\":5,"), "{told}");
    assert!(told.contains("run/records.jsonl.zst: line 1: params\n"), "{told}");
}

/// Every line of a file, changed so that it is another in one place, left out, doubled and moved.
fn edits(content: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = content.lines().collect();
    let join = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut edits = vec![];
    // Later lines are of the same kinds.
    for number in 0..lines.len().min(2) {
        let cells: Vec<&str> = lines[number].split(',').collect();
        for place in 0..cells.len() {
            let other = match cells[place].as_bytes().last() {
                None => "1".to_owned(),
                Some(digit @ b'0'..=b'8') => {
                    let kept = &cells[place][..cells[place].len() - 1];
                    format!("{kept}{}", char::from(digit + 1))
                }
                Some(_) => format!("{}x", cells[place].trim_end_matches('"')),
            };
            let mut cells = cells.clone();
            cells[place] = &other;
            let mut lines = lines.clone();
            let line = cells.join(",");
            lines[number] = &line;
            edits.push((format!("line {}, cell {}", number + 1, place + 1), join(&lines)));
        }
    }
    for number in 0..lines.len().min(3) {
        let (before, from) = lines.split_at(number);
        edits.push((format!("no line {}", number + 1), join(&[before, &from[1..]].concat())));
        edits.push((
            format!("line {} twice", number + 1),
            join(&[before, &from[..1], from].concat()),
        ));
        if let [line, next, rest @ ..] = from
            && line != next
        {
            let swapped = [before, &[*next, *line], rest].concat();
            edits.push((format!("line {} later", number + 1), join(&swapped)));
        }
    }
    edits.push(("no last line".to_owned(), join(&lines[..lines.len() - 1])));
    edits.push(("no line end".to_owned(), content.trim_end().to_owned()));
    edits.push(("other line ends".to_owned(), content.replacen('\n', "\r\n", 2)));
    edits
}

#[test]
fn whatever_is_changed_in_a_table_is_found() {
    let place = place();
    runs(&place);
    let mut count = 0;
    for (run, file) in [
        ("run", "matches.csv"),
        ("run", "faults.csv"),
        ("other", "matches.csv"),
        ("other", "leaderboard.csv"),
        ("other", "crosstable.csv"),
    ] {
        for (edit, content) in edits(&text(&place.read(&format!("{run}/{file}")))) {
            let (status, told) = with(&place, run, file, content);
            assert_eq!(status, 1, "{file}, {edit}: {told}");
            assert!(told.contains(&format!("{run}/{file}")), "{file}, {edit}: {told}");
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
    agrees(&place, "run");
    agrees(&place, "other");
}

#[test]
fn whatever_is_changed_in_the_tables_of_sweeps_and_comparisons_is_found() {
    let place = Place::new();
    place.prints("compare tracker random --against lurker --max-pairs 32 --quiet --out compare");
    place.prints(
        "sweep patrol hunters=random wanderer --vary patrol:rest=2,4 --matches 2 --quiet --out sweep",
    );
    for (run, file) in
        [("compare", "comparison.csv"), ("sweep", "sweep.csv"), ("sweep", "main_effects.csv")]
    {
        let content = text(&place.read(&format!("{run}/{file}")));
        for (edit, content) in edits(&content).into_iter().step_by(5) {
            let (status, told) = with(&place, run, file, content);
            assert_eq!(status, 1, "{file}, {edit}: {told}");
        }
        fs::remove_file(place.path().join(run).join(file)).unwrap();
        let told = text(&verify(&place, run).stdout);
        assert!(told.contains(&format!("{run}/{file}: file\n  expected a file\n")), "{told}");
        place.write(&format!("{run}/{file}"), content);
    }
    place.write("compare/sweep.csv", "setting\n");
    assert_eq!(verify(&place, "compare").status.code(), Some(1));
}

#[test]
fn whatever_is_changed_in_a_manifest_is_found_but_what_has_no_say_in_results() {
    let place = place();
    runs(&place);
    let content = text(&place.read("run/run.toml"));
    let lines: Vec<&str> = content.lines().collect();
    let mut section = "";
    let mut unseen = vec![];
    for (number, line) in lines.iter().enumerate() {
        if line.starts_with('[') {
            section = line;
        }
        let Some((key, value)) = line.split_once(" = ") else { continue };
        let other = match value {
            "true" => "false".to_owned(),
            "false" => "true".to_owned(),
            "[]" => "[\"x\"]".to_owned(),
            text if text.ends_with('"') => format!("{}0\"", &text[..text.len() - 1]),
            number if number.ends_with(']') => "[]".to_owned(),
            number => format!("{number}1"),
        };
        let mut lines = lines.clone();
        let line = format!("{key} = {other}");
        lines[number] = &line;
        let (status, told) = with(&place, "run", "run.toml", lines.join("\n") + "\n");
        if status == 0 && section != "[isolation.in_force]" {
            unseen.push(format!("{section} {key}"));
        }
        assert!(status != 2 || told.starts_with("error: "), "{told}");
    }
    assert_snapshot!(unseen.join("\n"), @r"
     command
    [tournament] starts_because
    [isolation] changeable
    ");
}

#[test]
fn rows_win_over_tables_and_records_over_rows() {
    let place = place();
    runs(&place);
    // A better score everywhere: only the games say otherwise.
    let rows = text(&place.read("other/matches.csv"));
    let changed: Vec<String> = rows
        .lines()
        .map(|row| {
            let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
            if let Ok(score) = cells[4].parse::<i32>() {
                cells[4] = (score - 1).to_string();
            }
            cells.join(",") + "\n"
        })
        .collect();
    let (status, told) = with(&place, "other", "matches.csv", changed.concat());
    assert_eq!(status, 1);
    assert!(told.contains("other/matches.csv: line 2: score\n"), "{told}");
    // Tables were made of what was played.
    assert!(!told.contains("leaderboard.csv: line"), "{told}");
}

/// The records of a run, a line each.
fn records(place: &Place, run: &str) -> Vec<String> {
    let text = zstd::decode_all(&*place.read(&format!("{run}/records.jsonl.zst"))).unwrap();
    String::from_utf8(text).unwrap().lines().map(|line| format!("{line}\n")).collect()
}

#[test]
fn records_that_are_missing_doubled_moved_or_of_others_are_found() {
    let place = place();
    runs(&place);
    let lines = records(&place, "other");
    let forged = |change: &dyn Fn(&mut Record)| {
        let mut record: Record = serde_json::from_str(&lines[1]).unwrap();
        change(&mut record);
        record.check = record.checksum();
        [&lines[0], &(record.to_line() + "\n")].into_iter().chain(&lines[2..]).cloned().collect()
    };
    let swapped = || [&lines[1..2], &lines[..1], &lines[2..]].concat();
    let edits: [(&str, Vec<String>); 8] = [
        ("the first is missing", lines[1..].to_vec()),
        ("the last is missing", lines[..lines.len() - 1].to_vec()),
        ("none is there", vec![]),
        ("one is there twice", [&lines[..2], &lines[1..]].concat()),
        ("two are in the wrong order", swapped()),
        (
            "of another entrant",
            forged(&|record| {
                record.entrants.values_mut().for_each(|name| *name = "nobody".to_owned());
            }),
        ),
        ("of another seed", forged(&|record| record.seed = stoker::engine::Seed(1))),
        (
            "with another score",
            forged(&|record| {
                record.scores.values_mut().for_each(|score| *score += 1);
            }),
        ),
    ];
    for (edit, lines) in edits {
        let packed = zstd::encode_all(lines.concat().as_bytes(), 3).unwrap();
        let (status, told) = with(&place, "other", "records.jsonl.zst", packed);
        assert_eq!(status, 1, "{edit}: {told}");
        assert!(told.contains("other/records.jsonl.zst"), "{edit}: {told}");
    }
    fs::remove_file(place.path().join("other/records.jsonl.zst")).unwrap();
    let told = text(&verify(&place, "other").stdout);
    assert!(told.contains("other/records.jsonl.zst: file\n  expected a file\n"), "{told}");
}
