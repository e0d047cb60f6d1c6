//! A run that ends at any moment, for any reason, can be resumed and gives the bytes of an
//! uninterrupted run.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail in any way")]

mod common;

#[path = "durable/changes.rs"]
mod changes;
#[path = "durable/damage.rs"]
mod damage;
#[path = "durable/disks.rs"]
mod disks;
#[path = "durable/failpoints.rs"]
mod failpoints;
#[path = "durable/fixture.rs"]
mod fixture;
#[path = "durable/kills.rs"]
mod kills;
#[path = "durable/leftovers.rs"]
mod leftovers;
#[path = "durable/memory.rs"]
mod memory;
