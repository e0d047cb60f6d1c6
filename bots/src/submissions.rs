//! The description of C programs that were written for a ruleset's own interface. The harness uses
//! it to find them, to recognize their year and to build them.

use std::fmt;

use crate::codes::Codes;

/// The C programs that were written for a ruleset's own interface.
///
/// Such a program comes as a folder of sources without instructions. The kit's `main` replaces its
/// own, and calls the function that decides.
#[derive(Debug, PartialEq, Eq)]
pub struct SubmissionForm {
    /// The interface's name: it appears in messages, and names the table of `bot.toml` that
    /// corrects what detection found.
    pub word: &'static str,
    /// The kinds of sides that such programs play, in the order in which they are built.
    pub sides: &'static [SideForm],
    /// The years of the interface, oldest first.
    pub years: &'static [&'static Year],
    /// The years that can be named, for errors about other years.
    pub known_years: &'static str,
    /// The signs that reveal the year of a program.
    pub telling: Telling,
    /// The sources that the programs are compiled with.
    pub kit: CKit,
}

/// One kind of side in a [`SubmissionForm`].
#[derive(Debug, PartialEq, Eq)]
pub struct SideForm {
    /// The kind of side.
    pub kind: &'static str,
    /// The usual name of the source that decides.
    pub source: &'static str,
    /// The text within the names of its files and programs, in lower case.
    pub word: &'static str,
    /// The names of programs that are certainly its own, in lower case.
    pub names: &'static [&'static str],
    /// The names of its view, in lower case and without `_`.
    pub views: &'static [&'static str],
    /// The name of the program that is built.
    pub program: &'static str,
    /// The compiler flags of the kit's `main` for it.
    pub flags: &'static [&'static str],
}

/// A year of an interface.
#[derive(Debug, PartialEq, Eq)]
pub struct Year {
    /// The year that stands for the interface: the first that used it.
    pub name: &'static str,
    /// The first and the last year that used it.
    pub span: (u64, u64),
    /// The kinds of sides that its programs play.
    pub sides: &'static [&'static str],
    /// The codes of moves that its programs use.
    pub codes: Codes,
    /// The folders of the kit with its headers. A header in a later folder replaces one of the same
    /// name.
    pub headers: &'static [&'static str],
    /// The owner of the functions of the interface.
    pub functions: Functions,
}

/// The owner of the functions of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Functions {
    /// The team wrote them all.
    OfTheTeam,
    /// Those that the team did not write are in the kit's library.
    OfTheKit,
}

/// The signs of a program's year, the most reliable ones first.
#[derive(Debug, PartialEq, Eq)]
pub struct Telling {
    /// Functions that decide, the more likely ones first.
    pub deciding: &'static [Deciding],
    /// Types of the only parameter of such a function.
    pub parameters: &'static [(&'static str, &'static Year)],
    /// Functions that make views.
    pub makers: &'static [(&'static str, &'static Year)],
    /// Headers, in lower case, that only programs of one year include.
    pub headers: &'static [(&'static str, &'static Year)],
    /// Functions that programs call.
    pub calls: &'static [(Calls, &'static Year)],
    /// Headers, in lower case, that teams of other years may have written themselves.
    pub weak_headers: &'static [(&'static str, &'static Year)],
    /// The rule for two years that have all of these signs in common.
    pub later: Later,
    /// The year of a program without any of these signs.
    pub usual: &'static Year,
}

/// A function that decides.
#[derive(Debug, PartialEq, Eq)]
pub struct Deciding {
    /// Its name.
    pub name: &'static str,
    /// The kind of side that it decides for.
    pub side: &'static str,
    /// The year that its name alone reveals.
    pub shows: Option<&'static Year>,
}

/// Names of functions that are called.
#[derive(Debug, PartialEq, Eq)]
pub enum Calls {
    /// One name.
    Exactly(&'static str),
    /// Names that begin like this, followed by a lower-case letter.
    ThenLower(&'static str),
    /// Names that begin like this, followed by an upper-case letter.
    ThenUpper(&'static str),
}

impl Calls {
    /// Returns true if a function's name is one of these.
    #[must_use]
    pub fn has(&self, function: &str) -> bool {
        let goes_on = |begin: &str, with: fn(&char) -> bool| {
            let next = function.strip_prefix(begin).and_then(|rest| rest.chars().next());
            next.is_some_and(|next| with(&next))
        };
        match self {
            Self::Exactly(name) => *name == function,
            Self::ThenLower(begin) => goes_on(begin, char::is_ascii_lowercase),
            Self::ThenUpper(begin) => goes_on(begin, char::is_ascii_uppercase),
        }
    }
}

/// A later year that differs from an earlier one only in the type of a parameter.
#[derive(Debug, PartialEq, Eq)]
pub struct Later {
    /// The earlier year.
    pub than: &'static Year,
    /// The later year.
    pub year: &'static Year,
    /// The type that reveals the later year.
    pub parameter: &'static str,
    /// The beginnings of the names, in lower case, of files whose functions reveal it.
    pub files: &'static [&'static str],
}

/// The kit's sources with which programs are compiled.
#[derive(Debug, PartialEq, Eq)]
pub struct CKit {
    /// Files, by path within the kit.
    pub files: &'static [(&'static str, &'static str)],
    /// The kit's `main`, which replaces a team's: one of the files.
    pub main: &'static str,
    /// The macro that tells `main` the year.
    pub year: &'static str,
    /// The name of the library with the functions of the interface.
    pub library: &'static str,
    /// The function that the kit's `main` calls before it forks for a turn, if there is one.
    pub prepares: &'static str,
    /// Functions that the kit's `main` defines. It replaces a team's file that defines one of them.
    pub defines: &'static [&'static str],
    /// The one of these functions that messages name.
    pub told: &'static str,
    /// The usual names of such files, in lower case and without extensions.
    pub replaces: &'static [&'static str],
}

impl Telling {
    /// Returns true if a function decides for a side, in any year.
    #[must_use]
    pub fn decides(&self, function: &str, side: &str) -> bool {
        self.deciding.iter().any(|known| known.name == function && known.side == side)
    }
}

impl SubmissionForm {
    /// The interface of a year, if it is known.
    #[must_use]
    pub fn year(&self, year: u64) -> Option<&'static Year> {
        let has = |known: &&&'static Year| (known.span.0..=known.span.1).contains(&year);
        self.years.iter().find(has).copied()
    }

    /// The form of a kind of side, if there is one.
    #[must_use]
    pub fn side(&self, kind: &str) -> Option<&'static SideForm> {
        self.sides.iter().find(|side| side.kind == kind)
    }

    /// Returns true if a path is the usual name of a source that decides.
    #[must_use]
    pub fn has_source(&self, name: &str) -> bool {
        self.sides.iter().any(|side| side.source == name)
    }

    /// The usual names of the sources that decide: `a.c or b.c`.
    #[must_use]
    pub fn sources(&self) -> String {
        self.sides.iter().map(|side| side.source).collect::<Vec<_>>().join(" or ")
    }
}

impl Year {
    /// Returns true if its programs play this kind of side.
    #[must_use]
    pub fn plays(&self, side: &str) -> bool {
        self.sides.contains(&side)
    }
}

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
