//! A league as data: one value for the command line, a configuration file and a `run.toml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;
use stoker_external::LimitsAsked;
use stoker_external::limits::LimitsError;
use stoker_external::spec::{Spec, SpecError};
use stoker_stats::sprt::TestQuestion;
use stoker_tournament::plan::Shard;
use stoker_tournament::results::manifest::{EntrantRow, Manifest, RunFormat, Tournament};
use stoker_tournament::text;

use super::external::ExternalArgs;
use super::keys::{FileError, Layer, UnreadKeys, write_key, write_options};
use super::league_options::{
    FileArgs, IsolationArgs, MatchOptions, NamedRules, PairingOptions, ProgramOptions, SweepAsked,
};
use crate::terminal::io::read_text;

/// The largest configuration, in bytes.
pub(crate) const MAX_CONFIG: u64 = 1 << 20;

/// A league as it was asked for. A missing value has a default.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct LeagueConfig {
    pub(crate) rules: NamedRules,
    pub(crate) files: FileArgs,
    /// Parameters of the rules that differ from the preset.
    pub(crate) params: toml::Table,
    pub(crate) entrants: Entrants,
    pub(crate) pairings: PairingOptions,
    pub(crate) play: MatchOptions,
    pub(crate) limits: LimitsAsked,
    pub(crate) permissions: IsolationArgs,
    /// Those of the permissions that were typed: a file may come from anybody.
    pub(crate) typed: IsolationArgs,
    pub(crate) programs: ProgramOptions,
    /// The sweep that was asked for, if any.
    pub(crate) sweep: SweepAsked,
    /// The question of an A/B test between the first two entrants.
    pub(crate) compare: Option<TestQuestion>,
    /// The shard to play, if not the whole. A file never has it, because all shards share the file.
    pub(crate) shard: Option<Shard>,
    /// The hash of the map that a run was played on, if this is its `run.toml`.
    pub(crate) map_hash: Option<String>,
    /// The hash of the data that it was played with.
    pub(crate) data_hash: Option<String>,
    /// The file from which this value, or the one below it, was read, and its content before the
    /// overlay.
    pub(crate) file: Option<Box<(PathBuf, LeagueConfig)>>,
}

/// The keys of a file whose values are not typed as options, or otherwise than they are written.
#[derive(Default, Deserialize)]
#[serde(default)]
struct FileTables {
    #[serde(with = "text::list")]
    entrants: Vec<Spec>,
    params: toml::Table,
    limits: LimitsAsked,
    sweep: SweepAsked,
}

/// The meaning of `entrants`.
const ENTRANTS: &str = "The entrants, as [SIDE=][NAME@]BOT[:PARAMETER=VALUE,...]: `stoker bots` lists \
    the bots";

impl FileTables {
    const KEYS: [&str; 4] = ["entrants", "params", "limits", "sweep"];
}

/// The entrants of a league, as they were asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Entrants {
    /// The entrants named. If none are named, every bot that does not search takes part.
    Named(Vec<Spec>),
    /// The entrants named, people among them.
    #[cfg_attr(not(feature = "play"), expect(dead_code, reason = "people need pages to play"))]
    WithPeople(Vec<Spec>),
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
}

impl Layer for Entrants {
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

impl LeagueConfig {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let config = Self::parse(&path.display().to_string(), &read_text(path, MAX_CONFIG)?)?;
        let file = Some(Box::new((path.to_owned(), config.clone())));
        Ok(Self { file, ..config })
    }

    /// Reads a configuration, or the `run.toml` of a run; errors name file and line.
    pub(crate) fn parse(file: &str, text: &str) -> anyhow::Result<Self> {
        if let Ok(manifest) = toml::from_str::<Manifest>(text) {
            return Self::again(manifest).with_context(|| file.to_owned());
        }
        Self::of_file(text).map_err(|error| error.at(file, text))
    }

    /// Reads a configuration.
    fn of_file(text: &str) -> Result<Self, FileError> {
        let mut file = UnreadKeys::of(text)?;
        let FileTables { entrants, params, limits, sweep } =
            file.take(FileTables::KEYS.map(str::to_owned).to_vec())?;
        let league = Self {
            rules: file.options()?,
            files: file.options()?,
            params,
            entrants: Entrants::Named(entrants),
            pairings: file.options()?,
            play: file.options()?,
            limits,
            permissions: file.options()?,
            programs: file.options()?,
            sweep,
            ..Self::default()
        };
        file.finish()?;
        Ok(league)
    }

    /// Writes the keys with their values, except parameters of the rules. Those about programs are
    /// left out if none take part.
    pub(crate) fn write(&self, text: &mut String) -> anyhow::Result<()> {
        write_options(&self.rules, text)?;
        write_options(&self.files, text)?;
        if let Entrants::Named(specs) = &self.entrants {
            let specs: Vec<_> = specs.iter().map(ToString::to_string).collect();
            write_key(ENTRANTS, "entrants", &specs.into(), text)?;
        }
        write_options(&self.pairings, text)?;
        write_options(&self.play, text)?;
        if self.permissions.isolation.is_some() {
            write_options(&self.permissions, text)?;
            write_options(&self.programs, text)?;
            let limits = toml::to_string(&self.limits)?;
            write!(text, "\n# The most that each external bot may use.\n[limits]\n{limits}")?;
        }
        if !self.sweep.vary.is_empty() {
            text.push_str("\n[sweep]\n");
            write_options(&self.sweep, text)?;
        }
        Ok(())
    }

