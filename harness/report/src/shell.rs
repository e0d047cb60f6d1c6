//! A report on a page: one self-contained file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::page::PageError;
use crate::plots::Plot;
use crate::report::{Block, Folded, Report, Section};
use crate::text::{SafeText, safe_text};

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
    let title = safe_text(&report.title);
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
                main #main { @for section in &report.sections { (section_html(section)) } }
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
            div { h1 { (title) } p.summary { (SafeText(&report.summary)) } }
            div.tools #tools {
                label.search hidden { span { "Find" } input #search type="search" placeholder="an entrant"; }
            }
        }
        nav.contents aria-label="Contents" {
            ul { @for section in &report.sections {
                li { a href=(format!("#{}", section.id)) { (SafeText(&section.title)) } }
            } }
        }
        @if !report.missing.is_empty() {
            div.lacks role="note" {
                h2 { "Missing or damaged" }
                ul { @for lack in &report.missing { li { (SafeText(lack)) } } }
            }
        }
    }
}

fn section_html(section: &Section) -> Markup {
    let heading = format!("{}-title", section.id);
    html! {
        section.part id=(section.id) aria-labelledby=(heading) {
            h2 id=(heading) { (SafeText(&section.title)) }
            (blocks(&section.blocks))
        }
    }
}

fn blocks(blocks: &[Block]) -> Markup {
    html! { @for block in blocks { (piece(block)) } }
}

fn piece(block: &Block) -> Markup {
    match block {
        Block::Html(html) => html.clone(),
        Block::Plot(plot) => figure(plot),
        Block::Plots(plots) => html! { div.charts { @for plot in plots { (figure(plot)) } } },
        Block::Choice(plots) => choice(plots),
        Block::Folded(folded) => fold(folded),
    }
}

fn figure(plot: &Plot) -> Markup {
    html! {
        figure.chart data-name=(plot.name()) {
            figcaption { (SafeText(&plot.title)) }
            div.drawn { (PreEscaped(plot.svg())) }
        }
    }
}

/// Plots of which the reader selects one; without a script all are shown.
fn choice(plots: &[Plot]) -> Markup {
    html! { div.choice { @for plot in plots { (figure(plot)) } } }
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
