//! Sweeps: which settings of bots' parameters and of the rules are to be compared.
//!
//! What varies is an [`Axis`]: a parameter of an entrant or of the ruleset, with its levels. A
//! [`Design`] says which points of the space that the axes span are played: its settings.
//!
//! ```text
//! lurker:depth=1..4              the whole numbers from 1 to 4
//! tracker:rest=0.2..0.6:0.1      0.2, 0.3, 0.4, 0.5, 0.6
//! tracker:rest=0..1              any number of four decimals: for drawn designs, not for a grid
//! rules:score_loss_round=1,2,5   a parameter of the rules, with these values
//! ```
//!
//! Settings are a pure function of axes, design and master seed. Nothing here plays a match.

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

/// What is swept, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    axes: Vec<Axis>,
    design: Design,
}

/// One point of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// From 0, in the order of the design.
    pub number: usize,
    /// By axis: which of its levels.
    pub levels: Box<[u32]>,
}

impl Sweep {
    /// Checks a sweep.
    ///
    /// # Errors
    /// If nothing varies, something varies twice, or the design has too many settings or cannot
    /// have as many different ones as it asks for.
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

    /// Reads axes as they are typed, and checks the whole.
    ///
    /// # Errors
    /// As [`Axis::parse`] and [`Sweep::new`].
    pub fn parse(texts: &[String], design: Design, scope: &Scope) -> Result<Self, SweepError> {
        let axes = texts.iter().map(|text| Axis::parse(text, scope)).collect::<Result<_, _>>()?;
        Self::new(axes, design)
    }

    /// What varies, in the order given.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// How settings are chosen.
    #[must_use]
    pub fn design(&self) -> Design {
        self.design
    }

    /// All settings, no two alike. Those of a grid have the last axis change fastest; what a design
    /// draws follows from the master seed.
    ///
    /// # Errors
    /// If a Latin hypercube finds no different settings: its axes have too few values.
    pub fn settings(&self, seed: Seed) -> Result<Vec<Setting>, SweepError> {
        let points = self.design.points(&self.axes, seed)?;
        let setting = |(number, levels)| Setting { number, levels };
        Ok(points.into_iter().enumerate().map(setting).collect())
    }

    /// The values of a setting by axis, as they are written.
    pub fn values(&self, setting: &Setting) -> impl Iterator<Item = String> {
        self.axes.iter().zip(&setting.levels).map(|(axis, &level)| axis.levels().value(level))
    }

    /// A setting in words, as in `lurker:depth=2 rules:trail=5`.
    #[must_use]
    pub fn describe(&self, setting: &Setting) -> String {
        let value = |(axis, value): (&Axis, String)| format!("{}={value}", axis.name());
        let values: Vec<_> = self.axes.iter().zip(self.values(setting)).map(value).collect();
        values.join(" ")
    }
}

#[cfg(test)]
mod tests;
