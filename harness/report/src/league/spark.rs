//! Distributions drawn small enough for a row of a table.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::data::spread::Spread;
use crate::text::counted;

const WIDTH: u32 = 60;
const HEIGHT: u32 = 14;

/// A distribution on a scale between two numbers, which all rows of a table share.
pub(super) fn spark(spread: &Spread, (low, high): (i64, i64)) -> Markup {
    let most = spread.ranges().map(|(_, _, count)| count).max().unwrap_or(0).max(1);
    let scale = f64::from(WIDTH) / (high - low).max(1) as f64;
    let mut path = String::new();
    for (from, to, count) in spread.ranges().filter(|(_, _, count)| *count > 0) {
        let left = ((from - low) as f64 * scale).clamp(0.0, f64::from(WIDTH) - 1.0);
        let right = ((to - low) as f64 * scale).clamp(left + 1.0, f64::from(WIDTH));
        let height = (f64::from(HEIGHT) * count as f64 / most as f64).max(1.0);
        let _ = write!(
            path,
            "M{left:.0} {HEIGHT}V{:.0}H{right:.0}V{HEIGHT}",
            f64::from(HEIGHT) - height
        );
    }
    let told = told(spread);
    html! {
        svg.spark role="img" aria-label=(told) width=(WIDTH) height=(HEIGHT)
            viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) { path d=(path) fill="currentColor" {} }
    }
}

fn told(spread: &Spread) -> String {
    let ends = spread.ranges().fold(None, |ends, (from, to, _)| match ends {
        None => Some((from, to)),
        Some((low, _)) => Some((low, to)),
    });
    let matches = counted(spread.total(), "match", "matches");
    match ends {
        None => "no matches".to_owned(),
        Some((low, high)) => format!("{matches}, scores {low} to {}", high - 1),
    }
}

/// The ends of several distributions together.
pub(super) fn ends<'s>(spreads: impl Iterator<Item = &'s Spread>) -> (i64, i64) {
    let ranges = spreads.flat_map(Spread::ranges);
    let ends = ranges.fold(None, |ends: Option<(i64, i64)>, (from, to, _)| {
        let (low, high) = ends.unwrap_or((from, to));
        Some((low.min(from), high.max(to)))
    });
    ends.unwrap_or((0, 1))
}
