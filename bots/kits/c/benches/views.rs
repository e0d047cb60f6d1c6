//! The speed of the C interface, called as a C program calls it.
//!
//! Run it with `cargo bench -p stoker-course-c`. The game is the first recorded one that is long
//! enough, cut off after [`PLAYS`] plays, as each side sees it. `parse` is the engine's share of
//! `GvNew`. The benchmark measures processor time, which excludes other work on the machine.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::io::Read as _;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use stoker_course as _;
use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{Course, HuntersView};

/// The plays of 73 rounds, and a hunter's first play of the next round.
const PLAYS: usize = 366;
/// The hunter who has moved once more often than the others.
const GODALMING: c_int = 0;
const DRACULA: c_int = 4;

// Declarations of `GameView.h`.
unsafe extern "C" {
    fn GvNew(past_plays: *const c_char, messages: *const c_void) -> *mut c_void;
    fn GvFree(view: *mut c_void);
    fn GvGetMoveHistory(
        view: *mut c_void,
        player: c_int,
        count: *mut c_int,
        can_free: *mut bool,
    ) -> *mut c_int;
    fn GvGetLocationHistory(
        view: *mut c_void,
        player: c_int,
        count: *mut c_int,
        can_free: *mut bool,
    ) -> *mut c_int;
}

type History = unsafe extern "C" fn(*mut c_void, c_int, *mut c_int, *mut bool) -> *mut c_int;

/// The processor time of this thread so far.
fn now() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the result goes to a local variable.
    let done = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(done, 0);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// The processor time of this many calls.
fn times(count: u64, mut what: impl FnMut()) -> Duration {
    let start = now();
    (0..count).for_each(|_| what());
    now() - start
}

/// The past plays of Dracula and of the hunters.
fn past_plays() -> [String; 2] {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../engine/tests/data/real-games.jsonl.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let mut games = text.lines().map(|line| serde_json::from_str::<Transcript>(line).unwrap());
    let game = games.find(|game| game.turns.len() >= PLAYS).unwrap();
    [game.past_dracula, game.past_hunters].map(|mut plays| {
        plays.truncate(8 * PLAYS - 1);
        plays
    })
}

fn views(c: &mut Criterion) {
    let rules = Course::default();
    let mut group = c.benchmark_group("views");
    for (side, plays) in ["Dracula", "the hunters"].into_iter().zip(past_plays()) {
        let text = CString::new(plays.as_str()).unwrap();
        group.bench_function(format!("parse, for {side}"), |b| {
            let parse = || HuntersView::parse(&rules, &plays).unwrap().plays().len();
            b.iter_custom(|count| times(count, || assert_eq!(parse(), PLAYS)));
        });
        group.bench_function(format!("GvNew and GvFree, for {side}"), |b| {
            // SAFETY: a C string, and a view that is freed once.
            let new = || unsafe { GvFree(black_box(GvNew(text.as_ptr(), std::ptr::null()))) };
            b.iter_custom(|count| times(count, new));
        });
    }
    group.finish();
}

fn histories(c: &mut Criterion) {
    let [text, _] = past_plays().map(|plays| CString::new(plays).unwrap());
    // SAFETY: a C string.
    let view = unsafe { GvNew(text.as_ptr(), std::ptr::null()) };
    let mut group = c.benchmark_group("histories");
    let functions: [(_, History); 2] =
        [("GvGetMoveHistory", GvGetMoveHistory), ("GvGetLocationHistory", GvGetLocationHistory)];
    for (name, history) in functions {
        for (of, player, moves) in [("a hunter", GODALMING, 74), ("Dracula", DRACULA, 73)] {
            group.bench_function(format!("{name} of {of}"), |b| {
                let ask = || {
                    let (mut count, mut can_free) = (0, false);
                    // SAFETY: the view is not freed yet, and the results go to local variables.
                    let places =
                        unsafe { history(view, player, &raw mut count, &raw mut can_free) };
                    assert_eq!(count, moves);
                    black_box(places);
                    if can_free {
                        // SAFETY: the function has just said that this code must free the array.
                        unsafe { libc::free(places.cast()) }
                    }
                };
                b.iter_custom(|count| times(count, ask));
            });
        }
    }
    group.finish();
    // SAFETY: the view is freed once.
    unsafe { GvFree(view) }
}

criterion_group!(benches, views, histories);
criterion_main!(benches);
