//! Layers point one way: there is no circle between the crates of the workspace, nor between the
//! modules at the top of one of them.
//!
//! The uses of a module are read from its tokens: `use` lines and inline paths that begin with
//! `crate` or `super`, in all of its files, and through what the crate's root re-exports. Tests are
//! passed over: they may use what is above them.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod names;
mod picture;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The known circles, by crate and modules. One that no longer exists has to be removed here.
const KNOWN: &[(&str, &[&str])] = &[];

/// A use: from one to another, with a file that contains it.
type Arrows = BTreeMap<String, BTreeMap<String, PathBuf>>;

#[test]
fn modules_at_the_top_of_a_crate_point_one_way() {
    let mut found = BTreeSet::new();
    let mut told = String::new();
    for member in members() {
        let library = workspace().join(&member).join("src/lib.rs");
        if !library.is_file() {
            continue;
        }
        let arrows = arrows_between_modules(&library);
        for circle in circles(&arrows) {
            told += &format!("{member}:\n{}", way_round(&arrows, &circle));
            found.insert((member.clone(), circle));
        }
    }
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let known: BTreeSet<_> =
        KNOWN.iter().map(|(member, circle)| ((*member).to_owned(), owned(circle))).collect();
    assert_eq!(found, known, "circles today:\n{told}");
}

#[test]
fn crates_point_one_way() {
    let arrows = arrows_of_manifests(&["dependencies", "build-dependencies", "dev-dependencies"]);
    assert!(arrows["stoker"].contains_key("stoker-engine"), "{arrows:?}");
    let told: Vec<_> = circles(&arrows).iter().map(|it| way_round(&arrows, it)).collect();
    assert!(told.is_empty(), "crates in a circle:\n{}", told.concat());
}

/// The uses between crates, without those of their tests.
fn arrows_between_crates() -> Arrows {
    arrows_of_manifests(&["dependencies"])
}

