//! Tests of the scripts of a job.

use std::fs;
use std::process::Output;

use insta::assert_snapshot;
use stoker::slurm::BatchScript::{Merge, Shard, Submit};

use super::common::text;
use super::stand_in::JobFixture;

/// Status, standard output and standard error.
fn told(output: &Output) -> (Option<i32>, String, String) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn nothing() -> (Option<i32>, String, String) {
    (Some(0), String::new(), String::new())
}

#[test]
fn a_shard_is_played_into_a_part_and_renamed_when_it_is_complete() {
    let fixture = JobFixture::new("job");
    assert_eq!(told(&fixture.run(Shard, &["3"])), nothing());
    assert_snapshot!(fixture.calls(), @"stoker [league] [--config] [DIR/plan.toml] [--map] [my map] [--shard] [3/4] [--out] [DIR/shards/3-of-4.part] [--threads] [2] [--isolation=none] [--quiet]");
    assert_eq!(fixture.names("shards"), ["3-of-4"]);
}

#[test]
fn a_complete_shard_is_not_played_again() {
    let fixture = JobFixture::new("job");
    fixture.run(Shard, &["3"]);
    fixture.calls();
    let again = told(&fixture.run(Shard, &["3"]));
    assert_eq!(again, (Some(0), "shard 3 of 4 is complete\n".to_owned(), String::new()));
    assert_eq!(fixture.calls(), "");
}

#[test]
fn a_shard_that_stopped_keeps_its_part_and_is_gone_on_with() {
    let fixture = JobFixture::new("job");
    fixture.tell("status", "130");
    assert_eq!(fixture.run(Shard, &["1"]).status.code(), Some(130));
    assert_eq!(fixture.names("shards"), ["1-of-4.part"]);
    fixture.calls();
    fixture.tell("status", "0");
    assert_eq!(told(&fixture.run(Shard, &["1"])), nothing());
    assert_eq!(
        fixture.calls(),
        "stoker [resume] [DIR/shards/1-of-4.part] [--map] [my map] [--threads] [2] \
         [--isolation=none] [--quiet]\n"
    );
    assert_eq!(fixture.names("shards"), ["1-of-4"]);
}

#[test]
fn shards_and_results_with_many_void_matches_are_complete_and_the_merge_says_so() {
    let fixture = JobFixture::new("job");
    fixture.tell("status", "3");
    for number in 1..=4 {
        assert_eq!(told(&fixture.run(Shard, &[&number.to_string()])), nothing());
    }
    assert_eq!(fixture.names("shards"), ["1-of-4", "2-of-4", "3-of-4", "4-of-4"]);
    let (status, printed, error) = told(&fixture.run(Merge, &[]));
    assert_eq!((status, error.as_str()), (Some(3), ""));
    assert_eq!(printed.replace(&fixture.job.folder, "DIR"), "results in DIR/results\n");
}

#[test]
fn a_merge_that_fails_leaves_no_results() {
    let fixture = JobFixture::new("job");
    for number in 1..=4 {
        fixture.run(Shard, &[&number.to_string()]);
    }
    fixture.tell("status", "2");
    assert_eq!(fixture.run(Merge, &[]).status.code(), Some(2));
    assert!(!fixture.folder().join("results").exists());
}

#[test]
fn what_is_no_number_of_a_shard_is_refused() {
    let fixture = JobFixture::new("job");
    for args in [&[][..], &["0"], &["03"], &["../1"], &["-1"], &["x"]] {
        let error = "give the number of a shard, from 1 to 4\n".to_owned();
        assert_eq!(told(&fixture.run(Shard, args)), (Some(2), String::new(), error), "{args:?}");
    }
    assert_eq!(fixture.calls(), "");
}

