//! Which year's interface a course submission was written for.
//!
//! It is told from the files that decide (`hunter.c` and `dracula.c`): from the deciding function's
//! name and parameter, from the headers reached from there, and from the functions called. Nothing
//! else in the folder counts: students keep the `player.c` of other years, and give their own types
//! all kinds of names.

use std::collections::BTreeSet;
use std::fmt;

use stoker_bots::Codes;

use super::c_source::{CSource, Function};
use super::contents::Contents;
use super::contents::base;
use super::reached::{Reached, reached};

/// An interface of the course, by its year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interface {
    /// 2013: hunters only.
    Y2013,
    /// 2014 to 2016.
    Y2014,
    /// 2018.
    Y2018,
    /// 2019.
    Y2019,
    /// 2020.
    Y2020,
}

impl Interface {
    /// The interface of a year, if one is known.
    pub(crate) fn of_year(year: u64) -> Option<Self> {
        Some(match year {
            2013 => Self::Y2013,
            2014..=2016 => Self::Y2014,
            2018 => Self::Y2018,
            2019 => Self::Y2019,
            2020 => Self::Y2020,
            _ => return None,
        })
    }

    /// Whether its programs play this kind of side.
    pub(crate) fn plays(self, side: &str) -> bool {
        self != Self::Y2013 || side == "hunters"
    }

    /// The codes of moves that its programs use: `IS` was the Irish Sea before 2019.
    pub(crate) fn codes(self) -> Codes {
        match self {
            Self::Y2013 | Self::Y2014 | Self::Y2018 => Codes::Earlier,
            Self::Y2019 | Self::Y2020 => Codes::Today,
        }
    }

    /// Whether functions of the interface may be left to the kit's library.
    pub(crate) fn needs_library(self) -> bool {
        self == Self::Y2020
    }
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Y2013 => "2013",
            Self::Y2014 => "2014",
            Self::Y2018 => "2018",
            Self::Y2019 => "2019",
            Self::Y2020 => "2020",
        })
    }
}

/// An interface, and how it was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Evidence {
    /// The interface.
    pub(crate) interface: Interface,
    /// What shows it, for whoever doubts it: `decideHunterMove(HunterView) in hunter.c, Globals.h`.
    pub(crate) how: String,
}

/// Tells the interface from the files that decide, by path, the hunters' first.
pub(crate) fn tell(contents: &Contents, entries: &[&str]) -> Evidence {
    let reached = reached(contents, entries);
    let deciding = reached.deciding();
    let family = deciding
        .as_ref()
        .and_then(Deciding::family)
        .or_else(|| reached.by_maker())
        .or_else(|| reached.by_header(&OF_VIEWS))
        .or_else(|| reached.by_call())
        .or_else(|| reached.by_header(&OF_GLOBALS));
    let (family, shown) = family.unwrap_or((Family::Y2020, "nothing shows another year".into()));
    let (interface, flags) = match family {
        Family::Y2013 => (Interface::Y2013, None),
        Family::Y2014To2018 => match reached.flags() {
            Some(file) => (Interface::Y2018, Some(format!("bool in {file}"))),
            None => (Interface::Y2014, None),
        },
        Family::Y2019 => (Interface::Y2019, None),
        Family::Y2020 => (Interface::Y2020, None),
    };
    let parts = deciding.map(|deciding| deciding.to_string()).into_iter().chain([shown]);
    let parts = parts.chain(flags).filter(|part| !part.is_empty());
    Evidence { interface, how: parts.collect::<Vec<_>>().join(", ") }
}

/// Interfaces that the deciding function and the names of headers tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Y2013,
    Y2014To2018,
    Y2019,
    Y2020,
}

/// A family, and what shows it.
type Shown = (Family, String);

/// What shows nothing but what is shown already.
const ALREADY: String = String::new();

/// Headers of views, in lower case, which only programs of one family include.
const OF_VIEWS: [(&str, Family); 4] = [
    ("hunter_view.h", Family::Y2019),
    ("dracula_view.h", Family::Y2019),
    ("draculaview.h", Family::Y2020),
    ("dracview.h", Family::Y2014To2018),
];
/// A header that teams of other years may have written themselves.
const OF_GLOBALS: [(&str, Family); 1] = [("globals.h", Family::Y2014To2018)];
/// The functions that make views.
const MAKERS: [(&str, Family); 6] = [
    ("hv_new", Family::Y2019),
    ("dv_new", Family::Y2019),
    ("HvNew", Family::Y2020),
    ("DvNew", Family::Y2020),
    ("newHunterView", Family::Y2014To2018),
    ("newDracView", Family::Y2014To2018),
];
/// Functions of views that programs of 2014 to 2018 call.
const CALLED_BEFORE_2019: [&str; 10] = [
    "giveMeTheRound",
    "giveMeTheScore",
    "giveMeTheTrail",
    "howHealthyIs",
    "lastMove",
    "whatsThere",
    "whereCanIgo",
    "whereCanTheyGo",
    "whereIs",
    "whoAmI",
];

