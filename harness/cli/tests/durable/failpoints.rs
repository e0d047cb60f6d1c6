//! Runs end before and in the middle of every single step by which they change the disk, or find
//! the disk full from there on.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::Output;

use super::fixture::{Files, RunFixture, assert_same, text};

/// The way in which a run ends.
#[derive(Debug, Clone, Copy)]
enum End {
    /// Before the step with this number, counted from 0.
    Before(u64),
    /// In the middle of the step before that, if it is a write.
    Torn(u64),
    /// The disk is full from the middle of the step before that.
    Full(u64),
}

impl End {
    fn resume_until(self, fixture: &RunFixture, more: &str) -> Output {
        let mut command = fixture.resume(more);
        match self {
            Self::Before(steps) => command.env("STOKER_TRIAL_STEPS", steps.to_string()),
            Self::Torn(steps) => {
                let steps = steps.to_string();
                command.env("STOKER_TRIAL_STEPS", steps).env("STOKER_TRIAL_TEAR", "1")
            }
            Self::Full(steps) => command.env("STOKER_TRIAL_FULL", steps.to_string()),
        };
        command.output().unwrap()
    }
}

fn straight(plan: &str) -> Files {
    let fixture = RunFixture::new(plan);
    fixture.finish("--quiet");
    fixture.files()
}

/// Ends a run at every place, one after the other, until it finishes before it gets there. Returns
/// the number of places.
///
/// `prepare` gives the run that is to end; each is resumed, and compared.
fn everywhere(
    plan: &str,
    prepare: impl Fn() -> RunFixture,
    end: impl Fn(u64) -> End,
    check: impl Fn(&Output, &str),
) -> u64 {
    let straight = straight(plan);
    for place in 0.. {
        let (fixture, end) = (prepare(), end(place));
        let output = end.resume_until(&fixture, "--quiet --threads 1");
        let context = format!("{plan}, ended {end:?}");
        let unhindered = output.status.success();
        if !unhindered {
            check(&output, &context);
        }
        fixture.finish("--quiet");
        assert_same(&fixture.files(), &straight, &context);
        assert_nothing_is_left(&fixture, &context);
        if unhindered {
            return place;
        }
    }
    unreachable!("a run has an end")
}

fn was_killed(output: &Output, context: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.signal(), Some(6), "{context}: {error}");
}

/// Says which file had no room, and how to go on, if there is something to go on with.
fn was_full(output: &Output, context: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{context}: {error}");
    assert!(error.contains("no storage space"), "{context}: {error}");
    assert!(error.contains("results/course-"), "{context}: {error}");
    let begun = !error.contains("cannot make the folder");
    assert_eq!(error.contains("to continue: stoker resume results/"), begun, "{context}: {error}");
}

/// No temporary files, beside the run's folder or in it.
fn assert_nothing_is_left(fixture: &RunFixture, context: &str) {
    let hidden = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with('.');
    let mut files = super::fixture::files_below(&fixture.path("results"));
    files.extend(fs::read_dir(fixture.path("results")).unwrap().map(|entry| entry.unwrap().path()));
    files.retain(|path| hidden(path));
    assert!(files.is_empty(), "{context}: {files:?}");
}

/// Slow enough for the journal to be written more than once.
const SLOW: &str = "tracker lurker --matches 2 --records all";
const QUICK: &str = "random --matches 6 --records sample:3";
const OUTSIDE: &str = "talker dracula=random --config short.toml --isolation none --matches 2";
const SHARD: &str = "random --matches 9 --shard 1/2";

#[test]
fn a_run_that_ends_before_any_step_goes_on() {
    for plan in [SLOW, QUICK, SHARD] {
        let places = everywhere(plan, || RunFixture::new(plan), End::Before, was_killed);
        assert!(places > 15, "{plan}: {places}");
    }
}

#[test]
fn a_run_that_ends_in_the_middle_of_any_write_goes_on() {
    for plan in [SLOW, SHARD] {
        everywhere(plan, || RunFixture::new(plan), |place| End::Torn(place + 1), was_killed);
    }
}

#[test]
fn a_run_with_programs_that_ends_at_any_step_goes_on() {
    let begun = begun(OUTSIDE);
    let places = everywhere(OUTSIDE, || begun.copy(), End::Before, was_killed);
    assert!(places > 15, "{places}");
}

#[test]
fn a_run_with_programs_that_ends_in_the_middle_of_any_write_goes_on() {
    let begun = begun(OUTSIDE);
    everywhere(OUTSIDE, || begun.copy(), |place| End::Torn(place + 1), was_killed);
}

/// A run without a played match: programs were rehearsed, which takes long.
fn begun(plan: &str) -> RunFixture {
    let fixture = RunFixture::new(plan);
    for steps in 0.. {
        End::Before(steps).resume_until(&fixture, "--quiet");
        if fixture.run_folder().is_some() {
            break;
        }
    }
    fixture
}

/// A run with this number of segments, none of which has all matches.
fn interrupted(plan: &str, times: u64) -> RunFixture {
    // With the folder there, the steps until a segment is begun are the same every time: it ends in
    // the middle of its header.
    let fixture = begun(plan);
    for _ in 0..times {
        let before = segments(&fixture);
        let more = |steps| {
            End::Torn(steps).resume_until(&fixture, "--quiet --threads 1");
            segments(&fixture) > before
        };
        assert!((0..100).any(more), "no segment is begun");
    }
    fixture
}

fn segments(fixture: &RunFixture) -> usize {
    let Some(folder) = fixture.run_folder() else { return 0 };
    fs::read_dir(folder.join("journal")).map_or(0, Iterator::count)
}

#[test]
fn going_on_can_end_before_any_step_too() {
    let fixture = RunFixture::new(SLOW);
    End::Before(14).resume_until(&fixture, "--quiet --threads 1");
    assert!(!fixture.progress().complete);
    everywhere(SLOW, || fixture.copy(), End::Before, was_killed);
}

#[test]
fn joining_many_segments_can_end_before_any_step_too() {
    let template = interrupted(QUICK, 17);
    assert_eq!(segments(&template), 17);
    let places = everywhere(QUICK, || template.copy(), End::Before, was_killed);
    assert!(places > 40, "{places}");
}

#[test]
fn a_disk_that_fills_up_at_any_step_loses_nothing() {
    for plan in [SLOW, QUICK, SHARD] {
        let places = everywhere(plan, || RunFixture::new(plan), End::Full, was_full);
        assert!(places > 15, "{plan}: {places}");
    }
}

#[test]
fn a_disk_that_fills_up_while_programs_play_loses_nothing() {
    let begun = begun(OUTSIDE);
    let places = everywhere(OUTSIDE, || begun.copy(), End::Full, was_full);
    assert!(places > 15, "{places}");
}
