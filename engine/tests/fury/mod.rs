//! The ruleset `fury`: games played elsewhere, worked examples, secrecy, what holds in every game.

mod conformance;
mod data;
mod map;
mod positions;
mod properties;
mod redeal;
mod scenes;
