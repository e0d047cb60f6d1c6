//! The remains of an interrupted run never keep the next from continuing.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use super::fixture::{RunFixture, assert_same, files_below};

/// The time of the last change of each file.
fn changed(fixture: &RunFixture) -> BTreeMap<PathBuf, SystemTime> {
    let paths = files_below(&fixture.path("results")).into_iter().chain(fixture.run_folder());
    paths.map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap())).collect()
}

#[test]
fn going_on_with_a_finished_run_changes_nothing() {
    for plan in ["random --matches 50", "random --matches 50 --shard 1/2"] {
        let fixture = RunFixture::new(plan);
        fixture.finish("--quiet");
        let before = (fixture.files(), changed(&fixture));
        fixture.finish("--quiet --threads 2");
        assert_same(&fixture.files(), &before.0, plan);
        assert_eq!(changed(&fixture), before.1, "{plan}");
    }
}

#[test]
fn temporary_files_of_any_content_are_in_nobodys_way() {
    let fixture =
        RunFixture::killed(|size| format!("random --matches {} --records sample:9", 400 * size));
    let straight = fixture.again();
    straight.finish("--quiet");
    let folder = fixture.run_folder().unwrap();
    fs::write(folder.join(".run.toml"), "half = ").unwrap();
    fs::write(folder.join("journal/.segment"), "half").unwrap();
    fs::write(folder.join("journal/segment-000007"), "half").unwrap();
    fs::write(folder.join("journal/segment-000008"), "").unwrap();
    for half in ["matches.csv", "leaderboard.csv", "records.jsonl.zst", "timings.csv"] {
        fs::write(folder.join(half), "half").unwrap();
    }
    fixture.finish("--quiet");
    assert_same(&fixture.files(), &straight.files(), "with temporary files");
}

#[test]
fn folders_of_runs_that_were_killed_before_they_appeared_go_when_another_begins() {
    let fixture = RunFixture::new("random --matches 3");
    let name = ".course-random-0000000000000001.";
    let results = fixture.path("results");
    // No process has such a high number, and number 1 always exists.
    let [dead, alive, other] =
        ["999999999", "1", "x"].map(|id| results.join(format!("{name}{id}")));
    for folder in [&dead, &alive, &other] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join(".run.toml"), "half").unwrap();
    }
    let full = results.join(format!("{name}999999998"));
    fs::create_dir(&full).unwrap();
    fs::write(full.join("notes.txt"), "mine").unwrap();
    fixture.finish("--quiet");
    assert!(!dead.exists());
    assert!(alive.exists() && other.exists());
    assert!(full.join("notes.txt").exists(), "what no run wrote stays");
}

#[test]
fn timings_and_logs_from_before_the_interruption_are_kept() {
    let plan = "talker dracula=random --config short.toml --isolation none --matches 20";
    let fixture = RunFixture::killed(|_| plan.to_owned());
    let logs = fixture.run_folder().unwrap().join("logs");
    let before = files_below(&logs);
    assert!(!before.is_empty());
    let kept = *fixture.kept().first().unwrap();
    let log = logs.join(format!("match-{kept:06}-hunters.log"));
    // A match that is played again would write its log again.
    let marked = fs::read_to_string(&log).unwrap() + "from before\n";
    fs::write(&log, &marked).unwrap();
    fixture.finish("--quiet");
    assert_eq!(fs::read_to_string(&log).unwrap(), marked);
    assert_eq!(files_below(&logs).len(), 20);
    assert_eq!(turns(&fixture), decisions(&fixture));
}

/// The answers of programs that were timed.
fn turns(fixture: &RunFixture) -> u64 {
    let text = fs::read_to_string(fixture.run_folder().unwrap().join("timings.csv")).unwrap();
    let row = text.lines().find(|row| row.contains(",talker,")).unwrap();
    row.split(',').nth(2).unwrap().parse().unwrap()
}

/// The answers of programs, which say something about each.
fn decisions(fixture: &RunFixture) -> u64 {
    let logs = files_below(&fixture.run_folder().unwrap().join("logs"));
    let texts = logs.iter().map(|log| fs::read_to_string(log).unwrap());
    texts.map(|text| text.matches("decision").count() as u64).sum()
}

#[test]
fn logs_of_matches_that_were_not_needed_go() {
    let plan = "talker dracula=random --config short.toml --isolation none --matches 300 \
                --until-interval 3";
    let plan = plan.split_whitespace().collect::<Vec<_>>().join(" ");
    let runs = ["--quiet --threads 1", "--quiet --threads 8"].map(|more| {
        let fixture = RunFixture::new(&plan);
        fixture.finish(more);
        assert!((1..300).contains(&fixture.progress().matches));
        fixture.files()
    });
    assert_same(&runs[1], &runs[0], &plan);
}
