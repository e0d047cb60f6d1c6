//! Tunings: the path of the parameters, and the result of the final test.

use maud::html;
use stoker_stats::sprt::{Sprt, TestQuestion};

use super::StudySource;
use super::paths::{Path, points};
use super::sheet::{Sheet, SheetRow};
use super::shown::{command, estimate, facts, number_of, table_of, text_of, toml};
use crate::data::noted;
use crate::plots::{Curve, CurvePoint, Curves, LevelLine, Plot, PlotAxis, PlotKind, Trace};
use crate::report::{Block, Section};

/// The subject and the result of a tuning.
pub(super) const MANIFEST: &str = "tune.toml";
pub(super) const TRAJECTORY: &str = "trajectory.csv";
const FINAL: &str = "final.csv";
/// The suffix of the columns with values.
const VALUE: &str = "_value";

/// The summary and the sections of a report about a tuning.
pub(super) fn sections(
    source: StudySource<'_>,
    missing: &mut Vec<String>,
) -> (String, Vec<Section>) {
    let manifest = noted(toml(source.folder, MANIFEST), missing).unwrap_or_default();
    let mut sections = vec![result(source, &manifest)];
    if let Some(path) = noted(Sheet::read(source.folder, TRAJECTORY), missing) {
        path.note(TRAJECTORY, &["iteration", "difference"], missing);
        sections
            .push(Section::new("path", "The path").with(Block::Plots(values(&manifest, &path))));
        sections.push(Section::new("steps", "Difference at each step").with(steps(&path)));
    }
    let finished = manifest.contains_key("result");
    // A tuning in progress has no final test yet, which is not reported as missing.
    if (finished || source.folder.has_file(FINAL))
        && let Some(test) = noted(Sheet::read(source.folder, FINAL), missing)
    {
        test.note(FINAL, &["pair", "mean_difference", "llr_tuned", "llr_start"], missing);
        sections.push(confirmation(source, &manifest, &test));
    }
    (summary(&manifest), sections)
}

fn summary(manifest: &toml::Table) -> String {
    let run = table_of(manifest, "run");
    let bot = run.get("entrants").and_then(toml::Value::as_array).and_then(|rows| rows.first());
    let bot = bot.and_then(toml::Value::as_table).map(|row| text_of(row, "name"));
    let verdict = match text_of(&table_of(manifest, "result"), "verdict") {
        verdict if verdict.is_empty() => "not finished".to_owned(),
        verdict => format!("verdict: {verdict}"),
    };
    format!("{}: {verdict}.", bot.unwrap_or_else(|| "a bot".to_owned()))
}

fn result(source: StudySource<'_>, manifest: &toml::Table) -> Section {
    let result = table_of(manifest, "result");
    let tuning = table_of(manifest, "tuning");
    let section = Section::new("result", "Result");
    let planned = format!(
        "{} iterations of {} seeds",
        text_of(&tuning, "iterations"),
        text_of(&tuning, "seeds")
    );
    if result.is_empty() {
        let unfinished = "The tuning is not finished: stoker resume continues it.";
        let planned = facts([("Planned", planned)]);
        return section
            .with(again(source, manifest))
            .with(html! { p { (unfinished) } })
            .with(planned);
    }
    let interval = result.get("interval").and_then(toml::Value::as_array);
    let ends: Vec<f64> = interval.into_iter().flatten().filter_map(toml::Value::as_float).collect();
    let interval = if let [low, high] = ends[..] { Some((low, high)) } else { None };
    let difference = estimate(number_of(&result, "difference"), interval);
    section
        .with(facts([
            ("Best bot known", text_of(&result, "best")),
            ("Verdict of the final test", text_of(&result, "verdict")),
            ("Pairs of the final test", text_of(&result, "pairs")),
            ("Tuned minus start, above 0 if tuned is better", difference),
            ("Planned", planned),
            ("Matches played", text_of(&result, "matches")),
        ]))
        .with(again(source, manifest))
}

/// The command that repeats the tuning.
fn again(source: StudySource<'_>, manifest: &toml::Table) -> maud::Markup {
    command(source, &text_of(&table_of(manifest, "run"), "command"))
}