/// The dependencies between crates in these tables of their manifests.
fn arrows_of_manifests(tables: &[&str]) -> Arrows {
    let manifests: BTreeMap<_, _> = members().iter().map(|member| manifest_of(member)).collect();
    let mut arrows = Arrows::new();
    for (name, (path, manifest)) in &manifests {
        let used = arrows.entry(name.clone()).or_default();
        for table in tables {
            let Some(table) = manifest.get(*table).and_then(toml::Value::as_table) else {
                continue;
            };
            let own = table.keys().filter(|other| manifests.contains_key(*other));
            used.extend(own.map(|other| (other.clone(), path.clone())));
        }
    }
    arrows
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn toml_of(path: &Path) -> toml::Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The folders of the workspace's crates.
fn members() -> Vec<String> {
    let workspace = toml_of(&workspace().join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().unwrap();
    members.iter().map(|member| member.as_str().unwrap().to_owned()).collect()
}

/// The name of the crate in a folder, and its manifest.
fn manifest_of(member: &str) -> (String, (PathBuf, toml::Table)) {
    let path = Path::new(member).join("Cargo.toml");
    let manifest = toml_of(&workspace().join(&path));
    (manifest["package"]["name"].as_str().unwrap().to_owned(), (path, manifest))
}

/// The uses between the modules at the top of a crate.
fn arrows_between_modules(library: &Path) -> Arrows {
    let root = tokens_of(library);
    let (names, files) = root_of(&root, library);
    let folder = library.parent().unwrap();
    let mut arrows = Arrows::new();
    for (top, file) in files {
        let mut reader = Reader { names: &names, used: BTreeMap::new() };
        reader.read_file(&Module { path: vec![top.clone()], file });
        reader.used.remove(&top);
        let relative = |file: PathBuf| file.strip_prefix(folder).unwrap().to_owned();
        let used = reader.used.into_iter().map(|(other, file)| (other, relative(file)));
        arrows.entry(top).or_default().extend(used);
    }
    arrows
}

fn tokens_of(file: &Path) -> Vec<TokenTree> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{file:?}: {error}"));
    tokens.into_iter().collect()
}

/// A module in a file, or within one.
struct Module {
    /// Its name, after those of the modules that it is in.
    path: Vec<String>,
    file: PathBuf,
}

/// By which names the root of a crate knows its modules and what it re-exports of them, and the
/// files of the modules.
fn root_of(
    tokens: &[TokenTree],
    library: &Path,
) -> (BTreeMap<String, String>, Vec<(String, PathBuf)>) {
    let folder = library.parent().unwrap();
    let (mut names, mut files, mut at) = (BTreeMap::new(), vec![], 0);
    let mut uses = vec![];
    while at < tokens.len() {
        if let Some(after) = after_tests(tokens, at) {
            at = after;
            continue;
        }
        let rest = &tokens[at..];
        if let Some(name) = declared(rest) {
            names.insert(name.clone(), name.clone());
            let elsewhere = named_file(&tokens[..at]).map(|other| folder.join(other));
            let own = file_of(folder, &name);
            files.extend(own.into_iter().chain(elsewhere).map(|file| (name.clone(), file)));
        } else if is_word(rest.first(), "use") {
            uses.push(&rest[1..]);
        }
        at += 1;
    }
    for line in uses {
        let end = line.iter().position(|token| is_sign(Some(token), ';')).unwrap_or(line.len());
        re_exported(&line[..end], None, &mut names);
    }
    (names, files)
}

/// Adds the names that a `use` line of the root gives to what is in its modules.
fn re_exported(tree: &[TokenTree], top: Option<&str>, names: &mut BTreeMap<String, String>) {
    let skipped =
        tree.iter().take_while(|token| is_word(Some(token), "crate") || is_sign(Some(token), ':'));
    let tree = &tree[skipped.count()..];
    let Some(first) = tree.first() else { return };
    if let TokenTree::Group(group) = first {
        parts(group).iter().for_each(|part| re_exported(part, top, names));
        return;
    }
    let first = first.to_string();
    let top = match top {
        Some(top) => top.to_owned(),
        None => match names.get(&first) {
            Some(top) => top.clone(),
            None => return,
        },
    };
    match tree.get(1) {
        Some(_) if is_sign(tree.get(1), ':') => re_exported(&tree[2..], Some(&top), names),
        Some(_) if is_word(tree.get(1), "as") => _ = names.insert(tree[2].to_string(), top),
        _ => _ = names.entry(first).or_insert(top),
    }
}

/// Finds what one module at the top uses of others.
struct Reader<'n> {
    names: &'n BTreeMap<String, String>,
    /// Modules at the top, with a file that uses each.
    used: BTreeMap<String, PathBuf>,
}

impl Reader<'_> {
    fn read_file(&mut self, module: &Module) {
        self.read(&tokens_of(&module.file), module);
    }

    fn read(&mut self, tokens: &[TokenTree], module: &Module) {
        let mut at = 0;
        while at < tokens.len() {
            if let Some(after) = after_tests(tokens, at) {
                at = after;
                continue;
            }
            let rest = &tokens[at..];
            at += 1;
            if let Some(name) = declared(rest) {
                self.read_child(&name, rest, &tokens[..at - 1], module);
                at += 2;
            } else if is_sign(rest.get(1), ':') && is_sign(rest.get(2), ':') {
                if is_word(rest.first(), "crate") {
                    self.follow(&rest[3..], &[], module);
                } else if is_word(rest.first(), "super") {
                    self.follow(rest, &module.path, module);
                    at += rest.chunks(3).take_while(|it| is_word(it.first(), "super")).count() * 3
                        - 1;
                }
            } else if let TokenTree::Group(group) = &rest[0] {
                self.read(&group.stream().into_iter().collect::<Vec<_>>(), module);
            }
        }
    }

    /// Reads a module that is declared in another, before it what was said of it.
    fn read_child(
        &mut self,
        name: &str,
        rest: &[TokenTree],
        before: &[TokenTree],
        module: &Module,
    ) {
        let path = [&module.path[..], &[name.to_owned()]].concat();
        if let Some(TokenTree::Group(group)) = rest.get(2) {
            let child = Module { path, file: module.file.clone() };
            return self.read(&group.stream().into_iter().collect::<Vec<_>>(), &child);
        }
        let beside = module.file.parent().unwrap();
        let own = match module.file.ends_with("mod.rs") {
            true => beside.to_owned(),
            false => module.file.with_extension(""),
        };
        let elsewhere = named_file(before).map(|other| beside.join(other));
        for file in file_of(&own, name).into_iter().chain(elsewhere) {
            self.read_file(&Module { path: path.clone(), file });
        }
    }

    /// Follows the rest of a path from a module on.
    fn follow(&mut self, rest: &[TokenTree], from: &[String], module: &Module) {
        match rest.first() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                parts(group).iter().for_each(|part| self.follow(part, from, module));
            }
            first if is_word(first, "super") => {
                let above = &from[..from.len().saturating_sub(1)];
                self.follow(rest.get(3..).unwrap_or_default(), above, module);
            }
            Some(first) if from.is_empty() => {
                let first = first.to_string();
                assert_ne!(first, "*", "{}: name what is used of the root", module.file.display());
                if let Some(top) = self.names.get(&first) {
                    self.used.entry(top.clone()).or_insert_with(|| module.file.clone());
                }
            }
            _ => {}
        }
    }
}

