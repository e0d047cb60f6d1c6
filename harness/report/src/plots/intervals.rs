//! Estimates with their intervals, one per row.

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::Paint;
use super::frame::{ABOVE, BELOW, across, below, room_of_names, rows, upright};
use super::label::LINE;
use super::scale::{Scale, ScaleEnd, ends, number_words};
use super::svg::{Area, MARGIN, Px, SvgPlot, WIDTH, in_colour, line};
use super::{PlotAxis, header};

/// The height of a row, in pixels.
const ROW: f64 = 20.0;
/// The most room for the names of rows, in pixels.
const NAMES: f64 = 150.0;
/// The width of the ranks, in pixels.
const RANKS: f64 = 96.0;
/// The gap between estimates and ranks, in pixels.
const BETWEEN: f64 = 22.0;

/// Estimates with their intervals, one per row, from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalPlot {
    /// The quantity that is estimated.
    pub axis: PlotAxis,
    /// The rows.
    pub rows: Vec<IntervalRow>,
    /// A number to compare with, and its name.
    pub reference: Option<(f64, String)>,
}

/// An estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalRow {
    /// The name of the row.
    pub name: String,
    /// The estimate; `None` if there is none.
    pub estimate: Option<f64>,
    /// The ends of its interval, the lower first.
    pub interval: Option<(f64, f64)>,
    /// Its rank, with the range of possible ranks.
    pub ranks: Option<Ranks>,
}

/// A rank; 1 is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranks {
    /// The rank itself.
    pub rank: u32,
    /// The best possible rank.
    pub best: u32,
    /// The worst possible rank.
    pub worst: u32,
}

/// A point and the ends of its interval.
#[derive(Clone, Copy)]
struct Span {
    point: f64,
    ends: Option<(f64, f64)>,
}

impl IntervalPlot {
    pub(super) fn drawn(&self) -> SvgPlot {
        let names = || self.rows.iter().map(|row| row.name.as_str());
        let room = room_of_names(names(), NAMES);
        let top = if self.reference.is_some() { ABOVE } else { MARGIN };
        let ranked = self.rows.iter().any(|row| row.ranks.is_some());
        let beside = if ranked { RANKS + BETWEEN } else { 0.0 };
        let bottom = top + ROW * self.rows.len().max(1) as f64;
        let left = MARGIN + room + MARGIN;
        let area = Area { left, right: WIDTH - 2.0 * MARGIN - beside, top, bottom };
        let middle = |row: usize| top + ROW * (row as f64 + 0.5);
        let named = names().enumerate().map(|(row, name)| (name, middle(row)));
        let marks = html! {
            (rows(named, MARGIN, room))
            (self.estimates(area, middle))
            @if ranked {
                (self.ranks(Area { left: area.right + BETWEEN, right: WIDTH - 2.0 * MARGIN, ..area }, middle))
            }
        };
        SvgPlot { width: WIDTH, height: bottom + BELOW + LINE / 2.0, marks }
    }

    fn estimates(&self, area: Area, middle: impl Fn(usize) -> f64) -> Markup {
        let numbers = self.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unzip();
            [row.estimate, low, high].into_iter().flatten()
        });
        let reference = self.reference.iter().map(|(number, _)| *number);
        let scale = across(ends(numbers.chain(reference)), area.across(), ScaleEnd::Round);
        let spans = self.rows.iter().enumerate().filter_map(|(n, row)| {
            let point = row.estimate.filter(|point| point.is_finite())?;
            Some((middle(n), Span { point, ends: row.interval }, self.said(row)))
        });
        html! {
            (below(&self.axis, &scale, area))
            @if let Some((number, name)) = &self.reference {
                (upright(scale.at(*number), name, area))
            }
            (in_colour(Paint::Series(0), html! {
                @for (y, span, said) in spans { (whisker(&scale, y, span, &said)) }
            }))
        }
    }

    fn ranks(&self, area: Area, middle: impl Fn(usize) -> f64) -> Markup {
        let all = self.rows.iter().filter_map(|row| row.ranks);
        let worst = all.map(|ranks| ranks.worst.max(ranks.rank)).max().unwrap_or(1);
        let ends = Some((1.0, f64::from(worst.max(2))));
        let scale = across(ends, area.across(), ScaleEnd::Exact).whole();
        let spans = self.rows.iter().enumerate().filter_map(|(n, row)| {
            let Ranks { rank, best, worst } = row.ranks?;
            let span =
                Span { point: f64::from(rank), ends: Some((f64::from(best), f64::from(worst))) };
            Some((middle(n), span, format!("{}: rank {rank}, {best} to {worst}", row.name)))
        });
        html! {
            (below(&PlotAxis::of("rank"), &scale, area))
            (in_colour(Paint::Series(1), html! {
                @for (y, span, said) in spans { (whisker(&scale, y, span, &said)) }
            }))
        }
    }

    fn said(&self, row: &IntervalRow) -> String {
        let estimate =
            row.estimate.map(|estimate| self.axis.with_unit(estimate)).unwrap_or_default();
        match row.interval {
            Some((low, high)) => {
                format!(
                    "{}: {estimate} (95%: {} to {})",
                    row.name,
                    number_words(low),
                    number_words(high)
                )
            }
            None => format!("{}: {estimate} (no interval)", row.name),
        }
    }

    pub(super) fn table(&self) -> CsvText {
        let mut table =
            header(["name", "estimate", "low_95", "high_95", "rank", "best_rank", "worst_rank"]);
        for row in &self.rows {
            let (low, high) = row.interval.unzip();
            table.text(&row.name).figure(row.estimate).figure(low).figure(high);
            let ranks = row.ranks.map(|ranks| [ranks.rank, ranks.best, ranks.worst]);
            for at in 0..3 {
                table.maybe(ranks.map(|ranks| ranks[at]));
            }
            table.end_row();
        }
        table
    }
}

/// A dot, and a line over its interval; a ring if it has none.
fn whisker(scale: &Scale, y: f64, span: Span, said: &str) -> Markup {
    let x = scale.at(span.point);
    html! {
        g {
            title { (super::width::clean(said)) }
            @if let Some((low, high)) = span.ends {
                @let (low, high) = (scale.at(low), scale.at(high));
                g stroke-width="2" { (line((low, y), (high, y))) }
                (line((low, y - 4.0), (low, y + 4.0)))
                (line((high, y - 4.0), (high, y + 4.0)))
                circle cx=(Px(x)) cy=(Px(y)) r="3.6" fill="currentColor" {}
            } @else {
                circle cx=(Px(x)) cy=(Px(y)) r="3.2" fill="none" stroke="currentColor"
                    stroke-width="1.6" {}
            }
        }
    }
}
