//! The reports of folders of other commands than leagues.

use crate::common::{Place, text};

/// The words of a verb and its folder, and a chart of its report.
const STUDIES: [(&str, &str); 5] = [
    (
        "sweep lurker random --vary lurker:depth=1,2 --matches 2",
        "effect-lurker-depth-dracula-lurker",
    ),
    ("compare tracker random --against lurker --max-pairs 32", "likelihood-path"),
    (
        "tune tracker --param vampire --against random --iterations 2 --seeds 1 --max-pairs 32",
        "value-vampire",
    ),
    ("gauge random --against wanderer --matches 2", "share-wanderer"),
    ("exploit wanderer --with random --iterations 2 --matches 2 --lines 0", "bounds"),
];

#[test]
fn every_study_ends_with_a_report_that_the_verb_writes_again_to_the_byte() {
    let place = Place::with_reports();
    for (number, (words, chart)) in STUDIES.into_iter().enumerate() {
        let folder = format!("study-{number}");
        place.run(&format!("{words} --out {folder} --quiet"));
        let page = text(&place.read(&format!("{folder}/report.html")));
        assert!(page.contains(&format!("data-name=\"{chart}\"")), "{words}");
        assert!(!page.contains("Missing or damaged"), "{words}");
        let printed = place.prints(&format!("report {folder}"));
        assert_eq!(printed, format!("the report is in {folder}/report.html\n"));
        assert!(text(&place.read(&format!("{folder}/report.html"))) == page, "{words}");
    }
}

/// The command that a report offers to copy.
fn command_of(page: &str) -> String {
    let (_, rest) = page.split_once("id=\"command\"").expect("a command");
    let (_, rest) = rest.split_once('>').expect("its start");
    let (command, _) = rest.split_once('<').expect("its end");
    command.replace("&amp;", "&")
}

#[test]
fn the_command_in_a_report_of_a_measurement_or_a_search_gives_the_same_files() {
    let place = Place::with_reports();
    let embedded = place.prints("rulesets kosmos --data");
    place.write("far.json", embedded.replacen("\"movement\": 6", "\"movement\": 7", 1));
    let studies = [
        ("gauge random it@tracker --against wanderer --matches 2 --seed 7", "gauge.csv"),
        ("gauge tracker --against lurker --matches 1 --starts free --map tiny", "gauge.csv"),
        (
            "gauge hunter=careful --against careful --ruleset kosmos --data far.json --matches 1",
            "gauge.csv",
        ),
        ("exploit wanderer --with random --iterations 2 --matches 2 --lines 0", "search.csv"),
        (
            "exploit dracula=careful --with random --iterations 2 --matches 2 --lines 0 \
             --ruleset kosmos --data far.json",
            "search.csv",
        ),
        (
            "exploit lurker --base tracker --playouts 8 --asking-matches 1 --matches 1 --lines 0",
            "scores.csv",
        ),
    ];
    for (number, (words, file)) in studies.into_iter().enumerate() {
        let [one, two] = [format!("one-{number}"), format!("two-{number}")];
        place.run(&format!("{words} --out {one} --quiet"));
        let command = command_of(&text(&place.read(&format!("{one}/report.html"))));
        let again = command.strip_prefix("stoker ").expect("a command of this program");
        place.run(&format!("{again} --out {two} --quiet"));
        for file in [file, "report.html"] {
            let [one, two] =
                [&one, &two].map(|folder| text(&place.read(&format!("{folder}/{file}"))));
            let two = two.replace(&format!("two-{number}"), &format!("one-{number}"));
            assert!(one == two, "{command}: {file}");
        }
        place.prints(&format!("report {one} --secret --out public.html"));
        assert!(!text(&place.read("public.html")).contains("id=\"command\""), "{command}");
    }
}

#[test]
fn charts_are_written_as_drawing_picture_and_numbers() {
    let place = Place::with_reports();
    let (words, _) = STUDIES[4];
    place.run(&format!("{words} --out study --quiet --no-report"));
    assert!(!place.path().join("study/report.html").exists());
    place.prints("report study --plots figures");
    assert!(place.read("figures/bounds.svg").starts_with(b"<svg"));
    assert!(place.read("figures/bounds.png").starts_with(b"\x89PNG"));
    assert!(place.read("figures/bounds.csv").starts_with(b"name,estimate,low_95,high_95"));
}
