//! Without a usable Makefile programs are linked by what they need.

use super::log;
use super::teams::{Team, failure, files, flags, how, move_of};

#[test]
fn each_side_is_linked_with_its_own_view_and_not_with_the_first_by_name() {
    let row = Team::new().plays();
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c");
    assert_eq!(files(&row, "dracula"), "dracula.c DracView.c");
    assert_eq!(how(&row, "hunters"), "linked on demand: there is no Makefile");
    assert_eq!(flags(&row, "hunters"), "");
}

#[test]
fn headers_point_to_the_view_where_names_do_not() {
    let team = Team::of_hunters();
    team.write("AView.c", "int newHunterView(void) { return 0; }\nint whereIs(void) { return 0; }\nint disposeHunterView(void) { return 0; }\n");
    for (from, to) in
        [("HunterView.c", "Brain.c"), ("HunterView.h", "Brain.h"), ("hunter.c", "hunter.c")]
    {
        let text = std::fs::read_to_string(team.path(from)).unwrap();
        team.write(to, &text.replace("HunterView.h", "Brain.h"));
    }
    team.remove("HunterView.c");
    team.write("HunterView.h", "#include \"Brain.h\"\n");
    assert_eq!(files(&team.hunters_play(), "hunters"), "hunter.c Brain.c");
}

#[test]
fn two_files_of_which_either_could_be_meant_fail_the_side_and_are_named() {
    let team = Team::new();
    let view = std::fs::read_to_string(team.path("HunterView.c")).unwrap();
    team.remove("HunterView.c");
    team.write("one.c", &view);
    team.write("two.c", &view);
    let row = team.build();
    assert_eq!(move_of(&row, "dracula"), "CD");
    let why = failure(&row, "hunters");
    assert!(why.starts_with("both one.c and two.c define `"), "{why}");
    let end =
        "and it is unclear which one hunter.c needs: name the sources under [course] in bot.toml";
    assert!(why.ends_with(end), "{why}");
}

#[test]
fn a_broken_main_is_set_aside_like_one_that_compiles() {
    let team = Team::new();
    team.write("player.c", "void registerBestPlay(char *play, char *message) { this is no C }\n");
    team.plays();
}

#[test]
fn drafts_and_mains_are_set_aside() {
    let team = Team::new();
    team.write("draft.c", "this is no C\n");
    team.write("old.c", "#include \"HunterView.h\"\nint whereIs(HunterView view) { return 0; }\nint main(void) { return 9; }\n");
    team.plays();
}

#[test]
fn a_view_that_is_set_aside_for_its_main_is_named_where_it_is_needed() {
    let team = Team::of_hunters();
    let view = std::fs::read_to_string(team.path("HunterView.c")).unwrap();
    team.write("HunterView.c", &format!("{view}\nint main(void) {{ return 0; }}\n"));
    let why = failure(&team.build(), "hunters");
    assert!(why.starts_with("HunterView.c defines `"), "{why}");
    let end = "`, but is left out because it has a `main` or `registerBestPlay` of its own: move \
               these to another file";
    assert!(why.ends_with(end), "{why}");
}

#[test]
fn flags_for_another_machine_are_dropped_and_told() {
    let team = Team::of_hunters();
    let makefile = "CFLAGS = -Wall -m32\nhunter: player.c hunter.c HunterView.c\n\t$(CC) \
                    $(CFLAGS) -o $@ $^\n";
    team.write("Makefile", makefile);
    let row = team.hunters_play();
    assert_eq!(flags(&row, "hunters"), "-Wall");
    assert!(how(&row, "hunters").ends_with(", without -m32"), "{}", how(&row, "hunters"));
}

#[test]
fn a_source_that_does_not_compile_is_told_of_where_it_is_needed() {
    let team = Team::of_hunters();
    team.write(
        "HunterView.c",
        "#include \"HunterView.h\"\nint whereIs(HunterView view) { return x; }\n",
    );
    let why = failure(&team.build(), "hunters");
    assert!(why.starts_with("HunterView.c:2:39: error: "), "{why}");
}

#[test]
fn a_function_that_nobody_wrote_is_named_with_who_calls_it() {
    let team = Team::of_hunters();
    team.write("hunter.c", "#include \"HunterView.h\"\nint nowhere(void);\nvoid decideHunterMove(HunterView view) { nowhere(); }\n");
    let why = failure(&team.build(), "hunters");
    assert_eq!(why, "hunter.c uses `nowhere`, but no linked file defines it");
}

#[test]
fn a_broken_makefile_is_told_and_the_programs_are_built_without_it() {
    let row = Team::new().makefile("hunter: hunter.c\n    gcc -o hunter hunter.c\n").plays();
    assert_eq!(how(&row, "hunters"), "linked on demand: Makefile:2: *** missing separator.  Stop.");
}

#[test]
fn a_makefile_without_the_side_gives_what_it_knows_of_flags() {
    let team = Team::new().makefile("testView: testView.c HunterView.o hunter.o\n\tgcc -o $@ testView.c HunterView.o\nCFLAGS = -Wall -O1\n");
    let row = team.plays();
    assert_eq!(how(&row, "hunters"), "linked on demand: no Makefile rule links hunter.c");
    assert_eq!(
        (flags(&row, "hunters"), flags(&row, "dracula")),
        ("-Wall -O1".into(), String::new())
    );
    assert!(log(&row).contains("-Wall -O1 -w -g0 -idirafter ./ "), "{}", log(&row));
}

#[test]
fn a_variable_that_several_files_could_hold_comes_from_the_one_that_names_point_to() {
    let team = Team::new();
    let hunter = std::fs::read_to_string(team.path("hunter.c")).unwrap();
    let uses = hunter.replace("whereIs(view)", "(weights[0] = whereIs(view))");
    team.write("hunter.c", &uses.replace("void decide", "extern int weights[3];\nvoid decide"));
    team.write("a_draft.c", "int weights[3];\nint draft(void) { return 1; }\n");
    team.write("hunterWeights.c", "int weights[3];\n");
    let row = team.build();
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c hunterWeights.c");
}
