//! Tables, and results for programs.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use serde_json::{Value, json};
use stoker_engine::{Direction, ScoreInfo, Side};
use stoker_external::fault::FaultKind;
use stoker_external::unfit::EntrantStatus;
use stoker_files::printable::printable;
use stoker_stats::{DuelEntrant, DuelSide, Estimate, rounded};
use stoker_tournament::results::{Completion, ResultsByKind, RunSummary};
use stoker_tournament::standings::{
    Ahead, Crosstable, DuelRow, DuelSideRow, DuelTable, Meeting, PartnerEffects, PartnerRow,
    PartnerTable, SeatRow, Standing,
};

use super::io::StreamKind;
use super::show_sweep::sweep_json;
use super::stream_format::width;

/// The form in which results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// Tables.
    Text,
    /// JSON.
    Json,
}

/// A table with these column names, as wide as its reader can take.
pub(crate) fn table(header: &[&str], to: StreamKind) -> Table {
    table_in(header, width(to).into())
}

/// A table with these column names in lines of this many characters.
pub(super) fn table_in(header: &[&str], width: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table.set_header(header.iter().copied());
    table
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

/// Keeps a column of names from wrapping: a broken name can be neither searched for nor copied.
pub(crate) fn keep_whole(table: &mut Table, names: usize) {
    if let Some(names) = table.column_mut(names) {
        names.set_constraint(ColumnConstraint::ContentWidth);
    }
}

/// A table as text, without spaces at the ends of its lines. Its cells may hold any text.
pub(crate) fn text_of(table: &Table) -> String {
    table.lines().map(|line| printable(line.trim_end()) + "\n").collect()
}

/// The score by which a leaderboard ranks: `hunters (score in points, high is better)`.
pub(crate) fn title(side: &Side, scores: &[ScoreInfo]) -> String {
    let direction = match side.direction {
        Direction::High => "high",
        Direction::Low => "low",
    };
    let ScoreInfo { name, unit, .. } = &scores[side.score];
    format!("{} ({name} in {unit}, {direction} is better)", side.kind)
}

/// The interval of a figure as tables show it.
pub(crate) fn interval(estimate: Option<Estimate>) -> String {
    interval_with(estimate, 1)
}

/// A figure with so many decimals.
pub(super) fn value(estimate: Option<Estimate>, decimals: usize) -> String {
    estimate.map_or_else(dash, |estimate| rounded(estimate.value, decimals))
}

/// A share in percent.
pub(super) fn percent(share: Option<Estimate>) -> String {
    share.map_or_else(dash, |share| format!("{}%", rounded(100.0 * share.value, 1)))
}

/// The interval of a share in percent.
pub(super) fn percent_interval(share: Option<Estimate>) -> String {
    interval(share.map(|share| share.map(|share| 100.0 * share)))
}

/// The interval of a figure with at least so many decimals.
pub(super) fn interval_with(estimate: Option<Estimate>, decimals: usize) -> String {
    estimate.and_then(|estimate| estimate.range(decimals)).unwrap_or_else(dash)
}

pub(crate) fn dash() -> String {
    "-".to_owned()
}

/// The summary of a run, for programs.
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
        ResultsByKind::Sweep(sweep) => value["sweep"] = sweep_json(sweep),
        report @ (ResultsByKind::League(_)
        | ResultsByKind::Comparison { .. }
        | ResultsByKind::Shard) => {
            value["leaderboard"] = report.standings().iter().map(standing_json).collect();
            if let Some(table) = report.duel() {
                value["duel"] = duel_json(table);
            }
            if let Some(tables) = report.lineups() {
                value["ahead"] = tables.ahead.iter().map(ahead_json).collect();
                value["seats"] = tables.seats.iter().map(seat_json).collect();
            }
            if let Some(table) = report.partners() {
                value["partners"] = partners_json(table);
            }
            value["crosstable"] = report.crosstable().map_or(Value::Null, crosstable_json);
        }
    }
    value
}

