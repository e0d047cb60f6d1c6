//! `stoker build`: builds submissions as a tournament does.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use serde_json::{Value, json};
use stoker_external::build::{
    Again, Assembly, BuildError, Built, Kit, SourceNotes, Store, WorkDone, Workbench,
};
use stoker_external::prepare::{Prepared, Terms, prepare_found};
use stoker_external::runnable::Served;
use stoker_external::spec::Protocol;
use stoker_external::submission::{FoundSubmission, SourceForm, find};
use stoker_external::unfit::EntrantStatus;
use stoker_external::{Limits, SandboxOptions};
use stoker_files::printable::printable;
use stoker_sandbox::Isolation;

use crate::arguments::build::BuildArgs;
use crate::registry::Registry;
use crate::terminal::interrupt::stop_flag;
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json};
use crate::terminal::show::{Output, table, text_of};

pub(crate) fn build(
    registry: &Registry,
    args: &BuildArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let ruleset = registry.find(args.ruleset.as_deref())?;
    let (sides, form) = (ruleset.info()?.sides, ruleset.submission_form());
    let kinds: Vec<&str> = sides.iter().map(|side| side.kind).collect();
    let terms = Terms { ruleset: ruleset.name(), kinds: &kinds, form };
    let found = args.folders.iter().map(|folder| find(folder, form));
    let found = found.collect::<Result<Vec<_>, _>>()?;
    if args.isolation == Isolation::None {
        writeln!(
            io.err,
            "WARNING: --isolation none: builds can read, change and end whatever you can"
        )?;
    }
    let sandbox_options = SandboxOptions::new(args.isolation);
    let bench = Workbench {
        sandbox_options: &sandbox_options,
        store: Store::own()?,
        kit: form.map(Kit::own),
        again: if args.again { Again::Always } else { Again::IfChanged },
        slot: 0,
        wall: Workbench::WALL,
        stop: stop_flag(),
    };
    let Some(rows) = build_all(found.concat(), terms, &bench, io)? else {
        return Ok(CommandExit::Interrupted);
    };
    match args.json.output() {
        Output::Json => print_json(io.out, &rows.iter().map(|row| row.json(form)).collect())?,
        Output::Text => io.out.write_all(text(&rows, &kinds, io.out_to).as_bytes())?,
    }
    let failed = rows.iter().any(|row| row.problem().is_some());
    Ok(if failed { CommandExit::Findings } else { CommandExit::Done })
}

/// Builds one after the other; `None` if that was interrupted.
fn build_all(
    found: Vec<FoundSubmission>,
    terms: Terms<'_>,
    bench: &Workbench<'_>,
    io: &mut Io<'_>,
) -> anyhow::Result<Option<Vec<BuildRow>>> {
    let total = found.len();
    let mut rows = vec![];
    for (number, found) in found.into_iter().enumerate() {
        if bench.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let name = found.name().to_owned();
        writeln!(io.err, "{} of {total}: {name}", number + 1)?;
        match prepare_found(found, terms, Limits::default(), bench) {
            Ok(prepared) => rows.push(BuildRow(prepared)),
            Err(BuildError::Interrupted) => return Ok(None),
            Err(error) => return Err(error).context(name),
        }
    }
    Ok(Some(rows))
}

/// The result of one submission.
struct BuildRow(Prepared);

impl BuildRow {
    /// Its name, and the subfolder in which it was found if it stands for that.
    fn called(&self) -> String {
        let Prepared { name, inside, .. } = &self.0;
        let inside = inside.as_ref().map(|inside| format!(" (in {})", inside.display()));
        name.clone() + &inside.unwrap_or_default()
    }

