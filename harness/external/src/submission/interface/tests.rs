use std::fs;

use stoker_bots::course::SUBMISSIONS;
use tempfile::TempDir;

use super::*;
use crate::submission::contents::FolderBounds;
use crate::testing::processor_time;

fn evidence(files: &[(&str, &str)]) -> InterfaceEvidence {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let contents = Contents::list(folder.path(), FolderBounds::SUBMISSION).unwrap();
    let entries = ["hunter.c", "dracula.c"];
    let entries: Vec<&str> = entries.into_iter().filter(|entry| contents.has(entry)).collect();
    tell(&SUBMISSIONS.telling, &contents, &entries)
}

fn year(files: &[(&str, &str)]) -> String {
    evidence(files).interface.to_string()
}

/// The detected year, with the evidence.
fn told(files: &[(&str, &str)]) -> String {
    let InterfaceEvidence { interface, how } = evidence(files);
    format!("{interface}: {how}")
}

const OF_2014: &str = "#include \"Globals.h\"\nvoid decideHunterMove(HunterView v) {}";

#[test]
fn every_year_is_known_by_its_headers_and_functions() {
    let of_2013 = [("hunter.c", "#include \"hunterView.h\"\nvoid decideMove(HunterView v) {}")];
    let of_2014 = [
        ("HunterView.h", "HunterView newHunterView(char *p, PlayerMessage m[]);"),
        ("hunter.c", OF_2014),
    ];
    let of_2018 = [
        ("HunterView.h", "LocationID *whereCanIgo(HunterView v, int *n, bool road);"),
        (
            "hunter.c",
            "#include \"HunterView.h\"\n#include \"Globals.h\"\nvoid decideHunterMove(HunterView v) {}",
        ),
    ];
    let of_2019 = [(
        "dracula.c",
        "#include \"dracula_view.h\"\nvoid decide_dracula_move(dracula_view *v) {}",
    )];
    let of_2020 = [(
        "hunter.c",
        "#include \"HunterView.h\"\nvoid decideHunterMove(HunterView v) { HvGetRound(v); }",
    )];
    let of_kit =
        [("dracula.c", "#include \"dracula.h\"\nvoid decideDraculaMove(DraculaView v) {}")];
    assert_eq!(told(&of_2013), "2013: decideMove(HunterView) in hunter.c");
    assert_eq!(told(&of_2014), "2014: decideHunterMove(HunterView) in hunter.c, Globals.h");
    assert_eq!(
        told(&of_2018),
        "2018: decideHunterMove(HunterView) in hunter.c, Globals.h, bool in HunterView.h"
    );
    assert_eq!(told(&of_2019), "2019: decide_dracula_move(dracula_view) in dracula.c");
    assert_eq!(
        told(&of_2020),
        "2020: decideHunterMove(HunterView) in hunter.c, HvGetRound called in hunter.c"
    );
    assert_eq!(told(&of_kit), "2020: decideDraculaMove(DraculaView) in dracula.c");
    assert_eq!(told(&[("hunter.c", "")]), "2020: nothing shows another year");
}

#[test]
fn words_in_comments_decide_nothing() {
    let text = "// like newHunterView and hv_new\nvoid decideHunterMove(HunterView v) {}";
    assert_eq!(year(&[("hunter.c", text)]), "2020");
}

#[test]
fn a_player_of_another_year_says_nothing() {
    let of_2019 = "#include \"hunter_view.h\"\nint main(void) { hv_new(); decide_hunter_move(); }";
    let of_2020 = "#include \"DraculaView.h\"\nint main(void) { HvNew(); DvNew(); }";
    for player in [of_2019, of_2020] {
        let files = [("hunter.c", OF_2014), ("player.c", player), ("hunter_view.h", "hv_new();")];
        assert_eq!(year(&files), "2014");
    }
    let of_2014 = "#include \"Globals.h\"\nint main(void) { newHunterView(); }";
    let hunter = "#include \"Game.h\"\nvoid decideHunterMove(HunterView v) { HvGetRound(v); }";
    assert_eq!(year(&[("hunter.c", hunter), ("player.c", of_2014), ("Globals.h", "")]), "2020");
}

