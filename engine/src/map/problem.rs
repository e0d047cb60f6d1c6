//! What can be wrong with a map file.

use super::{Code, LinkKind, MAX_PLACES};

/// Why a text is no map, and where in it.
///
/// # Examples
/// ```
/// use stoker_engine::map::Map;
/// let error = Map::parse("mine.toml", "# An island\nformat = 2\n", &[]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mine.toml:2: this program reads `format = 1`, not 2; a newer one may read this file",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct MapError {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, counted from 1. What is missing from the whole file is reported at line 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: MapProblem,
}

/// What is wrong with a map, and what to do about it.
///
/// Texts from the file are cut to [`MapProblem::SHOWN`] characters, their control characters
/// escaped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapProblem {
    /// More bytes than a map may have.
    #[error(
        "a map file has at most {max} bytes, not {0}; leave something out",
        max = Self::MAX_BYTES
    )]
    TooLong(usize),
    /// Not TOML, or not the keys and types of a map.
    #[error("{0}; docs/maps.md shows what a map file looks like")]
    Syntax(String),
    /// A format number of another version.
    #[error("this program reads `format = 1`, not {0}; a newer one may read this file")]
    Format(i64),
    /// No `[[place]]` at all.
    #[error("a map has at least one place; add a `[[place]]` table for each")]
    NoPlaces,
    /// The first place beyond the limit.
    #[error("a map has at most {MAX_PLACES} places; this is one too many, so leave some out")]
    TooManyPlaces,
    /// A name of a map or place that is empty, long or unprintable.
    #[error(
        "name `{0}`: a name has 1 to {max} characters, no control characters and no white space \
         at its ends; choose another",
        max = Self::MAX_NAME
    )]
    Name(String),
    /// A place with the name of an earlier one.
    #[error("name `{0}`: an earlier place has that name; choose another")]
    NameTwice(String),
    /// A code that is not two fitting characters.
    #[error(
        "place `{0}`: a code is a capital letter, then a capital letter or a digit; choose another"
    )]
    CodeShape(String),
    /// A code that means something else in moves and plays.
    #[error("place `{0}`: that code is a word of the notation; choose another")]
    CodeTaken(String),
    /// A place with the code of an earlier one.
    #[error("place `{0}`: an earlier place has that code; choose another")]
    CodeTwice(Code),
    /// Coordinates that are not two, or not on Earth.
    #[error(
        "place `{0}`: `at` is two numbers, hundredths of a degree north (-9000 to 9000) and east \
         (-18000 to 18000); write 38.35 as 3835"
    )]
    At(Code),
    /// A link to a code that no place has.
    #[error(
        "place `{from}`: no place has the code `{to}`; correct the {kind} link or add the place"
    )]
    LinkUnknown {
        /// Where the link starts.
        from: Code,
        /// The code as written.
        to: String,
        /// What kind of link.
        kind: LinkKind,
    },
    /// A link from a place to the same place.
    #[error("place `{0}`: a {1} link leads back to it; remove the link")]
    LinkToSelf(Code, LinkKind),
    /// A code that stands twice in one list.
    #[error("place `{from}`: the {kind} link to `{to}` is listed twice; remove one")]
    LinkTwice {
        /// Where the link starts.
        from: Code,
        /// Where it leads.
        to: Code,
        /// What kind of link.
        kind: LinkKind,
    },
    /// A road or rail link that touches a sea, or a sea link between two places on land.
    #[error(
        "place `{from}`: no {kind} link can lead to `{to}`: road and rail join land to land, and \
         one end of a sea link is a sea; list it under another kind"
    )]
    LinkEnds {
        /// Where the link starts.
        from: Code,
        /// Where it leads.
        to: Code,
        /// What kind of link.
        kind: LinkKind,
    },
    /// A link that stands at one of its ends only.
    #[error(
        "place `{from}`: the {kind} link to `{to}` is not listed at `{to}`; list it at both ends \
        or at neither"
    )]
    LinkOneWay {
        /// Where the link stands.
        from: Code,
        /// Where it does not.
        to: Code,
        /// What kind of link.
        kind: LinkKind,
    },
    /// A place that cannot be reached from most others.
    #[error(
        "place `{0}`: no path leads from here to most of the map; add a link or remove the place"
    )]
    CutOff(Code),
    /// A landmark that is no place of the map.
    #[error("the {role} is `{code}`, but no place has that code; name a place on land")]
    RoleUnknown {
        /// The landmark's name.
        role: String,
        /// The code as written.
        code: String,
    },
    /// A landmark at sea.
    #[error("the {role} is `{code}`, which is a sea; name a place on land")]
    RoleAtSea {
        /// The landmark's name.
        role: String,
        /// The sea.
        code: Code,
    },
    /// One place for two landmarks.
    #[error("the {one} and the {other} are both `{code}`; name another place as one of them")]
    OnePlaceForBoth {
        /// The name of the first of them.
        one: String,
        /// The name of the other.
        other: String,
        /// The place.
        code: Code,
    },
}

impl MapProblem {
    /// The longest map file, in bytes.
    pub const MAX_BYTES: usize = 1 << 20;
    /// The longest name, in characters.
    pub const MAX_NAME: usize = 40;
    /// How much of a text from the file an error repeats, in characters.
    pub const SHOWN: usize = 120;
}
