//! Programs are what the team's own make would build, with our `main`.

use super::teams::{Team, failure, files, flags, how, made_of, move_of};
use super::{log, work};

/// A Makefile in the style of the course's.
const MAKEFILE: &str = "\
CC = 2521 3c
CFLAGS = -Wall -Werror -g
HUNTER = hunter.o HunterView.o
DRACULA = dracula.o DracView.o
all: hunter dracula
hunter: hunterPlayer.o $(HUNTER)
\t$(CC) $(CFLAGS) -o $@ $^ -lm
dracula: draculaPlayer.o $(DRACULA)
\t$(CC) $(CFLAGS) -o $@ $^ -lm
hunterPlayer.o: player.c Game.h
\t$(CC) $(CFLAGS) -c -o $@ $<
draculaPlayer.o: player.c Game.h
\t$(CC) $(CFLAGS) -DI_AM_DRACULA -c -o $@ $<
clean:
\trm -f *.o hunter dracula
";

#[test]
fn variables_of_objects_and_a_wrapped_compiler_are_understood() {
    let row = Team::new().makefile(MAKEFILE).plays();
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c");
    assert_eq!(files(&row, "dracula"), "dracula.c DracView.c");
    assert_eq!((how(&row, "hunters"), how(&row, "dracula")), ("make".into(), "make".into()));
    assert_eq!(row["course"]["year"], "2014");
}

#[test]
fn what_was_built_plays_a_match() {
    let team = Team::new().makefile(MAKEFILE);
    let output = team.0.run("match hunters=subs/team dracula=lurker --starts free");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(!said.contains("fault"), "{said}");
}

#[test]
fn drafts_that_the_makefile_does_not_name_are_not_compiled() {
    let team = Team::new().makefile(MAKEFILE);
    team.write("draft.c", "this is no C\n");
    team.write(
        "AView.c",
        "#include \"HunterView.h\"\nint whereIs(HunterView view) { return 0; }\n",
    );
    let row = team.plays();
    assert!(!log(&row).contains("draft.c") && !log(&row).contains("AView.c"));
}

#[test]
fn files_with_odd_names_are_linked_if_the_makefile_names_them() {
    let team =
        Team::new().makefile(&MAKEFILE.replace("HunterView.o\n", "HunterView.o testUtils.o\n"));
    team.write("testUtils.c", "int use(void) { return 1; }\n");
    team.write("hunter.c", "#include \"HunterView.h\"\nint use(void);\nvoid decideHunterMove(HunterView view) { registerBestPlay(use() ? \"LO\" : \"ZZ\", \"\"); }\n");
    assert_eq!(files(&team.plays(), "hunters"), "hunter.c HunterView.c testUtils.c");
}

#[test]
fn renamed_targets_are_found_by_what_they_link() {
    let makefile = "first: views\nviews: HunterView.o DracView.o\n\
                    van-helsing: player.c hunter.c HunterView.c\n\tgcc -Wextra -o $@ $^\n\
                    count: player.c dracula.c DracView.c\n\tgcc -DI_AM_DRACULA -o $@ $^\n\
                    debug: CFLAGS += -O3\ndebug: van-helsing\n";
    let row = Team::new().makefile(makefile).plays();
    assert_eq!(
        (how(&row, "hunters"), how(&row, "dracula")),
        ("make van-helsing".into(), "make count".into())
    );
    assert_eq!(flags(&row, "hunters"), "-Wextra");
}

#[test]
fn a_program_that_a_test_links_is_not_the_sides_own() {
    let makefile = "all: testHunter hunter\n\
                    testHunter: test.c hunter.c AView.c\n\tgcc -o $@ $^\n\
                    hunter: player.c hunter.c HunterView.c\n\tgcc -o $@ $^\n";
    let team = Team::of_hunters().makefile(makefile);
    assert_eq!(files(&team.hunters_play(), "hunters"), "hunter.c HunterView.c");
}

