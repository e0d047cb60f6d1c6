//! Messages about external programs, and the steps before they play.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use stoker_engine::Game;
use stoker_external::{Conditions, Limits, ProgramEnvironment, SandboxOptions};
use stoker_files::printable::{one_line, printable};
use stoker_sandbox::{
    AddressLayout, Isolation, Limit, OpenError, Probe, SandboxSpec, Turns, probe,
    probe_clock_and_addresses,
};
use stoker_tournament::entrant::Entrant;
use stoker_tournament::plan::Plan;
use stoker_tournament::rehearsal::rehearse_all;
use stoker_tournament::starts::Starts;
use stoker_tournament::steady::Steady;

use crate::arguments::config::{Entrants, LeagueConfig, ProgramSearch, RecordedEntrants};
use crate::arguments::league_options::IsolationArgs;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::Io;
use crate::terminal::progress::Talk;

/// Refuses a file's request to run these programs with less isolation, which only the command line
/// may make. Must be called before any of them is built or run.
pub(crate) fn check_typed(config: &LeagueConfig, programs: &[String]) -> anyhow::Result<()> {
    let IsolationArgs { isolation, waive } = &config.permissions;
    let isolation = isolation.filter(|&kind| kind != Isolation::Full);
    let isolation = isolation.filter(|_| config.typed.isolation.is_none());
    let waived: &[Limit] = if config.typed.waive.is_empty() { waive } else { &[] };
    let options: Vec<_> = isolation
        .map(|kind| format!("--isolation {kind}"))
        .into_iter()
        .chain(waived.iter().map(|limit| format!("--waive {limit}")))
        .collect();
    if programs.is_empty() || options.is_empty() {
        return Ok(());
    }
    let more = programs.len().saturating_sub(MOST_SHOWN);
    let shown = programs.iter().take(MOST_SHOWN).map(|program| format!("`{}`", printable(program)));
    let more = (more > 0).then(|| format!("{more} more"));
    let shown: Vec<_> = shown.chain(more).collect();
    let file = config.file.as_ref().map(|file| file.0.display().to_string());
    let (file, options) = (file.unwrap_or_else(|| "the run".to_owned()), options.join(" "));
    bail!(
        "{file} asks for {options}, which must be typed on the command line; it would apply to \
         these programs: {}; if you trust all of them, add {options}",
        shown.join(", ")
    )
}

/// The most programs that an error names.
const MOST_SHOWN: usize = 20;

/// The conditions under which a configuration runs programs.
pub(crate) fn conditions(config: &LeagueConfig) -> anyhow::Result<Conditions> {
    let isolation = config.permissions.isolation.unwrap_or(Isolation::Full);
    let waived = config.permissions.waive.clone();
    let world = if config.programs.still {
        ProgramEnvironment::Still(clock_library()?)
    } else {
        ProgramEnvironment::Real
    };
    let turns = config.programs.turns.unwrap_or_default();
    let sandbox_options = SandboxOptions { turns, ..SandboxOptions::new(isolation) };
    let off = match &config.entrants {
        // Nothing is run.
        Entrants::Recorded(RecordedEntrants { look: ProgramSearch::Nowhere, .. }) => vec![],
        Entrants::Recorded(_) | Entrants::Named(_) | Entrants::WithPeople(_) => {
            missing_of(&waived, &sandbox_options)
        }
    };
    let sandbox_options = Arc::new(SandboxOptions { off, ..sandbox_options }.in_world(&world));
    let limits = config.limits.over(Limits::default())?;
    let (in_force, changeable, changed) = (BTreeMap::new(), vec![], vec![]);
    Ok(Conditions { sandbox_options, waived, world, limits, in_force, changeable, changed })
}

/// The waived limits that do not hold on this machine. A limit that holds is not waived.
fn missing_of(waived: &[Limit], sandbox_options: &SandboxOptions) -> Vec<Limit> {
    if waived.is_empty() {
        return vec![];
    }
    match probed(sandbox_options) {
        Ok(probes) => {
            let failed = probes.iter().filter(|probe| !probe.holds).map(|probe| probe.limit);
            failed.filter(|limit| waived.contains(limit)).collect()
        }
        // A sandbox that cannot even be set up is not tried again.
        Err(_) => waived.to_vec(),
    }
}

