use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use stoker_engine::{Bot, Choice, Decision, Seat, SideSet, one_of};
use stoker_external::fault::Loses;

use super::*;
use crate::entrant::Entrant;
use crate::identity::GameHash;
use crate::merge::{IfMissing, Parts};
use crate::outcome::{Likeness, Original};
use crate::plan::{Draft, Keep};
use crate::record::{Record, RecordLines};
use crate::results::{OpenedRun, ResultTarget, RunFolder, read_manifest};
use crate::reuse::Earlier;
use crate::run::{Progress, league};
use crate::starts::Starts;
use crate::testing::*;
use crate::verify::folder::verify_folder;
use crate::verify::report::FolderReport;

/// A match between a team and a lone side, whose score is low if the lone side did well.
fn outcome(score: i32, faults: &[(u8, FaultKind)]) -> MatchOutcome {
    let fault = |&(side, kind): &(u8, FaultKind)| Fault {
        decision: 0,
        round: None,
        side: SideId(side),
        seat: Seat(0),
        kind,
        loses: Loses::Turn,
        reason: String::new(),
    };
    MatchOutcome {
        scores: [score].into_iter().collect(),
        winners: SideSet::NONE,
        ending: "length".into(),
        decisions: 1,
        facts: vec![],
        faults: faults.iter().map(fault).collect(),
        hash: GameHash(0),
        likeness: Likeness::Unknown,
    }
}

/// Two entrants. Of every four matches, each entrant plays the team in two and the lone side in
/// two.
fn two() -> Plan<Toy> {
    let entrants = vec![entrant("a", RANDOM), entrant("b", RANDOM)];
    Plan::new(Draft { entrants, keep: Keep::Sample(0), ..draft(Layout::Pair, 10) }).unwrap()
}

/// The highlights of matches with these outcomes.
fn highlights_of(outcomes: &[MatchOutcome]) -> Vec<u64> {
    let plan = two();
    let mut highlights = Highlights::new(&plan, HighlightScope::Entrants);
    for (number, outcome) in (0..).zip(outcomes) {
        highlights.note(&plan, &plan.match_at(number), outcome);
    }
    highlights.numbers().into_iter().collect()
}

#[test]
fn the_first_of_the_best_and_the_first_of_the_worst_are_highlights() {
    // Pairings: aa, ab, ba, bb. Team a: 5 5, then 9 5; team b: 5 5, then 5 1.
    // Lone a: 5 5, then 9 5; lone b: 5 5, then 5 1.
    let scores = [5, 5, 5, 5, 9, 5, 5, 1, 9, 5, 5, 1];
    let outcomes: Vec<_> = scores.iter().map(|&score| outcome(score, &[])).collect();
    // Match 0 is the worst of team a and the best of lone a; 1 the worst of lone b; 2 the best of
    // team b.
    assert_eq!(highlights_of(&outcomes), [0, 1, 2, 4, 7]);
}

