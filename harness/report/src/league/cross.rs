//! The crosstable, as heat maps and as numbers.

use maud::{Markup, Render as _, html};
use stoker_engine::Direction;
use stoker_stats::rounded;
use stoker_tournament::standings::{Crosstable, Meeting};

use super::LeagueSources;
use super::similar::by_similarity;
use crate::plots::{Heat, HeatScale, Plot, PlotAxis, PlotKind};
use crate::report::{Block, Folded, Section};
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, safe_text};

/// The most interactions that are named.
const NAMED: usize = 5;
/// The most cycles that are named.
const CYCLES: usize = 8;

/// The section, if there is a crosstable.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let table = league.data.crosstable.as_ref()?;
    let [first, second] = &table.sides;
    let score = league.data.rules.as_ref().and_then(|rules| rules.score_of(first));
    let unit = score.map(|(score, _)| score.unit).unwrap_or_default();
    let lead = format!(
        "Pairings: a row for each entrant as {}, a column for each as {}. The numbers are the mean \
         score of {}.",
        safe_text(first),
        safe_text(second),
        safe_text(first)
    );
    let section = Section::new("crosstable", "Crosstable")
        .with(html! { p.lead { (lead) } })
        .with(Block::Choice(means(table, unit)))
        .with(numbers(table));
    if table.cells.iter().flatten().flatten().count() < 4 {
        return Some(section);
    }
    let section =
        section.with(interactions(table)).with(Block::Choice(vec![interaction_plot(table, unit)]));
    let wanted = score.map_or(Direction::High, |(_, direction)| direction);
    Some(match cycles(table, wanted) {
        Some(cycles) => section.with(cycles),
        None => section,
    })
}

fn means(table: &Crosstable, unit: &str) -> Vec<Plot> {
    let all = CrossOrder::by_rank(table);
    let similar = CrossOrder::by_similarity(table);
    let value = |meeting: &Meeting| meeting.mean.value;
    let plot = |order: &CrossOrder, how: &str| {
        let axis = PlotAxis::of("mean score").in_unit(unit);
        let figure = heat(table, order, axis, HeatScale::Sequential, value);
        let text = format!(
            "The mean score of each of {} entrants (rows) against each of {} (columns), in the order \
             of {how}. The numbers are in the table below.",
            table.rows.len(),
            table.columns.len()
        );
        Plot::new(&format!("crosstable-by-{how}"), figure)
            .titled(format!("Mean scores, by {how}"))
            .described(text)
    };
    let mut plots = vec![plot(&all, "rating")];
    // With few rows, the order by similarity adds nothing to the order by rating.
    if table.rows.len().max(table.columns.len()) > 3 {
        plots.push(plot(&similar, "similarity"));
    }
    plots
}

fn interaction_plot(table: &Crosstable, unit: &str) -> Plot {
    let axis = PlotAxis::of("interaction").in_unit(unit);
    let order = CrossOrder::by_similarity(table);
    let figure =
        heat(table, &order, axis, HeatScale::Diverging(0.0), |meeting| meeting.interaction);
    Plot::new("interactions", figure).titled("Interactions, by similarity").described(
        "The difference between each mean score and the one that the two ratings alone predict.",
    )
}

/// The places of rows and columns.
struct CrossOrder {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl CrossOrder {
    fn by_rank(table: &Crosstable) -> Self {
        Self { rows: (0..table.rows.len()).collect(), columns: (0..table.columns.len()).collect() }
    }

