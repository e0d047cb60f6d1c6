//! Jobs for a cluster, without one: their scripts run under a plain shell, with stand-ins for
//! `stoker` and for Slurm. `run.sh` beside this file tries them on a real Slurm.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "../common/mod.rs"]
mod common;
mod scripts;
mod stand_in;
mod verb;
