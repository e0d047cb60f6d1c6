use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use stoker_engine::SideSet;

use super::*;
use crate::identity::GameHash;
use crate::outcome::MatchOutcome;

const PLAN: &str = "0123456789abcdef0123456789abcdef";

fn entry(number: u64) -> Entry {
    let outcome = MatchOutcome {
        scores: [i32::try_from(number).unwrap()].into_iter().collect(),
        winners: SideSet::NONE,
        ending: Cow::Borrowed("blood"),
        decisions: 3,
        facts: vec![],
        faults: vec![],
        hash: GameHash(u128::from(number) << 64),
        likeness: crate::outcome::Likeness::Unknown,
    };
    Entry::played(number, outcome)
}

fn line(entry: &Entry) -> String {
    let mut line = String::new();
    entry.write(&mut line);
    line
}

struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("journal")
    }

    fn run_folder(&self) -> Arc<Folder> {
        Arc::new(Folder::named(self.dir.path()).unwrap())
    }

    fn open(&self) -> Journal {
        Journal::open(&self.run_folder(), PLAN, 0..100).unwrap()
    }

    /// Adds a segment with these matches, in this order.
    fn segment(&self, numbers: &[u64], window: usize) -> PathBuf {
        let mut journal = self.open();
        let mut pages = journal.append(window).unwrap();
        numbers.iter().for_each(|&n| pages.write(line(&entry(n)).as_bytes()).unwrap());
        pages.sync().unwrap();
        self.folder().join(self.open().segments.pop().unwrap())
    }

    fn numbers(&self) -> Vec<u64> {
        let mut entries = self.open().entries();
        std::iter::from_fn(|| entries.next().unwrap()).map(|entry| entry.number).collect()
    }
}

#[test]
fn segments_are_read_in_match_order_and_each_match_once() {
    let desk = Desk::new();
    desk.segment(&[1, 0, 4, 3], 1);
    desk.segment(&[7, 2, 3], 1);
    assert_eq!(desk.numbers(), [0, 1, 2, 3, 4, 7]);
    assert_eq!(desk.open().done().missing_of(0..9), [5..7, 8..9]);
}

#[test]
fn a_torn_or_changed_line_is_a_match_that_was_not_played() {
    let desk = Desk::new();
    let path = desk.segment(&[0, 1, 2], 0);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    assert_eq!((desk.numbers(), desk.open().damaged()), (vec![0, 1], 1));
    let place = whole.windows(2).position(|pair| pair == b"\t1").unwrap();
    let mut changed = whole;
    changed[place + 1] = b'9';
    fs::write(&path, changed).unwrap();
    assert!(desk.open().damaged() >= 1);
}

#[test]
fn a_segment_without_a_whole_header_is_empty() {
    let desk = Desk::new();
    let path = desk.segment(&[0, 1], 0);
    for length in [5, 0] {
        fs::write(&path, &fs::read(&path).unwrap()[..length]).unwrap();
        assert!(desk.numbers().is_empty());
    }
    desk.segment(&[4], 0);
    assert_eq!(desk.numbers(), [4]);
}

#[test]
fn the_journal_of_another_plan_is_refused() {
    let desk = Desk::new();
    desk.segment(&[0], 0);
    let error = Journal::open(&desk.run_folder(), "another", 0..100).unwrap_err().to_string();
    assert!(error.contains("it is the journal of another plan"), "{error}");
}

#[test]
fn matches_that_are_not_of_the_run_are_passed_over() {
    let desk = Desk::new();
    desk.segment(&[0, 100, 1], 3);
    assert_eq!(desk.numbers(), [0, 1]);
    assert_eq!(desk.open().done().count(), 2);
}

#[test]
fn one_match_with_two_results_is_refused() {
    let desk = Desk::new();
    desk.segment(&[0, 1], 0);
    let mut journal = desk.open();
    let mut pages = journal.append(0).unwrap();
    let other = Entry { number: 1, ..entry(5) };
    pages.write(line(&other).as_bytes()).unwrap();
    pages.sync().unwrap();
    let mut entries = desk.open().entries();
    assert_eq!(entries.next().unwrap(), Some(entry(0)));
    assert!(matches!(entries.next(), Err(MergeError::Conflict { number: 1, .. })));
}

fn void(number: u64, reason: &str) -> Entry {
    Entry::void(number, crate::void::Void::new(reason))
}

impl Desk {
    /// Adds a segment with these slots.
    fn slots(&self, entries: &[Entry]) {
        let mut pages = self.open().append(0).unwrap();
        entries.iter().for_each(|entry| pages.write(line(entry).as_bytes()).unwrap());
        pages.sync().unwrap();
    }

    fn entries(&self) -> Vec<Entry> {
        let mut entries = self.open().entries();
        std::iter::from_fn(|| entries.next().unwrap()).collect()
    }
}

#[test]
fn a_match_wins_over_the_void_slot_that_it_was_in_whatever_the_order_of_segments() {
    let segments = [
        vec![entry(0), void(1, "no memory"), void(2, "b")],
        vec![void(0, "no memory"), entry(1), void(2, "a")],
    ];
    for order in [[0, 1], [1, 0]] {
        let desk = Desk::new();
        order.iter().for_each(|&segment| desk.slots(&segments[segment]));
        assert_eq!(desk.entries(), [entry(0), entry(1), void(2, "a")], "{order:?}");
        let journal = desk.open();
        assert_eq!(journal.done().missing_of(0..4), vec![3..4]);
        assert_eq!((journal.voids().count(), journal.voids().contains(2)), (1, true));
    }
}

