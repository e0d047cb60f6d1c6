//! What a sweep comes to. Figures have four decimals, as in the files.

use stoker_stats::{Effective, Estimate};

/// One entrant on one kind of side in one setting: a row of `sweep.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingRow {
    /// The setting's number.
    pub setting: usize,
    /// By axis: its value, as it is written.
    pub values: Vec<String>,
    /// The kind of side.
    pub side: String,
    /// The entrant's name.
    pub entrant: String,
    /// Matches on whole seeds on which no match of this row is void.
    pub matches: u64,
    /// Void slots on whole seeds.
    pub voids: u64,
    /// Distinct games among the matches.
    pub effective: Effective,
    /// Mean of the side's score over seeds; `None` before the first.
    pub score: Option<Estimate>,
    /// The share of matches won, from 0 to 1.
    pub win_rate: Option<f64>,
    /// Faults booked on the entrant.
    pub faults: u64,
    /// The score less that in the reference setting, on the same seeds.
    pub difference: Option<Estimate>,
    /// An interval of the difference so wide that, with probability 95%, those of no setting of
    /// this entrant and kind of side miss; `None` below two seeds.
    ///
    /// # Source
    /// O. J. Dunn, "Multiple Comparisons Among Means", Journal of the American Statistical
    /// Association 56 (1961), <https://doi.org/10.1080/01621459.1961.10482090> (Bonferroni).
    pub jointly: Option<(f64, f64)>,
}

/// One entrant on one kind of side over all settings that have a value, or one of a band of
/// values, of one axis: a row of `main_effects.csv`.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectRow {
    /// The axis, as in `lurker:depth`.
    pub axis: String,
    /// The first value.
    pub from: String,
    /// The last value.
    pub to: String,
    /// The kind of side.
    pub side: String,
    /// The entrant's name.
    pub entrant: String,
    /// How many settings there are.
    pub settings: u64,
    /// Mean of the side's score over these settings; `None` before the first seed.
    pub score: Option<Estimate>,
    /// The mean less that over the settings with the reference's value, on the same seeds.
    pub difference: Option<Estimate>,
}

/// What a sweep comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepSummary {
    /// The axes, as in `lurker:depth`.
    pub axes: Vec<String>,
    /// How many settings there are.
    pub settings: usize,
    /// The setting that others are compared with.
    pub reference: usize,
    /// By setting, then side and entrant.
    pub rows: Vec<SettingRow>,
    /// By axis and value, then side and entrant.
    pub effects: Vec<EffectRow>,
}
