//! Course submissions: the files that decide, the year, and what a `bot.toml` corrects.

use std::collections::BTreeMap;

use stoker_bots::Codes;
use stoker_bots::submissions::SideForm;

use super::FORM;
use super::bot_toml::{self, Compiling, CourseTable};
use super::contents::Contents;
use super::interface::{Evidence, tell};

/// A submission that is built as a program of the course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseProgram {
    /// The file that decides, by kind of side: a path inside of the folder.
    pub(crate) entries: BTreeMap<&'static str, String>,
    /// The year's interface, and how it was told.
    pub(crate) evidence: Evidence,
    /// What its `bot.toml` says about how it is compiled.
    pub(crate) compiling: Compiling,
}

impl CourseProgram {
    /// Finds out what can be found out about a submission, and keeps to what the table says; or
    /// says why that cannot be. The sources that decide lie in the folder `below`, if not at the top.
    pub(super) fn of(
        contents: &Contents,
        below: Option<&str>,
        table: Option<CourseTable>,
    ) -> Result<Self, String> {
        let told = table.is_some();
        let CourseTable { interface, entries: named, compiling, line } = table.unwrap_or_default();
        let entry = |&SideForm { kind: side, source: usual, .. }: &'static SideForm| {
            let path = below.map_or_else(|| usual.to_owned(), |below| format!("{below}/{usual}"));
            let usual = || contents.paths().any(|known| known == path).then_some(path);
            Some((side, named.get(side).cloned().or_else(usual)?))
        };
        let mut entries: BTreeMap<_, _> = FORM.sides.iter().filter_map(entry).collect();
        let evidence = match interface {
            Some(interface) => Evidence { interface, how: format!("year in {}", bot_toml::FILE) },
            None => {
                let decide = FORM.sides.iter().filter_map(|side| entries.get(side.kind));
                tell(contents, &decide.map(String::as_str).collect::<Vec<_>>())
            }
        };
        // A stray `dracula.c` beside a program of the year without Dracula.
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
                let kinds: Vec<_> = FORM.sides.iter().map(|side| side.kind).collect();
                format!(
                    "there is no {} here: name the files that decide as `{}`",
                    FORM.sources(),
                    kinds.join("` and `")
                )
            }
            None => return Ok(Self { entries, evidence, compiling }),
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
        FORM.sides.iter().filter(|side| self.entries.contains_key(side.kind))
    }

    /// The codes that programs of its year use.
    pub(crate) fn codes(&self) -> Codes {
        self.evidence.interface.codes
    }
}