#[test]
fn sources_in_subfolders_are_compiled_where_make_compiles_them() {
    let makefile = "all: hunter\nhunter: hunter.o lib/views.a\n\tgcc -o $@ player.c hunter.o -Llib -l:views.a\n\
                    hunter.o: hunter.c\n\tgcc -Iinc -c hunter.c\nlib/views.a:\n\t$(MAKE) -C lib\n\
                    odd: player.c hunter.o\n\tcd lib && gcc -I ../inc -c view.c\n\tgcc -o odd player.c hunter.o lib/view.o\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write(
        "lib/Makefile",
        "views.a: view.o\n\tar rcs $@ $^\nview.o: view.c\n\tgcc -I../inc -c view.c\n",
    );
    for (from, to) in [
        ("HunterView.c", "lib/view.c"),
        ("HunterView.h", "inc/HunterView.h"),
        ("Game.h", "inc/Game.h"),
    ] {
        team.write(to, &std::fs::read_to_string(team.path(from)).unwrap());
        team.remove(from);
    }
    assert_eq!(files(&team.hunters_play(), "hunters"), "hunter.c lib/view.c");
}

/// A team whose Makefile lies above `src` and `include`.
fn team_with_a_tree(makefile: &str) -> Team {
    let team = Team::new().makefile(makefile);
    let sources = ["hunter.c", "dracula.c", "HunterView.c", "DracView.c", "player.c"];
    let headers = ["Game.h", "HunterView.h", "DracView.h"];
    for (folder, files) in [("src", &sources[..]), ("include", &headers[..])] {
        for file in files {
            let text = std::fs::read_to_string(team.path(file)).unwrap();
            let only_ours = "#ifndef TEAM\n#error \"without the team's flags\"\n#endif\n";
            let guard = if file.ends_with("er.c") { only_ours } else { "" };
            team.write(&format!("{folder}/{file}"), &format!("{guard}{text}"));
            team.remove(file);
        }
    }
    team
}

#[test]
fn a_makefile_above_the_sources_builds_them_with_its_flags() {
    let team = team_with_a_tree(
        "CFLAGS = -Iinclude -DTEAM -O1\nall: hunter dracula\n\
         hunter: src/player.c src/hunter.c src/HunterView.c\n\tgcc $(CFLAGS) -o $@ $^\n\
         dracula: src/player.c src/dracula.c src/DracView.c\n\
         \tcd src && gcc -I../include -DTEAM -o ../dracula player.c dracula.c DracView.c\n",
    );
    let row = team.plays();
    assert_eq!(files(&row, "hunters"), "src/hunter.c src/HunterView.c");
    assert_eq!(files(&row, "dracula"), "src/dracula.c src/DracView.c");
    assert_eq!(flags(&row, "hunters"), "-Iinclude -DTEAM -O1");
    assert_eq!((how(&row, "hunters"), how(&row, "dracula")), ("make".into(), "make".into()));
    assert_eq!((&row["name"], &row["course"]["year"]), (&"team".into(), &"2014".into()));
    let output = team.0.run("match hunters=./subs/team dracula=./subs/team --starts free");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!said.contains("unfit"), "{said}");
}

#[test]
fn sources_below_a_broken_makefile_are_linked_on_demand() {
    let team = team_with_a_tree("all: hunter\nhunter:\n\tfalse\n");
    for file in ["src/hunter.c", "src/player.c"] {
        let text = std::fs::read_to_string(team.path(file)).unwrap();
        team.write(file, &format!("#define TEAM\n{text}"));
    }
    assert_eq!(files(&team.plays(), "hunters"), "src/hunter.c src/HunterView.c");
}

#[test]
fn a_library_of_the_teams_own_is_made_and_linked() {
    let makefile = "hunter: player.c hunter.c libviews.a\n\tdcc -o $@ player.c hunter.c -L. -lviews -lm\n\
                    libviews.a: HunterView.o\n\tar rcs $@ $^\n";
    let row = Team::of_hunters().makefile(makefile).hunters_play();
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c");
}

#[test]
fn all_sources_of_a_pattern_are_linked() {
    let team = Team::of_hunters().makefile("hunter:\n\tgcc -Wall *.c -o hunter\n");
    team.write("player.c", "int main(void) { return 9; }\n");
    assert_eq!(files(&team.hunters_play(), "hunters"), "HunterView.c hunter.c");
}

