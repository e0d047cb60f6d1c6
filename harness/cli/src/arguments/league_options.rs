//! The options of a league, each of which is spelt here alone.
//!
//! From here they reach `--help`, configuration files and what `--print-config` prints. What is
//! typed otherwise than it is written, such as entrants, is in [`config`](super::config).

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use stoker_engine::Seed;
use stoker_external::fault::FaultPolicy;
use stoker_sandbox::{Isolation, Limit, Turns};
use stoker_tournament::plan::{Format, Keep};
use stoker_tournament::settings::Design;
use stoker_tournament::starts::Starts;
use stoker_tournament::text;

use super::keys::{count, options};

options! {
    /// The options that name rules.
    struct NamedRules {
        /// Ruleset to play by; `stoker rulesets` lists them
        #[arg(long, value_name = "R")]
        ruleset: Option<String>,
        /// Preset of the ruleset, a named set of its parameters
        #[arg(long, value_name = "P")]
        preset: Option<String>,
    }
}

options! {
    /// The options that name files of the rules.
    struct FileArgs {
        /// A built-in map, or a map file; records need it only if the map is not built in
        #[arg(long, value_name = "F")]
        map: Option<String>,
        /// A data file in place of the ruleset's own, which `stoker rulesets R --data` prints
        #[arg(long, value_name = "FILE")]
        data: Option<String>,
    }
}

options! {
    /// The options that say who meets whom, and how often.
    struct PairingOptions {
        /// The pairings: round-robin; lineups, which draws balanced lineups (the default where
        /// three or more rivals meet in a match); gauntlet:ENTRANT, which plays only the pairings
        /// of that entrant; or ladder for a large field, in which the better half climbs at each
        /// rung (ladder:RUNGS sets the number of rungs)
        #[arg(long, value_name = "FORMAT")]
        #[serde(with = "text::option")]
        format: Option<Format>,
        /// Matches per pairing; with drawn lineups, matches of each entrant (its appearances,
        /// rounded up to whole blocks); on a ladder, those of each entrant on the lowest rung
        /// [default: 100]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
        matches: Option<u64>,
        /// Games in each match, from 1 to 99: the loser of a game begins the next one, where the
        /// rules leave open who begins [default: 1]
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
        games: Option<u64>,
        /// End when every 95% interval of a mean score is within plus or minus X; checked every 8
        /// seeds, from 32 on
        #[arg(long, value_name = "X", allow_negative_numbers = true)]
        until_interval: Option<f64>,
    }
}

options! {
    /// The options of all matches.
    struct MatchOptions {
        /// Master seed, 16 hexadecimal digits or a decimal number [default: 1]
        #[arg(long, value_name = "S", allow_negative_numbers = true)]
        #[serde(serialize_with = "text::option::serialize", deserialize_with = "seed")]
        seed: Option<Seed>,
        /// Start of matches: random for the ruleset's seeded random opening, or free [default:
        /// random, but free if a program of the `course` protocol takes part]
        #[arg(long, value_name = "START", value_parser = starts_parser())]
        #[serde(with = "text::option")]
        starts: Option<Starts>,
        /// Matches to record: none, sample:N or all [default: sample:100]
        #[arg(long, value_name = "RECORDS")]
        #[serde(with = "text::option")]
        records: Option<Keep>,
        /// Consequence of a fault: default moves for the rest of the match (course), a default move
        /// for this turn only (lenient), or the loss of the match (forfeit) [default: course]
        #[arg(long, value_name = "POLICY", value_parser = policy_parser())]
        #[serde(with = "text::option")]
        fault_policy: Option<FaultPolicy>,
    }
}

options! {
    /// Options that give external programs more power. A file can ask for them, but they apply only
    /// if they are typed.
    #[command(next_help_heading = "External bots")]
    struct IsolationArgs {
        /// Isolation of external bots from the rest of the machine: full, bwrap or none [default:
        /// full]
        #[arg(long, value_name = "HOW")]
        #[serde(with = "text::option")]
        isolation: Option<Isolation>,
        /// Continue even though this limit does not hold on this machine; may be repeated
        #[arg(long, value_name = "LIMIT")]
        #[serde(with = "text::list")]
        waive: Vec<Limit>,
    }
}

options! {
    /// The options that say how programs of external bots are run.
    #[command(next_help_heading = "External bots")]
    struct ProgramOptions {
        /// Process of each turn of a course submission: warm (forked from a process that has loaded
        /// the program) or process (started anew) [default: warm]
        #[arg(long, value_name = "HOW")]
        #[serde(with = "text::option")]
        turns: Option<Turns>,
        /// Show external bots the same clock time and the same addresses in every process
        #[arg(long)]
        still: bool,
    }
}

options! {
    /// The options of a sweep, which are a table of a file: no axes if nothing is swept.
    // Names of entrants may hold `:` and `=`, so an axis is parsed once the entrants are known.
    struct SweepAsked {
        /// A parameter to vary: ENTRANT:PARAMETER=VALUES, or rules:PARAMETER=VALUES for a parameter
        /// of the rules; may be repeated
        #[arg(long, value_name = "AXIS")]
        vary: Vec<String>,
        /// The settings to play: all combinations (grid), a Latin hypercube of N settings (lhs:N),
        /// or N settings at random (random:N) [default: grid]
        #[arg(long, value_name = "DESIGN")]
        #[serde(with = "text::option")]
        design: Option<Design>,
    }
}

/// Reads a seed, which may be a number in a file.
fn seed<'de, D: Deserializer<'de>>(file: D) -> Result<Option<Seed>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a seed is a string of 16 hexadecimal digits or a whole number")]
    enum Given {
        Number(u64),
        Text(String),
    }
    match Given::deserialize(file)? {
        Given::Number(number) => Ok(Some(Seed(number))),
        Given::Text(text) => text.parse().map(Some).map_err(D::Error::custom),
    }
}

fn starts_parser() -> impl TypedValueParser<Value = Starts> {
    PossibleValuesParser::new(Starts::ALL.map(Starts::word)).try_map(|text| text.parse::<Starts>())
}

fn policy_parser() -> impl TypedValueParser<Value = FaultPolicy> {
    PossibleValuesParser::new(FaultPolicy::WORDS).try_map(|text| text.parse::<FaultPolicy>())
}
