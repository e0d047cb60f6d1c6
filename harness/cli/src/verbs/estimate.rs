//! `--dry-run`: shows what would be played, and how long it would take.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use stoker_engine::Game;
use stoker_research::timing_trial::try_out;
use stoker_stats::rounded;
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::{DrawnLineups, Ladder, Plan, Swept};

use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{Io, print_json};
use crate::terminal::progress::seconds;
use crate::terminal::show::Output;

/// The most pairings that are listed.
const LISTED: usize = 20;

pub(crate) fn dry_run<G: Game>(
    plan: &Plan<G>,
    reused: Option<u64>,
    threads: usize,
    output: Output,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let trial = try_out(plan, threads, stop_flag())?;
    let to_play = (plan.len() - reused.unwrap_or(0)) as f64 / plan.len() as f64;
    let at_once = f64::from(u32::try_from(threads)?).min(plan.len() as f64);
    let left = seconds(trial.whole.as_secs_f64() * to_play / at_once);
    if output == Output::Json {
        return print_json(io.out, &as_json(plan, reused, threads, &left));
    }
    match plan.ladder() {
        Some(ladder) => list_rungs(plan, ladder, io)?,
        None => match plan.drawn() {
            Some(drawn) => list_lineups(plan, drawn, io)?,
            None => list_pairings(plan, io)?,
        },
    }
    writeln!(io.out, "starts: {}", starts_text(plan))?;
    if let Some(reused) = reused {
        let left = plan.len() - reused;
        writeln!(io.out, "reused: {reused} matches of the earlier run; {left} to play")?;
    }
    let (played, tried) = (trial.played, trial.time.as_secs_f64());
    let matches = if played == 1 { "match" } else { "matches" };
    writeln!(
        io.out,
        "time: about {left} with --threads {threads} (trial: {played} {matches} in {tried:.2} s)"
    )?;
    Ok(())
}

/// The start of matches, with the reason if it is not the usual one.
fn starts_text<G: Game>(plan: &Plan<G>) -> String {
    match plan.why_free() {
        Some(why) => format!("{}, because {why}", plan.starts()),
        None => plan.starts().to_string(),
    }
}

fn as_json<G: Game>(plan: &Plan<G>, reused: Option<u64>, threads: usize, left: &str) -> Value {
    let mut value = json!({ "matches": plan.len(), "threads": threads, "estimate": left });
    value["starts"] = plan.starts().to_string().into();
    if let Some(reused) = reused {
        value["reused"] = reused.into();
    }
    if let Some(ladder) = plan.ladder() {
        value["rungs"] = rungs(plan, ladder).map(|rung| json!(rung)).collect();
        return value;
    }
    if let Some(drawn) = plan.drawn() {
        let (fewest, most) = drawn.meetings();
        value["appearances"] = drawn.appearances().into();
        value["blocks"] = drawn.blocks().into();
        value["meetings"] = json!({ "mean": drawn.mean_meetings(), "low": fewest, "high": most });
        return value;
    }
    let settings = plan.swept().map_or(1, |swept| swept.settings().len());
    let pairings = 0..plan.pairings().len() / settings;
    value["pairings"] = pairings.map(|pairing| json!(names(plan, pairing))).collect();
    value["matches_per_pairing"] = plan.matches().into();
    value["games"] = plan.games().get().into();
    if let Some(swept) = plan.swept() {
        let sweep = swept.sweep();
        let described = swept.settings().iter().map(|setting| sweep.describe(setting));
        value["settings"] = described.collect();
        value["reference"] = swept.reference().into();
    }
    value
}

/// The design of drawn lineups, in a sentence without a full stop.
pub(crate) fn lineups_text(drawn: &DrawnLineups, seats: usize) -> String {
    let (fewest, most) = drawn.meetings();
    let mean = rounded(drawn.mean_meetings(), 1);
    format!(
        "lineups: {} entrants at {seats} seats, {} blocks of {} matches\n\
         each entrant plays {} matches, {} on every seat; two entrants meet {mean} times on \
         average, {fewest} to {most} times",
        drawn.entrants().len(),
        drawn.blocks(),
        drawn.per_block(),
        drawn.appearances(),
        drawn.blocks(),
    )
}

fn list_lineups<G: Game>(
    plan: &Plan<G>,
    drawn: &DrawnLineups,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    let sides = plan.game().sides().list();
    writeln!(io.out, "{}", lineups_text(drawn, sides.len()))?;
    writeln!(io.out, "matches: {}", plan.len())?;
    let first = plan.len().min(LISTED as u64);
    for number in 0..first {
        let lineup = plan.lineup_of(&plan.match_at(number));
        let named =
            sides.iter().zip(lineup).map(|(side, one)| format!("{}={}", side.name, one.name));
        writeln!(io.out, "  {}", named.collect::<Vec<_>>().join(" - "))?;
    }
    if plan.len() > first {
        writeln!(io.out, "  and {} more", plan.len() - first)?;
    }
    Ok(())
}

fn list_pairings<G: Game>(plan: &Plan<G>, io: &mut Io<'_>) -> anyhow::Result<()> {
    let (all, each) = (plan.pairings().len(), plan.matches());
    let settings = plan.swept().map_or(1, |swept| swept.settings().len());
    let pairings = all / settings;
    if let Some(swept) = plan.swept() {
        list_settings(swept, io)?;
    }
    let times = if settings == 1 { String::new() } else { format!("{settings} x ") };
    let series = match plan.games() {
        games if games.is_series() => format!(" x {} games", games.get()),
        _ => String::new(),
    };
    writeln!(
        io.out,
        "pairings: {pairings}, matches: {times}{pairings} x {each}{series} = {}",
        plan.len()
    )?;
    for pairing in 0..pairings.min(LISTED) {
        writeln!(io.out, "  {}", names(plan, pairing).join(" - "))?;
    }
    if pairings > LISTED {
        writeln!(io.out, "  and {} more", pairings - LISTED)?;
    }
    Ok(())
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

fn list_rungs<G: Game>(plan: &Plan<G>, ladder: &Ladder, io: &mut Io<'_>) -> anyhow::Result<()> {
    let (rungs, pairings) = (ladder.sizes().count(), plan.pairings().len());
    writeln!(io.out, "rungs: {rungs}, matches: {} (of {pairings} pairings)", plan.len())?;
    for (number, rung) in (1..).zip(self::rungs(plan, ladder)) {
        let sizes: Vec<_> =
            rung.entrants.iter().map(|(kind, size)| format!("{size} {kind}")).collect();
        let (sizes, seeds) = (sizes.join(", "), rung.seeds);
        writeln!(io.out, "  rung {number}: {sizes}; {seeds} seeds")?;
    }
    Ok(())
}

/// A rung of a ladder, as it is shown.
#[derive(serde::Serialize)]
struct RungRow {
    /// Kind of side to number of entrants.
    entrants: BTreeMap<&'static str, usize>,
    seeds: u64,
}

fn rungs<G: Game>(plan: &Plan<G>, ladder: &Ladder) -> impl Iterator<Item = RungRow> {
    ladder.sizes().map(|(sizes, seeds)| {
        let entrants = plan.game().sides().kinds().zip(sizes.iter().copied()).collect();
        RungRow { entrants, seeds }
    })
}

fn names<G: Game>(plan: &Plan<G>, pairing: usize) -> Vec<String> {
    let sides = plan.game().sides().list();
    let named = |(side, entrant): (&stoker_engine::Side, &Entrant<G>)| {
        format!("{}={}", side.name, entrant.name)
    };
    sides.iter().zip(plan.lineup(pairing)).map(named).collect()
}
