//! Tests of the field as it is listed.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::course::ruleset;
use crate::field::Half;
use crate::random;

/// The styles of one kind of side, with the names of their bots.
fn styles(side: &str) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut styles = BTreeMap::<_, BTreeSet<_>>::new();
    for bot in bots().into_iter().filter(|bot| bot.entry.sides == [side]) {
        styles.entry(bot.style).or_default().insert(bot.entry.name);
    }
    styles
}

#[test]
fn each_side_has_twelve_styles_or_more() {
    assert!(styles("hunters").len() >= 12 && styles("dracula").len() >= 12);
    assert_eq!(styles("hunters").len() + styles("dracula").len(), {
        let all: BTreeSet<_> = bots().iter().map(|bot| bot.style).collect();
        all.len()
    });
}

#[test]
fn a_bot_is_named_after_its_style_and_version() {
    for bot in bots() {
        let name = bot.entry.name;
        let version = match name.strip_prefix(bot.style) {
            Some("-a") => Version::A,
            Some("-b") => Version::B,
            Some("") => {
                assert_eq!(bot.half, Half::Training, "{name}");
                continue;
            }
            _ => panic!("{name} is not a name for a bot of the style {}", bot.style),
        };
        assert_eq!(bot.half, version.half(bot.style), "{name}");
    }
}

#[test]
fn the_page_describes_each_style_once() {
    let page = include_str!("../../../../docs/bots-field.md");
    for style in bots().iter().map(|bot| bot.style).collect::<BTreeSet<_>>() {
        let described = page.matches(&format!("\n**`{style}`**")).count();
        assert_eq!(described, 1, "{style}");
    }
}

#[test]
fn the_field_plays_only_where_it_is_named() {
    let course = ruleset().unwrap();
    for bot in course.field() {
        let name = bot.entry.name;
        assert!(course.listed().iter().all(|listed| listed.name != name), "{name}");
        assert!(course.nameable().iter().any(|known| known.name == name), "{name}");
        assert!(course.came_with_stoker(&bot.entry), "{name}");
        assert_eq!(course.may_be_fitted_against(name).is_err(), bot.half == Half::HeldOut);
    }
    let groups = ["field-training", "field-held-out"].map(|name| course.field_group(name));
    let all: usize = groups.into_iter().map(|group| group.unwrap().len()).sum();
    assert_eq!(all, course.field_group("field").unwrap().len());
    assert!(course.field_group("tracker").is_none());
    assert!(course.may_be_fitted_against("tracker").is_ok());
}

#[test]
fn a_bot_that_joins_the_field_later_did_not_come_with_stoker() {
    let mut course = ruleset().unwrap();
    let stranger = BotEntry { name: "stranger", ..random() };
    course.field_bot(FieldBot::training(stranger)).unwrap();
    assert!(!course.came_with_stoker(&stranger));
    assert!(course.field_group("field-training").unwrap().iter().any(|bot| bot.name == "stranger"));
}
