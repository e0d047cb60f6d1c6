//! Leaderboards and crosstables, for readers and for programs.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use serde_json::{Value, json};
use stoker_engine::{Direction, ScoreInfo, Side, Sides};
use stoker_external::fault::FaultKind;
use stoker_external::unfit::Status;
use stoker_files::printable::{one_line, printable};
use stoker_stats::{Effective, Estimate, rounded};
use stoker_tournament::results::{Completion, Report, RunSummary};
use stoker_tournament::standings::{ALL_SIDES, Crosstable, Meeting, Results, Standing};
use terminal_size::terminal_size;

use super::io::Reader;
use super::show_sweep::sweep_json;

/// The width of tables where no terminal says otherwise.
const WIDTH: u16 = 80;
/// Tables are never made narrower: columns of one letter a line are harder to read than what the
/// terminal makes of lines that are too long.
const NARROWEST: u16 = 60;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// Tables.
    Text,
    /// JSON.
    Json,
}

/// A table with these column names, as wide as its reader can take.
pub(crate) fn table(header: &[&str], to: Reader) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width(to)).set_header(header.iter().copied());
    table
}

/// How wide a table can be for its reader, in characters.
pub(crate) fn width(to: Reader) -> u16 {
    match to {
        Reader::Terminal => terminal_size().map_or(WIDTH, |(width, _)| width.0).max(NARROWEST),
        Reader::Pipe => WIDTH,
    }
}

