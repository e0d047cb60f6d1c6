//! Sweeps: settings of bots' parameters and of the rules that are compared with each other.
//!
//! An [`Axis`] is a parameter of an entrant or of the ruleset, with the levels that it takes. A
//! [`Design`] selects the points of the space of all axes that are played: the settings.
//!
//! ```text
//! lurker:depth=1..4              the whole numbers from 1 to 4
//! tracker:rest=0.2..0.6:0.1      0.2, 0.3, 0.4, 0.5, 0.6
//! tracker:rest=0..1              any number of four decimals: for drawn designs, not for a grid
//! rules:score_loss_round=1,2,5   a parameter of the rules, with these values
//! ```
//!
//! Settings are a pure function of axes, design and master seed. This module plays no matches.

mod axis;
mod design;
mod domain;
mod error;
mod fixed;
mod levels;

use stoker_engine::Seed;

pub use axis::{Axis, RULES, Scope, Subject, Varied};
pub use design::Design;
pub use domain::Domain;
pub use error::SweepError;
pub use levels::Levels;

/// The most settings of a sweep, and the most values that one axis can list.
pub const MOST_SETTINGS: u64 = 100_000;

/// The axes of a sweep, and its design.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    axes: Vec<Axis>,
    design: Design,
}

/// One point of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The number, from 0, in the order of the design.
    pub number: usize,
    /// By axis: the number of its level.
    pub levels: Box<[u32]>,
}

impl Sweep {
    /// Checks a sweep.
    ///
    /// # Errors
    /// If nothing varies, if a parameter varies twice, or if the design has too many settings or
    /// asks for more different settings than there are.
    pub fn new(axes: Vec<Axis>, design: Design) -> Result<Self, SweepError> {
        if axes.is_empty() {
            return Err(SweepError::NoAxis);
        }
        for (number, axis) in axes.iter().enumerate() {
            if axes[..number].iter().any(|other| other.subject() == axis.subject()) {
                return Err(SweepError::RepeatedAxis(axis.name()));
            }
        }
        design.check(&axes)?;
        Ok(Self { axes, design })
    }

    /// Reads axes as they are typed, and checks the sweep.
    ///
    /// # Errors
    /// As for [`Axis::parse`] and [`Sweep::new`].
    pub fn parse(texts: &[String], design: Design, scope: &Scope) -> Result<Self, SweepError> {
        let axes = texts.iter().map(|text| Axis::parse(text, scope)).collect::<Result<_, _>>()?;
        Self::new(axes, design)
    }

    /// The axes, in the order given.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The design.
    #[must_use]
    pub fn design(&self) -> Design {
        self.design
    }

    /// All settings, all of them different. In a grid, the last axis changes fastest. Settings that
    /// a design draws follow from the master seed.
    ///
    /// # Errors
    /// If no Latin hypercube with different settings was found, because the axes have too few
    /// values.
    pub fn settings(&self, seed: Seed) -> Result<Vec<Setting>, SweepError> {
        let points = self.design.points(&self.axes, seed)?;
        let setting = |(number, levels)| Setting { number, levels };
        Ok(points.into_iter().enumerate().map(setting).collect())
    }

    /// The values of a setting by axis, as they are written.
    pub fn values(&self, setting: &Setting) -> impl Iterator<Item = String> {
        self.axes.iter().zip(&setting.levels).map(|(axis, &level)| axis.levels().value(level))
    }

    /// The text of a setting, as in `lurker:depth=2 rules:trail=5`.
    #[must_use]
    pub fn describe(&self, setting: &Setting) -> String {
        let value = |(axis, value): (&Axis, String)| format!("{}={value}", axis.name());
        let values: Vec<_> = self.axes.iter().zip(self.values(setting)).map(value).collect();
        values.join(" ")
    }
}

#[cfg(test)]
mod tests;
