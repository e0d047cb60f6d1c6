//! Lines or dots over a number, with bands around them and levels that they may reach.

use std::fmt::Write as _;

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::Paint;
use super::frame::{ABOVE, BELOW, across, below, beside, left, upwards};
use super::label::{Anchor, LINE, Label};
use super::legend::{SampleMark, dashes, dot, legend};
use super::scale::{Scale, ScaleEnd, ends, number_words};
use super::svg::{Area, MARGIN, Px, SvgPlot, WIDTH, in_colour};
use super::thin::seen;
use super::width::clean;
use super::{PlotAxis, header};

const HEIGHT: f64 = 220.0;
/// The most points of a series for which each has a dot of its own, with its numbers as a tooltip.
const DOTTED: usize = 40;

/// Lines or dots over a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    /// The number from left to right.
    pub x: PlotAxis,
    /// The number upwards.
    pub y: PlotAxis,
    /// The series.
    pub curves: Vec<Curve>,
    /// Levels across the plot, such as the bounds of a test.
    pub levels: Vec<LevelLine>,
}

/// A series of points.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<CurvePoint>,
    /// The way in which it is drawn.
    pub trace: Trace,
}

/// The way in which a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trace {
    /// A line from point to point.
    Line,
    /// A dot for each point.
    Dots,
}

/// A point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// Its place from left to right.
    pub x: f64,
    /// Its height; `None` leaves a gap.
    pub y: Option<f64>,
    /// The ends of the band around it, the lower first.
    pub band: Option<(f64, f64)>,
}

/// A level.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelLine {
    /// Its height.
    pub y: f64,
    /// Its meaning.
    pub name: String,
}

/// The scales of a plot.
struct CurveScales {
    x: Scale,
    y: Scale,
}

impl CurveScales {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}

impl Curves {
    pub(super) fn drawn(&self) -> SvgPlot {
        let named: Vec<(&str, SampleMark)> = self.curves.iter().map(Curve::named).collect();
        let legend = legend(&named, (MARGIN, WIDTH - MARGIN));
        let top = legend.height + ABOVE;
        let bottom = top + HEIGHT;
        let y = upwards(ends(self.heights()), (bottom, top), ScaleEnd::Round);
        let left_end = MARGIN + beside(&y);
        let area = Area { left: left_end, right: WIDTH - 2.0 * MARGIN, top, bottom };
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let whole = points.clone().all(|point| point.x.fract().abs() <= 0.0);
        let x = across(ends(points.map(|point| point.x)), area.across(), ScaleEnd::Exact);
        let x = if whole { x.whole() } else { x };
        let scales = CurveScales { x, y };
        let marks = html! {
            (legend.marks)
            (below(&self.x, &scales.x, area))
            (left(&self.y, &scales.y, area, MARGIN))
            (self.levels(&scales.y, area))
            @for (series, curve) in self.curves.iter().enumerate() {
                (in_colour(Paint::Series(series), curve.drawn(series, &scales, self)))
            }
        };
        SvgPlot { width: WIDTH, height: bottom + BELOW + LINE / 2.0, marks }
    }

    /// All numbers on the vertical axis.
    fn heights(&self) -> impl Iterator<Item = f64> {
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let numbers = points.flat_map(|point| {
            let (low, high) = point.finite_band().unzip();
            [point.y, low, high].into_iter().flatten()
        });
        numbers.chain(self.levels.iter().map(|level| level.y))
    }

    /// Dashed lines across the plot. A name that would cover another is shown only as a tooltip.
    fn levels(&self, y: &Scale, area: Area) -> Markup {
        let mut taken: Vec<f64> = vec![];
        let named = self.levels.iter().map(|level| {
            let at = y.at(level.y);
            // The name goes below its line if there is no room above.
            let name = if at - LINE < area.top { at + LINE / 2.0 } else { at - LINE / 2.0 };
            let free = taken.iter().all(|other| (other - name).abs() >= LINE);
            taken.extend(free.then_some(name));
            (level, at, free.then_some(name))
        });
        let named: Vec<_> = named.collect();
        let start = area.left + MARGIN / 2.0;
        in_colour(
            Paint::Ink,
            html! {
                @for (level, at, name) in named {
                    path d={ "M" (Px(area.left)) " " (Px(at)) "H" (Px(area.right)) } fill="none"
                        stroke="currentColor" stroke-width="1.4" stroke-dasharray="5 3"
                    {
                        title { (clean(&format!("{}: {}", level.name, self.y.with_unit(level.y)))) }
                    }
                    @if let Some(name) = name {
                        (Label::new(&level.name, (start, name), Anchor::Start).within(area.width()))
                    }
                }
            },
        )
    }

