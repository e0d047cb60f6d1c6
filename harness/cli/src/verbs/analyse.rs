//! `stoker analyse`: the costs of moves, given what could be known at the time.

mod show;
mod yardstick;

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use stoker_bots::Ruleset;
use stoker_engine::{Chance, Choice, Game, Seed};
use stoker_research::analyse::{Study, Walk};
use stoker_tournament::record::{Record, RecordLine, RecordLines, next_step};

use super::recorded::verified;
use super::replay::no_such_match;
use crate::arguments::analyse::AnalyseArgs;
use crate::registry::Registry;
use crate::registry::any::{Analysed, MatchAnalysis};
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{Exit, Io, Reader, error_line, print_json, unless_unread};
use crate::terminal::show::Output;
use show::Refused;

/// The default seed of playouts.
const SEED: Seed = Seed(1);

/// The results of the records so far.
#[derive(Default)]
struct Results {
    found: Vec<MatchAnalysis>,
    refused: Vec<Refused>,
    stopped: bool,
}

/// The verb.
pub(crate) fn analyse(
    registry: &Registry,
    args: &AnalyseArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Exit> {
    args.budget()?;
    let (mut results, mut kept) = (Results::default(), vec![]);
    for line in RecordLines::open(&args.file)? {
        let line = line?;
        let number = line.match_number().ok();
        kept.extend(number);
        if args.number.is_some_and(|wanted| number != Some(wanted)) {
            continue;
        }
        let analysed = of_line(registry, args, &line, io)?;
        results.take(analysed, args, &line, io)?;
        if results.stopped || !args.all {
            break;
        }
    }
    if results.is_empty() {
        return no_such_match(&args.file, args.number, kept);
    }
    let written = match args.json.output() {
        Output::Json => print_json(io.out, &show::json(args, &results.found, &results.refused)),
        Output::Text if results.stopped => writeln!(io.err, "stopped").map_err(Into::into),
        Output::Text => Ok(()),
    };
    unless_unread(results.exit(), written)
}

impl Results {
    fn is_empty(&self) -> bool {
        self.found.is_empty() && self.refused.is_empty() && !self.stopped
    }

    /// Takes in the result of a record, and shows it to readers at once.
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
            Analysed::Refused(reason) => {
                let (file, number) = (args.file.display(), line.match_number().ok());
                writeln!(io.err, "error: {file}: line {}: {reason}", line.number)?;
                self.refused.push(Refused { line: line.number, number, reason });
            }
            Analysed::Stopped => self.stopped = true,
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        match (self.found.is_empty(), self.refused.is_empty()) {
            _ if self.stopped => Exit::Interrupted,
            (true, _) => Exit::Failed,
            (false, false) => Exit::Findings,
            (false, true) => Exit::Done,
        }
    }
}

/// The result of one line of the file.
fn of_line(
    registry: &Registry,
    args: &AnalyseArgs,
    line: &RecordLine,
    io: &mut Io<'_>,
) -> anyhow::Result<Analysed> {
    let refused = |error: &anyhow::Error| Ok(Analysed::Refused(error_line(error)));
    let head = match line.head() {
        Ok(head) => head,
        Err(error) => return refused(&error.into()),
    };
    match registry.find(Some(&head.ruleset)) {
        Ok(ruleset) => ruleset.analyse(line, args, io),
        Err(error) => refused(&error.into()),
    }
}

/// The verb, once the ruleset is known.
pub(crate) fn run<G: Game>(
    ruleset: &Ruleset<G>,
    line: &RecordLine,
    args: &AnalyseArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Analysed> {
    let (game, record) = match verified::<G>(line, args.map.as_deref()) {
        Ok(both) => both,
        Err(reason) => return Ok(Analysed::Refused(error_line(&reason))),
    };
    let yardstick = yardstick::find(ruleset, &game, &args.yardstick)?;
    let mut walk = Walk::new(Arc::clone(&game), ruleset.inference_hook());
    if let Err(error) = take_down(&*game, &record, &mut walk) {
        return Ok(Analysed::Refused(error_line(&error)));
    }
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let study = Study {
        game: &game,
        yardstick: &*yardstick,
        budget: args.budget()?,
        seed: args.seed.unwrap_or(SEED),
        threads: args.threads.map_or_else(cores, usize::from),
    };
    let meter = meter(io, record.number);
    let tell = |done, total| {
        meter.set_length(total);
        meter.set_position(done);
    };
    let analysis = study.analyse(&walk, record.seed, stop_flag(), &tell)?;
    meter.finish_and_clear();
    Ok(match analysis {
        None => Analysed::Stopped,
        Some(analysis) => Analysed::Done(Box::new(MatchAnalysis::of(&*game, &record, analysis))),
    })
}

/// Walks through a recorded game.
fn take_down<G: Game>(game: &G, record: &Record, walk: &mut Walk<G>) -> anyhow::Result<()> {
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    for (turn, text) in record.plays.iter().enumerate() {
        let context = || format!("turn {turn} (`stoker verify` says more)");
        let step = next_step(game, &mut state, text).with_context(context)?;
        walk.decision(&state, &step);
        let choice = Choice { mv: step.mv, message: step.message };
        game.play(&mut state, choice).with_context(context)?;
    }
    walk.ended(&state);
    Ok(())
}

/// Shows on a terminal how far the analysis of a match is.
fn meter(io: &Io<'_>, number: u64) -> ProgressBar {
    if io.err_to == Reader::Pipe {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {percent}% of {msg}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_message(format!("match {number}"))
}
