//! Shards and resumed runs give the same results as a single run.

use insta::assert_snapshot;

use crate::common::{Place, text};

const LEAGUE: &str = "league tracker random wanderer lurker:depth=1 --matches 9 --records all";

/// Plays the shards of a league.
fn shards(place: &Place, of: u32) -> Vec<String> {
    let play = |index: u32| {
        let folder = format!("{of}-{index}");
        let threads = 1 + index % 3;
        let options = format!("--shard {index}/{of} --threads {threads} --out {folder} --quiet");
        place.prints(&format!("{LEAGUE} {options}"));
        folder
    };
    (1..=of).map(play).collect()
}

#[test]
fn shards_of_any_split_merge_to_the_bytes_of_one_run() {
    let place = Place::new();
    place.prints(&format!("{LEAGUE} --out whole --quiet"));
    let whole = place.files("whole");
    for of in [1, 2, 3, 7, 54] {
        let mut parts = shards(&place, of);
        parts.reverse();
        parts.push(parts[0].clone());
        place.prints(&format!("merge {} --out merged-{of} --quiet", parts.join(" ")));
        assert_eq!(place.files(&format!("merged-{of}")), whole, "{of} shards");
    }
}

#[test]
fn a_shard_says_what_it_is() {
    let place = Place::new();
    let told = place.prints("league random --matches 10 --shard 2/3");
    assert_snapshot!(told, @"
    shard 2/3: 3 of 3 matches, in results/course-random-0000000000000001-shard-2-of-3
    when all 3 are complete: stoker merge DIR... --out DIR
    ");
    let run = place.read("results/course-random-0000000000000001-shard-2-of-3/run.toml");
    let (_, shard) =
        text(&run).split_once("[shard]\n").map(|(a, b)| (a.len(), b.to_owned())).unwrap();
    assert!(shard.starts_with("index = 2\nof = 3\nfirst = 3\nwhole = 10\n"), "{shard}");
}

#[test]
fn missing_matches_are_listed_and_nothing_is_written() {
    let place = Place::new();
    shards(&place, 7);
    assert_snapshot!(place.refuses("merge 7-1 7-3 7-7 --out merged"), @"error: 31 of 54 matches are missing: 7 to 14, 23 to 45 (shards 2/7, 4/7, 5/7, 6/7); give the folders that have them, or --partial for a run that `stoker resume` can finish");
    assert!(!place.path().join("merged").exists());
}

#[test]
fn what_is_merged_in_part_can_be_finished() {
    let place = Place::new();
    place.prints(&format!("{LEAGUE} --out whole --quiet"));
    shards(&place, 3);
    assert_snapshot!(place.prints("merge 3-3 3-1 --partial --out merged"), @"
    joined in part: 36 of 54 matches
    the results in merged are those of the first 18 matches
    to continue: stoker resume merged
    ");
    place.prints("resume merged --quiet");
    assert_eq!(place.files("merged"), place.files("whole"));
}

#[test]
fn two_results_for_one_match_are_refused_and_nothing_is_left() {
    let place = Place::new();
    shards(&place, 2);
    // A journal line of another match, under the number of this one.
    place.prints("league tracker random wanderer lurker:depth=1 --matches 9 --records all --seed 2 --shard 1/2 --out other --quiet");
    let segment = |run: &str| format!("{run}/journal/segment-000001");
    let own = text(&place.read(&segment("2-1")));
    let foreign = text(&place.read(&segment("other")));
    let header = own.lines().next().unwrap();
    let lines: Vec<&str> = foreign.lines().skip(1).collect();
    std::fs::create_dir_all(place.path().join("forged/journal")).unwrap();
    place.write("forged/run.toml", place.read("2-1/run.toml"));
    place.write(&segment("forged"), format!("{header}\n{}\n", lines.join("\n")));
    let error = place.refuses("merge 2-1 2-2 forged --out merged");
    assert!(error.starts_with("error: match 0 ended differently in "), "{error}");
    assert!(!place.path().join("merged").exists());
}

#[test]
fn parts_of_other_runs_and_whole_runs_are_refused() {
    let place = Place::new();
    place.prints("league random --matches 4 --shard 1/2 --out a --quiet");
    place.prints("league random --matches 4 --seed 2 --shard 2/2 --out b --quiet");
    place.prints("league random --matches 4 --out c --quiet");
    assert_snapshot!(place.refuses("merge a b --out m"), @r#"error: b is not a part of the same run as a: seed: there "0000000000000001", here "0000000000000002""#);
    assert_snapshot!(place.refuses("merge a c --out m"), @"error: c is a finished run, not a part of one: there is nothing to join");
    assert_snapshot!(place.refuses("merge a nothing --out m"), @"error: nothing has no run.toml: give the folder of a run");
}

#[test]
fn wrong_shards_are_refused_in_words() {
    let place = Place::new();
    let refused = |options: &str| {
        let output = place.run(&format!("league random --matches 4 {options}"));
        assert_eq!(output.status.code(), Some(2), "{options}");
        text(&output.stderr).lines().next().unwrap().to_owned()
    };
    assert_snapshot!(refused("--shard 0/4"), @"error: invalid value '0/4' for '--shard <I/N>': `0/4` is not a shard: write I/N for the I-th of N, as in 3/8");
    assert_snapshot!(refused("--shard 1/9"), @"error: shard 1/9 has no match: the plan has only 4");
    assert_snapshot!(refused("--shard 1/2 --until-interval 3"), @"error: a shard cannot tell when the whole run is precise enough: leave --until-interval or --shard out");
    assert_snapshot!(refused("--until-interval 0"), @"error: 0 is not a width for an interval: give a number above 0, as in --until-interval 2.5");
}

#[test]
fn going_on_with_a_finished_run_shows_it_and_changes_nothing() {
    let place = Place::new();
    let told = place.prints("league random --matches 4 --out run");
    let before = place.files("run");
    assert_eq!(place.prints("resume run"), told);
    assert_eq!(place.files("run"), before);
    assert_snapshot!(place.refuses("resume nowhere"), @"error: nowhere has no run.toml: give the folder of a run");
}

#[test]
fn a_stopped_run_is_not_overwritten_but_its_resume_is_told() {
    let place = Place::new();
    place.prints("league random --matches 4 --out run --quiet");
    let run = text(&place.read("run/run.toml"));
    place.write("run/run.toml", run.replace("complete = true", "complete = false"));
    assert_snapshot!(place.refuses("league random --matches 4 --out run"), @"error: run holds a run that was stopped: continue it with `stoker resume run`, give another folder, or replace it with --force");
}

#[test]
fn a_shard_that_was_damaged_after_it_was_finished_is_named_and_can_be_mended() {
    let place = Place::new();
    place.prints(&format!("{LEAGUE} --out whole --quiet"));
    shards(&place, 2);
    let segment = "2-1/journal/segment-000001";
    let mut bytes = place.read(segment);
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    place.write(segment, bytes);
    let error = place.refuses("merge 2-1 2-2 --out merged");
    assert!(
        error.contains("some of them damaged: `stoker resume 2-1` plays these again"),
        "{error}"
    );
    place.prints("resume 2-1 --quiet");
    place.prints("merge 2-1 2-2 --out merged --quiet");
    assert_eq!(place.files("merged"), place.files("whole"));
}
