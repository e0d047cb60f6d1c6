//! Choice of the objects that a program is linked from, by the symbols that they define and need.

use std::collections::{BTreeMap, BTreeSet};

use stoker_bots::submissions::{CKit, SubmissionForm};

use super::symbols::Symbols;
use crate::submission::contents::base;

/// An object of the team's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Object {
    /// The path of the object.
    pub(super) path: String,
    /// The source that it was compiled from, relative to the submission's folder.
    pub(super) source: String,
    pub(super) symbols: Symbols,
}

/// Facts about a side that do not depend on its objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Leaning {
    pub(super) form: &'static SubmissionForm,
    /// The source with the side's deciding function.
    pub(super) entry: String,
    /// Names of the side's view, in lower case and without `_`.
    pub(super) views: &'static [&'static str],
    /// A word in the names of the side's files.
    pub(super) word: &'static str,
    /// The word of the other side.
    pub(super) other: Option<&'static str>,
    /// The headers that its source includes, without extensions.
    pub(super) headers: BTreeSet<String>,
}

impl Object {
    /// True if it defines `main`, or the function that registers plays.
    pub(super) fn brings_main(&self, kit: &CKit) -> bool {
        kit.defines.iter().any(|name| self.symbols.defined.contains(*name))
    }
}

/// The changes to the objects of a program whose `main` is replaced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Replaced {
    /// Sources that are left out.
    pub(super) left_out: BTreeSet<String>,
    /// Objects that stay because of other symbols; our definitions take precedence over theirs.
    pub(super) weakened: BTreeSet<String>,
}

/// Replaces the team's `main` by ours: finds the objects to leave out, and those that are needed
/// for something else. The entry is always needed.
pub(super) fn replace_main(kit: &CKit, objects: &[Object], entry: &str) -> Replaced {
    let mut replaced = Replaced::default();
    let (mains, others): (Vec<&Object>, Vec<&Object>) =
        objects.iter().partition(|object| object.brings_main(kit));
    for main in &mains {
        let lacks = |name: &String| {
            !kit.defines.contains(&name.as_str())
                && main.symbols.offers(name)
                && !others.iter().any(|other| other.symbols.offers(name))
        };
        let stays = main.source == entry
            || others.iter().flat_map(|other| &other.symbols.needed).any(lacks);
        if stays {
            replaced.weakened.insert(main.path.clone());
        } else {
            replaced.left_out.insert(main.source.clone());
        }
    }
    replaced
}

/// Links on demand. Returns the objects that the first ones and `main` need, in the order in which
/// the need was found.
///
/// # Errors
/// A message if two objects define a needed symbol, and neither fits better.
pub(super) fn on_demand<'o>(
    first: &[&'o Object],
    needs_of_main: &BTreeSet<String>,
    candidates: &'o [Object],
    leaning: &Leaning,
) -> Result<Vec<&'o Object>, String> {
    let mut chosen = first.to_vec();
    loop {
        let open = open_symbols(&leaning.form.kit, &chosen, needs_of_main);
        let mut offers: BTreeMap<&str, Vec<&'o Object>> = BTreeMap::new();
        for name in &open {
            let offering = candidates.iter().filter(|object| object.symbols.offers(name));
            let offering: Vec<&Object> = strongest(offering.collect(), name);
            if !offering.is_empty() {
                offers.insert(name, offering);
            }
        }
        // A symbol that only one file defines comes first, because that file may define symbols
        // that several others define too.
        let next = offers.values().find(|offering| offering.len() == 1).map(|offering| offering[0]);
        let next = match next {
            Some(object) => object,
            None => match offers.iter().next() {
                None => return check(chosen, leaning),
                Some((name, offering)) => preferred(name, offering, leaning)?,
            },
        };
        chosen.push(next);
    }
}

/// The symbols that the chosen objects need, and that none of them defines.
pub(super) fn open_symbols(
    kit: &CKit,
    chosen: &[&Object],
    needs_of_main: &BTreeSet<String>,
) -> BTreeSet<String> {
    let needed = chosen.iter().flat_map(|object| &object.symbols.needed).chain(needs_of_main);
    let open = needed.filter(|name| {
        !kit.defines.contains(&name.as_str())
            && !chosen.iter().any(|object| object.symbols.offers(name))
    });
    open.cloned().collect()
}

/// The objects that really define a symbol; all of them if none does.
fn strongest<'o>(offering: Vec<&'o Object>, name: &str) -> Vec<&'o Object> {
    let defining: Vec<&Object> =
        offering.iter().copied().filter(|object| object.symbols.defined.contains(name)).collect();
    if defining.is_empty() { offering } else { defining }
}

/// The one of several objects that the names and headers of the side point to.
fn preferred<'o>(
    name: &str,
    offering: &[&'o Object],
    leaning: &Leaning,
) -> Result<&'o Object, String> {
    let ranks: Vec<_> = offering.iter().map(|object| leaning.rank(&object.source)).collect();
    let best = ranks.iter().min();
    let mut fit = offering.iter().zip(&ranks).filter(|(_, rank)| Some(*rank) == best);
    match (fit.next(), fit.next()) {
        (Some((object, _)), None) => Ok(object),
        (Some((one, _)), Some((other, _))) => Err(ambiguous(name, one, other, leaning)),
        (None, _) => Err(format!("nothing defines `{name}`")),
    }
}

