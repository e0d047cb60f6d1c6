//! The results of a measurement, for readers and for programs.

use std::path::Path;

use serde_json::{Value, json};
use stoker_engine::Game;
use stoker_research::gauge::{GaugeReading, Measurement};
use stoker_stats::{Estimate, rounded};
use stoker_tournament::void::is_many;

use super::{BLIND, Gauge, OMNISCIENT};
use crate::arguments::options::Orders;
use crate::terminal::io::{CommandExit, Io, StreamKind, print_json, unless_unread};
use crate::terminal::progress::Talk;
use crate::terminal::show::{
    Output, align_right, dash, interval, keep_whole, table, text_of, title,
};

/// Shows the results; there is no folder if nothing was measured.
pub(super) fn print<G: Game>(
    gauge: &Gauge<G>,
    found: &Measurement,
    folder: Option<&Path>,
    orders: &Orders,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let (voids, matches) = found.voids();
    let exit = match found.stopped_after {
        Some(_) => CommandExit::Interrupted,
        None if is_many(voids, matches) => CommandExit::ManyVoid,
        None => CommandExit::Done,
    };
    let written = match (orders.output, orders.talk) {
        (Output::Json, _) => print_json(io.out, &json_of(gauge, found, folder)),
        (Output::Text, Talk::Quiet) => Ok(()),
        (Output::Text, Talk::Normal) => {
            write!(io.out, "{}", text(gauge, found, folder, io.out_to)).map_err(Into::into)
        }
    };
    unless_unread(exit, written)
}

fn text<G: Game>(
    gauge: &Gauge<G>,
    found: &Measurement,
    folder: Option<&Path>,
    to: StreamKind,
) -> String {
    let side = gauge.game.sides().side(gauge.side);
    let mut text = format!("{}\n", title(side, gauge.game.scores()));
    for rows in found.readings.chunk_by(|one, next| one.opponent == next.opponent) {
        // With one opponent, the mean over all repeats its row.
        if rows[0].opponent.is_none() && gauge.opponents.len() == 1 {
            continue;
        }
        let heading = format!("against {}", gauge.opponent(&rows[0]));
        text += &format!("\n{heading}\n{}", board(gauge, rows, to));
    }
    let played = match found.stopped_after {
        None => format!("{} seeds", gauge.matches),
        Some(seeds) => format!("stopped after {seeds} of {} seeds", gauge.matches),
    };
    if let (voids @ 1.., matches) = found.voids() {
        text += &format!(
            "\n{voids} of {matches} matches are void: not decided, and not counted; scores.csv says why\n"
        );
    }
    text + &match folder {
        Some(folder) => format!("\n{played}; results in {}\n", folder.display()),
        None => format!("\n{played}: nothing is kept\n"),
    }
}

fn board<G: Game>(gauge: &Gauge<G>, rows: &[GaugeReading], to: StreamKind) -> String {
    let header = ["entrant", "mean", "95% interval", "share", "95% interval", "matches", "faults"];
    let mut table = table(&header, to);
    for row in rows {
        let share = row.share.map(|share| share.map(|share| 100.0 * share));
        // The ends of the scale have their shares by definition.
        let end = [BLIND, OMNISCIENT].contains(&row.player);
        table.add_row([
            gauge.players[row.player].name().to_owned(),
            row.mean.map_or_else(dash, |mean| rounded(mean.value, 2)),
            if row.one_game { "one game".to_owned() } else { interval(row.mean) },
            share.map_or_else(dash, |share| rounded(share.value, 1) + "%"),
            interval(share.filter(|_| !end)),
            row.matches.to_string(),
            row.faults.to_string(),
        ]);
    }
    align_right(&mut table, &[0]);
    keep_whole(&mut table, 0);
    text_of(&table)
}

fn json_of<G: Game>(gauge: &Gauge<G>, found: &Measurement, folder: Option<&Path>) -> Value {
    let row = |row: &GaugeReading| {
        let [mean, low, high] = Estimate::columns(row.mean);
        let [share, share_low, share_high] = Estimate::columns(row.share);
        json!({
            "entrant": gauge.players[row.player].name(),
            "opponent": row.opponent.map(|opponent| gauge.opponents[opponent].name()),
            "matches": row.matches, "void": row.voids, "faults": row.faults,
            "mean_score": mean, "low_95": low, "high_95": high,
            "share": share, "share_low_95": share_low, "share_high_95": share_high,
        })
    };
    json!({
        "folder": folder.map(|folder| folder.display().to_string()),
        "complete": found.stopped_after.is_none(),
        "side": gauge.game.sides().side(gauge.side).name,
        "seeds": found.seeds.len(), "seeds_planned": gauge.matches,
        "blind": gauge.players[BLIND].name(), "omniscient": gauge.players[OMNISCIENT].name(),
        "readings": found.readings.iter().map(row).collect::<Vec<_>>(),
    })
}
