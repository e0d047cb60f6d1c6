//! No two sandboxes that are open at the same time share a user.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use common::{fixture, run_program, spec, succeeded};
use stoker_sandbox::{Isolation, Sandbox, SandboxSpec};

/// Users and user namespaces that `systemd` assigns to others: homes, services, containers.
/// <https://systemd.io/UIDS-GIDS/>
const OF_SYSTEMD: [std::ops::RangeInclusive<u32>; 4] =
    [60_001..=60_577, 61_184..=65_519, 65_534..=65_535, 524_288..=2_147_483_647];

/// The user and the user namespace of a program.
fn asked(sandbox: &mut Sandbox) -> String {
    let outcome =
        run_program(sandbox, &["sh", "-c", "echo $(id -u) $(readlink /proc/self/ns/user)"]);
    assert!(succeeded(&outcome), "{outcome:?}");
    outcome.stdout
}

/// The user id in the output of [`asked`].
fn user(told: &str) -> u32 {
    told.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn sandboxes_of_one_slot_have_different_users() {
    let spec = SandboxSpec { slot: 0, ..spec(Isolation::Full) };
    let mut open: Vec<Sandbox> = (0..5).map(|_| Sandbox::open(&spec).unwrap()).collect();
    let told: BTreeSet<String> = open.iter_mut().map(asked).collect();
    assert_eq!(told.len(), 5, "{told:?}");
    if rustix::process::geteuid().is_root() {
        for user in told.iter().map(|told| user(told)) {
            assert!(user > 60_000, "{user} may be somebody's");
            assert!(!OF_SYSTEMD.iter().any(|range| range.contains(&user)), "{user} is systemd's");
        }
    }
}

/// A harness that ends with the test.
struct Harness(Child);

impl Drop for Harness {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Harness {
    fn start() -> Self {
        let mut command = Command::new(fixture());
        command.arg("neighbour").stdin(Stdio::piped()).stdout(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// Opens a sandbox in this slot. Returns the output of its program.
    fn open(&mut self, slot: u32) -> String {
        writeln!(self.0.stdin.take().unwrap(), "{slot}").unwrap();
        let mut told = String::new();
        BufReader::new(self.0.stdout.take().unwrap()).read_line(&mut told).unwrap();
        assert!(!told.is_empty(), "no sandbox could be opened");
        told
    }
}

/// The slots are chosen such that user ids computed from process ids (61 times the id plus the
/// slot, modulo 1500) would be equal. For process ids that are 123 apart, neighbouring slots are
/// enough.
#[test]
fn two_harnesses_share_no_user_whatever_their_process_ids_are() {
    let (mut one, mut other) = (Harness::start(), Harness::start());
    let of_process = |harness: &Harness| harness.0.id().wrapping_mul(61) % 1500;
    let slot = (1500 + of_process(&one) - of_process(&other)) % 1500;
    let told = [one.open(0), other.open(slot)];
    assert_ne!(told[0], told[1]);
}

#[test]
fn all_of_this_holds_for_an_ordinary_user_too() {
    common::again_as_ordinary_user("all_of_this_holds_for_an_ordinary_user_too");
}
