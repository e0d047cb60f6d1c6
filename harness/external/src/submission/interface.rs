//! Detection of the year whose interface a submission of sources was written for.
//!
//! The evidence comes from the deciding sources: the deciding function's name and parameter, the
//! headers reached from there, and the functions called. Nothing else in the folder counts.

use std::collections::BTreeSet;
use std::fmt;

use stoker_bots::submissions::{Calls, Deciding, Later, Telling, Year};

use super::c_source::{CSource, Function};
use super::contents::{Contents, base};
use super::included::{IncludedFiles, reached};

/// An interface, with the evidence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InterfaceEvidence {
    /// The interface.
    pub(crate) interface: &'static Year,
    /// The evidence, for doubters: `decideHunterMove(HunterView) in hunter.c, Globals.h`.
    pub(crate) how: String,
}

/// Detects the interface from the deciding sources, given by path, the first side's first.
pub(crate) fn tell(
    telling: &'static Telling,
    contents: &Contents,
    entries: &[&str],
) -> InterfaceEvidence {
    let Telling { makers, headers, calls, weak_headers, later, usual, .. } = telling;
    let reached = reached(contents, entries);
    let deciding = reached.deciding(telling);
    let shown = deciding
        .as_ref()
        .and_then(|deciding| deciding.shows(telling))
        .map(|year| (year, ALREADY))
        .or_else(|| reached.by_maker(makers))
        .or_else(|| reached.by_header(headers))
        .or_else(|| reached.by_call(calls))
        .or_else(|| reached.by_header(weak_headers));
    let (year, shown) = shown.unwrap_or((usual, "nothing shows another year".into()));
    let of_later = (year == later.than).then(|| reached.by_parameter(later)).flatten();
    let parts = deciding.map(|deciding| deciding.to_string()).into_iter().chain([shown]);
    let (interface, why) = match of_later {
        Some(file) => (later.year, Some(format!("{} in {file}", later.parameter))),
        None => (year, None),
    };
    let parts = parts.chain(why).filter(|part| !part.is_empty());
    InterfaceEvidence { interface, how: parts.collect::<Vec<_>>().join(", ") }
}

/// A year, with the evidence for it.
type YearSign = (&'static Year, String);

/// Evidence that adds nothing to what is mentioned already.
const ALREADY: String = String::new();

/// The deciding function, with the file that defines it.
#[derive(Debug, Clone)]
struct Decider {
    function: &'static Deciding,
    parameter: String,
    file: String,
}

impl fmt::Display for Decider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}) in {}", self.function.name, self.parameter, self.file)
    }
}

impl Decider {
    /// The year that this function alone determines.
    fn shows(&self, telling: &Telling) -> Option<&'static Year> {
        let is_own = |(known, _): &&(&str, _)| *known == self.parameter;
        let by_parameter = || telling.parameters.iter().find(is_own).map(|(_, year)| *year);
        self.function.shows.or_else(by_parameter)
    }
}

impl IncludedFiles {
    /// The deciding function of the first entry file that determines a year, or else of the first
    /// one that has any.
    fn deciding(&self, telling: &'static Telling) -> Option<Decider> {
        let of_entry = |(file, source): (&str, &CSource)| {
            let functions = source.functions();
            telling.deciding.iter().find_map(|known| {
                let here =
                    |function: &&Function<'_>| function.name == known.name && function.defined;
                let function = functions.iter().find(here)?;
                let parameter = function.type_of_only_parameter()?.to_owned();
                Some(Decider { function: known, parameter, file: file.to_owned() })
            })
        };
        let all: Vec<Decider> = self.entries().filter_map(of_entry).collect();
        let shows = all.iter().find(|deciding| deciding.shows(telling).is_some());
        shows.or(all.first()).cloned()
    }

    /// The year shown by declared functions that make views.
    fn by_maker(&self, makers: &[(&str, &'static Year)]) -> Option<YearSign> {
        let declares = |name: &str| {
            let declares =
                |source: &CSource| source.functions().iter().any(|function| function.name == name);
            self.files.iter().find(|(_, source)| declares(source))
        };
        makers.iter().find_map(|(name, year)| {
            let (file, _) = declares(name)?;
            Some((*year, format!("{name} in {file}")))
        })
    }

    /// The year shown by the names of included headers, whether these exist or not.
    fn by_header(&self, headers: &[(&str, &'static Year)]) -> Option<YearSign> {
        headers.iter().find_map(|(header, year)| {
            let name = self.included.iter().find(|name| base(name).eq_ignore_ascii_case(header))?;
            Some((*year, name.clone()))
        })
    }

    /// The year shown by functions that the entry files call and do not define themselves.
    fn by_call(&self, calls: &[(Calls, &'static Year)]) -> Option<YearSign> {
        self.entries().find_map(|(file, source)| {
            let functions = source.functions();
            let own = functions.iter().filter(|own| own.defined).map(|own| own.name);
            let own: BTreeSet<&str> = own.collect();
            let mut others = source.calls().into_iter().filter(|called| !own.contains(called));
            let (called, year) = others.find_map(|called| {
                let (_, year) = calls.iter().find(|(calls, _)| calls.has(called))?;
                Some((called, *year))
            })?;
            Some((year, format!("{called} called in {file}")))
        })
    }

    /// The file in which the type of a parameter shows a later year.
    fn by_parameter(&self, later: &Later) -> Option<&str> {
        let shows = |(path, source): &&(String, CSource)| {
            let file = base(path).to_ascii_lowercase();
            let has = |function: &Function<'_>| function.parameters.contains(&later.parameter);
            later.files.iter().any(|begin| file.starts_with(begin))
                && source.functions().iter().any(has)
        };
        self.files.iter().find(shows).map(|(path, _)| path.as_str())
    }
}

#[cfg(test)]
mod tests;
