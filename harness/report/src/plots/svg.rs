//! Plots as SVG: coordinates, colours, and the document.

use maud::{Markup, Render, html};

use super::colour::Paint;
use super::width::{FONT, clean};

/// The default width of a plot, in pixels. It is readable on a phone, and fits a column of a
/// paper.
pub(super) const WIDTH: f64 = 480.0;
/// The space around a plot, in pixels.
pub(super) const MARGIN: f64 = 8.0;
/// The fonts of text; widths are computed for the first.
pub(super) const FONTS: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// A coordinate or length in pixels, written to a tenth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Px(pub(super) f64);

impl std::fmt::Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = if self.0.is_finite() { self.0 } else { 0.0 };
        let text = stoker_stats::rounded(number, 1);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        buffer.push_str(&self.to_string());
    }
}

/// A rectangle for marks, in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    /// The left and the right end.
    pub(super) fn across(&self) -> (f64, f64) {
        (self.left, self.right)
    }
}

/// The SVG of a plot, and its size in pixels.
pub(super) struct SvgPlot {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) marks: Markup,
}

impl SvgPlot {
    /// The plot as an SVG element.
    pub(super) fn document(&self, title: &str, text: &str) -> String {
        let (width, height) = (Px(self.width), Px(self.height));
        let document = html! {
            svg class="plot" xmlns="http://www.w3.org/2000/svg" role="img"
                viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
                font-family=(FONTS) font-size=(Px(FONT))
            {
                title { (clean(title)) }
                @if !text.is_empty() {
                    desc { (clean(text)) }
                }
                (in_colour(Paint::Paper, html! {
                    rect width=(width) height=(height) fill="currentColor" {}
                }))
                (self.marks)
            }
        };
        document.into_string() + "\n"
    }
}

/// Marks in one colour, which they refer to by the name `currentColor`.
#[expect(clippy::needless_pass_by_value, reason = "markup is made for this group alone")]
pub(super) fn in_colour(paint: Paint, marks: Markup) -> Markup {
    html! { g class=(paint.class()) color=(paint.light()) { (marks) } }
}

/// A straight line from a point to another, in the colour of its group.
pub(super) fn line(from: (f64, f64), to: (f64, f64)) -> Markup {
    html! {
        path d={ "M" (Px(from.0)) " " (Px(from.1)) "L" (Px(to.0)) " " (Px(to.1)) }
            stroke="currentColor" fill="none" {}
    }
}

/// A filled rectangle with a tooltip that explains it.
pub(super) fn rectangle(area: Area, told: &str) -> Markup {
    html! {
        path fill="currentColor" d={
            "M" (Px(area.left)) " " (Px(area.top)) "H" (Px(area.right)) "V" (Px(area.bottom))
            "H" (Px(area.left)) "z"
        } {
            @if !told.is_empty() { title { (clean(told)) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_rounded_and_never_nonsense() {
        let written = [1.0, -0.04, 12.25, 3.99, f64::NAN, 1e9].map(|x| Px(x).to_string());
        assert_eq!(written, ["1", "0", "12.2", "4", "0", "1000000000"]);
    }
}
