//! The settings of a sweep: compared with the reference, as a map, as lines, and as a table.

use maud::{Markup, Render};
use stoker_stats::Estimate;
use stoker_tournament::sweep::{SettingRow, SweepSummary};

use super::EntrantOnSide;
use crate::plots::{
    Dimension, Heat, HeatScale, IntervalPlot, IntervalRow, Parallel, ParallelLine, Plot, PlotAxis,
    PlotKind,
};
use crate::report::Block;
use crate::studies::StudySource;
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::SafeText;

/// The most settings that have rows among the differences.
const ROWS: usize = 60;
/// The most values of an axis that are rows or columns of a map.
const VALUES: usize = 50;
/// The most settings that have lines through the axes.
const LINES: usize = 1_000;

/// The plots of an entrant's settings.
pub(super) fn plots(
    source: StudySource<'_>,
    sweep: &SweepSummary,
    subject: EntrantOnSide<'_>,
) -> Vec<Block> {
    let rows = of_subject(sweep, subject);
    let mut plots = vec![];
    if (2..=ROWS).contains(&rows.len()) {
        plots.push(differences(source, sweep, subject, &rows));
    }
    let map = if sweep.axes.len() == 2 { map(source, sweep, subject, &rows) } else { None };
    match map {
        Some(map) => plots.push(map),
        None if sweep.axes.len() > 1 && rows.len() <= LINES => {
            plots.push(lines(source, sweep, subject, &rows));
        }
        None => {}
    }
    vec![Block::Plots(plots)]
}

/// The settings of an entrant as a table.
pub(super) fn table(sweep: &SweepSummary, subject: EntrantOnSide<'_>) -> Markup {
    let axes = sweep.axes.iter().map(|axis| Column::text(axis));
    let columns = [Column::text("setting")].into_iter().chain(axes).chain([
        Column::numbers("matches"),
        Column::numbers("mean score"),
        Column::text("95% interval"),
        Column::numbers("difference"),
        Column::text("95% interval"),
        Column::numbers("faults"),
    ]);
    let mut table = HtmlTable::new("Settings", columns.collect());
    for row in of_subject(sweep, subject) {
        let values = row.values.iter().map(|value| TableCell::of(SafeText(value)));
        let estimate = |estimate: Option<Estimate>| {
            let range = estimate.and_then(|estimate| estimate.range(2)).unwrap_or_default();
            [TableCell::figure(estimate.map(|estimate| estimate.value), 2), TableCell::of(range)]
        };
        let mut cells = vec![TableCell::keyed(row.setting as f64, row.setting)];
        cells.extend(values);
        cells.push(TableCell::of(row.matches));
        cells.extend(estimate(row.score));
        cells.extend(estimate(row.difference));
        cells.push(TableCell::of(row.faults));
        table.row(cells);
    }
    table.render()
}

fn of_subject<'s>(sweep: &'s SweepSummary, subject: EntrantOnSide<'_>) -> Vec<&'s SettingRow> {
    let own = |row: &&SettingRow| row.side == subject.side && row.entrant == subject.entrant;
    sweep.rows.iter().filter(own).collect()
}

/// A setting in words.
fn named(sweep: &SweepSummary, row: &SettingRow) -> String {
    let own = |axis: &str| axis.rsplit(':').next().unwrap_or_default().to_owned();
    let short = |axis: &str| {
        let namesakes = sweep.axes.iter().filter(|other| own(other) == own(axis)).count();
        if namesakes == 1 { own(axis) } else { axis.to_owned() }
    };
    let axes = sweep.axes.iter().zip(&row.values);
    let values: Vec<String> =
        axes.map(|(axis, value)| format!("{}={value}", short(axis))).collect();
    values.join(" ")
}

/// A setting as the name of a row; if there are many axes, only the values are shown.
fn short_name(sweep: &SweepSummary, row: &SettingRow) -> String {
    match sweep.axes.len() {
        0..=2 => named(sweep, row),
        _ => format!("{}: {}", row.setting, row.values.join(", ")),
    }
}

