//! `stoker replay`: a record, turn by turn, or records as a page.

pub(crate) mod page;

use std::convert::Infallible;
use std::path::Path;

use anyhow::{Context as _, bail};
use stoker_bots::Ruleset;
use stoker_engine::scene::Scene;
use stoker_engine::{Chance, Choice, Game, Seat};
use stoker_external::fault::Fault;
use stoker_external::line_marks::BOT_NOTE;
use stoker_files::printable::printable;
use stoker_files::untrusted::Folder;
use stoker_report::story::{Step, Story};
use stoker_tournament::record::{ReadError, Record, RecordLine, RecordedFault, next_step};
use stoker_tournament::referee::Spectator as _;
use stoker_tournament::results::{TurnOutput, Unrecorded, turn_outputs_in_match, why_unrecorded};

use super::recorded::{RecordSelection, verified};
use crate::arguments::replay::ReplayArgs;
use crate::registry::Registry;
use crate::registry::any::Replayed;
use crate::terminal::io::{CommandExit, Io, error_line};
use crate::terminal::narrate::{Narrator, Stderr, pace};
use crate::terminal::scene::{ScenePainter, StreamFormat};
use crate::terminal::viewpoint::Viewpoint;

/// The verb.
pub(crate) fn replay(
    registry: &Registry,
    args: &ReplayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    if let Some(page) = &args.html {
        return page::write(registry, args, page, io);
    }
    let mut lines = RecordSelection::open(&args.file, args.number)?;
    let mut refused = vec![];
    for line in lines.by_ref() {
        match shown(registry, line, args, io)? {
            Replayed::Shown => {
                leave_out(&refused, io)?;
                return Ok(if refused.is_empty() {
                    CommandExit::Done
                } else {
                    CommandExit::Findings
                });
            }
            Replayed::Refused(error) => refused.push(error),
        }
    }
    nothing_shown(args, lines, refused, io)
}

