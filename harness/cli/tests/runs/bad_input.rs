//! Every wrong command ends with one line that says what to try, and with exit status 2.

use insta::assert_snapshot;

use crate::common::{Place, text};

#[test]
fn an_unknown_bot_is_answered_with_the_nearest_one() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league rnadom"), @"error: there is no bot `rnadom`: did you mean `random`?");
    assert_snapshot!(place.refuses("match hunters=x dracula=random"), @"error: there is no bot `x`: `stoker bots` lists those there are, `stoker bots --field` the field");
}

#[test]
fn an_unknown_parameter_of_a_bot_is_refused() {
    assert_snapshot!(Place::new().refuses("league random:depth=3"), @"error: bot `random`: there is no parameter `depth`: this bot has none");
}

#[test]
fn a_side_without_an_entrant_is_named() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league hunters=random"), @"error: no entrant plays `dracula`: add one that can, such as `dracula=random`");
    assert_snapshot!(place.refuses("match hunters=random"), @"error: no entrant for side `dracula`: add one, as in dracula=random");
}

#[test]
fn an_unknown_side_is_refused() {
    let place = Place::new();
    assert_snapshot!(place.refuses("league hunter=random random"), @"error: entrant `random` is for side `hunter`, but the sides are `hunters` and `dracula`");
    assert_snapshot!(place.refuses("match hunter=random"), @"error: there is no side `hunter`: did you mean `hunters`?");
    assert_snapshot!(place.refuses("league =random"), @"error: `=random` does not name a side before the `=`: write SIDE=BOT, or BOT alone for every side");
    assert_snapshot!(place.refuses("match random"), @"error: `random` does not say which side it plays: write SIDE=random");
    assert_snapshot!(place.refuses("match dracula=random dracula=random"), @"error: two entrants for side `dracula`: give one");
}

#[test]
fn equal_names_are_refused_with_the_remedy() {
    assert_snapshot!(Place::new().refuses("league random random"), @"error: two entrants are called `random`: give one another name, as in `other@random`");
}

#[test]
fn names_that_files_could_not_hold_are_refused() {
    assert_snapshot!(Place::new().refuses("league a,b@random"), @"error: `a,b` is not a name for an entrant: use up to 64 letters, digits, `-`, `_`, `.`");
}

