//! Whatever is wrong with what was asked for: one line that says what to try, and exit status 2.

mod common;

use common::Place;
use insta::assert_snapshot;

#[test]
fn an_unknown_bot_is_answered_with_the_nearest_one() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league rnadom"), @"error: there is no bot `rnadom`: did you mean `random`?");
    assert_snapshot!(place.refuses("match hunters=x dracula=random"), @"error: there is no bot `x`: `stoker bots` lists those there are");
}

#[test]
fn an_unknown_parameter_of_a_bot_is_refused() {
    assert_snapshot!(Place::new().refuses("league random:depth=3"), @"error: bot `random`: there is no parameter `depth`: this bot has none");
}

#[test]
fn an_external_program_is_refused() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league ./player"), @"error: `./player` is an external program, and this version plays built-in bots only: `stoker bots` lists them");
    assert_snapshot!(place.refuses("league course:./player random"), @"error: `course:./player` is an external program, and this version plays built-in bots only: `stoker bots` lists them");
}

#[test]
fn a_side_without_an_entrant_is_named() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league hunters=random"), @"error: no entrant plays `dracula`: add one that can, such as `dracula=random`");
    assert_snapshot!(place.refuses("match hunters=random"), @"error: no entrant for side `dracula`: add one, as in dracula=random");
    assert_snapshot!(place.refuses("league"), @"error: no entrants: name at least one, such as `random`");
}

#[test]
fn an_unknown_side_is_refused() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league hunter=random random"), @"error: entrant `random` is for side `hunter`, but the sides are `hunters` and `dracula`");
    assert_snapshot!(place.refuses("match hunter=random"), @"error: there is no side `hunter`: did you mean `hunters`?");
    assert_snapshot!(place.refuses("match random"), @"error: `random` does not say which side it plays: write SIDE=random");
    assert_snapshot!(place.refuses("match dracula=random dracula=random"), @"error: two entrants for side `dracula`: give one");
}

#[test]
fn equal_names_are_refused_with_the_remedy() {
    assert_snapshot!(Place::new().refuses("league random random"), @"error: two entrants are called `random`: give one another name, as in `other@random`");
}

#[test]
fn names_that_files_could_not_hold_are_refused() {
    assert_snapshot!(Place::new().refuses("league a,b@random"), @"error: `a,b` is no name for an entrant: take up to 64 letters, digits, `-`, `_`, `.`");
}

#[test]
fn zero_matches_are_refused() {
    assert_snapshot!(Place::new().refuses("league random --matches 0"), @"error: 0 matches a pairing: ask for at least 1");
}

#[test]
fn unknown_rulesets_presets_and_maps_are_answered_with_the_nearest() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league random --ruleset curse"), @"error: there is no ruleset `curse`: did you mean `course`?");
    assert_snapshot!(place.refuses("league random --preset course-2018"), @"error: there is no preset `course-2018`: did you mean `course-2019`?");
    assert_snapshot!(place.refuses("league random --map tyni"), @"error: there is no map `tyni`: did you mean `tiny`?");
    assert_snapshot!(place.refuses("league random --map no/such.toml"), @"error: no/such.toml: No such file or directory (os error 2)");
}

#[test]
fn a_gauntlet_of_nobody_is_refused() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league random --format gauntlet:rando"), @"error: no entrant is called `rando`: did you mean `random`?");
    assert_snapshot!(place.refuses("league random --format swiss"), @"error: `swiss` is no format: give `round-robin` or `gauntlet:ENTRANT`");
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("out")).unwrap();
    place.write("out/thesis.txt", "irreplaceable");
    assert_snapshot!(place.refuses("league random --matches 1 --out out"), @"error: out is not empty: give another folder, or --force if a run wrote it");
    assert_snapshot!(place.refuses("league random --matches 1 --out out --force"), @"error: out has no run.toml, so no run wrote it and nothing there is replaced: give another folder");
    assert_eq!(place.read("out/thesis.txt"), b"irreplaceable");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let place = Place::new();
    place.write("file", "");
    assert_snapshot!(place.refuses("league random --matches 1 --out file/out"), @"error: file/out: Not a directory (os error 20)");
}

