//! Tests of the exported C interface, called by C programs.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fmt::Write as _;

use common::{Link, Team, program, run_program};

fn passes(name: &str) {
    let (_team, program) = program(name);
    let ran = run_program(&program, "", &[]);
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
        // Each header is included twice: it guards itself.
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
        let ran = run_program(&program, &format!("{bad}\n"), &[]);
        assert_eq!(ran.status.code(), Some(65), "{bad}: {}", ran.err);
        assert!(ran.err.contains("bad past plays: byte"), "{bad}: {}", ran.err);
    }
}

#[test]
fn past_plays_can_be_read_leniently_and_the_message_says_how() {
    let (_team, program) = program("tell");
    let glued = "GPA....SPA.... HPA... MPA..... DXX.... GYY....\n";
    let strict = run_program(&program, glued, &[("STOKER_LENIENT", "0")]);
    assert_eq!(strict.status.code(), Some(65));
    assert!(strict.err.contains("to read them leniently, set STOKER_LENIENT=1"), "{}", strict.err);
    let lenient = run_program(&program, glued, &[("STOKER_LENIENT", "1")]);
    assert!(lenient.status.success(), "{}", lenient.err);
    assert!(lenient.out.starts_with("1 1 365 | 9 9 9 9 40 | PA PA PA PA C? |"), "{}", lenient.out);
    assert!(lenient.err.contains("not well-formed: byte 0: a play has seven"), "{}", lenient.err);
}

/// The output of `tell` for these plays, and the line that each of its three views writes to
/// standard error.
fn told(program: &std::path::Path, plays: &str) -> (String, String) {
    let ran = run_program(program, &format!("{plays}\n"), &[]);
    let mut lines: Vec<_> = ran.err.lines().collect();
    assert_eq!(lines.len(), 3, "{plays}: {}", ran.err);
    lines.dedup();
    let why = lines[0].strip_prefix("stoker_course: past plays that break the rules: ");
    let why = why.and_then(|why| why.strip_suffix("; going on")).unwrap_or(&ran.err).to_owned();
    assert_eq!(lines.len(), 1, "{}", ran.err);
    (ran.out, why)
}

#[test]
fn plays_that_break_the_rules_are_taken_at_their_word() {
    let (_team, program) = program("tell");
    let start = "GPA.... SPA.... HPA.... MPA....";
    let (out, why) = told(&program, &format!("{start} DGE.... GAT.... SGED..."));
    assert!(out.starts_with("1 2 365 | 9 5 9 9 30 | AT GE PA PA GE |"), "{out}");
    assert_eq!(why, "byte 41: `AT` is not legal here", "from Paris to Athens in one move");
    // A teleport leads to the castle in any round: 10 more blood points.
    let (out, why) = told(&program, &format!("{start} DTP.V.."));
    assert!(out.starts_with("1 0 365 | 9 9 9 9 50 | PA PA PA PA CD |"), "{out}");
    assert_eq!(why, "byte 33: `TP` is not legal here", "in round 0");
    // Dracula hides at sea, so he stays at sea: 2 blood points for each of the two turns.
    let (out, why) = told(&program, &format!("{start} DAO.... {start} DHI...."));
    assert!(out.starts_with("2 0 364 | 9 9 9 9 36 | PA PA PA PA AO |"), "{out}");
    assert_eq!(why, "byte 73: `HI` is not legal here");
}

#[test]
fn moves_of_dracula_s_that_cannot_be_legal_are_told() {
    let (_team, program) = program("tell");
    let round = "GPA.... SPA.... HPA.... MPA....";
    let illegal = |plays: String, at: usize, code: &str| {
        assert_eq!(told(&program, &plays).1, format!("byte {at}: `{code}` is not legal here"));
    };
    // He could double back to his own place, whatever is hidden.
    illegal(format!("{round} DGE.V.. {round} DTPT..."), 73, "TP");
    illegal(format!("{round} DC?.V.. {round} DTPT..."), 73, "TP");
    // After a double back he cannot, but there are roads from Geneva.
    illegal(format!("{round} DGE.V.. {round} DD1T... {round} DTPT..."), 113, "TP");
    let hidden = format!("{round} DC?.V.. {round} DD1T... {round} DTPT...\n");
    assert_eq!(
        run_program(&program, &hidden, &[]).err,
        "",
        "for all that hunters know, it was legal"
    );
    illegal(format!("{round} DGE.V.. {round} DATT..."), 73, "AT");
    illegal(format!("{round} DGE.V.. {round} DMRT... {round} DGET..."), 113, "GE");
    illegal(format!("{round} DGE.V.. {round} DHIT... {round} DHIT..."), 113, "HI");
}

#[test]
fn the_map_is_shown_in_order_with_what_the_program_prints() {
    let show = "#include \"Map.h\"\n#include <stdio.h>\n\
        int main(void) { Map map = MapNew(); printf(\"before\\n\"); MapShow(map);\n\
        printf(\"after\\n\"); MapFree(map); return 0; }\n";
    let team = Team::new(&[("show.c", show)]);
    let program = team.compile(&["show.c"], &["-Wall", "-Werror"], Link::Library);
    let ran = run_program(&program, "", &[]);
    let lines: Vec<_> = ran.out.lines().collect();
    // One line for each of 71 places, and one for each link in both directions.
    assert_eq!((lines.len(), lines[0], lines[468]), (1 + 71 + 396 + 1, "before", "after"));
    assert_eq!(lines[1..3], ["Adriatic Sea (AS)", "    boat Bari"]);
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
    assert_eq!(run_program(&program, "", &[]).out, "7 366 mine 50\n");
}
