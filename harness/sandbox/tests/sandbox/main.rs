//! Tests of sandboxes with ordinary and hostile programs.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod hostile;
mod probes;
mod programs;
mod warm;
mod watching;
mod world;

#[test]
fn all_of_this_holds_for_an_ordinary_user_too() {
    common::again_as_ordinary_user("all_of_this_holds_for_an_ordinary_user_too");
}