/// Nobody wins: the best match is the one in which the side came furthest.
#[test]
fn equal_first_scores_are_told_apart_by_the_next_ones() {
    let mut shown = PlayerHighlights::default();
    for (number, scores) in (0..).zip([[0, 40], [0, 61], [0, 12], [0, 61]]) {
        let values: RankedValues = scores.into_iter().collect();
        assert_eq!(shown.is_beaten(&values), number < 3);
        shown.score(RankedMatch { values, number });
    }
    assert_eq!(shown.numbers().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn the_first_faults_of_two_kinds_are_highlights_on_each_kind_of_side() {
    use FaultKind::{Crash, IllegalMove, NoReply};
    let equal = || outcome(5, &[]);
    let before = highlights_of(&[equal(), equal(), equal(), equal()]);
    assert_eq!(before, [0, 1, 2]);
    let outcomes = [
        equal(),
        equal(),
        equal(),
        equal(),
        outcome(5, &[(0, Crash), (0, Crash)]),
        outcome(5, &[(0, Crash), (0, IllegalMove)]),
        outcome(5, &[(1, Crash)]),
        equal(),
        outcome(5, &[(0, NoReply)]),
        outcome(5, &[(0, Crash), (0, IllegalMove), (0, NoReply)]),
    ];
    // As a team, `a` faults in 4, 5, 8 and 9; as the lone side in 6.
    assert_eq!(highlights_of(&outcomes), [0, 1, 2, 4, 5, 6]);
}

#[test]
fn a_copy_is_no_highlight() {
    let original = Original { number: 0, step: 4 };
    let copy = MatchOutcome { likeness: Likeness::Copy(original), ..outcome(99, &[]) };
    let equal = || outcome(5, &[]);
    assert_eq!(highlights_of(&[equal(), equal(), equal(), equal(), copy]), [0, 1, 2]);
}

#[test]
fn the_least_score_that_there_is_counts_in_both_directions() {
    let extremes = [i32::MIN, i32::MAX, 0, 0].map(|score| outcome(score, &[]));
    assert_eq!(highlights_of(&extremes), [0, 1, 2, 3]);
}

/// Moves like [`FIRST`] with rare exceptions, so that some pairings only seem to repeat one game.
struct Moody;
impl Bot<Toy> for Moody {
    fn choose(&mut self, view: &ToyView, turn: &mut Decision<'_, u8>) -> Choice<u8> {
        let mut moves = stoker_engine::toy::moves_after(view.last);
        let is_usual = one_of(turn.rng(), 0..150).is_some_and(|drawn| drawn > 0);
        if is_usual { moves.next() } else { moves.next_back() }.unwrap().into()
    }
}
const MOODY: Make = |_| Box::new(Moody);

/// Plans in which all matches differ, and plans with pairings that repeat one game or seem to.
fn plans() -> Vec<fn() -> Draft<Toy>> {
    vec![
        || Draft { keep: Keep::Sample(5), ..draft(Layout::Pair, 60) },
        || Draft { keep: Keep::Sample(0), ..draft(Layout::Mixed, 20) },
        || {
            let names = ["moody", "sulky", "cross", "glum"];
            let mut entrants: Vec<_> = names.map(|name| entrant(name, MOODY)).into();
            entrants.push(entrant("cheat", CHEAT));
            let (game, starts) = (Toy::of(Layout::Still, 23), Starts::Free);
            let keep = Keep::Sample(9);
            Draft { game, starts, entrants, keep, ..draft(Layout::Still, 40) }
        },
    ]
}

fn run_league(plan: &Plan<Toy>, path: &Path, threads: usize) {
    let opened =
        RunFolder::open(plan, "stoker league", &ResultTarget::At(path.to_owned())).unwrap();
    let OpenedRun::New(mut folder) = opened else { panic!("{opened:?}") };
    league(plan, &mut folder, threads, &(), &AtomicBool::new(false)).unwrap();
}

/// All files except the timings.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let kept = entries.filter(|path| path.is_file() && !path.ends_with("timings.csv"));
    kept.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

fn records(folder: &Path) -> Vec<Record> {
    let lines = RecordLines::open(&folder.join("records.jsonl.zst")).unwrap();
    lines.map(|line| line.unwrap().record().unwrap()).collect()
}

/// The highlights among all records of a run, found by a plain search.
fn plainly(plan: &Plan<Toy>, all: &[Record]) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    let sides = plan.game().sides();
    for kind in sides.kinds() {
        for entrant in plan.entrants() {
            let (mut scores, mut faults) = (vec![], vec![]);
            for record in all {
                for side in sides.list().iter().filter(|side| side.kind == kind) {
                    if record.entrants[side.name] != entrant.name {
                        continue;
                    }
                    let score = record.scores[plan.game().scores()[side.score].name];
                    scores.push((score, record.number));
                    let own = record.faults.iter().filter(|fault| fault.side == side.name);
                    faults.extend(own.map(|fault| (fault.kind, record.number)));
                }
            }
            let first =
                |wanted: Option<i32>| scores.iter().find(|(score, _)| Some(*score) == wanted);
            let extremes = [
                scores.iter().map(|(score, _)| *score).max(),
                scores.iter().map(|(score, _)| *score).min(),
            ];
            let of_scores = extremes.into_iter().filter_map(first);
            let before = found.len();
            found.extend(of_scores.map(|(_, number)| *number));
            let mut kinds = vec![];
            for (kind, number) in faults {
                if kinds.len() < FAULTS && !kinds.contains(&kind) {
                    kinds.push(kind);
                    found.insert(number);
                }
            }
            assert!(found.len() - before <= MOST);
        }
    }
    found
}

#[test]
fn the_records_of_a_run_are_the_sample_and_the_highlights() {
    for draft in plans() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        run_league(&Plan::new(Draft { keep: Keep::All, ..draft() }).unwrap(), &path("all"), 2);
        let plan = Plan::new(draft()).unwrap();
        run_league(&plan, &path("run"), 2);
        let all = records(&path("all"));
        let shown = plainly(&plan, &all);
        let is_kept = |number: u64| plan.keeps(number) || shown.contains(&number);
        let expected: Vec<_> = all.into_iter().filter(|record| is_kept(record.number)).collect();
        assert!(!shown.is_empty() && shown.iter().any(|&number| !plan.keeps(number)));
        assert!(records(&path("run")) == expected);
        let none = Plan::new(Draft { keep: Keep::None, ..draft() }).unwrap();
        run_league(&none, &path("none"), 2);
        assert!(!path("none").join("records.jsonl.zst").exists());
    }
}

