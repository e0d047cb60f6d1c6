use std::fs;

use tempfile::TempDir;

use super::*;
use crate::external::submission::contents::Bounds;

fn evidence(files: &[(&str, &str)]) -> Evidence {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let contents = Contents::list(folder.path(), Bounds::SUBMISSION).unwrap();
    let entries = ["hunter.c", "dracula.c"];
    let entries: Vec<&str> = entries.into_iter().filter(|entry| contents.has(entry)).collect();
    tell(&contents, &entries)
}

fn year(files: &[(&str, &str)]) -> String {
    evidence(files).interface.to_string()
}

/// The year, and how it was told.
fn told(files: &[(&str, &str)]) -> String {
    let Evidence { interface, how } = evidence(files);
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
