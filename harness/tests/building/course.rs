//! Course submissions: small ones, in the styles of their years.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Place, log, work};

const GAME: &str = "\
#ifndef GAME
#define GAME
typedef char PlayerMessage[100];
void registerBestPlay(char *play, PlayerMessage message);
#endif
";
const HUNTER_VIEW: &str = "\
#include \"Game.h\"
typedef struct view *HunterView;
HunterView newHunterView(char *plays, PlayerMessage messages[]);
void disposeHunterView(HunterView view);
";
const HUNTER_VIEW_C: &str = "\
#include \"HunterView.h\"
HunterView newHunterView(char *plays, PlayerMessage messages[]) { return 0; }
void disposeHunterView(HunterView view) {}
";
const HUNTER: &str = "\
#include \"Globals.h\"
#include \"HunterView.h\"
void decideHunterMove(HunterView view) { registerBestPlay(\"LO\", \"hi\"); }
";

/// A team of 2014 to 2016, with files that must not be linked.
fn team(place: &Place) {
    place.write("subs/old/Makefile", "all:\n\tfalse\n");
    place.write("subs/old/Globals.h", "int common;\n");
    place.write("subs/old/Game.h", GAME);
    place.write("subs/old/HunterView.h", HUNTER_VIEW);
    place.write("subs/old/HunterView.c", HUNTER_VIEW_C);
    place.write("subs/old/hunter.c", HUNTER);
    place.write("subs/old/testHunter.c", "int decideHunterMove(void) { return 1; }");
    place.write("subs/old/hunterPlayer.c", "int main(void) { return 9; }");
}

/// A team of 2014 to 2016 whose hunters do this in a turn.
pub(crate) fn team_that(place: &Place, name: &str, act: &str) {
    let write = |file: &str, text: &str| place.write(&format!("subs/{name}/{file}"), text);
    write("Makefile", "all:\n\tfalse\n");
    write("Game.h", GAME);
    write("HunterView.h", HUNTER_VIEW);
    write("HunterView.c", HUNTER_VIEW_C);
    let headers = ["alloca", "assert", "signal", "stdio", "stdlib", "unistd"];
    let headers = headers.map(|header| format!("#include <{header}.h>\n")).concat();
    let source = format!(
        "{headers}#include \"HunterView.h\"\nvoid decideHunterMove(HunterView view) {{\n{act}\n}}\n"
    );
    write("hunter.c", &source);
}

/// What a program answers in a first turn.
fn answer(program: &Path) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    let input = br#"{"past_plays": "", "messages": []}"#;
    child.stdin.take().unwrap().write_all(input).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_team_of_an_earlier_year_is_built_without_the_library() {
    let place = Place::new();
    team(&place);
    let row = place.build_one("subs");
    assert_eq!(row["done"], "built", "{row}");
    assert_eq!(row["sides"], serde_json::json!(["hunters"]));
    assert_eq!(row["protocol"], "course");
    assert!(log(&row).contains("-DSTOKER_INTERFACE=2014"));
    assert!(answer(&work(&row).join("stoker-hunters")).contains("\"LO\""));
    assert_eq!(place.build_one("subs")["done"], "unchanged");
}

#[test]
fn a_side_that_does_not_compile_does_not_keep_the_other_from_playing() {
    let place = Place::new();
    team(&place);
    place.write("subs/old/dracula.c", "#include \"Game.h\"\nint x = ;\n");
    place.write("subs/old/DracView.h", "#include \"Game.h\"\ntypedef int *DracView;\nDracView newDracView(char *p, PlayerMessage m[]);\nvoid disposeDracView(DracView v);\n");
    let (rows, status) = place.build("subs");
    assert_eq!((&rows[0]["done"], status), (&"failed".into(), 1));
    assert_eq!(rows[0]["sides"], serde_json::json!(["hunters"]));
    let reason = rows[0]["failed"]["dracula"].as_str().unwrap();
    assert!(
        reason.starts_with("build failed: ./dracula.c:2:9: error: expected expression"),
        "{reason}"
    );
    assert!(answer(&work(&rows[0]).join("stoker-hunters")).contains("\"LO\""));
}

#[test]
fn a_header_that_their_own_rules_make_is_made() {
    let place = Place::new();
    team(&place);
    place.write("subs/old/Makefile", "Globals.h:\n\techo 'int made;' > Globals.h\n");
    std::fs::remove_file(place.path("subs/old/Globals.h")).unwrap();
    let row = place.build_one("subs");
    assert_eq!(row["done"], "built", "{row}");
    assert!(log(&row).contains("stoker: make Globals.h"));
}

/// Makes a library that stands for the kit's, with as much of it as a test needs.
fn library(place: &Place) {
    let source = "void *HvNew(char *p, void *m) { return 0; }\nvoid HvFree(void *v) {}\n\
                  int HvGetRound(void *v) { return 3; }\n";
    place.write("kit/stand_in.c", source);
    let run = |program: &str, args: &[&str]| {
        let status = Command::new(program).args(args).current_dir(place.path("kit")).status();
        assert!(status.unwrap().success(), "{program}");
    };
    run("cc", &["-c", "stand_in.c", "-o", "stand_in.o"]);
    run("ar", &["rcs", "libstoker_course.a", "stand_in.o"]);
}

const KIT_HUNTER: &str = "\
#include \"Game.h\"
#include \"HunterView.h\"
#include \"hunter.h\"
void decideHunterMove(HunterView view) {
    registerBestPlay(HvGetRound(view) == 3 ? \"PA\" : \"GA\", \"\");
}
";

#[test]
fn a_team_that_wrote_only_its_moves_is_linked_with_the_library() {
    let place = Place::new();
    library(&place);
    place.write("new/Makefile", "");
    place.write("new/hunter.c", KIT_HUNTER);
    let row = place.build_one("new");
    assert_eq!(row["done"], "built", "{row}");
    assert!(answer(&work(&row).join("stoker-hunters")).contains("\"PA\""));
    // Their own definitions win over the library's.
    place.write("new/views.c", "int HvGetRound(void *v) { return 4; }");
    let row = place.build_one("new");
    assert!(answer(&work(&row).join("stoker-hunters")).contains("\"GA\""), "{row}");
}

#[test]
fn a_missing_library_is_told_with_the_command_that_builds_it() {
    let place = Place::new();
    place.write("new/Makefile", "");
    place.write("new/hunter.c", KIT_HUNTER);
    let output = place.run("build new");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("cargo build --release --workspace"), "{error}");
}
