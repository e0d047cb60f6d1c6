//! Runs are killed at random moments, often several times each: a hundred times in all.

use std::time::{Duration, Instant};

use stoker_engine::seed::{Purpose, Rng};
use stoker_engine::{Seed, below};

use super::stage::{Files, Stage, assert_same, wait_until};

/// Kills of each plan that count: those with some but not all of its matches done. With fewer in
/// `STOKER_KILLS`, it takes less long.
fn kills() -> u32 {
    std::env::var("STOKER_KILLS").map_or(10, |kills| kills.parse().unwrap())
}

/// A run that is not interrupted, and how long it took.
struct Straight {
    files: Files,
    matches: u64,
    took: Duration,
}

fn straight(plan: &str) -> Straight {
    let stage = Stage::new(plan);
    let begun = Instant::now();
    stage.finish("--quiet --threads 2");
    let took = begun.elapsed();
    assert!(stage.progress().complete);
    Straight { files: stage.files(), matches: stage.progress().matches, took }
}

/// Kills this plan on these numbers of threads in turn, and goes on with it, until enough of the
/// kills count.
fn kill(plan: &str, threads: &[u32]) {
    let straight = straight(plan);
    let mut rng = Seed(7).rng(None, None, Purpose::new("kills"));
    let mut counted = 0;
    let mut tries = 0;
    while counted < self::kills() {
        let stage = Stage::new(plan);
        let mut kills = 0;
        while kills == 0 || below(&mut rng, 2) == 0 {
            tries += 1;
            assert!(tries < 20 * self::kills(), "{plan}: {counted} of {tries} kills count");
            let threads = threads[below(&mut rng, u32::try_from(threads.len()).unwrap()) as usize];
            let more = format!("--quiet --threads {threads}");
            let status = stage.kill_after(moment(&mut rng, straight.took), &more);
            if status.success() {
                break;
            }
            kills +=
                u32::from(stage.run_folder().is_some() && stage.is_part_done(straight.matches));
        }
        counted += kills;
        stage.finish("--quiet");
        assert_same(&stage.files(), &straight.files, &format!("{plan}, killed {kills} times"));
    }
}

/// A moment in a run that takes so long.
fn moment(rng: &mut Rng, took: Duration) -> Duration {
    took * below(rng, 1_000) / 1_000
}

#[test]
fn killed_on_one_thread() {
    kill("random --matches 400", &[1]);
}

#[test]
fn killed_on_two_threads_with_all_records() {
    kill("random --matches 400 --records all", &[2]);
}

#[test]
fn killed_on_eight_threads_without_records() {
    kill("random other@random --matches 100 --records none", &[8]);
}

#[test]
fn killed_while_the_number_of_threads_changes() {
    kill("random hunters=patrol wanderer --matches 90 --records sample:30", &[1, 2, 8]);
}

#[test]
fn killed_while_matches_are_slow() {
    kill("tracker lurker --matches 10 --records all", &[1, 2, 8]);
}

#[test]
fn killed_before_it_is_precise_enough() {
    kill("random --matches 4000 --until-interval 16", &[1, 2]);
}

#[test]
fn killed_before_many_are_precise_enough() {
    kill("random hunters=patrol wanderer --matches 4000 --until-interval 24", &[8]);
}

#[test]
fn killed_while_playing_a_shard() {
    kill("random --matches 1200 --shard 2/3 --records sample:50", &[2]);
}

#[test]
fn killed_while_a_program_plays_a_turn_in_a_match() {
    kill("talker dracula=random --config short.toml --isolation none --matches 30", &[2]);
}

#[test]
fn killed_while_many_programs_play() {
    kill("talker dracula=random --config short.toml --isolation none --matches 30", &[1, 8]);
}

#[test]
fn a_run_that_is_asked_to_stop_goes_on_too() {
    let plan = "random --matches 600";
    let stage = Stage::new(plan);
    let mut child = stage.start("--quiet");
    wait_until("a match is kept", || !stage.kept().is_empty());
    let child_id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(child_id, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!stage.progress().complete);
    stage.finish("--quiet");
    assert_same(&stage.files(), &straight(plan).files, plan);
}
