//! Legends: the names of series, with samples of their marks.

use maud::{Markup, html};

use super::colour::Paint;
use super::label::{Anchor, LINE, Label};
use super::svg::{Px, in_colour};
use super::width::width;

/// The sample of a series in a legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SampleMark {
    Line,
    Dot,
    Block,
}

/// Dashes by series, so that lines differ in more than colour.
const DASHES: [Option<&str>; 4] = [None, Some("7 3"), Some("2 3"), Some("8 3 2 3")];
/// Outlines around the origin by series.
const DOTS: [&str; 4] = [
    "M-3 0A3 3 0 1 1 3 0A3 3 0 1 1 -3 0z",
    "M-2.7 -2.7H2.7V2.7H-2.7z",
    "M0 -3.8L3.6 2.7H-3.6z",
    "M0 -3.9L3.9 0L0 3.9L-3.9 0z",
];

const SWATCH: f64 = 20.0;
const GAP: f64 = 6.0;
const BETWEEN: f64 = 14.0;
/// The most room for a name, in pixels.
const NAME: f64 = 200.0;

/// The dashes of a series.
pub(super) fn dashes(series: usize) -> Option<&'static str> {
    DASHES[series % DASHES.len()]
}

/// A mark of a series at a place.
pub(super) fn dot(series: usize, (x, y): (f64, f64)) -> Markup {
    html! {
        path transform={ "translate(" (Px(x)) " " (Px(y)) ")" } d=(DOTS[series % DOTS.len()])
            fill="currentColor" {}
    }
}

/// A legend, and its height in pixels.
pub(super) struct PlotLegend {
    pub(super) marks: Markup,
    pub(super) height: f64,
}

/// The names of series from left to right, in lines of this width; empty for a single series.
pub(super) fn legend(series: &[(&str, SampleMark)], (left, right): (f64, f64)) -> PlotLegend {
    if series.len() < 2 {
        return PlotLegend { marks: Markup::default(), height: 0.0 };
    }
    let (mut x, mut y) = (left, LINE);
    let mut entries = vec![];
    for (number, (name, sign)) in series.iter().enumerate() {
        let room = width(name).min(NAME);
        if x > left && x + SWATCH + GAP + room > right {
            (x, y) = (left, y + LINE);
        }
        let label = Label::new(name, (x + SWATCH + GAP, y), Anchor::Start).within(room);
        entries.push((number, *sign, label));
        x += SWATCH + GAP + room + BETWEEN;
    }
    let swatch = |(number, sign, label): &(usize, SampleMark, Label<'_>)| {
        let (x, y) = (label.at.0 - GAP - SWATCH, label.at.1);
        in_colour(Paint::Series(*number), signed(*sign, *number, (x, y)))
    };
    let marks = html! {
        @for entry in &entries { (swatch(entry)) }
        (in_colour(Paint::Ink, html! { @for (_, _, label) in &entries { (label) } }))
    };
    PlotLegend { marks, height: y + LINE / 2.0 }
}

fn signed(sign: SampleMark, series: usize, (x, y): (f64, f64)) -> Markup {
    match sign {
        SampleMark::Line => html! {
            path d={ "M" (Px(x)) " " (Px(y)) "h" (Px(SWATCH)) } fill="none" stroke="currentColor"
                stroke-width="2" stroke-dasharray=[dashes(series)] {}
        },
        SampleMark::Dot => dot(series, (x + SWATCH / 2.0, y)),
        SampleMark::Block => html! {
            path d={ "M" (Px(x + 4.0)) " " (Px(y - 6.0)) "h12v12h-12z" } fill="currentColor" {}
        },
    }
}
