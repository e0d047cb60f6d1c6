//! Programs outside of this one: how they are found, run, asked and judged.

pub mod limits;
pub mod rehearsal;
pub mod runnable;

pub use limits::{Limits, LimitsAsked};
pub use runnable::Runnable;

/// How programs outside of this one are run in a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// What each of them may use.
    pub limits: Limits,
}
