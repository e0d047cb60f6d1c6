//! Tests that apply to all kinds of plots.

use roxmltree::{Document, Node};

use super::svg::WIDTH;
use super::width::{FONT, width};
use super::*;

const HOSTILE: &str = "</text><script>alert(1)</script>\u{0}\u{1b}\u{202e}\u{ffff}&\"'é ключ 😀";
const LONG: &str = "a-bot-with-a-very-long-name:depth=12,worst=60,hit=350,near=80,patience=11";

fn intervals(names: &[&str]) -> Plot {
    let row = |n: u32, name: &str| {
        let at = 1500.0 - 37.5 * f64::from(n);
        let ranks = Ranks { rank: n + 1, best: n.max(1), worst: n + 3 };
        IntervalRow {
            name: name.to_owned(),
            estimate: Some(at),
            interval: (n != 1).then_some((at - 20.0, at + 25.0)),
            ranks: Some(ranks),
        }
    };
    let rows = (0..).zip(names).map(|(n, name)| row(n, name)).collect();
    let reference = Some((1440.0, "the mean".to_owned()));
    let figure = IntervalPlot { axis: PlotAxis::of("rating").in_unit("Elo"), rows, reference };
    Plot::new("Ratings of a side", PlotKind::Intervals(figure))
        .titled("Ratings")
        .described("Ratings from best to worst.")
}

fn histogram(parts: &[&str]) -> Plot {
    let parts: Vec<String> = parts.iter().map(|&part| part.to_owned()).collect();
    let count = parts.len();
    let values = (0..60u32)
        .zip(0..)
        .map(|(n, at): (u32, usize)| (at % count, f64::from(n * 7 % 90), 1 + u64::from(n % 3)));
    let mut figure = Histogram::of(PlotAxis::of("score").in_unit("points"), parts, values);
    figure.mark = Some((40.0, "mean".to_owned()));
    Plot::new("scores", PlotKind::Histogram(figure)).titled("Scores")
}

fn facets(names: &[&str]) -> Plot {
    let bin = |n: u32, from: u32| Bin {
        from: f64::from(10 * from),
        to: f64::from(10 * (from + 1)),
        counts: vec![u64::from((n + 3 * from) % 5)],
    };
    let row = |n: u32, name: &str| Facet {
        name: name.to_owned(),
        bins: (n..n + 4).map(|from| bin(n, from)).collect(),
        mean: (n != 1).then_some(f64::from(10 * n + 22)),
    };
    let rows = (0..).zip(names).map(|(n, name)| row(n, name)).collect();
    let axis = PlotAxis::of("score").in_unit("points");
    let figure = Facets { axis, counted: Counted::MATCHES, rows };
    Plot::new("scores-by-opponent", PlotKind::Facets(figure)).titled("Scores by opponent")
}

fn heat(names: &[&str], scale: HeatScale) -> Plot {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let cell = |row: usize, column: usize| {
        (row != column).then(|| 100.0 * (row as f64 - column as f64) / names.len() as f64)
    };
    let cells = (0..names.len()).map(|row| (0..names.len()).map(|c| cell(row, c)).collect());
    let figure = Heat {
        value: PlotAxis::of("mean score").in_unit("points"),
        row: PlotAxis::of("first"),
        column: PlotAxis::of("second"),
        rows: names.clone(),
        cells: cells.collect(),
        columns: names.clone(),
        scale,
    };
    Plot::new("crosstable", PlotKind::Heat(figure)).titled("Crosstable")
}

fn curves(names: &[&str]) -> Plot {
    let curve = |series: usize, name: &str| {
        let point = |n: u32| {
            let y = f64::from(n * n) / 9.0 - 2.0 * series as f64;
            let band = (series == 0).then_some((y - 1.0, y + 1.5));
            CurvePoint { x: f64::from(n * 1000), y: (n != 3).then_some(y), band }
        };
        Curve { name: name.to_owned(), points: (0..7).map(point).collect(), trace: Trace::Line }
    };
    let level = |y, name: &str| LevelLine { y, name: name.to_owned() };
    let figure = Curves {
        x: PlotAxis::of("pairs"),
        y: PlotAxis::of("log-likelihood ratio"),
        curves: names.iter().enumerate().map(|(n, name)| curve(n, name)).collect(),
        levels: vec![level(3.0, "A is better"), level(-3.0, "ruled out"), level(2.9, "near")],
    };
    Plot::new("path", PlotKind::Curves(figure)).titled("The path of a test")
}