/// The name of the module that these tokens begin to declare.
fn declared(tokens: &[TokenTree]) -> Option<String> {
    let [word, TokenTree::Ident(name), end, ..] = tokens else { return None };
    let ends = is_sign(Some(end), ';') || matches!(end, TokenTree::Group(_));
    (is_word(Some(word), "mod") && ends).then(|| name.to_string())
}

/// The file of a module that is declared in `folder`; there is none if an attribute names it.
fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let files = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
    files.into_iter().find(|file| file.is_file())
}

/// The file that the attribute at the end of these tokens gives to a module: `path = "..."`.
fn named_file(before: &[TokenTree]) -> Option<String> {
    let words = before.iter().rev().skip_while(|token| matches!(token, TokenTree::Ident(_)));
    let TokenTree::Group(attribute) = words.take(1).next()? else { return None };
    let text = attribute.to_string();
    let (_, value) = text.split_once("path = \"")?;
    value.split_once('"').map(|(file, _)| file.to_owned())
}

/// Behind the item that begins here, if it is there for tests only.
fn after_tests(tokens: &[TokenTree], at: usize) -> Option<usize> {
    let TokenTree::Group(attribute) = tokens.get(at + 1)? else { return None };
    let text = attribute.to_string();
    let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let for_tests = words.contains(&"cfg") && words.contains(&"test") && !words.contains(&"not");
    if !is_sign(tokens.get(at), '#') || !for_tests {
        return None;
    }
    let mut end = at + 2;
    while is_sign(tokens.get(end), '#') {
        end += 2;
    }
    let is_last = |token: &TokenTree| is_braced(token) || is_sign(Some(token), ';');
    let length = tokens[end..].iter().position(is_last);
    Some(length.map_or(tokens.len(), |length| end + length + 1))
}

fn is_braced(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The parts of a group between commas.
fn parts(group: &proc_macro2::Group) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<_> = group.stream().into_iter().collect();
    tokens.split(|token| is_sign(Some(token), ',')).map(<[_]>::to_vec).collect()
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(ident)) if ident == word)
}

/// The sets of two or more of which each can be reached from each.
fn circles(arrows: &Arrows) -> BTreeSet<BTreeSet<String>> {
    let reach: BTreeMap<_, _> =
        arrows.keys().map(|from| (from.clone(), reachable(arrows, from))).collect();
    let mutual = |from: &String| -> BTreeSet<String> {
        let both = |to: &&String| reach.get(*to).is_some_and(|back| back.contains(from));
        reach[from].iter().filter(both).cloned().collect()
    };
    reach.keys().map(mutual).filter(|circle| !circle.is_empty()).collect()
}

