//! `stoker tune` as its users see it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::common::{Place, text};

/// Quick, and with a parameter that matters.
const TUNE: &str = "tune wanderer:fear=0,ways=0 --param fear=0..20 --param ways --against patrol \
                    --iterations 12 --seeds 4 --max-pairs 64";

const FILES: [&str; 3] = ["tune.toml", "trajectory.csv", "final.csv"];

fn files(place: &Place, run: &str) -> [String; 3] {
    FILES.map(|file| text(&place.read(&format!("{run}/{file}"))))
}

#[test]
fn a_tuning_tells_what_to_type_and_how_much_better_it_is() {
    let place = Place::new();
    let printed = place.prints(&format!("{TUNE} --out run"));
    assert_snapshot!(printed, @r#"
    wanderer:fear=0,ways=0 against patrol: 12 iterations of 4 seeds

     parameter  start  tuned  range
     fear           0      2  0 to 20
     ways           0      1  0 to 20

    final test, 40 pairs: the tuned bot is better, by 87.35 per match (95% interval 54.76 to 119.94)

    tuned: wanderer:fear=2,ways=1
    176 matches; results in run
    "#);
    let spec = printed.lines().find_map(|line| line.strip_prefix("tuned: ")).unwrap();
    place.prints(&format!("league {spec} patrol --matches 1 --quiet --out check"));
}

#[test]
fn the_trajectory_has_a_row_an_iteration() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out run"));
    let [_, trajectory, _] = files(&place, "run");
    assert_eq!(trajectory.lines().count(), 13);
    let head: Vec<&str> = trajectory.lines().take(3).collect();
    assert_snapshot!(head.join("\n"), @r#"
    iteration,r,c,fear_value,fear_sign,fear_plus,fear_minus,ways_value,ways_sign,ways_plus,ways_minus,plus_mean,minus_mean,difference,usual_difference,plus_sum,minus_sum,matches,void
    1,1.780133,1.285279,2.29,-1,0,2,0.00,1,2,0,308.2500,127.7500,-180.5000,180.5000,-1233,-511,8,0
    2,1.634175,1.198376,2.10,-1,1,4,0.19,1,2,0,226.5000,238.5000,12.0000,126.2786,-906,-954,16,0
    "#);
}

#[test]
fn threads_do_not_change_a_tuning() {
    let place = Place::new();
    for threads in [1, 2, 7] {
        place.prints(&format!("{TUNE} --quiet --threads {threads} --out on-{threads}"));
    }
    assert_eq!(files(&place, "on-1"), files(&place, "on-2"));
    assert_eq!(files(&place, "on-1"), files(&place, "on-7"));
}

#[test]
fn another_seed_is_another_tuning() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out one"));
    place.prints(&format!("{TUNE} --quiet --out two --seed 2"));
    assert_ne!(files(&place, "one")[1], files(&place, "two")[1]);
}

/// Runs `stoker` with a trial of the disk: see `harness/files/src/disk.rs`.
fn on_trial(place: &Place, args: &str, variable: &str, value: usize) -> bool {
    let mut command = assert_cmd::Command::cargo_bin("stoker").unwrap();
    command.current_dir(place.path()).env(variable, value.to_string());
    command.args(args.split_whitespace()).output().unwrap().status.success()
}

#[test]
fn a_tuning_that_ends_after_any_step_on_the_disk_goes_on_to_the_same_bytes() {
    let place = Place::new();
    let small = "tune wanderer:fear=0 --param fear=0..20 --against patrol --iterations 3 --seeds 1 \
                 --max-pairs 32 --quiet";
    place.prints(&format!("{small} --out straight"));
    let (mut steps, mut resumed) = (0, 0);
    while !on_trial(&place, &format!("{small} --out run-{steps}"), "STOKER_TRIAL_STEPS", steps) {
        let run = format!("run-{steps}");
        if place.path().join(&run).exists() {
            place.prints(&format!("resume {run} --quiet"));
            assert_eq!(files(&place, &run), files(&place, "straight"), "after {steps} steps");
            resumed += 1;
        }
        // After the first rows every step is like another.
        steps += if steps < 20 { 1 } else { 7 };
    }
    assert!(resumed > 15, "{resumed} of {steps}");
}

#[test]
fn a_tuning_that_fills_the_disk_says_how_to_go_on() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out straight"));
    assert!(!on_trial(&place, &format!("{TUNE} --quiet --out run"), "STOKER_TRIAL_FULL", 20));
    let before = files_there(&place, "run");
    assert!(before.contains(&"trajectory.csv".to_owned()), "{before:?}");
    place.prints("resume run --quiet");
    assert_eq!(files(&place, "run"), files(&place, "straight"));
    assert_eq!(files_there(&place, "run"), ["final.csv", "trajectory.csv", "tune.toml"]);
}