    fn said(&self, curve: &Curve, point: &CurvePoint) -> String {
        let y = point.y.map(|y| self.y.with_unit(y)).unwrap_or_default();
        let band = point
            .finite_band()
            .map(|(low, high)| format!(" ({} to {})", number_words(low), number_words(high)));
        let band = band.unwrap_or_default();
        format!("{}, {} {}: {y}{band}", curve.name, self.x.name(), number_words(point.x))
    }

    pub(super) fn table(&self) -> CsvText {
        let mut table = header(["series", self.x.name(), self.y.name(), "low", "high"]);
        for curve in &self.curves {
            for point in &curve.points {
                let (low, high) = point.band.unzip();
                table.text(&curve.name).figure(Some(point.x)).figure(point.y);
                table.figure(low).figure(high).end_row();
            }
        }
        for level in &self.levels {
            table.text(&level.name).figure(None).figure(Some(level.y));
            table.figure(None).figure(None).end_row();
        }
        table
    }
}

impl CurvePoint {
    fn finite_y(&self) -> Option<f64> {
        self.y.filter(|y| y.is_finite())
    }

    fn finite_band(&self) -> Option<(f64, f64)> {
        self.band.filter(|(low, high)| low.is_finite() && high.is_finite())
    }
}

impl Curve {
    fn named(&self) -> (&str, SampleMark) {
        let sign = match self.trace {
            Trace::Line => SampleMark::Line,
            Trace::Dots => SampleMark::Dot,
        };
        (&self.name, sign)
    }

    fn drawn(&self, series: usize, scales: &CurveScales, of: &Curves) -> Markup {
        let points: Vec<_> = self.points.iter().filter(|point| point.x.is_finite()).collect();
        let height = |point: &CurvePoint| point.finite_y().map_or(f64::NAN, |y| scales.y.at(y));
        let places: Vec<_> =
            points.iter().map(|point| (scales.x.at(point.x), height(point))).collect();
        let kept: Vec<&CurvePoint> = seen(&places).into_iter().map(|at| points[at]).collect();
        let alone = self.trace == Trace::Dots || self.points.len() <= DOTTED;
        html! {
            (band(&kept, scales))
            @if self.trace == Trace::Line { (stroke(series, &kept, scales)) }
            @if alone {
                @for (point, y) in kept.iter().filter_map(|point| Some((point, point.finite_y()?))) {
                    g {
                        title { (clean(&of.said(self, point))) }
                        (dot(series, scales.at(point.x, y)))
                    }
                }
            }
        }
    }
}

/// A line through points, with gaps where one has no height.
fn stroke(series: usize, points: &[&CurvePoint], scales: &CurveScales) -> Markup {
    let heights = points.iter().map(|point| (point.x, point.finite_y()));
    let mut path = String::new();
    for run in runs(heights) {
        add(&mut path, run.iter().map(|&(x, y)| scales.at(x, y)));
    }
    html! {
        path d=(path) fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round"
            stroke-dasharray=[dashes(series)] {}
    }
}

/// The area between the ends of the bands.
fn band(points: &[&CurvePoint], scales: &CurveScales) -> Markup {
    let mut path = String::new();
    for run in runs(points.iter().map(|point| (point.x, point.finite_band()))) {
        let upper = run.iter().map(|&(x, (_, high))| scales.at(x, high));
        let lower = run.iter().rev().map(|&(x, (low, _))| scales.at(x, low));
        add(&mut path, upper.chain(lower));
        path.push('z');
    }
    html! {
        @if !path.is_empty() {
            path d=(path) fill="currentColor" fill-opacity="0.2" {}
        }
    }
}

/// The stretches without a gap.
fn runs<T: Copy>(points: impl Iterator<Item = (f64, Option<T>)>) -> Vec<Vec<(f64, T)>> {
    let mut runs = vec![vec![]];
    for (x, what) in points {
        match (what, runs.last_mut()) {
            (Some(what), Some(run)) => run.push((x, what)),
            (Some(_), None) | (None, _) => runs.push(vec![]),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

fn add(path: &mut String, places: impl Iterator<Item = (f64, f64)>) {
    for (n, (x, y)) in places.enumerate() {
        let letter = if n == 0 { 'M' } else { 'L' };
        write!(path, "{letter}{} {}", Px(x), Px(y)).expect("a string takes all text");
    }
}
