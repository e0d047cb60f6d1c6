//! Malicious and broken folders get a clear line, and the others are built.

use std::fs;

use super::teams::{Team, failure, how, move_of};

/// A Makefile that would build the hunters, after a line that does something else.
fn makefile(line: &str) -> String {
    format!("{line}\nhunter: player.c hunter.c HunterView.c\n\tgcc -o $@ $^\n")
}

/// A program of 2014 that does not compile.
const BROKEN: &str = "#include \"Globals.h\"\n#include \"HunterView.h\"\nvoid decideHunterMove(HunterView view) {\n    int x = ;\n}\n";

/// Builds hunters who play in spite of a line in their Makefile. Returns the way in which they were
/// built.
fn hunters_in_spite_of(line: &str) -> String {
    let row = Team::of_hunters().makefile(&makefile(line)).hunters_play();
    how(&row, "hunters")
}

#[test]
fn a_makefile_that_does_not_end_costs_a_team_no_more_than_its_recipe() {
    let how = hunters_in_spite_of("x := $(shell while :; do :; done)");
    let wanted = "linked on demand: `make -n` was stopped: it took more than 10 s";
    assert_eq!(how, wanted);
}

#[test]
fn a_makefile_that_prints_without_end_is_cut_off() {
    let how = hunters_in_spite_of("all: hunter\n\t+yes");
    let wanted = "linked on demand: `make -n` was stopped: it printed more than 8 MiB";
    assert_eq!(how, wanted);
}

#[test]
fn a_makefile_that_forks_without_end_is_contained() {
    let how = hunters_in_spite_of("x := $(shell f() { f | f & }; f; sleep 1)");
    // Depending on how busy the machine is, the forks die out before make has to be stopped.
    assert!(how == "make" || how.starts_with("linked on demand: `make -n` was"), "{how}");
}

#[test]
fn a_makefile_that_reaches_out_reaches_nothing() {
    let outside = tempfile::NamedTempFile::new().unwrap();
    let lines = [
        format!(
            "x := $(shell echo made > {}; echo made > /etc/made; echo made > ../made)",
            outside.path().display()
        ),
        "x := $(shell curl -s http://localhost:1/ || wget http://localhost:1/)".to_owned(),
        "x := $(shell sudo -n true; sudo reboot)".to_owned(),
    ];
    for line in lines {
        assert_eq!(hunters_in_spite_of(&line), "make", "{line}");
    }
    assert_eq!(fs::read_to_string(outside.path()).unwrap(), "");
}

#[test]
fn rules_that_are_only_carried_out_when_made_are_not_carried_out() {
    let line = "all: hunter\n\techo made > made; sudo reboot; sleep 1000";
    let team = Team::of_hunters().makefile(&makefile(line));
    let row = team.hunters_play();
    assert!(!super::work(&row).join("made").exists());
}

#[test]
fn a_folder_of_thousands_of_sources_is_refused_or_built_by_what_make_names() {
    let team = Team::of_hunters();
    for number in 0..5_000 {
        team.write(&format!("extra{number}.c"), "int x;\n");
    }
    let why = failure(&team.build(), "hunters");
    assert_eq!(
        why,
        "no Makefile says which of the 5001 sources hunter.c needs; without one, at most 300 are tried"
    );
    let team = team.makefile("hunter:\n\tgcc -o hunter *.c\n");
    assert_eq!(
        failure(&team.build(), "hunters"),
        "the program of hunter.c has more than 300 sources"
    );
    team.makefile(&makefile("")).hunters_play();
}

#[test]
fn zeros_in_sources_are_the_compilers_affair() {
    let team = Team::of_hunters();
    let hunter = fs::read_to_string(team.path("hunter.c")).unwrap();
    team.write("hunter.c", &format!("{hunter}int \0 x;\n"));
    let row = team.build();
    assert_eq!(move_of(&row, "hunters"), "LO");
    team.write("hunter.c", "#include \"HunterView.h\"\n\0\0\0");
    assert_eq!(
        failure(&team.build(), "hunters"),
        "no file defines `decideHunterMove`, which stoker's main calls"
    );
}