#[test]
fn zero_matches_are_refused() {
    assert_snapshot!(Place::new().refuses("league random --matches 0"), @"error: 0 matches per pairing: give at least 1");
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
    let output = place.run("league random --format swiss");
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(text(&output.stderr).lines().next().unwrap(), @"error: invalid value 'swiss' for '--format <FORMAT>': `swiss` is not a format: give `round-robin`, `lineups`, `gauntlet:ENTRANT` or `ladder`");
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
    assert_snapshot!(place.refuses("league random --matches 1 --out file/out"), @"error: file/out is not a folder: give another with --out");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made_is_told_by_the_name_that_was_asked_for() {
    assert_snapshot!(Place::new().refuses("league random --matches 1 --out /proc/run"), @"error: cannot make the folder /proc/run: No such file or directory (os error 2): give another with --out");
}

#[test]
fn numbers_that_are_none_are_answered_with_the_range() {
    let place = Place::new();
    for args in ["league random --matches -5", "league random --matches 1e3", "replay f --match -1"]
    {
        let output = place.run(args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(error.contains("give a whole number from 0 to 18446744073709551615"), "{error}");
    }
    let error = text(&place.run("league random --threads -1").stderr);
    assert!(error.contains("-1 is not in 1..=1024"), "{error}");
}

#[test]
fn a_match_that_was_not_kept_is_answered_with_the_nearest_that_were() {
    let place = Place::new();
    place.prints("league random --matches 90 --records sample:9 --quiet --out run");
    assert_snapshot!(place.refuses("replay run/records.jsonl.zst --match 41"), @"error: run/records.jsonl.zst holds no record of match 41: it holds 10, the nearest are 22, 38, 44, 50 (`stoker league --records all` keeps every match)");
    place.prints("league random --matches 90 --records sample:2 --quiet --out two");
    assert_snapshot!(place.refuses("replay two/records.jsonl.zst --match 41"), @"error: two/records.jsonl.zst holds no record of match 41: it holds 0, 16, 69, 72 (`stoker league --records all` keeps every match)");
}

#[test]
fn files_are_verified_one_by_one_whatever_the_others_hold() {
    let place = Place::new();
    place.prints("league random --matches 2 --records all --quiet --out run");
    let lines = zstd::decode_all(&*place.read("run/records.jsonl.zst")).unwrap();
    place.write("empty.jsonl", "");
    place.write("open.jsonl", &lines[..lines.len() - 1]);
    let first = 1 + lines.iter().position(|&byte| byte == b'\n').unwrap();
    let mut broken = lines.clone();
    broken[first + 1] = b'x';
    place.write("broken.jsonl", broken);
    assert!(place.prints("verify open.jsonl").starts_with("2 games, "));
    let output = place.run("verify empty.jsonl broken.jsonl open.jsonl");
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    let [empty, broken] = told.lines().collect::<Vec<_>>()[..] else { panic!("{told}") };
    assert_eq!(empty, "error: empty.jsonl: holds no records");
    let place_of_it = format!("error: broken.jsonl: line 2 (from byte {first}): ");
    assert!(broken.starts_with(&place_of_it), "{broken}");
    assert!(text(&output.stdout).starts_with("3 games, "), "{}", text(&output.stdout));
}

#[test]
fn records_with_absurd_heads_are_refused_in_one_line() {
    let place = Place::new();
    place.prints("league random --matches 1 --quiet --out run");
    let line = zstd::decode_all(&*place.read("run/records.jsonl.zst")).unwrap();
    let line = String::from_utf8(line).unwrap();
    let forged = |from: &str, to: &str| {
        place.write("forged.jsonl", line.replacen(from, to, 1));
        place.refuses("verify forged.jsonl")
    };
    assert_snapshot!(forged("\"format\":1", "\"format\":2"), @"error: forged.jsonl: line 1: a record of format 2, but this program reads format 1");
    assert_snapshot!(forged("\"trail\":6", "\"trail\":1000000000"), @"error: forged.jsonl: line 1: parameters of the record: invalid value: integer `1000000000`, expected a whole number from 0 to 255");
    assert_snapshot!(forged("\"trail\":6", "\"tail\":6"), @"error: forged.jsonl: line 1: parameters of the record: unknown key `tail`: did you mean `trail`?");
    let other_map = forged("\"map_hash\":\"", "\"map_hash\":\"0");
    assert!(other_map.contains("line 1: the map `Europe` (hash 0"), "{other_map}");
    assert!(other_map.ends_with("is not built in: give its file with --map"), "{other_map}");
    let huge = "x".repeat(1 << 20);
    let error = forged("\"ruleset\":\"course\"", &format!("\"ruleset\":\"{huge}\""));
    assert!(error.starts_with("error: forged.jsonl: line 1: there is no ruleset `xxx"), "{error}");
    assert_eq!(error.len(), "error: ".len() + 1_003);
}

#[test]
fn an_unknown_ruleset_is_refused_even_where_only_records_are_verified() {
    let place = Place::new();
    place.prints("league random --matches 1 --quiet --out run");
    let refusal = place.refuses("verify run/records.jsonl.zst --ruleset curse");
    assert_snapshot!(refusal, @"error: there is no ruleset `curse`: did you mean `course`?");
}

#[test]
fn a_wrong_configuration_is_named_with_its_line() {
    let place = Place::new();
    place.write("unknown.toml", "ruleset = \"course\"\nmatchs = 3\n");
    assert_snapshot!(place.refuses("league --config unknown.toml"), @"error: unknown.toml:2: unknown key `matchs`: did you mean `matches`?");
    place.write("type.toml", "entrants = [\"random\"]\nmatches = -1\n");
    assert_snapshot!(place.refuses("league --config type.toml"), @"error: type.toml:2: invalid value: integer `-1`, expected a whole number from 0 to 18446744073709551615");
    place.write("bytes.toml", b"\xff\xfe");
    assert_snapshot!(place.refuses("league --config bytes.toml"), @"error: bytes.toml: not UTF-8 text");
    place.write("broken.toml", "entrants = [\n");
    assert_snapshot!(place.refuses("league --config broken.toml"), @"error: broken.toml:1: unclosed array, expected `]`");
    place.write("seed.toml", "entrants = [\"random\"]\nseed = \"xyz\"\n");
    assert_snapshot!(place.refuses("league --config seed.toml"), @"error: seed.toml:2: `xyz` is not a seed: give 16 hexadecimal digits or a decimal number below 2^64");
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
    assert_snapshot!(place.refuses("league --config type.toml"), @r#"error: type.toml: parameter `trail` of the ruleset: invalid type: string "long", expected a whole number from 0 to 255"#);
}

#[test]
fn files_that_hold_no_records_are_refused() {
    let place = Place::new();
    place.write("empty.jsonl", "");
    place.write("text.jsonl", "to whom it may concern\n");
    assert_snapshot!(place.refuses("verify none.jsonl"), @"error: none.jsonl: cannot be read: No such file or directory (os error 2)");
    assert_snapshot!(place.refuses("verify text.jsonl"), @"error: text.jsonl: line 1: neither a record (expected ident at column 2) nor a transcript");
    assert_snapshot!(place.refuses("replay text.jsonl"), @"error: text.jsonl: line 1: not a record: expected ident at column 2");
    assert_snapshot!(place.refuses("replay empty.jsonl"), @"error: empty.jsonl holds no records: `stoker league --records all` keeps every match");
}

#[test]
fn a_truncated_file_of_records_is_refused() {
    let place = Place::new();
    place.prints("league random --matches 3 --out run --quiet");
    let whole = place.read("run/records.jsonl.zst");
    place.write("cut.zst", &whole[..whole.len() / 2]);
    assert_snapshot!(place.refuses("verify cut.zst"), @"error: cut.zst: line 1: the file ends in the middle: it was cut off, or is still being written");
}

#[test]
fn past_plays_that_cannot_be_are_refused_with_the_place() {
    let place = Place::new();
    let output = place.run_args(&["view", "GBE.... SBR..."]);
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(text(&output.stderr), @"error: past plays: byte 8: a play has seven characters, this one has 6");
}

#[test]
fn plays_that_nothing_explains_are_refused_with_the_reason() {
    let place = Place::new();
    let refused = |past: &str| {
        let output = place.run_args(&["view", past, "--belief"]);
        assert_eq!(output.status.code(), Some(2), "{past}");
        text(&output.stderr)
    };
    // Galatz, then Madrid: no map of Europe has that road.
    let jump = "GGA.... SBR.... HLO.... MMA.... DGA.V.. GGAVD.. SBR.... HLO.... MMA.... DMAT... \
                GGA.... SBR.... HLO.... MMATD.. DC?T...";
    assert_snapshot!(refused(jump), @"error: past plays: byte 73: `MA` is not legal here");
    // Nor does it have two of them, with a city between.
    let jumps = "GGA.... SBR.... HLO.... MMA.... DGA.V.. GGAVD.. SBR.... HLO.... MMA.... DC?T... \
                 GGA.... SBR.... HLO.... MMA.... DMAT...";
    assert_snapshot!(refused(jumps), @"error: past plays: nothing that Dracula may have done explains these plays");
    assert_snapshot!(refused("GBE.... SBR..."), @"error: past plays: byte 8: a play has seven characters, this one has 6");
    assert_snapshot!(refused("GZZ...."), @"error: past plays: byte 1: `ZZ` is neither a place of the map nor another move of this seat");
    assert_snapshot!(refused(&"GBE.... ".repeat(10_000)), @"error: past plays: byte 8: `G` begins a play, but it is the turn of `S`");
    let output = place.run_args(&["view", "GBE....", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("--belief"), "{told}");
}

#[test]
fn a_folder_without_a_run_cannot_be_compared() {
    let place = Place::new();
    assert_snapshot!(place.refuses("diff a b"), @"error: a has no run.toml: give the folder of a run");
}

#[test]
fn an_unfit_submission_is_refused_with_the_reason_for_a_match() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("fox")).expect("the folder is new");
    place.write("fox/bot.toml", "protocl = \"lines\"\n");
    assert_snapshot!(place.refuses("match hunters=fox dracula=random"), @"error: `./fox` cannot play `hunters`: unfit: bot.toml:1: unknown key `protocl`: did you mean `protocol`?");
}
