//! Leagues of series: played on any number of threads, killed, cut into shards, and partly void.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::{Seat, Seed, SideId};

use super::*;
use crate::merge::{IfMissing, Parts};
use crate::plan::{Draft, Games};
use crate::results::{Completion, OpenedRun, ResultTarget};
use crate::testing::*;

const GAMES: u64 = 3;

/// All files of a run except the timings, by name.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = entries.filter(|path| path.is_file() && !path.ends_with("timings.csv"));
    kept.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

fn series(draft: Draft<Toy>) -> Plan<Toy> {
    Plan::new(Draft { games: Games::new(GAMES).unwrap(), ..draft }).unwrap()
}

/// A plan of two entrants, and so of four pairings.
fn plan(matches: u64) -> Plan<Toy> {
    series(of_two(matches))
}

/// A part of that plan.
fn part_of(matches: u64, index: u64, of: u64) -> Plan<Toy> {
    series(Draft { schedule: part(index, of), ..of_two(matches) })
}

fn of_two(matches: u64) -> Draft<Toy> {
    let entrants = vec![entrant("random", RANDOM), entrant("first", FIRST)];
    // Both sides win some of such short games.
    Draft { entrants, game: Toy::of(Layout::Pair, 15), ..draft(Layout::Pair, matches) }
}

fn play(plan: &Plan<Toy>, opened: OpenedRun, threads: usize) -> RunSummary {
    let (OpenedRun::New(mut folder) | OpenedRun::Stopped(mut folder)) = opened else {
        panic!("{opened:?}")
    };
    league(plan, &mut folder, threads, &(), &AtomicBool::new(false)).unwrap()
}

fn open(plan: &Plan<Toy>, path: &Path) -> OpenedRun {
    RunFolder::open(plan, "stoker league", &ResultTarget::At(path.to_owned())).unwrap()
}

/// The values of some columns, by match.
fn columns(folder: &Path, names: &[&str]) -> Vec<Vec<String>> {
    let mut rows = csv::Reader::from_path(folder.join("matches.csv")).unwrap();
    let header = rows.headers().unwrap().clone();
    let place = |name: &&str| header.iter().position(|column| column == *name).unwrap();
    let places: Vec<usize> = names.iter().map(place).collect();
    let cells = |row: csv::StringRecord| places.iter().map(|&at| row[at].to_owned()).collect();
    rows.records().map(|row| cells(row.unwrap())).collect()
}

/// The layouts of the recorded games, by match.
fn layouts(folder: &Path) -> Vec<String> {
    let lines = crate::record::RecordLines::open(&folder.join("records.jsonl.zst")).unwrap();
    let layout =
        |record: crate::record::Record| record.params["layout"].as_str().unwrap().to_owned();
    lines.map(|line| layout(line.unwrap().record().unwrap())).collect()
}

#[test]
fn the_loser_of_each_game_begins_the_next_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(10);
    let written = [1, 2, 8].map(|threads| {
        let path = dir.path().join(threads.to_string());
        let summary = play(&plan, open(&plan, &path), threads);
        assert_eq!((summary.done, summary.completion), (4 * 10 * GAMES, Completion::Complete));
        files(&path)
    });
    assert!(written.iter().all(|other| *other == written[0]));
    let path = dir.path().join("1");
    let (rows, layouts) = (columns(&path, &["series", "game", "winners"]), layouts(&path));
    let mut turned = 0;
    for (number, row) in rows.iter().enumerate() {
        let game = number as u64 % GAMES;
        assert_eq!(row[..2], [(number as u64 / GAMES).to_string(), game.to_string()]);
        let first = match game {
            0 => "pair",
            _ if rows[number - 1][2] == "team" => "reversed",
            _ => "pair",
        };
        assert_eq!(layouts[number], first, "{number}");
        turned += usize::from(first == "reversed");
    }
    assert!((1..80).contains(&turned), "{turned}");
}

#[test]
fn a_run_of_series_that_was_killed_anywhere_ends_with_the_bytes_of_a_straight_one() {
    let dir = tempfile::tempdir().unwrap();
    let (plan, whole) = (plan(3), dir.path().join("whole"));
    let shard = part_of(3, 1, 1);
    play(&plan, open(&plan, &whole), 2);
    // The journal of a shard is kept, and is that of a run except for the name of the plan.
    play(&shard, open(&shard, &dir.path().join("shard")), 2);
    let journal = |folder: &str| dir.path().join(folder).join("journal/segment-000001");
    let text = fs::read_to_string(journal("shard")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').skip(1).collect();
    assert_eq!(lines.len(), 36);
    for kept in 0..lines.len() {
        let path = dir.path().join(kept.to_string());
        let OpenedRun::New(folder) = open(&plan, &path) else { panic!("a new folder") };
        let mut pages = folder.journal(plan.range()).unwrap().append(lines.len()).unwrap();
        pages.write(lines[..kept].concat().as_bytes()).unwrap();
        pages.sync().unwrap();
        drop((pages, folder));
        play(&plan, RunFolder::resume(&plan, held(&path)).unwrap(), 2);
        assert!(files(&path) == files(&whole), "{kept} lines");
    }
}

#[test]
fn shards_of_series_merge_to_the_bytes_of_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let (plan, whole) = (plan(5), dir.path().join("whole"));
    play(&plan, open(&plan, &whole), 2);
    let parts = (1..=3).map(|index| {
        let path = dir.path().join(index.to_string());
        let shard = part_of(5, index, 3);
        play(&shard, open(&shard, &path), 2);
        path
    });
    let (parts, joined) = (parts.collect::<Vec<_>>(), dir.path().join("joined"));
    let target = ResultTarget::At(joined.clone());
    Parts::find(&parts).unwrap().join(&plan, &target, IfMissing::Refuse, &()).unwrap();
    assert!(files(&joined) == files(&whole));
}

#[test]
fn a_void_game_makes_the_rest_of_its_series_void_until_it_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let [part, whole] = ["part", "whole"].map(|run| dir.path().join(run));
    let broken = Arc::new(AtomicBool::new(true));
    // The machine fails the first side in the second game of the series with index 1.
    let second = Seed(1).of_match(1).of_game(1).of_bot(SideId(0), Seat(0));
    let fails = Arc::clone(&broken);
    let fickle = fickle("fickle", move |seed| fails.load(Ordering::Relaxed) && seed == second);
    let plan = series(Draft { entrants: vec![fickle], ..draft(Layout::Pair, 3) });
    let summary = play(&plan, open(&plan, &part), 2);
    assert_eq!((summary.done, summary.voids), (9, 2));
    let voids: Vec<_> = columns(&part, &["void"]).concat();
    assert_eq!(voids[3], "");
    assert_eq!(voids[4], "no memory, no processes");
    assert_eq!(voids[5], "a game before it in its series is void");
    broken.store(false, Ordering::Relaxed);
    let again = RunFolder::resume_voids(&plan, held(&part)).unwrap();
    assert_eq!(play(&plan, again, 2).voids, 0);
    play(&plan, open(&plan, &whole), 2);
    assert!(files(&part) == files(&whole));
}
