//! A league as data: one value for the command line, a configuration file and a `run.toml`.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, anyhow};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use stoker_bots::remedy;
use stoker_engine::Seed;
use stoker_external::LimitsAsked;
use stoker_external::fault::FaultPolicy;
use stoker_external::spec::{Spec, SpecError};
use stoker_sandbox::{Isolation, Limit, Turns};
use stoker_stats::sprt::Question;
use stoker_tournament::plan::{Format, Keep, Shard};
use stoker_tournament::results::manifest::{EntrantRow, Manifest, Tournament};
use stoker_tournament::settings::Design;
use stoker_tournament::starts::Starts;

use crate::terminal::io::read_text;

/// The largest configuration, in bytes.
pub(crate) const MAX_CONFIG: u64 = 1 << 20;

/// A league as it was asked for. A missing value has a default.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct League {
    pub(crate) ruleset: Option<String>,
    pub(crate) preset: Option<String>,
    pub(crate) map: Option<String>,
    pub(crate) data: Option<String>,
    #[serde(default, deserialize_with = "named")]
    pub(crate) entrants: Entrants,
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) format: Option<Format>,
    pub(crate) matches: Option<u64>,
    /// The number of games in each match.
    pub(crate) games: Option<u64>,
    #[serde(default, deserialize_with = "seed")]
    pub(crate) seed: Option<Seed>,
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) starts: Option<Starts>,
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) records: Option<Keep>,
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) fault_policy: Option<FaultPolicy>,
    pub(crate) until_interval: Option<f64>,
    /// The question of an A/B test between the first two entrants.
    #[serde(skip)]
    pub(crate) compare: Option<Question>,
    /// The shard to play, if not the whole. A file never has it, because all shards share the file.
    #[serde(skip)]
    pub(crate) shard: Option<Shard>,
    #[serde(default)]
    pub(crate) limits: LimitsAsked,
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) isolation: Option<Isolation>,
    /// The way in which turns of submissions of C sources get their processes.
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) turns: Option<Turns>,
    #[serde(default, deserialize_with = "each_typed_like")]
    pub(crate) waive: Vec<Limit>,
    /// The options of power that were typed: a file may come from anybody.
    #[serde(skip)]
    pub(crate) typed: TypedPermissions,
    /// True if external bots see a clock that stands still.
    pub(crate) still: Option<bool>,
    #[serde(default)]
    pub(crate) params: toml::Table,
    /// The sweep that was asked for, if any.
    #[serde(default)]
    pub(crate) sweep: SweepAsked,
    /// The hash of the map that a run was played on, if this is its `run.toml`.
    #[serde(skip)]
    pub(crate) map_hash: Option<String>,
    /// The hash of the data that it was played with.
    #[serde(skip)]
    pub(crate) data_hash: Option<String>,
    /// The file from which this value, or the one below it, was read, and its content before the
    /// overlay.
    #[serde(skip)]
    pub(crate) file: Option<Box<(PathBuf, League)>>,
}

/// The options that give programs more power, as they were typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TypedPermissions {
    pub(crate) isolation: bool,
    pub(crate) waive: bool,
}

/// A sweep as it was asked for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SweepAsked {
    /// The axes, as in `lurker:depth=1..4`; none if nothing is swept. Names of entrants may hold
    /// `:` and `=`, so an axis is parsed once the entrants are known.
    #[serde(default)]
    pub(crate) vary: Vec<String>,
    #[serde(default, deserialize_with = "typed_like")]
    pub(crate) design: Option<Design>,
}

impl SweepAsked {
    fn overlaid(self, over: Self) -> Self {
        Self {
            vary: if over.vary.is_empty() { self.vary } else { over.vary },
            design: over.design.or(self.design),
        }
    }
}

/// The entrants of a league, as they were asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Entrants {
    /// The entrants named. If none are named, every bot that does not search takes part.
    Named(Vec<Spec>),
    /// The entrants of the run that is resumed, or whose parts are joined.
    Recorded(RecordedEntrants),
}

impl Default for Entrants {
    fn default() -> Self {
        Self::Named(vec![])
    }
}

impl Entrants {
    /// The entrants that were typed.
    pub(crate) fn typed(texts: &[String]) -> Result<Self, SpecError> {
        texts.iter().map(|text| text.parse()).collect::<Result<_, _>>().map(Self::Named)
    }

    fn overlaid(self, over: Self) -> Self {
        if over == Self::default() { self } else { over }
    }
}

