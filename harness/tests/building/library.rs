//! Functions of the interface that a team left to the kit's library.

use super::Place;
use super::teams::move_of;

/// Makes a library that stands for the kit's, with as much of it as a test needs, and
/// this code.
fn library(place: &Place, early: &str) {
    let source = "void *HvNew(char *p, void *m) { return 0; }\nvoid HvFree(void *v) {}\n\
                  int HvGetRound(void *v) { return 3; }\n";
    place.make_library(&(early.to_owned() + source));
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
    library(&place, "");
    place.write("new/Makefile", "");
    place.write("new/hunter.c", KIT_HUNTER);
    let row = place.build_one("new");
    assert_eq!(row["done"], "built", "{row}");
    assert_eq!(move_of(&row, "hunters"), "PA");
    // Their own definitions win over the library's.
    place.write("new/views.c", "int HvGetRound(void *v) { return 4; }");
    let row = place.build_one("new");
    assert_eq!(move_of(&row, "hunters"), "GA", "{row}");
}

#[test]
fn what_the_library_runs_before_main_does_not_cost_a_process_a_turn() {
    const EARLY: &str = "__attribute__((constructor)) static void early(void) {}\n";
    let place = Place::new();
    library(&place, EARLY);
    place.write("new/hunter.c", KIT_HUNTER);
    assert_eq!(place.build_one("new")["served"]["hunters"], "warm");
    place.write("new/hunter.c", &(EARLY.to_owned() + KIT_HUNTER));
    let served = &place.build_one("new")["served"]["hunters"];
    assert!(served["process"].as_str().is_some_and(|why| why.contains("constructors")), "{served}");
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
