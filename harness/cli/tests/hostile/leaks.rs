//! Remains while many matches are played, and after a league was stopped in the middle.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::arena::{Arena, Starter, soon};

/// A league that ends at the first fault, of games of at most this many rounds.
fn quick(rounds: u32) -> String {
    format!(
        "fault_policy = \"forfeit\"\nstarts = \"free\"\n\n[params]\nstart_score = {rounds}\n\
         life_loss_trap = 0\nlife_loss_dracula = 0\n"
    )
}

/// The numbers of descriptors and processes, seen again and again.
#[derive(Debug, Default)]
struct Seen {
    descriptors: Vec<usize>,
    processes: Vec<usize>,
}

impl Seen {
    /// Looks every few milliseconds until the process ends.
    fn watch(arena: &Arena, child: &mut Child) -> Self {
        let folder = format!("/proc/{}/fd", child.id());
        let mut seen = Self::default();
        while child.try_wait().expect("it is ours").is_none() {
            sleep(Duration::from_millis(10));
            // Until then, bots are only tried, one after the other.
            if arena.path("results/run/matches.csv").exists() {
                seen.descriptors.push(fs::read_dir(&folder).map_or(0, Iterator::count));
                seen.processes.push(arena.processes().len());
            }
        }
        seen
    }
}

/// The most of the first and of the second half.
fn halves(numbers: &[usize]) -> [usize; 2] {
    let (first, second) = numbers.split_at(numbers.len() / 2);
    [first, second].map(|half| half.iter().copied().max().unwrap_or_default())
}

/// Plays this many matches, and checks what they leave behind.
fn nothing_piles_up(bot: &str, matches: u32, rounds: u32) {
    let arena = Arena::new(Starter::Own);
    arena.hand_in(bot, "");
    let league = format!(
        "entrants = [\"hunters=./bots/{bot}\", \"dracula=wanderer\"]\nmatches = {matches}\n{}",
        quick(rounds)
    );
    arena.write("league.toml", league);
    let args = ["league", "--config", "league.toml", "--out", "results/run", "--quiet"];
    let mut child = arena.command(&args).spawn().expect("stoker starts");
    let process = child.id();
    let seen = Seen::watch(&arena, &mut child);
    assert_eq!(child.wait().expect("it is ours").code(), Some(0));
    assert_eq!(arena.left_behind(process), [""; 0]);

    let rows = arena.read("results/run/matches.csv").lines().count();
    assert_eq!(rows, 1 + usize::try_from(matches).expect("it is small"));
    assert_eq!(arena.read("results/run/faults.csv").lines().count(), 1);
    assert!(seen.descriptors.len() > 4, "{seen:?}");
    for numbers in [&seen.descriptors, &seen.processes] {
        let [first, second] = halves(numbers);
        assert!(second <= first + 8 && first < 60, "{first} {second} of {seen:?}");
    }
}

#[test]
fn a_thousand_matches_over_lines_leave_nothing_behind() {
    nothing_piles_up("quick_lines", 1_000, 1);
}

#[test]
fn twenty_matches_over_plays_leave_nothing_behind() {
    nothing_piles_up("never_reads", 20, 20);
}