/// Stops the run that it watches as soon as a match is done.
struct Impatient<'s>(&'s AtomicBool);
impl Progress for Impatient<'_> {
    fn progress(&self, done: u64, _total: u64) {
        if done > 0 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn threads_stops_shards_and_reuse_do_not_change_which_records_are_kept() {
    for draft in plans() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let plan = Plan::new(draft()).unwrap();
        run_league(&plan, &path("whole"), 1);
        let whole = files(&path("whole"));
        run_league(&plan, &path("threads"), 8);
        assert!(files(&path("threads")) == whole);
        stopped_again_and_again(&plan, &path("stopped"));
        assert!(files(&path("stopped")) == whole);
        for of in [2, 5] {
            let parts = (1..=of).map(|index| {
                let path = path(&format!("{index}-{of}"));
                run_league(
                    &Plan::new(Draft { schedule: part(index, of), ..draft() }).unwrap(),
                    &path,
                    2,
                );
                path
            });
            let parts: Vec<_> = parts.collect();
            let target = ResultTarget::At(path(&format!("joined-{of}")));
            Parts::find(&parts).unwrap().join(&plan, &target, IfMissing::Refuse, &()).unwrap();
            assert!(files(target.path()) == whole, "{of} shards");
        }
    }
}

fn stopped_again_and_again(plan: &Plan<Toy>, path: &Path) {
    let target = ResultTarget::At(path.to_owned());
    drop(RunFolder::open(plan, "stoker league", &target).unwrap());
    for threads in [2, 1, 3, 2] {
        let stop = AtomicBool::new(false);
        if let OpenedRun::Stopped(mut folder) = RunFolder::resume(plan, held(path)).unwrap() {
            league(plan, &mut folder, threads, &Impatient(&stop), &stop).unwrap();
        }
    }
    if let OpenedRun::Stopped(mut folder) = RunFolder::resume(plan, held(path)).unwrap() {
        league(plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap();
    }
}

#[test]
fn a_run_that_takes_matches_keeps_the_records_of_one_that_plays_all() {
    for draft in plans() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        run_league(&Plan::new(draft()).unwrap(), &path("earlier"), 2);
        // When an entrant has left, its opponents have other extremes, whose records are missing.
        for gone in 0..2 {
            let season = || {
                let mut season = draft();
                season.entrants.remove(gone);
                season.entrants.push(entrant("new", RANDOM));
                season
            };
            let plan = Plan::new(season()).unwrap();
            let [whole, taken] = ["whole", "taken"].map(|name| path(&format!("{name}-{gone}")));
            run_league(&plan, &whole, 2);
            let earlier = Earlier::open(&plan, &path("earlier")).unwrap();
            assert!(earlier.matches() > plan.len() / 10, "{} matches taken", earlier.matches());
            let opened = earlier.begin("stoker league", &ResultTarget::At(taken.clone())).unwrap();
            let OpenedRun::New(mut folder) = opened else { panic!("{opened:?}") };
            league(&plan, &mut folder, 2, &(), &AtomicBool::new(false)).unwrap();
            for name in ["matches.csv", "faults.csv", "records.jsonl.zst"] {
                let [whole, taken] = [&whole, &taken].map(|run| fs::read(run.join(name)).unwrap());
                assert!(whole == taken, "{name}");
            }
            assert_eq!(found(&plan, &taken), Vec::<String>::new());
        }
    }
}

