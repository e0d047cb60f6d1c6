//! `stoker verify`: replays records and transcripts, and checks folders of runs.

pub(super) mod folder;

use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use serde::Deserialize;
use stoker_bots::{Mismatch, ReplayBy, Transcripts, Unchecked};
use stoker_engine::Game;
use stoker_files::untrusted;
use stoker_tournament::record::{
    Problem, ReadError, RecordHead, RecordLine, RecordLines, by_column,
};
use stoker_tournament::verify::verify_record;
use stoker_tournament::verify::voids::{AtLine, VoidRows};

use super::diff::{common, excerpt};
use super::recorded::game_of;
use super::setup::{RulesWanted, configure, find_preset};
use crate::arguments::rules::GameFiles;
use crate::arguments::verify::{ReplayRules, VerifyArgs};
use crate::registry::Registry;
use crate::registry::any::{Checked, GameChecker};
use crate::terminal::io::{CommandExit, Io, error_line, is_broken_pipe, unless_unread};

/// The rest of an error about a file that contradicts a transcript.
const OTHERS: &str = "contradicts the transcript, which was played with another one: leave it out";
/// The most mismatches that are shown.
const SHOWN: u64 = 10;

/// The verb.
pub(crate) fn verify(
    registry: &Registry,
    args: &VerifyArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    // An unknown name is refused even if there is no transcript to use it on.
    registry.find(args.rules.named.ruleset.as_deref())?;
    let params = args.rules.params()?;
    let mut checkers =
        Checkers { registry, args, params: &params, records: None, transcripts: None };
    let mut total = Total::default();
    let mut unread = false;
    for file in &args.files {
        let verified = match untrusted::Folder::named(file) {
            Ok(run) => folder::verify(registry, run, checkers.source(), &mut total, io),
            Err(_) => verify_file(file, &mut checkers, &mut total, io),
        };
        match verified {
            Ok(()) => {}
            Err(error) if is_broken_pipe(&error) => return Ok(CommandExit::Findings),
            Err(error) => {
                unread = true;
                writeln!(io.err, "error: {}", error_line(&error))?;
            }
        }
    }
    let Total { games, turns, mismatches, folders } = total;
    let exit = match mismatches {
        _ if unread => CommandExit::Failed,
        0 => CommandExit::Done,
        _ => CommandExit::Findings,
    };
    if unread && games == 0 && folders == 0 {
        return Ok(exit);
    }
    let line = writeln!(io.out, "{games} games, {turns} decisions, {mismatches} mismatches");
    unless_unread(exit, line.map_err(Into::into))
}

fn verify_file(
    file: &Path,
    checkers: &mut Checkers<'_>,
    total: &mut Total,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let before = total.games;
    let mut voids = VoidRows::beside(file)?;
    for line in RecordLines::open(file)? {
        let line = line?;
        if let Some(voids) = &mut voids {
            total.note(&voids.record(line.match_number()?)?, io)?;
        }
        let checked = checkers.check(&line).map_err(|error| match error.is::<ReadError>() {
            true => error,
            false => error.context(format!("{}: {}", file.display(), line.start())),
        })?;
        total.add(&format!("{}: line {}", file.display(), line.number), &checked, io)?;
    }
    if let Some(voids) = &mut voids {
        total.note(&voids.finish()?, io)?;
    }
    let all_void = voids.is_some_and(|voids| voids.any());
    ensure!(total.games > before || all_void, "{}: holds no records", file.display());
    Ok(())
}

#[derive(Debug, Clone, Copy, Default)]
struct Total {
    games: u64,
    turns: u64,
    mismatches: u64,
    /// Folders of runs in which something was compared.
    folders: u64,
}

impl Total {
    fn add(&mut self, game: &str, checked: &Checked, io: &mut Io<'_>) -> anyhow::Result<()> {
        for found in &checked.mismatches {
            if self.mismatches < SHOWN {
                write_mismatch(game, found, io)?;
            }
            self.mismatches += 1;
        }
        self.games += 1;
        self.turns += checked.turns;
        Ok(())
    }
}

impl Total {
    /// Counts mismatches outside of records.
    fn note(&mut self, all: &[AtLine], io: &mut Io<'_>) -> anyhow::Result<()> {
        for AtLine { place, found } in all {
            if self.mismatches < SHOWN {
                write_mismatch(place, found, io)?;
            }
            self.mismatches += 1;
        }
        Ok(())
    }
}

fn write_mismatch(game: &str, found: &Mismatch, io: &mut Io<'_>) -> anyhow::Result<()> {
    let Mismatch { decision, field, expected, got } = found;
    let at = decision.map(|decision| format!("decision {decision}, ")).unwrap_or_default();
    let from = common(expected, got);
    let (expected, got) = (excerpt(expected, from), excerpt(got, from));
    writeln!(io.out, "{game}: {at}{field}\n  expected {expected}\n  got      {got}")?;
    Ok(())
}

/// The checkers in use: games of one file are nearly always of one kind.
struct Checkers<'a> {
    registry: &'a Registry,
    args: &'a VerifyArgs,
    params: &'a toml::Table,
    records: Option<(RecordHead, GameChecker)>,
    /// The ruleset that a transcript names, if it names one, with its checker.
    transcripts: Option<(Option<String>, GameChecker)>,
}