    /// The order in which entrants with similar results, apart from their ratings, are neighbours.
    fn by_similarity(table: &Crosstable) -> Self {
        let cell = |row: usize, column: usize| {
            let meeting = table.cells.get(row)?.get(column).copied().flatten()?;
            Some(meeting.interaction)
        };
        let (height, width) = (table.rows.len(), table.columns.len());
        let rows: Vec<Vec<_>> =
            (0..height).map(|row| (0..width).map(|column| cell(row, column)).collect()).collect();
        let columns: Vec<Vec<_>> =
            (0..width).map(|column| (0..height).map(|row| cell(row, column)).collect()).collect();
        Self { rows: by_similarity(&rows), columns: by_similarity(&columns) }
    }
}

fn heat(
    table: &Crosstable,
    order: &CrossOrder,
    value: PlotAxis,
    scale: HeatScale,
    figure: impl Fn(&Meeting) -> f64,
) -> PlotKind {
    let [first, second] = &table.sides;
    let row = |&row: &usize| {
        let cell = |&column: &usize| table.cells[row][column].as_ref().map(&figure);
        order.columns.iter().map(cell).collect()
    };
    PlotKind::Heat(Heat {
        value,
        row: PlotAxis::of(first.clone()),
        column: PlotAxis::of(second.clone()),
        rows: order.rows.iter().map(|&row| table.rows[row].clone()).collect(),
        columns: order.columns.iter().map(|&column| table.columns[column].clone()).collect(),
        cells: order.rows.iter().map(row).collect(),
        scale,
    })
}

/// The numbers of the crosstable, folded away.
fn numbers(table: &Crosstable) -> Block {
    let [first, second] = &table.sides;
    let each = table.columns.iter().map(|name| Column::numbers(&safe_text(name)));
    let columns = [Column::text(&safe_text(first))].into_iter().chain(each).collect();
    let caption = format!("Mean score of {} against each {}", safe_text(first), safe_text(second));
    let mut rows = HtmlTable::new(&caption, columns);
    for (entrant, cells) in table.rows.iter().zip(&table.cells) {
        let means = cells.iter().map(|cell| TableCell::figure(cell.map(|cell| cell.mean.value), 1));
        rows.named_row(
            entrant,
            [TableCell::of(SafeText(entrant))].into_iter().chain(means).collect(),
        );
    }
    let summary = html! { "The numbers" };
    let blocks = vec![Block::Html(rows.render())];
    Block::Folded(Folded {
        id: "crosstable-numbers".to_owned(),
        name: String::new(),
        summary,
        blocks,
    })
}

/// The pairings that deviate most from what the ratings predict.
fn interactions(table: &Crosstable) -> Markup {
    let mut all: Vec<(f64, &str, &str, &Meeting)> = vec![];
    for (row, cells) in table.rows.iter().zip(&table.cells) {
        for (column, cell) in table.columns.iter().zip(cells) {
            all.extend(cell.as_ref().map(|cell| (cell.interaction, &**row, &**column, cell)));
        }
    }
    all.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    let stands_out = |(interaction, _, _, meeting): &&(f64, &str, &str, &Meeting)| {
        let half = meeting.mean.interval.map(|(low, high)| (high - low) / 2.0);
        half.is_some_and(|half| interaction.abs() > half)
    };
    let named: Vec<_> = all.iter().filter(stands_out).take(NAMED).collect();
    html! {
        h3 { "Interactions" }
        p { "An interaction is the part of a mean score that the two ratings do not explain." }
        @if named.is_empty() {
            p { "No pairing stands out beyond its own interval." }
        } @else {
            ul { @for (interaction, row, column, _) in named { li {
                (SafeText(row)) " against " (SafeText(column)) ": "
                @if *interaction > 0.0 { "+" } (rounded(*interaction, 1))
            } } }
        }
    }
}

/// Cycles of three entrants that play both sides: each beats the next, and the last beats the
/// first. One entrant beats another if it scores more in the other's place, beyond the intervals of
/// both.
fn cycles(table: &Crosstable, wanted: Direction) -> Option<Markup> {
    let names: Vec<&str> = table.rows.iter().map(String::as_str).collect();
    let both: Vec<&str> =
        names.into_iter().filter(|name| table.columns.iter().any(|other| other == name)).collect();
    if both.len() < 3 {
        return None;
    }
    let beats = |a: usize, b: usize| match wanted {
        Direction::High => beats(table, both[a], both[b]),
        Direction::Low => beats(table, both[b], both[a]),
    };
    let wins: Vec<Vec<bool>> =
        (0..both.len()).map(|a| (0..both.len()).map(|b| a != b && beats(a, b)).collect()).collect();
    let mut found = vec![];
    for a in 0..both.len() {
        for b in a + 1..both.len() {
            for c in a + 1..both.len() {
                if b != c && wins[a][b] && wins[b][c] && wins[c][a] {
                    found.push([both[a], both[b], both[c]]);
                }
            }
        }
    }
    let more = found.len().saturating_sub(CYCLES);
    Some(html! {
        h3 { "Cycles" }
        p { "Of two entrants that play both sides, one beats the other if it scores more in the "
        "other's place, beyond the intervals of both pairings." }
        @if found.is_empty() { p { "No three entrants beat each other in a cycle." } } @else {
            ul { @for [a, b, c] in found.iter().take(CYCLES) {
                li { (SafeText(a)) " beats " (SafeText(b)) ", which beats " (SafeText(c)) ", which beats " (SafeText(a)) }
            } }
            @if more > 0 { p { (more) " more are not listed." } }
        }
    })
}

/// True if the first side's score is higher when `a` plays it against `b` than the other way round,
/// and the intervals do not overlap.
fn beats(table: &Crosstable, a: &str, b: &str) -> bool {
    let cell = |row: &str, column: &str| {
        let row = table.rows.iter().position(|name| name == row)?;
        let column = table.columns.iter().position(|name| name == column)?;
        table.cells[row][column].and_then(|meeting| meeting.mean.interval)
    };
    match (cell(a, b), cell(b, a)) {
        (Some((low, _)), Some((_, high))) => low > high,
        _ => false,
    }
}
