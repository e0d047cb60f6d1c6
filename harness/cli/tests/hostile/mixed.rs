//! A league of all kinds: built-in bots, programs in C and Python, and entrants that cannot play.

use std::fs;

use crate::arena::{Arena, Starter};
use crate::rows;

/// Hands in entrants that cannot play. Returns each name with its status and a part of the reason.
fn broken(arena: &Arena, starter: Starter) -> Vec<(&'static str, &'static str, &'static str)> {
    let bot = |name: &str, toml: &str, program: &[u8], mode: u32| {
        let folder = format!("bots/{name}");
        fs::create_dir(arena.path(&folder)).expect("it is new");
        arena.write(&format!("{folder}/bot.toml"), toml);
        arena.write(&format!("{folder}/bot"), program);
        arena.hand_over(&format!("{folder}/bot"), mode);
        arena.hand_over(&folder, 0o755);
    };
    let runs = |words: &str| format!("protocol = \"course\"\n[run]\nhunters = [{words}]\n");
    let mut foreign = b"\x7fELF\x02\x01\x01".to_vec();
    foreign.resize(64, 0);
    foreign[16..20].copy_from_slice(&[2, 0, 243, 0]);
    bot("no-interpreter", &runs("\"python9\", \"bot\""), b"", 0o644);
    bot("no-shebang", &runs("\"./bot\""), b"#!/nothing/here\n", 0o755);
    bot("not-executable", &runs("\"./bot\""), b"#!/bin/sh\n", 0o644);
    bot("foreign", &runs("\"./bot\""), &foreign, 0o755);
    bot("not-there", &runs("\"./bat\""), b"", 0o755);
    bot("unknown-key", &format!("protocl = \"course\"\n{}", runs("\"./bot\"")), b"", 0o755);
    bot(
        "fails-to-build",
        &format!("{}[build]\ncommand = [\"cc\", \"bot\"]\n", runs("\"./bot\"")),
        b"no C",
        0o644,
    );
    arena.hand_in("exits_at_once", "");
    let mut expected = vec![
        ("no-interpreter", "unfit", "python9"),
        ("no-shebang", "unfit", "/nothing/here"),
        ("not-executable", "unfit", "chmod +x"),
        ("foreign", "unfit", "RISC-V"),
        ("not-there", "unfit", "no such file"),
        ("unknown-key", "unfit", "did you mean `protocol`?"),
        ("fails-to-build", "build failed", ""),
        ("exits_at_once", "unfit", "without a reply"),
    ];
    // Root reads everything.
    let refused = starter == Starter::Ordinary || !rustix::process::geteuid().is_root();
    if refused {
        bot("closed", &runs("\"./bot\""), b"", 0o755);
        arena.hand_over("bots/closed", 0o000);
        expected.push(("closed", "unfit", "ermission"));
    }
    expected
}

fn mixed_league(starter: Starter) {
    let arena = Arena::new(starter);
    arena.hand_in("honest", "");
    arena.hand_in("never_reads", "");
    arena.hand_in_team("team");
    let broken = broken(&arena, starter);
    let names: Vec<_> = ["team", "honest", "hunters=never_reads"].into_iter().collect();
    let spec = |name: &str| match name.split_once('=') {
        Some((side, name)) => format!("\"{side}=./bots/{name}\""),
        None => format!("\"./bots/{name}\""),
    };
    let entrants: Vec<_> =
        names.into_iter().chain(broken.iter().map(|&(name, ..)| name)).map(spec).collect();
    let league = format!(
        "entrants = [\"hunters=patrol\", \"dracula=wanderer\", {}]\nmatches = 1\nstarts = \"free\"\n\
         records = \"all\"\n[params]\nstart_score = 3\nlife_loss_trap = 0\nlife_loss_dracula = 0\n",
        entrants.join(", ")
    );
    arena.write("league.toml", league);
    let output = arena.run(&["league", "--config", "league.toml", "--out", "results/run"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");

    let board = arena.read("results/run/leaderboard.csv");
    let rows = rows(&board);
    for (name, status, reason) in broken {
        let row = rows.iter().find(|row| row["entrant"] == name && row["side"] == "hunters");
        let row = row.unwrap_or_else(|| panic!("{name} is not there:\n{board}"));
        assert_eq!((&*row["status"], &*row["matches"]), (status, "0"), "{row:?}");
        assert!(row["reason"].contains(reason), "{row:?}");
    }
    // Three kinds of Dracula (built-in, C, Python) meet four kinds of hunters.
    let fit: Vec<_> = rows.iter().filter(|row| row["status"] == "ok").collect();
    let of = |side: &str| {
        fit.iter()
            .filter(|row| row["side"] == side)
            .map(|row| row["matches"].as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("hunters"), ["3"; 4], "{board}");
    assert_eq!(of("dracula"), ["4"; 3], "{board}");
    assert_eq!(arena.read("results/run/faults.csv").lines().count(), 1, "{told}");
    let verified = arena.run(&["verify", "results/run/records.jsonl.zst"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

#[test]
fn a_league_of_everybody_finishes_and_is_right() {
    Starter::all().into_iter().for_each(mixed_league);
}
