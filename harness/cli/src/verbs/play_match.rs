//! `stoker match`: one match, turn by turn.

mod page;

use std::io::Write;

use anyhow::{Context as _, bail, ensure};
use stoker_bots::{Ruleset, remedy};
use stoker_engine::{Game, Side};
use stoker_external::Conditions;
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::outcome::result_text;
use stoker_tournament::record::by_name;
use stoker_tournament::referee::{AnswerTiming, KeptNotes, Referee, RefereeError, RefereeSettings};
use stoker_tournament::starts::Beginning;
use stoker_tournament::void::Void;

use super::draft::{SEED, entrant};
use super::external::{conditions, in_force, tell_starts, warn};
use super::setup::{RulesWanted, configure};
use crate::arguments::config::LeagueConfig;
use crate::arguments::play_match::MatchArgs;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::narrate::{Narrator, Stderr, pace};
use crate::terminal::scene::StreamFormat;
use crate::terminal::viewpoint::Viewpoint;

pub(crate) fn play_match<G: Game>(
    ruleset: &Ruleset<G>,
    args: &MatchArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let (params, files) = (args.rules.params()?, args.rules.files.files());
    let preset = args.rules.named.preset.as_deref();
    let game = configure::<G>(RulesWanted { preset, files, params: &params })?.game;
    let conditions = conditions(&LeagueConfig::default().with_external(args.external.clone())?)?;
    let page = page::asked_for(ruleset, &*game, args)?;
    let lineup = lineup(ruleset, &game, &args.lineup, &conditions)?;
    if lineup.iter().any(|entrant| matches!(entrant.source, BotSource::External(_))) {
        warn(&conditions.sandbox_options, io)?;
        in_force(&conditions.sandbox_options)?;
    }
    let lineup: Vec<&Entrant<G>> = lineup.iter().collect();
    let beginning = Beginning::of(args.starts, game.sides(), lineup.iter().copied());
    let (seed, pace) = (args.seed.unwrap_or(SEED), pace(args.watch)?);
    let names: Vec<_> = lineup.iter().map(|entrant| entrant.name.clone()).collect();
    let entrants = game.sides().list().iter().zip(&names);
    let entrants: Vec<_> = entrants.map(|(side, name)| format!("{}={name}", side.name)).collect();
    writeln!(io.out, "seed {seed}: {}", entrants.join(" "))?;
    tell_starts(beginning.because, io.out)?;
    let stderr = if args.stderr { Stderr::Shown } else { Stderr::Hidden };
    let viewpoint =
        Viewpoint::open(ruleset, &*game, args.view.as_deref(), StreamFormat::of(io.out_to))?;
    let screen = io.screen();
    let narrator = Narrator::new(io.out, pace, stderr).of(names);
    let mut narrator = narrator.through(viewpoint).on_screen(screen);
    let policy = args.fault_policy.unwrap_or_default();
    let referee_settings = RefereeSettings { starts: beginning.starts, policy, slot: 0 };
    let mut referee = Referee::new(game.clone(), referee_settings);
    referee.keep_notes(kept_notes(args));
    let played = match referee.play(seed, &lineup, AnswerTiming::Off, &mut narrator) {
        Err(RefereeError::Stopped) => return Ok(CommandExit::Interrupted),
        Err(RefereeError::Void(reason)) => return tell_void(&Void::new(&reason), io.out),
        result => result?,
    };
    narrator.end(&game, &result_text(&*game, &played.ending), played.faults.len())?;
    if let Some(page) = page {
        let names = game.sides().list().iter().map(|side| side.name.to_owned());
        let entrants = by_name(&mut names.zip(lineup.iter().map(|entrant| entrant.name.clone())));
        page.write(seed, beginning.starts, entrants, &played, &referee)?;
        writeln!(io.out, "1 match in {}", page.path.display())?;
    }
    Ok(CommandExit::Done)
}

/// Notes are kept where they are shown.
fn kept_notes(args: &MatchArgs) -> KeptNotes {
    let shown = args.html.is_some() || args.watch.is_some();
    if shown { KeptNotes::All } else { KeptNotes::None }
}

/// Reports that a match is void. It is not begun again: whoever watches has seen why.
fn tell_void(void: &Void, out: &mut dyn Write) -> anyhow::Result<CommandExit> {
    writeln!(out, "\nvoid: {void}")?;
    writeln!(out, "nobody has won or lost, because the machine failed: try again")?;
    Ok(CommandExit::ManyVoid)
}

/// Checks that an entrant can play a side. The error says why it cannot.
fn check_fit<G: Game>(entrant: &Entrant<G>, side: &Side) -> anyhow::Result<()> {
    let (spec, name) = (&entrant.spec, side.name);
    if let Some(unfit) = entrant.unfit.iter().find(|unfit| unfit.side == side.kind) {
        bail!("`{spec}` cannot play `{name}`: {}", unfit.status);
    }
    ensure!(entrant.plays(side.kind), "`{spec}` cannot play `{name}`");
    Ok(())
}

/// An entrant for every side, in the ruleset's order.
fn lineup<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    texts: &[String],
    conditions: &Conditions,
) -> anyhow::Result<Vec<Entrant<G>>> {
    let seats = named_seats(ruleset, game, texts, conditions)?;
    let names = game.sides().list().iter().map(|side| side.name);
    let seat = |(seat, name): (Option<Entrant<G>>, &str)| {
        seat.with_context(|| format!("no entrant for side `{name}`: add one, as in {name}=random"))
    };
    seats.into_iter().zip(names).map(seat).collect()
}

/// The entrant of each side that has one, in the ruleset's order.
pub(super) fn named_seats<G: Game>(
    ruleset: &Ruleset<G>,
    game: &G,
    texts: &[String],
    conditions: &Conditions,
) -> anyhow::Result<Vec<Option<Entrant<G>>>> {
    let sides = game.sides().list();
    let names = || sides.iter().map(|side| side.name);
    let mut seats: Vec<Option<Entrant<G>>> = sides.iter().map(|_| None).collect();
    for text in texts {
        let mut found = entrant(ruleset, game, &text.parse()?, conditions)?;
        let name = found.side.take().with_context(|| {
            format!("`{text}` does not say which side it plays: write SIDE={text}")
        })?;
        let side = names().position(|side| side == name);
        let side =
            side.with_context(|| format!("there is no side `{name}`: {}", remedy(&name, names())))?;
        check_fit(&found, &sides[side])?;
        if seats[side].replace(found).is_some() {
            bail!("two entrants for side `{name}`: give one");
        }
    }
    Ok(seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_void_match_is_told_with_its_reason_and_has_a_status_of_its_own() {
        let mut out = vec![];
        let exit = tell_void(&Void::new("no\u{1b}[2J memory"), &mut out).unwrap();
        let told = "\nvoid: no\u{fffd}[2J memory\nnobody has won or lost, because the machine failed: try again\n";
        assert_eq!((exit.code(), String::from_utf8(out).unwrap().as_str()), (3, told));
    }
}
