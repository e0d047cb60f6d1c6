use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::*;
use crate::entrant::Entrant;
use crate::plan::Draft;
use crate::results::{Completion, RunSummary, read_manifest, read_run};
use crate::run::{Progress, league};
use crate::testing::{VERSION, *};

/// The number of matches that a run found in its journal.
#[derive(Default)]
struct ResumedCount(AtomicU64);

impl Progress for ResumedCount {
    fn progress(&self, _done: u64, _total: u64) {}
    fn resumed(&self, kept: u64, _damaged: u64) {
        self.0.store(kept, Ordering::Relaxed);
    }
}

fn played(plan: &Plan<Toy>, opened: OpenedRun) -> (RunSummary, u64) {
    let OpenedRun::New(mut folder) = opened else { panic!("{opened:?}") };
    let kept = ResumedCount::default();
    let summary = league(plan, &mut folder, 2, &kept, &AtomicBool::new(false)).unwrap();
    (summary, kept.0.into_inner())
}

fn play(plan: &Plan<Toy>, path: &Path) -> RunSummary {
    let target = ResultTarget::At(path.to_owned());
    played(plan, RunFolder::open(plan, "stoker league", &target).unwrap()).0
}

/// Plays a plan with the matches of the run in `earlier`. Also returns how many matches were taken.
fn replay(plan: &Plan<Toy>, earlier: &Path, path: &Path) -> (RunSummary, u64) {
    let earlier = Earlier::open(plan, earlier).unwrap();
    let opened = earlier.begin("stoker league", &ResultTarget::At(path.to_owned())).unwrap();
    let (summary, kept) = played(plan, opened);
    assert_eq!(kept, earlier.matches());
    (summary, kept)
}

/// All files of a run except the timings and `run.toml`, and the leaderboard without movement.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for name in ["matches.csv", "faults.csv", "crosstable.csv", "records.jsonl.zst"] {
        files.extend(fs::read(folder.join(name)).map(|bytes| (name.to_owned(), bytes)));
    }
    let board = fs::read_to_string(folder.join("leaderboard.csv")).unwrap();
    let still = |row: &str| row.rsplitn(3, ',').last().unwrap().to_owned() + "\n";
    let board: String = board.lines().map(still).collect();
    files.insert("leaderboard.csv".to_owned(), board.into_bytes());
    files
}

/// The bots of [`draft`] in another order: one is replaced by a new one, and one has another name.
fn season(layout: Layout, matches: u64) -> Draft<Toy> {
    let renamed = Entrant { name: "chance".to_owned(), ..entrant("random", RANDOM) };
    let entrants =
        vec![entrant("new", RANDOM), entrant("cheat", CHEAT), renamed, entrant("first", FIRST)];
    Draft { entrants, ..draft(layout, matches) }
}

#[test]
fn a_run_that_takes_matches_has_the_bytes_of_one_that_plays_all() {
    for (layout, pairings) in
        [(Layout::Solo, 3), (Layout::Pair, 9), (Layout::Three, 3), (Layout::Mixed, 3 * 6)]
    {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        play(&plan(layout, 20), &path("earlier"));
        for keep in [Keep::All, Keep::None, Keep::Sample(50)] {
            let plan = Plan::new(Draft { keep, ..season(layout, 30) }).unwrap();
            let [whole, taken] = ["whole", "taken"].map(|name| path(&format!("{name}-{keep}")));
            play(&plan, &whole);
            let (summary, matches) = replay(&plan, &path("earlier"), &taken);
            assert_eq!((matches, summary.completion), (pairings * 20, Completion::Complete));
            assert!(files(&whole) == files(&taken), "{layout:?} {keep}");
        }
    }
}

