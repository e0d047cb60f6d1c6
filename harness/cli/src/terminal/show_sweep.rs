//! The settings of a sweep and its main effects, for readers and for programs.

use std::cmp::Ordering;

use serde_json::{Value, json};
use stoker_engine::{Direction, ScoreInfo, Side, Sides};
use stoker_stats::{Estimate, rounded};
use stoker_tournament::sweep::{EffectRow, SettingRow, SweepSummary};

use super::io::StreamKind;
use super::show::{align_right, dash, interval, keep_whole, table, text_of, title};

/// Settings that are shown for each entrant and kind of side.
const SHOWN: usize = 10;
/// Characters that are left for the values of a setting in 80 columns.
const ROOM: usize = 28;

/// The best settings and the main effects, for each kind of side and entrant.
pub(crate) fn sweep_tables(
    sweep: &SweepSummary,
    sides: &Sides,
    scores: &[ScoreInfo],
    to: StreamKind,
) -> String {
    let mut text = String::new();
    for kind in sides.kinds() {
        let Some(side) = sides.list().iter().find(|side| side.kind == kind) else { continue };
        for entrant in entrants(sweep, kind) {
            let title = title(side, scores);
            text += &format!("{entrant} as {title}\n");
            text += &best(sweep, side, entrant, to);
            text += &main_effects(sweep, side, entrant, to);
        }
    }
    text + &note(sweep)
}

/// The entrants shown on a kind of side, in order.
fn entrants<'s>(sweep: &'s SweepSummary, kind: &str) -> Vec<&'s str> {
    let first = sweep.rows.iter().filter(|row| row.setting == 0 && row.side == kind);
    first.map(|row| row.entrant.as_str()).collect()
}

/// A note that explains the differences.
fn note(sweep: &SweepSummary) -> String {
    let note = "Differences and their 95% intervals are from the reference, on the same seeds.\n";
    match sweep.settings {
        0..=2 => note.to_owned(),
        settings => format!(
            "{note}One interval in 20 misses by chance; * marks those that hold for all {} at once.\n",
            settings - 1
        ),
    }
}

/// The best settings of an entrant, and the reference.
fn best(sweep: &SweepSummary, side: &Side, entrant: &str, to: StreamKind) -> String {
    let rows = ranked(sweep, side, entrant);
    let (shown, of) = (shown(&rows, sweep.reference), rows.len());
    let names = short_names(&sweep.axes);
    let values: Vec<Vec<String>> = shown.iter().map(|row| in_columns(&names, row)).collect();
    let width = |column: usize| values.iter().map(|row| row[column].chars().count() + 2).max();
    let fits = (0..names.len()).filter_map(width).sum::<usize>() <= ROOM;
    let of_axes = if fits { names.iter().map(String::as_str).collect() } else { vec![""] };
    let further = rows.first().map_or(&[][..], |row| &row.further);
    let further: Vec<String> = further.iter().map(|of| format!("mean {}", of.score)).collect();
    let further: Vec<&str> = further.iter().map(String::as_str).collect();
    let figures_of = ["mean", "difference", "95% interval", "wins"];
    let header = [&["setting"], &of_axes[..], &figures_of, &further];
    let mut table = table(&header.concat(), to);
    for (row, values) in shown.iter().zip(values) {
        let cells = if fits { row.values.clone() } else { vec![values.join(" ")] };
        let wins = row.win_rate.map_or_else(dash, |share| format!("{:.1}%", share * 100.0));
        let mut figures = match row.setting == sweep.reference {
            true => figures_of_reference(row.score),
            false => figures(row.score, row.difference),
        };
        figures[1].push(if sweep.settings > 2 && stands_out(row) { '*' } else { ' ' });
        let further = row.further.iter().map(|of| of.mean.map_or_else(dash, |it| rounded(it, 2)));
        let further: Vec<String> = further.collect();
        table
            .add_row([vec![row.setting.to_string()], cells, figures, vec![wins], further].concat());
    }
    align_right(&mut table, if fits { &[] } else { &[1] });
    let which = match of {
        0..=SHOWN => "settings".to_owned(),
        _ => format!("the best {SHOWN} of {of} settings, and the reference"),
    };
    format!("{which}\n{}\n", text_of(&table))
}

/// The settings of an entrant on a kind of side, the best first.
fn ranked<'s>(sweep: &'s SweepSummary, side: &Side, entrant: &str) -> Vec<&'s SettingRow> {
    let of_entrant = |row: &&SettingRow| row.side == side.kind && row.entrant == entrant;
    let played = |row: &&SettingRow| row.score.is_some();
    let mut rows: Vec<_> = sweep.rows.iter().filter(of_entrant).filter(played).collect();
    rows.sort_by(|a, b| {
        let further = a.further.iter().zip(&b.further);
        let by_further = further.map(|(a, b)| better(side, a.mean, b.mean));
        let by_score = better(side, a.score.map(|mean| mean.value), b.score.map(|mean| mean.value));
        by_further.fold(by_score, Ordering::then).then(a.setting.cmp(&b.setting))
    });
    rows
}