/// Shows a record, or returns the reason why it cannot be shown, with the record's place.
fn shown(
    registry: &Registry,
    line: Result<RecordLine, ReadError>,
    args: &ReplayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Replayed> {
    let line = match line {
        Ok(line) => line,
        Err(error) => return Ok(Replayed::Refused(error.into())),
    };
    let place = || format!("{}: line {}", args.file.display(), line.number);
    let head = match line.head() {
        Ok(head) => head,
        Err(error) => return Ok(Replayed::Refused(error.into())),
    };
    let replayed = match registry.find(Some(&head.ruleset)) {
        Ok(ruleset) => ruleset.replay(&line, args, io)?,
        Err(error) => Replayed::Refused(error.into()),
    };
    Ok(match replayed {
        Replayed::Refused(error) => Replayed::Refused(error.context(place())),
        Replayed::Shown => Replayed::Shown,
    })
}

/// The error if there was no record to show: the reason why each was refused, or a note that the
/// file has none.
fn nothing_shown(
    args: &ReplayArgs,
    lines: RecordSelection,
    refused: Vec<anyhow::Error>,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let RecordSelection { kept, unread, .. } = lines;
    let mut told: Vec<_> = unread.into_iter().chain(refused).collect();
    match told.pop() {
        // The match was found, or no number was asked for.
        Some(last) if args.number.is_none_or(|number| kept.contains(&number)) => {
            leave_out(&told, io)?;
            Err(last)
        }
        last => {
            leave_out(&told, io)?;
            leave_out(last.as_slice(), io)?;
            no_such_match(&args.file, args.number, kept)
        }
    }
}

/// Reports the records that are left out, with the reasons.
pub(super) fn leave_out(refused: &[anyhow::Error], io: &mut Io<'_>) -> anyhow::Result<()> {
    for error in refused {
        writeln!(io.err, "left out: {}", error_line(error))?;
    }
    Ok(())
}

/// The error of a file without the record that was asked for: the reason, and the records it holds.
pub(super) fn no_such_match(
    path: &Path,
    number: Option<u64>,
    kept: Vec<u64>,
) -> anyhow::Result<CommandExit> {
    let file = path.display();
    let folder = path.parent().unwrap_or(Path::new(""));
    if let Some(number) = number {
        match why_unrecorded(folder, number) {
            Some(Unrecorded::Copy(original)) => bail!(
                "match {number} was not played, because it repeats match {original}: try --match \
                 {original}"
            ),
            Some(Unrecorded::Void(reason)) => bail!(
                "match {number} is void, so there is nothing to show: it could not be decided \
                 ({}); `stoker resume --again-void` plays such matches again",
                printable(&reason)
            ),
            None => {}
        }
    }
    match number {
        Some(number) if !kept.is_empty() => {
            bail!("{file} holds no record of match {number}: {}", nearest(number, kept))
        }
        _ => bail!("{file} holds no records: `stoker league --records all` keeps every match"),
    }
}

/// The matches that are kept: their number, and those nearest to the one that was asked for.
fn nearest(asked: u64, mut kept: Vec<u64>) -> String {
    const SHOWN: usize = 4;
    let count = kept.len();
    kept.sort_unstable_by_key(|&number| (number.abs_diff(asked), number));
    kept.truncate(SHOWN);
    kept.sort_unstable();
    let kept = kept.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let which = if count > SHOWN { format!("{count}, the nearest are {kept}") } else { kept };
    format!("it holds {which} (`stoker league --records all` keeps every match)")
}

/// The verb, once the ruleset is known.
pub(crate) fn replay_record<G: Game>(
    ruleset: &Ruleset<G>,
    line: &RecordLine,
    args: &ReplayArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<Replayed> {
    let (game, record) = match verified::<G>(line, args.files.files()) {
        Ok(both) => both,
        Err(error) => return Ok(Replayed::Refused(error)),
    };
    let viewpoint =
        Viewpoint::open(ruleset, &*game, args.view.as_deref(), StreamFormat::of(io.out_to))?;
    match args.turn {
        Some(turn) => at_turn(&*game, &record, turn, viewpoint, io)?,
        None => through(&*game, &record, args, viewpoint, io)?,
    }
    Ok(Replayed::Shown)
}

/// Shows a match turn by turn.
fn through<G: Game>(
    game: &G,
    record: &Record,
    args: &ReplayArgs,
    viewpoint: Option<Viewpoint<G>>,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let pace = pace(args.watch)?;
    write_head(record, viewpoint.as_ref(), io)?;
    let sides = game.sides().list().iter();
    let names = sides.map(|side| record.entrants.get(side.name).cloned().unwrap_or_default());
    let screen = io.screen();
    let narrator = Narrator::new(io.out, pace, Stderr::Hidden).through(viewpoint).on_screen(screen);
    let mut narrator = narrator.of(names.collect());
    let mut faults = &record.faults[..];
    let said = said_where_watched(game, record, args);
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    narrator.began(game, &state);
    for (turn, text) in record.plays.iter().enumerate() {
        tell_faults(game, &state, &mut faults, turn, &mut narrator);
        tell_notes(game, &said, turn, &mut narrator);
        play(game, &mut state, text, &mut narrator).with_context(|| at_fault(turn, text))?;
    }
    tell_faults(game, &state, &mut faults, record.plays.len(), &mut narrator);
    narrator.end(game, &record.result(game), record.faults.len())?;
    Ok(())
}

fn at_fault(turn: usize, text: &str) -> String {
    format!("turn {turn}: `{}` (`stoker verify` says more)", printable(text))
}

/// Shows the position after `turn` turns.
fn at_turn<G: Game>(
    game: &G,
    record: &Record,
    turn: u64,
    viewpoint: Option<Viewpoint<G>>,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let mut viewpoint = viewpoint
        .with_context(|| format!("ruleset `{}` has no scenes: leave --turn out", G::NAME))?;
    let mut scenes = scenes(game, record, &mut viewpoint)?;
    let made = scenes.len() - 1;
    let wanted = usize::try_from(turn).ok().filter(|&turn| turn <= made);
    let wanted = wanted.with_context(|| format!("--turn {turn}: the match has {made} turns"))?;
    let scene = scenes.swap_remove(wanted);
    write_head(record, Some(&viewpoint), io)?;
    let news: String = ScenePainter::news(&scene).into_iter().map(|line| line + "\n").collect();
    write!(io.out, "\n{}\n{news}", viewpoint.painter.drawn(&scene))?;
    Ok(())
}

/// The scenes of a match: at its start, and at the end of each turn as the viewpoint counts them.
fn scenes<G: Game>(
    game: &G,
    record: &Record,
    viewpoint: &mut Viewpoint<G>,
) -> anyhow::Result<Vec<Scene>> {
    let mut state = game.start(Chance::recorded(record.chance.clone()));
    let mut story = viewpoint.viewer().map(|viewer| Story::begin(game, &state, viewer));
    let mut scenes = vec![];
    for (turn, text) in record.plays.iter().enumerate() {
        let step = next_step(game, &mut state, text).with_context(|| at_fault(turn, text))?;
        if story.is_none() {
            scenes.push(viewpoint.scene(game, &state));
        }
        let choice = Choice { mv: step.mv, message: step.message };
        let play = game.play(&mut state, choice).with_context(|| at_fault(turn, text))?;
        if let Some(story) = &mut story {
            let told: Result<(), Infallible> =
                story.play(game, &state, (step.seat, &play), &mut |told| {
                    if let Step::Begins { before, .. } = told {
                        scenes.push(viewpoint.seen(game, before));
                    }
                    Ok(())
                });
            let Ok(()) = told;
        }
    }
    scenes.push(match &story {
        Some(story) => viewpoint.seen(game, story.view()),
        None => viewpoint.scene(game, &state),
    });
    Ok(scenes)
}

/// Writes which match it is. Only a viewer who may know everything gets the seed, because built-in
/// bots repeat their moves from it.
fn write_head<G: Game>(
    record: &Record,
    viewpoint: Option<&Viewpoint<G>>,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let entrants: Vec<_> =
        record.entrants.iter().map(|(side, entrant)| format!("{side}={entrant}")).collect();
    let (number, entrants) = (record.number, printable(&entrants.join(" ")));
    let seed = viewpoint.is_none_or(Viewpoint::see_all).then(|| format!(", seed {}", record.seed));
    writeln!(io.out, "match {number}{}: {entrants}", seed.unwrap_or_default())?;
    Ok(())
}

/// Tells the faults up to a turn, and leaves those after it.
fn tell_faults<G: Game>(
    game: &G,
    state: &G::State,
    faults: &mut &[RecordedFault],
    turn: usize,
    narrator: &mut Narrator<'_, G>,
) {
    while let [fault, rest @ ..] = *faults
        && fault.turn as usize <= turn
    {
        *faults = rest;
        let mut sides = game.sides().iter();
        let Some((side, _)) = sides.find(|(_, side)| side.name == fault.side) else { continue };
        if fault.seat >= game.sides().seat_count() {
            continue;
        }
        let RecordedFault { turn: decision, seat, kind, loses, ref reason, .. } = *fault;
        let (round, seat, reason) = (game.round(state), Seat(seat), reason.clone());
        let fault = Fault { decision, round, side, seat, kind, loses, reason };
        narrator.faulted(game, &fault);
    }
}

/// The notes of bots in a match that is watched, from the logs beside its record; none if the logs
/// cannot be read.
fn said_where_watched<G: Game>(game: &G, record: &Record, args: &ReplayArgs) -> Vec<TurnOutput> {
    let run = args.watch.and(args.file.parent()).and_then(|run| Folder::named(run).ok());
    let said = run.map(|run| turn_outputs_in_match(&run, record.number, game.sides()));
    said.and_then(Result::ok).unwrap_or_default()
}

/// Tells what was drawn in the decision of a turn.
fn tell_notes<G: Game>(game: &G, said: &[TurnOutput], turn: usize, narrator: &mut Narrator<'_, G>) {
    let sides = game.sides();
    let is_own =
        |said: &&TurnOutput| said.decision as usize == turn && said.seat.0 < sides.seat_count();
    for said in said.iter().filter(is_own) {
        let lines: String = said.notes.iter().map(|note| format!("{BOT_NOTE}{note}\n")).collect();
        narrator.heard(game, sides.side_of(said.seat), &lines);
    }
}

/// Plays one recorded decision.
fn play<G: Game>(
    game: &G,
    state: &mut G::State,
    text: &str,
    narrator: &mut Narrator<'_, G>,
) -> anyhow::Result<()> {
    let step = next_step(game, state, text)?;
    let choice = Choice { mv: step.mv, message: step.message.clone() };
    let played = game.play(state, choice)?;
    narrator.played(game, state, &step, &played);
    Ok(())
}
