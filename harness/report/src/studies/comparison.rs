//! A/B tests: the path to the verdict.

use stoker_stats::sprt::Bounds;

use super::StudySource;
use super::paths::{Path, points};
use super::sheet::{Sheet, SheetRow};
use super::shown::{estimate, facts};
use crate::data::noted;
use crate::plots::{Curve, Curves, LevelLine, Plot, PlotAxis, PlotKind, Trace};
use crate::report::{Block, Section};

/// The file of looks.
const LOOKS: &str = "comparison.csv";
const NEEDED: [&str; 9] = [
    "pairs",
    "llr_a",
    "llr_b",
    "lower_bound",
    "upper_bound",
    "mean_difference",
    "low_95",
    "high_95",
    "verdict",
];
/// The suffix of a kind of side's column.
const OF_SIDE: &str = "_difference";

/// The section of a report about an A/B test between these two.
pub fn section(
    source: StudySource<'_>,
    [a, b]: [&str; 2],
    missing: &mut Vec<String>,
) -> Option<Section> {
    let sheet = noted(Sheet::read(source.folder, LOOKS), missing)?;
    sheet.note(LOOKS, &NEEDED, missing);
    let section = Section::new("test", "The test");
    let Some(last) = sheet.last() else {
        return Some(
            section.with(maud::html! { p { "The test has not looked at the scores yet." } }),
        );
    };
    let verdict = match last.text("verdict") {
        "" => "none yet".to_owned(),
        "A" => format!("A is better: {a}"),
        "B" => format!("B is better: {b}"),
        other => other.to_owned(),
    };
    let difference = estimate(last.number("mean_difference"), last.interval(["low_95", "high_95"]));
    let told = facts([
        ("A", a.to_owned()),
        ("B", b.to_owned()),
        ("Verdict", verdict),
        ("Pairs", last.text("pairs").to_owned()),
        ("Mean difference, above 0 if A is better", difference),
        ("Effect, in standard deviations", last.text("effect").to_owned()),
    ]);
    let bounds = last.number("lower_bound").zip(last.number("upper_bound"));
    let path = Path {
        count: "pairs",
        ratios: [("llr_a", "A is better".to_owned()), ("llr_b", "B is better".to_owned())],
        bounds: bounds.map(|(lower, upper)| Bounds { lower, upper }),
    };
    let plots = vec![path.plot(&sheet), differences(source, &sheet)];
    Some(section.with(told).with(Block::Plots(plots)))
}

/// The mean difference, look by look: that of all pairs with its band, and that of each kind of
/// side.
fn differences(source: StudySource<'_>, sheet: &Sheet) -> Plot {
    let band = |line: &SheetRow<'_>| {
        (line.number("mean_difference"), line.interval(["low_95", "high_95"]))
    };
    let all = points(sheet, "pairs", band);
    let all = Curve { name: "all".to_owned(), points: all, trace: Trace::Line };
    let kinds: Vec<&str> = sheet
        .columns()
        .filter(|column| *column != "mean_difference")
        .filter_map(|column| column.strip_suffix(OF_SIDE))
        .collect();
    let of_kind = |kind: &&str| {
        let mean = format!("{kind}{OF_SIDE}");
        let points = points(sheet, "pairs", |line| (line.number(&mean), None));
        Curve { name: format!("as {kind}"), points, trace: Trace::Line }
    };
    let each = kinds.iter().filter(|_| kinds.len() > 1).map(of_kind);
    let figure = Curves {
        x: PlotAxis::of("pairs"),
        y: source.score("A minus B", kinds.first().unwrap_or(&"")),
        curves: [all].into_iter().chain(each).collect(),
        levels: vec![LevelLine { y: 0.0, name: "equal".to_owned() }],
    };
    Plot::new("difference-path", PlotKind::Curves(figure))
        .titled("Mean difference with its 95% interval at each look")
        .described("The band is the 95% interval at each look, as if the test ended there.")
}
