//! Sweeps: main effects, two parameters as a map, and more as lines through axes.

mod settings;

use stoker_tournament::sweep::{EffectRow, SweepSummary};

use super::StudySource;
use crate::plots::{
    Curve, CurvePoint, Curves, IntervalPlot, IntervalRow, Plot, PlotAxis, PlotKind, Trace,
};
use crate::report::{Block, Section};
use crate::text::counted;

/// An entrant on a kind of side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EntrantOnSide<'s> {
    side: &'s str,
    entrant: &'s str,
}

impl EntrantOnSide<'_> {
    /// A name for files and links.
    fn name(self, what: &str) -> String {
        format!("{what}-{}-{}", self.side, self.entrant)
    }
}

/// The sections of a report about a sweep: one per entrant and kind of side.
#[must_use]
pub fn sections(source: StudySource<'_>, sweep: &SweepSummary) -> Vec<Section> {
    let mut subjects: Vec<EntrantOnSide<'_>> = vec![];
    for row in &sweep.rows {
        let subject = EntrantOnSide { side: &row.side, entrant: &row.entrant };
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    let section = |(n, subject): (usize, &EntrantOnSide<'_>)| {
        let title = format!("{} as {}", subject.entrant, subject.side);
        let mut section = Section::new(&format!("sweep-{}", n + 1), &title);
        section.blocks = blocks(source, sweep, *subject);
        section
    };
    subjects.iter().enumerate().map(section).collect()
}

fn blocks(source: StudySource<'_>, sweep: &SweepSummary, subject: EntrantOnSide<'_>) -> Vec<Block> {
    let about = format!(
        "{}. {} Differences are from setting {}, on the same seeds.",
        counted(sweep.settings as u64, "setting", "settings"),
        source.wanted(subject.side),
        sweep.reference
    );
    let about = maud::html! { p { (about) } };
    let effects: Vec<Plot> =
        sweep.axes.iter().filter_map(|axis| effect(source, sweep, subject, axis)).collect();
    let mut blocks = vec![Block::Html(about), Block::Plots(effects)];
    blocks.extend(settings::plots(source, sweep, subject));
    blocks.push(Block::Html(settings::table(sweep, subject)));
    blocks
}

/// The main effect of an axis: a line with a band over numbers, otherwise one row per value.
fn effect(
    source: StudySource<'_>,
    sweep: &SweepSummary,
    subject: EntrantOnSide<'_>,
    axis: &str,
) -> Option<Plot> {
    let own = |row: &&EffectRow| {
        row.axis == axis && row.side == subject.side && row.entrant == subject.entrant
    };
    let rows: Vec<&EffectRow> = sweep.effects.iter().filter(own).collect();
    let score = source.score("mean score", subject.side);
    let numbers: Option<Vec<CurvePoint>> = rows.iter().map(|row| point(row)).collect();
    let figure = match numbers.filter(|points| points.len() > 1) {
        _ if rows.is_empty() => return None,
        Some(mut points) => {
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            let curve = Curve { name: subject.entrant.to_owned(), points, trace: Trace::Line };
            PlotKind::Curves(Curves {
                x: PlotAxis::of(axis),
                y: score,
                curves: vec![curve],
                levels: vec![],
            })
        }
        None => {
            let rows = rows.iter().map(|row| interval_row(row)).collect();
            PlotKind::Intervals(IntervalPlot { axis: score, rows, reference: None })
        }
    };
    let told = "The mean score of all settings with a value, and its 95% interval.";
    Some(
        Plot::new(&subject.name(&format!("effect-{axis}")), figure)
            .titled(format!("Main effect of {axis}"))
            .described(told),
    )
}

/// The point of a number, or of the middle of a band of numbers.
fn point(row: &EffectRow) -> Option<CurvePoint> {
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let x = f64::midpoint(number(&row.from)?, number(&row.to)?);
    let band = row.score.and_then(|score| score.interval);
    Some(CurvePoint { x, y: row.score.map(|score| score.value), band })
}

fn interval_row(row: &EffectRow) -> IntervalRow {
    let name = match row.from == row.to {
        true => row.from.clone(),
        false => format!("{} to {}", row.from, row.to),
    };
    IntervalRow {
        name,
        estimate: row.score.map(|score| score.value),
        interval: row.score.and_then(|score| score.interval),
        ranks: None,
    }
}
