//! One bar per row, of one part or of several.

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::Paint;
use super::frame::{BELOW, across, below, room_of_names, rows};
use super::label::{Anchor, HALF, LINE, Label};
use super::legend::{SampleMark, legend};
use super::scale::{Scale, ScaleEnd, ends, number_words};
use super::svg::{Area, MARGIN, SvgPlot, WIDTH, in_colour, line, rectangle};
use super::width::width;
use super::{PlotAxis, header};

/// The height of a row, in pixels.
const ROW: f64 = 20.0;
/// The height of a bar, in pixels.
const BAR: f64 = 13.0;
/// The most room for the names of rows, in pixels.
const NAMES: f64 = 150.0;

/// One bar per row, from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The quantity that is measured.
    pub axis: PlotAxis,
    /// The names of the parts of a bar, in order; at least one.
    pub parts: Vec<String>,
    /// The rows.
    pub rows: Vec<BarRow>,
}

/// A bar.
#[derive(Debug, Clone, PartialEq)]
pub struct BarRow {
    /// The name of the row.
    pub name: String,
    /// The length of each part. If there are several parts, negative ones are not drawn.
    pub values: Vec<f64>,
}

impl Bars {
    pub(super) fn drawn(&self) -> SvgPlot {
        let names = || self.rows.iter().map(|row| row.name.as_str());
        let parts: Vec<_> =
            self.parts.iter().map(|part| (part.as_str(), SampleMark::Block)).collect();
        let legend = legend(&parts, (MARGIN, WIDTH - MARGIN));
        let top = legend.height + MARGIN;
        let bottom = top + ROW * self.rows.len().max(1) as f64;
        let room = room_of_names(names(), NAMES);
        let numbers: Vec<String> = self.rows.iter().map(|row| number_words(row.end())).collect();
        let behind = numbers.iter().map(|number| width(number)).fold(0.0, f64::max) + MARGIN;
        let area = Area {
            left: MARGIN + room + MARGIN,
            right: WIDTH - 2.0 * MARGIN - behind,
            top,
            bottom,
        };
        let reached = ends(self.rows.iter().map(BarRow::end).chain([0.0]));
        let scale = across(reached, area.across(), ScaleEnd::Round);
        let scale = if self.counts() { scale.whole() } else { scale };
        let middle = |row: usize| top + ROW * (row as f64 + 0.5);
        let marks = html! {
            (legend.marks)
            (rows(names().enumerate().map(|(row, name)| (name, middle(row))), MARGIN, room))
            (below(&self.axis, &scale, area))
            @for part in 0..self.parts.len() { (self.part(part, &scale, middle)) }
            (in_colour(Paint::Faint, line((scale.at(0.0), top), (scale.at(0.0), bottom))))
            (in_colour(Paint::Ink, html! {
                @for (n, (row, number)) in self.rows.iter().zip(&numbers).enumerate() {
                    @let x = scale.at(row.end().max(0.0)) + HALF;
                    (Label::new(number, (x, middle(n)), Anchor::Start))
                }
            }))
        };
        SvgPlot { width: WIDTH, height: bottom + BELOW + LINE / 2.0, marks }
    }

    /// True if all numbers are whole.
    fn counts(&self) -> bool {
        self.rows.iter().flat_map(|row| &row.values).all(|value| value.fract().abs() <= 0.0)
    }

    fn part(&self, part: usize, scale: &Scale, middle: impl Fn(usize) -> f64) -> Markup {
        let bar = |n: usize, row: &BarRow| {
            let (from, to) = row.span(part)?;
            let (from, to) = (scale.at(from), scale.at(to));
            let area = Area {
                left: from.min(to),
                right: from.max(to),
                top: middle(n) - BAR / 2.0,
                bottom: middle(n) + BAR / 2.0,
            };
            Some(rectangle(area, &self.said(row, part)))
        };
        let bars = self.rows.iter().enumerate().filter_map(|(n, row)| bar(n, row));
        in_colour(Paint::Series(part), html! { @for bar in bars { (bar) } })
    }

    fn said(&self, row: &BarRow, part: usize) -> String {
        let value = self.axis.with_unit(row.values[part]);
        match self.parts.len() {
            0 | 1 => format!("{}: {value}", row.name),
            _ => format!("{}, {}: {value}", row.name, self.parts[part]),
        }
    }

    pub(super) fn table(&self) -> CsvText {
        let parts = self.parts.iter().map(String::as_str);
        let mut table = header(["name"].into_iter().chain(parts));
        for row in &self.rows {
            table.text(&row.name);
            for value in &row.values {
                table.figure(Some(*value).filter(|value| value.is_finite()));
            }
            table.end_row();
        }
        table
    }
}

impl BarRow {
    /// The number at which the bar ends.
    fn end(&self) -> f64 {
        match self.values[..] {
            [only] if only.is_finite() => only,
            [_] => 0.0,
            _ => (0..self.values.len()).map(|part| self.length(part)).sum(),
        }
    }

    fn length(&self, part: usize) -> f64 {
        self.values.get(part).copied().filter(|value| value.is_finite()).unwrap_or(0.0).max(0.0)
    }

    /// The start and the end of a part; `None` if it has no length.
    fn span(&self, part: usize) -> Option<(f64, f64)> {
        let (from, to) = match self.values.len() {
            1 => (0.0, self.end()),
            _ => {
                let from: f64 = (0..part).map(|before| self.length(before)).sum();
                (from, from + self.length(part))
            }
        };
        ((to - from).abs() > 0.0 && part < self.values.len()).then_some((from, to))
    }
}