/// One plot per parameter: its value after each iteration, within its range.
fn values(manifest: &toml::Table, path: &Sheet) -> Vec<Plot> {
    let rows = manifest.get("parameters").and_then(toml::Value::as_array);
    let rows: Vec<&toml::Table> =
        rows.into_iter().flatten().filter_map(toml::Value::as_table).collect();
    let plot = |column: &str| {
        let name = column.strip_suffix(VALUE)?;
        let row = rows.iter().find(|row| text_of(row, "name") == name);
        let tuned = number_of(&table_of(&table_of(manifest, "result"), "values"), name);
        Some(value(path, column, &ParameterFacts { name, row: row.copied(), tuned }))
    };
    path.columns().filter_map(plot).collect()
}

/// The known facts about a parameter.
#[derive(Clone, Copy)]
struct ParameterFacts<'k> {
    name: &'k str,
    row: Option<&'k toml::Table>,
    tuned: Option<f64>,
}

fn value(path: &Sheet, column: &str, known: &ParameterFacts<'_>) -> Plot {
    let start = known.row.and_then(|row| number_of(row, "start"));
    let first = start.map(|start| CurvePoint { x: 0.0, y: Some(start), band: None });
    let rest = points(path, "iteration", |line| (line.number(column), None));
    let points = first.into_iter().chain(rest).collect();
    let level = |y: Option<f64>, name: &str| y.map(|y| LevelLine { y, name: name.to_owned() });
    let ends = ["low", "high"].map(|end| {
        let name = if end == "low" { "lowest" } else { "highest" };
        level(known.row.and_then(|row| number_of(row, end)), name)
    });
    let figure = Curves {
        x: PlotAxis::of("iteration"),
        y: PlotAxis::of(known.name),
        curves: vec![Curve { name: known.name.to_owned(), points, trace: Trace::Line }],
        levels: [level(known.tuned, "tuned")].into_iter().chain(ends).flatten().collect(),
    };
    Plot::new(&format!("value-{}", known.name), PlotKind::Curves(figure))
        .titled(format!("Path of {}", known.name))
        .described("The value after each iteration, between the ends of its range.")
}

/// The difference of the arms, iteration by iteration.
fn steps(path: &Sheet) -> Plot {
    let curve = |name: &str, column: &str, trace| Curve {
        name: name.to_owned(),
        points: points(path, "iteration", |line| (line.number(column), None)),
        trace,
    };
    let below = |line: &SheetRow<'_>| (line.number("usual_difference").map(|usual| -usual), None);
    let negative = Curve {
        name: "typical, negative".to_owned(),
        points: points(path, "iteration", below),
        trace: Trace::Line,
    };
    let figure = Curves {
        x: PlotAxis::of("iteration"),
        y: PlotAxis::of("difference of the arms"),
        curves: vec![
            curve("difference", "difference", Trace::Dots),
            curve("typical", "usual_difference", Trace::Line),
            negative,
        ],
        levels: vec![],
    };
    Plot::new("steps", PlotKind::Curves(figure))
        .titled("Difference of the two arms, iteration by iteration")
        .described("Above 0, the raised values were better. The lines show a typical difference.")
}

/// The final test of the tuned bot against the initial one.
fn confirmation(source: StudySource<'_>, manifest: &toml::Table, test: &Sheet) -> Section {
    let effect = number_of(&table_of(manifest, "tuning"), "effect");
    let question = TestQuestion { effect: effect.unwrap_or(f64::NAN), ..TestQuestion::default() };
    let path = Path {
        count: "pair",
        ratios: [
            ("llr_tuned", "tuned is better".to_owned()),
            ("llr_start", "start is better".to_owned()),
        ],
        bounds: Sprt::new(question, stoker_stats::sprt::FIRST_LOOK).ok().map(|test| test.bounds()),
    };
    let mean = points(test, "pair", |line| (line.number("mean_difference"), None));
    let figure = Curves {
        x: PlotAxis::of("pairs"),
        y: source.score("tuned minus start", ""),
        curves: vec![Curve { name: "mean so far".to_owned(), points: mean, trace: Trace::Line }],
        levels: vec![LevelLine { y: 0.0, name: "equal".to_owned() }],
    };
    let differences = Plot::new("difference-path", PlotKind::Curves(figure))
        .titled("Mean difference on fresh seeds")
        .described("Above 0, the tuned bot is better than the original.");
    let plots = vec![path.plot(test), differences];
    Section::new("confirmation", "The final test").with(Block::Plots(plots))
}
