//! `stoker slurm` as its users meet it.

use std::fs;
use std::process::{Command, Output};

use insta::assert_snapshot;

use super::common::{Place, text};
use super::stand_in::JobFixture;

const TINY: &str = include_str!("../../../../maps/tiny.toml");
/// 4 pairings of 5 matches.
const PLAN: &str = "entrants = [\"random\", \"tracker\", \"lurker\"]\nmatches = 5\n";

fn place() -> Place {
    let place = Place::new();
    place.write("plan.toml", PLAN);
    place
}

#[test]
fn a_job_is_written_and_the_same_command_finds_what_is_not_complete() {
    let place = place();
    assert_snapshot!(place.prints("slurm plan.toml --shards 8 --out work"), @r#"
    0 of 8 shards complete, 0 begun; 20 matches in all
    submit with: sh ./work/submit.sh
    "#);
    for name in ["1-of-8", "2-of-8", "5-of-8.part"] {
        fs::create_dir(place.path().join("work/shards").join(name)).unwrap();
    }
    assert_snapshot!(place.prints("slurm plan.toml --shards 8 --out work"), @r#"
    2 of 8 shards complete, 1 begun; 20 matches in all
    submit with: sh ./work/submit.sh
    "#);
    assert!(text(&place.read("work/submit.sh")).contains("\nmissing=3-8\n"));
    assert_eq!(text(&place.read("work/plan.toml")), PLAN);
}

#[test]
fn a_merged_job_says_where_its_results_are() {
    let place = place();
    place.prints("slurm plan.toml --shards 1 --out work");
    for name in ["shards/1-of-1", "results"] {
        fs::create_dir(place.path().join("work").join(name)).unwrap();
    }
    assert_snapshot!(place.prints("slurm plan.toml --shards 1 --out work --submit"), @r#"
    1 of 1 shards complete, 0 begun; 20 matches in all
    merged: results in work/results
    "#);
}

#[test]
fn options_for_sbatch_are_handed_on() {
    let place = place();
    place.prints(
        "slurm plan.toml --shards 2 --out work --threads 3 --time 9 --memory 1G --partition p \
         --sbatch --qos=low --sbatch=-x=$(a)",
    );
    let script = text(&place.read("work/submit.sh"));
    assert!(script.contains("\nthreads=3\n"), "{script}");
    let options = "\nset -- --time=9 --mem=1G --partition=p --qos=low '-x=$(a)'\n";
    assert!(script.contains(options), "{script}");
}

#[test]
fn without_out_the_folder_is_named_by_the_plan() {
    let place = place();
    let printed = place.prints("slurm plan.toml --shards 2");
    assert!(printed.ends_with("submit with: sh ./results/plan-2-shards/submit.sh\n"), "{printed}");
    place.prints("league random --matches 2 --out mine --quiet");
    let printed = place.prints("slurm mine/run.toml --shards 2");
    assert!(printed.ends_with("submit with: sh ./results/mine-2-shards/submit.sh\n"), "{printed}");
}

/// Runs a script of a job as an engine without a name would.
fn sh(place: &Place, script: &str, args: &[&str]) -> Output {
    let script = place.path().join("work").join(script);
    Command::new("sh").arg(script).args(args).current_dir("/").output().unwrap()
}

#[test]
fn a_job_without_a_cluster_gives_the_bytes_of_one_run() {
    let place = place();
    // Another code makes it another map, which only its file knows.
    place.write("isle.toml", TINY.replace("\"EN\"", "\"EE\""));
    place.write("plan.toml", format!("{PLAN}map = \"isle.toml\"\n"));
    place.prints("league --config plan.toml --out whole --quiet");
    equals_one_run(&place);
}

#[test]
fn a_job_can_be_a_sweep() {
    let place = Place::new();
    let sweep = "sweep random lurker --vary lurker:depth=1..2 --matches 4";
    place.write("plan.toml", place.prints(&format!("{sweep} --print-config")));
    place.prints("sweep plan.toml --out whole --quiet");
    equals_one_run(&place);
}

/// Plays `plan.toml` in shards, and compares the results with those in `whole`.
fn equals_one_run(place: &Place) {
    place.prints("slurm plan.toml --shards 3 --out work --threads 2");
    let early = sh(place, "merge.sh", &[]);
    assert_eq!(early.status.code(), Some(2));
    for shard in ["2", "3", "1"] {
        let output = sh(place, "shard.sh", &[shard]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let merged = sh(place, "merge.sh", &[]);
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    for file in fs::read_dir(place.path().join("whole")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let [one, other] =
            ["whole", "work/results"].map(|run| place.read(&format!("{run}/{name}")));
        assert!(one == other || ["timings.csv", "report.html"].contains(&&*name), "{name}");
    }
}

#[test]
fn what_cannot_be_a_job_is_refused_with_the_remedy() {
    let place = place();
    place.write("other.toml", "entrants = [\"random\"]");
    place.prints("slurm plan.toml --shards 2 --out work");
    fs::create_dir(place.path().join("full")).unwrap();
    place.write("full/file", "");
    place.write("until.toml", format!("{PLAN}until_interval = 2\n"));
    assert_snapshot!(place.refuses("slurm until.toml --shards 2"), @"error: until.toml: shards cannot tell when a run is precise enough: leave until_interval out");
    assert_snapshot!(place.refuses("slurm none.toml --shards 2"), @"error: none.toml: No such file or directory (os error 2)");
    assert_snapshot!(place.refuses("slurm plan.toml --shards 21 --out new"), @"error: 21 shards of 20 matches: give --shards 20 or fewer");
    assert_snapshot!(place.refuses("slurm other.toml --shards 2 --out work"), @"error: work/plan.toml is another plan: give another folder with --out");
    assert_snapshot!(place.refuses("slurm plan.toml --shards 2 --out full"), @"error: full is not empty and has no plan.toml: give another folder with --out");
    fs::create_dir(place.path().join("work/shards/1-of-4")).unwrap();
    assert_snapshot!(place.refuses("slurm plan.toml --shards 2 --out work"), @"error: work/shards: `1-of-4` is a shard of 4: give --shards 4, or another folder with --out");
    assert!(!place.path().join("new").exists());
}

#[test]
fn arguments_that_cannot_be_meant_are_refused() {
    for (args, remedy) in [
        ("--shards 0", "give a whole number from 1 to 4000"),
        ("--shards -1", "give a whole number from 1 to 4000"),
        ("--shards 4001", "give a whole number from 1 to 4000"),
        ("--shards 2 --sbatch evil.sh", "give an option, as in --sbatch=--account=ab12"),
        ("", "--shards <N>"),
    ] {
        let output = place().run(&format!("slurm plan.toml {args}"));
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(error.contains(remedy), "{args}: {error}");
    }
}

#[test]
fn a_cluster_that_does_not_answer_is_an_error() {
    let fixture = JobFixture::new("job");
    fixture.tell("plan.toml", PLAN);
    fixture.tell("queue-status", "1");
    let output = fixture.stoker("slurm plan.toml --shards 2 --out work --submit");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: not submitted: squeue does not answer\n");
}

#[test]
fn a_job_can_be_submitted_at_once() {
    let fixture = JobFixture::new("job");
    fixture.tell("plan.toml", PLAN);
    let output = fixture.stoker("slurm plan.toml --shards 2 --out work --submit");
    assert_snapshot!(text(&output.stdout), @r#"
    0 of 2 shards complete, 0 begun; 20 matches in all
    shards 1-2: job 2
    merge: job 3
    "#);
}
