//! A run whose entrants, plan or version are not what they were is not resumed.

use std::fs;

use super::stage::{Stage, text};

const PLAN: &str = "talker dracula=random --config short.toml --isolation none --matches 30";

/// A run that was killed with some of its matches done.
fn killed() -> Stage {
    // Programs take their time on any machine.
    Stage::killed(|_| PLAN.to_owned())
}

/// The error for a run that cannot be resumed, of which nothing is changed.
fn refusal(stage: &Stage) -> String {
    let before = stage.files();
    let output = stage.resume("").output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(stage.files(), before);
    error
}

/// Replaces something in the run's `run.toml`.
fn edit(stage: &Stage, from: &str, to: &str) {
    let path = stage.run_folder().unwrap().join("run.toml");
    let run = fs::read_to_string(&path).unwrap();
    assert!(run.contains(from), "{run}");
    fs::write(path, run.replace(from, to)).unwrap();
}

#[test]
fn a_run_whose_program_was_changed_and_is_not_kept_is_refused_until_it_is_changed_back() {
    let stage = killed();
    fs::remove_dir_all(stage.path("builds")).unwrap();
    let bot = stage.path("talker/bot");
    let source = fs::read_to_string(&bot).unwrap();
    fs::write(&bot, source.clone() + "# changed\n").unwrap();
    let error = refusal(&stage);
    assert!(error.contains("`talker` has changed"), "{error}");
    fs::write(&bot, source).unwrap();
    stage.finish("--quiet");
}

#[test]
fn a_run_toml_that_was_edited_is_refused_with_what_differs() {
    for (from, to, told) in [
        ("matches = 30", "matches = 31", "run.toml was changed"),
        ("seed = \"0000000000000001\"", "seed = \"0000000000000002\"", "run.toml was changed"),
        ("start_score = 3", "start_score = 4", "run.toml was changed"),
        ("stoker = \"0.1.0", "stoker = \"0.0.9", "version of stoker: there 0.0.9"),
    ] {
        let stage = killed();
        edit(&stage, from, to);
        let error = refusal(&stage);
        assert!(error.contains(told), "{from}: {error}");
    }
}

#[test]
fn the_journal_of_another_plan_is_refused() {
    let (stage, other) = (killed(), Stage::new(&format!("{PLAN} --seed 2")));
    other.finish("--quiet");
    let folder = stage.run_folder().unwrap();
    let run = fs::read_to_string(other.run_folder().unwrap().join("run.toml")).unwrap();
    let run = run.replace("complete = true", "complete = false");
    fs::write(folder.join("run.toml"), run).unwrap();
    let error = refusal(&stage);
    assert!(error.contains("segment-000001: it is the journal of another plan"), "{error}");
}