#[test]
fn files_that_the_makefile_needs_and_nobody_kept_do_not_hide_the_recipe() {
    let makefile = "hunter: player.o hunter.o HunterView.o\n\tgcc -o $@ $^\n\
                    hunter.o: hunter.c Globals.h kept.h\n\tgcc -Os -c hunter.c\n";
    let row = Team::of_hunters().makefile(makefile).hunters_play();
    assert_eq!((how(&row, "hunters"), flags(&row, "hunters")), ("make".into(), "-Os".into()));
}

#[test]
fn flags_are_the_teams_own_and_never_ours() {
    let optimised = "#include \"HunterView.h\"\nvoid decideHunterMove(HunterView view) {\n\
                     #ifdef __OPTIMIZE__\n registerBestPlay(\"ED\", \"\");\n#else\n registerBestPlay(\"LO\", \"\");\n#endif\n}\n";
    let team = Team::of_hunters();
    team.write("hunter.c", optimised);
    assert_eq!(flags(&team.hunters_play(), "hunters"), "");
    let team = team.makefile("hunter: player.c hunter.c HunterView.c\n\tgcc -O2 -DA=1 -o $@ $^\n");
    let row = team.build();
    assert_eq!(move_of(&row, "hunters"), "ED");
    assert_eq!(flags(&row, "hunters"), "-O2 -DA=1");
    let compiled = "cc '-std=gnu11' -fcommon -O2 '-DA=1' -w ";
    assert!(log(&row).contains(compiled), "{}", log(&row));
}

#[test]
fn flags_that_would_stop_or_change_a_build_are_dropped() {
    let makefile = "CFLAGS = -Wall -Werror -Werror=format -pedantic-errors -fsanitize=address -flto \
                    -march=native -mtune=native\nhunter: player.c hunter.c HunterView.c\n\
                    \tclang $(CFLAGS) -o $@ $^\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write("hunter.c", "#include \"HunterView.h\"\nint unused(int x) { }\nvoid decideHunterMove(HunterView view) { int x; registerBestPlay(\"LO\", \"\"); }\n");
    let row = team.hunters_play();
    assert_eq!(flags(&row, "hunters"), "-Wall");
}

#[test]
fn common_symbols_of_headers_are_one_variable() {
    let makefile = "hunter: player.c hunter.c HunterView.c\n\tgcc -std=gnu99 -o $@ $^\n";
    let team = Team::of_hunters().makefile(makefile);
    let view = std::fs::read_to_string(team.path("HunterView.h")).unwrap();
    team.write("HunterView.h", &format!("{view}int common;\n"));
    team.hunters_play();
}

#[test]
fn their_main_is_replaced_whatever_its_file_is_called() {
    let makefile = "hunter: runner.c hunter.c HunterView.c\n\tgcc -o $@ $^\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write("runner.c", "#ifndef TEST\nint main(void) { return 9; }\n#endif\nvoid registerBestPlay(char *a, char *b) {}\n");
    assert_eq!(files(&team.hunters_play(), "hunters"), "hunter.c HunterView.c");
    // It stays where something else of the file is needed.
    team.write("runner.c", "int table = 1;\nint main(void) { return 9; }\n");
    team.write("hunter.c", "#include \"HunterView.h\"\nextern int table;\nvoid decideHunterMove(HunterView view) { registerBestPlay(table ? \"LO\" : \"ZZ\", \"\"); }\n");
    assert_eq!(files(&team.hunters_play(), "hunters"), "runner.c hunter.c HunterView.c");
}

#[test]
fn a_main_beside_the_decision_gives_way_to_ours() {
    let team = Team::of_hunters().makefile("hunter: hunter.c HunterView.c\n\tgcc -o $@ $^\n");
    let hunter = std::fs::read_to_string(team.path("hunter.c")).unwrap();
    team.write("hunter.c", &format!("{hunter}int main(void) {{ return 9; }}\n"));
    team.hunters_play();
}

