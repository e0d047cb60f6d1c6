//! Programs outside of this one: how they are found, run, asked and judged.

pub mod limits;
pub mod rehearsal;
pub mod runnable;
pub mod setting;

pub use limits::{Limits, LimitsAsked};
pub use runnable::Runnable;
pub use setting::{Conditions, InForce, Setting, World};
