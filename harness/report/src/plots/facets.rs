//! Histograms of several groups on one scale, one below the other.

use std::fmt::Write as _;

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::Paint;
use super::frame::{BELOW, across, below, room_of_names, rows};
use super::histogram::{Bin, Counted, total};
use super::label::{Anchor, LINE, Label};
use super::scale::{Scale, ScaleEnd, ends, number_text, number_words};
use super::svg::{Area, MARGIN, Px, SvgPlot, WIDTH, in_colour};
use super::width::clean;
use super::{PlotAxis, header};

/// The height of a row, in pixels.
const ROW: f64 = 28.0;
/// The height of the highest bin of a row, in pixels.
const HEIGHT: f64 = 24.0;
/// The most room for the names of rows, in pixels.
const NAMES: f64 = 150.0;
const KEY: &str = "Each row has its own height. The line is the mean.";

/// Histograms of several groups, from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub struct Facets {
    /// The number that all rows share.
    pub axis: PlotAxis,
    /// The things that are counted.
    pub counted: Counted,
    /// The rows.
    pub rows: Vec<Facet>,
}

/// The histogram of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// The name of the group.
    pub name: String,
    /// The ranges, in rising order without gaps.
    pub bins: Vec<Bin>,
    /// The mean of the group; `None` if nothing was counted.
    pub mean: Option<f64>,
}

/// A line below each row, all as one path.
fn base_lines(heights: impl Iterator<Item = f64>, area: Area) -> Markup {
    let (left, right) = (Px(area.left), Px(area.right));
    let path: String = heights.map(|height| format!("M{left} {}H{right}", Px(height))).collect();
    html! { path d=(path) stroke="currentColor" fill="none" {} }
}

impl Facets {
    pub(super) fn drawn(&self) -> SvgPlot {
        let names = || self.rows.iter().map(|row| row.name.as_str());
        let room = room_of_names(names(), NAMES);
        let top = MARGIN + LINE;
        let bottom = top + ROW * self.rows.len().max(1) as f64;
        let area = Area { left: MARGIN + room + MARGIN, right: WIDTH - 2.0 * MARGIN, top, bottom };
        let reached = self.rows.iter().flat_map(|row| &row.bins);
        let reached = ends(reached.flat_map(|bin| [bin.from, bin.to]));
        let scale = across(reached, area.across(), ScaleEnd::Exact);
        let base = |row: usize| top + ROW * (row + 1) as f64;
        let named = names().enumerate().map(|(row, name)| (name, base(row) - LINE / 2.0));
        let key = Label::new(KEY, (area.right, top - LINE / 2.0), Anchor::End);
        let marks = html! {
            (below(&self.axis, &scale, area))
            (in_colour(Paint::Faint, html! { (key.within(area.right)) }))
            (rows(named, MARGIN, room))
            (in_colour(Paint::Grid, base_lines((0..self.rows.len()).map(base), area)))
            (in_colour(Paint::Series(0), html! {
                @for (n, row) in self.rows.iter().enumerate() { (self.histogram(row, &scale, base(n))) }
            }))
            (in_colour(Paint::Ink, self.means(&scale, base)))
        };
        SvgPlot { width: WIDTH, height: bottom + BELOW + LINE / 2.0, marks }
    }

    /// The bins of a row, as one outline on its base line: a page has thousands of rows.
    fn histogram(&self, row: &Facet, scale: &Scale, base: f64) -> Markup {
        let highest = row.highest().map_or(1, |bin| total(&bin.counts)).max(1) as f64;
        let mut path = String::new();
        let mut before = None;
        for bin in &row.bins {
            let top = Px(base - HEIGHT * total(&bin.counts) as f64 / highest).to_string();
            let from = Px(scale.at(bin.from));
            let step = match &before {
                None => format!("M{from} {}V{top}", Px(base)),
                Some(other) if *other != top => format!("H{from}V{top}"),
                Some(_) => String::new(),
            };
            path += &step;
            before = Some(top);
        }
        if let Some(last) = row.bins.last() {
            path += &format!("H{}V{}", Px(scale.at(last.to)), Px(base));
        }
        html! {
            path d=(path) fill="currentColor" { title { (clean(&self.said(row))) } }
        }
    }

    /// A line at the mean of each row, all as one path.
    fn means(&self, scale: &Scale, base: impl Fn(usize) -> f64) -> Markup {
        let means = self.rows.iter().enumerate().filter_map(|(n, row)| Some((n, row.mean?)));
        let mut path = String::new();
        for (n, mean) in means {
            let (from, to) = (Px(base(n) - HEIGHT), Px(base(n)));
            write!(path, "M{} {from}V{to}", Px(scale.at(mean))).expect("a string takes all text");
        }
        html! { path d=(path) fill="none" stroke="currentColor" stroke-width="1.4" {} }
    }

    fn said(&self, row: &Facet) -> String {
        let all: u64 = row.bins.iter().map(|bin| total(&bin.counts)).sum();
        let counted = format!("{}: {}", row.name, self.counted.number_words(all));
        let mean = row.mean.map(|mean| format!(", mean {}", self.axis.with_unit(mean)));
        let highest = row.highest().map(|bin| {
            let count = number_text(total(&bin.counts) as f64, 0);
            format!(", most in {} to {}: {count}", number_words(bin.from), number_words(bin.to))
        });
        counted + &mean.unwrap_or_default() + &highest.unwrap_or_default()
    }

    pub(super) fn table(&self) -> CsvText {
        let mut table = header(["name", "from", "to", self.counted.many]);
        for row in &self.rows {
            for bin in &row.bins {
                table.text(&row.name).figure(Some(bin.from)).figure(Some(bin.to));
                table.value(total(&bin.counts)).end_row();
            }
        }
        table
    }
}

impl Facet {
    /// The first of the bins that hold most.
    fn highest(&self) -> Option<&Bin> {
        self.bins.iter().rev().max_by_key(|bin| total(&bin.counts))
    }
}