#[test]
fn a_wrong_configuration_is_named_with_its_line() {
    let place = Place::new();
    place.write("unknown.toml", "ruleset = \"course\"\nmatchs = 3\n");
    assert_snapshot!(place.refuses("league --config unknown.toml"), @"error: unknown.toml:2: unknown key `matchs`: did you mean `matches`?");
    place.write("broken.toml", "entrants = [\n");
    assert_snapshot!(place.refuses("league --config broken.toml"), @"error: broken.toml:1: unclosed array, expected `]`");
    place.write("seed.toml", "entrants = [\"random\"]\nseed = \"xyz\"\n");
    assert_snapshot!(place.refuses("league --config seed.toml"), @"error: seed.toml: `xyz` is not a seed: give 16 hexadecimal digits or a decimal number below 2^64");
    assert_snapshot!(place.refuses("league --config none.toml"), @"error: none.toml: No such file or directory (os error 2)");
}

#[test]
fn wrong_parameters_of_the_rules_are_named_with_their_range() {
    let place = Place::new();
    place.write("unknown.toml", "entrants = [\"random\"]\n[params]\nstart_blod = 3\n");
    assert_snapshot!(place.refuses("league --config unknown.toml"), @"error: unknown.toml: the ruleset has no parameter `start_blod`: did you mean `start_blood`?");
    place.write("range.toml", "entrants = [\"random\"]\n[params]\ntrail = 99\n");
    assert_snapshot!(place.refuses("league --config range.toml"), @"error: range.toml: ruleset `course`: parameter `trail` is 99, but must be in 2..=10");
    place.write("type.toml", "entrants = [\"random\"]\n[params]\ntrail = \"long\"\n");
    assert_snapshot!(place.refuses("league --config type.toml"), @r#"error: type.toml: parameter `trail` of the ruleset: invalid type: string "long", expected u8"#);
}

#[test]
fn files_that_hold_no_records_are_refused() {
    let place = Place::new();
    place.write("empty.jsonl", "");
    place.write("text.jsonl", "to whom it may concern\n");
    assert_snapshot!(place.refuses("verify none.jsonl"), @"error: none.jsonl: line 1 (from byte 0): cannot be read: No such file or directory (os error 2)");
    assert_snapshot!(place.refuses("verify text.jsonl"), @"error: text.jsonl: line 1: neither a record (expected ident at line 1 column 2) nor a transcript");
    assert_snapshot!(place.refuses("replay text.jsonl"), @"error: text.jsonl: line 1 (from byte 0): not a record: expected ident at line 1 column 2");
    assert_snapshot!(place.refuses("replay empty.jsonl"), @"error: empty.jsonl holds no records");
}

#[test]
fn a_truncated_file_of_records_is_refused() {
    let place = Place::new();
    place.prints("league random --matches 3 --out run --quiet");
    let whole = place.read("run/records.jsonl.zst");
    place.write("cut.zst", &whole[..whole.len() / 2]);
    assert_snapshot!(place.refuses("verify cut.zst"), @"error: cut.zst: line 1 (from byte 0): the file ends in the middle: it was cut off, or is still being written");
}

#[test]
fn past_plays_that_cannot_be_are_refused_with_the_place() {
    let place = Place::new();
    let output = place.run_args(&["view", "GBE.... SBR..."]);
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(common::text(&output.stderr), @"error: past plays: byte 8: a play has seven characters, this one has 6");
}

#[test]
fn a_folder_without_a_run_cannot_be_compared() {
    let place = Place::new();
    assert_snapshot!(place.refuses("diff a b"), @"error: a has no run.toml: give the folder of a run");
}

#[test]
fn options_of_other_versions_are_refused() {
    let place = Place::new();
    for option in ["--isolation full", "--shard 1/2", "--fault-policy course", "--waive x"] {
        let output = place.run(&format!("league random {option}"));
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
}
