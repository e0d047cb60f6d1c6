//! A report on a page: one self-contained file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::page::PageError;
use crate::plots::Chart;
use crate::report::{Block, Folded, Part, Report};
use crate::text::{Told, told};

const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");
/// The page's policy: only the script and the style above may run, and nothing may be fetched.
const POLICY: &str = include_str!("../assets/report.csp");

/// The page of a report.
///
/// # Errors
/// If the replays have no JSON form, or cannot be compressed.
pub fn page(report: &Report) -> Result<String, PageError> {
    let data = report.replays.as_ref().map(|replays| replays.packed()).transpose()?;
    let title = told(&report.title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY.trim_end());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body.report {
                a.skip href="#main" { "Skip to the results" }
                (header(report, &title))
                main #main { @for part in &report.parts { (section(part)) } }
                footer { p { "Made by stoker. This page needs no network and sends nothing." } }
                @if let Some(data) = data {
                    script type="application/json+deflate" #replays-data { (PreEscaped(data)) }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    Ok(page.into_string())
}

fn header(report: &Report, title: &str) -> Markup {
    html! {
        header.top {
            div { h1 { (title) } p.summary { (Told(&report.summary)) } }
            div.tools #tools {
                label.search hidden { span { "Find" } input #search type="search" placeholder="an entrant"; }
            }
        }
        nav.contents aria-label="Contents" {
            ul { @for part in &report.parts {
                li { a href=(format!("#{}", part.id)) { (Told(&part.title)) } }
            } }
        }
        @if !report.lacks.is_empty() {
            div.lacks role="note" {
                h2 { "Missing or damaged" }
                ul { @for lack in &report.lacks { li { (Told(lack)) } } }
            }
        }
    }
}

fn section(part: &Part) -> Markup {
    let heading = format!("{}-title", part.id);
    html! {
        section.part id=(part.id) aria-labelledby=(heading) {
            h2 id=(heading) { (Told(&part.title)) }
            (blocks(&part.blocks))
        }
    }
}

fn blocks(blocks: &[Block]) -> Markup {
    html! { @for block in blocks { (piece(block)) } }
}

fn piece(block: &Block) -> Markup {
    match block {
        Block::Html(html) => html.clone(),
        Block::Chart(chart) => figure(chart),
        Block::Charts(charts) => html! { div.charts { @for chart in charts { (figure(chart)) } } },
        Block::Choice(charts) => choice(charts),
        Block::Folded(folded) => fold(folded),
    }
}

fn figure(chart: &Chart) -> Markup {
    html! {
        figure.chart data-name=(chart.name()) {
            figcaption { (Told(&chart.title)) }
            div.drawn { (PreEscaped(chart.svg())) }
        }
    }
}

/// Charts of which the reader selects one; without a script all are shown.
fn choice(charts: &[Chart]) -> Markup {
    html! { div.choice { @for chart in charts { (figure(chart)) } } }
}

fn fold(folded: &Folded) -> Markup {
    let name = (!folded.name.is_empty()).then_some(&folded.name);
    html! {
        details.fold id=(folded.id) data-name=[name] {
            summary { (folded.summary) }
            div.folded { (blocks(&folded.blocks)) }
        }
    }
}
