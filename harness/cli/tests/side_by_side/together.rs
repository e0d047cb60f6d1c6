//! Two leagues that begin at the same time with an empty store.

use std::fs;

use crate::arena::{Arena, Starter};
use crate::{LEAGUE, assert_done, hand_in_league, results};

fn together(starter: Starter) {
    let arena = Arena::new(starter);
    hand_in_league(&arena, 4);
    let start = |out: &str| arena.start(&[&LEAGUE[..], &["--out", out]].concat());
    let runs = ["results/one", "results/other"].map(start);
    let processes = runs.each_ref().map(std::process::Child::id);
    for run in runs {
        assert_done(&run.wait_with_output().unwrap());
    }
    for process in processes {
        assert_eq!(arena.left_behind(process), [""; 0]);
    }
    assert_eq!(results(&arena, "one"), results(&arena, "other"));

    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(arena.path(folder)).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
    };
    let builds = names("builds").into_iter().filter(|name| name.len() == 32);
    assert_eq!(builds.count(), 1, "{:?}", names("builds"));
    assert_eq!(names("builds/unfinished"), [""; 0]);
    assert_eq!(names("builds/submissions").len(), 2);
}

#[test]
fn two_leagues_that_begin_at_once_with_an_empty_store_build_once_and_agree() {
    Starter::all().into_iter().for_each(together);
}
