//! Plots: plain data, drawn once, as SVG.
//!
//! A [`Plot`] holds typed data: axes with their units, series, intervals, and a text for readers
//! who cannot see it. [`Plot::svg`] draws it, and [`Plot::csv`] writes its numbers. This module
//! reads no folder, and does not know what was measured.
//!
//! The SVG is complete by itself, in light colours. It has no inline style, so a page's policy can
//! forbid inline styles. In a page, the style sheet `page/src/style/plots.css` replaces each colour
//! by its class, for light and dark; it is made from the palette here. Coordinates are rounded to a
//! tenth of a pixel, so that all platforms write the same bytes.

mod bars;
mod colour;
mod curves;
mod facets;
mod files;
mod frame;
mod heat;
mod histogram;
mod intervals;
mod label;
mod legend;
mod parallel;
#[cfg(feature = "png")]
mod png;
mod scale;
mod svg;
#[cfg(test)]
mod tests;
mod thin;
mod width;

pub use bars::{BarRow, Bars};
pub use curves::{Curve, CurvePoint, Curves, LevelLine, Trace};
pub use facets::{Facet, Facets};
pub use files::{SaveError, save};
pub use heat::{Heat, HeatScale};
pub use histogram::{Bin, Counted, Histogram};
pub use intervals::{IntervalPlot, IntervalRow, Ranks};
pub use parallel::{Dimension, Parallel, ParallelLine};
#[cfg(feature = "png")]
pub use png::{PngError, PngPainter};

use stoker_tournament::storage::CsvText;

/// The longest name of a plot's files, in bytes.
const LONGEST_NAME: usize = 80;

/// A plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    name: String,
    /// The title, which the page shows above it.
    pub title: String,
    /// A description of the plot, for screen readers.
    pub text: String,
    /// The figure.
    pub figure: PlotKind,
}

/// The figure that a plot draws.
#[derive(Debug, Clone, PartialEq)]
pub enum PlotKind {
    /// One estimate per row, with its interval.
    Intervals(IntervalPlot),
    /// Counts by ranges of a number.
    Histogram(Histogram),
    /// Histograms of several groups on one scale.
    Facets(Facets),
    /// A table of numbers as colours.
    Heat(Heat),
    /// Lines or dots over a number, with bands and bounds.
    Curves(Curves),
    /// One bar per row.
    Bars(Bars),
    /// One line per item, through axes side by side.
    Parallel(Parallel),
}

/// The meaning of numbers: a name and a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlotAxis {
    name: String,
    unit: Option<String>,
}

impl PlotAxis {
    /// Numbers without a unit.
    pub fn of(name: impl Into<String>) -> Self {
        Self { name: name.into(), unit: None }
    }

    /// The same numbers in a unit.
    #[must_use]
    pub fn in_unit(self, unit: impl Into<String>) -> Self {
        Self { unit: Some(unit.into()).filter(|unit| !unit.is_empty()), ..self }
    }

    /// The name without the unit.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name, and the unit in brackets.
    fn label(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{} ({unit})", self.name),
            None => self.name.clone(),
        }
    }

    /// A number with the unit behind it.
    fn with_unit(&self, number: f64) -> String {
        let number = scale::number_words(number);
        match self.unit.as_deref() {
            Some("%") => format!("{number}%"),
            Some(unit) => format!("{number} {unit}"),
            None => number,
        }
    }
}

impl Plot {
    /// A plot without a title and text. The name becomes that of its files: all characters except
    /// letters, digits and hyphens become hyphens.
    pub fn new(name: &str, figure: PlotKind) -> Self {
        Self { name: file_name(name), title: String::new(), text: String::new(), figure }
    }

    /// The same plot with this title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The same plot with this text for screen readers.
    #[must_use]
    pub fn described(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    /// The name of its files, without an extension: lower-case letters, digits and hyphens.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The plot as an SVG element, which is also a whole file.
    pub fn svg(&self) -> String {
        let drawing = match &self.figure {
            PlotKind::Intervals(intervals) => intervals.drawn(),
            PlotKind::Histogram(histogram) => histogram.drawn(),
            PlotKind::Facets(facets) => facets.drawn(),
            PlotKind::Heat(heat) => heat.drawn(),
            PlotKind::Curves(curves) => curves.drawn(),
            PlotKind::Bars(bars) => bars.drawn(),
            PlotKind::Parallel(parallel) => parallel.drawn(),
        };
        drawing.document(&self.title, &self.text)
    }

    /// The numbers of the plot as CSV: a header, and everything that is drawn.
    pub fn csv(&self) -> Vec<u8> {
        let table = match &self.figure {
            PlotKind::Intervals(intervals) => intervals.table(),
            PlotKind::Histogram(histogram) => histogram.table(),
            PlotKind::Facets(facets) => facets.table(),
            PlotKind::Heat(heat) => heat.table(),
            PlotKind::Curves(curves) => curves.table(),
            PlotKind::Bars(bars) => bars.table(),
            PlotKind::Parallel(parallel) => parallel.table(),
        };
        CsvText::into_bytes(table)
    }
}

/// The start of a table with these columns. A column's name can be that of a bot.
fn header<'n>(columns: impl IntoIterator<Item = &'n str>) -> CsvText {
    let mut table = CsvText::new();
    for column in columns {
        table.text(column);
    }
    table.end_row();
    table
}

/// A text turned into a file name.
fn file_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = text.chars().map(plain).take(LONGEST_NAME).collect();
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "plot".to_owned() } else { words.join("-") }
}
