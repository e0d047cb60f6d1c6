//! Submissions of sources: the files that decide, the year, and what a `bot.toml` corrects.

use std::collections::BTreeMap;

use stoker_bots::Codes;
use stoker_bots::submissions::{SideForm, SubmissionForm};

use super::bot_toml::{self, Compiling, Corrections};
use super::contents::Contents;
use super::interface::{Evidence, tell};

/// A submission that is built from its sources alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceProgram {
    /// The form that it has.
    pub(crate) form: &'static SubmissionForm,
    /// The file that decides, by kind of side: a path inside of the folder.
    pub(crate) entries: BTreeMap<&'static str, String>,
    /// The year's interface, and how it was told.
    pub(crate) evidence: Evidence,
    /// What its `bot.toml` says about how it is compiled.
    pub(crate) compiling: Compiling,
}

impl SourceProgram {
    /// Finds out what can be found out about a submission, and keeps to what the table says; or
    /// says why that cannot be. The sources that decide lie in the folder `below`, if not at the top.
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
            Some(interface) => Evidence { interface, how: format!("year in {}", bot_toml::FILE) },
            None => {
                let decide = form.sides.iter().filter_map(|side| entries.get(side.kind));
                tell(&form.telling, contents, &decide.map(String::as_str).collect::<Vec<_>>())
            }
        };
        // A stray source beside a program of a year without that side.
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

    /// What the form says of these.
    pub(crate) fn side_forms(&self) -> impl Iterator<Item = &'static SideForm> {
        self.form.sides.iter().filter(|side| self.entries.contains_key(side.kind))
    }

    /// The codes that programs of its year use.
    pub(crate) fn codes(&self) -> Codes {
        self.evidence.interface.codes
    }
}