    /// The step that was done.
    fn done(&self) -> &'static str {
        match &self.0.built {
            None => "unfit",
            Some(Built { sides, .. }) if sides.values().any(Result::is_err) => "failed",
            Some(Built { done: WorkDone::Nothing, .. }) => "nothing to build",
            Some(Built { done: WorkDone::Now, .. }) => "built",
            Some(Built { done: WorkDone::Before, .. }) => "unchanged",
        }
    }

    /// The problem, with the sides if it does not concern all.
    fn problem(&self) -> Option<String> {
        let reason = |status: &EntrantStatus| match status {
            EntrantStatus::Ok => String::new(),
            EntrantStatus::Unfit(reason) | EntrantStatus::BuildFailed(reason) => printable(reason),
        };
        let mut sides = BTreeMap::<String, Vec<&str>>::new();
        for unfit in &self.0.unfit {
            sides.entry(reason(&unfit.status)).or_default().push(&unfit.side);
        }
        let all = self.sides().is_empty() && sides.len() == 1;
        let part = |(reason, sides): (String, Vec<&str>)| match all {
            true => reason,
            false => format!("{}: {reason}", sides.join(", ")),
        };
        let parts: Vec<String> = sides.into_iter().map(part).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// The sides that it can play.
    fn sides(&self) -> Vec<&str> {
        let built = self.0.built.iter().flat_map(|built| &built.sides);
        built.filter(|(_, outcome)| outcome.is_ok()).map(|(side, _)| side.as_str()).collect()
    }

    /// The way in which a side's turns get processes, if a program of stoker runs it.
    fn turns(&self, side: &str) -> Option<String> {
        Some(match self.0.runnable.served.get(side)? {
            Served::Warm => "forked from a warm process".to_owned(),
            Served::Process(reason) => format!("a new process every turn: {reason}"),
        })
    }

    /// The protocol; `None` if the submission could not be read.
    fn protocol(&self) -> Option<Protocol> {
        self.0.built.as_ref().map(|_| self.0.runnable.protocol)
    }

    fn log(&self) -> Option<String> {
        Some(self.0.built.as_ref()?.log.as_ref()?.display().to_string())
    }

    fn json(&self, form: SourceForm) -> Value {
        let Prepared { name, spec, runnable, unfit, inside, .. } = &self.0;
        let failed = unfit.iter().map(|unfit| (unfit.side.clone(), unfit.status.to_string()));
        let mut row = json!({
            "name": name, "spec": spec, "inside": inside, "sides": self.sides(),
            "protocol": self.protocol(),
            "done": self.done(), "failed": failed.collect::<BTreeMap<_, _>>(),
            "served": runnable.served, "log": self.log(), "hash": runnable.hash,
        });
        if let Some(form) = form {
            row[form.word] = self.sources().map(sources_json).into();
        }
        row
    }

    fn sources(&self) -> Option<&SourceNotes> {
        self.0.built.as_ref()?.sources.as_ref()
    }

    /// The result of a side: nothing if the submission does not play it.
    fn outcome(&self, side: &str) -> &'static str {
        let built = self.0.built.as_ref().and_then(|built| built.sides.get(side));
        let unfit = || self.0.unfit.iter().any(|unfit| unfit.side == side);
        match built {
            Some(Ok(_)) => "ok",
            Some(Err(_)) => "failed",
            None if unfit() => "unfit",
            None => "-",
        }
    }

    /// The details that the table has no room for: the year, what each side is made of, and the
    /// problem.
    fn details(&self) -> Option<String> {
        let name = &self.0.name;
        let mut text = match (self.sources(), self.problem()) {
            (Some(notes), _) => self.source_details(notes),
            (None, Some(problem)) => format!("\n{name}: {problem}\n"),
            (None, None) => return None,
        };
        let told = self.problem().is_some();
        if let Some(log) = self.log().filter(|_| told) {
            text += &format!("  log: {log}\n");
        }
        Some(text)
    }

    fn source_details(&self, notes: &SourceNotes) -> String {
        let SourceNotes { year, shown_by, assemblies } = notes;
        let mut text = format!("\n{}: {year} ({})\n", self.0.name, printable(shown_by));
        let sides = self.0.built.iter().flat_map(|built| &built.sides);
        for (side, outcome) in sides {
            let said = match outcome {
                Ok(_) => "ok".to_owned(),
                Err(reason) => printable(reason),
            };
            text += &format!("  {side}: {said}\n");
            if let Some(Assembly { how, files, flags, .. }) = assemblies.get(side) {
                let flags = if flags.is_empty() { "none".to_owned() } else { flags.join(" ") };
                for (what, said) in [("by", how), ("files", &files.join(" ")), ("flags", &flags)] {
                    text += &format!("    {what:<5}  {}\n", printable(said));
                }
            }
            if let Some(turns) = self.turns(side) {
                text += &format!("    turns  {}\n", printable(&turns));
            }
        }
        text
    }
}

fn sources_json(notes: &SourceNotes) -> Value {
    let SourceNotes { year, shown_by, assemblies } = notes;
    let assembly = |(side, assembly): (&String, &Assembly)| {
        let Assembly { how, files, flags, .. } = assembly;
        (side.clone(), json!({ "how": how, "files": files, "flags": flags }))
    };
    let made_of: BTreeMap<_, _> = assemblies.iter().map(assembly).collect();
    json!({ "year": year, "shown_by": shown_by, "made_of": made_of })
}

/// A table with a row for each submission, and long texts below it.
fn text(rows: &[BuildRow], kinds: &[&str], to: StreamKind) -> String {
    let header: Vec<&str> = ["submission", "year"]
        .into_iter()
        .chain(kinds.iter().copied())
        .chain(["protocol", "build"])
        .collect();
    let mut overview = table(&header, to);
    for row in rows {
        let protocol = row.protocol().map_or_else(|| "-".to_owned(), |known| known.to_string());
        let year = row.sources().map_or("-", |notes| notes.year.as_str());
        let cells = [row.called(), year.to_owned()].into_iter();
        let outcomes = kinds.iter().map(|kind| row.outcome(kind).to_owned());
        overview.add_row(cells.chain(outcomes).chain([protocol, row.done().to_owned()]));
    }
    text_of(&overview) + &rows.iter().filter_map(BuildRow::details).collect::<String>()
}
