//! `stoker verify`: replays records and transcripts, and checks folders of runs.

pub(super) mod folder;

use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use stoker_bots::{Mismatch, Transcripts};
use stoker_engine::Game;
use stoker_files::untrusted;
use stoker_tournament::record::{Head, Problem, ReadError, RecordLine, RecordLines, by_column};
use stoker_tournament::verify::verify_record;
use stoker_tournament::verify::voids::{AtLine, VoidRows};

use super::diff::{common, excerpt};
use super::recorded::game_of;
use super::setup::{RulesWanted, configure, find_preset};
use crate::arguments::verify::{ReplayRules, VerifyArgs};
use crate::registry::Registry;
use crate::registry::any::{Checked, Checker};
use crate::terminal::io::{Exit, Io, error_line, is_broken_pipe, unless_unread};

/// The most mismatches that are shown.
const SHOWN: u64 = 10;

/// The verb.
pub(crate) fn verify(
    registry: &Registry,
    args: &VerifyArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    // An unknown name is refused even if there is no transcript to use it on.
    registry.find(args.rules.ruleset.as_deref())?;
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
            Err(error) if is_broken_pipe(&error) => return Ok(Exit::Findings),
            Err(error) => {
                unread = true;
                writeln!(io.err, "error: {}", error_line(&error))?;
            }
        }
    }
    let Total { games, turns, mismatches, folders } = total;
    let exit = match mismatches {
        _ if unread => Exit::Failed,
        0 => Exit::Done,
        _ => Exit::Findings,
    };
    if unread && games == 0 && folders == 0 {
        return Ok(exit);
    }
    let line = writeln!(io.out, "{games} games, {turns} turns, {mismatches} mismatches");
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
    /// Folders of runs of which something was compared.
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
    let turn = decision.map(|decision| format!("turn {decision}, ")).unwrap_or_default();
    let from = common(expected, got);
    let (expected, got) = (excerpt(expected, from), excerpt(got, from));
    writeln!(io.out, "{game}: {turn}{field}\n  expected {expected}\n  got      {got}")?;
    Ok(())
}

/// The checkers in use: games of one file are nearly always of one kind.
struct Checkers<'a> {
    registry: &'a Registry,
    args: &'a VerifyArgs,
    params: &'a toml::Table,
    records: Option<(Head, Checker)>,
    transcripts: Option<Checker>,
}

impl Checkers<'_> {
    fn check(&mut self, line: &RecordLine) -> anyhow::Result<Checked> {
        match line.head() {
            Ok(head) => self.for_record(head)?(line),
            Err(ReadError { problem: Problem::NotARecord(error), .. }) => {
                let check = self.for_transcripts()?;
                check(line).with_context(|| format!("neither a record ({error}) nor a transcript"))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn for_record(&mut self, head: Head) -> anyhow::Result<&Checker> {
        let checker = match self.records.take() {
            Some((known, checker)) if known == head => checker,
            _ => self.registry.find(Some(&head.ruleset))?.record_checker(&head, self.source())?,
        };
        Ok(&self.records.insert((head, checker)).1)
    }

    fn for_transcripts(&mut self) -> anyhow::Result<&Checker> {
        let checker = match self.transcripts.take() {
            Some(checker) => checker,
            None => self
                .registry
                .find(self.args.rules.ruleset.as_deref())?
                .transcript_checker(self.source())?,
        };
        Ok(self.transcripts.insert(checker))
    }

    fn source(&self) -> ReplayRules<'_> {
        let rules = &self.args.rules;
        let (preset, files) = (rules.preset.as_deref(), rules.files.files());
        ReplayRules { preset, params: self.params, files }
    }
}

/// Checks records that begin like this.
pub(crate) fn record_checker<G: Game>(
    head: &Head,
    source: ReplayRules<'_>,
) -> anyhow::Result<Checker> {
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
fn same_rules<G: Game>(game: &G, typed: ReplayRules<'_>, of: &str) -> anyhow::Result<()> {
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
) -> anyhow::Result<Checker> {
    let check =
        check.with_context(|| format!("not a record, and `{}` has no transcripts", G::NAME))?;
    let ReplayRules { preset, params, files } = source;
    let wanted = RulesWanted { preset, files, params };
    let game = configure::<G>(wanted)?.game;
    Ok(Box::new(move |line| {
        let found = check(&*game, &line.text)
            .map_err(|error| anyhow!("{}", by_column(&error.to_string())))?;
        Ok(Checked { turns: found.turns, mismatches: found.mismatches })
    }))
}