/// The relation of a source to a side, closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SideRelation {
    /// It is the side's view.
    View,
    /// Its name belongs to the side, or the side includes its header.
    Own,
    /// There is no known relation.
    Neutral,
    /// Its name belongs to the other side, or to a test.
    Foreign,
}

/// The relation of a side to the header of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Header {
    Included,
    NotIncluded,
}

impl Leaning {
    /// The distance of a source from the side; the least is the closest.
    fn rank(&self, source: &str) -> (SideRelation, Header) {
        let stem = base(source).trim_end_matches(".c");
        let plain = stem.to_lowercase().replace('_', "");
        let header = match self.headers.contains(stem) {
            true => Header::Included,
            false => Header::NotIncluded,
        };
        let fit = if self.views.contains(&plain.as_str()) {
            SideRelation::View
        } else if self.other.is_some_and(|other| plain.contains(other)) || plain.contains("test") {
            SideRelation::Foreign
        } else if plain.contains(self.word) || header == Header::Included {
            SideRelation::Own
        } else {
            SideRelation::Neutral
        };
        (fit, header)
    }
}

/// Checks that no two chosen objects define the same symbol: they may have been chosen for
/// different ones.
fn check<'o>(chosen: Vec<&'o Object>, leaning: &Leaning) -> Result<Vec<&'o Object>, String> {
    let mut seen: BTreeMap<&str, &Object> = BTreeMap::new();
    for object in &chosen {
        let replaced = &leaning.form.kit.defines;
        let all = object.symbols.defined.iter();
        for name in all.filter(|name| !replaced.contains(&name.as_str())) {
            if let Some(other) = seen.insert(name, object) {
                return Err(ambiguous(name, other, object, leaning));
            }
        }
    }
    Ok(chosen)
}

fn ambiguous(name: &str, one: &Object, other: &Object, leaning: &Leaning) -> String {
    format!(
        "both {} and {} define `{name}`, and it is unclear which one {} needs: name the sources \
         under [{}] in bot.toml",
        one.source, other.source, leaning.entry, leaning.form.word,
    )
}

#[cfg(test)]
mod tests {
    use stoker_bots::course::SUBMISSIONS;

    use super::*;

    fn set(names: &str) -> BTreeSet<String> {
        names.split_whitespace().map(str::to_owned).collect()
    }

    fn object(source: &str, defined: &str, needed: &str) -> Object {
        let symbols = Symbols { defined: set(defined), needed: set(needed), ..Symbols::default() };
        Object { path: format!("{source}.o"), source: source.to_owned(), symbols }
    }

    fn hunters(headers: &str) -> Leaning {
        Leaning {
            form: SUBMISSIONS,
            entry: "hunter.c".to_owned(),
            views: &["hunterview"],
            word: "hunter",
            other: Some("drac"),
            headers: set(headers),
        }
    }

    fn linked(candidates: &[Object], headers: &str) -> Result<String, String> {
        let entry = object("hunter.c", "decide", "whereIs put");
        let chosen = on_demand(&[&entry], &set("newView"), candidates, &hunters(headers))?;
        Ok(chosen.iter().map(|object| object.source.as_str()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn only_what_is_needed_is_linked() {
        let candidates = [
            object("view.c", "newView whereIs", "map"),
            object("map.c", "map", ""),
            object("draft.c", "other", ""),
        ];
        assert_eq!(linked(&candidates, "").unwrap(), "hunter.c view.c map.c");
    }

    #[test]
    fn of_two_views_the_sides_own_is_linked() {
        let candidates = [
            object("DracView.c", "newView whereIs", ""),
            object("HunterView.c", "newView whereIs", ""),
        ];
        assert_eq!(linked(&candidates, "").unwrap(), "hunter.c HunterView.c");
        let candidates =
            [object("AView.c", "newView whereIs", ""), object("BView.c", "newView whereIs", "")];
        assert_eq!(linked(&candidates, "BView").unwrap(), "hunter.c BView.c");
    }

    #[test]
    fn what_stays_ambiguous_is_told_with_both_files() {
        let candidates =
            [object("a.c", "newView whereIs", ""), object("b.c", "newView whereIs", "")];
        let error = linked(&candidates, "").unwrap_err();
        let wanted = "both a.c and b.c define `newView`, and it is unclear which one hunter.c needs: \
             name the sources under [course] in bot.toml";
        assert_eq!(error, wanted);
        let candidates = [object("a.c", "newView x", ""), object("b.c", "whereIs x", "")];
        assert!(linked(&candidates, "").unwrap_err().starts_with("both a.c and b.c define `x`"));
    }

    #[test]
    fn a_main_is_left_out_unless_something_else_in_its_file_is_needed() {
        let objects = [
            object("hunter.c", "decide", "table"),
            object("player.c", "main registerBestPlay", "decide"),
            object("tables.c", "main table", ""),
        ];
        let replaced = replace_main(&SUBMISSIONS.kit, &objects, "hunter.c");
        assert_eq!((replaced.left_out, replaced.weakened), (set("player.c"), set("tables.c.o")));
        let own = [object("hunter.c", "main decide", "")];
        assert_eq!(replace_main(&SUBMISSIONS.kit, &own, "hunter.c").weakened, set("hunter.c.o"));
    }
}
