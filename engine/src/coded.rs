//! Values that are written as a short code each.

/// A text that is none of the codes of a type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not {1}")]
pub struct UnknownCode(pub String, pub &'static str);

/// Defines an enum whose values are written as codes: in moves, in what seats are told, in JSON.
macro_rules! coded {
    (
        $what:literal,
        $(#[$meta:meta])*
        $name:ident { $($(#[$of:meta])* $variant:ident = $code:literal),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$of])* $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// Its number, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.code())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::coded::UnknownCode;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().copied().find(|one| one.code() == text);
                found.ok_or_else(|| $crate::coded::UnknownCode(text.to_owned(), $what))
            }
        }

        $crate::coded::as_text!($name);
    };
}

/// Makes JSON of a value as it is written, and reads it back.
macro_rules! as_text {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = String::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {as_text, coded};
