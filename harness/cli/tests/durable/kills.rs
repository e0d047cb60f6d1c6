//! Runs are killed at random moments, often several times each: a hundred times in all.

use std::ops::Range;
use std::time::Duration;

use rustix::process::Signal;
use stoker_engine::seed::{Purpose, Rng};
use stoker_engine::{Seed, below};

use super::fixture::{Files, RunFixture, assert_same, send};

/// The longest time that a finished match may wait before it is in the journal.
const BATCH: Duration = Duration::from_millis(50);

/// Kills of each plan that count: those with some but not all of its matches done. With fewer in
/// `STOKER_KILLS`, the tests take less time.
fn kills() -> u32 {
    std::env::var("STOKER_KILLS").map_or(10, |kills| kills.parse().unwrap())
}

/// A plan, and the files of an uninterrupted run of it.
struct Straight {
    plan: String,
    /// The numbers of the matches that are needed; others may be played too.
    needed: Range<u64>,
    files: Files,
}

impl Straight {
    fn of(plan: String) -> Self {
        let fixture = RunFixture::new(&plan);
        fixture.finish("--quiet --threads 2");
        let manifest = fixture.manifest();
        assert!(manifest.progress.complete);
        let first = manifest.shard.map_or(0, |shard| shard.first);
        Self { plan, needed: first..first + manifest.progress.matches, files: fixture.files() }
    }

    fn matches(&self) -> u64 {
        self.needed.end - self.needed.start
    }

    /// The number of needed matches that are kept.
    fn done(&self, fixture: &RunFixture) -> u64 {
        fixture.kept().range(self.needed.clone()).count() as u64
    }

    /// Begins the plan and kills it, perhaps more than once, and then goes on to the end. Returns
    /// the number of kills that count.
    fn interrupted(&self, threads: &[u32], rng: &mut Rng) -> u32 {
        let fixture = RunFixture::new(&self.plan);
        let mut kills = 0;
        while self.kill(&fixture, threads, rng) {
            kills += 1;
            if below(rng, 2) == 0 {
                break;
            }
        }
        fixture.finish("--quiet");
        let context = format!("{}, killed {kills} times", self.plan);
        assert_same(&fixture.files(), &self.files, &context);
        kills
    }

    /// Plays on one of these numbers of threads up to a random match, and a random part of a batch
    /// longer, and kills. Returns true if that counts.
    ///
    /// The moment is one of the run itself: by the clock it would be another on each machine, and
    /// whenever the same machine has more to do.
    fn kill(&self, fixture: &RunFixture, threads: &[u32], rng: &mut Rng) -> bool {
        let before = self.done(fixture);
        let left = u32::try_from(self.matches() - before).unwrap();
        let enough = before + u64::from(below(rng, left.max(1)));
        let longer = BATCH * below(rng, 1_000) / 1_000;
        let threads = threads[below(rng, u32::try_from(threads.len()).unwrap()) as usize];
        let more = format!("--quiet --threads {threads}");
        fixture.kill_after(&more, || self.done(fixture) >= enough, longer);
        (1..self.matches()).contains(&self.done(fixture)) && !fixture.progress().complete
    }
}

/// Kills a plan on these numbers of threads in turn, and goes on with it, until enough of the
/// kills count.
///
/// `plan` is given a size: the plan takes longer if it is larger. It becomes larger if the machine
/// is too fast for what is done to be seen before all is done.
fn kill(plan: impl Fn(u32) -> String, threads: &[u32]) {
    let mut rng = Seed(7).rng(None, None, Purpose::new("kills"));
    let mut counted = 0;
    for size in [1, 2, 4, 8, 16, 32, 64] {
        let straight = Straight::of(plan(size));
        let mut in_vain = 0;
        while in_vain < 4 {
            let kills = straight.interrupted(threads, &mut rng);
            in_vain = if kills == 0 { in_vain + 1 } else { 0 };
            counted += kills;
            if counted >= self::kills() {
                return;
            }
        }
    }
    panic!("{}, and larger: {counted} kills count", plan(1));
}

#[test]
fn killed_on_one_thread() {
    kill(|size| format!("random --matches {}", 200 * size), &[1]);
}

#[test]
fn killed_on_two_threads_with_all_records() {
    kill(|size| format!("random --matches {} --records all", 200 * size), &[2]);
}

#[test]
fn killed_on_eight_threads_without_records() {
    let plan = |size| format!("random other@random --matches {} --records none", 100 * size);
    kill(plan, &[8]);
}

#[test]
fn killed_while_the_number_of_threads_changes() {
    let plan = |size| {
        let matches = 90 * size;
        format!("random hunters=patrol wanderer --matches {matches} --records sample:30")
    };
    kill(plan, &[1, 2, 8]);
}

#[test]
fn killed_while_another_game_is_played() {
    let plan = |size| format!("random --ruleset kosmos --matches {} --records all", 200 * size);
    kill(plan, &[1, 2]);
}

#[test]
fn killed_while_matches_are_slow() {
    kill(|size| format!("tracker lurker --matches {} --records all", 20 * size), &[1, 2, 8]);
}

/// A plan that needs few matches.
fn until(entrants: &str, size: u32) -> String {
    // Half as wide an interval takes four times as many matches.
    format!(
        "{entrants} --matches {} --until-interval {}",
        400 * size * size,
        10.0 / f64::from(size)
    )
}

#[test]
fn killed_before_it_is_precise_enough() {
    kill(|size| until("random", size), &[1, 2]);
}

#[test]
fn killed_before_many_are_precise_enough() {
    kill(|size| until("random hunters=patrol wanderer", size), &[8]);
}

#[test]
fn killed_while_playing_a_shard() {
    let plan = |size| format!("random --matches {} --shard 2/3 --records sample:50", 1_200 * size);
    kill(plan, &[2]);
}

fn programs(size: u32) -> String {
    let matches = 30 * size;
    format!("talker dracula=random --config short.toml --isolation none --matches {matches}")
}

#[test]
fn killed_while_a_program_plays_a_turn_in_a_match() {
    kill(programs, &[2]);
}

#[test]
fn killed_while_many_programs_play() {
    kill(programs, &[1, 8]);
}

#[test]
fn a_run_that_is_asked_to_stop_goes_on_too() {
    let plan = |size| format!("random --matches {}", 600 * size);
    let (fixture, mut child) = RunFixture::standing_still(plan, "--quiet");
    let straight = fixture.again();
    straight.finish("--quiet");
    send(&child, Signal::INT);
    send(&child, Signal::CONT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!fixture.progress().complete);
    fixture.finish("--quiet");
    assert_same(&fixture.files(), &straight.files(), "asked to stop");
}
