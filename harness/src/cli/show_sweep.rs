//! The settings of a sweep and its main effects, for readers and for programs.

use comfy_table::ColumnConstraint;
use serde_json::{Value, json};
use stoker_engine::{Direction, ScoreInfo, Side, Sides};

use super::io::Reader;
use super::show::{align_right, dash, table, text_of, title};
use crate::sweep::{EffectRow, Estimate, SettingRow, SweepSummary};

/// Settings that are shown for each entrant and kind of side.
const SHOWN: usize = 10;
/// Characters that are left for the values of a setting in 80 columns.
const ROOM: usize = 28;

const NOTE: &str = "\
Differences and 95% intervals are to the reference, on the same seeds. One in 20
settings that are just as good seems to differ by chance: try it on other seeds.
";

/// The best settings and the main effects, for each kind of side and entrant.
pub(crate) fn sweep_tables(
    sweep: &SweepSummary,
    sides: &Sides,
    scores: &[ScoreInfo],
    to: Reader,
) -> String {
    let mut text = String::new();
    for kind in crate::plan::kinds(sides) {
        let Some(side) = sides.list().iter().find(|side| side.kind == kind) else { continue };
        for entrant in entrants(sweep, kind) {
            let title = title(side, scores);
            text += &format!("{entrant} as {title}\n");
            text += &best(sweep, side, entrant, to);
            text += &main_effects(sweep, side, entrant, to);
        }
    }
    text + NOTE
}

/// Who is shown on a kind of side, in order.
fn entrants<'s>(sweep: &'s SweepSummary, kind: &str) -> Vec<&'s str> {
    let first = sweep.rows.iter().filter(|row| row.setting == 0 && row.side == kind);
    first.map(|row| row.entrant.as_str()).collect()
}

/// The best settings of an entrant, and the one that all are compared with.
fn best(sweep: &SweepSummary, side: &Side, entrant: &str, to: Reader) -> String {
    let mut rows: Vec<&SettingRow> = sweep
        .rows
        .iter()
        .filter(|row| row.side == side.kind && row.entrant == entrant && row.score.mean.is_some())
        .collect();
    rows.sort_by(|a, b| better(side, &a.score, &b.score).then(a.setting.cmp(&b.setting)));
    let of = rows.len();
    let mut shown = rows[..of.min(SHOWN)].to_vec();
    if shown.iter().all(|row| row.setting != sweep.reference) {
        shown.extend(rows.iter().filter(|row| row.setting == sweep.reference));
    }
    let names = short_names(&sweep.axes);
    let values: Vec<Vec<String>> = shown.iter().map(|row| in_columns(&names, row)).collect();
    let width = |column: usize| values.iter().map(|row| row[column].chars().count() + 2).max();
    let fits = (0..names.len()).filter_map(width).sum::<usize>() <= ROOM;
    let of_axes = if fits { names.iter().map(String::as_str).collect() } else { vec![""] };
    let header = [&["setting"], &of_axes[..], &["mean", "difference", "95% interval", "wins"]];
    let mut table = table(&header.concat(), to);
    for (row, values) in shown.iter().zip(values) {
        let cells = if fits { row.values.clone() } else { vec![values.join(" ")] };
        let wins = row.win_rate.map_or_else(dash, |share| format!("{:.1}%", share * 100.0));
        let figures =
            figures(&row.score, (row.setting != sweep.reference).then_some(&row.difference));
        table.add_row([vec![row.setting.to_string()], cells, figures, vec![wins]].concat());
    }
    align_right(&mut table, if fits { &[] } else { &[1] });
    let which = match of {
        0..=SHOWN => "settings".to_owned(),
        _ => format!("the best {SHOWN} of {of} settings, and the reference"),
    };
    format!("{which}\n{}\n", text_of(&table))
}

/// The values of a setting as `depth=2`, one for each axis.
fn in_columns(names: &[String], row: &SettingRow) -> Vec<String> {
    names.iter().zip(&row.values).map(|(name, value)| format!("{name}={value}")).collect()
}