/// The findings of a check of a run's folder.
fn found(plan: &Plan<Toy>, path: &Path) -> Vec<String> {
    let mut report = FolderReport::default();
    let manifest = read_manifest(path).unwrap();
    verify_folder(plan, &manifest, &held(path), &mut report).unwrap();
    let lines = report.found().flat_map(|found| &found.first);
    lines.map(|line| format!("{}: {}", line.place, line.found.field)).collect()
}

/// Writes a file of records with these lines.
fn write_records(folder: &Path, lines: &[String]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
    fs::write(folder.join("records.jsonl.zst"), packed).unwrap();
}

#[test]
fn a_check_misses_a_highlight_that_is_gone_and_finds_a_record_of_nothing_new() {
    for draft in plans() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let plan = Plan::new(draft()).unwrap();
        run_league(&plan, &path("run"), 2);
        run_league(&Plan::new(Draft { keep: Keep::All, ..draft() }).unwrap(), &path("all"), 2);
        assert_eq!(found(&plan, &path("run")), Vec::<String>::new());
        let kept: Vec<String> = records(&path("run")).iter().map(Record::to_line).collect();
        let mut fewer = kept.clone();
        let extra = records(&path("run")).iter().rposition(|r| !plan.keeps(r.number)).unwrap();
        fewer.remove(extra);
        write_records(&path("run"), &fewer);
        let place = path("run").join("records.jsonl.zst").display().to_string();
        assert_eq!(found(&plan, &path("run")), [format!("{place}: record")]);
        let other = records(&path("all")).into_iter().rev().map(|record| record.to_line());
        let stray = other.into_iter().find(|line| !kept.contains(line)).unwrap();
        let number = |line: &String| serde_json::from_str::<Record>(line).unwrap().number;
        let mut more = kept.clone();
        let at = more.partition_point(|line| number(line) < number(&stray));
        more.insert(at, stray);
        write_records(&path("run"), &more);
        assert_eq!(found(&plan, &path("run")), [format!("{place}: line {}: match", at + 1)]);
    }
}

#[test]
fn few_records_wait_in_the_journal() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("part");
    let entrants: Vec<Entrant<Toy>> = vec![entrant("a", RANDOM), entrant("b", RANDOM)];
    let schedule = part(1, 1);
    let keep = Keep::Sample(0);
    let plan = Draft { entrants, schedule, keep, ..draft(Layout::Pair, 3_000) };
    run_league(&Plan::new(plan).unwrap(), &path, 1);
    let journal = fs::read_to_string(path.join("journal/segment-000001")).unwrap();
    let with_record = journal.lines().filter(|line| line.ends_with('}')).count();
    // The fold is never more than a window of 512 matches behind.
    assert!((4..1_000).contains(&with_record), "{with_record} of 12000");
}