fn files_there(place: &Place, run: &str) -> Vec<String> {
    let names = std::fs::read_dir(place.path().join(run)).unwrap();
    let mut names: Vec<_> =
        names.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// As if it was killed there: a finished tuning, taken back to its beginning and torn.
fn tear(place: &Place, run: &str, bytes: usize) {
    let [tune, trajectory, _] = files(place, run);
    let before = |text: &str, from: &str, to: &str| {
        let (begin, end) = (text.find(from).unwrap(), text.find(to).unwrap());
        text[..begin].to_owned() + &text[end..]
    };
    let tune = before(&tune, "[result]", "[run]").replace("complete = true", "complete = false");
    place.write(&format!("{run}/tune.toml"), tune);
    place.write(&format!("{run}/trajectory.csv"), &trajectory[..bytes]);
    std::fs::remove_file(place.path().join(run).join("final.csv")).unwrap();
}

#[test]
fn a_torn_row_is_played_again() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out straight"));
    let length = files(&place, "straight")[1].len();
    for bytes in [0, 7, length / 2, length - 1] {
        place.prints(&format!("{TUNE} --quiet --out run-{bytes}"));
        tear(&place, &format!("run-{bytes}"), bytes);
        place.prints(&format!("resume run-{bytes} --quiet"));
        assert_eq!(files(&place, &format!("run-{bytes}"))[1..], files(&place, "straight")[1..]);
    }
}

#[test]
fn a_row_that_was_changed_is_refused_with_its_line() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out run"));
    let whole = files(&place, "run")[1].clone();
    tear(&place, "run", whole.len());
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let (head, void) = lines[4].rsplit_once(',').unwrap();
    let (head, matches) = head.rsplit_once(',').unwrap();
    let (head, minus_sum) = head.rsplit_once(',').unwrap();
    let other: i64 = minus_sum.parse::<i64>().unwrap() + 1;
    lines[4] = format!("{head},{other},{matches},{void}");
    place.write("run/trajectory.csv", lines.join("\n") + "\n");
    let told = place.run("resume run");
    assert_eq!(told.status.code(), Some(2));
    let error = "run/trajectory.csv: line 5 is not one of this tuning";
    assert!(text(&told.stderr).contains(error), "{}", text(&told.stderr));
}

#[test]
fn a_tuning_of_other_parameters_is_not_gone_on_with() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out run"));
    let length = files(&place, "run")[1].len();
    tear(&place, "run", length);
    let tune = text(&place.read("run/tune.toml")).replace("seeds = 4", "seeds = 5");
    place.write("run/tune.toml", tune);
    assert_snapshot!(place.refuses("resume run"), @"error: run cannot be resumed: its tune.toml was changed");
}

#[test]
fn a_tune_toml_that_is_none_or_asks_for_what_cannot_be_is_refused() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out run"));
    let whole = files(&place, "run");
    tear(&place, "run", whole[1].len());
    let stopped = text(&place.read("run/tune.toml"));
    let refused = |from: &str, to: &str| {
        place.write("run/tune.toml", stopped.replacen(from, to, 1));
        place.refuses("resume run")
    };
    assert!(refused("format = 1", "format = 2").contains("format 2 is not format 1"));
    assert!(refused("[tuning]", "[tuning").contains("run/tune.toml: "));
    assert!(refused("iterations = 12", "iterations = 12000000").contains("are not possible"));
    assert!(refused("max_pairs = 64", "max_pairs = 1").contains("at most 1 pairs"));
    assert!(refused("high = 20.0", "high = nan").contains("has no range"));
    assert!(refused("name = \"fear\"", "name = \"feer\"").contains("did you mean `fear`?"));
    assert!(refused("c_end = 1.0", "c_end = 1e300").contains("cannot be perturbed"));
    place.write("run/tune.toml", stopped);
    place.prints("resume run --quiet");
    assert_eq!(files(&place, "run"), whole);
}

