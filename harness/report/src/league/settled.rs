//! Ratings or mean scores against the number of matches, which show whether they have settled.

use maud::{Render as _, html};
use stoker_stats::{Effective, rounded};

use super::leaderboard::count;
use super::{LeagueSources, anchor, unless_empty};
use crate::data::RunData;
use crate::data::games::EntrantGames;
use crate::data::growth::{Growth, Waypoint};
use crate::plots::{Curve, CurvePoint, Curves, Plot, PlotAxis, PlotKind, Trace};
use crate::report::{Block, Section};
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, safe_text};

/// The most curves in one plot.
const MOST: usize = 6;
/// The number of seeds before the first point: earlier intervals are so wide that they would dwarf
/// the rest.
const FEWEST: u64 = 5;
/// The largest difference of a rating here from that of the leaderboard, in halves of its interval.
const APART: f64 = 0.1;

/// The figure whose growth is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    Rating,
    Mean,
}

impl Measure {
    /// Ratings, if the seeds give those of the leaderboard: they do where every pairing is played
    /// on every seed. Otherwise means, which need no other entrant.
    fn of(data: &RunData, kind: &str, rows: &[&EntrantGames]) -> Self {
        let agrees = |row: &&EntrantGames| {
            let mut own = data.standings_of(kind).filter(|other| other.entrant == row.entrant);
            let listed = own.find_map(|own| own.rating);
            let last = row.rating.last();
            listed.zip(last).is_some_and(|(listed, last)| {
                let half = listed.interval.map_or(0.0, |(low, high)| (high - low) / 2.0);
                // The file has four decimals.
                (listed.value - last.figure.value).abs() <= (APART * half).max(1e-4)
            })
        };
        if rows.iter().all(agrees) { Self::Rating } else { Self::Mean }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Mean => "mean score",
        }
    }

    fn growth(self, row: &EntrantGames) -> &Growth {
        match self {
            Self::Rating => &row.rating,
            Self::Mean => &row.growth,
        }
    }
}

/// The section, if enough was played.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let data = league.data;
    let games = data.games.as_ref()?;
    let mut section = Section::new("settled", "Convergence");
    for kind in data.kinds() {
        let rows: Vec<_> = by_rank(data, kind).collect();
        let rows = rows.iter().filter_map(|name| games.row(kind, name));
        let rows: Vec<_> = rows.map(|row| &games.rows[row]).collect();
        let measure = Measure::of(data, kind, &rows);
        let Some(plot) = plot(data, kind, &rows, measure) else { continue };
        if section.blocks.is_empty() {
            section = section.with(html! { p.lead {
                "The rating after each number of matches, or the mean score if some pairing was "
                "not played on every seed, with its 95% interval; one seed is one observation. A "
                "figure has settled if the second half of the matches moved it by no more than half "
                "the width of its interval. Entrants whose games repeat have no interval here."
            } });
        }
        section = section.with(plot).with(Block::Html(table(data, kind, &rows, measure).render()));
    }
    unless_empty(section)
}

/// The entrants of a kind of side, by rank if there are ranks.
fn by_rank<'d>(data: &'d RunData, kind: &'d str) -> Box<dyn Iterator<Item = &'d str> + 'd> {
    if data.standings_of(kind).next().is_some() {
        return Box::new(data.standings_of(kind).map(|row| row.entrant.as_str()));
    }
    let rows = data.games.iter().flat_map(|games| &games.rows);
    Box::new(rows.filter(move |row| row.kind == kind).map(|row| row.entrant.as_str()))
}

/// True if games of an entrant repeat each other. Its matches are then not independent
/// observations, so an interval over them would be too narrow.
fn repeats(data: &RunData, kind: &str, entrant: &str) -> bool {
    let mut own = data.standings_of(kind).filter(|row| row.entrant == entrant);
    own.any(|row| row.effective != Effective::Exact(row.matches))
}

fn plot(data: &RunData, kind: &str, rows: &[&EntrantGames], measure: Measure) -> Option<Plot> {
    let curve = |row: &&EntrantGames| {
        let point = |point: Waypoint| CurvePoint {
            x: point.matches as f64,
            y: Some(point.figure.value),
            band: point.figure.interval,
        };
        let points = measure.growth(row).points().into_iter();
        let points =
            points.filter(|point| point.seeds >= FEWEST && point.figure.interval.is_some());
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
        "Lines for the {} of {} entrants that rank best: the {} with its interval, which narrows as \
         matches are played. The table below has the last figures of all.",
        curves.len(),
        rows.len(),
        measure.name()
    );
    let (x, y) = (PlotAxis::of("matches"), PlotAxis::of(measure.name()).in_unit(unit));
    let figure = PlotKind::Curves(Curves { x, y, curves, levels: vec![] });
    let plot = Plot::new(&format!("settled-{kind}"), figure);
    let title = format!("{}: {} against matches played", safe_text(kind), measure.name());
    Some(plot.titled(title).described(text))
}

fn table(data: &RunData, kind: &str, rows: &[&EntrantGames], measure: Measure) -> HtmlTable {
    let (figure, title) = match measure {
        Measure::Rating => ("Rating", "Ratings"),
        Measure::Mean => ("Mean", "Means"),
    };
    let columns = vec![
        Column::text("Entrant"),
        Column::numbers("Matches"),
        Column::numbers(figure),
        Column::numbers("± 95%"),
        Column::numbers("Moved").meaning("by the second half of the matches"),
        Column::text("Settled"),
    ];
    let mut table =
        HtmlTable::new(&format!("{title} of {} and their last changes", safe_text(kind)), columns);
    for row in rows {
        let Some((half, last)) = measure.growth(row).halves() else { continue };
        let moved = last.figure.value - half.figure.value;
        let interval = last.figure.interval.filter(|_| !repeats(data, kind, &row.entrant));
        let width = interval.map(|(low, high)| (high - low) / 2.0);
        let settled = match width {
            None => "",
            Some(width) if moved.abs() <= width => "yes",
            Some(_) => "not yet",
        };
        let name = html! { a href=(format!("#{}", anchor(data, &row.entrant))) { (SafeText(&row.entrant)) } };
        let cells = vec![
            TableCell::of(name),
            count(last.matches),
            TableCell::of(rounded(last.figure.value, 2)),
            TableCell::figure(width, 2),
            TableCell::of(rounded(moved, 2)),
            TableCell::of(settled),
        ];
        table.named_row(&row.entrant, cells);
    }
    table
}
