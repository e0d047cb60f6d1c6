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

/// The library's preparation, done once for all turns, as its round of the game then shows.
const PREPARING: &str = "static int prepared;\n\
    void stoker_course_prepare(void) { prepared++; }\n\
    void *HvNew(char *p, void *m) { return 0; }\nvoid HvFree(void *v) {}\n\
    int HvGetRound(void *v) { return 2 + prepared; }\n";

#[test]
fn the_library_is_prepared_once_whether_turns_are_copied_or_not() {
    let place = Place::new();
    place.make_library(PREPARING);
    // A second preparation in a turn would be seen as another round.
    place.write("new/hunter.c", &KIT_HUNTER.replace("\"GA\"", "\"ZZ\""));
    assert_eq!(place.build_one("new")["served"]["hunters"], "warm");
    let faults = ["process", "warm"].map(|turns| {
        let output = place.run(&format!(
            "league new dracula=random --matches 1 --starts free --turns {turns} --out {turns} --quiet"
        ));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read_to_string(place.path(&format!("{turns}/faults.csv"))).unwrap()
    });
    assert_eq!(faults[0], faults[1]);
    assert!(!faults[0].contains("garbled"), "{}", faults[0]);
}

#[test]
fn no_function_of_a_team_is_called_when_the_library_is_prepared() {
    let place = Place::new();
    place.make_library(PREPARING);
    let own = [
        "void stoker_course_prepare(void) {}",
        "int puts(const char *text) { return 0; }",
        "__attribute__((visibility(\"hidden\"))) int bcmp(const void *a, const void *b, unsigned long n) { return 0; }",
    ];
    for function in own {
        place.write("new/hunter.c", &format!("{KIT_HUNTER}{function}\n"));
        let served = &place.build_one("new")["served"]["hunters"];
        let why = served["process"].as_str().unwrap_or_default();
        assert!(why.contains("before the first turn"), "{function}: {served}");
    }
    place.write("new/hunter.c", &format!("{KIT_HUNTER}int own_puts(void) {{ return 0; }}\n"));
    assert_eq!(place.build_one("new")["served"]["hunters"], "warm");
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