/// The means over all settings with a value, axis by axis.
fn main_effects(sweep: &SweepSummary, side: &Side, entrant: &str, to: Reader) -> String {
    if sweep.effects.iter().all(|row| row.settings == 1) {
        return String::new();
    }
    let mut table = table(&["axis", "value", "mean", "difference", "95% interval"], to);
    for row in sweep.effects.iter().filter(|r| r.side == side.kind && r.entrant == entrant) {
        let figures = figures(&row.score, (!of_reference(sweep, row)).then_some(&row.difference));
        table.add_row([vec![row.axis.clone(), band(row)], figures].concat());
    }
    align_right(&mut table, &[0, 1]);
    if let Some(values) = table.column_mut(1) {
        values.set_constraint(ColumnConstraint::ContentWidth);
    }
    format!("main effects: means over all settings with a value\n{}\n", text_of(&table))
}

/// Whether the reference has a value of this row.
fn of_reference(sweep: &SweepSummary, effect: &EffectRow) -> bool {
    let axis = sweep.axes.iter().position(|axis| *axis == effect.axis);
    let row = sweep.rows.iter().find(|row| row.setting == sweep.reference);
    let Some(value) = row.zip(axis).map(|(row, axis)| &row.values[axis]) else { return false };
    let number = |text: &str| text.parse::<f64>().ok();
    match (number(&effect.from), number(value), number(&effect.to)) {
        (Some(from), Some(value), Some(to)) => (from..=to).contains(&value),
        _ => *value == effect.from,
    }
}

fn band(row: &EffectRow) -> String {
    if row.from == row.to { row.from.clone() } else { format!("{} to {}", row.from, row.to) }
}

/// Mean, difference and the difference's interval; the reference has no difference.
fn figures(score: &Estimate, difference: Option<&Estimate>) -> Vec<String> {
    let mean = |mean: Option<f64>| mean.map_or_else(dash, |mean| format!("{mean:.2}"));
    let Some(difference) = difference else {
        return vec![mean(score.mean), dash(), "reference".to_owned()];
    };
    let interval = difference.interval;
    let interval = interval.map_or_else(dash, |(low, high)| format!("{low:.1} to {high:.1}"));
    vec![mean(score.mean), mean(difference.mean), interval]
}

/// The better mean of a side first.
fn better(side: &Side, a: &Estimate, b: &Estimate) -> std::cmp::Ordering {
    let (a, b) = (a.mean.unwrap_or(0.0), b.mean.unwrap_or(0.0));
    match side.direction {
        Direction::High => b.total_cmp(&a),
        Direction::Low => a.total_cmp(&b),
    }
}

/// The axes without whose they are, where that is plain.
fn short_names(axes: &[String]) -> Vec<String> {
    let short = |axis: &String| axis.rsplit(':').next().unwrap_or(axis).to_owned();
    let all: Vec<_> = axes.iter().map(short).collect();
    let once = |name: &String| all.iter().filter(|other| *other == name).count() == 1;
    let name = |(name, axis): (&String, &String)| if once(name) { name } else { axis }.clone();
    all.iter().zip(axes).map(name).collect()
}

/// The same, for programs.
pub(crate) fn sweep_json(sweep: &SweepSummary) -> Value {
    let estimate = |estimate: &Estimate| {
        let (low, high) = estimate.interval.unzip();
        (estimate.mean, low, high)
    };
    let setting = |row: &SettingRow| {
        let (score, low, high) = estimate(&row.score);
        let (difference, difference_low, difference_high) = estimate(&row.difference);
        let (effective, kind) = row.effective.parts();
        let values: serde_json::Map<_, _> =
            sweep.axes.iter().cloned().zip(row.values.iter().cloned().map(Value::from)).collect();
        json!({
            "setting": row.setting, "values": values, "side": row.side, "entrant": row.entrant,
            "matches": row.matches, "effective_matches": effective, "effective_kind": kind,
            "mean_score": score, "low_95": low, "high_95": high, "win_rate": row.win_rate,
            "faults": row.faults, "difference": difference,
            "difference_low_95": difference_low, "difference_high_95": difference_high,
        })
    };
    let effect = |row: &EffectRow| {
        let (score, low, high) = estimate(&row.score);
        let (difference, difference_low, difference_high) = estimate(&row.difference);
        json!({
            "axis": row.axis, "from": row.from, "to": row.to, "side": row.side,
            "entrant": row.entrant, "settings": row.settings,
            "mean_score": score, "low_95": low, "high_95": high, "difference": difference,
            "difference_low_95": difference_low, "difference_high_95": difference_high,
        })
    };
    json!({
        "axes": sweep.axes, "reference": sweep.reference,
        "settings": sweep.rows.iter().map(setting).collect::<Vec<_>>(),
        "main_effects": sweep.effects.iter().map(effect).collect::<Vec<_>>(),
    })
}
