//! The identifiers of places and moves in C, and the functions of `Places.h`.

#[cfg(test)]
mod rows_tests;
pub(crate) mod tables;

use std::ffi::{CStr, c_char, c_int};

use stoker_engine::course::{DraculaMove, Sighting};
use stoker_engine::map::Place;

use crate::text::text;
use tables::{CPlace, rows};

/// A `PlaceId`: the index of a real place, or a number for a special move or an unknown place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct PlaceId(pub(crate) c_int);

impl PlaceId {
    pub(crate) const CITY_UNKNOWN: Self = Self(100);
    pub(crate) const SEA_UNKNOWN: Self = Self(101);
    pub(crate) const HIDE: Self = Self(102);
    /// `DOUBLE_BACK_n` is this plus `n`.
    const DOUBLE_BACK_0: Self = Self(102);
    pub(crate) const TELEPORT: Self = Self(108);
    pub(crate) const UNKNOWN_PLACE: Self = Self(-1);
    pub(crate) const NOWHERE: Self = Self(-2);

    /// A real place.
    pub(crate) fn of(place: Place) -> Self {
        Self(u8::from(place).into())
    }

    /// The identifier of a sighting.
    pub(crate) fn of_sighting(sighting: Sighting) -> Self {
        match sighting {
            Sighting::At(place) => Self::of(place),
            Sighting::SomeCity => Self::CITY_UNKNOWN,
            Sighting::SomeSea => Self::SEA_UNKNOWN,
            Sighting::Hide => Self::HIDE,
            Sighting::DoubleBack(steps) => {
                Self(Self::DOUBLE_BACK_0.0 + c_int::from(u8::from(steps)))
            }
            Sighting::Teleport => Self::TELEPORT,
        }
    }

    /// The identifier of one of Dracula's moves.
    pub(crate) fn of_move(mv: DraculaMove) -> Self {
        Self::of_sighting(Sighting::of(mv))
    }

    /// The place or special move of these two letters.
    pub(crate) fn of_code(code: &[u8]) -> Option<Self> {
        let real = rows().iter().find(|row| row.code().to_bytes() == code).map(CPlace::id);
        let special = || SPECIALS.iter().find(|special| special.1.to_bytes() == code);
        real.or_else(|| Some(special()?.0))
    }

    /// The place, if the identifier is that of a real place.
    pub(crate) fn place(self) -> Option<Place> {
        let row = usize::try_from(self.0).ok().filter(|&index| index < rows().len())?;
        Place::new(u8::try_from(row).ok()?)
    }

    fn row(self) -> Option<&'static CPlace> {
        rows().get(self.place()?.index())
    }

    /// The special move or unknown place, with its two letters and a name in words.
    fn special(self) -> Option<&'static (Self, &'static CStr, &'static CStr)> {
        SPECIALS.iter().find(|special| special.0 == self)
    }
}

const SPECIALS: [(PlaceId, &CStr, &CStr); 9] = [
    (PlaceId::CITY_UNKNOWN, c"C?", c"some city"),
    (PlaceId::SEA_UNKNOWN, c"S?", c"some sea"),
    (PlaceId::HIDE, c"HI", c"hide"),
    (PlaceId(103), c"D1", c"double back 1"),
    (PlaceId(104), c"D2", c"double back 2"),
    (PlaceId(105), c"D3", c"double back 3"),
    (PlaceId(106), c"D4", c"double back 4"),
    (PlaceId(107), c"D5", c"double back 5"),
    (PlaceId::TELEPORT, c"TP", c"teleport"),
];

/// A `PlaceType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct PlaceType(c_int);

impl PlaceType {
    const UNKNOWN: Self = Self(0);
    pub(crate) const LAND: Self = Self(1);
    pub(crate) const SEA: Self = Self(2);

    fn of(id: PlaceId) -> Self {
        match id {
            PlaceId::CITY_UNKNOWN => Self::LAND,
            PlaceId::SEA_UNKNOWN => Self::SEA,
            id => id.row().map_or(Self::UNKNOWN, CPlace::kind),
        }
    }
}

/// A `TransportType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Transport(c_int);

impl Transport {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ROAD: Self = Self(1);
    pub(crate) const RAIL: Self = Self(2);
    pub(crate) const BOAT: Self = Self(3);
    pub(crate) const ANY: Self = Self(4);

    pub(crate) fn name(self) -> &'static CStr {
        match self {
            Self::NONE => c"none",
            Self::ROAD => c"road",
            Self::RAIL => c"rail",
            Self::BOAT => c"boat",
            Self::ANY => c"any",
            _ => c"unknown",
        }
    }
}

/// The place of this full name, or `NOWHERE`.
#[unsafe(no_mangle)]
unsafe extern "C" fn placeNameToId(name: *const c_char) -> PlaceId {
    // SAFETY: the header requires a C string.
    let name = unsafe { text(name) };
    let found = rows().iter().find(|row| Some(row.name().to_bytes()) == name);
    found.map_or(PlaceId::NOWHERE, CPlace::id)
}

/// The place or special move of these two letters, or `NOWHERE`.
#[unsafe(no_mangle)]
unsafe extern "C" fn placeAbbrevToId(abbrev: *const c_char) -> PlaceId {
    // SAFETY: the header requires a C string.
    let code = unsafe { text(abbrev) };
    code.and_then(PlaceId::of_code).unwrap_or(PlaceId::NOWHERE)
}

/// The type of a place; `UNKNOWN` if it is neither land nor sea.
#[unsafe(no_mangle)]
extern "C" fn placeIdToType(id: PlaceId) -> PlaceType {
    PlaceType::of(id)
}

/// A name to show. The caller must not free or change it.
#[unsafe(no_mangle)]
extern "C" fn placeIdToName(id: PlaceId) -> *const c_char {
    let nowhere = if id == PlaceId::NOWHERE { c"nowhere" } else { c"unknown place" };
    let special = || id.special().map_or(nowhere, |special| special.2);
    id.row().map_or_else(special, CPlace::name).as_ptr()
}

/// Two letters, or `??` if there are none. The caller must not free or change them.
#[unsafe(no_mangle)]
extern "C" fn placeIdToAbbrev(id: PlaceId) -> *const c_char {
    let special = || id.special().map_or(c"??", |special| special.1);
    id.row().map_or_else(special, CPlace::code).as_ptr()
}

/// A name to show. The caller must not free or change it.
#[unsafe(no_mangle)]
extern "C" fn transportTypeToString(transport: Transport) -> *const c_char {
    transport.name().as_ptr()
}

// The headers define the other functions inline. They are exported too, for programs whose own
// headers only declare them.

/// Returns true for road, rail or boat.
#[unsafe(no_mangle)]
extern "C" fn transportTypeIsValid(transport: Transport) -> bool {
    (Transport::ROAD.0..=Transport::BOAT.0).contains(&transport.0)
}

/// Returns true for a land place or an unknown city.
#[unsafe(no_mangle)]
extern "C" fn placeIsLand(id: PlaceId) -> bool {
    PlaceType::of(id) == PlaceType::LAND
}

/// Returns true for a sea or an unknown sea.
#[unsafe(no_mangle)]
extern "C" fn placeIsSea(id: PlaceId) -> bool {
    PlaceType::of(id) == PlaceType::SEA
}

/// Returns true for a place of the map.
#[unsafe(no_mangle)]
extern "C" fn placeIsReal(id: PlaceId) -> bool {
    id.place().is_some()
}