/// The entrants of a run that was begun before.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RecordedEntrants {
    /// The rows of its `run.toml`.
    pub(crate) rows: Vec<EntrantRow>,
    /// The place to look for their programs.
    pub(crate) look: ProgramSearch,
}

/// A place to look for the programs of a run that was begun before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProgramSearch {
    /// Their old places.
    InPlace,
    /// The submissions in this folder, found by their content.
    In(PathBuf),
    /// No place: they are not needed.
    Nowhere,
}

/// Reads a value of a file from a text, as the same option on the command line is read.
fn typed_like<'de, D, T>(file: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    String::deserialize(file)?.parse().map(Some).map_err(D::Error::custom)
}

/// The same for a list.
fn each_typed_like<'de, D, T>(file: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let texts = Vec::<String>::deserialize(file)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

/// Reads the entrants.
fn named<'de, D: Deserializer<'de>>(file: D) -> Result<Entrants, D::Error> {
    each_typed_like(file).map(Entrants::Named)
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

impl League {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let config = Self::parse(&path.display().to_string(), &read_text(path, MAX_CONFIG)?)?;
        let file = Some(Box::new((path.to_owned(), config.clone())));
        Ok(Self { file, ..config })
    }

    /// Reads a configuration, or the `run.toml` of a run; errors name file and line.
    pub(crate) fn parse(file: &str, text: &str) -> anyhow::Result<Self> {
        if let Ok(manifest) = toml::from_str::<Manifest>(text) {
            let named = manifest.entrants.iter().map(|row| {
                Spec::named(row.side.as_deref(), &row.name, &row.spec).map_err(Into::into)
            });
            return named
                .collect::<anyhow::Result<_>>()
                .and_then(|named| Self::of_run(manifest, Entrants::Named(named)))
                .with_context(|| file.to_owned());
        }
        toml::from_str(text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start);
            let line = 1 + text.bytes().take(before).filter(|&byte| byte == b'\n').count();
            anyhow!("{file}:{line}: {}", in_plain_words(error.message()))
        })
    }

    /// The league that continues a run, or joins its parts, with the entrants that it had.
    pub(crate) fn recorded(run: Manifest, look: ProgramSearch) -> anyhow::Result<Self> {
        let rows = run.entrants.clone();
        Self::of_run(run, Entrants::Recorded(RecordedEntrants { rows, look }))
    }

    /// The league that plays a run again.
    fn of_run(run: Manifest, entrants: Entrants) -> anyhow::Result<Self> {
        let (shard, isolation) = (run.part(), run.isolation.as_ref());
        let Tournament {
            ruleset,
            preset,
            map: _,
            map_hash,
            data_hash,
            format,
            matches,
            games,
            seed,
            starts,
            starts_because: _,
            records,
            fault_policy,
            until_interval,
        } = run.tournament;
        let sweep = match run.sweep {
            Some(row) => SweepAsked { vary: row.vary, design: Some(row.design.parse()?) },
            None => SweepAsked::default(),
        };
        Ok(Self {
            ruleset: Some(ruleset),
            preset,
            map: None,
            data: None,
            entrants,
            // A comparison is not typed as a format.
            format: run.compare.is_none().then(|| format.parse()).transpose()?,
            matches: Some(matches),
            games,
            seed: Some(seed),
            starts: Some(starts),
            records: Some(records.parse()?),
            fault_policy: Some(fault_policy),
            until_interval,
            compare: run.compare,
            shard,
            limits: run.limits.unwrap_or_default(),
            isolation: isolation.map(|isolation| isolation.kind.parse()).transpose()?,
            turns: isolation.map(|isolation| isolation.turns.parse()).transpose()?,
            waive: isolation
                .iter()
                .flat_map(|isolation| &isolation.waived)
                .map(|limit| limit.parse())
                .collect::<Result<_, _>>()?,
            typed: TypedPermissions::default(),
            still: isolation.map(|isolation| isolation.still),
            params: run.params,
            sweep,
            map_hash,
            data_hash,
            file: None,
        })
    }

    /// This configuration with another one laid over it.
    #[must_use]
    pub(crate) fn overlaid(self, over: Self) -> Self {
        Self {
            ruleset: over.ruleset.or(self.ruleset),
            preset: over.preset.or(self.preset),
            map: over.map.or(self.map),
            data: over.data.or(self.data),
            entrants: self.entrants.overlaid(over.entrants),
            format: over.format.or(self.format),
            matches: over.matches.or(self.matches),
            games: over.games.or(self.games),
            seed: over.seed.or(self.seed),
            starts: over.starts.or(self.starts),
            records: over.records.or(self.records),
            fault_policy: over.fault_policy.or(self.fault_policy),
            until_interval: over.until_interval.or(self.until_interval),
            compare: over.compare.or(self.compare),
            shard: over.shard.or(self.shard),
            limits: self.limits.overlaid(over.limits),
            isolation: over.isolation.or(self.isolation),
            turns: over.turns.or(self.turns),
            waive: if over.waive.is_empty() { self.waive } else { over.waive },
            typed: over.typed,
            still: over.still.or(self.still),
            params: self.params.into_iter().chain(over.params).collect(),
            sweep: self.sweep.overlaid(over.sweep),
            map_hash: self.map_hash,
            data_hash: self.data_hash,
            file: self.file,
        }
    }
}

