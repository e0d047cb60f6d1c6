//! Faults of all entrants, by kind.

use std::collections::BTreeMap;

use maud::{Render as _, html};
use stoker_external::fault::FaultKind;
use stoker_tournament::standings::ALL_SIDES;

use super::leaderboard::count;
use super::{LeagueSources, anchor};
use crate::data::RunData;
use crate::plots::{BarRow, Bars, Plot, PlotAxis, PlotKind};
use crate::report::Section;
use crate::table::{Column, HtmlTable, TableCell};
use crate::text::{SafeText, counted, safe_text};

/// The most entrants in the plot.
const MOST: usize = 30;

/// Faults by entrant and kind.
type FaultsByKind<'d> = Vec<(&'d str, BTreeMap<&'d str, u64>)>;

/// The section, if there were matches.
pub(super) fn section(league: LeagueSources<'_>) -> Option<Section> {
    let data = league.data;
    let counts = counts(data);
    let total: u64 = counts.iter().flat_map(|(_, kinds)| kinds.values()).sum();
    let section = Section::new("faults", "Faults");
    if counts.is_empty() {
        return None;
    }
    if total == 0 {
        return Some(section.with(html! { p { "No entrant had a fault." } }));
    }
    let names = FaultKind::ALL.map(FaultKind::name);
    let known = |name: &&&str| counts.iter().any(|(_, kinds)| kinds.contains_key(**name));
    let kinds: Vec<&str> = names.iter().filter(known).copied().collect();
    let faulty: Vec<_> = counts.iter().filter(|(_, kinds)| !kinds.is_empty()).collect();
    let lead = format!(
        "{} on {} of {}. A fault is an entrant's own error, such as an illegal move or a reply that \
         came too late.",
        counted(total, "fault", "faults"),
        faulty.len(),
        counted(counts.len() as u64, "entrant", "entrants"),
    );
    let mut table = HtmlTable::new("Faults by kind", columns(&kinds));
    for (entrant, of) in &faulty {
        let name = html! { a href=(format!("#{}", anchor(data, entrant))) { (SafeText(entrant)) } };
        let each = kinds.iter().map(|kind| count(of.get(kind).copied().unwrap_or(0)));
        let cells = [TableCell::of(name)].into_iter().chain(each).chain([count(of.values().sum())]);
        table.named_row(entrant, cells.collect());
    }
    Some(section.with(html! { p.lead { (lead) } }).with(table.render()).with(plot(&kinds, &faulty)))
}

fn columns(kinds: &[&str]) -> Vec<Column> {
    let each = kinds.iter().map(|kind| Column::numbers(&words(kind)));
    [Column::text("Entrant")].into_iter().chain(each).chain([Column::numbers("All")]).collect()
}

/// A kind of fault in words.
pub(super) fn words(kind: &str) -> String {
    safe_text(&kind.replace('_', " "))
}

fn plot(kinds: &[&str], faulty: &[&(&str, BTreeMap<&str, u64>)]) -> Plot {
    let mut sorted = faulty.to_vec();
    sorted.sort_by_key(|(_, of)| std::cmp::Reverse(of.values().sum::<u64>()));
    let row = |(entrant, of): &&(&str, BTreeMap<&str, u64>)| BarRow {
        name: (*entrant).to_owned(),
        values: kinds.iter().map(|kind| of.get(kind).copied().unwrap_or(0) as f64).collect(),
    };
    let bars = Bars {
        axis: PlotAxis::of("faults"),
        parts: kinds.iter().map(|kind| words(kind)).collect(),
        rows: sorted.iter().take(MOST).map(row).collect(),
    };
    let shown = bars.rows.len();
    let text =
        format!("A bar for each of the {shown} entrants with the most faults, divided by kind.");
    Plot::new("faults", PlotKind::Bars(bars)).titled("Faults by kind").described(text)
}

/// The faults by entrant: from the leaderboard or, without one, from the rows of faults.
fn counts(data: &RunData) -> FaultsByKind<'_> {
    let of = |entrant: &'_ str| {
        let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
        let rows = data.standings.iter().filter(|row| row.side != ALL_SIDES);
        for row in rows.filter(|row| row.entrant == entrant) {
            for (kind, &count) in
                FaultKind::ALL.iter().zip(&row.faults).filter(|(_, count)| **count > 0)
            {
                *kinds.entry(kind.name()).or_default() += count;
            }
        }
        if data.standings.is_empty() {
            for (_, faults) in data.faults.of(entrant, |_| true) {
                for (kind, count) in &faults.counts {
                    if let Some(kind) = FaultKind::ALL.iter().find(|known| known.name() == kind) {
                        *kinds.entry(kind.name()).or_default() += count;
                    }
                }
            }
        }
        kinds
    };
    data.entrants().into_iter().map(|entrant| (entrant, of(entrant))).collect()
}
