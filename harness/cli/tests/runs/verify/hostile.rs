//! Files that no run writes are reported or refused, whatever they contain.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{agrees, place, runs, verify, with};
use crate::common::{Place, text};

/// The files of a run that are compared.
const FILES: [&str; 6] = [
    "run.toml",
    "matches.csv",
    "faults.csv",
    "leaderboard.csv",
    "crosstable.csv",
    "records.jsonl.zst",
];

/// Contents that no run writes in the place of these.
fn damaged(whole: &[u8]) -> [Vec<u8>; 8] {
    let endless = |bytes: &[u8]| bytes.repeat(1 + (20 << 20) / bytes.len());
    [
        vec![],
        b"\xff\xfe\0\n".to_vec(),
        whole[..whole.len() / 2].to_vec(),
        [whole, b"\xff\n"].concat(),
        endless(b"x"),
        endless(b"\n"),
        endless(b"1,2\n"),
        endless(b"\"\""),
    ]
}

#[test]
fn no_file_of_a_run_makes_it_wait_fill_the_memory_or_panic() {
    let place = place();
    runs(&place);
    for file in FILES {
        let path = place.path().join("other").join(file);
        let whole = fs::read(&path).unwrap();
        for content in damaged(&whole) {
            let start = content.iter().take(9).collect::<Vec<_>>();
            let (status, told) = with(&place, "other", file, &content);
            // A file of records may end with blank lines or have none of its own.
            assert!(status > 0, "{file}, {start:?}: {told}");
            assert!(told.len() < 20_000, "{file}, {start:?}: {}", told.len());
        }
        fs::remove_file(&path).unwrap();
        for make in [
            (|path: &Path| {
                let mode = rustix::fs::Mode::from_raw_mode(0o600);
                rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0)
                    .unwrap();
            }) as fn(&Path),
            |path| symlink("/dev/zero", path).unwrap(),
            |path| symlink(path, path).unwrap(),
            |path| fs::create_dir(path).unwrap(),
        ] {
            make(&path);
            let output = verify(&place, "other");
            assert_eq!(output.status.code(), Some(2), "{file}: {}", text(&output.stdout));
            let told = text(&output.stderr);
            assert!(told.starts_with("error: other/"), "{file}: {told}");
            if path.is_dir() {
                fs::remove_dir(&path).unwrap()
            } else {
                fs::remove_file(&path).unwrap()
            }
        }
        fs::write(&path, whole).unwrap();
    }
    agrees(&place, "other");
}

#[test]
fn absurd_numbers_are_findings_or_refused() {
    let place = place();
    runs(&place);
    let most = u64::MAX.to_string();
    for (file, from, to) in [
        ("run.toml", "\nmatches = 3", "\nmatches = 9223372036854775807"),
        ("run.toml", "matches = 6", "matches = 9223372036854775807"),
        ("run.toml", "planned = 6", "planned = 9223372036854775807"),
        ("matches.csv", "\n5,", "\n18446744073709551615,"),
        ("matches.csv", ",score,", ",score,9"),
    ] {
        finds_or_refuses(&place, file, from, to);
    }
    let rows = text(&place.read("other/matches.csv"));
    let row: Vec<&str> = rows.lines().nth(1).unwrap().split(',').collect();
    for (cell, number) in
        (4..16).flat_map(|cell| [(cell, &*most), (cell, "2147483647"), (cell, "-1")])
    {
        let mut cells = row.clone();
        cells[cell] = number;
        finds_or_refuses(&place, "matches.csv", &row.join(","), &cells.join(","));
    }
}

fn finds_or_refuses(place: &Place, file: &str, from: &str, to: &str) {
    let before = text(&place.read(&format!("other/{file}")));
    assert!(before.contains(from), "{file} has no {from}: {before}");
    let (status, told) = with(place, "other", file, before.replacen(from, to, 1));
    assert!(matches!(status, 1 | 2), "{file}, {from}: {told}");
}
