//! Paths of tests: log-likelihood ratios between their bounds, and the estimates along the way.

use stoker_stats::sprt::Bounds;

use super::sheet::{Sheet, SheetRow};
use crate::plots::{Curve, CurvePoint, Curves, LevelLine, Plot, PlotAxis, PlotKind, Trace};

/// A path of a test.
pub(super) struct Path<'p> {
    /// The column with the number of pairs.
    pub(super) count: &'p str,
    /// The columns with the ratios, each with the meaning of a high ratio.
    pub(super) ratios: [(&'p str, String); 2],
    /// The bounds, if they are known.
    pub(super) bounds: Option<Bounds>,
}

impl Path<'_> {
    /// The ratios, pair by pair.
    pub(super) fn plot(&self, sheet: &Sheet) -> Plot {
        let curve = |(column, name): &(&str, String)| Curve {
            name: name.clone(),
            points: points(sheet, self.count, |line| (line.number(column), None)),
            trace: Trace::Line,
        };
        let level = |y, name: &str| LevelLine { y, name: name.to_owned() };
        let bounds = self
            .bounds
            .map(|Bounds { lower, upper }| vec![level(upper, "found"), level(lower, "ruled out")]);
        let figure = Curves {
            x: PlotAxis::of("pairs"),
            y: PlotAxis::of("log-likelihood ratio"),
            curves: self.ratios.iter().map(curve).collect(),
            levels: bounds.unwrap_or_default(),
        };
        let [a, b] = &self.ratios;
        let last = |column: &str| sheet.lines().filter_map(|line| line.number(column)).last();
        let last_value = |(column, name): &(&str, String)| match last(column) {
            Some(ratio) => format!("{name}: {ratio:.2} at the end."),
            None => format!("{name}: no look yet."),
        };
        let bounds = self.bounds.map_or_else(String::new, |Bounds { lower, upper }| {
            format!(" A direction is found at {upper:.2} and ruled out at {lower:.2}.")
        });
        Plot::new("likelihood-path", PlotKind::Curves(figure))
            .titled("Log-likelihood ratios between their bounds")
            .described(format!("{} {}{bounds}", last_value(a), last_value(b)))
    }
}

/// The points of a path.
pub(super) fn points<'s>(
    sheet: &'s Sheet,
    count: &str,
    of: impl Fn(&SheetRow<'s>) -> (Option<f64>, Option<(f64, f64)>),
) -> Vec<CurvePoint> {
    let point = |line: SheetRow<'s>| {
        let (y, band) = of(&line);
        Some(CurvePoint { x: line.number(count)?, y, band })
    };
    sheet.lines().filter_map(point).collect()
}
