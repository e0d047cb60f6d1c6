//! The constants of the course rules, and their presets.

use serde::{Deserialize, Serialize};

use crate::game::{ParameterInfo, Preset, SetupError};

/// The longest trail that can be configured.
pub const MAX_TRAIL: usize = 10;

/// Every parameter in the order of the fields of [`Params`]: integers first, then words.
pub(super) const PARAMETERS: &[ParameterInfo] = &[
    number("trail", (2, 10), "moves in Dracula's trail"),
    number("double_back", (1, 9), "furthest double back, less than trail"),
    number("start_score", (1, 1_000), "score at the start"),
    number("score_loss_round", (1, 1_000), "score lost each round"),
    number("score_loss_hospital", (0, 1_000), "score lost when a hunter dies"),
    number("score_loss_vampire", (0, 1_000), "score lost when a vampire matures"),
    number("start_blood", (1, 1_000), "Dracula's blood at the start"),
    number("blood_loss_sea", (0, 1_000), "blood lost each turn at sea"),
    number("blood_loss_hunter", (0, 1_000), "blood lost on meeting a hunter"),
    number("blood_gain_castle", (0, 1_000), "blood gained each turn in the castle"),
    number("start_life", (1, 100), "a hunter's life at the start and at most"),
    number("life_loss_trap", (0, 100), "life lost to a trap"),
    number("life_loss_dracula", (0, 100), "life lost on meeting Dracula"),
    number("life_gain_rest", (0, 100), "life gained by resting"),
    // A play has four characters for encounters: three in the city, and Dracula (H7).
    number("city_encounters", (0, 3), "traps and vampires that one city can hold"),
    number("vampire_period", (1, 1_000), "rounds from one vampire to the next"),
    number("research_rests", (1, 100), "hunters' rests in a row that make a research"),
    number("rail_divisor", (1, 8), "rail moves span (round + seat) mod this links"),
    ParameterInfo::word(
        "own_place",
        &["free", "not-alone", "never"],
        "whether Dracula may name the place he is in",
    ),
    ParameterInfo::word(
        "hospital_streak",
        &["kept", "reset"],
        "what a turn that ends in hospital does to the count of rests",
    ),
];

const fn number(name: &'static str, range: (i64, i64), meaning: &'static str) -> ParameterInfo {
    ParameterInfo::number(name, range, meaning)
}

/// The constants of the rules. The default is the course's engine from August 2020.
///
/// Scores, blood and life are in points. [`Params::validate`] gives each one's range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// Moves in Dracula's trail; all but the oldest restrict him (D3, E1).
    pub trail: u8,
    /// The furthest double back, in moves; less than `trail` (D3).
    pub double_back: u8,
    /// Score at the start (G2).
    pub start_score: i32,
    /// Score lost at the end of each Dracula turn; at least 1, so that games end (G2, E4).
    pub score_loss_round: i32,
    /// Score lost when a hunter is sent to the hospital (H5).
    pub score_loss_hospital: i32,
    /// Score lost when a vampire matures (E1).
    pub score_loss_vampire: i32,
    /// Dracula's blood at the start (D1).
    pub start_blood: i32,
    /// Blood lost when Dracula ends his turn at sea (E2).
    pub blood_loss_sea: i32,
    /// Blood lost when a hunter meets Dracula (H4).
    pub blood_loss_hunter: i32,
    /// Blood gained when Dracula ends his turn in his castle (E3).
    pub blood_gain_castle: i32,
    /// A hunter's life at the start and after the hospital, which is also the maximum (H1).
    pub start_life: u8,
    /// Life lost to each trap (H4).
    pub life_loss_trap: u8,
    /// Life lost on meeting Dracula (H4).
    pub life_loss_dracula: u8,
    /// Life gained by resting (H6).
    pub life_gain_rest: u8,
    /// Traps and vampires that one city can hold (E2).
    pub city_encounters: u8,
    /// Period of vampires: one is due in each round divisible by this (E2).
    pub vampire_period: u16,
    /// Rests in a row, over all hunters, that make a research (R2).
    pub research_rests: u8,
    /// A hunter's rail moves span up to (round + seat) modulo this number of links (H3).
    pub rail_divisor: u8,
    /// Rule for naming the place that Dracula is in (D9).
    pub own_place: OwnPlace,
    /// Effect on the count of rests of a turn that ends in hospital (R1, R3).
    pub hospital_streak: HospitalStreak,
}

