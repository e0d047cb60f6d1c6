//! The ruleset `boss`: games played elsewhere, worked examples, secrecy, what holds in every game.

mod conformance;
mod guess;
mod play;
mod positions;
mod properties;
mod redeal;