#[test]
fn a_main_that_is_renamed_by_macro_is_no_way_around_ours() {
    let makefile = "hunter: player.c hunter.c HunterView.c\n\tgcc -Dmain=team_main -o $@ $^\n";
    let team = Team::new().makefile(makefile);
    ["dracula.c", "DracView.c", "DracView.h"].iter().for_each(|name| team.remove(name));
    assert_eq!(files(&team.hunters_play(), "hunters"), "hunter.c HunterView.c");
    let game = std::fs::read_to_string(team.path("Game.h")).unwrap();
    team.write("Game.h", &format!("{game}#define main x\n"));
    team.hunters_play();
}

#[test]
fn a_header_that_is_generated_is_made_although_its_compiler_is_a_wrapper() {
    let makefile = "CC = no-such-wrapper\nhunter: player.c hunter.c HunterView.c\n\t$(CC) -o $@ $^\n\
                    places.h: generate\n\t./generate > $@\ngenerate: generate.c\n\t$(CC) -o $@ $<\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write(
        "generate.c",
        "#include <stdio.h>\nint main(void) { return puts(\"#define HOME \\\"LO\\\"\") < 0; }\n",
    );
    team.write("hunter.c", "#include \"HunterView.h\"\n#include \"places.h\"\nvoid decideHunterMove(HunterView view) { registerBestPlay(HOME, \"\"); }\n");
    let row = team.hunters_play();
    assert!(log(&row).contains("stoker: make 'CC=cc' places.h"), "{}", log(&row));
}

#[test]
fn a_source_that_is_generated_is_made_too() {
    let makefile = "hunter: player.c hunter.c HunterView.c table.c\n\tgcc -o $@ $^\n\
                    table.c:\n\techo 'char *home = \"LO\";' > $@\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write("hunter.c", "#include \"HunterView.h\"\nextern char *home;\nvoid decideHunterMove(HunterView view) { registerBestPlay(home, \"\"); }\n");
    assert_eq!(files(&team.hunters_play(), "hunters"), "hunter.c HunterView.c table.c");
}

#[test]
fn a_side_that_fails_stands_beside_one_that_is_built() {
    let team = Team::new().makefile(MAKEFILE);
    team.write("DracView.c", "#include \"DracView.h\"\nint x = ;\n");
    let row = team.build();
    assert_eq!((&row["done"], move_of(&row, "hunters").as_str()), (&"failed".into(), "LO"));
    let why = failure(&row, "dracula");
    assert!(why.starts_with("DracView.c:2:9: error: expected expression before "), "{why}");
    let text = String::from_utf8(team.0.run("build subs/team").stdout).unwrap();
    assert!(
        text.contains(
            "hunters: ok\n    by     make\n    files  hunter.c HunterView.c\n    flags  -Wall -g\n"
        ),
        "{text}"
    );
    assert!(text.contains("dracula: DracView.c:2:9: error: "), "{text}");
    let row = text.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(row, ["team", "2014", "ok", "failed", "course", "failed"]);
}

#[test]
fn errors_are_told_of_the_teams_files_and_never_of_ours() {
    let makefile = "hunter: player.c hunter.c HunterView.c\n\tgcc -o $@ $^\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write("HunterView.h", "#include \"Game.h\"\ntypedef struct hunterView *HunterView;\nint whereIs(HunterView view);\n");
    team.write(
        "HunterView.c",
        "#include \"HunterView.h\"\nint whereIs(HunterView view) { return 1; }\n",
    );
    let why = failure(&team.build(), "hunters");
    assert_eq!(why, "no file defines `newHunterView`, which stoker's main calls");
}

#[test]
fn what_a_makefile_forgot_is_looked_for_in_the_folder() {
    let team = Team::of_hunters().makefile("hunter: player.c hunter.c\n\tgcc -O1 -o $@ $^\n");
    let row = team.hunters_play();
    assert_eq!(how(&row, "hunters"), "make, with HunterView.c added");
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c");
}

