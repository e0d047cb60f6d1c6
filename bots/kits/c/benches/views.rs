//! How fast the C interface is, asked as a C program asks it.
//!
//! `cargo bench -p stoker-course-c`. The game is the first recorded one that is long enough, cut off
//! after [`PLAYS`] plays, as each side sees it. `parse` is the engine's share of `GvNew`.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::hint::black_box;
use std::io::Read as _;

use criterion::{Criterion, criterion_group, criterion_main};
use stoker_course as _;
use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{Course, HuntersView};

/// As many as a game of average length has.
const PLAYS: usize = 366;
/// The seat that has moved most often.
const GODALMING: c_int = 0;
const DRACULA: c_int = 4;

// What `GameView.h` declares.
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
            b.iter(|| assert_eq!(HuntersView::parse(&rules, &plays).unwrap().plays().len(), PLAYS));
        });
        group.bench_function(format!("GvNew and GvFree, for {side}"), |b| {
            b.iter(|| {
                // SAFETY: a C string, and a view that is freed once.
                unsafe { GvFree(black_box(GvNew(text.as_ptr(), std::ptr::null()))) }
            });
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
                b.iter(|| {
                    let (mut count, mut can_free) = (0, false);
                    // SAFETY: the view is not freed yet, and results go to variables of ours.
                    let places =
                        unsafe { history(view, player, &raw mut count, &raw mut can_free) };
                    assert_eq!(count, moves);
                    black_box(places);
                    if can_free {
                        // SAFETY: the array is ours, as the function has just said.
                        unsafe { libc::free(places.cast()) }
                    }
                });
            });
        }
    }
    group.finish();
    // SAFETY: the view is freed once.
    unsafe { GvFree(view) }
}

criterion_group!(benches, views, histories);
criterion_main!(benches);
