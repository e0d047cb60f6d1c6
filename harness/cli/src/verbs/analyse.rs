//! `stoker analyse`: the costs of moves, given what the player could know at the time.

mod show;
pub(super) mod yardstick;

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use stoker_bots::{MakeInference, Ruleset};
use stoker_engine::{Chance, Choice, Game};
use stoker_files::printable::printable;
use stoker_research::analyse::{CostMeasurement, MatchCosts, Walk};
use stoker_tournament::record::{ReadError, Record, RecordLine, next_step};

use super::recorded::{RecordSelection, verified};
use super::replay::{leave_out, no_such_match};
use crate::arguments::analyse::{AnalyseArgs, AnalyseOrder};
use crate::arguments::rules::GameFiles;
use crate::registry::Registry;
use crate::registry::any::{Analysed, MatchAnalysis};
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io, StreamKind, error_line, print_json, unless_unread};
use crate::terminal::show::Output;
use show::Refused;

/// The results of the records so far.
#[derive(Default)]
struct AnalysisResults {
    found: Vec<MatchAnalysis>,
    refused: Vec<Refused>,
    stopped: bool,
}

/// The verb.
pub(crate) fn analyse(
    registry: &Registry,
    args: &AnalyseArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let order = args.order(io.err_to)?;
    let mut lines = RecordSelection::open(&args.file, args.number)?;
    let mut results = AnalysisResults::default();
    for line in lines.by_ref() {
        match line {
            Ok(line) => {
                let analysed = of_line(registry, args, &order, &line)?;
                results.take(analysed, args, &line, io)?;
            }
            // The rest of the file cannot be read; the findings so far are useful.
            Err(error) => results.unreadable(&error, io)?,
        }
        if results.stopped || !args.all {
            break;
        }
    }
    if results.is_empty() {
        leave_out(&lines.unread, io)?;
        return no_such_match(&args.file, args.number, lines.kept);
    }
    let written = match args.json.output() {
        Output::Json => print_json(io.out, &show::json(&order, &results.found, &results.refused)),
        Output::Text if results.stopped => writeln!(io.err, "stopped").map_err(Into::into),
        Output::Text => Ok(()),
    };
    unless_unread(results.exit(), written)
}

impl AnalysisResults {
    fn is_empty(&self) -> bool {
        self.found.is_empty() && self.refused.is_empty() && !self.stopped
    }

    /// Adds the result of a record, and shows it to readers at once.
    fn take(
        &mut self,
        analysed: Analysed,
        args: &AnalyseArgs,
        line: &RecordLine,
        io: &mut Io<'_>,
    ) -> anyhow::Result<()> {
        match analysed {
            Analysed::Done(analysis) => {
                if args.json.output() == Output::Text {
                    let gap = if self.found.is_empty() { "" } else { "\n" };
                    write!(io.out, "{gap}{}", show::text(&analysis, io.out_to))?;
                    io.out.flush()?;
                }
                self.found.push(*analysis);
            }
            Analysed::Refused(error) => {
                let (file, number) = (args.file.display(), line.match_number().ok());
                let reason = error_line(&error);
                writeln!(io.err, "error: {file}: line {}: {reason}", line.number)?;
                self.refused.push(Refused { line: line.number, number, reason });
            }
            Analysed::Stopped => self.stopped = true,
        }
        Ok(())
    }

    /// Adds the error of a line that cannot be read.
    fn unreadable(&mut self, error: &ReadError, io: &mut Io<'_>) -> anyhow::Result<()> {
        writeln!(io.err, "error: {}", printable(&error.to_string()))?;
        let line = error.line.map_or(0, |line| line.number);
        let reason = printable(&error.problem.to_string());
        self.refused.push(Refused { line, number: None, reason });
        Ok(())
    }

