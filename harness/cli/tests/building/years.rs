//! Teams of every year: what they keep, lose, spell otherwise, and leave lying about.
//!
//! `years/` has a small team for each year: `team/` is what the team wrote, `headers/` what the
//! course gave it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Place, log, teams, work};

const YEARS: [&str; 5] = ["2013", "2014", "2018", "2019", "2020"];
/// A Makefile that builds nothing: it only shows that the team has one.
const MAKEFILE: &str = "all:\n\tfalse\n";

/// A place with a library of the kit that lacks everything that a complete team needs.
fn place() -> Place {
    let place = Place::new();
    place.make_library("int stoker_none;");
    place
}

/// The files of a year's team, by name: what it wrote, or what the course gave it.
fn files(year: &str, part: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/building/years");
    let entries = fs::read_dir(folder.join(year).join(part)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

/// Writes what a year's team wrote.
fn write_team(place: &Place, folder: &str, year: &str) {
    for (name, text) in files(year, "team") {
        place.write(&format!("{folder}/{name}"), &text);
    }
}

/// Writes a year's team with all that it needs.
fn write(place: &Place, folder: &str, year: &str) {
    write_team(place, folder, year);
    place.write(&format!("{folder}/Makefile"), MAKEFILE);
    for (name, text) in files(year, "headers") {
        place.write(&format!("{folder}/{name}"), &text);
    }
}

fn sides(year: &str) -> &'static [(&'static str, &'static str)] {
    if year == "2013" { &[("hunters", "LO")] } else { &[("dracula", "CD"), ("hunters", "LO")] }
}

/// The answer of a program in a first turn.
fn answer(program: &Path) -> Value {
    let said = teams::answer(program, r#"["hello"]"#);
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"))
}

/// Asserts that the programs of a year's team were built for its year, and that each answers with
/// what its own view was made from.
fn is_played(row: &Value, year: &str) {
    let names: Vec<&str> = sides(year).iter().map(|(side, _)| *side).collect();
    let log = log(row);
    assert_eq!(
        (&row["sides"], &row["failed"]),
        (&json!(names), &json!({})),
        "{year}: {row}\n{log}"
    );
    assert!(log.contains(&format!("-DSTOKER_INTERFACE={year}")), "{year}: {log}");
    for (side, play) in sides(year) {
        let answer = answer(&work(row).join(format!("stoker-{side}")));
        assert_eq!(answer, json!({"move": play, "message": "hello"}), "{year} {side}");
    }
}

#[test]
fn every_year_is_built_and_plays() {
    let place = place();
    for year in YEARS {
        write(&place, &format!("subs/{year}"), year);
    }
    let (rows, status) = place.build("subs");
    assert_eq!((rows.len(), status), (YEARS.len(), 0), "{rows:?}");
    for (row, year) in rows.iter().zip(YEARS) {
        is_played(row, year);
    }
    let league = "league hunters=subs dracula=random --matches 1 --starts free --out out";
    let output = place.run(league);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let faults = fs::read_to_string(place.path("out/faults.csv")).unwrap();
    assert!(!faults.contains(",hunters,"), "{faults}");
}

#[test]
fn headers_of_the_course_that_a_team_did_not_keep_are_supplied() {
    let place = place();
    for year in YEARS {
        write_team(&place, &format!("subs/{year}"), year);
        place.write(&format!("subs/{year}/Makefile"), MAKEFILE);
    }
    for (row, year) in place.build("subs").0.iter().zip(YEARS) {
        is_played(row, year);
    }
}

#[test]
fn a_header_that_a_team_changed_is_never_replaced_by_ours() {
    let place = place();
    write(&place, "subs/fox", "2014");
    // Theirs is not where the compiler looks, and has a different number from ours.
    fs::remove_file(place.path("subs/fox/Places.h")).unwrap();
    place.write("subs/fox/lib/Places.h", "typedef int LocationID;\n#define LONDON (30 + 9)\n");
    place.write("subs/fox/lib/Game.h", "#error \"the one beside the sources comes first\"\n");
    is_played(&place.build_one("subs/fox"), "2014");
}

#[test]
fn headers_are_found_however_their_names_are_spelled() {
    let place = place();
    for year in YEARS {
        let folder = format!("subs/{year}");
        write_team(&place, &folder, year);
        place.write(&format!("{folder}/Makefile"), MAKEFILE);
        for (name, text) in files(year, "headers") {
            let name = if year == "2014" { name.to_lowercase() } else { name.to_uppercase() };
            place.write(&format!("{folder}/{name}"), &text);
        }
    }
    for (row, year) in place.build("subs").0.iter().zip(YEARS) {
        is_played(row, year);
    }
}

#[test]
fn a_player_of_another_year_says_nothing_about_the_year() {
    let place = place();
    let players = [
        (
            "2014",
            "#include \"DraculaView.h\"\n#include \"hunter_view.h\"\nint main(void) { HvNew(0, 0); hv_new(0, 0); }\n",
        ),
        (
            "2019",
            "#include \"HunterView.h\"\nint main(void) { HvNew(0, 0); newHunterView(0, 0); }\n",
        ),
        (
            "2020",
            "#include \"Globals.h\"\n#include \"DracView.h\"\nint main(void) { decideMove(hv_new(0, 0)); }\n",
        ),
    ];
    for (year, player) in players {
        write(&place, &format!("subs/{year}"), year);
        place.write(&format!("subs/{year}/player.c"), player);
        place.write(&format!("subs/{year}/player.h"), "void hv_new(void);\nvoid HvNew(void);\n");
    }
    for (row, (year, _)) in place.build("subs").0.iter().zip(players) {
        is_played(row, year);
    }
}

#[test]
fn a_type_of_their_own_that_is_called_as_in_another_year_says_nothing() {
    let place = place();
    let types = [
        ("2013", "typedef struct { int x; } DraculaView;\n"),
        ("2014", "struct hunter_view { int x; };\ntypedef struct { int y; } DraculaView;\n"),
        (
            "2020",
            "struct hunter_view { int dracula_view; };\ntypedef struct hunter_view DracView;\n",
        ),
    ];
    for (year, types) in types {
        let folder = format!("subs/{year}");
        write(&place, &folder, year);
        place.write(&format!("{folder}/own.h"), types);
        let path = place.path(&format!("{folder}/hunter.c"));
        let hunter = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("#include \"own.h\"\n{hunter}")).unwrap();
    }
    for (row, (year, _)) in place.build("subs").0.iter().zip(types) {
        is_played(row, year);
    }
}

#[test]
fn a_dracula_that_lies_beside_hunters_of_2013_is_left_alone() {
    let place = place();
    write(&place, "subs/fox", "2013");
    place.write(
        "subs/fox/dracula.c",
        "#include \"dracula.h\"\nvoid decideDraculaMove(DracView v) {}\n",
    );
    is_played(&place.build_one("subs"), "2013");
}

#[test]
fn a_team_without_a_makefile_is_built() {
    let place = place();
    for year in YEARS {
        write(&place, &format!("subs/{year}"), year);
        fs::remove_file(place.path(&format!("subs/{year}/Makefile"))).unwrap();
    }
    let (rows, _) = place.build("subs");
    assert_eq!(rows.len(), YEARS.len(), "{rows:?}");
    for (row, year) in rows.iter().zip(YEARS) {
        is_played(row, year);
    }
}

#[test]
fn an_archive_that_was_unpacked_into_a_folder_of_its_own_is_one_submission() {
    let place = place();
    write(&place, "subs/fox/fury-main", "2014");
    write(&place, "subs/owl/zip/fury", "2019");
    place.write("subs/owl/zip/notes/todo.txt", "win");
    let (rows, status) = place.build("subs");
    assert_eq!((rows.len(), status), (2, 0), "{rows:?}");
    for (row, (name, inside, year)) in
        rows.iter().zip([("fox", "fury-main", "2014"), ("owl", "zip/fury", "2019")])
    {
        is_played(row, year);
        let (typed, spec) = (format!("subs/{name}"), &row["spec"]);
        assert_eq!(
            (&row["name"], &row["inside"], spec),
            (&json!(name), &json!(inside), &json!(typed))
        );
    }
    let text = String::from_utf8(place.run("build subs").stdout).unwrap();
    assert!(text.contains("fox (in fury-main)"), "{text}");
    let game = place.run("match hunters=./subs/fox dracula=random --starts free");
    assert_eq!(game.status.code(), Some(0), "{game:?}");
}

#[test]
fn a_folder_of_submissions_with_one_in_it_plays_under_the_name_of_the_team() {
    let place = place();
    write(&place, "subs/fox/fury-main", "2014");
    let output = place.run("league subs random --matches 1 --starts free --out out");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let leaderboard = fs::read_to_string(place.path("out/leaderboard.csv")).unwrap();
    assert!(leaderboard.contains(",fox,"), "{leaderboard}");
}

#[test]
fn teams_that_wrapped_their_sources_alike_play_under_the_names_that_were_typed() {
    let place = place();
    for team in ["fox", "owl"] {
        write(&place, &format!("{team}/src"), "2014");
        fs::remove_file(place.path(&format!("{team}/src/Makefile"))).unwrap();
    }
    let output = place.run("league ./fox ./owl --matches 1 --starts free --out out");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let leaderboard = fs::read_to_string(place.path("out/leaderboard.csv")).unwrap();
    assert!(leaderboard.contains("fox") && leaderboard.contains("owl"), "{leaderboard}");
    let text = String::from_utf8(place.run("build fox").stdout).unwrap();
    assert!(text.contains("fox (in src)"), "{text}");
}

#[test]
fn a_course_table_puts_right_what_was_found_out() {
    let place = place();
    // Nothing in these reveals the year, and nobody would look for these names.
    let vague = |name: &str| {
        let text = files("2014", "team").into_iter().find(|(file, _)| file == name).unwrap().1;
        text.replace("\"Globals.h\"", "\"Game.h\"").replace("#include \"DracView.h\"\n", "")
    };
    write(&place, "subs/fox", "2014");
    for (from, to) in [("hunter.c", "ai/van-helsing.c"), ("dracula.c", "ai/count.c")] {
        place.write(&format!("subs/fox/{to}"), &vague(from));
        fs::remove_file(place.path(&format!("subs/fox/{from}"))).unwrap();
    }
    let (rows, _) = place.build("subs/fox");
    assert_eq!(rows[0]["done"], "unfit", "{rows:?}");
    place.write(
        "subs/fox/bot.toml",
        "name = \"red\"\n[limits]\ncpu_ms = 900\n[course]\nyear = 2015\n\
         hunters = \"ai/van-helsing.c\"\ndracula = \"./ai/count.c\"\n",
    );
    let row = place.build_one("subs/fox");
    assert_eq!(row["name"], "red");
    is_played(&row, "2014");
}

#[test]
fn what_contradicts_a_course_table_is_told_with_its_line() {
    let place = place();
    write(&place, "subs/fox", "2014");
    place.write("subs/fox/bot.toml", "[course]\nyear = 2014\n[run]\nhunters = [\"./x\"]\n");
    let (rows, status) = place.build("subs/fox");
    assert_eq!(status, 1);
    let reason = rows[0]["failed"]["hunters"].as_str().unwrap();
    assert!(
        reason.starts_with("unfit: bot.toml:3: [run] cannot be combined with [course]"),
        "{reason}"
    );
}

#[test]
fn the_irish_sea_has_its_earlier_code_in_the_years_that_used_it() {
    let place = place();
    for year in ["2014", "2020"] {
        let folder = format!("subs/{year}");
        write(&place, &folder, year);
        let path = place.path(&format!("{folder}/hunter.c"));
        let hunter = fs::read_to_string(&path).unwrap();
        fs::write(path, hunter.replace("\"LO\"", "\"IS\"")).unwrap();
    }
    let faults = |folder: &str, out: &str| {
        let league = format!(
            "league hunters={folder} dracula=random --matches 1 --starts free --fault-policy forfeit --out {out}"
        );
        let output = place.run(&league);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let faults = fs::read_to_string(place.path(out).join("faults.csv")).unwrap();
        faults.lines().skip(1).filter(|line| line.contains("IS")).count()
    };
    assert_eq!(faults("./subs/2014", "old"), 0);
    assert_ne!(faults("./subs/2020", "new"), 0);
    place.write("subs/2014/bot.toml", "codes = \"today\"\n[course]\n");
    assert_ne!(faults("./subs/2014", "told"), 0, "what a bot.toml says wins");
}

/// Headers of teams that changed them: none of this concerns our `main`.
#[test]
fn no_header_of_a_team_gets_in_the_way_of_our_main() {
    let headers = [
        // No prototypes at all, and a view that is no pointer to a structure.
        "typedef int *HunterView;\n",
        "#define registerBestPlay(p, m) (registerBestPlay)((p), (m))\nvoid (registerBestPlay)(const char *, const char *);\ntypedef void *HunterView;\n",
        "#define main their_main\n#define free(x) no free\n#define request 1\ntypedef struct v *HunterView;\n",
        "typedef int Message;\ntypedef char PlayerMessage[7];\ntypedef struct v *HunterView;\nHunterView newHunterView(const char *p, const PlayerMessage m[]);\n",
        "int registerBestPlay();\ntypedef struct v *HunterView;\nvoid disposeHunterView(HunterView *v, int x);\n",
        "#error \"not for the main\"\n",
    ];
    let place = place();
    for (number, header) in headers.iter().enumerate() {
        let folder = format!("subs/{number}");
        // The last one does no harm, because no file of the team's includes it.
        let name = if header.starts_with("#error") { "HunterView.h" } else { "own.h" };
        place.write(&format!("{folder}/{name}"), header);
        let include =
            if name == "own.h" { "#include \"own.h\"\n" } else { "typedef int *HunterView;\n" };
        let hunter = "#include \"Globals.h\"\nvoid decideHunterMove(HunterView v) { registerBestPlay(\"LO\", \"hello\"); }\n";
        place.write(&format!("{folder}/hunter.c"), &format!("{include}{hunter}"));
        place.write(
            &format!("{folder}/view.c"),
            "void *newHunterView(char *p, char m[][100]) { return m; }\n",
        );
        place.write(&format!("{folder}/Game.h"), header);
    }
    let (rows, _) = place.build("subs");
    for (row, header) in rows.iter().zip(headers) {
        assert_eq!(row["sides"], json!(["hunters"]), "{header}{}", log(row));
        let answer = answer(&work(row).join("stoker-hunters"));
        assert_eq!(answer, json!({"move": "LO", "message": "hello"}), "{header}");
    }
}

#[test]
fn hostile_folders_of_sources_are_refused_or_built_within_bounds() {
    let place = place();
    write(&place, "subs/fox", "2014");
    // Headers that include each other, huge ones, and bytes that are no text.
    place.write("subs/fox/a.h", "#pragma once\n#include \"B.h\"\n");
    place.write("subs/fox/b.h", "#pragma once\n#include \"A.h\"\n");
    place.write("subs/fox/huge.h", &"int x;\n".repeat(1 << 20));
    place.write("subs/fox/zero.h", &"#include \"A.h\"\0\0\n".repeat(1_000));
    place.write(
        "subs/fox/many.h",
        &(0..9_000).map(|n| format!("#include \"{n}.h\"\n")).collect::<String>(),
    );
    let hunter = files("2014", "team").into_iter().find(|(name, _)| name == "hunter.c").unwrap().1;
    place.write("subs/fox/hunter.c", &format!("#include \"a.h\"\n#include \"huge.h\"\n{hunter}"));
    is_played(&place.build_one("subs/fox"), "2014");
    for n in 0..10_000 {
        place.write(&format!("subs/hen/lib/{n}.h"), "");
    }
    place.write("subs/hen/hunter.c", "");
    let (rows, status) = place.build("subs");
    assert_eq!(status, 1);
    let reason = rows[1]["failed"]["hunters"].as_str().unwrap();
    assert_eq!(reason, "unfit: it holds more than 10000 files");
}