#[test]
fn matches_whose_record_the_earlier_run_lacks_are_played_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let sampled = Draft { keep: Keep::Sample(7), ..draft(Layout::Pair, 20) };
    play(&Plan::new(sampled).unwrap(), &path("earlier"));
    let plan = Plan::new(season(Layout::Pair, 20)).unwrap();
    play(&plan, &path("whole"));
    let (_, matches) = replay(&plan, &path("earlier"), &path("taken"));
    // The sample and highlights may be played again.
    assert!((1..=7 + 4 * 2 * 4).contains(&matches), "{matches}");
    assert!(files(&path("whole")) == files(&path("taken")));
}

#[test]
fn a_run_that_took_matches_goes_on_without_the_earlier_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    play(&plan(Layout::Pair, 20), &path("earlier"));
    let plan = Plan::new(season(Layout::Pair, 20)).unwrap();
    replay(&plan, &path("earlier"), &path("whole"));
    let target = ResultTarget::At(path("part"));
    let opened = Earlier::open(&plan, &path("earlier")).unwrap().begin("", &target).unwrap();
    drop(opened);
    fs::remove_dir_all(path("earlier")).unwrap();
    let OpenedRun::Stopped(mut folder) = RunFolder::resume(&plan, held(&path("part"))).unwrap()
    else {
        panic!("it is not finished")
    };
    league(&plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap();
    assert!(files(&path("part")) == files(&path("whole")));
    let boards = ["part", "whole"].map(|run| fs::read(path(run).join("leaderboard.csv")).unwrap());
    assert!(boards[0] == boards[1]);
}

#[test]
fn the_leaderboard_shows_where_an_entrant_of_that_name_stood() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let before = play(&plan(Layout::Pair, 20), &path("earlier"));
    let plan = Plan::new(season(Layout::Pair, 20)).unwrap();
    let (summary, _) = replay(&plan, &path("earlier"), &path("taken"));
    assert_eq!(read_run(&path("taken")).unwrap(), summary);
    for standing in summary.report.standings() {
        let same = |row: &&crate::standings::Standing| {
            (&row.side, &row.entrant) == (&standing.side, &standing.entrant)
        };
        let before = before
            .report
            .standings()
            .iter()
            .find(same)
            .map(|row| (row.rank, row.mean.map(|mean| mean.value)));
        let shown = standing.previous.map(|previous| (Some(previous.rank), previous.mean));
        assert_eq!(shown, before, "{}", standing.entrant);
    }
    let reuse = read_manifest(&path("taken")).unwrap().reuse.unwrap();
    assert_eq!(reuse.matches, 9 * 20);
    assert_eq!(reuse.plan, read_manifest(&path("earlier")).unwrap().plan);
    let plain = Manifest::new(&plan, "").unwrap().plan;
    assert_ne!(read_manifest(&path("taken")).unwrap().plan, plain);
}

#[test]
fn a_shard_takes_the_matches_of_its_part() {
    let dir = tempfile::tempdir().unwrap();
    let earlier = dir.path().join("earlier");
    play(&plan(Layout::Pair, 20), &earlier);
    let taken = [1, 2, 3].map(|index| {
        let draft = Draft { schedule: part(index, 3), ..season(Layout::Pair, 20) };
        let plan = Plan::new(draft).unwrap();
        let found = Earlier::open(&plan, &earlier).unwrap();
        assert_eq!(found.matches(), 180);
        let target = ResultTarget::At(dir.path().join(index.to_string()));
        played(&plan, found.begin("", &target).unwrap()).1
    });
    assert_eq!(taken.iter().sum::<u64>(), 180);
    assert!(taken.iter().all(|&taken| taken > 50), "{taken:?}");
}

#[test]
fn a_twin_is_taken_once() {
    let dir = tempfile::tempdir().unwrap();
    let earlier = dir.path().join("earlier");
    play(&plan(Layout::Solo, 5), &earlier);
    let renamed = |name: &str| Entrant { name: name.to_owned(), ..entrant("random", RANDOM) };
    let entrants = vec![renamed("one"), renamed("random"), renamed("two")];
    let plan = Plan::new(Draft { entrants, ..draft(Layout::Solo, 5) }).unwrap();
    let found = Earlier::open(&plan, &earlier).unwrap();
    assert_eq!(found.matches(), 5);
    assert_eq!(found.number_in_earlier(0), None, "names decide");
    assert_eq!(found.number_in_earlier(1), Some(0));
}