#[test]
fn a_local_type_named_as_in_another_year_says_nothing() {
    for local in ["typedef struct { int x; } DraculaView;", "struct hunter_view { int x; };"] {
        assert_eq!(year(&[("hunter.c", &format!("{local}\n{OF_2014}"))]), "2014", "{local}");
    }
    let own = "static int decideMove(HunterView v) { return 1; }\n";
    assert_eq!(year(&[("hunter.c", &format!("{own}{OF_2014}"))]), "2014");
}

#[test]
fn functions_of_views_show_the_year_where_the_headers_are_missing() {
    let calls = |call: &str| {
        let text = format!(
            "#include \"HunterView.h\"\nvoid decideHunterMove(HunterView v) {{ {call}(v); }}"
        );
        year(&[("hunter.c", &text)])
    };
    assert_eq!(calls("whereCanIgo"), "2014");
    assert_eq!(calls("HvWhereCanIGo"), "2020");
    let own = "#include \"Game.h\"\nint whereIs(HunterView v) { return HvGetPlayer(v); }\n\
               void decideHunterMove(HunterView v) { whereIs(v); }";
    assert_eq!(year(&[("hunter.c", own)]), "2020");
    let own = "#include \"Game.h\"\nint HvMine(HunterView v) { return whereIs(v, 4); }\n\
               void decideHunterMove(HunterView v) { HvMine(v); }";
    assert_eq!(year(&[("hunter.c", own)]), "2014");
}

#[test]
fn views_that_are_reached_say_more_than_a_header_for_globals() {
    let files = [
        (
            "hunter.c",
            "#include \"globals.h\"\n#include \"views/All.h\"\nvoid decideHunterMove(HunterView v) {}",
        ),
        ("globals.h", "int seen;"),
        ("views/all.h", "#include \"own.h\""),
        ("views/own.h", "#include \"all.h\"\nHunterView HvNew(char *plays, Message m[]);"),
    ];
    assert_eq!(
        told(&files),
        "2020: decideHunterMove(HunterView) in hunter.c, HvNew in views/own.h"
    );
}

#[test]
fn the_other_side_decides_where_one_leaves_it_open() {
    let hunter = "#include \"hunter.h\"\nvoid decideHunterMove(HunterView v) {}";
    let dracula = |view: &str| format!("void decideDraculaMove({view} v) {{}}");
    let both = |view: &str| year(&[("hunter.c", hunter), ("dracula.c", &dracula(view))]);
    assert_eq!(both("DracView"), "2014");
    assert_eq!(both("DraculaView"), "2020");
    let of_2013 = "void decideMove(HunterView v) {}";
    assert_eq!(year(&[("hunter.c", of_2013), ("dracula.c", &dracula("DracView"))]), "2013");
}

#[test]
fn a_view_is_known_by_its_source_where_its_header_is_missing() {
    let hunter =
        "#include \"Game.h\"\n#include \"HunterView.h\"\nvoid decideHunterMove(HunterView v) {}";
    let with = |name: &str, view: &str| year(&[("hunter.c", hunter), (name, view)]);
    let old = "HunterView newHunterView(char *p, PlayerMessage m[]) { return 0; }\n";
    let flags = format!("{old}int *whereCanIgo(HunterView v, int *n, bool road) {{ return 0; }}");
    assert_eq!(with("HunterView.c", old), "2014");
    assert_eq!(with("src/HunterView.c", &flags), "2018");
    assert_eq!(with("Map.c", &flags), "2020");
    assert_eq!(with("hunterview.c", "HunterView HvNew(char *p, Message m[]) {}"), "2020");
}

#[test]
fn hostile_folders_are_looked_through_in_no_time() {
    let includes: String = (0..20_000).map(|n| format!("#include \"{n}/x.h\"\n")).collect();
    let mut files = vec![("hunter.c".to_owned(), includes + "\0\0#include \"hunter.c\"\n")];
    files.extend((0..2_000).map(|n| (format!("{n}/x.h"), format!("#include \"../{n}/x.h\"\n"))));
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let took = processor_time(|| assert_eq!(year(&files), "2020"));
    assert!(took.as_secs() < 20, "{took:?}");
}
