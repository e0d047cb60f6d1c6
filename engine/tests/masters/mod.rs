//! The ruleset `masters`: games played elsewhere, worked examples, secrecy, scenes, what holds
//! in every game.

mod conformance;
mod examples;
mod oracles;
mod play;
mod positions;
mod properties;
mod redeal;
mod scenes;
