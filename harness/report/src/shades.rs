//! Shadings in columns. As lists of spots in each scene, they would fill most of a page.
//!
//! A column has a text for each scene, with a character for each spot of the scenery in order;
//! unshaded spots at the end have none. A text is empty if the shading stays the same; before the
//! first scene, nothing is shaded. The characters stand for [`levels`], to which shades are
//! rounded.

use std::collections::BTreeMap;

use serde::Serialize;
use stoker_engine::scene::{FULL, Scenery, SpotKey};

/// A character for each level, the lowest first: characters that JSON writes without escapes.
const SIGNS: &[u8] =
    b"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnop";

/// The shade up to which each shade has a level of its own.
const EXACT: u16 = 10;
/// The percentage by which higher levels differ.
const APART: u16 = 10;

/// The levels that shades are rounded to, each with its character.
///
/// The rounding error is at most 5% of a shade. Zero, [`FULL`] and shades up to 10 are exact. A
/// possible fact therefore never looks impossible, and only a certain fact looks certain.
#[must_use]
pub fn levels() -> BTreeMap<char, u16> {
    SIGNS.iter().map(|&sign| char::from(sign)).zip(steps()).collect()
}

fn steps() -> Vec<u16> {
    let mut steps: Vec<_> = (0..=EXACT).collect();
    let mut next = EXACT + EXACT * APART / 100;
    while next < FULL {
        steps.push(next);
        next += next * APART / 100;
    }
    steps.push(FULL);
    steps
}

/// The character of the level nearest to a shade.
fn sign(steps: &[u16], shade: u16) -> u8 {
    let above = steps.partition_point(|&level| level < shade).min(steps.len() - 1);
    let below = above.saturating_sub(1);
    // An uncertain fact must not look certain, nor a possible one impossible.
    let exact = steps[above] == shade || below == 0;
    let lower = !exact && (steps[above] == FULL || shade - steps[below] <= steps[above] - shade);
    SIGNS[if lower { below } else { above }]
}

/// A shading through a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Shades {
    /// A text for each scene.
    Column(Vec<String>),
    /// Full wherever another shading is above zero.
    Support {
        /// The key of the other shading.
        of: String,
    },
}

/// The shadings of a game as one viewer sees it, while it goes on.
#[derive(Debug)]
pub(crate) struct Columns {
    spots: Vec<SpotKey>,
    steps: Vec<u16>,
    scenes: usize,
    columns: BTreeMap<String, Vec<Vec<u8>>>,
}

impl Columns {
    pub(crate) fn new(scenery: &Scenery) -> Self {
        let spots = scenery.boards.iter().flat_map(|board| &board.spots);
        let spots = spots.map(|spot| spot.key.clone()).collect();
        Self { spots, steps: steps(), scenes: 0, columns: BTreeMap::new() }
    }

    /// Takes in the shadings of the next scene.
    pub(crate) fn push(&mut self, shadings: &BTreeMap<String, BTreeMap<SpotKey, u16>>) {
        for key in shadings.keys().filter(|key| !key.is_empty()) {
            let scenes = self.scenes;
            self.columns.entry(key.clone()).or_insert_with(|| vec![nothing(); scenes]);
        }
        self.scenes += 1;
        for (key, column) in &mut self.columns {
            let Some(shading) = shadings.get(key) else {
                column.push(nothing());
                continue;
            };
            let shade = |spot| shading.get(spot).copied().unwrap_or(0);
            let row = self.spots.iter().map(|spot| sign(&self.steps, shade(spot)));
            column.push(trimmed(row.collect()));
        }
    }

    /// The shadings, by the keys of their legends.
    pub(crate) fn finish(self) -> BTreeMap<String, Shades> {
        let mut found: BTreeMap<String, Shades> = BTreeMap::new();
        for (key, column) in &self.columns {
            let derived = |other: &String| matches!(found.get(other), Some(Shades::Support { .. }));
            let mut others =
                self.columns.iter().filter(|(other, _)| *other != key && !derived(other));
            let of = others.find(|(_, other)| supports(other) == *column);
            let shades = match of {
                Some((of, _)) => Shades::Support { of: of.clone() },
                None => Shades::Column(changes(column)),
            };
            found.insert(key.clone(), shades);
        }
        found
    }
}

fn nothing() -> Vec<u8> {
    vec![SIGNS[0]]
}

