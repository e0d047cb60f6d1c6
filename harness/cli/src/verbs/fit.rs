//! `stoker fit`: fits the model of a side's choices to records.

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use serde_json::{Map, Value, json};
use stoker_bots::field::{Half, HeldOut};
use stoker_bots::{Learned, LearnedWeight, Learner, MakeLearner, Ruleset};
use stoker_engine::{Chance, Choice, Game};
use stoker_files::untrusted::Folder;
use stoker_tournament::record::{Record, RecordHead, RecordLine, RecordLines, next_step};
use stoker_tournament::referee::DecisionOrigin;
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
    let mut games = 0;
    for path in &args.records {
        let (file, lines) = match Folder::named(path) {
            Ok(run) => (path.join(RECORDS), RecordLines::open_in(&run, RECORDS)?),
            Err(_) => (path.clone(), RecordLines::open(path)?),
        };
        for line in lines {
            let line = line?;
            let place = || format!("{}: {}", file.display(), line.start());
            games += u64::from(take_in(registry, args, &line, &mut learner).with_context(place)?);
        }
    }
    let Some((_, learner)) = learner.filter(|_| games > 0) else {
        bail!("no games to learn from: {}", remedy(args));
    };
    let learned = learner.learned()?;
    match args.json.output() {
        Output::Json => print_json(io.out, &json_of(&learned, games))?,
        Output::Text => write!(io.out, "{}", text(&learned, games, io.out_to))?,
    }
    Ok(CommandExit::Done)
}

fn remedy(args: &FitArgs) -> &'static str {
    match args.only.is_empty() && args.except.is_empty() {
        true => "`stoker league --records all` keeps every match",
        false => "--only and --except leave none (write names as in matches.csv)",
    }
}

/// Learns from a record; true if it is one that was asked for.
fn take_in(
    registry: &Registry,
    args: &FitArgs,
    line: &RecordLine,
    learner: &mut Option<(String, Box<dyn AnyLearner>)>,
) -> anyhow::Result<bool> {
    let record = line.record()?;
    if !args.wants(&record) {
        return Ok(false);
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
    Ok(true)
}

/// The learner of a ruleset, and the rules of the game before.
struct OfRuleset<G: Game> {
    make: MakeLearner<G>,
    held_out: Vec<&'static str>,
    learner: Option<Box<dyn Learner<G>>>,
    rules: Option<(RecordHead, Arc<G>)>,
}

/// The learner of this ruleset's records.
pub(crate) fn learner<G: Game>(ruleset: &Ruleset<G>) -> anyhow::Result<Box<dyn AnyLearner>> {
    let make = ruleset
        .learner_hook()
        .with_context(|| format!("ruleset `{}` has no model to fit to records", G::NAME))?;
    let field = ruleset.field().iter().filter(|bot| bot.half == Half::HeldOut);
    let held_out = field.map(|bot| bot.entry.name).collect();
    Ok(Box::new(OfRuleset { make, held_out, learner: None, rules: None }))
}

impl<G: Game> OfRuleset<G> {
    /// The rules of a record, which the learner takes too.
    fn rules_of(&mut self, head: RecordHead, files: GameFiles<'_>) -> anyhow::Result<Arc<G>> {
        let game = match self.rules.take() {
            Some((known, game)) if known == head => game,
            _ => {
                let game = game_of::<G>(&head, files)?;
                self.learner.get_or_insert_with(|| (self.make)(&game)).use_rules(&game);
                game
            }
        };
        self.rules = Some((head, Arc::clone(&game)));
        Ok(game)
    }
}

impl<G: Game> AnyLearner for OfRuleset<G> {
    fn game(
        &mut self,
        head: RecordHead,
        record: &Record,
        files: GameFiles<'_>,
    ) -> anyhow::Result<()> {
        let held_out = |name: &&String| self.held_out.contains(&name.as_str());
        if let Some(bot) = record.entrants.values().find(held_out) {
            let refused = HeldOut { bot: bot.clone() };
            bail!("{refused}; `--except {bot}` leaves its games out");
        }
        let game = self.rules_of(head, files)?;
        let mut state = game.start(Chance::recorded(record.chance.clone()));
        for (turn, text) in record.plays.iter().enumerate() {
            let context = || format!("turn {turn} (`stoker verify` says more)");
            let step = next_step(&*game, &mut state, text).with_context(context)?;
            if let Some(learner) =
                self.learner.as_mut().filter(|_| step.how == DecisionOrigin::Chosen)
            {
                learner.watch(&game, &state, step.mv);
            }
            let choice = Choice { mv: step.mv, message: step.message };
            game.play(&mut state, choice).with_context(context)?;
        }
        Ok(())
    }

    fn learned(&self) -> anyhow::Result<Learned> {
        Ok(self.learner.as_ref().context("no games to learn from")?.learned())
    }
}

fn text(learned: &Learned, games: u64, to: StreamKind) -> String {
    let Learned { of, decisions, log_likelihood, .. } = learned;
    let mut weights = table(&["weight", "fitted", "standard error", "default"], to);
    for weight in &learned.weights {
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
        likelihood.add_row([model, &format!("{value:.1}"), &format!("{:.4}", per(value, learned))]);
    }
    align_right(&mut likelihood, &[0]);
    let mut text = format!("{of}: {decisions} decisions of {games} games\n\n");
    text += &format!("{}\n{}", text_of(&weights), text_of(&likelihood));
    for spec in specs(learned) {
        text += &format!("\n{spec}\n");
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 decisions")]
fn per(value: f64, learned: &Learned) -> f64 {
    value / learned.decisions.max(1) as f64
}

/// A spec of each bot that has these parameters.
fn specs(learned: &Learned) -> impl Iterator<Item = String> + '_ {
    let setting = learned.weights.iter().map(|it| format!("{}={:.2}", it.name, it.value + 0.0));
    let setting = setting.collect::<Vec<_>>().join(",").replace("=-0.00", "=0.00");
    learned.bots.iter().map(move |bot| format!("{bot}:{setting}"))
}

fn json_of(learned: &Learned, games: u64) -> Value {
    let weight = |it: &LearnedWeight| {
        let value = json!({ "fitted": it.value, "error": it.error, "default": it.default });
        (it.name.to_owned(), value)
    };
    let log_likelihood = &learned.log_likelihood;
    json!({
        "games": games,
        "decisions": learned.decisions,
        "weights": learned.weights.iter().map(weight).collect::<Map<_, _>>(),
        "log_likelihood": {
            "uniform": log_likelihood.uniform,
            "default": log_likelihood.default,
            "fitted": log_likelihood.fitted,
        },
        "specs": specs(learned).collect::<Vec<_>>(),
    })
}
