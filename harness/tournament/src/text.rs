//! Values that a file holds as text: written as they are shown, and read as they are typed.
//!
//! For `#[serde(with = "text")]`; [`option`] is for values that may be missing, [`list`] for lists.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

/// Writes a value as it is shown.
///
/// # Errors
/// As the format of the file has them.
pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads a value as it is typed.
///
/// # Errors
/// If it is not a text, or not one that can be typed.
pub fn deserialize<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

/// A value that may be missing.
pub mod option {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserializer, Serializer};

    /// Writes a value as it is shown, if there is one.
    ///
    /// # Errors
    /// As the format of the file has them.
    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }

    /// Reads a value that is there.
    ///
    /// # Errors
    /// As [`deserialize`](super::deserialize).
    pub fn deserialize<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        super::deserialize(from).map(Some)
    }
}

/// A list.
pub mod list {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    /// Writes each value as it is shown.
    ///
    /// # Errors
    /// As the format of the file has them.
    pub fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(T::to_string))
    }

    /// Reads each value as it is typed.
    ///
    /// # Errors
    /// As [`deserialize`](super::deserialize), for the first value that cannot be read.
    pub fn deserialize<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
    where
        D: Deserializer<'de>,
        T: FromStr<Err: Display>,
    {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}