/// A row without unshaded spots at its end. It is never empty, because an empty row means no
/// change.
fn trimmed(mut row: Vec<u8>) -> Vec<u8> {
    let end = row.iter().rposition(|&sign| sign != SIGNS[0]).map_or(0, |last| last + 1);
    row.truncate(end);
    if row.is_empty() { nothing() } else { row }
}

/// The rows with everything that is shaded in full.
fn supports(column: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let full = SIGNS[steps().len() - 1];
    let of = |row: &Vec<u8>| row.iter().map(|&it| if it == SIGNS[0] { it } else { full }).collect();
    column.iter().map(of).collect()
}

/// The rows as texts; rows that repeat the one before are empty.
fn changes(column: &[Vec<u8>]) -> Vec<String> {
    let first = nothing();
    let before = std::iter::once(&first).chain(column);
    let text = |row: &[u8]| row.iter().map(|&sign| char::from(sign)).collect();
    let changed = column.iter().zip(before);
    changed.map(|(row, last)| if row == last { String::new() } else { text(row) }).collect()
}

#[cfg(test)]
mod tests {
    use stoker_engine::scene::{Board, FORMAT, Shape, Spot};

    use super::*;

    fn scenery(keys: &[&str]) -> Scenery {
        let spot = |key: &&str| Spot {
            key: (*key).to_owned(),
            name: String::new(),
            kind: String::new(),
            at: [0, 0],
            landmark: None,
        };
        let spots = keys.iter().map(spot).collect();
        let board =
            Board { name: String::new(), shape: Shape::Grid, spots, links: vec![], backdrop: None };
        Scenery {
            format: FORMAT,
            title: String::new(),
            boards: vec![board],
            viewers: vec![],
            panels: vec![],
            rows: vec![],
            legends: BTreeMap::new(),
        }
    }

    fn shadings(all: &[(&str, &[(&str, u16)])]) -> BTreeMap<String, BTreeMap<SpotKey, u16>> {
        let shading = |of: &[(&str, u16)]| of.iter().map(|&(at, it)| (at.to_owned(), it)).collect();
        all.iter().map(|&(key, of)| (key.to_owned(), shading(of))).collect()
    }

    #[test]
    fn a_shade_is_off_by_at_most_a_twentieth_and_neither_nothing_nor_certainty_is_rounded() {
        let (levels, steps) = (levels(), steps());
        assert_eq!(levels.len(), steps.len());
        for shade in 0..=FULL {
            let level = levels[&char::from(sign(&steps, shade))];
            assert!(20 * level.abs_diff(shade) <= shade, "{shade} as {level}");
            assert_eq!((level == 0, level == FULL), (shade == 0, shade == FULL), "{shade}");
        }
    }

    #[test]
    fn a_scene_costs_nothing_where_its_shading_stays() {
        let mut columns = Columns::new(&scenery(&["a", "b", "c"]));
        for of in [&[("b", 1000)][..], &[("b", 1000)], &[], &[], &[("a", 1), ("elsewhere", 9)]] {
            columns.push(&shadings(&[("likely", of)]));
        }
        let texts = ["#F", "", "#", "", "$"].map(|text| text.replace('F', &full()));
        assert_eq!(columns.finish()["likely"], Shades::Column(texts.to_vec()));
    }

    #[test]
    fn what_is_full_where_another_shading_is_anything_is_said_once() {
        let mut columns = Columns::new(&scenery(&["a", "b"]));
        columns.push(&BTreeMap::new());
        columns.push(&shadings(&[("likely", &[("a", 7)]), ("possible", &[("a", 1000)])]));
        let found = columns.finish();
        assert_eq!(found["possible"], Shades::Support { of: "likely".to_owned() });
        assert_eq!(found["likely"], Shades::Column(vec![String::new(), "*".to_owned()]));
        let mut columns = Columns::new(&scenery(&["a", "b"]));
        columns.push(&shadings(&[("one", &[("a", 1000)]), ("two", &[("a", 1000)])]));
        let found = columns.finish();
        assert_eq!(found["one"], Shades::Support { of: "two".to_owned() });
        assert_eq!(found["two"], Shades::Column(vec![full()]));
    }

    fn full() -> String {
        levels().iter().find(|(_, level)| **level == FULL).unwrap().0.to_string()
    }
}
