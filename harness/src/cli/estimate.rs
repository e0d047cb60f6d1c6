//! `--dry-run`: what would be played, and how long it would take.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stoker_engine::Game;

use super::io::{Io, print_json};
use super::progress::{duration, rate};
use super::show::Output;
use crate::entrant::Entrant;
use crate::plan::{Plan, Swept};
use crate::referee::{Clock, Referee};

/// How long the trial goes on.
const TRIAL: Duration = Duration::from_millis(800);
/// The most pairings that are listed.
const LISTED: usize = 20;

/// What a short trial showed.
pub(crate) struct Trial {
    pub(crate) played: u64,
    pub(crate) time: Duration,
}

pub(crate) fn dry_run<G: Game>(
    plan: &Plan<G>,
    threads: usize,
    output: Output,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let trial = try_out(plan)?;
    let rate = rate(trial.played, trial.time) * f64::from(u32::try_from(threads)?);
    let left = duration(plan.len(), rate);
    if output == Output::Json {
        return print_json(io.out, &as_json(plan, threads, &left));
    }
    let (all, each) = (plan.pairings().len(), plan.matches());
    let settings = plan.swept().map_or(1, |swept| swept.settings().len());
    let pairings = all / settings;
    if let Some(swept) = plan.swept() {
        list_settings(swept, io)?;
    }
    let times = if settings == 1 { String::new() } else { format!("{settings} x ") };
    writeln!(io.out, "pairings: {pairings}, matches: {times}{pairings} x {each} = {}", plan.len())?;
    for pairing in 0..pairings.min(LISTED) {
        writeln!(io.out, "  {}", names(plan, pairing).join(" - "))?;
    }
    if pairings > LISTED {
        writeln!(io.out, "  and {} more", pairings - LISTED)?;
    }
    let (played, seconds) = (trial.played, trial.time.as_secs_f64());
    writeln!(
        io.out,
        "time: about {left} with --threads {threads} (trial on one: {played} in {seconds:.2} s)"
    )?;
    Ok(())
}

fn as_json<G: Game>(plan: &Plan<G>, threads: usize, left: &str) -> Value {
    let settings = plan.swept().map_or(1, |swept| swept.settings().len());
    let pairings = 0..plan.pairings().len() / settings;
    let mut value = json!({
        "pairings": pairings.map(|pairing| names(plan, pairing)).collect::<Vec<_>>(),
        "matches_per_pairing": plan.matches(), "matches": plan.len(),
        "threads": threads, "estimate": left,
    });
    if let Some(swept) = plan.swept() {
        let sweep = swept.sweep();
        let described = swept.settings().iter().map(|setting| sweep.describe(setting));
        value["settings"] = described.collect();
        value["reference"] = swept.reference().into();
    }
    value
}

fn list_settings<G: Game>(swept: &Swept<G>, io: &mut Io<'_>) -> anyhow::Result<()> {
    let settings = swept.settings();
    writeln!(io.out, "settings: {} ({})", settings.len(), swept.sweep().design())?;
    for setting in settings.iter().take(LISTED) {
        let reference = if setting.number == swept.reference() { " (reference)" } else { "" };
        let values = swept.sweep().describe(setting);
        writeln!(io.out, "  {}: {values}{reference}", setting.number)?;
    }
    if settings.len() > LISTED {
        writeln!(io.out, "  and {} more", settings.len() - LISTED)?;
    }
    Ok(())
}

/// Plays the first matches of the plan, and keeps nothing.
pub(crate) fn try_out<G: Game>(plan: &Plan<G>) -> anyhow::Result<Trial> {
    let mut referee = Referee::new(plan.game().clone(), plan.starts());
    let began = Instant::now();
    let mut played = 0;
    while played < plan.len() && (played == 0 || began.elapsed() < TRIAL) {
        let slot = plan.match_at(played);
        referee.turn_to(plan.game_of(slot.pairing));
        let lineup: Vec<&Entrant<G>> = plan.lineup(slot.pairing).collect();
        referee.play(slot.seed, &lineup, Clock::Off, &mut ())?;
        played += 1;
    }
    Ok(Trial { played, time: began.elapsed() })
}

fn names<G: Game>(plan: &Plan<G>, pairing: usize) -> Vec<String> {
    let sides = plan.game().sides().list();
    let named = |(side, entrant): (&stoker_engine::Side, &Entrant<G>)| {
        format!("{}={}", side.name, entrant.name)
    };
    sides.iter().zip(plan.lineup(pairing)).map(named).collect()
}
