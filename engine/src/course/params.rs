//! The constants of the course rules, and the named sets of them.

use serde::{Deserialize, Serialize};

use crate::game::{Preset, SetupError};

/// The longest trail that can be configured.
pub const MAX_TRAIL: usize = 10;

/// Every constant of the rules; the default is the course's engine from August 2020.
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
    /// Blood lost when he ends his turn at sea (E2).
    pub blood_loss_sea: i32,
    /// Blood lost when a hunter meets him (H4).
    pub blood_loss_hunter: i32,
    /// Blood gained when he ends his turn in his castle (E3).
    pub blood_gain_castle: i32,
    /// A hunter's life at the start, after the hospital, and at most (H1).
    pub start_life: u8,
    /// Life lost to each trap (H4).
    pub life_loss_trap: u8,
    /// Life lost on meeting Dracula (H4).
    pub life_loss_dracula: u8,
    /// Life gained by resting (H6).
    pub life_gain_rest: u8,
    /// Traps and vampires that one city can hold (E2).
    pub city_encounters: u8,
    /// A vampire is due in rounds divisible by this (E2).
    pub vampire_period: u16,
    /// Rests in a row, over all hunters, that make a research (R2).
    pub research_rests: u8,
    /// A hunter's rail moves span up to (round + seat) modulo this links (H3).
    pub rail_divisor: u8,
    /// Whether Dracula may name the place he is in (D9).
    pub own_place: OwnPlace,
    /// What a turn that ends in hospital does to the count of rests (R1, R3).
    pub hospital_streak: HospitalStreak,
}

/// Whether Dracula may name the place he is in as a location (D9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnPlace {
    /// Like any other location.
    Free,
    /// Like any other location, but not as his only move: then he must teleport.
    NotAlone,
    /// Never.
    Never,
}

/// What a turn that ends in hospital does to the count of rests in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HospitalStreak {
    /// Leaves it as it is (R1).
    Kept,
    /// Sets it to 0 (R3).
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
    /// The first that is out of range, with the range.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::course::Params;
    /// assert!(Params::default().validate().is_ok());
    /// let endless = Params { score_loss_round: 0, ..Params::default() };
    /// assert!(endless.validate().unwrap_err().to_string().contains("1..=1000"));
    /// ```
    pub fn validate(&self) -> Result<(), SetupError> {
        within("trail", self.trail, 2, 10)?;
        within("double_back", self.double_back, 1, 9)?;
        if self.double_back >= self.trail {
            return Err(SetupError::Parameter {
                name: "double_back",
                value: self.double_back.to_string(),
                allowed: format!("less than `trail`, which is {}", self.trail),
            });
        }
        within("start_score", self.start_score, 1, 1_000)?;
        within("score_loss_round", self.score_loss_round, 1, 1_000)?;
        within("score_loss_hospital", self.score_loss_hospital, 0, 1_000)?;
        within("score_loss_vampire", self.score_loss_vampire, 0, 1_000)?;
        within("start_blood", self.start_blood, 1, 1_000)?;
        within("blood_loss_sea", self.blood_loss_sea, 0, 1_000)?;
        within("blood_loss_hunter", self.blood_loss_hunter, 0, 1_000)?;
        within("blood_gain_castle", self.blood_gain_castle, 0, 1_000)?;
        within("start_life", self.start_life, 1, 100)?;
        within("life_loss_trap", self.life_loss_trap, 0, 100)?;
        within("life_loss_dracula", self.life_loss_dracula, 0, 100)?;
        within("life_gain_rest", self.life_gain_rest, 0, 100)?;
        // A play has four characters for what was met: three encounters and Dracula (H7).
        within("city_encounters", self.city_encounters, 0, 3)?;
        within("vampire_period", self.vampire_period, 1, 1_000)?;
        within("research_rests", self.research_rests, 1, 100)?;
        within("rail_divisor", self.rail_divisor, 1, 8)
    }

    /// The most rounds that a game can take (G4).
    #[must_use]
    pub fn max_rounds(&self) -> u32 {
        (self.start_score.unsigned_abs()).div_ceil(self.score_loss_round.unsigned_abs().max(1))
    }
}

fn within<T: Copy + PartialOrd + std::fmt::Display>(
    name: &'static str,
    value: T,
    low: T,
    high: T,
) -> Result<(), SetupError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let allowed = format!("in {low}..={high}");
    Err(SetupError::Parameter { name, value: value.to_string(), allowed })
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