fn refusal(draft: Draft<Toy>, earlier: &Path) -> String {
    let plan = Plan::new(draft).unwrap();
    let error = Earlier::open(&plan, earlier).map(|earlier| earlier.matches()).unwrap_err();
    error.to_string().replace(&*earlier.to_string_lossy(), "DIR")
}

#[test]
fn runs_of_other_rules_are_refused_with_what_differs() {
    let dir = tempfile::tempdir().unwrap();
    let earlier = dir.path().join("earlier");
    play(&plan(Layout::Pair, 2), &earlier);
    let same = || draft(Layout::Pair, 2);
    let seed = stoker_engine::Seed(2);
    let starts = crate::starts::Starts::Free;
    let otherwise = "DIR was played differently, so none of its matches can be reused: ";
    assert_eq!(
        refusal(Draft { seed, starts, ..same() }, &earlier),
        otherwise.to_owned()
            + "seed: there \"0000000000000001\", here \"0000000000000002\"; \
               --starts: the earlier run began matches random, this one begins them free; give --starts \
               random"
    );
    let other = Draft { game: Toy::of(Layout::Pair, 24), ..same() };
    assert_eq!(
        refusal(other, &earlier),
        otherwise.to_owned() + "params.decisions: there 23, here 24"
    );
    let run = earlier.join("run.toml");
    let text = fs::read_to_string(&run).unwrap();
    let old = format!("stoker = \"{}\"", VERSION);
    fs::write(&run, text.replace(&old, "stoker = \"0.0.1\"")).unwrap();
    let message = refusal(same(), &earlier);
    assert!(message.starts_with(&(otherwise.to_owned() + "version of stoker: there 0.0.1, here")));
}

#[test]
fn what_is_no_finished_run_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let nothing = refusal(draft(Layout::Pair, 2), &path("none"));
    assert!(nothing.starts_with("DIR has no run.toml"), "{nothing}");
    let plan = plan(Layout::Pair, 2);
    drop(RunFolder::open(&plan, "", &ResultTarget::At(path("begun"))).unwrap());
    assert_eq!(
        refusal(draft(Layout::Pair, 2), &path("begun")),
        "DIR is not finished: resume it first, with `stoker resume`"
    );
}

#[test]
fn changed_files_of_the_earlier_run_are_noticed_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let earlier = dir.path().join("earlier");
    play(&plan(Layout::Pair, 4), &earlier);
    let plan = plan(Layout::Pair, 4);
    let begin = || {
        let target = ResultTarget::At(dir.path().join("run"));
        let begun = Earlier::open(&plan, &earlier)?.begin("", &target);
        let _ = fs::remove_dir_all(dir.path().join("run"));
        begun
    };
    begin().unwrap();
    let spoil = |file: &str, from: &str, to: &str| {
        let path = earlier.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} {from}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let error = begin().unwrap_err().to_string();
        fs::write(&path, text).unwrap();
        error.replace(&*earlier.to_string_lossy(), "DIR")
    };
    let changed = "another version wrote it, or it was changed since";
    assert_eq!(
        spoil("matches.csv", "\n40,", "\n41,"),
        format!("DIR/matches.csv:42: match 40 should be here: {changed}")
    );
    assert!(spoil("matches.csv", ",length,", ",a\tb,").ends_with(changed));
    assert!(spoil("faults.csv", ",illegal_move,", ",oops,").ends_with(changed));
    assert_eq!(
        spoil("matches.csv", "match,seed", "number,seed"),
        format!("DIR/matches.csv:1: other columns: {changed}")
    );
}

