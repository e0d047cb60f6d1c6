//! Parallel coordinates: one line per item, through axes side by side.

use std::fmt::Write as _;

use maud::{Markup, html};
use stoker_tournament::storage::CsvText;

use super::colour::{ColourStep, Paint, Ramp};
use super::label::{Anchor, LINE, Label};
use super::scale::{Scale, ScaleEnd, ends};
use super::svg::{MARGIN, Px, SvgPlot, WIDTH, in_colour, line};
use super::width::{clean, width};
use super::{PlotAxis, header};

const HEIGHT: f64 = 240.0;
/// The height of the names of axes, in pixels.
const TOP: f64 = MARGIN + 2.0 * LINE;
/// The start of the lines' colours on their scale: paler colours do not stand out from the paper.
const PALEST: f64 = 0.25;
/// The least space between two axes, in pixels.
const APART: f64 = 92.0;
/// The gap between an axis and its numbers, in pixels.
const SPACE: f64 = 5.0;

/// One line per item through axes side by side. The last axis is the outcome, which colours the
/// lines.
#[derive(Debug, Clone, PartialEq)]
pub struct Parallel {
    /// The axes from left to right.
    pub dimensions: Vec<Dimension>,
    /// The outcome.
    pub outcome: PlotAxis,
    /// The lines.
    pub lines: Vec<ParallelLine>,
}

/// One of several axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimension {
    /// Its meaning.
    pub axis: PlotAxis,
    /// The names of its values 0, 1, 2 and so on, if these are not numbers.
    pub levels: Option<Vec<String>>,
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct ParallelLine {
    /// The name of its item.
    pub name: String,
    /// Its value on each axis.
    pub values: Vec<f64>,
    /// Its outcome; a line without one is not drawn.
    pub outcome: Option<f64>,
}

/// An axis as it is drawn.
struct Upright<'p> {
    x: f64,
    /// The room for numbers and names beside it, in pixels.
    room: f64,
    scale: Scale,
    axis: &'p PlotAxis,
    levels: Option<&'p [String]>,
}

impl Parallel {
    pub(super) fn drawn(&self) -> SvgPlot {
        let uprights = self.uprights();
        let (top, bottom) = (TOP, TOP + HEIGHT);
        let right = uprights.last().map_or(WIDTH, |upright| upright.x);
        let outcome = uprights.last().map(|upright| &upright.scale);
        let apart = self.apart();
        let marks = html! {
            (in_colour(Paint::Grid, html! {
                @for upright in &uprights { (line((upright.x, top), (upright.x, bottom))) }
            }))
            @for (line, y) in self.by_outcome() {
                @let step = outcome.map_or(0.0, |scale| scale.share(y));
                @let step = ColourStep::at(PALEST + (1.0 - PALEST) * step);
                (in_colour(Paint::Step(Ramp::Sequential, step), self.line(line, &uprights)))
            }
            @for upright in &uprights { (upright.numbers()) }
            (in_colour(Paint::Ink, html! {
                @for upright in &uprights { (upright.name(apart)) }
            }))
        };
        SvgPlot {
            width: right + uprights.last().map_or(0.0, |last| last.room),
            height: bottom + LINE,
            marks,
        }
    }

    /// The distance between two axes, in pixels.
    fn apart(&self) -> f64 {
        (WIDTH / (self.dimensions.len() + 1) as f64).max(APART)
    }

