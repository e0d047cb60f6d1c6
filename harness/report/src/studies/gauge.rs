//! Measurements: how close bots are to perfect play, on their scale.

use super::StudySource;
use super::sheet::{Sheet, SheetRow};
use super::shown::{settings, text_of, toml};
use crate::data::noted;
use crate::plots::{Histogram, IntervalPlot, IntervalRow, Plot, PlotAxis, PlotKind};
use crate::report::{Block, Section};
use crate::text::safe_text;

/// The subject of a measurement.
pub(super) const MANIFEST: &str = "gauge.toml";
pub(super) const READINGS: &str = "gauge.csv";
const SCORES: &str = "scores.csv";
const NEEDED: [&str; 8] = [
    "opponent",
    "entrant",
    "mean_score",
    "low_95",
    "high_95",
    "share",
    "share_low_95",
    "share_high_95",
];
/// The most opponents that have plots of their own.
const OPPONENTS: usize = 30;

/// The summary and the sections of a report about a measurement.
pub(super) fn sections(
    source: StudySource<'_>,
    missing: &mut Vec<String>,
) -> (String, Vec<Section>) {
    let manifest = noted(toml(source.folder, MANIFEST), missing).unwrap_or_default();
    let side = text_of(&manifest, "side");
    let mut sections = vec![];
    if let Some(sheet) = noted(Sheet::read(source.folder, READINGS), missing) {
        sheet.note(READINGS, &NEEDED, missing);
        sections.push(scales(source, &sheet, &side));
    }
    if let Some(sheet) = noted(Sheet::read(source.folder, SCORES), missing) {
        sheet.note(SCORES, &["entrant", "score"], missing);
        sections.push(
            Section::new("scores", "Scores").with(Block::Plots(scores(source, &sheet, &side))),
        );
    }
    sections.extend(settings(source, &manifest));
    let seeds = match text_of(&manifest, "stopped_after") {
        after if after.is_empty() => format!("{} seeds", text_of(&manifest, "matches")),
        after => format!("stopped after {after} of {} seeds", text_of(&manifest, "matches")),
    };
    (format!("{}, {side}, {seeds}.", text_of(&manifest, "ruleset")), sections)
}

/// The scale against each opponent; last, the scale over all of them.
fn scales(source: StudySource<'_>, sheet: &Sheet, side: &str) -> Section {
    let opponents = distinct(sheet.lines().map(|line| line.text("opponent")));
    let about = format!(
        "0% is a player that ignores its opponents, 100% one that is told the hidden state. {}",
        source.wanted(side)
    );
    let mut section = Section::new("scale", "The scale").with(maud::html! { p { (about) } });
    for opponent in opponents.iter().take(OPPONENTS) {
        let lines: Vec<_> =
            sheet.lines().filter(|line| line.text("opponent") == *opponent).collect();
        section = section.with(Block::Plots(vec![
            shares(opponent, &lines),
            means(source, opponent, &lines, side),
        ]));
    }
    section
}

fn shares(opponent: &str, lines: &[SheetRow<'_>]) -> Plot {
    let percent = |share: f64| 100.0 * share;
    let row = |line: &SheetRow<'_>| {
        let interval = line.interval(["share_low_95", "share_high_95"]);
        IntervalRow {
            name: line.text("entrant").to_owned(),
            estimate: line.number("share").map(percent),
            interval: interval.map(|(low, high)| (percent(low), percent(high))),
            ranks: None,
        }
    };
    let figure = IntervalPlot {
        axis: PlotAxis::of("share of the possible gain").in_unit("%"),
        rows: lines.iter().map(row).collect(),
        reference: Some((100.0, "omniscient".to_owned())),
    };
    Plot::new(&format!("share-{opponent}"), PlotKind::Intervals(figure))
        .titled(format!("Share, against {}", safe_text(opponent)))
        .described("With 95% intervals over seeds.")
}

fn means(source: StudySource<'_>, opponent: &str, lines: &[SheetRow<'_>], side: &str) -> Plot {
    let row = |line: &SheetRow<'_>| IntervalRow {
        name: line.text("entrant").to_owned(),
        estimate: line.number("mean_score"),
        interval: line.interval(["low_95", "high_95"]),
        ranks: None,
    };
    let rows = lines.iter().map(row).collect();
    let figure = IntervalPlot { axis: source.score("mean score", side), rows, reference: None };
    Plot::new(&format!("mean-{opponent}"), PlotKind::Intervals(figure))
        .titled(format!("Mean score, against {}", safe_text(opponent)))
        .described("With 95% intervals over seeds.")
}

/// The scores of each entrant over all opponents.
fn scores(source: StudySource<'_>, sheet: &Sheet, side: &str) -> Vec<Plot> {
    let plot = |entrant: &&str| {
        let own = sheet.lines().filter(|line| line.text("entrant") == *entrant);
        let values = own.filter_map(|line| Some((0, line.number("score")?, 1)));
        let axis = source.score("score", side);
        let histogram = Histogram::of(axis, vec![(*entrant).to_owned()], values);
        Plot::new(&format!("scores-{entrant}"), PlotKind::Histogram(histogram))
            .titled(format!("Scores of {}", safe_text(entrant)))
            .described("How often each score was reached, against all opponents.")
    };
    let entrants = distinct(sheet.lines().map(|line| line.text("entrant")));
    entrants.iter().map(plot).collect()
}

/// The distinct texts, in order of appearance.
fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut distinct = vec![];
    for text in texts {
        if !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    distinct
}
