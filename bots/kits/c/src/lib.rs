//! The course's C interface (2020 edition), backed by the engine: one implementation of the rules.
//!
//! C programs see the functions and tables that `include/*.h` declare. Nothing here is for Rust.
//! Every exported function only calls `view::View`, `places` or the map. No exported name is used
//! within this crate, because a team's own definition of that name replaces it in the link.
//!
//! A mistake of the C code ends in a plain message and exit status, or in an empty answer. It never
//! causes undefined behaviour, as long as pointers are what the headers require. A panic ends the
//! process, because it cannot leave an `extern "C"` function.

mod dracula;
mod dracula_view;
mod encounters;
mod exchange;
mod game_view;
mod history;
mod hunter_view;
mod lenient;
mod map;
mod past_plays;
mod paths;
mod places;
mod player;
mod rules;
mod text;
mod view;
