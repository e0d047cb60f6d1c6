//! `stoker fit`: fits the model of a side's choices to records.

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::{Learned, Ruleset};
use stoker_engine::Game;
use stoker_files::untrusted::Folder;
use stoker_research::fit::{Fit, Fitted};
use stoker_tournament::record::{Record, RecordHead, RecordLine, RecordLines};
use stoker_tournament::results::folder::RECORDS;

use super::recorded::game_of;
use crate::arguments::fit::FitArgs;
use crate::arguments::rules::GameFiles;
use crate::registry::Registry;
use crate::registry::any::AnyLearner;
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json};
use crate::terminal::show::{Output, align_right, table, text_of};

impl FitArgs {
    fn wants(&self, record: &Record) -> bool {
        let among = |names: &[String]| record.entrants.values().any(|name| names.contains(name));
        (self.only.is_empty() || among(&self.only)) && !among(&self.except)
    }
}

/// The verb.
pub(crate) fn fit(
    registry: &Registry,
    args: &FitArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let mut learner: Option<(String, Box<dyn AnyLearner>)> = None;
    for path in &args.records {
        let (file, lines) = match Folder::named(path) {
            Ok(run) => (path.join(RECORDS), RecordLines::open_in(&run, RECORDS)?),
            Err(_) => (path.clone(), RecordLines::open(path)?),
        };
        for line in lines {
            let line = line?;
            let place = || format!("{}: {}", file.display(), line.start());
            take_in(registry, args, &line, &mut learner).with_context(place)?;
        }
    }
    let Some(fitted) = learner.and_then(|(_, learner)| learner.fitted()) else {
        bail!("no games to learn from: {}", remedy(args));
    };
    match args.json.output() {
        Output::Json => print_json(io.out, &fitted.json())?,
        Output::Text => write!(io.out, "{}", text(&fitted, io.out_to))?,
    }
    Ok(CommandExit::Done)
}

fn remedy(args: &FitArgs) -> &'static str {
    match args.only.is_empty() && args.except.is_empty() {
        true => "`stoker league --records all` keeps every match",
        false => "--only and --except leave none (write names as in matches.csv)",
    }
}

/// Learns from a record if it is one that was asked for.
fn take_in(
    registry: &Registry,
    args: &FitArgs,
    line: &RecordLine,
    learner: &mut Option<(String, Box<dyn AnyLearner>)>,
) -> anyhow::Result<()> {
    let record = line.record()?;
    if !args.wants(&record) {
        return Ok(());
    }
    if learner.is_none() {
        let made = registry.find(Some(&record.ruleset))?.learner()?;
        *learner = Some((record.ruleset.clone(), made));
    }
    if let Some((ruleset, learner)) = learner {
        ensure!(
            *ruleset == record.ruleset,
            "a game of `{}` after games of `{ruleset}`: fit one ruleset at a time",
            record.ruleset
        );
        learner.game(line.head()?, &record, args.files.files())?;
    }
    Ok(())
}

/// The model of a ruleset, and the rules of the game before.
struct OfRuleset<G: Game> {
    fit: Fit<G>,
    rules: Option<(RecordHead, Arc<G>)>,
}

/// The learner of this ruleset's records.
pub(crate) fn learner<G: Game>(ruleset: &Ruleset<G>) -> anyhow::Result<Box<dyn AnyLearner>> {
    Ok(Box::new(OfRuleset { fit: Fit::new(ruleset)?, rules: None }))
}

impl<G: Game> AnyLearner for OfRuleset<G> {
    fn game(
        &mut self,
        head: RecordHead,
        record: &Record,
        files: GameFiles<'_>,
    ) -> anyhow::Result<()> {
        self.fit.refuse_held_out(record)?;
        let game = match self.rules.take() {
            Some((known, game)) if known == head => game,
            _ => game_of::<G>(&head, files)?,
        };
        self.rules = Some((head, Arc::clone(&game)));
        Ok(self.fit.game(&game, record)?)
    }

    fn fitted(&self) -> Option<Fitted> {
        self.fit.fitted()
    }
}

fn text(fitted: &Fitted, to: StreamKind) -> String {
    let Learned { of, decisions, weights: fitted_weights, log_likelihood, .. } = &fitted.learned;
    let games = fitted.games;
    let mut weights = table(&["weight", "fitted", "standard error", "default"], to);
    for weight in fitted_weights {
        let figures = [weight.value, weight.error, weight.default].map(|it| format!("{it:.3}"));
        weights.add_row([&[weight.name.to_owned()][..], &figures].concat());
    }
    align_right(&mut weights, &[0]);
    let mut likelihood = table(&["model", "log likelihood", "per decision"], to);
    let rows = [
        ("uniform", log_likelihood.uniform),
        ("default", log_likelihood.default),
        ("fitted", log_likelihood.fitted),
    ];
    for (model, value) in rows {
        let each = fitted.per_decision(value);
        likelihood.add_row([model, &format!("{value:.1}"), &format!("{each:.4}")]);
    }
    align_right(&mut likelihood, &[0]);
    let mut text = format!("{of}: {decisions} decisions of {games} games\n\n");
    text += &format!("{}\n{}", text_of(&weights), text_of(&likelihood));
    for spec in fitted.specs() {
        text += &format!("\n{spec}\n");
    }
    text
}