#[test]
fn links_and_paths_out_of_the_folder_lead_nowhere() {
    let team = Team::of_hunters();
    team.remove("HunterView.c");
    std::os::unix::fs::symlink("/etc/passwd", team.path("HunterView.c")).unwrap();
    let why = failure(&team.build(), "hunters");
    assert!(why.starts_with("no file defines `") || why.contains("uses `"), "{why}");
    let team = Team::of_hunters()
        .makefile("hunter: hunter.c\n\tgcc -I../../../lib -o $@ hunter.c ../../secret/view.c\n");
    let why = failure(&team.build(), "hunters");
    assert_eq!(why, "the Makefile names ../../secret/view.c, which is outside of the folder");
    // Except for the kit's player, which ours replaces.
    Team::of_hunters()
        .makefile("hunter: hunter.c\n\tgcc -o $@ hunter.c HunterView.c ../player.c\n")
        .hunters_play();
    let team = Team::of_hunters();
    team.0.write("secret.h", "int secret;\n");
    let hunter = fs::read_to_string(team.path("hunter.c")).unwrap();
    team.write("hunter.c", &format!("#include \"../../secret.h\"\n{hunter}"));
    let why = failure(&team.build(), "hunters");
    assert_eq!(why, "hunter.c:1:10: fatal error: ../../secret.h: No such file or directory");
}

#[test]
fn large_objects_are_linked_as_others_are() {
    let team = Team::of_hunters();
    let view = fs::read_to_string(team.path("HunterView.c")).unwrap();
    team.write("HunterView.c", &format!("{view}char large[40 << 20] = {{ 1 }};\n"));
    let row = team.hunters_play();
    let built: u64 = fs::read_dir(super::work(&row))
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .sum();
    assert!(built < 42 << 20, "objects are not kept: {built}");
}

#[test]
fn options_in_names_of_files_are_no_options() {
    let team = Team::of_hunters();
    team.write("-o.c", "int x;\n");
    team.write("@list.c", "int y;\n");
    team.write(&format!("{}.c", "n".repeat(250)), "int z;\n");
    team.write("-E.c", "int whereIs2(void) { return 1; }\n");
    team.hunters_play();
}

#[test]
fn what_fails_leaves_the_others_to_be_built() {
    let team = Team::of_hunters().makefile(&makefile("$(error stop)"));
    team.0.write("subs/broken/hunter.c", BROKEN);
    team.0.write("subs/broken/Makefile", "\t\t\tx\n");
    team.0.write("subs/loops/Makefile", "include loop.mk\nloop.mk: again\n\t@:\nagain:\n\t@:\n");
    team.0.write("subs/loops/hunter.c", BROKEN);
    let (rows, status) = team.0.build("subs");
    let done: Vec<&str> = rows.iter().map(|row| row["done"].as_str().unwrap()).collect();
    assert_eq!((done, status), (vec!["failed", "failed", "built"], 1));
    assert_eq!(move_of(&rows[2], "hunters"), "LO");
    assert!(failure(&rows[0], "hunters").starts_with("hunter.c:4:13: error: expected expression"));
}

#[test]
fn commands_that_no_system_would_start_are_the_teams_own_fault() {
    let long = format!("hunter: hunter.c\n\tgcc -DX={} -o $@ hunter.c\n", "x".repeat(200_000));
    let team = Team::of_hunters().makefile(&long);
    assert_eq!(failure(&team.build(), "hunters"), "a command of the build is longer than 120 KiB");
    let team = Team::of_hunters();
    team.write("bot.toml", "[course]\ncflags = [\"-DA\\u0000B\"]\n");
    let why = failure(&team.build(), "hunters");
    assert!(why.starts_with("unfit: bot.toml:2: "), "{why}");
}
