//! The values of an axis, grouped into bands if there are too many to be looked at one by one.

use std::collections::BTreeSet;

use crate::settings::{Axis, Setting, Sweep};

/// The most values that are shown one by one.
const MOST_VALUES: usize = 12;
/// The number of bands for more values, with about as many settings in each.
const BANDS: usize = 5;

/// Values of one axis that are shown together, and the settings that have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Band {
    /// The first value.
    pub(super) from: String,
    /// The last value; the same as the first if there is only one.
    pub(super) to: String,
    /// Numbers of settings; at least one.
    pub(super) settings: Vec<usize>,
}

/// The bands of an axis of a sweep, in the order of its values; every setting is in one.
pub(super) fn bands(sweep: &Sweep, axis: usize, settings: &[Setting]) -> Vec<Band> {
    let levels = sweep.axes()[axis].levels();
    let mut used: Vec<u32> = settings.iter().map(|setting| setting.levels[axis]).collect();
    used.sort_unstable();
    let distinct: BTreeSet<u32> = used.iter().copied().collect();
    let with = |wanted: &BTreeSet<u32>| {
        let has = |setting: &&Setting| wanted.contains(&setting.levels[axis]);
        settings.iter().filter(has).map(|setting| setting.number).collect()
    };
    let band = |wanted: BTreeSet<u32>| {
        let value = |level: Option<&u32>| level.map(|&level| levels.value(level));
        Some(Band {
            from: value(wanted.first())?,
            to: value(wanted.last())?,
            settings: with(&wanted),
        })
    };
    if distinct.len() <= MOST_VALUES || !rises(&sweep.axes()[axis], &distinct) {
        return distinct.into_iter().filter_map(|level| band([level].into())).collect();
    }
    // Settings in the order of their values are cut into equal parts, but never within one value.
    let part = |level: u32| {
        let before = used.partition_point(|&other| other < level);
        before * BANDS / used.len()
    };
    (0..BANDS)
        .filter_map(|number| {
            band(distinct.iter().copied().filter(|&level| part(level) == number).collect())
        })
        .collect()
}

/// True if these levels are numbers in rising order.
fn rises(axis: &Axis, levels: &BTreeSet<u32>) -> bool {
    let value = |&level: &u32| axis.levels().value(level).parse::<f64>().ok();
    let values: Option<Vec<_>> = levels.iter().map(value).collect();
    values.is_some_and(|values| values.is_sorted())
}

#[cfg(test)]
mod tests {
    use stoker_engine::{ParameterInfo, Seed};

    use super::*;
    use crate::settings::{Design, Scope};

    const RULES: &[ParameterInfo] = &[ParameterInfo::number("n", (0, 999), "")];

    fn of(values: &str, design: Design) -> Vec<Band> {
        let scope = Scope { entrants: vec![], rules: RULES };
        let sweep = Sweep::parse(&[format!("rules:n={values}")], design, &scope).unwrap();
        bands(&sweep, 0, &sweep.settings(Seed(1)).unwrap())
    }

    fn ends(bands: &[Band]) -> Vec<(&str, &str, usize)> {
        bands.iter().map(|b| (b.from.as_str(), b.to.as_str(), b.settings.len())).collect()
    }

    #[test]
    fn few_values_stand_for_themselves() {
        let bands = of("7,3,5", Design::Grid);
        assert_eq!(ends(&bands), [("7", "7", 1), ("3", "3", 1), ("5", "5", 1)]);
    }

    #[test]
    fn many_values_are_put_into_five_bands() {
        let bands = of("0..19", Design::Grid);
        let expected =
            [("0", "3", 4), ("4", "7", 4), ("8", "11", 4), ("12", "15", 4), ("16", "19", 4)];
        assert_eq!(ends(&bands), expected);
        let drawn = of("0..999", Design::LatinHypercube(98));
        assert_eq!(drawn.iter().map(|band| band.settings.len()).sum::<usize>(), 98);
        assert!(drawn.iter().all(|band| (19..=20).contains(&band.settings.len())), "{drawn:?}");
    }

    #[test]
    fn many_values_in_no_order_stand_for_themselves() {
        assert_eq!(of("20,1..19", Design::Grid).len(), 20);
    }
}
