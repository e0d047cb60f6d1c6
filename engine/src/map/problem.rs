//! Errors in map files.

use super::{Code, LinkKind, MAX_PLACES};

/// Error in a map file, with its position.
///
/// # Examples
/// ```
/// use stoker_engine::map::{Map, MapWords};
/// let error = Map::parse("mine.toml", "# An island\nformat = 2\n", MapWords::NONE).unwrap_err();
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
    /// The problem there.
    pub problem: MapProblem,
}

/// Problem with a map, with a remedy.
///
/// Texts from the file are cut to [`MapProblem::SHOWN`] characters, and their control characters
/// are escaped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapProblem {
    /// The file has more bytes than a map may have.
    #[error(
        "a map file has at most {max} bytes, not {0}; leave something out",
        max = Self::MAX_BYTES
    )]
    TooLong(usize),
    /// The file is not TOML, or has not the keys and types of a map.
    #[error("{0}; docs/maps.md shows what a map file looks like")]
    Syntax(String),
    /// The format number belongs to another version.
    #[error("this program reads `format = 1`, not {0}; a newer one may read this file")]
    Format(i64),
    /// There is no `[[place]]` table.
    #[error("a map has at least one place; add a `[[place]]` table for each")]
    NoPlaces,
    /// There are too many places; the code is that of the first beyond the limit.
    #[error("a map has at most {MAX_PLACES} places; this is one too many, so leave some out")]
    TooManyPlaces,
    /// The name of the map or of a place is empty, too long or unprintable.
    #[error(
        "name `{0}`: a name has 1 to {max} characters, no control characters and no white space \
         at its ends; choose another",
        max = Self::MAX_NAME
    )]
    Name(String),
    /// An earlier place has the same name.
    #[error("name `{0}`: an earlier place has that name; choose another")]
    NameTwice(String),
    /// The code does not have the required form.
    #[error(
        "place `{0}`: a code is a capital letter, then a capital letter or a digit; choose another"
    )]
    CodeShape(String),
    /// The code has another meaning in moves and plays.
    #[error("place `{0}`: that code is a word of the notation; choose another")]
    CodeTaken(String),
    /// An earlier place has the same code.
    #[error("place `{0}`: an earlier place has that code; choose another")]
    CodeTwice(Code),
    /// The coordinates are not two numbers, or not on Earth.
    #[error(
        "place `{0}`: `at` is two numbers, hundredths of a degree north (-9000 to 9000) and east \
         (-18000 to 18000); write 38.35 as 3835"
    )]
    At(Code),
    /// A link leads to a code that no place has.
    #[error(
        "place `{from}`: no place has the code `{to}`; correct the {kind} link or add the place"
    )]
    LinkUnknown {
        /// Place where the link starts.
        from: Code,
        /// The code as written.
        to: String,
        /// Kind of link.
        kind: LinkKind,
    },
    /// A link leads from a place to itself.
    #[error("place `{0}`: a {1} link leads back to it; remove the link")]
    LinkToSelf(Code, LinkKind),
    /// A code is listed twice in one list.
    #[error("place `{from}`: the {kind} link to `{to}` is listed twice; remove one")]
    LinkTwice {
        /// Place where the link starts.
        from: Code,
        /// Place where it leads.
        to: Code,
        /// Kind of link.
        kind: LinkKind,
    },
    /// A road or rail link touches a sea, or a sea link joins two places on land.
    #[error(
        "place `{from}`: no {kind} link can lead to `{to}`: road and rail join land to land, and \
         one end of a sea link is a sea; list it under another kind"
    )]
    LinkEnds {
        /// Place where the link starts.
        from: Code,
        /// Place where it leads.
        to: Code,
        /// Kind of link.
        kind: LinkKind,
    },
    /// A link is listed at only one of its ends.
    #[error(
        "place `{from}`: the {kind} link to `{to}` is not listed at `{to}`; list it at both ends \
        or at neither"
    )]
    LinkOneWay {
        /// Place where the link is listed.
        from: Code,
        /// Place where it is missing.
        to: Code,
        /// Kind of link.
        kind: LinkKind,
    },
    /// No way leads from the place to most other places.
    #[error(
        "place `{0}`: no path leads from here to most of the map; add a link or remove the place"
    )]
    CutOff(Code),
    /// A place on land lacks an attribute that other places have.
    #[error("place `{0}`: it has no {1}, but other places have one; add it")]
    AttributeMissing(Code, &'static str),
    /// A sea has an attribute of places on land.
    #[error("place `{0}`: a sea has no {1}; remove it, or give it to a place on land")]
    AttributeAtSea(Code, &'static str),
    /// The region is no word.
    #[error("region `{0}`: a region is a word of capitals other than SEA; choose another")]
    Region(String),
    /// A colour is given to a link that is no rail of the place, or given twice.
    #[error("place `{from}`: it has no rail to `{to}`, or the colour is given twice; correct it")]
    ColourOfNoRail {
        /// Place where the colour is listed.
        from: Code,
        /// The code as written.
        to: String,
    },
    /// A rail has no colour, two colours, or another at its other end.
    #[error(
        "place `{from}`: the rail to `{to}` must have one colour; list it under `white` or under \
         `yellow`, the same at both ends"
    )]
    RailColour {
        /// An end of the rail.
        from: Code,
        /// The other end.
        to: Code,
    },
    /// A landmark is not a place of the map.
    #[error("the {role} is `{code}`, but no place has that code; name a place on land")]
    RoleUnknown {
        /// The landmark's name.
        role: String,
        /// The code as written.
        code: String,
    },
    /// A landmark is at sea.
    #[error("the {role} is `{code}`, which is a sea; name a place on land")]
    RoleAtSea {
        /// The landmark's name.
        role: String,
        /// The sea.
        code: Code,
    },
    /// Two landmarks are in one place.
    #[error("the {one} and the {other} are both `{code}`; name another place as one of them")]
    OnePlaceForBoth {
        /// Name of the first landmark.
        one: String,
        /// Name of the other landmark.
        other: String,
        /// The place.
        code: Code,
    },
}

impl MapProblem {
    /// Length limit of map files, in bytes.
    pub const MAX_BYTES: usize = 1 << 20;
    /// Length limit of names, in characters.
    pub const MAX_NAME: usize = 40;
    /// Length of the longest text from the file that an error repeats, in characters.
    pub const SHOWN: usize = 120;
}