fn partners_json(table: &PartnerTable) -> Value {
    let effects = |of: &PartnerEffects| {
        let each = table.scores.iter().zip(&of.effects).map(|(score, effect)| {
            let [effect, low, high] = Estimate::columns(*effect);
            (score.clone(), json!({"effect": effect, "low_95": low, "high_95": high}))
        });
        json!({"seats": of.seats, "effects": each.collect::<serde_json::Map<_, _>>()})
    };
    let row = |row: &PartnerRow| {
        json!({
            "entrant": row.entrant, "forfeits": row.forfeits,
            "all": effects(&row.all), "without_forfeited": effects(&row.kept),
        })
    };
    table.rows.iter().map(row).collect()
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

fn duel_json(table: &DuelTable) -> Value {
    let estimate = |estimate: Option<Estimate>| {
        let [value, low, high] = Estimate::columns(estimate);
        json!({ "value": value, "low_95": low, "high_95": high })
    };
    let row = |row: &DuelRow| {
        let DuelEntrant { matches, won, won_as, strength, ranks } = &row.figures;
        let (low, high) = ranks.unzip();
        let won_as = table.sides.iter().zip(won_as);
        let won_as = won_as.map(|(side, share)| (side.side.clone(), estimate(*share)));
        json!({
            "rank": row.rank, "entrant": row.entrant, "rank_low": low, "rank_high": high,
            "matches": matches, "won": estimate(*won), "strength": estimate(*strength),
            "won_as": won_as.collect::<serde_json::Map<_, _>>(),
        })
    };
    let side = |side: &DuelSideRow| {
        let DuelSide { matches, won, advantage } = side.figures;
        json!({
            "side": side.side, "matches": matches, "won": estimate(won),
            "advantage": estimate(advantage),
        })
    };
    json!({
        "entrants": table.rows.iter().map(row).collect::<Vec<_>>(),
        "sides": table.sides.iter().map(side).collect::<Vec<_>>(),
    })
}

fn ahead_json(row: &Ahead) -> Value {
    let [share, low, high] = Estimate::columns(Some(row.share));
    json!({
        "entrant": row.entrant, "opponent": row.opponent, "meetings": row.meetings,
        "ahead": share, "low_95": low, "high_95": high,
    })
}

fn seat_json(SeatRow { side, figures }: &SeatRow) -> Value {
    let [mean, mean_low, mean_high] = Estimate::columns(figures.mean);
    let [advantage, advantage_low, advantage_high] = Estimate::columns(figures.advantage);
    let [wins, wins_low, wins_high] = Estimate::columns(figures.win_rate);
    let [place, place_low, place_high] = Estimate::columns(figures.mean_rank);
    json!({
        "side": side, "matches": figures.matches,
        "mean_score": mean, "low_95": mean_low, "high_95": mean_high,
        "advantage": advantage, "advantage_low_95": advantage_low,
        "advantage_high_95": advantage_high,
        "win_rate": wins, "win_low_95": wins_low, "win_high_95": wins_high,
        "mean_rank": place, "mean_rank_low_95": place_low, "mean_rank_high_95": place_high,
    })
}

fn standing_json(row: &Standing) -> Value {
    let (status, reason) = match &row.status {
        EntrantStatus::Ok => ("ok", None),
        EntrantStatus::Unfit(reason) => ("unfit", Some(reason)),
        EntrantStatus::BuildFailed(reason) => ("build failed", Some(reason)),
    };
    let (effective, effective_kind) = row.effective.parts();
    let faults = FaultKind::ALL.iter().zip(row.faults).map(|(kind, count)| (kind.name(), count));
    let [mean, low, high] = Estimate::columns(row.mean);
    let [rating, rating_low, rating_high] = Estimate::columns(row.rating);
    let [elo, elo_low, elo_high] = Estimate::columns(row.elo);
    let [wins, wins_low, wins_high] = Estimate::columns(row.win_rate);
    let [place, place_low, place_high] = Estimate::columns(row.mean_rank);
    let facts = row.facts.iter().map(|fact| (fact.name.as_str(), fact.mean));
    let mut shown = json!({
        "side": row.side, "rank": row.rank, "entrant": row.entrant, "status": status,
        "reason": reason, "matches": row.matches, "void": row.voids, "effective_matches": effective,
        "effective_kind": effective_kind, "mean_score": mean,
        "low_95": low, "high_95": high,
        "win_rate": wins, "win_low_95": wins_low, "win_high_95": wins_high,
        "mean_rank": place, "mean_rank_low_95": place_low, "mean_rank_high_95": place_high,
        "facts": facts.collect::<std::collections::BTreeMap<_, _>>(), "rank_low": row.rank_interval.map(|(low, _)| low),
        "rank_high": row.rank_interval.map(|(_, high)| high),
        "rating": rating, "rating_low_95": rating_low, "rating_high_95": rating_high,
        "elo": elo, "elo_low_95": elo_low, "elo_high_95": elo_high,
        "nash_weight": row.nash.map(|(weight, _)| weight),
        "nash_score": row.nash.map(|(_, score)| score),
        "previous_rank": row.previous.map(|before| before.rank),
        "previous_mean": row.previous.and_then(|before| before.mean), "faults": faults.collect::<std::collections::BTreeMap<_, _>>(),
    });
    for further in &row.further {
        shown[format!("mean_{}", further.score)] = json!(further.mean);
    }
    shown
}
