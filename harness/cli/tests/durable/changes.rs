//! A run whose entrants, plan or version have changed is not resumed.

use std::fs;

use super::fixture::{RunFixture, text};

const PLAN: &str = "talker dracula=random --config short.toml --isolation none --matches 30";

/// A run that was killed with some of its matches done.
fn killed() -> RunFixture {
    // Programs are slow enough on any machine.
    RunFixture::killed(|_| PLAN.to_owned())
}

/// The error for a run that cannot be resumed. Nothing in the run is changed.
fn refusal(fixture: &RunFixture) -> String {
    let before = fixture.files();
    let output = fixture.resume("").output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(fixture.files(), before);
    error
}

/// Replaces something in the run's `run.toml`.
fn edit(fixture: &RunFixture, from: &str, to: &str) {
    let path = fixture.run_folder().unwrap().join("run.toml");
    let run = fs::read_to_string(&path).unwrap();
    assert!(run.contains(from), "{run}");
    fs::write(path, run.replace(from, to)).unwrap();
}

#[test]
fn a_run_whose_program_was_changed_and_is_not_kept_is_refused_until_it_is_changed_back() {
    let fixture = killed();
    fs::remove_dir_all(fixture.path("builds")).unwrap();
    let bot = fixture.path("talker/bot");
    let source = fs::read_to_string(&bot).unwrap();
    fs::write(&bot, source.clone() + "# changed\n").unwrap();
    let error = refusal(&fixture);
    assert!(error.contains("`talker` has changed"), "{error}");
    fs::write(&bot, source).unwrap();
    fixture.finish("--quiet");
}

#[test]
fn a_run_toml_that_was_edited_is_refused_with_what_differs() {
    for (from, to, told) in [
        ("matches = 30", "matches = 31", "run.toml was changed"),
        ("seed = \"0000000000000001\"", "seed = \"0000000000000002\"", "run.toml was changed"),
        ("start_score = 3", "start_score = 4", "run.toml was changed"),
        ("stoker = \"0.1.0", "stoker = \"0.0.9", "version of stoker: there 0.0.9"),
    ] {
        let fixture = killed();
        edit(&fixture, from, to);
        let error = refusal(&fixture);
        assert!(error.contains(told), "{from}: {error}");
    }
}

#[test]
fn the_journal_of_another_plan_is_refused() {
    let (fixture, other) = (killed(), RunFixture::new(&format!("{PLAN} --seed 2")));
    other.finish("--quiet");
    let folder = fixture.run_folder().unwrap();
    let run = fs::read_to_string(other.run_folder().unwrap().join("run.toml")).unwrap();
    let run = run.replace("complete = true", "complete = false");
    fs::write(folder.join("run.toml"), run).unwrap();
    let error = refusal(&fixture);
    assert!(error.contains("segment-000001: it is the journal of another plan"), "{error}");
}
