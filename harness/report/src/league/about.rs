//! The settings of a run, and the command that runs it again.

use std::collections::BTreeMap;

use maud::{Markup, Render as _, html};
use stoker_tournament::plan::Format;
use stoker_tournament::results::manifest::{IsolationRow, Manifest, RunFormat};

use crate::data::RunData;
use crate::report::{Block, Folded, ReportAudience, Section};
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, safe_text};

/// The section; if there is no `run.toml`, it says so.
#[must_use]
pub fn about(data: &RunData, audience: ReportAudience) -> Section {
    let section = Section::new("about", "About this run");
    let Some(run) = &data.run else {
        return section.with(
            html! { p { "run.toml could not be read, so this page cannot show what was run." } },
        );
    };
    let section = match audience {
        ReportAudience::Owner => section.with(command(run)),
        ReportAudience::Public => section,
    };
    let section = section.with(reproduces(run)).with(facts(data, run, audience)).with(folded(
        "parameters",
        "Parameters of the rules",
        pairs("Parameters", flat(&run.params)),
    ));
    let section = match &run.limits {
        Some(limits) => {
            let limits = toml::Table::try_from(limits).unwrap_or_default();
            section.with(folded("limits", "Limits of programs", pairs("Limits", flat(&limits))))
        }
        None => section,
    };
    let section = match &run.isolation {
        Some(isolation) => section.with(limits_in_force(isolation)),
        None => section,
    };
    match audience {
        ReportAudience::Owner => section.with(entrants(run)),
        ReportAudience::Public => section,
    }
}

fn command(run: &Manifest) -> Markup {
    html! {
        h3 { "Run it again" }
        div.command {
            pre.text #command tabindex="0" { (SafeText(&run.command)) }
            button type="button" data-copies="command" hidden { "Copy" }
        }
    }
}

fn reproduces(run: &Manifest) -> Markup {
    let changeable = run.isolation.iter().flat_map(|isolation| &isolation.changeable);
    let changeable: Vec<_> = changeable.map(|name| safe_text(name)).collect();
    html! {
        h3 { "Reproducibility" }
        p {
            @if run.reproducible {
                "With the same version of stoker, the same command gives the same files, except \
                timings.csv and the times on this page."
            } @else {
                "External bots took part, which are limited by time, so another run can have other results."
            }
            @if !changeable.is_empty() {
                " Bots that played differently the second time: " (changeable.join(", ")) "."
            }
        }
    }
}

/// A list of the settings.
fn facts(data: &RunData, run: &Manifest, audience: ReportAudience) -> Markup {
    let tournament = &run.tournament;
    let mut facts = vec![
        ("Version", run.stoker.clone()),
        ("Rules", tournament.ruleset.clone()),
        ("Format", tournament.format.to_string()),
        (matches_of(&tournament.format), tournament.matches.to_string()),
        ("Starts", tournament.starts.to_string()),
        ("After a fault", tournament.fault_policy.to_string()),
        ("Records", tournament.records.to_string()),
    ];
    facts.extend(run.program.clone().map(|program| ("Program", program)));
    facts.extend(tournament.preset.clone().map(|preset| ("Preset", preset)));
    facts.extend(tournament.map.clone().map(|map| ("Map", map)));
    if audience == ReportAudience::Owner {
        facts.push(("Seed", tournament.seed.to_string()));
        facts.push(("Plan", run.plan.clone()));
    }
    if let Some(width) = tournament.until_interval {
        facts.push(("Until every interval is within", format!("± {width}")));
    }
    if let Some(reuse) = &run.reuse {
        facts.push(("Taken from an earlier run", format!("{} matches", reuse.matches)));
    }
    if let Some(games) = data.games.as_ref().filter(|games| games.copies > 0) {
        facts.push(("Not played, because they repeat others", games.copies.to_string()));
    }
    html! { dl.facts { @for (name, value) in facts { div { dt { (name) } dd { (SafeText(&value)) } } } } }
}

fn limits_in_force(isolation: &IsolationRow) -> Folded {
    let waived: Vec<_> = isolation.waived.iter().map(ToString::to_string).collect();
    let mut rows = vec![
        ("isolation".to_owned(), isolation.kind.to_string()),
        ("turns".to_owned(), isolation.turns.to_string()),
        ("waived".to_owned(), waived.join(", ")),
    ];
    rows.extend(isolation.in_force.iter().map(|(limit, how)| (limit.clone(), how.clone())));
    folded(
        "in-force",
        "Limits in force",
        pairs("The way in which each limit was kept on this machine", rows),
    )
}

fn entrants(run: &Manifest) -> Folded {
    let columns = vec![Column::text("Entrant"), Column::text("Bot"), Column::text("Hash")];
    let mut table = HtmlTable::new("Entrants and their bots", columns);
    for row in &run.entrants {
        let hash = row.hash.as_deref().unwrap_or("built in");
        let cells = [&*row.name, &*row.spec, hash].map(|text| TableCell::of(SafeText(text)));
        table.named_row(&row.name, cells.into());
    }
    folded("took-part", "Entrants and their bots", table.render())
}

fn folded(id: &str, title: &str, html: Markup) -> Folded {
    let blocks = vec![Block::Html(html)];
    Folded { id: id.to_owned(), name: String::new(), summary: html! { (title) }, blocks }
}

/// A table of names and values.
fn pairs(caption: &str, rows: impl IntoIterator<Item = (String, String)>) -> Markup {
    let mut table = HtmlTable::new(caption, vec![Column::text("Name"), Column::text("Value")]);
    for (name, value) in rows {
        table.row(vec![TableCell::of(SafeText(&name)), TableCell::of(SafeText(&value))]);
    }
    table.render()
}

/// The values of a table. Names of inner tables become prefixes.
fn flat(table: &toml::Table) -> BTreeMap<String, String> {
    let mut flat_values = BTreeMap::new();
    for (name, value) in table {
        match value {
            toml::Value::Table(inner) => {
                let inner = flat(inner).into_iter();
                flat_values.extend(inner.map(|(key, value)| (format!("{name}.{key}"), value)));
            }
            toml::Value::String(text) => _ = flat_values.insert(name.clone(), text.clone()),
            toml::Value::Integer(_)
            | toml::Value::Float(_)
            | toml::Value::Boolean(_)
            | toml::Value::Datetime(_)
            | toml::Value::Array(_) => _ = flat_values.insert(name.clone(), value.to_string()),
        }
    }
    flat_values
}

/// The meaning of the number of matches in this format.
fn matches_of(format: &RunFormat) -> &'static str {
    match *format == RunFormat::Typed(Format::Lineups) {
        true => "Matches of each entrant, at least",
        false => "Matches per pairing",
    }
}
