//! An option of a league reaches the command line, files and `run.toml`, or a test fails.

use std::sync::Arc;

use clap::{CommandFactory as _, Parser as _};
use stoker_engine::course::Course;
use stoker_external::{Conditions, Limits, ProgramEnvironment, SandboxOptions};
use stoker_sandbox::Isolation;

use super::*;
use crate::arguments::external::ExternalArgs;
use crate::arguments::league_options::IsolationArgs;
use crate::arguments::{Cli, Verb};
use crate::verbs::draft::draft;

/// The options that are about one call of the program, and never in a file. A file is for all
/// shards, so `shard` is one of them.
const OF_ONE_CALL: [&str; 15] = [
    "config",
    "shard",
    "reuse",
    "threads",
    "out",
    "force",
    "no_report",
    "quiet",
    "json",
    "dry_run",
    "print_config",
    "live",
    "open",
    "port",
    "bind",
];

/// An option with a value other than its default.
struct Sample {
    /// The words that are typed.
    typed: &'static [&'static str],
    /// The table of a file that has its key.
    table: &'static str,
    /// The key and its value.
    written: &'static str,
}

const fn root(typed: &'static [&'static str], written: &'static str) -> Sample {
    Sample { typed, table: "", written }
}

/// The sample of the option with this id.
fn sample(id: &str) -> Sample {
    match id {
        "entrants" => {
            root(&["lurker", "tracker"], "entrants = [\n    \"lurker\",\n    \"tracker\",\n]")
        }
        "ruleset" => root(&["--ruleset", "course"], "ruleset = \"course\""),
        "preset" => root(&["--preset", "written"], "preset = \"written\""),
        "map" => root(&["--map", "tiny"], "map = \"tiny\""),
        "data" => root(&["--data", "d.toml"], "data = \"d.toml\""),
        "seed" => root(&["--seed", "7"], "seed = \"0000000000000007\""),
        "starts" => root(&["--starts", "free"], "starts = \"free\""),
        "records" => root(&["--records", "all"], "records = \"all\""),
        "fault_policy" => root(&["--fault-policy", "lenient"], "fault_policy = \"lenient\""),
        "format" => root(&["--format", "gauntlet:lurker"], "format = \"gauntlet:lurker\""),
        "games" => root(&["--games", "3"], "games = 3"),
        "matches" => root(&["--matches", "9"], "matches = 9"),
        "until_interval" => root(&["--until-interval", "2.5"], "until_interval = 2.5"),
        "isolation" => root(&["--isolation", "none"], "isolation = \"none\""),
        "waive" => root(&["--waive", "sockets"], "waive = [\n    \"sockets\",\n]"),
        "turns" => root(&["--turns", "process"], "turns = \"process\""),
        "still" => root(&["--still"], "still = true"),
        "limits" => {
            Sample { typed: &["--limit", "disk_mib=9"], table: "[limits]", written: "disk_mib = 9" }
        }
        "params" => Sample {
            typed: &["--param", "start_score=30"],
            table: "[params]",
            written: "start_score = 30",
        },
        "teams" => {
            Sample { typed: &["--teams", "mixed"], table: "[params]", written: "teams = \"mixed\"" }
        }
        "vary" => Sample {
            typed: &["--vary", "lurker:depth=1,2"],
            table: "[sweep]",
            written: "vary = [\n    \"lurker:depth=1,2\",\n]",
        },
        "design" => Sample {
            typed: &["--design", "lhs:2"],
            table: "[sweep]",
            written: "design = \"lhs:2\"",
        },
        id => panic!("give the option `{id}` a sample here"),
    }
}

/// The options of leagues and sweeps that are not about one call.
fn ids() -> Vec<String> {
    let cli = Cli::command();
    let sweep = cli.find_subcommand("sweep").expect("there is such a verb");
    let ids = sweep.get_arguments().map(|option| option.get_id().to_string());
    ids.filter(|id| !OF_ONE_CALL.contains(&id.as_str())).collect()
}

/// The league that is typed with the samples of these options.
fn typed(ids: &[String]) -> LeagueConfig {
    let words = ids.iter().flat_map(|id| sample(id).typed).copied();
    let words: Vec<_> = ["stoker", "sweep"].into_iter().chain(words).collect();
    let Ok(Cli { verb: Some(Verb::Sweep(args)) }) = Cli::try_parse_from(&words) else {
        panic!("{words:?}");
    };
    let (_, league) = args.league.resolve(args.sweep).unwrap();
    assert!(league.typed == league.permissions && league.file.is_none());
    LeagueConfig { typed: IsolationArgs::default(), ..league }
}

/// A file with the samples of these options.
fn file(ids: &[String]) -> String {
    let mut samples: Vec<_> = ids.iter().map(|id| sample(id)).collect();
    samples.sort_by_key(|sample| sample.table);
    let (mut text, mut table) = (String::new(), "");
    for sample in samples {
        if sample.table != table {
            table = sample.table;
            writeln!(text, "{table}").unwrap();
        }
        writeln!(text, "{}", sample.written).unwrap();
    }
    text
}