fn bars(names: &[&str], parts: &[&str]) -> Plot {
    let row = |n: usize, name: &str| BarRow {
        name: name.to_owned(),
        values: (0..parts.len()).map(|part| (1 + n * 3 + part) as f64).collect(),
    };
    let figure = Bars {
        axis: PlotAxis::of("faults"),
        parts: parts.iter().map(|&part| part.to_owned()).collect(),
        rows: names.iter().enumerate().map(|(n, name)| row(n, name)).collect(),
    };
    Plot::new("faults", PlotKind::Bars(figure)).titled("Faults by kind")
}

fn parallel(names: &[&str]) -> Plot {
    let levels = Some(names.iter().map(|&name| name.to_owned()).collect());
    let dimensions = vec![
        Dimension { axis: PlotAxis::of("depth"), levels: None },
        Dimension { axis: PlotAxis::of(LONG), levels },
    ];
    let line = |n: usize| ParallelLine {
        name: format!("setting {n}"),
        values: vec![(n / names.len()) as f64, (n % names.len()) as f64],
        outcome: (n != 1).then_some(200.0 + 13.0 * n as f64),
    };
    let lines = (0..3 * names.len()).map(line).collect();
    let figure =
        Parallel { dimensions, outcome: PlotAxis::of("mean score").in_unit("points"), lines };
    Plot::new("settings", PlotKind::Parallel(figure)).titled("Settings")
}

/// A plot of each kind with these names.
fn all(names: &[&str]) -> Vec<Plot> {
    vec![
        intervals(names),
        histogram(names),
        facets(names),
        heat(names, HeatScale::Diverging(0.0)),
        heat(names, HeatScale::Sequential),
        curves(names),
        bars(names, &["one kind"]),
        bars(names, names),
        parallel(names),
    ]
}

fn empty() -> Vec<Plot> {
    let figures = [
        PlotKind::Intervals(IntervalPlot {
            axis: PlotAxis::of("x"),
            rows: vec![],
            reference: None,
        }),
        PlotKind::Histogram(Histogram::of(PlotAxis::of("x"), vec!["n".to_owned()], [].into_iter())),
        PlotKind::Facets(Facets {
            axis: PlotAxis::of("x"),
            counted: Counted::MATCHES,
            rows: vec![],
        }),
        PlotKind::Heat(Heat {
            value: PlotAxis::of("v"),
            row: PlotAxis::of("r"),
            column: PlotAxis::of("c"),
            rows: vec![],
            columns: vec![],
            cells: vec![],
            scale: HeatScale::Sequential,
        }),
        PlotKind::Curves(Curves {
            x: PlotAxis::of("x"),
            y: PlotAxis::of("y"),
            curves: vec![],
            levels: vec![],
        }),
        PlotKind::Bars(Bars { axis: PlotAxis::of("x"), parts: vec![], rows: vec![] }),
        PlotKind::Parallel(Parallel {
            dimensions: vec![],
            outcome: PlotAxis::of("y"),
            lines: vec![],
        }),
    ];
    figures.map(|figure| Plot::new("", figure)).into()
}

/// A plot's SVG with one tag per line, and its CSV.
fn shown(plot: &Plot) -> String {
    let svg = plot.svg().replace("><", ">\n<");
    format!("{svg}\n{}", String::from_utf8(plot.csv()).unwrap())
}

#[test]
fn small_charts_look_like_this() {
    let two = ["fox", "owl & <elk>"];
    insta::assert_snapshot!("intervals", shown(&intervals(&two)));
    insta::assert_snapshot!("histogram", shown(&histogram(&two)));
    insta::assert_snapshot!("facets", shown(&facets(&two)));
    insta::assert_snapshot!("heat", shown(&heat(&two, HeatScale::Diverging(0.0))));
    insta::assert_snapshot!("curves", shown(&curves(&two)));
    insta::assert_snapshot!("bars", shown(&bars(&two, &two)));
    insta::assert_snapshot!("parallel", shown(&parallel(&two)));
}

#[test]
fn hostile_names_are_text_in_a_file_that_is_whole() {
    for plot in
        all(&[HOSTILE, LONG]).into_iter().map(|plot| plot.titled(HOSTILE).described(HOSTILE))
    {
        let svg = plot.svg();
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
        let scripts = document.descendants().filter(|node| node.has_tag_name("script"));
        assert_eq!(scripts.count(), 0);
        let title = document.root_element().first_element_child().and_then(|title| title.text());
        assert!(
            title.unwrap().starts_with("</text><script>alert(1)</script>\u{fffd}"),
            "{title:?}"
        );
        assert!(!plot.csv().contains(&0x1b));
    }
}

#[test]
fn drawings_have_no_style_of_their_own_that_a_policy_would_forbid() {
    for plot in all(&["a", "b", "c"]) {
        let svg = plot.svg();
        assert!(!svg.contains("style=") && !svg.contains("<style"), "{svg}");
    }
}

