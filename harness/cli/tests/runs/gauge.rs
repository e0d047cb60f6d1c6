//! The distance of bots from perfect play, on the command line.

use insta::assert_snapshot;
use serde_json::Value;

use crate::common::{Place, text};

#[test]
fn bots_are_measured_between_the_blind_and_the_omniscient() {
    let place = Place::new();
    let printed = place.prints("gauge patrol --against wanderer random --matches 4 --out run");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert_snapshot!(printed, @r"
    hunters (score in points, high is better)

    against wanderer
     entrant       mean     95% interval   share    95% interval  matches  faults
     blind        48.25  -120.3 to 216.8    0.0%               -        4       0
     omniscient  356.75   353.2 to 360.3  100.0%               -        4       0
     patrol      100.75   -98.9 to 300.4   17.0%  -80.7 to 114.8        4       0

    against random
     entrant       mean    95% interval   share   95% interval  matches  faults
     blind       265.25  205.8 to 324.7    0.0%              -        4       0
     omniscient  360.50  357.5 to 363.5  100.0%              -        4       0
     patrol      271.25  218.7 to 323.8    6.3%  -24.2 to 36.8        4       0

    against all opponents
     entrant       mean    95% interval   share   95% interval  matches  faults
     blind       156.75   54.2 to 259.3    0.0%              -        8       0
     omniscient  358.62  357.4 to 359.8  100.0%              -        8       0
     patrol      186.00   71.1 to 300.9   14.5%  -63.2 to 92.2        8       0

    4 seeds; results in run
    ");
    assert_snapshot!(text(&place.read("run/gauge.csv")), @r"
    opponent,entrant,matches,void,faults,mean_score,low_95,high_95,share,share_low_95,share_high_95
    wanderer,blind,4,0,0,48.2500,-120.2814,216.7814,0.0000,0.0000,0.0000
    wanderer,omniscient,4,0,0,356.7500,353.2217,360.2783,1.0000,1.0000,1.0000
    wanderer,patrol,4,0,0,100.7500,-98.8724,300.3724,0.1702,-0.8072,1.1475
    random,blind,4,0,0,265.2500,205.7917,324.7083,0.0000,0.0000,0.0000
    random,omniscient,4,0,0,360.5000,357.4530,363.5470,1.0000,1.0000,1.0000
    random,patrol,4,0,0,271.2500,218.6613,323.8387,0.0630,-0.2418,0.3678
    all opponents,blind,8,0,0,156.7500,54.1593,259.3407,0.0000,0.0000,0.0000
    all opponents,omniscient,8,0,0,358.6250,357.4316,359.8184,1.0000,1.0000,1.0000
    all opponents,patrol,8,0,0,186.0000,71.1193,300.8807,0.1449,-0.6325,0.9222
    ");
    let scores = text(&place.read("run/scores.csv"));
    assert_eq!(scores.lines().count(), 1 + 4 * 2 * 3);
    assert_eq!(scores.lines().next(), Some("match,seed,opponent,entrant,score,void"));
}

#[test]
fn threads_change_nothing_and_the_folder_is_found_again() {
    let place = Place::new();
    let one = place.prints("gauge patrol --against wanderer --matches 6 --threads 1");
    let folder = one.trim_end().rsplit(' ').next().unwrap();
    let read = |name: &str| place.read(&format!("{folder}/{name}"));
    let before = ["gauge.toml", "gauge.csv", "scores.csv"].map(read);
    assert_eq!(place.prints("gauge patrol --against wanderer --matches 6 --threads 3"), one);
    assert_eq!(["gauge.toml", "gauge.csv", "scores.csv"].map(read), before);
    let other = place.prints("gauge patrol --against wanderer --matches 7");
    assert!(other.trim_end().ends_with("-2"), "{other}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_measurement_keeps_the_seeds_that_were_finished() {
    let place = Place::new();
    // Long enough for a seed on a machine that is busy.
    for seconds in [2, 10, 60] {
        let many = "gauge patrol --against random --map tiny --matches 1000000 --threads 1 \
                    --out run";
        let output = place.interrupted(many, seconds);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let told = text(&output.stdout);
        if told.ends_with("\nstopped after 0 of 1000000 seeds: nothing is kept\n") {
            assert!(!place.path().join("run").exists());
            continue;
        }
        let rows = text(&place.read("run/scores.csv")).lines().count() - 1;
        let seeds = rows / 3;
        let last = format!("\nstopped after {seeds} of 1000000 seeds; results in run\n");
        assert!(told.ends_with(&last), "{told}");
        let manifest = text(&place.read("run/gauge.toml"));
        assert!(manifest.contains(&format!("\nstopped_after = {seeds}\n")), "{manifest}");
        return;
    }
    panic!("no seed was finished in a minute");
}

#[test]
fn a_long_spec_is_never_broken_in_two() {
    let spec = "patrol:rest=5,memory=4,spread=9";
    let printed = Place::new()
        .prints(&format!("gauge {spec} --against wanderer --matches 2 --map tiny --out run"));
    assert!(printed.lines().any(|line| line.starts_with(&format!(" {spec} "))), "{printed}");
}

#[test]
fn a_measurement_as_json_has_every_reading() {
    let place = Place::new();
    let printed = place.prints("gauge patrol --against wanderer --matches 3 --out run --json");
    let json: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(json["complete"], true);
    assert_eq!(json["readings"].as_array().unwrap().len(), 6);
    let row = &json["readings"][1];
    assert_eq!((&row["entrant"], &row["share"]), (&"omniscient".into(), &1.0.into()));
    assert!(json["readings"][3]["opponent"].is_null());
}

#[test]
fn who_sees_the_truth_plays_nowhere_else() {
    let place = Place::new();
    for verb in [
        "league hunters=omniscient lurker",
        "match hunters=omniscient dracula=lurker",
        "compare omniscient patrol --against lurker",
        "sweep omniscient lurker --vary omniscient:hit=100,200",
        "tune omniscient --against lurker",
        "check omniscient",
    ] {
        let refused = place.refuses(verb);
        let reason = "`omniscient` is told the hidden state: only `stoker gauge` plays it";
        assert!(refused.contains(reason), "{verb}: {refused}");
    }
}

#[test]
fn the_blind_are_a_bot_like_any_other_but_no_rung() {
    let place = Place::new();
    place.prints("league hunters=blind random --matches 2 --quiet --out named");
    place.prints("league --matches 1 --quiet --out all");
    assert!(!text(&place.read("all/leaderboard.csv")).contains("blind"));
}

#[test]
fn what_cannot_be_measured_is_refused_with_a_remedy() {
    let place = Place::new();
    assert_snapshot!(place.refuses("gauge lurker --against tracker"), @"error: only hunters can be measured: name such a bot");
    assert_snapshot!(place.refuses("gauge patrol --against tracker"), @"error: `tracker` cannot play `dracula`: leave it out");
    assert_snapshot!(place.refuses("gauge patrol patrol --against lurker"), @"error: two entrants are called `patrol`: give one another name, as in x@patrol");
    assert_snapshot!(place.refuses("gauge patrol --against lurker --matches 0"), @"error: 0 matches measure nothing: give at least 1");
    assert_snapshot!(place.refuses("gauge patrl --against lurker"), @"error: there is no bot `patrl`: did you mean `patrol`?");
    place.write("file", "");
    assert_snapshot!(place.refuses("gauge patrol --against lurker --out file"), @"error: file is not a folder: give another with --out");
    assert_snapshot!(place.refuses("gauge patrol --against lurker --out ."), @"error: . is not empty: give another folder, or --force if a run wrote it");
    assert_snapshot!(place.refuses("gauge patrol --against lurker --out . --force"), @"error: . has no gauge.toml, so nothing there is replaced: give another folder");
}