#[test]
fn a_slot_that_is_void_twice_in_a_segment_or_void_and_played_is_there_once() {
    let desk = Desk::new();
    desk.slots(&[void(0, "b"), void(0, "a"), void(1, "x"), entry(1), entry(2), void(2, "x")]);
    assert_eq!(desk.entries(), [void(0, "a"), entry(1), entry(2)]);
}

#[test]
fn void_slots_from_a_match_on_are_reopened() {
    let desk = Desk::new();
    desk.slots(&[void(0, "x"), entry(1), void(2, "x"), void(3, "x")]);
    let mut journal = desk.open();
    journal.reopen_voids(2);
    assert_eq!(journal.done().missing_of(0..4), vec![2..4]);
    assert_eq!(journal.voids().count(), 1);
}

#[test]
fn copies_of_a_void_slot_are_no_matches() {
    let desk = Desk::new();
    let copy = |number| {
        let SlotResult::Played(Finished { outcome, .. }) = entry(0).fate else {
            panic!("it was played")
        };
        let likeness = crate::outcome::Likeness::Copy(Original { number: 0, step: 1 });
        Entry::played(number, MatchOutcome { likeness, ..outcome })
    };
    desk.slots(&[entry(0), void(1, "x"), entry(2), copy(3), copy(4)]);
    let mut journal = desk.open();
    assert_eq!(journal.done().missing_of(0..5), vec![3..5]);
    journal.tidy().unwrap();
    assert_eq!(desk.entries().len(), 3);
}

#[test]
fn a_void_slot_that_no_run_writes_is_refused_with_its_number() {
    let hostile = [
        ("7\tvoid\tno memory\t3\t1", "the line of match 7 is a void slot with more than a reason"),
        ("7\tvoid\t", "the line of match 7 is a void slot whose reason is no plain line"),
        ("7\tvoid\t\u{1b}[2J", "the line of match 7 is a void slot whose reason is no plain line"),
        ("7\tvoid", "the line of match 7 is no match"),
    ];
    for (text, message) in hostile {
        let desk = Desk::new();
        let mut sealed = String::new();
        let start = entry::begin(&mut sealed);
        sealed.push_str(text);
        entry::seal(&mut sealed, start);
        let mut pages = desk.open().append(0).unwrap();
        pages.write(sealed.as_bytes()).unwrap();
        pages.sync().unwrap();
        let error = desk.open().entries().next().unwrap_err().to_string();
        assert!(error.contains(message), "{text:?}: {error}");
    }
}

#[test]
fn many_segments_become_one_before_another_begins() {
    let desk = Desk::new();
    (0..=MOST_SEGMENTS as u64).for_each(|number| drop(desk.segment(&[number], 0)));
    let mut journal = desk.open();
    assert_eq!(journal.segments.len(), MOST_SEGMENTS + 1);
    journal.tidy().unwrap();
    desk.open().tidy().unwrap();
    desk.segment(&[99], 0);
    assert_eq!(desk.open().segments.len(), 2);
    assert_eq!(desk.numbers().len(), MOST_SEGMENTS + 2);
}

#[test]
fn removing_leaves_what_others_put_there() {
    let desk = Desk::new();
    desk.segment(&[0], 0);
    fs::write(desk.folder().join("notes.txt"), "mine").unwrap();
    fs::write(desk.folder().join(FRESH), "half").unwrap();
    remove(&desk.run_folder()).unwrap();
    assert_eq!(fs::read_dir(desk.folder()).unwrap().count(), 1);
    fs::remove_file(desk.folder().join("notes.txt")).unwrap();
    remove(&desk.run_folder()).unwrap();
    assert!(!desk.folder().exists());
}

proptest! {
    #[test]
    fn a_window_is_enough_to_read_in_order(moves in prop::collection::vec(0usize..6, 1..60)) {
        // No match is written more than five places before a match with a lower number.
        let mut order: Vec<u64> = (0..moves.len() as u64).collect();
        let mut pool = vec![];
        let mut written = vec![];
        order.reverse();
        for take in moves {
            while pool.len() < 6 && let Some(number) = order.pop() {
                pool.push(number);
            }
            // The oldest goes first once it has waited for five others.
            let late = written.len() as u64 >= pool[0] + 5;
            let place = if late { 0 } else { take % pool.len() };
            written.push(pool.remove(place));
        }
        let desk = Desk::new();
        desk.segment(&written, 12);
        let mut sorted = written.clone();
        sorted.sort_unstable();
        prop_assert_eq!(desk.numbers(), sorted);
    }

    #[test]
    fn hostile_segments_are_errors_or_nothing(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let desk = Desk::new();
        fs::create_dir_all(desk.folder()).unwrap();
        fs::write(desk.folder().join("segment-000001"), bytes).unwrap();
        if let Ok(journal) = Journal::open(&desk.run_folder(), PLAN, 0..100) {
            prop_assert!(journal.entries().next().is_ok());
        }
    }
}