fn reachable(arrows: &Arrows, from: &str) -> BTreeSet<String> {
    let (mut found, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(from) = next.pop() {
        let to = arrows.get(&from).into_iter().flat_map(BTreeMap::keys);
        next.extend(to.filter(|to| found.insert((*to).clone())).cloned());
    }
    found
}

/// The shortest way from the first of a circle back to it, an arrow a line.
fn way_round(arrows: &Arrows, circle: &BTreeSet<String>) -> String {
    let start = circle.first().unwrap();
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for to in arrows[way[way.len() - 1]].keys().filter(|to| seen.insert(*to)) {
            let longer: Vec<_> = way.iter().copied().chain([to]).collect();
            if to == start {
                return longer.windows(2).map(|arrow| told(arrows, arrow[0], arrow[1])).collect();
            }
            ways.push_back(longer);
        }
    }
    unreachable!("{circle:?} is no circle")
}

fn told(arrows: &Arrows, from: &str, to: &str) -> String {
    format!("  {from} -> {to}, in {}\n", arrows[from][to].display())
}

/// The circles of a crate with these files.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let arrows = arrows_between_modules(&folder.path().join("lib.rs"));
    let told = circles(&arrows).into_iter().map(|circle| way_round(&arrows, &circle));
    told.collect()
}

#[test]
fn a_planted_back_edge_is_found_however_it_is_written() {
    let back = [
        "use super::high::Thing;",
        "use crate::{low, high::{self, Thing}};",
        "pub(crate) use super::{Thing as Other};",
        "fn f() -> crate::high::Thing { todo!() }",
        "fn f() { assert!(crate::high::VALUE > 1); }",
        "fn f(thing: crate::Thing) {}",
        "fn f(thing: crate::Renamed) {}",
        "mod inner { use super::super::high; }",
        "#[arg(value_parser = crate::high::parse)] struct Low;",
        "#[cfg(not(test))] use super::high;",
    ];
    for line in back {
        let files = [
            ("lib.rs", "pub mod high;\nmod low;\npub use high::{Other as Renamed, Thing};"),
            ("high.rs", "use crate::low::Low;"),
            ("low.rs", line),
        ];
        let told = "  high -> low, in high.rs\n  low -> high, in low.rs\n";
        assert_eq!(circles_of(&files), [told], "{line}");
    }
}

#[test]
fn a_back_edge_is_found_in_every_file_of_a_module() {
    let lib = ("lib.rs", "mod high;\n#[cfg_attr(windows, path = \"other.rs\")]\nmod low;");
    let high = ("high.rs", "mod part;");
    let part = ("high/part.rs", "use super::super::{low::Low, low};");
    for path in ["low/deep.rs", "low/deep/mod.rs"] {
        let deep = (path, "use super::super::high;");
        let files = [lib, high, part, ("low.rs", "mod deep;"), deep, ("other.rs", "")];
        let told = format!("  high -> low, in high/part.rs\n  low -> high, in {path}\n");
        assert_eq!(circles_of(&files), [told]);
    }
    let files = [lib, high, part, ("low.rs", ""), ("other.rs", "use super::high;")];
    let told = "  high -> low, in high/part.rs\n  low -> high, in other.rs\n";
    assert_eq!(circles_of(&files), [told]);
}

#[test]
fn a_circle_of_three_is_told_arrow_by_arrow() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use super::b;"),
        ("b.rs", "use super::c;"),
        ("c.rs", "use super::a;"),
        ("d.rs", "use super::a;"),
    ];
    let told = "  a -> b, in a.rs\n  b -> c, in b.rs\n  c -> a, in c.rs\n";
    assert_eq!(circles_of(&files), [told]);
}

#[test]
fn tests_and_comments_and_own_children_are_no_back_edge() {
    let low = "\
        // use super::high;\n\
        /// See [`crate::high`].\n\
        fn f() { let _ = \"crate::high\"; }\n\
        #[cfg(test)]\n#[expect(unused)]\nuse super::high;\n\
        #[cfg(test)]\nmod tests { use super::super::high; }\n\
        #[cfg(any(test, feature = \"testing\"))]\npub mod testing;\n\
        pub(crate) fn g() {}\n\
        mod high { use super::f; }\n\
        use self::high as own;";
    let files = [
        ("lib.rs", "mod high; mod low;"),
        ("high.rs", "use super::low;"),
        ("low.rs", low),
        ("low/testing.rs", "use super::super::high;"),
    ];
    assert!(circles_of(&files).is_empty());
}
