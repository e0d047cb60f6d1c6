//! Leagues are killed beside one that goes on.

use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use crate::arena::{Arena, Starter, soon};
use crate::{
    LEAGUE, LONG, assert_done, hand_in_endless_build, hand_in_league, mounts, results, write_league,
};

/// The number of leagues that are killed: `STOKER_KILLS`.
fn kills() -> u32 {
    std::env::var("STOKER_KILLS").map_or(10, |kills| kills.parse().unwrap())
}

/// The moments of a league at which one is killed, in turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// It probes the sandbox, or copies submissions.
    Prepares,
    /// A build runs.
    Builds,
    /// The first matches are done.
    Plays,
}

/// Starts a league, and kills it at this moment.
fn kill(arena: &Arena, out: &str, moment: Moment) -> u32 {
    let builds = ["league", "hunters=./bots/endless", "dracula=wanderer"];
    let league = if moment == Moment::Builds { &builds[..] } else { &LEAGUE };
    let mut child = arena.start(&[league, &["--out", out]].concat());
    let process = child.id();
    let journal = arena.path(out).join("journal");
    let is_reached = || match moment {
        Moment::Prepares => has_children(process),
        Moment::Builds => arena.processes().iter().any(|(_, line)| line.contains("sleep 1000")),
        Moment::Plays => journal.exists() && has_children(process),
    };
    assert!(soon(LONG, || is_reached() || child.try_wait().unwrap().is_some()));
    assert_eq!(child.try_wait().unwrap(), None, "it was over before it was killed");
    child.kill().unwrap();
    child.wait().unwrap();
    process
}

fn has_children(process: u32) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten();
    let children = |path: std::path::PathBuf| std::fs::read_to_string(path.join("children"));
    threads.flatten().any(|thread| children(thread.path()).is_ok_and(|found| !found.is_empty()))
}

/// A league of this many matches, beside which others are killed. Returns the processes of these,
/// and whether it was over too early to tell.
fn beside(arena: &Arena, out: &str, matches: u32) -> (Vec<u32>, bool) {
    write_league(arena, matches);
    let mut running: Child = arena.start(&[&LEAGUE[..], &["--out", out]].concat());
    let mut killed = vec![running.id()];
    for number in 0..kills() {
        let moments = [Moment::Prepares, Moment::Builds, Moment::Plays];
        let moment = moments[number as usize % moments.len()];
        killed.push(kill(arena, &format!("{out}-killed-{number}"), moment));
    }
    let early = running.try_wait().unwrap().is_some();
    assert_done(&running.wait_with_output().unwrap());
    (killed, early)
}

fn killed_beside_another(starter: Starter) {
    let arena = Arena::new(starter);
    hand_in_league(&arena, 1);
    hand_in_endless_build(&arena);
    let mounted = mounts();
    for matches in [30, 120, 480, 1920] {
        let out = format!("results/beside-{matches}");
        let (killed, early) = beside(&arena, &out, matches);
        if early {
            continue;
        }
        // No launcher outlives its harness: without one no program, and no mount.
        assert!(soon(LONG, || arena.processes().is_empty()), "{:?}", arena.processes());
        assert!(soon(LONG, || mounts() == mounted), "{} mounts, not {mounted}", mounts());
        // What only the killed could remove, the next does, if it is old enough not to be about to
        // be locked.
        sleep(Duration::from_millis(10_100));
        let alone = "results/alone";
        assert_done(&arena.run(&[&LEAGUE[..], &["--out", alone]].concat()));
        for process in killed {
            assert_eq!(arena.left_behind(process), [""; 0]);
        }
        assert_eq!(std::fs::read_dir(arena.path("builds/unfinished")).unwrap().count(), 0);
        assert_eq!(results(&arena, &format!("beside-{matches}")), results(&arena, "alone"));
        return;
    }
    panic!("the league was always over before the others were killed");
}

#[test]
fn leagues_that_are_killed_leave_nothing_and_the_one_beside_them_is_as_if_alone() {
    Starter::all().into_iter().for_each(killed_beside_another);
}