#[test]
fn a_merge_waits_for_all_shards_and_says_which_are_not_complete() {
    let fixture = JobFixture::new("job");
    for name in ["1-of-4", "2-of-4.part", "4-of-4"] {
        fs::create_dir(fixture.folder().join("shards").join(name)).unwrap();
    }
    let (status, _, error) = told(&fixture.run(Merge, &[]));
    assert_eq!(status, Some(2));
    assert_eq!(error, "not complete: shards 2 3; run the same stoker slurm again, and submit\n");
    assert_eq!(fixture.calls(), "");
}

#[test]
fn a_merge_throws_away_what_an_earlier_one_left_and_appears_whole() {
    let fixture = JobFixture::new("job");
    for number in 1..=4 {
        fixture.run(Shard, &[&number.to_string()]);
    }
    fixture.calls();
    fs::create_dir_all(fixture.folder().join("results.part/half")).unwrap();
    let (status, printed, error) = told(&fixture.run(Merge, &[]));
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(printed.replace(&fixture.job.folder, "DIR"), "results in DIR/results\n");
    assert_eq!(
        fixture.calls(),
        "stoker [merge] [DIR/shards/1-of-4] [DIR/shards/2-of-4] [DIR/shards/3-of-4] \
         [DIR/shards/4-of-4] [--out] [DIR/results.part] [--map] [my map] [--quiet]\n"
    );
    assert_eq!(fixture.names("results"), [""; 0]);
    let (status, again, _) = told(&fixture.run(Merge, &[]));
    assert!(status == Some(0) && again.starts_with("merged before: "), "{again}");
    assert_eq!(fixture.calls(), "");
}

#[test]
fn missing_shards_are_submitted_and_then_a_merge_that_waits_for_them() {
    let fixture = JobFixture::new("job");
    let (status, printed, error) = told(&fixture.run(Submit, &[]));
    assert_eq!((status, error.as_str()), (Some(0), ""));
    assert_eq!(printed, "shards 2-4: job 2\nmerge: job 3\n");
    let calls = fixture.calls().replace(&fixture.job.name(), "NAME");
    let calls: Vec<_> = calls.lines().skip(1).collect();
    assert_snapshot!(calls.join("\n"), @"
    sbatch [--parsable] [--job-name=NAME] [--array=2-4] [--cpus-per-task=2] [--time=9] [--comment=it's a $(job)] [shard.sh]
    sbatch [--parsable] [--job-name=NAME] [--time=9] [--comment=it's a $(job)] [--dependency=afterany:2] [merge.sh]
    ");
}

#[test]
fn if_no_shard_is_missing_only_the_merge_is_submitted() {
    let mut fixture = JobFixture::new("job");
    fixture.job.missing = String::new();
    fixture.write_scripts();
    assert_eq!(text(&fixture.run(Submit, &[]).stdout), "merge: job 2\n");
    assert!(!fixture.calls().contains("--array"));
}

#[test]
fn nothing_is_submitted_while_the_job_is_in_the_queue() {
    let fixture = JobFixture::new("job");
    fixture.tell("queue", "17_[2-4]\n18\n");
    let (status, printed, error) = told(&fixture.run(Submit, &[]));
    assert_eq!((status, printed.as_str()), (Some(1), ""));
    assert!(error.contains("is still in the queue: wait for it"), "{error}");
    assert!(!fixture.calls().contains("sbatch"));
}

#[test]
fn a_folder_can_be_called_anything() {
    for name in ["it's", "$(touch x)", "`touch x`", "a b\nc", "\"q\" \\ *", " ~ é", "-rf"] {
        let fixture = JobFixture::new(name);
        for number in ["1", "2", "3", "4"] {
            assert_eq!(told(&fixture.run(Shard, &[number])), nothing(), "{name}");
        }
        assert_eq!(fixture.run(Merge, &[]).status.code(), Some(0), "{name}");
        assert_eq!(fixture.run(Submit, &[]).status.code(), Some(0), "{name}");
        let files = ["logs", "merge.sh", "results", "shard.sh", "shards", "submit.sh"];
        assert_eq!(fixture.names("."), files, "{name}");
    }
}
