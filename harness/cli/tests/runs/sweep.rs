//! Sweeps as researchers use them.
#![expect(clippy::unwrap_used, reason = "a test may fail by a panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;

use crate::common::{Place, text};

/// The rows of a CSV file, as maps from column to field, by Python's own reader.
fn read_by_python(path: &Path) -> Vec<serde_json::Map<String, serde_json::Value>> {
    let program = "import csv, json, sys\n\
                   print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline='')))))";
    let output = Command::new("python3").args(["-c", program]).arg(path).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// All files of a run except the timings and the command in `run.toml`.
fn results(place: &Place, run: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = place.files(run);
    let manifest = files.get_mut("run.toml").unwrap();
    let lines = text(manifest);
    let kept = lines.lines().filter(|line| !line.starts_with("command = "));
    *manifest = kept.collect::<Vec<_>>().join("\n").into_bytes();
    files
}

/// Two bots' parameters and a rule.
const THREE_AXES: &str = "sweep patrol hunters=random wanderer --vary patrol:rest=2,4 \
                          --vary wanderer:fear=0..6:6 --vary rules:trail=6,7";

#[test]
fn the_best_settings_and_main_effects_fit_eighty_columns() {
    let place = Place::new();
    let printed = place.prints(&format!("{THREE_AXES} --matches 6 --out run"));
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert_snapshot!(printed, @r"
    patrol as hunters (score in points, high is better)
    settings
     setting  rest  fear  trail    mean  difference     95% interval    wins
           4     4     0      6  312.67     186.17     59.8 to 312.5  100.0%
           0     2     0      6  310.83     184.33     58.9 to 309.7  100.0%
           1     2     0      7  304.83     178.33     72.4 to 284.3  100.0%
           5     4     0      7  293.83     167.33     56.3 to 278.4  100.0%
           2     2     6      6  208.17      81.67    -62.4 to 225.8   83.3%
           3     2     6      7  177.17      50.67   -101.5 to 202.8   66.7%
           6     4     6      6  126.50          -         reference   66.7%
           7     4     6      7  115.33     -11.17   -167.7 to 145.3   66.7%

    main effects: the mean over all settings with each value
     axis           value    mean  difference   95% interval
     patrol:rest    2      250.25       38.17    0.4 to 75.9
     patrol:rest    4      212.08           -      reference
     wanderer:fear  0      305.54      148.75  59.8 to 237.7
     wanderer:fear  6      156.79           -      reference
     rules:trail    6      239.54           -      reference
     rules:trail    7      222.79      -16.75  -65.8 to 32.3

    wanderer as dracula (score in points, low is better)
    settings
     setting  rest  fear  trail    mean  difference    95% interval   wins
           6     4     6      6   74.25          -        reference  58.3%
           7     4     6      7   77.83       3.58   -98.1 to 105.3  41.7%
           3     2     6      7  108.75      34.50   -54.7 to 123.7  41.7%
           2     2     6      6  115.08      40.83   -31.2 to 112.9  50.0%
           5     4     0      7  265.42     191.17*  112.2 to 270.1   0.0%
           1     2     0      7  270.92     196.67*  111.2 to 282.1   0.0%
           0     2     0      6  293.92     219.67*  141.2 to 298.1   0.0%
           4     4     0      6  294.83     220.58*  141.5 to 299.7   0.0%

    main effects: the mean over all settings with each value
     axis           value    mean  difference    95% interval
     patrol:rest    2      197.17       19.08     0.2 to 38.0
     patrol:rest    4      178.08           -       reference
     wanderer:fear  0      281.27      187.29  129.2 to 245.3
     wanderer:fear  6       93.98           -       reference
     rules:trail    6      194.52           -       reference
     rules:trail    7      180.73      -13.79   -58.4 to 30.8

    Differences and their 95% intervals are from the reference, on the same seeds.
    One interval in 20 misses by chance; * marks those that hold for all 7 at once.
    96 matches; results in run
    ");
}

#[test]
fn threads_have_no_say_in_a_sweep() {
    let place = Place::new();
    place.prints(&format!("{THREE_AXES} --matches 9 --threads 1 --quiet --out one"));
    place.prints(&format!("{THREE_AXES} --matches 9 --threads 3 --quiet --out three"));
    let one = place.files("one");
    assert!(one == place.files("three"));
    let names: Vec<_> = one.keys().map(String::as_str).collect();
    let expected = ["faults.csv", "main_effects.csv", "matches.csv", "records.jsonl.zst"];
    assert_eq!(names, [&expected[..], &["run.toml", "sweep.csv"]].concat());
}

#[test]
fn shards_of_a_sweep_merge_to_the_bytes_of_the_straight_run() {
    let place = Place::new();
    place.prints(&format!("{THREE_AXES} --matches 7 --quiet --out straight"));
    for shard in 1..=3 {
        place.prints(&format!(
            "{THREE_AXES} --matches 7 --shard {shard}/3 --quiet --out part{shard}"
        ));
    }
    place.prints("merge part3 part1 part2 --out merged");
    assert!(place.files("straight") == place.files("merged"));
}

#[test]
fn a_sweep_that_was_stopped_goes_on_to_the_bytes_of_the_straight_run() {
    let place = Place::new();
    place.prints(&format!("{THREE_AXES} --matches 7 --quiet --out straight"));
    place.prints(&format!("{THREE_AXES} --matches 7 --shard 2/3 --quiet --out part"));
    place.prints("merge part --partial --out rest");
    assert_ne!(place.files("straight"), place.files("rest"));
    place.prints("resume rest");
    assert!(place.files("straight") == place.files("rest"));
}

#[test]
fn a_sweep_is_played_again_from_its_own_file_and_shown_again() {
    let place = Place::new();
    let first = place.prints(&format!("{THREE_AXES} --design lhs:4 --matches 5"));
    assert_eq!(place.prints(&format!("{THREE_AXES} --design lhs:4 --matches 5")), first);
    let folder = first.trim_end().rsplit(' ').next().unwrap();
    place.prints(&format!("sweep --config {folder}/run.toml --quiet --out again"));
    assert!(results(&place, folder) == results(&place, "again"));
    let run = text(&place.read(&format!("{folder}/run.toml")));
    let command = run.lines().find_map(|line| line.strip_prefix("command = ")).unwrap();
    let command: String = serde_json::from_str(command).unwrap();
    place.prints(&format!("{} --quiet --out typed", command.strip_prefix("stoker ").unwrap()));
    assert!(place.files("typed") == place.files(folder));
    let print = place.prints(&format!("{THREE_AXES} --design lhs:4 --matches 5 --print-config"));
    place.write("sweep.toml", print);
    place.prints("sweep sweep.toml --quiet --out written");
    assert!(place.files("written") == place.files(folder));
}

/// The tracker's wins end by blood, long before 366 rounds cost all of the score: a hundred points
/// more at the start are a hundred points more at the end, in every match.
#[test]
fn a_known_effect_is_found_exactly_because_settings_share_their_seeds() {
    let place = Place::new();
    let line = "sweep tracker dracula=random --vary rules:start_score=366,466 --matches 12";
    place.prints(&format!("{line} --quiet --out run"));
    let rows = read_by_python(&place.path().join("run/sweep.csv"));
    assert_eq!(rows.len(), 2 * 2, "two settings, two entrants");
    for row in &rows {
        let more = if row["rules:start_score"] == "466" { "100.0000" } else { "0.0000" };
        for column in ["difference", "difference_low_95", "difference_high_95"] {
            assert_eq!(row[column], more, "{row:?}");
        }
        assert_eq!(row["matches"], "12");
    }
    let matches = read_by_python(&place.path().join("run/matches.csv"));
    let of = |setting: &str| {
        let rows = matches.iter().filter(|row| row["setting"] == setting);
        rows.map(|row| (row["seed"].clone(), row["decisions"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(of("0").len(), 12);
    assert_eq!(of("0"), of("1"), "the same seeds, and the same games but for the score");
}

#[test]
fn what_plays_is_the_setting_that_the_row_names() {
    let place = Place::new();
    place.prints(
        "sweep patrol wanderer --vary wanderer:fear=0,6 --matches 8 --records all --quiet --out run",
    );
    place.prints("league patrol wanderer:fear=0 --matches 8 --quiet --out league");
    let hashes = |folder: &str, setting: Option<&str>| {
        let rows = read_by_python(&place.path().join(folder).join("matches.csv"));
        let of =
            rows.into_iter().filter(|row| row.get("setting").and_then(|s| s.as_str()) == setting);
        of.map(|row| row["hash"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(hashes("run", Some("0")), hashes("league", None));
    assert_ne!(hashes("run", Some("1")), hashes("league", None));
    assert!(place.prints("verify run/records.jsonl.zst").contains("16 games"));
}

#[test]
fn records_of_settings_with_other_rules_verify() {
    let place = Place::new();
    let line = "sweep random --vary rules:score_loss_round=1..3 --matches 3 --records all";
    place.prints(&format!("{line} --quiet --out run"));
    let printed = place.prints("verify run/records.jsonl.zst");
    assert!(printed.trim_end().ends_with("0 mismatches"), "{printed}");
}

#[test]
fn a_dry_run_lists_settings_and_plays_nothing() {
    let place = Place::new();
    let printed = place
        .prints("sweep lurker patrol --vary lurker:depth=1..3 --vary rules:trail=6,7 --dry-run");
    let (settings, _) = printed.split_once("time: ").unwrap();
    assert_snapshot!(settings, @r"
    settings: 6 (grid)
      0: lurker:depth=1 rules:trail=6 (reference)
      1: lurker:depth=1 rules:trail=7
      2: lurker:depth=2 rules:trail=6
      3: lurker:depth=2 rules:trail=7
      4: lurker:depth=3 rules:trail=6
      5: lurker:depth=3 rules:trail=7
    pairings: 1, matches: 6 x 1 x 100 = 600
      hunters=patrol - dracula=lurker
    starts: random
    ");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn a_sweep_as_json_is_json_and_nothing_else() {
    let place = Place::new();
    let line = "sweep lurker hunters=random --vary lurker:depth=1,2 --matches 4 --out run --json";
    let value: serde_json::Value = serde_json::from_str(&place.prints(line)).unwrap();
    assert_eq!(value["sweep"]["axes"][0], "lurker:depth");
    assert_eq!(value["sweep"]["settings"][1]["values"]["lurker:depth"], "2");
    assert_eq!(value["sweep"]["main_effects"].as_array().unwrap().len(), 2);
    assert!(value.get("leaderboard").is_none());
}

#[test]
fn what_cannot_be_swept_is_refused_in_one_line_with_the_remedy() {
    let place = Place::new();
    for (args, expected) in [
        ("lurker", "error: nothing varies: name a parameter, as in --vary lurker:depth=1..4"),
        ("lurker tracker --vary luker:depth=1", "did you mean `lurker`?"),
        ("lurker tracker --vary lurker:dept=1", "did you mean `depth`?"),
        ("lurker tracker --vary lurker:depth=0..99999999999", "lurker:depth cannot be"),
        ("lurker tracker --vary rules:trial=4,5", "did you mean `trail`?"),
        ("lurker tracker --vary rules:trail=4..6", "setting 0 (rules:trail=4): ruleset `course`"),
        (
            "lurker tracker --vary rules:start_score=1..1000 --vary rules:start_blood=1..1000",
            "1000000",
        ),
        ("lurker --vary lurker:depth=1,2", "no entrant plays `hunters`: add one"),
        ("lurker tracker --vary lurker:depth=1,2 --until-interval 2", "leave --until-interval out"),
        ("a.toml lurker --vary lurker:depth=1", "`a.toml` is a file, which names all entrants"),
    ] {
        let found = place.refuses(&format!("sweep {args}"));
        assert!(found.contains(expected), "{args}: {found}");
    }
    let design = place.run("sweep lurker tracker --vary lurker:depth=1,2 --design sobol:3");
    assert!(text(&design.stderr).contains("is not a design: give grid, lhs:N or random:N"));
}

#[test]
fn a_sweep_file_that_is_wrong_is_named_with_the_line() {
    let place = Place::new();
    place.write("s.toml", "entrants = [\"lurker\"]\n\n[sweep]\nvery = [\"a\"]\n");
    let found = place.refuses("sweep s.toml");
    assert_eq!(found, "error: s.toml:4: unknown key `very`: did you mean `vary`?");
    place.write(
        "s.toml",
        "entrants = [\"lurker\", \"patrol\"]\n[sweep]\nvary = [\"lurker:depth=x\"]\n",
    );
    let found = place.refuses("sweep s.toml");
    assert!(found.starts_with("error: s.toml: lurker:depth cannot be `x`"), "{found}");
    place.write(
        "s.toml",
        "entrants = [\"lurker\", \"patrol\"]\n[sweep]\nvary = [\"lurker:depth=1\"]\n",
    );
    let found = place.refuses("league --config s.toml");
    assert_eq!(found, "error: s.toml is a sweep: play it with `stoker sweep`");
}
