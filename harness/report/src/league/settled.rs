//! Mean scores against matches played: have they settled?

use maud::{Render as _, html};
use stoker_stats::{Effective, rounded};

use super::leaderboard::count;
use super::{League, anchor, unless_empty};
use crate::data::RunData;
use crate::data::games::EntrantGames;
use crate::plots::{Axis, Chart, Curve, Curves, Figure, Point, Trace};
use crate::report::{Block, Part};
use crate::table::{Cell, Column, Table};
use crate::text::{Told, told};

/// The most curves in one chart.
const MOST: usize = 6;
/// The seeds before the first point: earlier intervals are so wide that they would dwarf the rest.
const FEWEST: u64 = 5;

/// The part, if enough was played.
pub(super) fn part(league: League<'_>) -> Option<Part> {
    let data = league.data;
    let games = data.games.as_ref()?;
    let mut part = Part::new("settled", "Convergence");
    for kind in data.kinds() {
        let rows: Vec<_> = by_rank(data, kind).collect();
        let rows = rows.iter().filter_map(|name| games.row(kind, name));
        let rows: Vec<_> = rows.map(|row| &games.rows[row]).collect();
        let Some(chart) = chart(data, kind, &rows) else { continue };
        if part.blocks.is_empty() {
            part = part.with(html! { p.lead {
                "The mean score after each number of matches, with its 95% interval; one seed is one "
                "observation. A mean has settled if the second half of the matches moved it by less "
                "than the width of the interval. Entrants whose games repeat have no interval here."
            } });
        }
        part = part.with(chart).with(Block::Html(table(data, kind, &rows).render()));
    }
    unless_empty(part)
}

/// The entrants of a kind of side, by rank where there are ranks.
fn by_rank<'d>(data: &'d RunData, kind: &'d str) -> Box<dyn Iterator<Item = &'d str> + 'd> {
    if data.standings_of(kind).next().is_some() {
        return Box::new(data.standings_of(kind).map(|row| row.entrant.as_str()));
    }
    let rows = data.games.iter().flat_map(|games| &games.rows);
    Box::new(rows.filter(move |row| row.kind == kind).map(|row| row.entrant.as_str()))
}

/// True if games of an entrant repeat each other: its matches are no independent observations then,
/// so an interval over them would be too narrow.
fn repeats(data: &RunData, kind: &str, entrant: &str) -> bool {
    let mut own = data.standings_of(kind).filter(|row| row.entrant == entrant);
    own.any(|row| row.effective != Effective::Exact(row.matches))
}

fn chart(data: &RunData, kind: &str, rows: &[&EntrantGames]) -> Option<Chart> {
    let curve = |row: &&EntrantGames| {
        let point = |point: crate::data::growth::Waypoint| Point {
            x: point.matches as f64,
            y: Some(point.mean.value),
            band: point.mean.interval,
        };
        let points = row.growth.points().into_iter();
        let points = points.filter(|point| point.seeds >= FEWEST && point.mean.interval.is_some());
        Curve { name: row.entrant.clone(), points: points.map(point).collect(), trace: Trace::Line }
    };
    let independent = rows.iter().filter(|row| !repeats(data, kind, &row.entrant));
    let curves: Vec<_> =
        independent.map(curve).filter(|curve| curve.points.len() > 1).take(MOST).collect();
    if curves.is_empty() {
        return None;
    }
    let score = data.rules.as_ref().and_then(|rules| rules.score_of(kind));
    let unit = score.map(|(score, _)| score.unit).unwrap_or_default();
    let text = format!(
        "Lines for the {} of {} entrants that rank best: the mean score with its interval, which \
         narrows as matches are played. The table below has the last figures of all.",
        curves.len(),
        rows.len()
    );
    let (x, y) = (Axis::of("matches"), Axis::of("mean score").in_unit(unit));
    let figure = Figure::Curves(Curves { x, y, curves, levels: vec![] });
    let chart = Chart::new(&format!("settled-{kind}"), figure);
    Some(chart.titled(format!("{}: mean score against matches played", told(kind))).told(text))
}

fn table(data: &RunData, kind: &str, rows: &[&EntrantGames]) -> Table {
    let columns = vec![
        Column::text("Entrant"),
        Column::numbers("Matches"),
        Column::numbers("Mean"),
        Column::numbers("± 95%"),
        Column::numbers("Moved").meaning("by the second half of the matches"),
        Column::text("Settled"),
    ];
    let mut table = Table::new(&format!("Means of {} and their last changes", told(kind)), columns);
    for row in rows {
        let Some((half, last)) = row.growth.halves() else { continue };
        let moved = last.mean.value - half.mean.value;
        let interval = last.mean.interval.filter(|_| !repeats(data, kind, &row.entrant));
        let width = interval.map(|(low, high)| (high - low) / 2.0);
        let settled = match width {
            None => "",
            Some(width) if moved.abs() <= width => "yes",
            Some(_) => "not yet",
        };
        let name =
            html! { a href=(format!("#{}", anchor(data, &row.entrant))) { (Told(&row.entrant)) } };
        let cells = vec![
            Cell::of(name),
            count(last.matches),
            Cell::of(rounded(last.mean.value, 2)),
            Cell::figure(width, 2),
            Cell::of(rounded(moved, 2)),
            Cell::of(settled),
        ];
        table.named_row(&row.entrant, cells);
    }
    table
}