/// The options that run programs in the same way again, without defaults.
pub(super) fn typed(conditions: &Conditions) -> Vec<String> {
    let mut options: Vec<_> =
        conditions.limits.changed().map(|limit| format!("--limit {limit}")).collect();
    options.extend(isolation_options(conditions));
    // Programs that see a still clock get a process for each turn anyway.
    if conditions.sandbox_options.turns != Turns::default()
        && conditions.world == ProgramEnvironment::Real
    {
        options.push(format!("--turns {}", conditions.sandbox_options.turns));
    }
    if matches!(conditions.world, ProgramEnvironment::Still(_)) {
        options.push("--still".to_owned());
    }
    options
}

/// The options among these that give programs more power.
pub(crate) fn isolation_options(conditions: &Conditions) -> Vec<String> {
    let isolation = conditions.sandbox_options.isolation;
    let less = (isolation != Isolation::Full).then(|| format!("--isolation {isolation}"));
    let waived = conditions.waived.iter().map(|limit| format!("--waive {limit}"));
    less.into_iter().chain(waived).collect()
}

/// The library that makes clocks stand still: it is built beside this program.
#[expect(clippy::disallowed_methods, reason = "the library of stoker itself")]
fn clock_library() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe().context("cannot find the file of this program")?;
    let clock = program.with_file_name("libstoker_clock.so");
    ensure!(
        clock.exists(),
        "--still needs {}: build it with `cargo build --release --workspace`",
        clock.display()
    );
    Ok(clock)
}

/// Reports that matches start free by default, with the reason, if they do.
pub(crate) fn tell_starts(because: Option<String>, to: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(why) = because {
        writeln!(to, "starts free: {why}")?;
    }
    Ok(())
}

/// The note where more matches add nothing.
pub(crate) const REPEATS: &str = "\
Note: with free starts, all of these bots played the same way twice when they were tried. Every \
pairing is then a single game, and more seeds add nothing; --starts random gives every seed its \
own opening.";

/// Warns where more matches of a pairing add nothing: with free starts, bots that play the same
/// with every seed play one game for ever.
pub(crate) fn warn_of_repeats<G: Game>(plan: &Plan<G>, io: &mut Io<'_>) -> anyhow::Result<()> {
    if plan.matches() > 1 && Steady::find(plan).all_repeat(plan) {
        writeln!(io.err, "{REPEATS}")?;
    }
    Ok(())
}

/// Finds out which limits hold on this machine and which entrants can play, before any match.
pub(crate) fn ready<G: Game>(
    game: &Arc<G>,
    starts: Starts,
    entrants: &mut [Entrant<G>],
    conditions: &mut Conditions,
    talk: Talk,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    conditions.in_force = in_force(&conditions.sandbox_options)?;
    let found = rehearse_all(game, starts, entrants, stop_flag());
    conditions.changeable = found.changeable;
    if talk == Talk::Normal {
        for (name, reason) in &found.untried {
            writeln!(io.err, "`{name}` could not be tried before the run: {}", printable(reason))?;
        }
        tell(entrants, conditions, io)?;
    }
    Ok(())
}

/// The limits in force. It is an error if a required limit does not hold and was not waived.
pub(crate) fn in_force(
    sandbox_options: &SandboxOptions,
) -> anyhow::Result<BTreeMap<String, String>> {
    // From here on there are folders that only an orderly exit removes.
    stop_flag();
    let probes = probed(sandbox_options)?;
    if let Some(failed) = probes.iter().find(|probe| fails(probe, sandbox_options)) {
        let limit = failed.limit;
        bail!(
            "the limit `{limit}` does not hold on this machine ({}): add --waive {limit} to \
            continue without it",
            failed.detail
        );
    }
    let how = |probe: Probe| if probe.holds { probe.how } else { "not in force".to_owned() };
    let limits = probes.into_iter().map(|probe| (probe.limit.to_string(), how(probe)));
    Ok(limits.chain(world_in_force(sandbox_options)?).collect())
}