/// The difference of each setting from the reference, with intervals that hold for all at once.
fn differences(
    source: StudySource<'_>,
    sweep: &SweepSummary,
    subject: EntrantOnSide<'_>,
    rows: &[&SettingRow],
) -> Plot {
    let row = |row: &&SettingRow| IntervalRow {
        name: short_name(sweep, row),
        estimate: row.difference.map(|difference| difference.value),
        interval: row.jointly,
        ranks: None,
    };
    let figure = IntervalPlot {
        axis: source.score("difference from the reference", subject.side),
        rows: rows.iter().map(row).collect(),
        reference: Some((0.0, "reference".to_owned())),
    };
    Plot::new(&subject.name("differences"), PlotKind::Intervals(figure))
        .titled("Settings against the reference, 95% for all at once")
        .described(format!(
            "A row for each setting: {}. With a probability of 95%, all these intervals hold at once.",
            sweep.axes.join(", ")
        ))
}

/// The values of an axis: numbers by size, words in order of appearance.
fn values(rows: &[&SettingRow], axis: usize) -> Vec<String> {
    let mut values: Vec<String> = vec![];
    for value in rows.iter().filter_map(|row| row.values.get(axis)) {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    let number = |text: &String| text.parse::<f64>().ok();
    if values.iter().all(|value| number(value).is_some()) {
        values.sort_by(|a, b| number(a).partial_cmp(&number(b)).unwrap_or(a.cmp(b)));
    }
    values
}

/// The mean score over two axes; `None` if this does not make a map, because too few pairs of
/// values were played, or there are too many values.
fn map(
    source: StudySource<'_>,
    sweep: &SweepSummary,
    subject: EntrantOnSide<'_>,
    rows: &[&SettingRow],
) -> Option<Plot> {
    let [down, across] = [0, 1].map(|axis| values(rows, axis));
    let is_dense = 2 * rows.len() > down.len() * across.len();
    if down.len() > VALUES || across.len() > VALUES || !is_dense {
        return None;
    }
    let at = |down: &String, across: &String| {
        let both = |row: &&&SettingRow| row.values == [down.as_str(), across.as_str()];
        rows.iter().find(both).and_then(|row| row.score).map(|score| score.value)
    };
    let cells = down.iter().map(|row| across.iter().map(|column| at(row, column)).collect());
    let figure = Heat {
        value: source.score("mean score", subject.side),
        row: PlotAxis::of(&sweep.axes[0]),
        column: PlotAxis::of(&sweep.axes[1]),
        cells: cells.collect(),
        rows: down,
        columns: across,
        scale: HeatScale::Sequential,
    };
    let title = format!("Mean score by {} and {}", sweep.axes[0], sweep.axes[1]);
    let plot = Plot::new(&subject.name("map"), PlotKind::Heat(figure)).titled(title);
    Some(plot.described("A cell for each setting. The table below has the intervals."))
}

/// One line per setting, through all axes.
fn lines(
    source: StudySource<'_>,
    sweep: &SweepSummary,
    subject: EntrantOnSide<'_>,
    rows: &[&SettingRow],
) -> Plot {
    let all: Vec<Vec<String>> = (0..sweep.axes.len()).map(|axis| values(rows, axis)).collect();
    let is_number = |values: &Vec<String>| values.iter().all(|value| value.parse::<f64>().is_ok());
    let dimension = |(axis, values): (&String, &Vec<String>)| Dimension {
        axis: PlotAxis::of(axis.rsplit(':').next().unwrap_or_default()),
        levels: (!is_number(values)).then(|| values.clone()),
    };
    let place = |(value, values): (&String, &Vec<String>)| match is_number(values) {
        true => value.parse().unwrap_or(0.0),
        false => values.iter().position(|other| other == value).unwrap_or(0) as f64,
    };
    let line = |row: &&SettingRow| ParallelLine {
        name: format!("setting {}: {}", row.setting, named(sweep, row)),
        values: row.values.iter().zip(&all).map(place).collect(),
        outcome: row.score.map(|score| score.value),
    };
    let figure = Parallel {
        dimensions: sweep.axes.iter().zip(&all).map(dimension).collect(),
        outcome: source.score("mean score", subject.side),
        lines: rows.iter().map(line).collect(),
    };
    Plot::new(&subject.name("settings"), PlotKind::Parallel(figure)).titled("All settings").described(
        "A line for each setting, from value to value; its colour is the mean score at the right.",
    )
}
