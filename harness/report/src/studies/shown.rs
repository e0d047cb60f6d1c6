//! The common elements of reports of studies: facts, intervals as texts, units.

use maud::{Markup, html};
use stoker_files::untrusted::Folder;
use stoker_stats::rounded;
use stoker_tournament::storage::{FolderError, bounded, garbled};

use super::StudySource;
use crate::plots::PlotAxis;
use crate::report::{ReportAudience, Section};
use crate::text::SafeText;

/// Facts in two columns.
pub(super) fn facts<'f>(facts: impl IntoIterator<Item = (&'f str, String)>) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in facts {
                div { dt { (name) } dd { (SafeText(&value)) } }
            }
        }
    }
}

/// An estimate with its interval, as text.
pub(super) fn estimate(value: Option<f64>, interval: Option<(f64, f64)>) -> String {
    match (value, interval) {
        (None, _) => "none yet".to_owned(),
        (Some(value), None) => format!("{} (no interval)", rounded(value, 2)),
        (Some(value), Some((low, high))) => {
            format!("{} (95%: {} to {})", rounded(value, 2), rounded(low, 2), rounded(high, 2))
        }
    }
}

impl StudySource<'_> {
    /// The score of a kind of side, in its unit.
    pub(super) fn score(&self, name: &str, kind: &str) -> PlotAxis {
        let unit = self.rules.and_then(|rules| rules.score_of(kind)).map(|(score, _)| score.unit);
        PlotAxis::of(name).in_unit(unit.unwrap_or_default())
    }

    /// The direction in which a kind of side wants its score, as a sentence.
    pub(super) fn wanted(&self, kind: &str) -> &'static str {
        match self.rules.and_then(|rules| rules.score_of(kind)) {
            Some((_, stoker_engine::Direction::High)) => "A high score is good.",
            Some((_, stoker_engine::Direction::Low)) => "A low score is good.",
            None => "",
        }
    }
}

/// The largest description of a study, in bytes.
const MOST: u64 = 16 << 20;

/// Reads a file of settings, whatever it contains.
pub(super) fn toml(folder: &Folder, file: &str) -> Result<toml::Table, FolderError> {
    let text = bounded::read_text(folder, file, MOST)?;
    text.parse().map_err(|error: toml::de::Error| garbled(folder, file, error.message()))
}

/// A table in a table; empty if there is none.
pub(super) fn table_of(table: &toml::Table, key: &str) -> toml::Table {
    table.get(key).and_then(toml::Value::as_table).cloned().unwrap_or_default()
}

/// A value as text; empty if there is none.
pub(super) fn text_of(table: &toml::Table, key: &str) -> String {
    match table.get(key) {
        None => String::new(),
        Some(toml::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// A number.
pub(super) fn number_of(table: &toml::Table, key: &str) -> Option<f64> {
    let value = table.get(key)?;
    let whole = || value.as_integer().map(|number| number as f64);
    value.as_float().or_else(whole).filter(|number| number.is_finite())
}

/// The settings of a study: all single values of its description. A public report omits them,
/// because they contain seeds.
pub(super) fn settings(source: StudySource<'_>, table: &toml::Table) -> Option<Section> {
    let single = |value: &toml::Value| !value.is_table() && !value.is_array();
    let list = table.iter().filter(|(_, value)| single(value));
    let list = list.map(|(key, _)| (key.as_str(), text_of(table, key)));
    let is_shown = source.audience == ReportAudience::Owner && !table.is_empty();
    let again = command(source, source.command.unwrap_or_default());
    is_shown.then(|| Section::new("about", "Configuration").with(again).with(facts(list)))
}

/// The command that repeats the study, to be copied. A public report omits it, because it contains
/// seeds.
pub(super) fn command(source: StudySource<'_>, command: &str) -> Markup {
    html! {
        @if source.audience == ReportAudience::Owner && !command.is_empty() {
            h3 { "Run it again" }
            div.command {
                pre.text #command tabindex="0" { (SafeText(command)) }
                button type="button" data-copies="command" hidden { "Copy" }
            }
        }
    }
}
