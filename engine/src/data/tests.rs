//! Tests of the form of data files.

use super::*;

const FORM: DataForm = DataForm {
    embedded: r#"{
        "note": "the higher card wins",
        "lives": 4,
        "laid": 6,
        "cards": [
            {"code": "A", "name": "ace", "count": 2, "effects": ["fly"], "source": "house"},
            {"code": "B", "name": "bat", "count": 1, "effects": [], "source": {"count": "house"}}
        ],
        "links": [{"from": 1, "to": 2}, {"from": 2, "to": 3}]
    }"#,
    keys: &[
        key("note", Role::Explanation),
        key("lives", Role::Parameter("lives")),
        key("laid", Role::Fixed),
        key("cards.*.source", Role::Source),
        key("cards.*.name", Role::Name),
        key("cards.B.count", Role::Fixed),
        key("cards.*.*", Role::Rule),
        key("links.*", Role::Rule),
    ],
};

const fn key(path: &'static str, role: Role) -> DataKey {
    DataKey::new(path, role, "for the test")
}

fn changed(from: &str, to: &str) -> Result<DataFile, DataFileError> {
    assert!(FORM.embedded.contains(from), "{from}");
    FORM.parse("changed.json", &FORM.embedded.replacen(from, to, 1))
}

fn refused(from: &str, to: &str) -> String {
    changed(from, to).unwrap_err().to_string()
}

#[test]
fn the_canonical_text_is_what_the_rules_read() {
    assert_eq!(
        FORM.load().canonical(),
        r#"{"cards":[{"code":"A","count":2,"effects":["fly"]},{"code":"B","effects":[]}],"links":[{"from":1,"to":2},{"from":2,"to":3}]}"#
    );
}

#[test]
fn every_value_that_the_rules_read_counts_and_their_order_does() {
    let own = FORM.load();
    let changes = [
        (r#""count": 2"#, r#""count": 3"#),
        (r#""code": "A""#, r#""code": "C""#),
        ("fly", "swim"),
        (r#"["fly"]"#, "[]"),
        (r#""to": 3"#, r#""to": 4"#),
        (
            r#"{"from": 1, "to": 2}, {"from": 2, "to": 3}"#,
            r#"{"from": 2, "to": 3}, {"from": 1, "to": 2}"#,
        ),
    ];
    for (from, to) in changes {
        assert_ne!(changed(from, to).unwrap().canonical(), own.canonical(), "{from}");
    }
}

#[test]
fn names_sources_white_space_and_the_order_of_keys_do_not_count() {
    let own = FORM.load();
    let changes = [
        ("ace", "dove"),
        (r#""source": "house""#, r#""source": "booklet""#),
        (r#"{"count": "house"}"#, r#"{"count": "booklet", "effects": "house"}"#),
        (r#""from": 1, "to": 2"#, r#""to":2,"from":1"#),
    ];
    for (from, to) in changes {
        let file = changed(from, to).unwrap();
        assert_eq!(file.canonical(), own.canonical(), "{from}");
        assert_eq!(file.name(), "changed.json");
    }
}

#[test]
fn an_explanation_and_a_number_that_the_rules_set_must_stay() {
    assert!(refused("higher", "lower").starts_with("`note` is an explanation"));
    assert_eq!(
        refused(r#""laid": 6"#, r#""laid": 7"#),
        "`laid` is 7, but the rules set it to 6: no file can change it"
    );
    assert_eq!(
        refused(r#""lives": 4"#, r#""lives": 5"#),
        "`lives` is 5, but the default of the parameter `lives` is 4: leave it, and give --param \
         lives=5"
    );
    assert!(refused(r#""count": 1"#, r#""count": 2"#).starts_with("`cards.B.count` is 2"));
}

/// The first table, row or value that is missing is named, and not a part of it.
#[test]
fn what_is_missing_is_named() {
    let copy = "every data file has it, so copy it from the embedded file";
    let missing = |path: &str| format!("`{path}` is missing: {copy}");
    assert_eq!(refused(r#""laid": 6,"#, ""), missing("laid"));
    assert_eq!(refused(r#""count": 1, "#, ""), missing("cards.B.count"));
    let bat = r#",
            {"code": "B", "name": "bat", "count": 1, "effects": [], "source": {"count": "house"}}"#;
    assert_eq!(refused(bat, ""), missing("cards.B"));
    assert_eq!(FORM.parse("empty.json", "{}").unwrap_err().to_string(), missing("cards"));
}

#[test]
fn what_no_rule_reads_is_refused_by_its_path() {
    let unknown = "the data of this ruleset have no value `size`";
    assert_eq!(refused(r#""lives""#, r#""size": 3, "lives""#), unknown);
    assert_eq!(refused(r#""lives""#, r#""size": {}, "lives""#), unknown);
    assert!(
        refused(r#""links": [{"from": 1, "to": 2}, {"from": 2, "to": 3}]"#, r#""links": 3"#)
            .contains("no value `links`")
    );
    assert_eq!(refused(r#""code": "B""#, r#""code": "A""#), "`cards.A` is there twice");
    assert_eq!(refused(r#""name": "ace""#, r#""name": " ""#), "`cards.A.name` must be a name");
    for source in [r#""""#, r#""me""#, "3"] {
        let error = refused(r#""source": "house""#, &format!(r#""source": {source}"#));
        assert!(error.starts_with("`cards.A.source` must name a source"), "{error}");
    }
}

#[test]
fn json_that_could_be_read_in_two_ways_is_refused() {
    assert!(
        refused(r#""lives": 4"#, r#""lives": 4, "lives": 4"#).contains("`lives` is there twice")
    );
    assert!(refused(r#""count": 2"#, r#""count": 2.5"#).contains("whole number"));
    assert!(FORM.parse("cut.json", "{").unwrap_err().to_string().contains("line 1"));
}
