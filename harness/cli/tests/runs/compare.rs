//! A/B tests on the command line.

use insta::assert_snapshot;

use crate::common::{Place, text, wait_until};

#[test]
fn a_clear_difference_is_found_at_the_first_look_with_the_verdict_first() {
    let place = Place::new();
    let printed = place.prints("compare tracker random --against lurker wanderer --out run");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert_snapshot!(printed, @r"
    A is better: tracker beats random.

    A tracker, B random, as hunters: 32 pairs
     mean difference  275.53 points (95%: 254.09 to 296.97); above 0, A is better
     effect           4.63 standard deviations of a difference
     LLR              A 5.94 (found), B -6.60 (ruled out); bounds -3.20 and 4.16
     correlation      -0.02: pairing saved nothing

    128 matches; results in run
    ");
    assert_snapshot!(text(&place.read("run/comparison.csv")), @r"
    pairs,void_pairs,distinct_pairs,llr_a,llr_b,lower_bound,upper_bound,mean_difference,low_95,high_95,effect,correlation,saved,a_alone,b_alone,hunters_difference,hunters_low_95,hunters_high_95,verdict
    32,0,32,5.9365,-6.6041,-3.2038,4.1589,275.5312,254.0947,296.9678,4.6341,-0.0191,-0.0146,,,275.5312,254.0947,296.9678,A
    ");
    let matches = text(&place.read("run/matches.csv"));
    assert_eq!(matches.lines().count(), 1 + 32 * 4);
    let of_a = matches.lines().filter(|row| row.contains(",tracker,")).count();
    assert_eq!(of_a, 64);
}

#[test]
fn a_bot_under_two_names_plays_identically() {
    let place = Place::new();
    let printed = place.prints("compare patrol other@patrol --against wanderer --out run");
    assert_snapshot!(printed, @r"
    Identical play: patrol and other played the same games, move for move.

    A patrol, B other, as hunters: 120 pairs
     mean difference  0.00 points (95%: 0.00 to 0.00); above 0, A is better
     LLR              A -2.40, B -2.40; bounds -3.20 and 4.16
     correlation      1.00: pairing saved 100% of the variance

    240 matches; results in run
    ");
    let shown = place.run("resume run");
    assert_eq!(text(&shown.stdout), printed);
}

#[test]
fn bots_of_two_sides_are_compared_on_both() {
    let place = Place::new();
    let printed =
        place.prints("compare random twin@random --against patrol wanderer --effect 0.5 --out run");
    assert_snapshot!(printed, @r"
    Identical play: random and twin played the same games, move for move.

    A random, B twin, as hunters and dracula: 32 pairs
     mean difference  0.00 points (95%: 0.00 to 0.00); above 0, A is better
       as hunters     0.00 points (95%: 0.00 to 0.00)
       as dracula     0.00 points (95%: 0.00 to 0.00)
     LLR              A -4.00 (ruled out), B -4.00 (ruled out); bounds -3.20 and 4.16
     correlation      1.00: pairing saved 100% of the variance

    128 matches; results in run
    ");
}

#[test]
fn threads_do_not_change_a_comparison() {
    let place = Place::new();
    for threads in [1, 2, 5] {
        let out = format!("--quiet --threads {threads} --out on-{threads}");
        assert_eq!(place.prints(&format!("compare wanderer random --against patrol {out}")), "");
    }
    assert_eq!(place.prints("diff on-1 on-2"), "no difference\n");
    assert_eq!(place.prints("diff on-1 on-5"), "no difference\n");
    assert_eq!(place.read("on-1/comparison.csv"), place.read("on-5/comparison.csv"));
    assert_eq!(place.read("on-1/run.toml"), place.read("on-5/run.toml"));
}

#[test]
fn without_a_folder_a_comparison_is_shown_again_and_has_a_folder_of_its_own() {
    let place = Place::new();
    let first = place.prints("compare tracker random --against lurker");
    let again = place.run("compare tracker random --against lurker");
    assert_eq!(text(&again.stdout), first);
    assert!(text(&again.stderr).starts_with("already played:"), "{}", text(&again.stderr));
    assert!(
        first.ends_with(
            "results in results/course-compare-tracker-random-lurker-0000000000000001\n"
        ),
        "{first}"
    );
}

#[test]
fn the_command_in_run_toml_and_the_file_itself_play_the_comparison_again() {
    let place = Place::new();
    let options = "--effect 0.3 --alpha 0.1 --max-pairs 500 --seed 7";
    place.prints(&format!("compare tracker random --against lurker {options} --out one --quiet"));
    let manifest = text(&place.read("one/run.toml"));
    let command = manifest.lines().find_map(|line| line.strip_prefix("command = ")).unwrap();
    assert_snapshot!(command, @r#""stoker compare tracker random --against lurker --effect 0.3 --alpha 0.1 --max-pairs 500 --seed 0000000000000007""#);
    let command = command.trim_matches('"').strip_prefix("stoker ").unwrap();
    place.prints(&format!("{command} --out two --quiet"));
    assert_eq!(place.prints("diff one two"), "no difference\n");
    place.prints("league --config one/run.toml --out three --quiet");
    for file in ["comparison.csv", "matches.csv", "leaderboard.csv"] {
        assert_eq!(place.read(&format!("one/{file}")), place.read(&format!("three/{file}")));
    }
}

#[test]
fn a_comparison_as_json_is_json_and_nothing_else() {
    let place = Place::new();
    let printed = place.prints("compare tracker random --against lurker --out run --json");
    let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(value["complete"], true);
    let found = &value["comparison"];
    assert_eq!(
        (&found["verdict"], &found["a"], &found["b"]),
        (&"A".into(), &"tracker".into(), &"random".into())
    );
    assert_eq!(found["pairs"], 32);
    assert_eq!(found["sides"][0]["side"], "hunters");
    assert!(found["low_95"].as_f64() < found["mean_difference"].as_f64());
    assert_eq!(value["matches_played"], 64);
    assert_eq!(value["leaderboard"][0]["entrant"], "tracker");
}

#[test]
fn pairs_that_run_out_are_a_verdict_and_no_error() {
    let place = Place::new();
    let printed = place.prints("compare patrol same@patrol --against wanderer --max-pairs 33");
    assert!(
        printed.starts_with("Undecided: 33 pairs do not tell patrol from same apart;"),
        "{printed}"
    );
}

#[test]
fn comparisons_that_cannot_be_made_are_refused_in_a_line() {
    let place = Place::new();
    let refused = [
        "compare tracker lurker --against random",
        "compare tracker patrol",
        "compare tracker patrol --against patrol",
        "compare tracker tracker --against lurker",
        "compare random x@random --against lurker",
        "compare tracker patrol --against lurker hunters=random",
        "compare tracker patrol --against lurker --effect 0",
        "compare tracker patrol --against lurker --max-pairs 8",
    ]
    .map(|args| place.refuses(args));
    assert_snapshot!(refused.join("\n"), @r"
    error: `tracker` and `lurker` have no side in common: compare bots that play the same side
    error: as `hunters` the two need an opponent that plays `dracula`: name one with --against, or compare them as another side only, as in `SIDE=BOT`
    error: two entrants are called `patrol`: give one another name, as in `other@patrol`
    error: two entrants are called `tracker`: give one another name, as in `other@tracker`
    error: as `dracula` the two need an opponent that plays `hunters`: name one with --against, or compare them as another side only, as in `SIDE=BOT`
    error: `random` cannot be an opponent, because the two are compared as `hunters`: leave it out
    error: an effect of 0 standard deviations cannot be tested: give 0.01 to 2
    error: a test of at most 8 pairs is not possible: give 32 to 1000000
    ");
    for option in ["--matches 5", "--shard 1/2", "--until-interval 1"] {
        let output = place.run(&format!("compare tracker patrol --against lurker {option}"));
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(text(&output.stderr).contains("unexpected argument"), "{option}");
    }
}

/// With such a small effect it takes 46,052 pairs to call the same bot identical.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_says_how_to_go_on_and_ends_with_status_130() {
    let place = Place::new();
    let args = "compare random twin@random --against patrol wanderer --effect 0.01 --out run";
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_stoker"))
        .current_dir(place.path())
        .env("STOKER_TRIAL_NO_REPORT", "")
        .args(args.split(' '))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Many more than are played before the first look.
    wait_until("there was a look", || place.lines_of("run/matches.csv") > 500);
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let printed = text(&output.stdout);
    assert!(printed.starts_with("No verdict yet.\n\nA random, B twin, as hunters and dracula: "));
    assert!(printed.contains("interrupted after "), "{printed}");
    assert!(printed.ends_with("to continue: stoker resume run\n"), "{printed}");
}

#[test]
fn entrants_that_never_win_are_compared_by_their_progress_too() {
    let place = Place::new();
    let compare = "compare survivor random --ruleset masters --seed 5";
    let shown = place.prints(&format!("{compare} --max-pairs 400 --out run"));
    assert!(shown.starts_with("Too few differences: just one of survivor and random"), "{shown}");
    let progress = shown.lines().find(|line| line.starts_with(" mean progress")).unwrap();
    assert!(progress.contains("points (95%: "), "{progress}");
    let rows = text(&place.read("run/comparison.csv"));
    assert!(
        rows.lines().next().unwrap().ends_with(
            ",mean_progress_difference,mean_progress_low_95,mean_progress_high_95,verdict"
        )
    );
    assert!(rows.ends_with(",rarely differ\n"), "{rows}");
    let again = place.prints(&format!("{compare} --max-pairs 400 --out again --json"));
    let value: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert_eq!(value["comparison"]["verdict"], "rarely differ");
    assert_eq!(value["comparison"]["further"][0]["score"], "progress");
}
