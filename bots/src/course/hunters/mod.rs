//! The bots that play the hunters, and the parts that only they use.

pub(super) mod blind;
mod interest;
pub(super) mod likelihood;
pub(super) mod marshal;
pub(super) mod omniscient;
mod openings;
pub(super) mod patrol;
pub(super) mod strategist;
pub(super) mod tracker;
