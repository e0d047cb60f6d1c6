//! `--dry-run`: what would be played, and how long it would take.

use std::time::{Duration, Instant};

use serde_json::json;
use stoker_engine::Game;

use super::io::{Io, print_json};
use super::progress::{duration, rate};
use super::show::Output;
use crate::entrant::Entrant;
use crate::plan::Plan;
use crate::referee::{Clock, Referee};

/// How long the trial goes on.
const TRIAL: Duration = Duration::from_millis(800);
/// The most pairings that are listed.
const LISTED: usize = 20;

/// What a short trial showed.
struct Trial {
    played: u64,
    time: Duration,
}

pub(crate) fn dry_run<G: Game>(
    plan: &Plan<G>,
    reused: Option<u64>,
    threads: usize,
    output: Output,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let trial = try_out(plan)?;
    let rate = rate(trial.played, trial.time) * f64::from(u32::try_from(threads)?);
    let left = duration(plan.len() - reused.unwrap_or(0), rate);
    if output == Output::Json {
        let pairings: Vec<_> = (0..plan.pairings().len()).map(|p| names(plan, p)).collect();
        let value = json!({
            "pairings": pairings, "matches_per_pairing": plan.matches(), "matches": plan.len(),
            "reused": reused, "threads": threads, "estimate": left,
        });
        return print_json(io.out, &value);
    }
    let (pairings, each) = (plan.pairings().len(), plan.matches());
    writeln!(io.out, "pairings: {pairings}, matches: {pairings} x {each} = {}", plan.len())?;
    for pairing in 0..pairings.min(LISTED) {
        writeln!(io.out, "  {}", names(plan, pairing).join(" - "))?;
    }
    if pairings > LISTED {
        writeln!(io.out, "  and {} more", pairings - LISTED)?;
    }
    if let Some(reused) = reused {
        let left = plan.len() - reused;
        writeln!(io.out, "reused: {reused} matches of the earlier run; {left} to play")?;
    }
    let (played, seconds) = (trial.played, trial.time.as_secs_f64());
    writeln!(
        io.out,
        "time: about {left} with --threads {threads} (trial on one: {played} in {seconds:.2} s)"
    )?;
    Ok(())
}

/// Plays the first matches of the plan, and keeps nothing.
fn try_out<G: Game>(plan: &Plan<G>) -> anyhow::Result<Trial> {
    let mut referee = Referee::new(plan.game().clone(), plan.starts());
    let began = Instant::now();
    let mut played = 0;
    while played < plan.len() && (played == 0 || began.elapsed() < TRIAL) {
        let slot = plan.match_at(played);
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