/// Rule for naming the place that Dracula is in as a location (D9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnPlace {
    /// He may, as with any other location.
    Free,
    /// He may, but not if it is his only move: then he must teleport.
    NotAlone,
    /// He may not.
    Never,
}

/// Effect on the count of rests in a row of a turn that ends in hospital.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HospitalStreak {
    /// The count stays as it is (R1).
    Kept,
    /// The count becomes 0 (R3).
    Reset,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            trail: 6,
            double_back: 5,
            start_score: 366,
            score_loss_round: 1,
            score_loss_hospital: 6,
            score_loss_vampire: 13,
            start_blood: 40,
            blood_loss_sea: 2,
            blood_loss_hunter: 10,
            blood_gain_castle: 10,
            start_life: 9,
            life_loss_trap: 2,
            life_loss_dracula: 4,
            life_gain_rest: 3,
            city_encounters: 3,
            vampire_period: 13,
            research_rests: 4,
            rail_divisor: 4,
            own_place: OwnPlace::Free,
            hospital_streak: HospitalStreak::Kept,
        }
    }
}

impl Params {
    /// The three presets of the course, the default first.
    #[must_use]
    pub fn presets() -> Vec<Preset<Self>> {
        let course = Self::default();
        let course_2019 = Self { own_place: OwnPlace::NotAlone, ..course.clone() };
        let written = Self {
            own_place: OwnPlace::Never,
            hospital_streak: HospitalStreak::Reset,
            ..course.clone()
        };
        vec![
            Preset {
                name: "course",
                summary: "the course's engine as it ran from August 2020",
                params: course,
            },
            Preset {
                name: "course-2019",
                summary: "the engine of 2019: staying put cannot be Dracula's only move",
                params: course_2019,
            },
            Preset {
                name: "written",
                summary: "the letter of the course's written rules",
                params: written,
            },
        ]
    }

    /// Checks every constant against its range.
    ///
    /// # Errors
    /// The first parameter that is out of range, with the range.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::course::Params;
    /// assert!(Params::default().validate().is_ok());
    /// let endless = Params { score_loss_round: 0, ..Params::default() };
    /// assert!(endless.validate().unwrap_err().to_string().contains("1..=1000"));
    /// ```
    pub fn validate(&self) -> Result<(), SetupError> {
        for (parameter, value) in PARAMETERS.iter().zip(self.numbers()) {
            parameter.check(value)?;
        }
        if self.double_back < self.trail {
            return Ok(());
        }
        Err(SetupError::Parameter {
            name: "double_back",
            value: self.double_back.to_string(),
            allowed: format!("less than `trail`, which is {}", self.trail),
        })
    }

    /// The integer parameters, in the order of [`PARAMETERS`].
    fn numbers(&self) -> [i64; 18] {
        [
            self.trail.into(),
            self.double_back.into(),
            self.start_score.into(),
            self.score_loss_round.into(),
            self.score_loss_hospital.into(),
            self.score_loss_vampire.into(),
            self.start_blood.into(),
            self.blood_loss_sea.into(),
            self.blood_loss_hunter.into(),
            self.blood_gain_castle.into(),
            self.start_life.into(),
            self.life_loss_trap.into(),
            self.life_loss_dracula.into(),
            self.life_gain_rest.into(),
            self.city_encounters.into(),
            self.vampire_period.into(),
            self.research_rests.into(),
            self.rail_divisor.into(),
        ]
    }

    /// The most rounds that a game can take (G4).
    #[must_use]
    pub fn max_rounds(&self) -> u32 {
        (self.start_score.unsigned_abs()).div_ceil(self.score_loss_round.unsigned_abs().max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_valid_and_differ_only_where_the_rules_say() {
        for preset in Params::presets() {
            preset.params.validate().expect(preset.name);
            let like_course = Params {
                own_place: OwnPlace::Free,
                hospital_streak: HospitalStreak::Kept,
                ..preset.params
            };
            assert_eq!(like_course, Params::default(), "{}", preset.name);
        }
    }

    #[test]
    fn a_constant_out_of_range_is_named_with_its_range() {
        let error = |params: Params| params.validate().unwrap_err().to_string();
        assert_eq!(
            error(Params { trail: 11, ..Params::default() }),
            "parameter `trail` is 11, but must be in 2..=10"
        );
        assert_eq!(
            error(Params { trail: 4, ..Params::default() }),
            "parameter `double_back` is 5, but must be less than `trail`, which is 4"
        );
    }
}
