//! A run of millions of matches takes no more memory than one of thousands.

use std::fs;
use std::time::Duration;

use super::stage::{Stage, wait_until};

/// The most memory that a process ever had, in bytes.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}

#[test]
fn ten_million_matches_are_planned_and_gone_on_with_in_a_few_megabytes() {
    let stage = Stage::new("random --matches 10000000 --records sample:1000");
    for kept in [1_000, 3_000] {
        let mut child = stage.start("--quiet --threads 2");
        wait_until("some matches are kept", || stage.kept().len() > kept);
        std::thread::sleep(Duration::from_millis(100));
        let peak = peak(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(peak < 48 << 20, "{peak} bytes after {} matches", stage.kept().len());
    }
}
