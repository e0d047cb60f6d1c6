//! The settings of a sweep and its main effects, for readers and for programs.

use comfy_table::ColumnConstraint;
use serde_json::{Value, json};
use stoker_engine::{Direction, ScoreInfo, Side, Sides};

use super::io::Reader;
use super::show::{align_right, dash, table, text_of, title};
use crate::sweep::{EffectRow, Estimate, SettingRow, SweepSummary};

/// Settings that are shown for each entrant and kind of side.
const SHOWN: usize = 10;

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
    text + &format!(
        "Differences are to setting {}, on the same seeds. Of 20 settings that are equally\n\
         good, one will seem to differ: its interval does not hold 0.\n",
        sweep.reference
    )
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
    let header = ["setting", "", "mean", "95% interval", "difference", "95% interval", "wins"];
    let mut table = table(&header, to);
    for row in shown {
        let values: Vec<_> =
            names.iter().zip(&row.values).map(|(name, value)| format!("{name}={value}")).collect();
        let [mean, interval, difference, of_difference] = figures(&row.score, &row.difference);
        let wins = row.win_rate.map_or_else(dash, |share| format!("{:.1}%", share * 100.0));
        let setting = row.setting.to_string();
        table.add_row([setting, values.join(" "), mean, interval, difference, of_difference, wins]);
    }
    align_right(&mut table, &[1]);
    let which = if of > SHOWN {
        format!("the best {SHOWN} of {of} settings")
    } else {
        "settings".to_owned()
    };
    format!("{which}\n{}\n", text_of(&table))
}

/// The means over all settings with a value, axis by axis.
fn main_effects(sweep: &SweepSummary, side: &Side, entrant: &str, to: Reader) -> String {
    if sweep.axes.len() < 2 && sweep.effects.iter().all(|row| row.settings == 1) {
        return String::new();
    }
    let mut table =
        table(&["axis", "value", "mean", "95% interval", "difference", "95% interval"], to);
    for row in sweep.effects.iter().filter(|r| r.side == side.kind && r.entrant == entrant) {
        let [mean, interval, difference, of_difference] = figures(&row.score, &row.difference);
        let axis = row.axis.clone();
        table.add_row([axis, band(row), mean, interval, difference, of_difference]);
    }
    align_right(&mut table, &[0, 1]);
    if let Some(values) = table.column_mut(1) {
        values.set_constraint(ColumnConstraint::ContentWidth);
    }
    format!("main effects: means over all settings with a value\n{}\n", text_of(&table))
}

fn band(row: &EffectRow) -> String {
    if row.from == row.to { row.from.clone() } else { format!("{} to {}", row.from, row.to) }
}

fn figures(score: &Estimate, difference: &Estimate) -> [String; 4] {
    let mean = |mean: Option<f64>| mean.map_or_else(dash, |mean| format!("{mean:.2}"));
    let interval = |interval: Option<(f64, f64)>| {
        interval.map_or_else(dash, |(low, high)| format!("{low:.1} to {high:.1}"))
    };
    [
        mean(score.mean),
        interval(score.interval),
        mean(difference.mean),
        interval(difference.interval),
    ]
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