/// Starts a league in which bots that stay hold the pipes of others, and waits until it plays.
fn long_league(arena: &Arena) -> Child {
    for (bot, limits) in [("quick_lines", ""), ("daemon_reply", ""), ("sleeper", "wall_ms = 1000")]
    {
        arena.hand_in(bot, limits);
    }
    let league = "entrants = [\"hunters=./bots/quick_lines\", \"hunters=./bots/daemon_reply\", \
                  \"hunters=./bots/sleeper\", \"dracula=wanderer\"]\nmatches = 40\n";
    arena.write("league.toml", league.to_owned() + &quick(1));
    let mut command = arena.command(&["league", "--config", "league.toml", "--out", "results/run"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let child = command.spawn().expect("stoker starts");
    let rows = || fs::read_to_string(arena.path("results/run/matches.csv")).unwrap_or_default();
    assert!(soon(Duration::from_secs(120), || rows().lines().count() > 3));
    assert!(!arena.processes().is_empty());
    child
}

fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
}

/// Ends as after Ctrl-C, with whole files.
fn is_stopped_in_order(arena: &Arena, process: u32, output: &Output) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert_eq!(arena.left_behind(process), [""; 0], "{told}");
    assert!(arena.read("results/run/run.toml").contains("complete = false"));
    let matches = arena.read("results/run/matches.csv");
    let columns = |row: &str| row.split(',').count();
    assert!(matches.ends_with('\n') && matches.lines().count() > 3);
    assert!(
        matches
            .lines()
            .all(|row| columns(row) == columns(matches.lines().next().unwrap_or_default()))
    );
    let verified = arena.run(&["verify", "results/run/records.jsonl.zst"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

#[test]
fn an_interrupted_league_ends_its_bots_and_leaves_whole_files() {
    for starter in Starter::all() {
        let arena = Arena::new(starter);
        let child = long_league(&arena);
        let process = child.id();
        kill_process(pid(&child), Signal::INT).expect("it runs");
        is_stopped_in_order(&arena, process, &child.wait_with_output().expect("it is ours"));
    }
}

/// As a terminal does it: every process of the group gets the signal, launchers too.
#[test]
fn ctrl_c_at_a_terminal_is_no_fault_of_anybody() {
    let arena = Arena::new(Starter::Own);
    let child = long_league(&arena);
    let process = child.id();
    kill_process_group(pid(&child), Signal::INT).expect("it runs");
    is_stopped_in_order(&arena, process, &child.wait_with_output().expect("it is ours"));
    let faults = arena.read("results/run/faults.csv");
    assert!(
        faults.lines().skip(1).all(|row| row.contains(",sleeper,wanderer,wall_timeout,")),
        "{faults}"
    );
}

#[test]
fn nothing_outlives_a_league_that_is_killed() {
    for starter in Starter::all() {
        let arena = Arena::new(starter);
        let child = long_league(&arena);
        let process = child.id();
        kill_process(pid(&child), Signal::KILL).expect("it runs");
        let output = child.wait_with_output().expect("it is ours");
        assert_eq!(output.status.signal(), Some(9));
        let gone = soon(Duration::from_secs(60), || arena.left_behind(process).is_empty());
        assert!(gone, "{:?}", arena.left_behind(process));
        assert!(arena.read("results/run/run.toml").contains("complete = false"));
    }
}

#[test]
fn a_league_that_was_killed_is_resumed_to_its_end_with_faults_of_their_own_doing_alone() {
    let arena = Arena::new(Starter::Own);
    let child = long_league(&arena);
    kill_process(pid(&child), Signal::KILL).expect("it runs");
    child.wait_with_output().expect("it is ours");
    let output = arena.run(&["resume", "results/run"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let run = arena.read("results/run/run.toml");
    assert!(run.contains("complete = true") && run.contains("void = 0"), "{run}");
    assert_eq!(arena.read("results/run/matches.csv").lines().count(), 1 + 3 * 40);
    let faults = arena.read("results/run/faults.csv");
    let of_sleeper = faults.lines().filter(|row| row.contains(",sleeper,wanderer,wall_timeout,"));
    assert_eq!((faults.lines().count(), of_sleeper.count()), (41, 40), "{faults}");
    let verified = arena.run(&["verify", "results/run/records.jsonl.zst"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

#[test]
fn a_league_that_is_interrupted_before_it_plays_tries_nobody_else_and_leaves_nothing() {
    let arena = Arena::new(Starter::Own);
    let names: Vec<_> = (0..8).map(|number| format!("sleeper-{number}")).collect();
    for name in &names {
        arena.hand_in_as(name, "sleeper", "wall_ms = 2000");
    }
    let entrants = names.iter().map(|name| format!("hunters=./bots/{name}"));
    let args: Vec<_> = ["league".to_owned()].into_iter().chain(entrants).collect();
    let mut command = arena.command(&args.iter().map(String::as_str).collect::<Vec<_>>());
    command.args(["dracula=wanderer", "--out", "results/run"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let child = command.spawn().expect("stoker starts");
    let bots = || arena.processes().iter().any(|(_, line)| line.starts_with("./bot"));
    assert!(soon(Duration::from_secs(60), bots));
    let (process, interrupted) = (child.id(), Instant::now());
    kill_process_group(pid(&child), Signal::INT).expect("it runs");
    let output = child.wait_with_output().expect("it is ours");
    assert!(interrupted.elapsed() < Duration::from_secs(8), "{:?}", interrupted.elapsed());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(arena.left_behind(process), [""; 0]);
    assert!(!arena.path("results/run").exists());
}