/// The ways in which the clock stands still and addresses are fixed, if they should. It is an error
/// if they do not.
fn world_in_force(sandbox_options: &SandboxOptions) -> anyhow::Result<Vec<(String, String)>> {
    let (clock, layout) =
        (sandbox_options.preload.is_some(), sandbox_options.layout == AddressLayout::Fixed);
    if !clock && !layout {
        return Ok(vec![]);
    }
    let found = probe_clock_and_addresses(&probe_spec(sandbox_options))
        .context("cannot test what bots see of the clock")?;
    for (wanted, seen, what) in [
        (clock, found.still_clock, "a still clock"),
        (layout, found.fixed_addresses, "fixed addresses"),
    ] {
        ensure!(
            !wanted || seen,
            "--still cannot give bots {what} on this machine ({}): leave it out",
            found.detail
        );
    }
    let kept = [(clock, "still-clock", "a library"), (layout, "fixed-addresses", "personality")];
    let kept = kept.into_iter().filter(|(wanted, ..)| *wanted);
    Ok(kept.map(|(_, name, how)| (name.to_owned(), how.to_owned())).collect())
}

/// A sandbox like those of bots, but with the default limits.
fn probe_spec(sandbox_options: &SandboxOptions) -> SandboxSpec {
    SandboxSpec {
        read_only: sandbox_options.read_only.clone(),
        env: sandbox_options.env.clone(),
        layout: sandbox_options.layout,
        preload: sandbox_options.preload.clone(),
        launcher: sandbox_options.launcher.clone(),
        off: sandbox_options.off.clone(),
        ..SandboxSpec::new(sandbox_options.isolation)
    }
}

/// Tries every limit, again if one seems not to hold: a loaded machine can look like that.
fn probed(sandbox_options: &SandboxOptions) -> Result<Vec<Probe>, OpenError> {
    const ATTEMPTS: u32 = 3;
    let spec = probe_spec(sandbox_options);
    let mut probes = probe(&spec)?;
    for _ in 1..ATTEMPTS {
        if !probes.iter().any(|probe| fails(probe, sandbox_options)) {
            break;
        }
        probes = probe(&spec)?;
    }
    Ok(probes)
}

/// True if a limit that must hold does not. Without isolation nobody expects files, sockets and
/// signals to be out of reach.
fn fails(probe: &Probe, sandbox_options: &SandboxOptions) -> bool {
    let must =
        Limit::required().contains(&probe.limit) && !sandbox_options.off.contains(&probe.limit);
    !probe.holds && must && sandbox_options.isolation != Isolation::None
}

/// Warns if programs are not isolated.
pub(crate) fn warn(sandbox_options: &SandboxOptions, io: &mut Io<'_>) -> anyhow::Result<()> {
    if sandbox_options.isolation == Isolation::None {
        writeln!(
            io.err,
            "WARNING: --isolation none: external bots can read, change and end whatever you can"
        )?;
    }
    Ok(())
}

/// Reports the findings that the user should know.
fn tell<G: Game>(
    entrants: &[Entrant<G>],
    conditions: &Conditions,
    io: &mut Io<'_>,
) -> anyhow::Result<()> {
    warn(&conditions.sandbox_options, io)?;
    for entrant in entrants {
        // Sides with the same reason share a line.
        for same in entrant.unfit.chunk_by(|one, next| one.status == next.status) {
            let kinds: Vec<_> = same.iter().map(|unfit| unfit.side.as_str()).collect();
            let (kinds, status) = (kinds.join(" and "), &same[0].status);
            let status = one_line(&status.to_string(), usize::MAX);
            writeln!(io.err, "`{}` does not play {kinds}: {status}", entrant.name)?;
        }
    }
    for name in &conditions.changeable {
        writeln!(io.err, "`{name}` did not play the same twice: its results cannot be reproduced")?;
    }
    Ok(())
}
