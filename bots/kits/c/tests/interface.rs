//! The exported C interface, asked by C programs.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fmt::Write as _;

use common::{Link, Team, program, run};

fn passes(name: &str) {
    let (_team, program) = program(name);
    let ran = run(&program, "", &[]);
    assert!(ran.status.success(), "{}", ran.err);
    assert_eq!(ran.err, "");
}

#[test]
fn the_places_and_the_map_are_the_course_s() {
    passes("places");
}

#[test]
fn every_function_of_the_views_is_right_at_the_edges() {
    passes("views");
}

#[test]
fn the_headers_name_every_place_by_its_number() {
    let table = include_str!("../../../../engine/tests/data/places.csv");
    let header = include_str!("../include/Places.h");
    let mut count = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let entry = format!("    {} = {}, /* {}: {}", fields[6], fields[0], fields[1], fields[2]);
        assert!(header.contains(&entry), "{entry}");
        count += 1;
    }
    assert_eq!(count, 71);
}

#[test]
fn the_headers_are_c99_c11_and_cpp() {
    let names = "Game Places Map GameView HunterView DraculaView hunter dracula";
    let all = names.split(' ').fold(String::new(), |mut all, name| {
        // Twice: each header guards itself.
        writeln!(all, "#include \"{name}.h\"\n#include \"{name}.h\"").unwrap();
        all
    });
    let short = "\nvoid talk(const char *move) { registerBestPlay((char *)move, \"hi\"); }\n";
    let c = Team::new(&[("all.c", &(all.clone() + short))]);
    for standard in ["-std=c99", "-std=c11"] {
        c.compile(&["all.c"], &["-c", standard, "-Wall", "-Wextra", "-Werror"], Link::OwnViews);
    }
    let short = "\nvoid talk(const char *move) { registerBestPlay(move, \"hi\"); }\n";
    let cpp = Team::new(&[("all.cc", &(all + short))]);
    cpp.compile(&["all.cc"], &["-c", "-Wall", "-Wextra", "-Werror"], Link::OwnViews);
}

#[test]
fn bad_past_plays_end_the_program_with_a_message() {
    let (_team, program) = program("tell");
    for bad in ["GXX....", "GPA...", "SPA....", "GPA....X", "G\u{e9}A...."] {
        let ran = run(&program, &format!("{bad}\n"), &[]);
        assert_eq!(ran.status.code(), Some(65), "{bad}: {}", ran.err);
        assert!(ran.err.contains("bad past plays: byte"), "{bad}: {}", ran.err);
    }
}

#[test]
fn plays_that_break_the_rules_are_taken_at_their_word() {
    let (_team, program) = program("tell");
    // From Paris to Athens in one move, and no vampire in round 0.
    let ran = run(&program, "GPA.... SPA.... HPA.... MPA.... DGE.... GAT.... SGED...\n", &[]);
    assert!(ran.out.starts_with("1 2 365 | 9 5 9 9 30 | AT GE PA PA GE |"), "{}", ran.out);
    assert!(ran.err.contains("break the rules"), "{}", ran.err);
}

#[test]
fn a_team_s_own_functions_win_over_the_library_s() {
    let own = "#include \"GameView.h\"\n#include \"HunterView.h\"\n#include <stdio.h>\n\
        struct gameView { int x; } own; int GvGetScore(GameView v) { return v->x; }\n\
        GameView GvNew(char *p, Message m[]) { own.x = 7; return &own; }\n\
        const char *placeIdToName(PlaceId p) { return \"mine\"; }\n\
        int main(void) { GameView g = GvNew(\"\", 0); HunterView h = HvNew(\"\", 0);\n\
        printf(\"%d %d %s %d\\n\", GvGetScore(g), HvGetScore(h), placeIdToName(1),\n\
        placeNameToId(\"Paris\")); return 0; }\n";
    let team = Team::new(&[("own.c", own)]);
    let program = team.compile(&["own.c"], &["-w"], Link::Library);
    assert_eq!(run(&program, "", &[]).out, "7 366 mine 50\n");
}