    /// The league that plays a run again, with entrants of the same names and specs.
    ///
    /// # Errors
    /// If a row names no entrant.
    pub(crate) fn again(run: Manifest) -> Result<Self, SpecError> {
        let spec = |row: &EntrantRow| Spec::named(row.side.as_deref(), &row.name, &row.spec);
        let named = run.entrants.iter().map(spec).collect::<Result<_, _>>()?;
        Ok(Self::of_run(run, Entrants::Named(named)))
    }

    /// The league that continues a run, or joins its parts, with the entrants that it had.
    pub(crate) fn recorded(run: Manifest, look: ProgramSearch) -> Self {
        let rows = run.entrants.clone();
        Self::of_run(run, Entrants::Recorded(RecordedEntrants { rows, look }))
    }

    /// The league of a run, with these entrants.
    fn of_run(run: Manifest, entrants: Entrants) -> Self {
        let shard = run.part();
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
        let format = match format {
            RunFormat::Typed(format) => Some(format),
            RunFormat::Compare | RunFormat::CompareDrawn => None,
        };
        let (permissions, programs) = match run.isolation {
            Some(row) => (
                IsolationArgs { isolation: Some(row.kind), waive: row.waived },
                ProgramOptions { turns: Some(row.turns), still: row.still },
            ),
            None => Default::default(),
        };
        let sweep = run.sweep.map(|row| SweepAsked { vary: row.vary, design: Some(row.design) });
        Self {
            rules: NamedRules { ruleset: Some(ruleset), preset },
            files: FileArgs::default(),
            params: run.params,
            entrants,
            pairings: PairingOptions { format, matches: Some(matches), games, until_interval },
            play: MatchOptions {
                seed: Some(seed),
                starts: Some(starts),
                records: Some(records),
                fault_policy: Some(fault_policy),
            },
            limits: run.limits.unwrap_or_default(),
            permissions,
            typed: IsolationArgs::default(),
            programs,
            sweep: sweep.unwrap_or_default(),
            compare: run.compare,
            shard,
            map_hash,
            data_hash,
            file: None,
        }
    }

    /// This league with the options of external bots that were typed.
    ///
    /// # Errors
    /// If a limit is not `NAME=N`, or out of range.
    pub(crate) fn with_external(self, typed: ExternalArgs) -> Result<Self, LimitsError> {
        let limits = typed.limits()?;
        Ok(Self { limits, programs: typed.programs, ..self.permitted(&typed.isolation_args) })
    }

    /// This league with the permissions that were typed.
    pub(crate) fn permitted(self, typed: &IsolationArgs) -> Self {
        let permissions = self.permissions.overlaid(typed.clone());
        Self { permissions, typed: typed.clone(), ..self }
    }
}

impl Layer for LeagueConfig {
    fn overlaid(self, over: Self) -> Self {
        Self {
            rules: self.rules.overlaid(over.rules),
            files: self.files.overlaid(over.files),
            params: self.params.into_iter().chain(over.params).collect(),
            entrants: self.entrants.overlaid(over.entrants),
            pairings: self.pairings.overlaid(over.pairings),
            play: self.play.overlaid(over.play),
            limits: self.limits.overlaid(over.limits),
            permissions: self.permissions.overlaid(over.permissions),
            typed: over.typed,
            programs: self.programs.overlaid(over.programs),
            sweep: self.sweep.overlaid(over.sweep),
            compare: over.compare.or(self.compare),
            shard: over.shard.or(self.shard),
            map_hash: self.map_hash,
            data_hash: self.data_hash,
            file: self.file,
        }
    }
}

#[cfg(test)]
mod tests {
    use stoker_engine::Seed;

    use super::*;

    fn error(text: &str) -> String {
        LeagueConfig::parse("league.toml", text).unwrap_err().to_string()
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
        let seed = |text| LeagueConfig::parse("a", text).unwrap().play.seed;
        assert_eq!(seed("seed = 1234567890123456"), Some(Seed(1_234_567_890_123_456)));
        assert_eq!(seed("seed = \"1234567890123456\""), Some(Seed(0x1234_5678_9012_3456)));
    }

    #[test]
    fn what_is_laid_over_a_configuration_wins() {
        let below =
            LeagueConfig::parse("a", "matches = 3\nentrants = [\"a\"]\npreset = \"p\"").unwrap();
        let over = LeagueConfig::parse("b", "matches = 4\nseed = 7").unwrap();
        let both = below.overlaid(over);
        assert_eq!((both.pairings.matches, both.rules.preset.as_deref()), (Some(4), Some("p")));
        assert_eq!(
            (both.entrants, both.play.seed),
            (Entrants::Named(vec![Spec::of_bot("a")]), Some(Seed(7)))
        );
    }
}
