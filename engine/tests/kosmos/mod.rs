//! The ruleset `kosmos`: games played elsewhere, worked examples, secrecy, what holds in every
//! game.

mod cards;
mod conformance;
mod examples;
mod guess;
mod page;
mod play;
mod positions;
mod properties;
mod redeal;
mod scenes;