    fn exit(&self) -> CommandExit {
        match (self.found.is_empty(), self.refused.is_empty()) {
            _ if self.stopped => CommandExit::Interrupted,
            (true, _) => CommandExit::Failed,
            (false, false) => CommandExit::Findings,
            (false, true) => CommandExit::Done,
        }
    }
}

/// The result of one line of the file.
fn of_line(
    registry: &Registry,
    args: &AnalyseArgs,
    order: &AnalyseOrder<'_>,
    line: &RecordLine,
) -> anyhow::Result<Analysed> {
    let head = match line.head() {
        Ok(head) => head,
        Err(error) => return Ok(Analysed::Refused(error.problem.into())),
    };
    match registry.find(Some(&head.ruleset)) {
        Ok(ruleset) => ruleset.analyse(line, args.files.files(), order),
        Err(error) => Ok(Analysed::Refused(error.into())),
    }
}

/// The verb, once the ruleset is known.
pub(crate) fn analyse_record<G: Game>(
    ruleset: &Ruleset<G>,
    line: &RecordLine,
    files: GameFiles<'_>,
    order: &AnalyseOrder<'_>,
) -> anyhow::Result<Analysed> {
    let (game, record) = match verified::<G>(line, files) {
        Ok(both) => both,
        Err(reason) => return Ok(Analysed::Refused(reason)),
    };
    let walk = walked(ruleset, &game, &record)?;
    Ok(match studied(ruleset, &game, &record, &walk, order)? {
        None => Analysed::Stopped,
        Some(analysis) => Analysed::Done(Box::new(MatchAnalysis::of(&*game, &record, analysis))),
    })
}

/// Measures the costs of the choices of a match; `None` if it was stopped.
///
/// # Errors
/// If the ruleset does not have the yardstick's bots, or the system gives no threads.
pub(super) fn studied<G: Game>(
    ruleset: &Ruleset<G>,
    game: &Arc<G>,
    record: &Record,
    walk: &Walk<G>,
    order: &AnalyseOrder<'_>,
) -> anyhow::Result<Option<MatchCosts>> {
    let yardstick = yardstick::find(ruleset, game, order.yardstick)?;
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let measurement = CostMeasurement {
        game,
        yardstick: &*yardstick,
        budget: order.budget,
        seed: order.seed,
        threads: order.threads.map_or_else(cores, usize::from),
    };
    let meter = meter(order.progress, record.number);
    let tell = |done, total| {
        meter.set_length(total);
        meter.set_position(done);
    };
    let analysis = measurement.analyse(walk, record.seed, stop_flag(), &tell)?;
    meter.finish_and_clear();
    Ok(analysis)
}

/// Walks through a verified record.
///
/// # Errors
/// Never, because such a record does not verify.
pub(super) fn walked<G: Game>(
    ruleset: &Ruleset<G>,
    game: &Arc<G>,
    record: &Record,
) -> anyhow::Result<Walk<G>> {
    walked_with(ruleset.inference_hook(), game, record)
}

/// Walks through a verified record, with the belief of this inference.
///
/// # Errors
/// Never, because such a record does not verify.
pub(super) fn walked_with<G: Game>(
    inference: Option<MakeInference<G>>,
    game: &Arc<G>,
    record: &Record,
) -> anyhow::Result<Walk<G>> {
    let mut walk = Walk::new(Arc::clone(game), inference);
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    for (turn, text) in record.plays.iter().enumerate() {
        let context = || format!("turn {turn} (`stoker verify` says more)");
        let step = next_step(&**game, &mut state, text).with_context(context)?;
        walk.decision(&state, &step);
        let choice = Choice { mv: step.mv, message: step.message };
        game.play(&mut state, choice).with_context(context)?;
    }
    walk.ended(&state);
    Ok(walk)
}

/// Shows the progress of the analysis of a match on a terminal.
fn meter(progress: StreamKind, number: u64) -> ProgressBar {
    if progress == StreamKind::Pipe {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent}% of {msg}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_message(format!("match {number}"))
}