/// The rules that a transcript names; some forms name none.
#[derive(Deserialize)]
struct TranscriptHead {
    ruleset: Option<String>,
}

impl Checkers<'_> {
    fn check(&mut self, line: &RecordLine) -> anyhow::Result<Checked> {
        match line.head() {
            Ok(head) => self.for_record(head)?(line),
            Err(ReadError { problem: Problem::NotARecord(error), .. }) => {
                let named = serde_json::from_str::<TranscriptHead>(&line.text).ok();
                let named = named.and_then(|head| head.ruleset);
                let what = match &named {
                    Some(name) => format!("not a transcript of a game of `{name}`"),
                    None => format!("neither a record ({error}) nor a transcript"),
                };
                self.for_transcripts(named)?(line).map_err(|error| match error.is::<Unchecked>() {
                    true => error.context(what),
                    false => error,
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    fn for_record(&mut self, head: RecordHead) -> anyhow::Result<&GameChecker> {
        let checker = match self.records.take() {
            Some((known, checker)) if known == head => checker,
            _ => self.registry.find(Some(&head.ruleset))?.record_checker(&head, self.source())?,
        };
        Ok(&self.records.insert((head, checker)).1)
    }

    fn for_transcripts(&mut self, named: Option<String>) -> anyhow::Result<&GameChecker> {
        let checker = match self.transcripts.take() {
            Some((known, checker)) if known == named => checker,
            _ => {
                let typed = self.args.rules.named.ruleset.as_deref();
                if let (Some(typed), Some(named)) = (typed, &named) {
                    ensure!(
                        typed == named,
                        "--ruleset {typed} contradicts the transcript, a game of `{named}`: leave \
                         it out"
                    );
                }
                let ruleset = self.registry.find(named.as_deref().or(typed))?;
                ruleset.transcript_checker(self.source())?
            }
        };
        Ok(&self.transcripts.insert((named, checker)).1)
    }

    fn source(&self) -> ReplayRules<'_> {
        let rules = &self.args.rules;
        let (preset, files) = (rules.named.preset.as_deref(), rules.files.files());
        ReplayRules { preset, params: self.params, files }
    }
}

/// Checks records that begin like this.
pub(crate) fn record_checker<G: Game>(
    head: &RecordHead,
    source: ReplayRules<'_>,
) -> anyhow::Result<GameChecker> {
    let game = game_of::<G>(head, source.files)?;
    same_rules(&*game, source, "record")?;
    Ok(Box::new(move |line| {
        let record = line.record()?;
        let turns = record.plays.len() as u64;
        let mismatches = verify_record(&*game, &record).err().unwrap_or_default();
        Ok(Checked { turns, mismatches })
    }))
}

/// Refuses a preset or a parameter that contradicts the rules of a record or a run.
pub(super) fn same_rules<G: Game>(
    game: &G,
    typed: ReplayRules<'_>,
    of: &str,
) -> anyhow::Result<()> {
    if let Some(name) = typed.preset {
        let presets = G::presets();
        ensure!(
            find_preset(&presets, Some(name))?.params == *game.params(),
            "--preset {name} contradicts the {of}, which has other parameters: leave it out"
        );
    }
    let own = serde_json::to_value(game.params())?;
    for (name, value) in typed.params {
        let there = own.get(name).with_context(|| {
            format!("--param {name}: ruleset `{}` has no such parameter", G::NAME)
        })?;
        let typed = crate::arguments::rules::typed(name, value);
        ensure!(
            serde_json::to_value(value)? == *there,
            "--param {typed} contradicts the {of}, where it is {there}: leave it out"
        );
    }
    Ok(())
}

/// Checks transcripts by these rules.
pub(crate) fn transcript_checker<G: Game>(
    check: Option<Transcripts<G>>,
    source: ReplayRules<'_>,
) -> anyhow::Result<GameChecker> {
    let check =
        check.with_context(|| format!("not a record, and `{}` has no transcripts", G::NAME))?;
    let ReplayRules { preset, params, files } = source;
    let game = configure::<G>(RulesWanted { preset, files, params })?.game;
    let [preset, map, data] = [preset, files.map, files.data].map(|typed| typed.map(str::to_owned));
    let params = params.clone();
    Ok(Box::new(move |line| {
        let agrees = |own: &G| {
            let typed = ReplayRules {
                preset: preset.as_deref(),
                params: &params,
                files: GameFiles::default(),
            };
            same_rules(own, typed, "transcript").map_err(|error| error.to_string())?;
            let other_map = map.as_ref().filter(|_| own.map() != game.map());
            let other_data = data.as_ref().filter(|_| own.data_file() != game.data_file());
            match (other_map, other_data) {
                (Some(map), _) => Err(format!("--map {map} {OTHERS}")),
                (None, Some(data)) => Err(format!("--data {data} {OTHERS}")),
                (None, None) => Ok(()),
            }
        };
        let found =
            check(&ReplayBy { rules: &*game, agrees: &agrees }, &line.text).map_err(|error| {
                match error {
                    Unchecked::Contradicted(reason) => anyhow!(reason),
                    Unchecked::NotAGame(error) => Unchecked::NotAGame(by_column(&error)).into(),
                }
            })?;
        Ok(Checked { turns: found.turns, mismatches: found.mismatches })
    }))
}
