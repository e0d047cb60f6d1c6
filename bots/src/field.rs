//! The field of strangers: bots in many simple styles, to measure other bots against.
//!
//! Each style is written twice, independently: the second author sees only the style's description.
//! A hash of the style's name decides which version is for training and which is held out, so
//! nobody can choose it. Bots may be tuned against the training half. The held-out half only
//! measures.

use std::fmt;

use stoker_engine::Game;

use crate::entry::BotEntry;

/// A half of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// The half against which bots may be tuned.
    Training,
    /// The half that only measures.
    HeldOut,
}

impl Half {
    /// The word for lists.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::HeldOut => "held-out",
        }
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One of the two versions of a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// The version by the author of the description.
    A,
    /// The version by another author, who saw only the description.
    B,
}

impl Version {
    /// The half to which this version of a style belongs.
    ///
    /// The top bit of the 64-bit FNV-1a hash of the name decides: if it is 0, version A is for
    /// training.
    ///
    /// # Examples
    /// ```
    /// use stoker_bots::field::{Half, Version};
    /// let [a, b] = [Version::A, Version::B].map(|version| version.half("researcher"));
    /// assert_ne!(a, b);
    /// ```
    ///
    /// # Source
    /// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
    #[must_use]
    pub const fn half(self, style: &str) -> Half {
        let training = if fnv1a(style.as_bytes()) >> 63 == 0 { Self::A } else { Self::B };
        match (self, training) {
            (Self::A, Self::A) | (Self::B, Self::B) => Half::Training,
            (Self::A, Self::B) | (Self::B, Self::A) => Half::HeldOut,
        }
    }
}

const fn fnv1a(mut bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    while let [first, rest @ ..] = bytes {
        hash = (hash ^ *first as u64).wrapping_mul(0x0100_0000_01b3);
        bytes = rest;
    }
    hash
}

/// A bot of a field.
pub struct FieldBot<G: Game> {
    /// The style that it plays.
    pub style: &'static str,
    /// The half to which it belongs.
    pub half: Half,
    /// The bot.
    pub entry: BotEntry<G>,
}

impl<G: Game> FieldBot<G> {
    /// A version of a style. Its half follows from the style's name.
    #[must_use]
    pub const fn version(style: &'static str, version: Version, entry: BotEntry<G>) -> Self {
        Self { style, half: version.half(style), entry }
    }

    /// A bot that is known too well to be held out: its style has one version, for training.
    #[must_use]
    pub const fn training(entry: BotEntry<G>) -> Self {
        Self { style: entry.name, half: Half::Training, entry }
    }
}

// Written by hand: derived ones would require the ruleset to be `Clone` too.
impl<G: Game> Clone for FieldBot<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for FieldBot<G> {}

/// A group of bots of a field, which a spec can name like a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// All of the field.
    All,
    /// One half.
    Of(Half),
}

impl Group {
    /// The groups with their names.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("field", Self::All),
        ("field-training", Self::Of(Half::Training)),
        ("field-held-out", Self::Of(Half::HeldOut)),
    ];

    /// The group of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(own, _)| *own == name).map(|&(_, group)| group)
    }

    /// Returns true if bots of this half are in the group.
    #[must_use]
    pub fn contains(self, half: Half) -> bool {
        self == Self::All || self == Self::Of(half)
    }
}

/// Error on naming a held-out bot where bots are fitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{bot}` is in the held-out half of the field, which only measures: nothing may be fitted \
     against it; `field-training` names the other half"
)]
pub struct HeldOut {
    /// The bot.
    pub bot: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference values are those of the hash's specification.
    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn each_style_has_one_version_in_each_half() {
        for style in ["a", "foobar", "researcher", "hider"] {
            let [a, b] = [Version::A, Version::B].map(|version| version.half(style));
            assert_ne!(a, b, "{style}");
        }
        // The hash of `a` begins with the bit 1, and so does that of `foobar`.
        assert_eq!(Version::A.half("a"), Half::HeldOut);
        assert_eq!(Version::B.half("foobar"), Half::Training);
    }

    #[test]
    fn a_group_contains_its_half() {
        assert!(Half::HeldOut.word() == "held-out" && Group::named("held-out").is_none());
        let group = Group::named("field-training").unwrap();
        assert!(group.contains(Half::Training) && !group.contains(Half::HeldOut));
        assert!(Group::named("field").unwrap().contains(Half::HeldOut));
    }
}