#[test]
fn a_tutor_names_sources_and_flags_in_the_place_of_make() {
    let team = Team::new().makefile("all:\n\tfalse\n");
    team.write("AView.c", &std::fs::read_to_string(team.path("HunterView.c")).unwrap());
    team.write("bot.toml", "[course]\nsources = [\"AView.c\", \"DracView.c\"]\ncflags = [\"-O3\"]\nhunters = \"hunter.c\"\n");
    team.remove("dracula.c");
    team.write("DracView.c", "int other;\n");
    let row = team.hunters_play();
    assert_eq!(how(&row, "hunters"), "sources in bot.toml");
    assert_eq!(
        (files(&row, "hunters"), flags(&row, "hunters")),
        ("hunter.c AView.c".into(), "-O3".into())
    );
    assert!(made_of(&row, "dracula").is_null());
}

#[test]
fn the_program_that_is_called_after_the_side_is_taken_whatever_else_links_its_source() {
    let makefile = "all: old_hunter hunter\nold_hunter: hunter.c OldView.c\n\tgcc -DOLD -o $@ $^\n\
                    hunter: hunter.c HunterView.c\n\tgcc -Wall -o $@ $^\n";
    let team = Team::new().makefile(makefile);
    team.write("OldView.c", "int oldView(void) { return 1; }\n");
    let row = team.build();
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c");
    assert_eq!(flags(&row, "hunters"), "-Wall");
}

#[test]
fn a_draft_under_the_usual_name_does_not_play_for_the_file_that_make_links() {
    let makefile = "hunter: hunterAI.c HunterView.c\n\tgcc -o $@ $^\n";
    let team = Team::new().makefile(makefile);
    std::fs::rename(team.path("hunter.c"), team.path("hunterAI.c")).unwrap();
    let draft = "#include \"HunterView.h\"\nvoid decideHunterMove(HunterView v) { registerBestPlay(\"GA\", \"\"); }\n";
    team.write("hunter.c", draft);
    let row = team.build();
    assert_eq!(files(&row, "hunters"), "hunterAI.c HunterView.c");
    assert_eq!(move_of(&row, "hunters"), "LO");
}

#[test]
fn data_and_included_tables_that_make_makes_are_made() {
    let makefile = "hunter: hunter.c HunterView.c first.txt\n\tgcc -o $@ hunter.c HunterView.c\n\
                    first.txt:\n\techo LO > $@\ntable.inc:\n\techo 'int made;' > $@\n";
    let team = Team::new().makefile(makefile);
    let source = std::fs::read_to_string(team.path("hunter.c")).unwrap();
    team.write("hunter.c", &("#include \"table.inc\"\n".to_owned() + &source));
    let row = team.build();
    assert_eq!(move_of(&row, "hunters"), "LO", "{}", log(&row));
    assert_eq!(std::fs::read_to_string(work(&row).join("first.txt")).unwrap(), "LO\n");
}

#[test]
fn a_rule_that_makes_no_header_leaves_ours_in_its_place() {
    let makefile = "hunter: hunter.c HunterView.c\n\tgcc -o $@ $^\nGame.h: HunterView.h\n";
    let team = Team::new().makefile(makefile);
    team.remove("Game.h");
    assert_eq!(move_of(&team.build(), "hunters"), "LO");
}

#[test]
fn a_make_that_is_called_by_its_name_and_loops_over_sources_are_followed() {
    let makefile = "hunter: hunter.c\n\tmake -C lib\n\tfor s in hunter HunterView; do gcc -O1 -c $$s.c; \
                    done\n\tgcc -o $@ hunter.o HunterView.o -Llib -lmore\n";
    let team = Team::of_hunters().makefile(makefile);
    team.write("lib/Makefile", "libmore.a: more.o\n\tar rcs $@ $^\n");
    team.write("lib/more.c", "int more(void) { return 1; }\n");
    let source = std::fs::read_to_string(team.path("hunter.c")).unwrap();
    let source = source.replace("whereIs(view)", "more() && whereIs(view)");
    team.write("hunter.c", &("int more(void);\n".to_owned() + &source));
    let row = team.hunters_play();
    assert_eq!(files(&row, "hunters"), "hunter.c HunterView.c lib/more.c");
    assert_eq!(flags(&row, "hunters"), "-O1");
}
