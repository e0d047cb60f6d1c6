//! Counts by ranges of a number.

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::Paint;
use super::frame::{ABOVE, BELOW, across, below, beside, left, upright, upwards};
use super::label::LINE;
use super::legend::{SampleMark, legend};
use super::scale::{Scale, ScaleEnd, ends, number_text, number_words};
use super::svg::{Area, MARGIN, SvgPlot, WIDTH, in_colour, rectangle};
use super::{PlotAxis, header};

const HEIGHT: f64 = 180.0;
/// The approximate number of bins.
const BINS: f64 = 24.0;

/// Counts by ranges of a number, stacked if there are several kinds.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// The number.
    pub axis: PlotAxis,
    /// The things that are counted.
    pub counted: Counted,
    /// The names of the kinds; at least one.
    pub parts: Vec<String>,
    /// The ranges, in rising order.
    pub bins: Vec<Bin>,
    /// A number to mark, and its name.
    pub mark: Option<(f64, String)>,
}

/// The things that a histogram counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The word for one of them.
    pub one: &'static str,
    /// The word for several.
    pub many: &'static str,
}

impl Counted {
    /// Matches.
    pub const MATCHES: Self = Self { one: "match", many: "matches" };

    /// A number of them, such as `1 match`.
    pub(super) fn number_words(self, number: u64) -> String {
        let word = if number == 1 { self.one } else { self.many };
        format!("{} {word}", number_text(number as f64, 0))
    }
}

/// A range, with its counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Bin {
    /// The lower end, which belongs to it.
    pub from: f64,
    /// The upper end, which belongs to the next, or to the last.
    pub to: f64,
    /// The count of each kind.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Counts values in ranges with round ends. Each item is the place of a kind in `parts`, a
    /// value, and the number of times that it occurs. Values that are not finite are left out.
    pub fn of(
        axis: PlotAxis,
        parts: Vec<String>,
        values: impl Iterator<Item = (usize, f64, u64)> + Clone,
    ) -> Self {
        let finite = values.filter(|(part, value, _)| value.is_finite() && *part < parts.len());
        let scale =
            Scale::over(ends(finite.clone().map(|(_, value, _)| value)), BINS, ScaleEnd::Round);
        let mut bins = empty_bins(&scale, parts.len());
        for (part, value, count) in finite {
            let after = bins.partition_point(|bin| bin.from <= value);
            if let Some(bin) = bins.get_mut(after.saturating_sub(1)) {
                bin.counts[part] = bin.counts[part].saturating_add(count);
            }
        }
        Self { axis, counted: Counted::MATCHES, parts, bins, mark: None }
    }

    pub(super) fn drawn(&self) -> SvgPlot {
        let named: Vec<_> =
            self.parts.iter().map(|part| (part.as_str(), SampleMark::Block)).collect();
        let legend = legend(&named, (MARGIN, WIDTH - MARGIN));
        let mark = if self.mark.is_some() { LINE } else { 0.0 };
        let top = legend.height + ABOVE + mark;
        let bottom = top + HEIGHT;
        let highest =
            self.bins.iter().map(|bin| total(&bin.counts)).max().unwrap_or(0).max(1) as f64;
        let counts = upwards(Some((0.0, highest)), (bottom, top), ScaleEnd::Round).whole();
        let area =
            Area { left: MARGIN + beside(&counts), right: WIDTH - 2.0 * MARGIN, top, bottom };
        let reached = ends(self.bins.iter().flat_map(|bin| [bin.from, bin.to]));
        let numbers = across(reached, area.across(), ScaleEnd::Exact);
        let marks = html! {
            (legend.marks)
            (below(&self.axis, &numbers, area))
            (left(&PlotAxis::of(self.counted.many), &counts, Area { top: top - mark, ..area }, MARGIN))
            @for part in 0..self.parts.len() { (self.part(part, &numbers, &counts)) }
            @if let Some((number, name)) = &self.mark {
                (upright(numbers.at(*number), name, area))
            }
        };
        SvgPlot { width: WIDTH, height: bottom + BELOW + LINE / 2.0, marks }
    }

    /// The blocks of a kind, on top of those of the kinds before.
    fn part(&self, part: usize, numbers: &Scale, counts: &Scale) -> Markup {
        let blocks = self.bins.iter().filter(|bin| bin.counts.get(part).is_some_and(|&n| n > 0));
        let block = |bin: &Bin| {
            let under = total(&bin.counts[..part]) as f64;
            let (left, right) = (numbers.at(bin.from), numbers.at(bin.to));
            let gap = if right - left > 4.0 { 0.5 } else { 0.0 };
            let area = Area {
                left: left + gap,
                right: right - gap,
                top: counts.at(under + bin.counts[part] as f64),
                bottom: counts.at(under),
            };
            rectangle(area, &self.said(bin, part))
        };
        in_colour(Paint::Series(part), html! { @for bin in blocks { (block(bin)) } })
    }

    fn said(&self, bin: &Bin, part: usize) -> String {
        let kind =
            if self.parts.len() > 1 { format!("{}, ", self.parts[part]) } else { String::new() };
        let (from, to) = (number_words(bin.from), self.axis.with_unit(bin.to));
        format!("{kind}{from} to {to}: {}", self.counted.number_words(bin.counts[part]))
    }

    pub(super) fn table(&self) -> CsvText {
        let parts = self.parts.iter().map(String::as_str);
        let mut table = header(["from", "to"].into_iter().chain(parts));
        for bin in &self.bins {
            table.figure(Some(bin.from)).figure(Some(bin.to));
            for count in &bin.counts {
                table.value(count);
            }
            table.end_row();
        }
        table
    }
}

pub(super) fn total(counts: &[u64]) -> u64 {
    counts.iter().copied().fold(0, u64::saturating_add)
}

/// Bins from one round number to the next.
fn empty_bins(scale: &Scale, parts: usize) -> Vec<Bin> {
    let ends: Vec<f64> = scale.round_numbers().collect();
    let bin = |pair: &[f64]| Bin { from: pair[0], to: pair[1], counts: vec![0; parts] };
    ends.windows(2).map(bin).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tip_says_one_match_and_several_matches() {
        let values = [(0, 1.0, 1), (0, 3.0, 1_200)].into_iter();
        let figure = Histogram::of(PlotAxis::of("score"), vec!["fox".to_owned()], values);
        let tip = |from: f64| {
            let bin = figure.bins.iter().rfind(|bin| bin.from <= from && bin.counts[0] > 0);
            figure.said(bin.unwrap(), 0)
        };
        assert!(tip(1.5).ends_with(": 1 match"), "{}", tip(1.5));
        assert!(tip(3.0).ends_with(": 1,200 matches"), "{}", tip(3.0));
    }
}
