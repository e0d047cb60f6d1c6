//! A run of millions of matches takes no more memory than one of thousands.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::fixture::{RunFixture, wait_until};

/// The most memory that a process ever had, in bytes, without the pages of its program: a program
/// that is built for debugging has many, and how many are mapped depends on the system's cache.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let kib = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    (kib("VmHWM:") - kib("RssFile:")) << 10
}

#[test]
fn ten_million_matches_are_planned_and_gone_on_with_in_a_few_megabytes() {
    let fixture = RunFixture::new("random --matches 10000000 --records sample:1000");
    for kept in [1_000, 3_000] {
        let mut child = fixture.start("--quiet --threads 2");
        wait_until("some matches are kept", || fixture.kept().len() > kept);
        std::thread::sleep(Duration::from_millis(100));
        let peak = peak(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(peak < 24 << 20, "{peak} bytes after {} matches", fixture.kept().len());
    }
}

/// A journal with this many lines, made of those of a few matches: it is read all the same.
fn lengthen(journal: &Path, matches: usize) {
    let text = fs::read_to_string(journal).unwrap();
    let (header, lines) = text.split_once('\n').unwrap();
    let whole = lines.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let bare = whole.filter(|line| line.ends_with('\t'));
    let told: Vec<&str> = bare.map(|line| line.splitn(3, '\t').nth(2).unwrap()).collect();
    let mut long = format!("{header}\n");
    for number in 0..matches {
        let line = format!("{number}\t{}", told[number % told.len()]);
        long += &format!("{:08x}\t{line}\n", crc32fast::hash(line.as_bytes()));
    }
    fs::write(journal, long).unwrap();
}

/// Of a million matches if optimised: `cargo test --release -p stoker --test durable -- --nocapture
/// memory`.
#[test]
fn a_long_journal_is_gone_on_with_at_once() {
    let matches = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let fixture = RunFixture::new(&format!("random --matches {} --records none", matches * 2));
    let mut child = fixture.start("--quiet --threads 1");
    wait_until("many matches are kept", || fixture.kept().len() > 200);
    child.kill().unwrap();
    child.wait().unwrap();
    let journal = fixture.run_folder().unwrap().join("journal");
    lengthen(&journal.join("segment-000001"), matches);
    let next = journal.join("segment-000002");
    let begun = Instant::now();
    let mut resumed = fixture.resume("--quiet --threads 2").spawn().unwrap();
    // More than a header.
    wait_until("another match is kept", || fs::metadata(&next).is_ok_and(|file| file.len() > 100));
    let took = begun.elapsed();
    let peak = peak(resumed.id());
    resumed.kill().unwrap();
    resumed.wait().unwrap();
    println!("{matches} matches kept: {took:?} until the next was played, {peak} bytes");
    assert!(peak < 24 << 20, "{peak} bytes");
    assert!(cfg!(debug_assertions) || took < Duration::from_secs(3), "{took:?}");
}