#[test]
fn ctrl_c_stops_after_the_iteration_and_says_how_to_go_on() {
    let place = Place::new();
    let long = TUNE.replace("--iterations 12", "--iterations 100000");
    let program = assert_cmd::cargo::cargo_bin("stoker");
    let child = Command::new(program)
        .current_dir(place.path())
        .args(long.split_whitespace().chain(["--out", "run"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let trajectory = place.path().join("run/trajectory.csv");
    let rows = || std::fs::read_to_string(&trajectory).unwrap_or_default().lines().count();
    while rows() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let busy = place.refuses("resume run");
    assert_eq!(busy, "error: another run is writing to run: wait for it");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    let done = rows() - 1;
    assert!(told.starts_with(&format!("stopped after {done} of 100000 iterations")), "{told}");
    assert!(told.ends_with("\nto continue: stoker resume run\n"), "{told}");
}

#[test]
fn without_out_a_finished_tuning_is_shown_again() {
    let place = Place::new();
    let first = place.prints(TUNE);
    assert!(
        first.contains("results in results/tune-course-wanderer-fear-0-ways-0-patrol-"),
        "{first}"
    );
    let again = place.run(TUNE);
    assert_eq!(text(&again.stdout), first);
    assert!(text(&again.stderr).starts_with("already tuned: "));
    let folder = first.trim_end().rsplit(' ').next().unwrap();
    let before = files(&place, folder);
    assert_eq!(place.prints(&format!("resume {folder}")), first);
    assert_eq!(files(&place, folder), before);
}

#[test]
fn the_command_in_tune_toml_runs_the_same_tuning() {
    let place = Place::new();
    place.prints(&format!("{TUNE} --quiet --out run --seed 9 --starts free"));
    let value: toml::Table = toml::from_str(&files(&place, "run")[0]).unwrap();
    let command = value["run"]["command"].as_str().unwrap().strip_prefix("stoker ").unwrap();
    place.prints(&format!("{command} --quiet --out again"));
    assert_eq!(files(&place, "again")[1..], files(&place, "run")[1..]);
}

#[test]
fn a_tuning_as_json_is_json_and_nothing_else() {
    let place = Place::new();
    let printed = place.prints(&format!("{TUNE} --out run --json"));
    let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(value["complete"], true);
    assert_eq!(value["parameters"][0]["name"], "fear");
    assert_eq!(value["start"], "wanderer:fear=0,ways=0");
    assert!(value["final_test"]["pairs"].as_u64().unwrap() >= 32);
}

#[test]
fn a_dry_run_plays_nothing() {
    let place = Place::new();
    let printed = place.prints(&format!("{TUNE} --dry-run"));
    assert!(printed.contains("12 iterations of 8 matches"), "{printed}");
    assert!(!place.path().join("results").exists());
}

#[test]
fn what_cannot_be_tuned_is_refused_with_the_remedy() {
    let place = Place::new();
    assert_snapshot!(place.refuses("tune patrol --param res --against wanderer"), @"error: bot `patrol`: there is no parameter `res`: did you mean `rest`?");
    assert_snapshot!(place.refuses("tune patrol --param rest=0..101 --against wanderer"), @"error: bot `patrol`: parameter `rest` has no range 0..101: it must be a whole number from 0 to 100, the lower end first");
    assert_snapshot!(place.refuses("tune patrol --param rest=9..0 --against wanderer"), @"error: bot `patrol`: parameter `rest` has no range 9..0: it must be a whole number from 0 to 100, the lower end first");
    assert_snapshot!(place.refuses("tune patrol --param rest=10..20 --against wanderer"), @"error: bot `patrol`: parameter `rest` begins at 4, outside of 10..20: widen the range, or begin at another value, as in BOT:rest=10");
    assert_snapshot!(place.refuses("tune patrol --param rest:0 --against wanderer"), @"error: bot `patrol`: parameter `rest` cannot be perturbed by 0: give a number above 0, at least 0.5 and at most 100");
    assert_snapshot!(place.refuses("tune patrol --param rest=x --against wanderer"), @"error: `rest=x` does not name a parameter to tune: write NAME=LOW..HIGH, or NAME alone for its whole range; NAME=VALUE is for parameters of the rules");
    assert_snapshot!(place.refuses("tune patrol --param rest --param rest --against wanderer"), @"error: parameter `rest` is named twice: name it once");
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn a_field_or_a_walk_that_cannot_be_is_refused_with_the_remedy() {
    let place = Place::new();
    assert_snapshot!(place.refuses("tune random --against wanderer"), @"error: `random` has no parameter that is a number: there is nothing to tune");
    assert_snapshot!(place.refuses("tune patrol"), @"error: no entrant plays `dracula`: add one that can, such as `dracula=random`");
    assert_snapshot!(place.refuses("tune patrol --against wanderer tracker"), @"error: `tracker` never meets `patrol`, which plays hunters: leave it out of --against");
    assert_snapshot!(place.refuses("tune patrol --side dracula --against wanderer"), @"error: entrant `patrol` cannot play dracula: leave it out, or let it play another side");
    assert_snapshot!(place.refuses("tune patrol --against wanderer --iterations 0"), @"error: 0 iterations are not possible: give 1 to 1000000");
    assert_snapshot!(place.refuses("tune patrol --against wanderer --seeds 0"), @"error: 0 seeds per iteration are not possible: give 1 to 100000");
    assert_snapshot!(place.refuses("tune patrol --against wanderer --records all"), @"error: a tuning run keeps no records: leave --records out");
    assert_snapshot!(place.refuses("tune patrol --against wanderer --r-end nan"), @"error: --r-end cannot be NaN: give 0.000001 to 10");
    assert_snapshot!(place.refuses("tune patrol --against wanderer --max-pairs 31"), @"error: the final test: a test of at most 31 pairs is not possible: give 32 to 1000000");
    assert_snapshot!(place.refuses("tune patrol --against wanderer --iterations 1000000 --seeds 100000 --dry-run --max-pairs 0"), @"error: the final test: a test of at most 0 pairs is not possible: give 32 to 1000000");
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_holds_something_else_is_left_alone() {
    let place = Place::new();
    place.prints("league random --matches 2 --quiet --out league");
    let refused = place.refuses(&format!("{TUNE} --out league --force"));
    assert!(refused.contains("league has no tune.toml"), "{refused}");
    place.prints(&format!("{TUNE} --quiet --out run"));
    assert!(place.refuses(&format!("{TUNE} --out run")).contains("is not empty"));
    place.prints(&format!("{TUNE} --quiet --out run --force --seed 2"));
    assert!(files(&place, "run")[0].contains("seed = \"0000000000000002\""));
}
