//! The ruleset `boss`: games played elsewhere, worked examples, secrecy, what holds in every game.

mod conformance;
mod guess;
mod play;
mod properties;
mod redeal;
