//! The results of a tuning run, for readers and for programs.

use std::path::Path;

use serde_json::{Value, json};
use stoker_engine::Game;
use stoker_research::tune::field::SUBJECT;
use stoker_research::tune::manifest::{ResultRow, TuneManifest};
use stoker_research::tune::run::TuningProgress;
use stoker_stats::{Estimate, rounded};
use stoker_tournament::plan::Plan;
use stoker_tournament::void::is_many;

use crate::arguments::options::Orders;
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json, unless_unread};
use crate::terminal::progress::Talk;
use crate::terminal::show::{Output, align_right, table, text_of};

/// The kind of side that the tuned bot plays.
pub(super) fn side_of<G: Game>(plan: &Plan<G>) -> &'static str {
    let subject = &plan.entrants()[SUBJECT];
    plan.game().sides().kinds().find(|kind| subject.enters(kind)).unwrap_or_default()
}

/// Shows a finished tuning run.
pub(super) fn result(
    manifest: &TuneManifest,
    folder: &Path,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let written = match (orders.output, orders.talk) {
        (Output::Json, _) => print_json(io.out, &json_of(manifest, folder, None)),
        (Output::Text, Talk::Quiet) => Ok(()),
        (Output::Text, Talk::Normal) => {
            write!(io.out, "{}", text(manifest, folder, io.out_to)).map_err(Into::into)
        }
    };
    let result = manifest.result.as_ref();
    let many = result.is_some_and(|result| is_many(result.void, seeds(manifest, result)));
    unless_unread(if many { CommandExit::ManyVoid } else { CommandExit::Done }, written)
}

/// The number of seeds that were played in all.
fn seeds(manifest: &TuneManifest, result: &ResultRow) -> u64 {
    let tuning = &manifest.tuning;
    tuning.iterations.saturating_mul(tuning.seeds).saturating_add(result.pairs)
}

/// Shows the progress of a tuning run that was stopped.
pub(super) fn stopped(
    manifest: &TuneManifest,
    folder: &Path,
    reached: TuningProgress,
    go_on: &str,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let (TuningProgress { iterations, pairs }, total) = (reached, manifest.tuning.iterations);
    let written = match (orders.output, orders.talk) {
        (Output::Json, _) => print_json(io.out, &json_of(manifest, folder, Some(iterations))),
        (Output::Text, Talk::Quiet) => Ok(()),
        (Output::Text, Talk::Normal) => {
            let test = match pairs {
                0 => String::new(),
                pairs => format!(" and {pairs} pairs of the final test"),
            };
            let so_far = format!("stopped after {iterations} of {total} iterations{test}");
            let path = folder.display();
            writeln!(io.out, "{so_far}; results so far in {path}\n{go_on}").map_err(Into::into)
        }
    };
    unless_unread(CommandExit::Interrupted, written)
}

/// The bot to tune, and its opponents.
pub(super) fn tuned_against(manifest: &TuneManifest) -> String {
    let names: Vec<_> = manifest.run.entrants.iter().map(|row| row.name.as_str()).collect();
    let (subject, field) = names.split_first().unwrap_or((&"nobody", &[]));
    let against = match field {
        [] => String::new(),
        field => format!(" against {}", field.join(", ")),
    };
    let (iterations, seeds) = (manifest.tuning.iterations, manifest.tuning.seeds);
    format!("{subject}{against}: {iterations} iterations of {seeds} seeds\n")
}

fn text(manifest: &TuneManifest, folder: &Path, to: StreamKind) -> String {
    let Some(result) = &manifest.result else { return String::new() };
    let mut table = table(&["parameter", "start", "tuned", "range"], to);
    for row in &manifest.parameters {
        let tuned = result.values.get(&row.name).map(ToString::to_string).unwrap_or_default();
        let range = format!("{} to {}", row.low, row.high);
        table.add_row([row.name.clone(), row.start.to_string(), tuned, range]);
    }
    align_right(&mut table, &[0, 3]);
    let (matches, folder) = (result.matches, folder.display());
    let voids = match result.void {
        0 => String::new(),
        voids => format!("{voids} seeds left out, because a match on them is void\n"),
    };
    format!(
        "{}\n{}\n{}\n\ntuned: {}\n{voids}{matches} matches; results in {folder}\n",
        tuned_against(manifest),
        text_of(&table),
        verdict(result),
        result.best,
    )
}

/// The findings of the final test, in words.
fn verdict(result: &ResultRow) -> String {
    let ahead = || match result.difference {
        0.0 => "both score the same on average".to_owned(),
        ..0.0 => format!("the original bot is ahead {}", by(result)),
        _ => format!("the tuned bot is ahead {}", by(result)),
    };
    let found = match result.verdict.as_str() {
        "tuned" => format!("the tuned bot is better, {}", by(result)),
        "start" => format!("the original bot is better, {}", by(result)),
        "no difference" => format!("no difference worth finding; {}", ahead()),
        "one game" => format!("no verdict, because every seed repeats the same games; {}", ahead()),
        "identical play" => "both play the same games".to_owned(),
        _ => format!("undecided; {}", ahead()),
    };
    format!("final test, {} pairs: {found}", result.pairs)
}

/// The lead of the better bot.
fn by(result: &ResultRow) -> String {
    let difference = result.estimate();
    let ahead = if difference.value < 0.0 { -difference } else { difference };
    let interval = ahead.range(2).map(|range| format!(" (95% interval {range})"));
    format!("by {} per match{}", rounded(ahead.value, 2), interval.unwrap_or_default())
}

/// The results for programs; `done` is the number of iterations if the run was stopped.
fn json_of(manifest: &TuneManifest, folder: &Path, done: Option<u64>) -> Value {
    let result = manifest.result.as_ref();
    let parameters = manifest.parameters.iter().map(|row| {
        let tuned = result.and_then(|result| result.values.get(&row.name));
        json!({ "name": row.name, "low": row.low, "high": row.high, "start": row.start,
                "c_end": row.c_end, "tuned": tuned })
    });
    json!({
        "folder": folder.display().to_string(),
        "complete": result.is_some(),
        "iterations": done.unwrap_or(manifest.tuning.iterations),
        "iterations_planned": manifest.tuning.iterations,
        "parameters": parameters.collect::<Vec<_>>(),
        "start": manifest.run.entrants.first().map(|row| &row.spec),
        "tuned": result.map(|result| &result.best),
        "matches_played": result.map(|result| result.matches),
        "void_seeds": result.map(|result| result.void),
        "final_test": result.map(|result| json!({
            "verdict": result.verdict, "pairs": result.pairs, "difference": result.difference,
            "low_95": Estimate::columns(Some(result.estimate()))[1],
            "high_95": Estimate::columns(Some(result.estimate()))[2],
        })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_one_game_decide_nothing_and_have_no_interval() {
        let (verdict, interval) = ("one game".to_owned(), None);
        let result =
            ResultRow { verdict, pairs: 32, difference: -2.0, interval, ..ResultRow::default() };
        assert_eq!(
            super::verdict(&result),
            "final test, 32 pairs: no verdict, because every seed repeats the same games; the \
            original bot is ahead by 2.00 per match"
        );
    }
}