#[test]
fn a_chart_without_data_is_drawn_empty() {
    for plot in empty() {
        let svg = plot.svg();
        Document::parse(&svg).unwrap();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert_eq!(plot.name(), "plot");
    }
}

#[test]
fn numbers_that_are_none_are_left_out() {
    let point = |x, y| CurvePoint { x, y: Some(y), band: Some((f64::NAN, f64::INFINITY)) };
    let points = vec![point(f64::NAN, 1.0), point(1.0, f64::INFINITY), point(2.0, 1e300)];
    let curve = Curve { name: String::new(), points, trace: Trace::Line };
    let figure =
        Curves { x: PlotAxis::of("x"), y: PlotAxis::of("y"), curves: vec![curve], levels: vec![] };
    let svg = Plot::new("odd", PlotKind::Curves(figure)).svg();
    Document::parse(&svg).unwrap();
    assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
}

#[test]
fn names_of_files_are_plain() {
    let name = |text: &str| Plot::new(text, empty().remove(0).figure).name().to_owned();
    assert_eq!(name("../../Etc: a b"), "etc-a-b");
    assert!(name(&"x".repeat(500)).len() <= 80);
}

/// The space that a text takes: left, right, top and bottom.
fn extent(text: Node<'_, '_>) -> [f64; 4] {
    let number = |name| text.attribute(name).map_or(0.0, |number| number.parse::<f64>().unwrap());
    let own: String =
        text.children().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let small = text.ancestors().find_map(|node| node.attribute("font-size"));
    let wide = width(&own) * small.unwrap().parse::<f64>().unwrap() / FONT;
    let from = match text.attribute("text-anchor") {
        Some("end") => number("x") - wide,
        Some("middle") => number("x") - wide / 2.0,
        _ => number("x"),
    };
    let (left, top) = (from, number("y") - 10.0);
    match text.attribute("transform") {
        None => [left, left + wide, top, top + 12.0],
        Some(turned) => {
            let (place, _) = turned.strip_prefix("translate(").unwrap().split_once(')').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            [x + top, x + top + 12.0, y - left - wide, y - left]
        }
    }
}

#[test]
fn labels_stay_in_the_drawing_and_never_touch() {
    let many: Vec<String> = (0..50).map(|n| format!("entrant-{n}-{LONG}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let short = ["a", "b", "c", "d", "e"];
    let plots = [&["fox"][..], &short, &[LONG, "owl", HOSTILE], &many].map(all);
    for plot in plots.iter().flatten().chain(&empty()) {
        let svg = plot.svg();
        let document = Document::parse(&svg).unwrap();
        let size = |name| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
        let (wide, high) = (size("width"), size("height"));
        // Rims in the colour of the paper lie under their texts.
        let is_rim =
            |node: &Node<'_, '_>| node.ancestors().any(|a| a.attribute("aria-hidden").is_some());
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        let texts: Vec<_> =
            texts.filter(|node| !is_rim(node)).map(|text| (extent(text), text)).collect();
        for (n, (a, text)) in texts.iter().enumerate() {
            let inside = a[0] >= -0.1 && a[1] <= wide + 0.1 && a[2] >= -0.1 && a[3] <= high + 0.1;
            assert!(inside, "{:?} at {a:?} leaves {wide} x {high}: {:?}", text.text(), plot.name());
            for (b, other) in &texts[..n] {
                let apart = a[1] <= b[0] || b[1] <= a[0] || a[3] <= b[2] || b[3] <= a[2];
                assert!(apart, "{}: {:?} and {:?}", plot.name(), text.text(), other.text());
            }
        }
    }
}

#[test]
fn a_crosstable_of_fifty_and_a_path_of_a_million_points_stay_small() {
    let many: Vec<String> = (0..50).map(|n| format!("entrant-{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let svg = heat(&many, HeatScale::Diverging(0.0)).svg();
    assert!(svg.len() < 350_000, "{}", svg.len());
    let point = |n: u32| CurvePoint { x: f64::from(n), y: Some(f64::from(n % 97)), band: None };
    let points = (0..1_000_000).map(point).collect();
    let curve = Curve { name: "path".to_owned(), points, trace: Trace::Line };
    let figure =
        Curves { x: PlotAxis::of("x"), y: PlotAxis::of("y"), curves: vec![curve], levels: vec![] };
    let svg = Plot::new("path", PlotKind::Curves(figure)).svg();
    assert!(svg.len() < 40_000, "{}", svg.len());
    assert!(svg.starts_with(&format!("<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} ")));
}
