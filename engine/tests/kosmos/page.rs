//! The tables of `docs/kosmos.md` agree with the embedded data.

use serde_json::Value;
use stoker_engine::kosmos::EMBEDDED;

/// Numbers in words.
const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];

/// The columns of the tables of cards.
const COLUMNS: usize = 6;

/// The page, read when the test runs: a change of it should not build the tests anew.
fn page() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/kosmos.md")).unwrap()
}

/// The rows of the tables of cards, in the page's order, and of others with as many columns.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect());
    cells.filter(|cells: &Vec<_>| cells.len() == COLUMNS).collect()
}

/// The only row that begins with this code.
fn row<'p>(rows: &[Vec<&'p str>], code: &str) -> Vec<&'p str> {
    let code = format!("`{code}`");
    let found: Vec<_> = rows.iter().filter(|cells| cells[0] == code).collect();
    assert_eq!(found.len(), 1, "{code}");
    found[0].clone()
}

/// A number as the page writes it; none, and a strength of 0, is a dash.
fn number(value: &Value) -> String {
    value.as_u64().filter(|&value| value > 0).map_or("-".to_owned(), |value| value.to_string())
}

fn sides() -> Vec<(String, Value)> {
    let data: Value = serde_json::from_str(EMBEDDED).unwrap();
    data["sides"].as_object().unwrap().clone().into_iter().collect()
}

#[test]
fn the_page_lists_every_encounter_card_as_the_data_has_it() {
    let page = page();
    let rows = rows(&page);
    for (side, data) in sides() {
        for card in data["encounters"].as_array().unwrap() {
            let found = row(&rows, card["code"].as_str().unwrap());
            let name = card["name"].as_str().unwrap();
            let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            let (strength, copies) = (number(&card["strength"]), number(&card["count"]));
            let kind = card["type"].as_str().unwrap();
            assert_eq!(found[1].to_lowercase(), side);
            assert_eq!(found[2..], [name, kind, &*strength, &*copies], "{card}");
        }
    }
}

#[test]
fn the_page_lists_every_action_card_as_the_data_has_it() {
    let page = page();
    let rows = rows(&page);
    for (_, data) in sides() {
        for card in data["actions"].as_array().unwrap() {
            let found = row(&rows, card["code"].as_str().unwrap());
            let name = card["name"].as_str().unwrap().split(" (").next().unwrap();
            let (movement, strength) = (number(&card["movement"]), number(&card["strength"]));
            let bar = card["bar"].as_str().unwrap();
            assert_eq!(found[1..5], [name, &*movement, &*strength, bar], "{card}");
            assert_eq!(found[5] == "none", card["special"].is_null(), "{card}");
        }
    }
}

#[test]
fn the_rows_of_action_cards_are_in_deck_order() {
    let page = page();
    let rows = rows(&page);
    for (_, data) in sides() {
        let codes = data["actions"].as_array().unwrap().iter();
        let codes: Vec<_> =
            codes.map(|card| format!("`{}`", card["code"].as_str().unwrap())).collect();
        let found =
            rows.iter().map(|cells| cells[0]).filter(|cell| codes.iter().any(|c| c == cell));
        assert!(found.eq(codes.iter()), "{codes:?}");
    }
}

#[test]
fn the_numbers_in_the_text_are_those_of_the_data() {
    let data: Value = serde_json::from_str(EMBEDDED).unwrap();
    let of = |name: &str| {
        let mut all = data["numbers"].as_array().unwrap().iter();
        all.find(|number| number["name"] == name).unwrap()["value"].as_u64().unwrap()
    };
    let text = page().replace('\n', " ");
    let says = |sentence: &str| assert!(text.contains(sentence), "`{sentence}` is not in the page");
    let word = |number: u64| WORDS[usize::try_from(number).unwrap()];
    says(&format!("Each side starts with {}.", word(of("lives"))));
    says(&format!("you get {} lives", word(of("lives_regained_by_a_gift"))));
    says(&format!("takes {} into its action hand", word(of("action_hand"))));
    says(&format!("choose {} of their encounter cards", word(of("cards_laid_by_each_side"))));
    says(&format!("won {} targets", word(of("targets_of_each_side"))));
    says(&format!("stronger by {}", of("breath_bonus")));
    says(&format!("fights with strength {}", of("strength_of_a_card_without_strength")));
    says(&format!("after {} turns", of("turns")));
}