/// Aligns all columns but these to the right, and lets none of those wrap.
pub(crate) fn align_right(table: &mut Table, except: &[usize]) {
    for (index, column) in table.column_iter_mut().enumerate() {
        if !except.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}

/// Lets a column of names not wrap: broken in two they could be neither searched for nor copied.
pub(crate) fn keep_whole(table: &mut Table, names: usize) {
    if let Some(names) = table.column_mut(names) {
        names.set_constraint(ColumnConstraint::ContentWidth);
    }
}

/// A table as text, without spaces at the ends of its lines; what is in its cells may be of others.
pub(crate) fn text_of(table: &Table) -> String {
    table.lines().map(|line| printable(line.trim_end()) + "\n").collect()
}

/// The leaderboards, one for each kind of side, and the crosstable if it fits.
pub(crate) fn leaderboards(
    results: &Results,
    sides: &Sides,
    scores: &[ScoreInfo],
    to: Reader,
) -> String {
    let of = |kind: &str| -> Vec<&Standing> {
        results.standings.iter().filter(|standing| standing.side == kind).collect()
    };
    let mut text = String::new();
    for kind in sides.kinds() {
        if let Some(side) = sides.list().iter().find(|side| side.kind == kind) {
            text += &format!("{}\n{}\n", title(side, scores), leaderboard(&of(kind), to));
        }
    }
    // One alone is compared with nobody.
    if let rows @ [_, _, ..] = &of(ALL_SIDES)[..] {
        text += &format!("all sides (mean of the sides' ratings)\n{}\n", leaderboard(rows, to));
    }
    if let Some(cross) = &results.crosstable {
        text += &crosstable(cross, to);
    }
    text + &one_game_each(results)
}

/// A warning where matches are many but games few.
fn one_game_each(results: &Results) -> String {
    let repeats = match &results.crosstable {
        Some(cross) => cross.is_one_game_each(),
        None => results
            .standings
            .iter()
            .filter(|row| row.status == Status::Ok)
            .all(|row| row.matches > 1 && row.effective == Effective::Exact(1)),
    };
    match repeats && !results.standings.is_empty() {
        true => {
            "Note: every pairing played one and the same game each time, so these figures rest on \
             one\ngame a pairing, however many matches there are. --starts random gives every seed \
             its own\nopening, for bots that can take over from it.\n\n"
                .to_owned()
        }
        false => String::new(),
    }
}

/// What a leaderboard ranks by: `hunters (score in points, high is better)`.
pub(crate) fn title(side: &Side, scores: &[ScoreInfo]) -> String {
    let direction = match side.direction {
        Direction::High => "high",
        Direction::Low => "low",
    };
    let ScoreInfo { name, unit, .. } = &scores[side.score];
    format!("{} ({name} in {unit}, {direction} is better)", side.kind)
}

/// A leaderboard: a table of those who played, and below it a line for each of the others.
fn leaderboard(rows: &[&Standing], to: Reader) -> String {
    let (played, absent): (Vec<_>, Vec<_>) =
        rows.iter().copied().partition(|row| row.status == Status::Ok);
    let absent: String = absent.into_iter().map(|row| absence(row, to)).collect();
    standings(&played, to) + &absent
}

/// Who took no part and why, in a line: the whole reason is in `leaderboard.csv`.
fn absence(row: &Standing, to: Reader) -> String {
    let line = one_line(&format!(" {}: {}", row.entrant, row.status), usize::MAX);
    let most = match to {
        Reader::Terminal => usize::from(width(to)),
        Reader::Pipe => usize::MAX,
    };
    if line.chars().count() > most {
        line.chars().take(most.saturating_sub(3)).collect::<String>() + "...\n"
    } else {
        line + "\n"
    }
}

/// The table of a leaderboard. Columns are shown where they say something: the rating where it is
/// more than the mean's distance from another, Elo over all sides, distinct games where some game
/// was played twice.
fn standings(rows: &[&Standing], to: Reader) -> String {
    let combined = rows.iter().any(|row| row.side == ALL_SIDES);
    // Over all sides a match against oneself counts twice, though it is one game.
    let repeats =
        !combined && rows.iter().any(|row| row.effective != Effective::Exact(row.matches));
    let rated = says_more(rows);
    let scale = if rated { "rating" } else { "mean" };
    let mut header = vec!["rank", "entrant", scale, "95% interval"];
    header.extend((rated && !combined).then_some("mean"));
    header.extend(combined.then_some("elo"));
    header.extend(["wins", "matches"]);
    let voids = rows.iter().any(|row| row.voids > 0);
    header.extend(voids.then_some("void"));
    header.extend(repeats.then_some("distinct"));
    header.push("faults");
    let moved = rows.iter().any(|row| row.previous.is_some());
    header.extend(moved.then_some("moved"));
    let mut table = table(&header, to);
    for row in rows {
        let shown = if rated { row.rating } else { row.mean };
        let mut cells = vec![
            rank(row),
            row.entrant.clone(),
            shown.map_or_else(dash, |shown| rounded(shown.value, 2)),
            interval(shown),
        ];
        cells.extend(
            (rated && !combined).then(|| row.mean.map_or_else(dash, |mean| rounded(mean.value, 2))),
        );
        cells.extend(combined.then(|| row.elo.map_or_else(dash, |elo| rounded(elo.value, 0))));
        cells.push(row.win_rate.map_or_else(dash, |share| format!("{:.1}%", share * 100.0)));
        cells.push(row.matches.to_string());
        cells.extend(voids.then(|| row.voids.to_string()));
        cells.extend(repeats.then(|| row.effective.to_string()));
        cells.push(row.fault_count().to_string());
        cells.extend(moved.then(|| movement(row)));
        table.add_row(cells);
    }
    align_right(&mut table, &[1]);
    keep_whole(&mut table, 1);
    text_of(&table)
}

/// By how many ranks an entrant has come up (`+`) or down since the earlier run.
fn movement(row: &Standing) -> String {
    match (row.rank, row.previous) {
        (None, _) => dash(),
        (Some(_), None) => "new".to_owned(),
        (Some(rank), Some(before)) if before.rank == rank => "=".to_owned(),
        (Some(rank), Some(before)) => format!("{:+}", i64::from(before.rank) - i64::from(rank)),
    }
}

/// True if ratings differ by anything else than means do.
fn says_more(rows: &[&Standing]) -> bool {
    let mut levels =
        rows.iter().filter_map(|row| Some((row.rating?.value, row.mean.map(|mean| mean.value))));
    let Some((first, Some(mean))) = levels.next() else {
        return rows.iter().any(|row| row.rating.is_some());
    };
    !levels.all(|(rating, other)| {
        // Printed figures are off by up to half a unit of the fourth decimal, each.
        other.is_some_and(|other| ((rating - first).abs() - (other - mean).abs()).abs() < 0.001)
    })
}

/// The rank, with those that the data leave possible: `2 (1-3)`.
fn rank(row: &Standing) -> String {
    match (row.rank, row.rank_interval) {
        (Some(rank), Some((low, high))) if low < high => format!("{rank} ({low}-{high})"),
        (Some(rank), _) => rank.to_string(),
        (None, _) => dash(),
    }
}

/// The interval of a figure as tables show it.
pub(crate) fn interval(estimate: Option<Estimate>) -> String {
    estimate.and_then(|estimate| estimate.range(1)).unwrap_or_else(dash)
}

pub(crate) fn dash() -> String {
    "-".to_owned()
}

/// Mean scores, first side down, second side across; a hint where the table is too wide.
///
/// Nothing against a single opponent: the leaderboard says it all.
fn crosstable(cross: &Crosstable, to: Reader) -> String {
    let [down, across] = &cross.sides;
    if cross.rows.len().min(cross.columns.len()) < 2 {
        return String::new();
    }
    let widest = |names: &[String]| names.iter().map(|name| name.chars().count()).max();
    let column = widest(&cross.columns).unwrap_or(0).max(7) + 2;
    let needed = widest(&cross.rows).unwrap_or(0) + 2 + column * cross.columns.len();
    if needed > usize::from(width(to)) {
        return "The crosstable is too wide to show: see crosstable.csv.\n\n".to_owned();
    }
    let header: Vec<&str> =
        [""].into_iter().chain(cross.columns.iter().map(String::as_str)).collect();
    let mut table = table(&header, to);
    for (name, cells) in cross.rows.iter().zip(&cross.cells) {
        let cells =
            cells.iter().map(|cell| cell.map_or_else(dash, |cell| rounded(cell.mean.value, 2)));
        table.add_row([name.clone()].into_iter().chain(cells));
    }
    align_right(&mut table, &[0]);
    format!("mean score, {down} down, {across} across\n{}\n", text_of(&table))
}

/// The same, for programs.
pub(crate) fn json_of(summary: &RunSummary, folder: &std::path::Path) -> Value {
    let mut value = json!({
        "folder": folder.display().to_string(),
        "complete": summary.completion != Completion::Stopped,
        "matches_played": summary.done - summary.voids.min(summary.done),
        "matches_planned": summary.total,
        "void": summary.voids,
        "faults": summary.faults,
    });
    match &summary.report {
        Report::Sweep(sweep) => value["sweep"] = sweep_json(sweep),
        report @ (Report::League(_) | Report::Comparison { .. } | Report::Shard) => {
            value["leaderboard"] = report.standings().iter().map(standing_json).collect();
            value["crosstable"] = report.crosstable().map_or(Value::Null, crosstable_json);
        }
    }
    value
}

fn crosstable_json(cross: &Crosstable) -> Value {
    let figures = |figure: &dyn Fn(&Meeting) -> Value| -> Value {
        let row = |cells: &Vec<Option<Meeting>>| -> Value {
            cells.iter().map(|cell| cell.as_ref().map(figure)).collect()
        };
        cross.cells.iter().map(row).collect()
    };
    json!({
        "sides": cross.sides, "rows": cross.rows, "columns": cross.columns,
        "mean_scores": figures(&|meeting| json!(meeting.mean.value)),
        "low_95": figures(&|meeting| json!(Estimate::columns(Some(meeting.mean))[1])),
        "high_95": figures(&|meeting| json!(Estimate::columns(Some(meeting.mean))[2])),
        "interactions": figures(&|meeting| json!(meeting.interaction)),
        "matches": figures(&|meeting| json!(meeting.matches)),
        "effective_matches": figures(&|meeting| json!(meeting.effective.parts().0)),
    })
}

fn standing_json(row: &Standing) -> Value {
    let (status, reason) = match &row.status {
        Status::Ok => ("ok", None),
        Status::Unfit(reason) => ("unfit", Some(reason)),
        Status::BuildFailed(reason) => ("build failed", Some(reason)),
    };
    let (effective, effective_kind) = row.effective.parts();
    let faults = FaultKind::ALL.iter().zip(row.faults).map(|(kind, count)| (kind.name(), count));
    let [mean, low, high] = Estimate::columns(row.mean);
    let [rating, rating_low, rating_high] = Estimate::columns(row.rating);
    let [elo, elo_low, elo_high] = Estimate::columns(row.elo);
    json!({
        "side": row.side, "rank": row.rank, "entrant": row.entrant, "status": status,
        "reason": reason, "matches": row.matches, "void": row.voids, "effective_matches": effective,
        "effective_kind": effective_kind, "mean_score": mean,
        "low_95": low, "high_95": high,
        "win_rate": row.win_rate, "rank_low": row.rank_interval.map(|(low, _)| low),
        "rank_high": row.rank_interval.map(|(_, high)| high),
        "rating": rating, "rating_low_95": rating_low, "rating_high_95": rating_high,
        "elo": elo, "elo_low_95": elo_low, "elo_high_95": elo_high,
        "nash_weight": row.nash.map(|(weight, _)| weight),
        "nash_score": row.nash.map(|(_, score)| score),
        "previous_rank": row.previous.map(|before| before.rank),
        "previous_mean": row.previous.and_then(|before| before.mean), "faults": faults.collect::<std::collections::BTreeMap<_, _>>(),
    })
}
