//! Text in a plot.

use maud::{Render, html};

use super::svg::Px;
use super::width::{clean, cut};

/// The distance from the middle of a line of text down to its baseline, in pixels.
pub(super) const HALF: f64 = 4.2;
/// The height of a line of text, in pixels.
pub(super) const LINE: f64 = 16.0;

/// The side at which a text is fixed to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The direction of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextDirection {
    Level,
    /// Read from bottom to top.
    Up,
}

/// A text in the colour of its group. A text that is cut off has the whole text as a tooltip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label<'t> {
    pub(super) text: &'t str,
    /// The place of its anchor and of its middle line, in pixels.
    pub(super) at: (f64, f64),
    pub(super) anchor: Anchor,
    /// The room for the text, in pixels.
    pub(super) room: f64,
    pub(super) turned: TextDirection,
}

impl<'t> Label<'t> {
    /// A level text with all the room that it needs.
    pub(super) fn new(text: &'t str, at: (f64, f64), anchor: Anchor) -> Self {
        Self { text, at, anchor, room: f64::INFINITY, turned: TextDirection::Level }
    }

    /// The same text with this room.
    pub(super) fn within(self, room: f64) -> Self {
        Self { room, ..self }
    }

    /// The same text read from bottom to top.
    pub(super) fn upwards(self) -> Self {
        Self { turned: TextDirection::Up, ..self }
    }
}

impl Render for Label<'_> {
    fn render_to(&self, buffer: &mut String) {
        let whole = clean(self.text);
        let shown = cut(&whole, self.room);
        let anchor = match self.anchor {
            Anchor::Start => None,
            Anchor::Middle => Some("middle"),
            Anchor::End => Some("end"),
        };
        let (x, y) = self.at;
        let (place, turned) = match self.turned {
            TextDirection::Level => ((x, y + HALF), None),
            TextDirection::Up => {
                ((0.0, HALF), Some(format!("translate({} {})rotate(-90)", Px(x), Px(y))))
            }
        };
        let markup = html! {
            text x=(Px(place.0)) y=(Px(place.1)) text-anchor=[anchor] transform=[turned]
                fill="currentColor"
            {
                (shown)
                @if shown != whole { title { (whole) } }
            }
        };
        buffer.push_str(&markup.into_string());
    }
}
