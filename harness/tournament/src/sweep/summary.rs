//! The summary of a sweep. Figures have four decimals, as in the files.

use stoker_stats::{Effective, Estimate};

use crate::standings::FurtherMean;

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
    /// The number of matches on whole seeds on which no match of this row is void.
    pub matches: u64,
    /// The number of void slots on whole seeds.
    pub voids: u64,
    /// The number of distinct games among the matches.
    pub effective: Effective,
    /// The mean of the side's score over seeds; `None` before the first.
    pub score: Option<Estimate>,
    /// The share of matches won, from 0 to 1.
    pub win_rate: Option<f64>,
    /// The number of faults of the entrant.
    pub faults: u64,
    /// The score minus that in the reference setting, on the same seeds.
    pub difference: Option<Estimate>,
    /// A wider interval of the difference. With probability 95%, these intervals hold in all
    /// settings of this entrant and kind of side at once; `None` below two seeds.
    ///
    /// # Source
    /// O. J. Dunn, "Multiple Comparisons Among Means", Journal of the American Statistical
    /// Association 56 (1961), <https://doi.org/10.1080/01621459.1961.10482090> (Bonferroni).
    pub jointly: Option<(f64, f64)>,
    /// The means of the further scores, which decide between settings with equal means.
    pub further: Vec<FurtherMean>,
}

/// One entrant on one kind of side, over all settings with one value, or one band of values, of one
/// axis: a row of `main_effects.csv`.
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
    /// The number of these settings.
    pub settings: u64,
    /// The mean of the side's score over these settings; `None` before the first seed.
    pub score: Option<Estimate>,
    /// The mean minus that over the settings with the reference's value, on the same seeds.
    pub difference: Option<Estimate>,
}

/// The summary of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepSummary {
    /// The axes, as in `lurker:depth`.
    pub axes: Vec<String>,
    /// The number of settings.
    pub settings: usize,
    /// The setting that others are compared with.
    pub reference: usize,
    /// By setting, then side and entrant.
    pub rows: Vec<SettingRow>,
    /// By axis and value, then side and entrant.
    pub effects: Vec<EffectRow>,
}
