//! Submissions of sources: deciding sources, year, and the corrections of a `bot.toml`.

use std::collections::BTreeMap;

use stoker_bots::Codes;
use stoker_bots::submissions::{SideForm, SubmissionForm};

use super::bot_toml::{self, Compiling, Corrections};
use super::contents::Contents;
use super::interface::{InterfaceEvidence, tell};

/// A submission that is built from its sources alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceProgram {
    /// Its form.
    pub(crate) form: &'static SubmissionForm,
    /// The deciding source by kind of side: a path inside the folder.
    pub(crate) entries: BTreeMap<&'static str, String>,
    /// The year of its interface, with the evidence.
    pub(crate) evidence: InterfaceEvidence,
    /// The instructions for compiling it in its `bot.toml`.
    pub(crate) compiling: Compiling,
}

impl SourceProgram {
    /// Analyses a submission, with the table's corrections. Returns the reason if that fails. The
    /// deciding sources are in the folder `below`, or else at the top.
    pub(super) fn of(
        form: &'static SubmissionForm,
        contents: &Contents,
        below: Option<&str>,
        table: Option<Corrections>,
    ) -> Result<Self, String> {
        let told = table.is_some();
        let Corrections { interface, entries: named, compiling, line } = table.unwrap_or_default();
        let entry = |&SideForm { kind: side, source: usual, .. }: &'static SideForm| {
            let path = below.map_or_else(|| usual.to_owned(), |below| format!("{below}/{usual}"));
            let usual = || contents.paths().any(|known| known == path).then_some(path);
            Some((side, named.get(side).cloned().or_else(usual)?))
        };
        let mut entries: BTreeMap<_, _> = form.sides.iter().filter_map(entry).collect();
        let evidence = match interface {
            Some(interface) => {
                InterfaceEvidence { interface, how: format!("year in {}", bot_toml::FILE) }
            }
            None => {
                let decide = form.sides.iter().filter_map(|side| entries.get(side.kind));
                tell(&form.telling, contents, &decide.map(String::as_str).collect::<Vec<_>>())
            }
        };
        // A stray source may lie next to a program of a year without that side.
        entries.retain(|side, _| evidence.interface.plays(side));
        let left_out = named.keys().find(|side| !entries.contains_key(*side));
        let problem = match left_out {
            Some(side) => format!(
                "`{side}` is named, but this is a program of {} ({}), which plays the {} only: \
                 give its `year`",
                evidence.interface,
                evidence.how,
                evidence.interface.sides.join(" and ")
            ),
            None if entries.is_empty() => {
                let kinds: Vec<_> = form.sides.iter().map(|side| side.kind).collect();
                format!(
                    "there is no {} here: name the files that decide as `{}`",
                    form.sources(),
                    kinds.join("` and `")
                )
            }
            None => return Ok(Self { form, entries, evidence, compiling }),
        };
        Err(match told {
            true => bot_toml::BotTomlError { line, problem }.to_string(),
            false => problem,
        })
    }

    /// The kinds of sides that it plays.
    pub fn sides(&self) -> impl Iterator<Item = &'static str> {
        self.side_forms().map(|side| side.kind)
    }

    /// The forms of these sides.
    pub(crate) fn side_forms(&self) -> impl Iterator<Item = &'static SideForm> {
        self.form.sides.iter().filter(|side| self.entries.contains_key(side.kind))
    }

    /// The codes that programs of its year use.
    pub(crate) fn codes(&self) -> Codes {
        self.evidence.interface.codes
    }
}