/// The message of a parser of configurations or records without the words of a programming
/// language, and with the nearest key for an unknown one.
pub(crate) fn in_plain_words(message: &str) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u64", "expected a whole number from 0 to 18446744073709551615"),
        ("expected i32", "expected a whole number from -2147483648 to 2147483647"),
        ("expected a sequence", "expected a list, as in [\"a\", \"b\"]"),
        ("expected a map", "expected a table"),
    ];
    let mut quoted = message.split('`').skip(1).step_by(2);
    if let Some(unknown) = quoted.next()
        && message.starts_with("unknown field")
    {
        return format!("unknown key `{unknown}`: {}", remedy(unknown, quoted));
    }
    match WORDS.into_iter().find(|(theirs, _)| message.ends_with(theirs)) {
        Some((theirs, ours)) => message.trim_end_matches(theirs).to_owned() + ours,
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        League::parse("league.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_file_and_line_and_the_nearest_key() {
        assert_eq!(
            error("ruleset = \"course\"\n\nmatchs = 3\n"),
            "league.toml:3: unknown key `matchs`: did you mean `matches`?"
        );
        assert_eq!(
            error("matches = -1"),
            "league.toml:1: invalid value: integer `-1`, expected a whole number from 0 to \
             18446744073709551615"
        );
        assert_eq!(
            error("entrants = \"random\""),
            "league.toml:1: invalid type: string \"random\", expected a list, as in [\"a\", \"b\"]"
        );
        assert!(error("a = \n").starts_with("league.toml:1: "));
        assert!(error("\nseed = 1.5").contains("league.toml:2: a seed is a string"));
    }

    #[test]
    fn a_file_is_refused_for_what_the_command_line_refuses_where_it_says_so() {
        let cases = [
            ("starts = \"late\"", "`late` is not a start of matches: give `free` or `random`"),
            (
                "fault_policy = \"none\"",
                "`none` is not a fault policy: give `course`, `forfeit` or `lenient`",
            ),
            (
                "seed = \"xyz\"",
                "`xyz` is not a seed: give 16 hexadecimal digits or a decimal number",
            ),
        ];
        for (line, words) in cases {
            let error = error(&format!("matches = 1\n{line}\n"));
            assert!(error.starts_with(&format!("league.toml:2: {words}")), "{error}");
        }
        for line in [
            "records = \"some\"",
            "isolation = \"ful\"",
            "waive = [\"cpux\"]",
            "format = \"swiss\"",
            "entrants = [\"random\", \"=random\"]",
        ] {
            let error = error(&format!("matches = 1\n{line}\n"));
            assert!(error.starts_with("league.toml:2: "), "{error}");
        }
    }

    #[test]
    fn a_seed_that_is_a_number_is_decimal_however_long_it_is() {
        let seed = |text| League::parse("a", text).unwrap().seed;
        assert_eq!(seed("seed = 1234567890123456"), Some(Seed(1_234_567_890_123_456)));
        assert_eq!(seed("seed = \"1234567890123456\""), Some(Seed(0x1234_5678_9012_3456)));
    }

    #[test]
    fn what_is_laid_over_a_configuration_wins() {
        let below = League::parse("a", "matches = 3\nentrants = [\"a\"]\npreset = \"p\"").unwrap();
        let over = League::parse("b", "matches = 4\nseed = 7").unwrap();
        let both = below.overlaid(over);
        assert_eq!((both.matches, both.preset.as_deref()), (Some(4), Some("p")));
        assert_eq!(
            (both.entrants, both.seed),
            (Entrants::Named(vec![Spec::of_bot("a")]), Some(Seed(7)))
        );
    }
}