    fn uprights(&self) -> Vec<Upright<'_>> {
        let (span, apart) = ((TOP + HEIGHT, TOP), self.apart());
        let place = |n: usize| apart * (n as f64 + 0.5);
        let scale = |reached, steps, reach| Scale::over(reached, steps, reach).between(span);
        let dimensions = self.dimensions.iter().enumerate().map(|(n, dimension)| {
            let levels = dimension.levels.as_deref();
            let values = self.lines.iter().filter_map(|line| line.values.get(n).copied());
            let reached = match levels {
                Some(levels) => Some((0.0, levels.len().saturating_sub(1).max(1) as f64)),
                None => ends(values.clone()),
            };
            let whole = values.clone().all(|value| value.fract().abs() <= 0.0);
            let scale = scale(reached, HEIGHT / 40.0, ScaleEnd::Exact);
            let scale = if whole { scale.whole() } else { scale };
            Upright { x: place(n), room: apart / 2.0, scale, axis: &dimension.axis, levels }
        });
        let outcomes = ends(self.lines.iter().filter_map(|line| line.outcome));
        let last = Upright {
            x: place(self.dimensions.len()),
            room: (width(&self.outcome.label()) / 2.0 + MARGIN).min(APART).max(apart / 2.0),
            scale: scale(outcomes, HEIGHT / 40.0, ScaleEnd::Round),
            axis: &self.outcome,
            levels: None,
        };
        dimensions.chain([last]).collect()
    }

    /// The lines that have an outcome, the lowest first.
    fn by_outcome(&self) -> Vec<(&ParallelLine, f64)> {
        let finite = |line: &ParallelLine| line.outcome.filter(|y| y.is_finite());
        let mut lines: Vec<_> =
            self.lines.iter().filter_map(|line| Some((line, finite(line)?))).collect();
        lines.sort_by(|a, b| a.1.total_cmp(&b.1));
        lines
    }

    fn line(&self, line: &ParallelLine, uprights: &[Upright<'_>]) -> Markup {
        let values = line.values.iter().copied().chain(line.outcome);
        let mut path = String::new();
        for (n, (value, upright)) in values.zip(uprights).enumerate() {
            let letter = if n == 0 { 'M' } else { 'L' };
            write!(path, "{letter}{} {}", Px(upright.x), Px(upright.scale.at(value)))
                .expect("a string takes all text");
        }
        let outcome = line.outcome.map(|y| self.outcome.with_unit(y)).unwrap_or_default();
        html! {
            path d=(path) fill="none" stroke="currentColor" stroke-width="1.6" stroke-opacity="0.85" {
                title { (clean(&format!("{}: {outcome}", line.name))) }
            }
        }
    }

    pub(super) fn table(&self) -> CsvText {
        let names = self.dimensions.iter().map(|dimension| dimension.axis.name());
        let mut table = header(["name"].into_iter().chain(names).chain([self.outcome.name()]));
        for line in &self.lines {
            table.text(&line.name);
            for (value, dimension) in line.values.iter().zip(&self.dimensions) {
                match dimension.level(*value) {
                    Some(level) => table.text(level),
                    None => table.figure(Some(*value)),
                };
            }
            table.figure(line.outcome).end_row();
        }
        table
    }
}

impl Dimension {
    /// The name of a value that is not a number.
    fn level(&self, value: f64) -> Option<&str> {
        let levels = self.levels.as_deref()?.iter().enumerate();
        let mut named = levels.filter(|(place, _)| (*place as f64 - value).abs() < 0.5);
        named.next().map(|(_, name)| name.as_str())
    }
}

impl Upright<'_> {
    /// The name above the axis.
    fn name(&self, apart: f64) -> Markup {
        let (before, behind) = (apart / 2.0, self.room);
        let text = self.axis.label();
        let half = width(&text) / 2.0;
        let start = self.x - half.min(before - MARGIN / 2.0);
        let room = before + behind - MARGIN;
        html! { (Label::new(&text, (start, TOP - LINE), Anchor::Start).within(room)) }
    }

    /// The numbers or names along the axis, with a rim of paper that keeps lines off.
    fn numbers(&self) -> Markup {
        let named = |(n, name): (usize, &String)| (self.scale.at(n as f64), name.clone());
        let numbers = || self.scale.ticks().into_iter().map(|tick| (tick.at, tick.label));
        let all: Vec<(f64, String)> = match self.levels {
            Some(levels) => levels.iter().enumerate().map(named).collect(),
            None => numbers().collect(),
        };
        let mut last = f64::INFINITY;
        let apart = all.into_iter().filter(|(at, _)| {
            let free = last - at >= LINE;
            last = if free { *at } else { last };
            free
        });
        let apart: Vec<_> = apart.collect();
        let texts = || {
            html! {
                @for (at, text) in &apart {
                    (Label::new(text, (self.x + SPACE, *at), Anchor::Start).within(self.room))
                }
            }
        };
        html! {
            (in_colour(Paint::Paper, html! {
                g stroke="currentColor" stroke-width="4" stroke-linejoin="round" aria-hidden="true" {
                    (texts())
                }
            }))
            (in_colour(Paint::Ink, texts()))
        }
    }
}