/// The first of them, and the reference.
fn shown<'s>(rows: &[&'s SettingRow], reference: usize) -> Vec<&'s SettingRow> {
    let mut shown = rows[..rows.len().min(SHOWN)].to_vec();
    if shown.iter().all(|row| row.setting != reference) {
        shown.extend(rows.iter().filter(|row| row.setting == reference));
    }
    shown
}

/// True if a setting differs from the reference even if all settings are looked at.
fn stands_out(row: &SettingRow) -> bool {
    row.jointly.is_some_and(|(low, high)| low > 0.0 || high < 0.0)
}

/// The values of a setting as `depth=2`, one for each axis.
fn in_columns(names: &[String], row: &SettingRow) -> Vec<String> {
    names.iter().zip(&row.values).map(|(name, value)| format!("{name}={value}")).collect()
}

/// The means over all settings with a value, axis by axis.
fn main_effects(sweep: &SweepSummary, side: &Side, entrant: &str, to: StreamKind) -> String {
    if sweep.effects.iter().all(|row| row.settings == 1) {
        return String::new();
    }
    let mut table = table(&["axis", "value", "mean", "difference", "95% interval"], to);
    for row in sweep.effects.iter().filter(|r| r.side == side.kind && r.entrant == entrant) {
        let figures = match of_reference(sweep, row) {
            true => figures_of_reference(row.score),
            false => figures(row.score, row.difference),
        };
        table.add_row([vec![row.axis.clone(), band(row)], figures].concat());
    }
    align_right(&mut table, &[0, 1]);
    keep_whole(&mut table, 1);
    format!("main effects: the mean over all settings with each value\n{}\n", text_of(&table))
}

/// True if the reference has a value of this row.
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

/// Mean, difference and the difference's interval.
fn figures(score: Option<Estimate>, difference: Option<Estimate>) -> Vec<String> {
    vec![mean(score), mean(difference), interval(difference)]
}

/// The figures of the reference, which is not compared with itself.
fn figures_of_reference(score: Option<Estimate>) -> Vec<String> {
    vec![mean(score), dash(), "reference".to_owned()]
}

fn mean(mean: Option<Estimate>) -> String {
    mean.map_or_else(dash, |mean| rounded(mean.value, 2))
}

/// The better mean of a side first.
fn better(side: &Side, a: Option<f64>, b: Option<f64>) -> Ordering {
    let [a, b] = [a, b].map(|mean| mean.unwrap_or(0.0));
    match side.direction {
        Direction::High => b.total_cmp(&a),
        Direction::Low => a.total_cmp(&b),
    }
}

/// The names of the axes, without their owners where these are obvious.
fn short_names(axes: &[String]) -> Vec<String> {
    let short = |axis: &String| axis.rsplit(':').next().unwrap_or(axis).to_owned();
    let all: Vec<_> = axes.iter().map(short).collect();
    let once = |name: &String| all.iter().filter(|other| *other == name).count() == 1;
    let name = |(name, axis): (&String, &String)| if once(name) { name } else { axis }.clone();
    all.iter().zip(axes).map(name).collect()
}

/// The same, for programs.
pub(crate) fn sweep_json(sweep: &SweepSummary) -> Value {
    let setting = |row: &SettingRow| {
        let [score, low, high] = Estimate::columns(row.score);
        let [difference, difference_low, difference_high] = Estimate::columns(row.difference);
        let (effective, kind) = row.effective.parts();
        let jointly = row.jointly.unzip();
        let values: serde_json::Map<_, _> =
            sweep.axes.iter().cloned().zip(row.values.iter().cloned().map(Value::from)).collect();
        let mut shown = json!({
            "setting": row.setting, "values": values, "side": row.side, "entrant": row.entrant,
            "matches": row.matches, "void": row.voids, "effective_matches": effective, "effective_kind": kind,
            "mean_score": score, "low_95": low, "high_95": high, "win_rate": row.win_rate,
            "faults": row.faults, "difference": difference,
            "difference_low_95": difference_low, "difference_high_95": difference_high,
            "difference_low_all": jointly.0, "difference_high_all": jointly.1,
        });
        for further in &row.further {
            shown[format!("mean_{}", further.score)] = json!(further.mean);
        }
        shown
    };
    let effect = |row: &EffectRow| {
        let [score, low, high] = Estimate::columns(row.score);
        let [difference, difference_low, difference_high] = Estimate::columns(row.difference);
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