#[test]
fn every_option_is_a_key_of_a_file_with_the_same_meaning() {
    for id in ids() {
        let id = [id];
        let league = LeagueConfig::parse("a.toml", &file(&id)).unwrap();
        assert_eq!(league, typed(&id), "{id:?}");
        assert_ne!(league, LeagueConfig::default(), "{id:?}");
    }
    assert_eq!(LeagueConfig::parse("a.toml", &file(&ids())).unwrap(), typed(&ids()));
}

#[test]
fn an_option_wins_over_the_key_of_a_file() {
    use crate::arguments::keys::Layer as _;
    let lowest = "entrants = [\"random\"]\nruleset = \"r\"\npreset = \"p\"\nmap = \"m\"\n\
                  data = \"d\"\nseed = 3\nstarts = \"random\"\nrecords = \"none\"\n\
                  fault_policy = \"forfeit\"\nformat = \"ladder\"\nmatches = 2\ngames = 5\n\
                  until_interval = 1.0\nisolation = \"bwrap\"\nwaive = [\"cpu\"]\n\
                  turns = \"warm\"\n[limits]\ndisk_mib = 8\n[params]\nstart_score = 40\n\
                  [sweep]\nvary = [\"x:y=1\"]\ndesign = \"grid\"\n";
    let lowest = LeagueConfig::parse("a.toml", lowest).unwrap();
    assert_eq!(lowest.overlaid(typed(&ids())), typed(&ids()));
}

/// The plan of the samples of these options. The conditions of programs are those that were typed.
fn plan(ids: &[String]) -> (Plan<Course>, LeagueConfig) {
    let ruleset = stoker_bots::course::ruleset().unwrap();
    let league = typed(ids);
    let builtin = LeagueConfig { programs: Default::default(), ..league.clone() };
    let builtin = builtin.with_external(ExternalArgs::default()).unwrap();
    let builtin = LeagueConfig { permissions: IsolationArgs::default(), ..builtin };
    let mut draft = draft(&ruleset, &builtin).unwrap();
    draft.conditions = league.permissions.isolation.map(|isolation| conditions(&league, isolation));
    (Plan::new(draft).unwrap(), league)
}

fn conditions(league: &LeagueConfig, isolation: Isolation) -> Conditions {
    let turns = league.programs.turns.unwrap_or_default();
    Conditions {
        sandbox_options: Arc::new(SandboxOptions { turns, ..SandboxOptions::new(isolation) }),
        waived: league.permissions.waive.clone(),
        world: match league.programs.still {
            true => ProgramEnvironment::Still("clock.so".into()),
            false => ProgramEnvironment::Real,
        },
        limits: league.limits.over(Limits::default()).unwrap(),
        in_force: Default::default(),
        changeable: vec![],
        changed: vec![],
    }
}

/// Checks that the plan of these options says them all in `run.toml` and in what is printed.
fn reach(ids: &[String]) {
    let (plan, league) = plan(ids);
    let printed = config_text(&plan, &league).unwrap();
    for id in ids {
        let written = sample(id).written;
        assert!(printed.contains(&format!("\n{written}\n")), "{id}: {printed}");
    }
    assert_eq!(
        config_text(&plan, &LeagueConfig::parse("a.toml", &printed).unwrap()).unwrap(),
        printed
    );
    let run = Manifest::new(&plan, "").unwrap().to_toml().unwrap();
    let again = LeagueConfig::parse("run.toml", &run).unwrap();
    let has = |id: &str| ids.iter().any(|other| other == id);
    // Changed parameters are no longer those of the preset.
    let preset = league.rules.preset.filter(|_| !has("params"));
    assert_eq!(again.rules, NamedRules { preset, ..league.rules });
    assert_eq!(again.entrants, league.entrants);
    assert_eq!(again.pairings, league.pairings);
    assert_eq!(again.play, league.play);
    assert_eq!(again.permissions, league.permissions);
    assert_eq!(again.programs, league.programs);
    assert_eq!(again.sweep, league.sweep);
    assert_eq!(again.limits.disk_mib.unwrap(), 9);
    assert_eq!(again.params["start_score"].as_integer() == Some(30), has("params"));
}

#[test]
fn every_option_is_in_run_toml_and_in_what_print_config_prints() {
    // Course has no data file, no series and no teams, and a sweep ends when all is played.
    let but = |left_out: &[&str]| -> Vec<String> {
        ids()
            .into_iter()
            .filter(|id| {
                !["data", "games", "teams"].contains(&id.as_str())
                    && !left_out.contains(&id.as_str())
            })
            .collect()
    };
    reach(&but(&["vary", "design"]));
    reach(&but(&["vary", "design", "params"]));
    reach(&but(&["until_interval"]));
}

#[test]
fn the_number_of_games_is_in_run_toml_and_in_what_print_config_prints() {
    let ruleset = stoker_bots::kosmos::ruleset().unwrap();
    let asked = "entrants = [\"careful\", \"memory\"]\ngames = 3\n";
    let league = LeagueConfig::parse("a.toml", asked).unwrap();
    let plan = Plan::new(draft(&ruleset, &league).unwrap()).unwrap();
    assert!(config_text(&plan, &league).unwrap().contains("\ngames = 3\n"));
    let run = Manifest::new(&plan, "").unwrap().to_toml().unwrap();
    assert_eq!(LeagueConfig::parse("run.toml", &run).unwrap().pairings.games, Some(3));
}