/// A league in which the machine fails a bot on some seeds, also if the matches are played now.
fn with_voids(layout: Layout, matches: u64) -> Plan<Toy> {
    let fickle = fickle("fickle", |seed| is_first_side_of(seed, &[1, 4]));
    let entrants = vec![fickle, entrant("random", RANDOM)];
    Plan::new(Draft { entrants, ..draft(layout, matches) }).unwrap()
}

#[test]
fn a_void_slot_of_the_earlier_run_is_void() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let begun = std::sync::Arc::new(AtomicU64::new(0));
    let count = std::sync::Arc::clone(&begun);
    let fickle = fickle("fickle", move |seed| {
        count.fetch_add(1, Ordering::Relaxed);
        is_first_side_of(seed, &[1, 4])
    });
    let entrants = vec![fickle, entrant("random", RANDOM)];
    let plan = Plan::new(Draft { entrants, ..draft(Layout::Pair, 9) }).unwrap();
    let before = play(&plan, &path("earlier"));
    let played = begun.load(Ordering::Relaxed);
    let (summary, matches) = replay(&plan, &path("earlier"), &path("taken"));
    assert_eq!((summary.voids, before.voids, matches), (4, 4, 4 * 9));
    assert_eq!(begun.load(Ordering::Relaxed), played, "nothing was played again");
    assert!(files(&path("earlier")) == files(&path("taken")));
    assert!(path("taken").join("journal").is_dir(), "they can be played again");
}

#[test]
fn void_rows_that_no_run_writes_are_refused_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let earlier = dir.path().join("earlier");
    let plan = with_voids(Layout::Pair, 5);
    play(&plan, &earlier);
    let matches = fs::read_to_string(earlier.join("matches.csv")).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(matches.contains(from), "{from}");
        fs::write(earlier.join("matches.csv"), matches.replacen(from, to, 1)).unwrap();
        let begun = Earlier::open(&plan, &earlier)
            .and_then(|found| found.begin("", &ResultTarget::At(dir.path().join("run"))));
        let _ = fs::remove_dir_all(dir.path().join("run"));
        begun.unwrap_err().to_string().replace(&*earlier.to_string_lossy(), "DIR")
    };
    let void = ",,,,,,,,,\"no memory, no processes\"\n";
    let changed = "another version wrote it, or it was changed since";
    for (to, message) in [
        (",30,,,,,,,,\"no memory, no processes\"\n", "match 4 is void, but has figures of a match"),
        (",,,,,,,,0,\"no memory, no processes\"\n", "match 4 is void, but has figures of a match"),
        (",,,,,,,,,\"no\u{1b}[2J memory\"\n", "match 4 is void, but its reason is no plain line"),
        (",,,,,,,,,\n", "a garbled row"),
    ] {
        assert_eq!(refused(void, to), format!("DIR/matches.csv:6: {message}: {changed}"), "{to}");
    }
    let row = matches.lines().nth(5).unwrap();
    let twice = refused(row, &format!("{row}\n{row}"));
    assert_eq!(twice, format!("DIR/matches.csv:7: match 5 should be here: {changed}"));
    let copy = matches.lines().nth(19).unwrap();
    let of_void = copy.strip_suffix(",,").unwrap().to_owned() + ",4,";
    let refusal = refused(copy, &of_void);
    assert_eq!(
        refusal,
        format!("DIR/matches.csv:20: match 18 repeats match 4, which is void: {changed}")
    );
    fs::write(earlier.join("matches.csv"), &matches).unwrap();
    let faults = fs::read_to_string(earlier.join("faults.csv")).unwrap();
    let fault = "4,0,,team,0,left,fickle,fickle,crash,bot,x\n";
    fs::write(earlier.join("faults.csv"), faults + fault).unwrap();
    assert_eq!(
        refused(row, row),
        format!("DIR/matches.csv:6: match 4 is void, but has faults: {changed}")
    );
}
