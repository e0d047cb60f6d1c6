//! The course's C interface (2020 edition), backed by the engine: one implementation of the rules.
//!
//! C programs see the functions and tables that `include/*.h` declare. Nothing here is for Rust.
//! Every exported function only calls `view::View`, `places` or the map. No exported name is used
//! within this crate, because a team's own definition of that name replaces it in the link.
//!
//! A mistake of the C code ends in a plain message and exit status, or in an empty answer. It never
//! causes undefined behaviour, as long as pointers are what the headers require. A panic ends the
//! process, because it cannot leave an `extern "C"` function.
//!
//! # Start here
//! A function of a header is in the module of that name, `game_view` for `GameView.h`. `view::View`
//! holds what all of them ask for. `player.c`, the `main` of a team's program, is not in this crate.
//!
//! # Examples
//! A test program could ask these questions, here as Rust calls C:
//! ```
//! use std::ffi::{c_char, c_int, c_void};
//! use std::ptr::null_mut;
//! use stoker_course as _;
//!
//! unsafe extern "C" {
//!     fn GvNew(past_plays: *const c_char, messages: *mut c_void) -> *mut c_void;
//!     fn GvGetRound(view: *mut c_void) -> c_int;
//!     fn GvGetPlayer(view: *mut c_void) -> c_int;
//!     fn GvFree(view: *mut c_void);
//! }
//!
//! // Lord Godalming is in Geneva, and Dr Seward is next.
//! // SAFETY: the past plays end with a zero, and the view is not used after it is freed.
//! unsafe {
//!     let view = GvNew(c"GGE....".as_ptr(), null_mut());
//!     assert_eq!((GvGetRound(view), GvGetPlayer(view)), (0, 1));
//!     GvFree(view);
//! }
//! ```

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
