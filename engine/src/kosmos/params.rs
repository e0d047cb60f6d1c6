//! The parameters (kosmos P).

use serde::{Deserialize, Serialize};

use super::cards::{Cards, LAID, Side, TARGETS};
use crate::game::{ParameterInfo, Preset, SetupError};

/// The parameters of the rules; [`Params::validate`] gives each one's range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// Lives at the start, and the most a side can have (S4, L1).
    pub lives: u8,
    /// The fewest targets that a side may lay (S2).
    pub targets_min: u8,
    /// The most targets that a side may lay (S2).
    pub targets_max: u8,
    /// Turns after which the game ends (E4).
    pub turns: u16,
    /// The side that has the first turn (G2).
    pub first: Side,
    /// The rule about declining the barrier step (A7).
    pub barrier: BarrierStep,
}

/// The rule about declining the barrier step (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BarrierStep {
    /// It may be declined.
    May,
    /// It may be declined only if no barrier can be set.
    Must,
}

/// In the order of the fields of [`Params`].
pub(super) const PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("lives", (1, 9), "lives at the start, and the most a side can have"),
    ParameterInfo::number("targets_min", (0, 5), "fewest targets that a side may lay"),
    ParameterInfo::number("targets_max", (0, 5), "most targets that a side may lay"),
    ParameterInfo::number("turns", (2, 1_000), "turns after which the game ends"),
    ParameterInfo::word("first", &["dracula", "hunter"], "side that has the first turn"),
    ParameterInfo::word("barrier", &["may", "must"], "whether the barrier step may be declined"),
];

impl Default for Params {
    fn default() -> Self {
        Self {
            lives: 4,
            targets_min: 0,
            targets_max: TARGETS,
            turns: 200,
            first: Side::Dracula,
            barrier: BarrierStep::May,
        }
    }
}

impl Params {
    /// The presets, the default first.
    #[must_use]
    pub fn presets() -> Vec<Preset<Self>> {
        let preset = |name, summary, params| Preset { name, summary, params };
        let all = Self::default();
        let first = Self { targets_min: 2, targets_max: 3, ..all.clone() };
        let strict = Self { barrier: BarrierStep::Must, ..all.clone() };
        vec![
            preset("kosmos", "the full game", all),
            preset("first-game", "each side lays two or three targets", first),
            preset("strict-barriers", "the barrier step may not be declined", strict),
        ]
    }

    /// Checks every parameter against its range.
    ///
    /// # Errors
    /// The first that is out of range, with the range.
    pub fn validate(&self) -> Result<(), SetupError> {
        let numbers = [self.lives, self.targets_min, self.targets_max].map(i64::from);
        let numbers = numbers.into_iter().chain([i64::from(self.turns)]);
        for (parameter, value) in PARAMETERS.iter().zip(numbers) {
            parameter.check(value)?;
        }
        if self.targets_min <= self.targets_max {
            return Ok(());
        }
        Err(SetupError::Parameter {
            name: "targets_min",
            value: self.targets_min.to_string(),
            allowed: format!("at most `targets_max`, which is {}", self.targets_max),
        })
    }

    /// E5: the most decisions of a game, in which no card pays for more steps than this.
    pub(super) fn max_decisions(&self, highest_movement: u8) -> u32 {
        let steps = u32::from(highest_movement) + u32::from(self.lives) - 1;
        10 + u32::from(self.turns) * (9 + 4 * steps)
    }

    /// S2: all that a side may lay of its cards, in the order of the legal moves.
    pub(super) fn lays(&self, all: Cards) -> Vec<Cards> {
        let targets = self.targets_min..=self.targets_max;
        let mut lays = vec![];
        extend_lays(all, [0; 5], 0, &mut lays);
        lays.retain(|lay| targets.contains(&lay.targets()));
        lays
    }
}

/// Adds every choice that begins like this one: more of the next kind first.
fn extend_lays(all: Cards, chosen: [u8; 5], next: usize, lays: &mut Vec<Cards>) {
    let left = LAID - chosen.iter().sum::<u8>();
    if next == chosen.len() {
        lays.extend((left == 0).then_some(Cards::new(all.side(), chosen)));
        return;
    }
    for count in (0..=left.min(all.counts()[next])).rev() {
        let mut chosen = chosen;
        chosen[next] = count;
        extend_lays(all, chosen, next + 1, lays);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HUNTERS: Cards = Cards::new(Side::Hunter, [3, 3, 3, 1, 5]);

    fn lays(params: &Params) -> Vec<String> {
        let text = |cards: Cards| {
            let mut text = String::new();
            cards.write("", &mut text).map(|()| text).unwrap()
        };
        params.lays(HUNTERS).into_iter().map(text).collect()
    }

    /// The numbers and examples of S2.
    #[test]
    fn there_are_97_ways_to_lay_six_cards_and_38_in_a_first_game() {
        let all = lays(&Params::default());
        assert_eq!(all.len(), 97);
        assert_eq!(all[..2], ["H1H1H1H2H2H2", "H1H1H1H2H2H3"]);
        assert_eq!(all[96], "CRVIVIVIVIVI");
        let first = lays(&Params::presets()[1].params);
        assert_eq!(first.len(), 38);
        assert_eq!([&first[0], &first[37]], ["H1H1H1H2VIVI", "H3H3CRVIVIVI"]);
    }

    #[test]
    fn a_parameter_out_of_range_is_named_with_its_range() {
        let error = |params: Params| params.validate().unwrap_err().to_string();
        assert_eq!(
            error(Params { lives: 0, ..Params::default() }),
            "parameter `lives` is 0, but must be in 1..=9"
        );
        assert_eq!(
            error(Params { targets_min: 4, targets_max: 3, ..Params::default() }),
            "parameter `targets_min` is 4, but must be at most `targets_max`, which is 3"
        );
    }
}