/// The deciding function, where a file defines it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Deciding {
    name: &'static str,
    parameter: String,
    file: String,
}

/// The deciding functions, the likelier first: programs have functions of their own that are
/// called `decideMove`.
const DECIDING: [&str; 5] = [
    "decideHunterMove",
    "decideDraculaMove",
    "decide_hunter_move",
    "decide_dracula_move",
    "decideMove",
];

/// Whether a function is the one that decides for a side, in any year.
pub(crate) fn is_deciding(function: &str, side: &str) -> bool {
    let of_dracula = function.to_lowercase().contains("dracula");
    DECIDING.contains(&function) && of_dracula == (side == "dracula")
}

impl fmt::Display for Deciding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}) in {}", self.name, self.parameter, self.file)
    }
}

impl Deciding {
    /// What it shows by itself.
    fn family(&self) -> Option<Shown> {
        let family = match (self.name, self.parameter.as_str()) {
            ("decideMove", _) => Family::Y2013,
            ("decide_hunter_move" | "decide_dracula_move", _) => Family::Y2019,
            (_, "DracView") => Family::Y2014To2018,
            (_, "DraculaView") => Family::Y2020,
            _ => return None,
        };
        Some((family, ALREADY))
    }
}

impl Reached {
    /// The deciding function of the first entry file whose own shows a family, or else of any.
    fn deciding(&self) -> Option<Deciding> {
        let of_entry = |(file, source): (&str, &CSource)| {
            let functions = source.functions();
            DECIDING.into_iter().find_map(|name| {
                let here = |function: &&Function<'_>| function.name == name && function.defined;
                let function = functions.iter().find(here)?;
                let parameter = function.type_of_only_parameter()?.to_owned();
                Some(Deciding { name, parameter, file: file.to_owned() })
            })
        };
        let all: Vec<Deciding> = self.entries().filter_map(of_entry).collect();
        let shows = all.iter().find(|deciding| deciding.family().is_some());
        shows.or(all.first()).cloned()
    }

    /// What the functions show that are declared to make views.
    fn by_maker(&self) -> Option<Shown> {
        let declares = |name: &str| {
            let declares =
                |source: &CSource| source.functions().iter().any(|function| function.name == name);
            self.files.iter().find(|(_, source)| declares(source))
        };
        MAKERS.into_iter().find_map(|(name, family)| {
            let (file, _) = declares(name)?;
            Some((family, format!("{name} in {file}")))
        })
    }

    /// What the names of included headers show, whether they are there or not.
    fn by_header(&self, headers: &[(&str, Family)]) -> Option<Shown> {
        headers.iter().find_map(|(header, family)| {
            let name = self.included.iter().find(|name| base(name).eq_ignore_ascii_case(header))?;
            Some((*family, name.clone()))
        })
    }

    /// What the functions show that the entry files call and do not define themselves.
    fn by_call(&self) -> Option<Shown> {
        self.entries().find_map(|(file, source)| {
            let functions = source.functions();
            let own = functions.iter().filter(|own| own.defined).map(|own| own.name);
            let own: BTreeSet<&str> = own.collect();
            let mut others = source.calls().into_iter().filter(|called| !own.contains(called));
            let (called, family) = others.find_map(|called| {
                let family = if CALLED_BEFORE_2019.contains(&called) {
                    Family::Y2014To2018
                } else if begins(called, &["hv_", "dv_"], |c| c.is_ascii_lowercase()) {
                    Family::Y2019
                } else if begins(called, &["Hv", "Dv"], |c| c.is_ascii_uppercase()) {
                    Family::Y2020
                } else {
                    return None;
                };
                Some((called, family))
            })?;
            Some((family, format!("{called} called in {file}")))
        })
    }

    /// The file of a view in which flags are `bool`, as they are since 2018.
    fn flags(&self) -> Option<&str> {
        let has_flags = |(path, source): &&(String, CSource)| {
            let file = base(path).to_ascii_lowercase();
            let view = ["hunterview.", "dracview.", "gameview."];
            view.iter().any(|view| file.starts_with(view))
                && source.functions().iter().any(|function| function.parameters.contains(&"bool"))
        };
        self.files.iter().find(has_flags).map(|(path, _)| path.as_str())
    }
}

/// Whether a name begins with one of these, and goes on with such a character.
fn begins(name: &str, with: &[&str], on: impl Fn(char) -> bool) -> bool {
    let rest = with.iter().find_map(|with| name.strip_prefix(with));
    rest.is_some_and(|rest| rest.starts_with(on))
}

#[cfg(test)]
mod tests;
