//! Axes: lines behind the marks, numbers along them, and their meaning.

use maud::{Markup, html};

use super::PlotAxis;
use super::colour::Paint;
use super::label::{Anchor, LINE, Label};
use super::scale::{Scale, ScaleEnd, Tick};
use super::svg::{Area, MARGIN, Px, in_colour, line};
use super::width::width;

/// The gap between two numbers of an axis, in pixels.
const GAP: f64 = 10.0;
/// The gap between an axis and its numbers, in pixels.
const SPACE: f64 = 6.0;
/// The height of the numbers below a plot, and of the axis's name below them, in pixels.
pub(super) const BELOW: f64 = 2.0 * LINE + SPACE;
/// The height of an axis's name above a plot, in pixels.
pub(super) const ABOVE: f64 = LINE + SPACE;
/// The distance between two lines behind the marks, in pixels.
const ROW: f64 = 36.0;

/// A scale from left to right, with as many round numbers as fit.
pub(super) fn across(ends: Option<(f64, f64)>, span: (f64, f64), reach: ScaleEnd) -> Scale {
    let scale = |steps: u8| Scale::over(ends, f64::from(steps), reach).between(span);
    let fits = |scale: &Scale| {
        let extents: Vec<_> = placed(&scale.ticks(), span.1).collect();
        extents.windows(2).all(|pair| pair[0].at + pair[0].half + GAP <= pair[1].at - pair[1].half)
    };
    (1..=8).rev().map(scale).find(fits).unwrap_or_else(|| scale(1))
}

/// A scale from bottom to top.
pub(super) fn upwards(ends: Option<(f64, f64)>, span: (f64, f64), reach: ScaleEnd) -> Scale {
    Scale::over(ends, (span.0 - span.1) / ROW, reach).between(span)
}

/// The room that the numbers of a scale need on its left, in pixels.
pub(super) fn beside(scale: &Scale) -> f64 {
    scale.ticks().iter().map(|tick| width(&tick.label)).fold(0.0, f64::max) + SPACE
}

/// An axis below an area, with lines through it.
pub(super) fn below(axis: &PlotAxis, scale: &Scale, area: Area) -> Markup {
    let ticks = scale.ticks();
    let middle = f64::midpoint(area.left, area.right);
    let y = area.bottom + SPACE + LINE / 2.0;
    html! {
        (in_colour(Paint::Grid, html! {
            @for tick in &ticks { (line((tick.at, area.top), (tick.at, area.bottom))) }
        }))
        (in_colour(Paint::Faint, numbers(&ticks, area.right, y)))
        (in_colour(Paint::Ink, html! {
            (Label::new(&axis.label(), (middle, y + LINE), Anchor::Middle).within(area.width()))
        }))
    }
}

/// The numbers below an axis that ends at `right`, at height `y`.
pub(super) fn numbers(ticks: &[Tick], right: f64, y: f64) -> Markup {
    html! {
        @for (tick, placed) in ticks.iter().zip(placed(ticks, right)) {
            (Label::new(&tick.label, (placed.at, y), Anchor::Middle))
        }
    }
}

/// The place of a number below an axis, in pixels.
struct PlacedTick {
    at: f64,
    /// Half of its width.
    half: f64,
}

/// The places of numbers below an axis that ends at `right`. No number reaches beyond the plot.
fn placed(ticks: &[Tick], right: f64) -> impl Iterator<Item = PlacedTick> {
    ticks.iter().map(move |tick| {
        let half = width(&tick.label) / 2.0;
        PlacedTick { at: tick.at.max(half).min(right + MARGIN - half), half }
    })
}

/// An axis on the left of an area, with lines through it. Its name is above, from `name_from` on.
pub(super) fn left(axis: &PlotAxis, scale: &Scale, area: Area, name_from: f64) -> Markup {
    let ticks = scale.ticks();
    let room = area.right - name_from;
    let top = area.top - SPACE - LINE / 2.0;
    html! {
        (in_colour(Paint::Grid, html! {
            @for tick in &ticks { (line((area.left, tick.at), (area.right, tick.at))) }
        }))
        (in_colour(Paint::Faint, html! {
            @for tick in &ticks {
                (Label::new(&tick.label, (area.left - SPACE, tick.at), Anchor::End))
            }
        }))
        (in_colour(Paint::Ink, html! {
            (Label::new(&axis.label(), (name_from, top), Anchor::Start).within(room))
        }))
    }
}

/// Names of rows on the left of an area.
pub(super) fn rows<'n>(
    names: impl Iterator<Item = (&'n str, f64)>,
    left: f64,
    room: f64,
) -> Markup {
    let right = left + room;
    in_colour(
        Paint::Ink,
        html! {
            @for (name, y) in names { (Label::new(name, (right, y), Anchor::End).within(room)) }
        },
    )
}

/// The room that the names of rows get, in pixels.
pub(super) fn room_of_names<'n>(names: impl Iterator<Item = &'n str>, most: f64) -> f64 {
    names.map(width).fold(0.0, f64::max).clamp(20.0, most)
}

/// A dashed line from top to bottom at a number that readers compare with, and its name above.
pub(super) fn upright(at: f64, name: &str, area: Area) -> Markup {
    let half = width(name) / 2.0;
    let middle = at.clamp(area.left + half, (area.right - half).max(area.left + half));
    in_colour(
        Paint::Ink,
        html! {
            path d={ "M" (Px(at)) " " (Px(area.top)) "V" (Px(area.bottom)) } fill="none"
                stroke="currentColor" stroke-dasharray="4 3" {}
            (Label::new(name, (middle, area.top - LINE / 2.0), Anchor::Middle).within(area.width()))
        },
    )
}
