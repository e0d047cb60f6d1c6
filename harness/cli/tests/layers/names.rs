//! Nothing outside of the games' folders names a game: each is a folder in `engine/`, one in
//! `bots/`, and a line in the lists of modules and in the registry.
//!
//! Names, texts and documentation count. Tests do not, nor do examples in documentation, which have
//! to be of some game.

use std::path::{Path, PathBuf};

use proc_macro2::TokenTree;

use super::{after_tests, declared, file_of, is_sign, members, named_file, tokens_of, workspace};

/// Words that belong to one game only, besides the names of the games' folders.
const WORDS: [&str; 10] = [
    "castle",
    "crypt",
    "drac",
    "dracula",
    "helsing",
    "hospital",
    "hunter",
    "mina",
    "vampire",
    "registerbestplay",
];

/// The crates with a folder for each game. What lies elsewhere in them is not a game's.
const WITH_GAMES: [&str; 2] = ["engine", "bots"];

/// The files that may name games, and the reason.
const ALLOWED: [(&str, &str); 5] = [
    ("engine/src/lib.rs", "it lists the folders"),
    ("bots/src/lib.rs", "it lists the folders, and the course supplies words"),
    ("harness/cli/src/registry.rs", "it is the list"),
    ("harness/stats/src/bradley_terry.rs", "it cites D. R. Hunter"),
    ("harness/cli/src/arguments", "`--help` shows what can be typed, which is of some game"),
];

#[test]
fn nothing_outside_of_the_games_folders_names_a_game() {
    let (words, games) = (words(), games());
    let of_a_game = |file: &PathBuf| {
        let folders = WITH_GAMES.map(|of| workspace().join(of).join("src"));
        let within =
            |folder: &PathBuf| games.iter().any(|game| file.starts_with(folder.join(game)));
        folders.iter().any(within)
    };
    let watched =
        |member: &&String| member.starts_with("harness/") || WITH_GAMES.contains(&member.as_str());
    let mut told = String::new();
    let members = members();
    let watched = members.iter().filter(watched).flat_map(files);
    for file in watched.filter(|file| !of_a_game(file)) {
        let path = file.strip_prefix(workspace()).unwrap().to_str().unwrap().to_owned();
        if !ALLOWED.iter().any(|(allowed, _)| path.starts_with(allowed)) {
            let named = named(&tokens_of(&file), &words);
            told += &named.iter().map(|text| format!("  {path}: {text}\n")).collect::<String>();
        }
    }
    assert!(told.is_empty(), "these are for a ruleset to say:\n{told}");
}

#[test]
fn what_may_name_a_game_does() {
    let words = words();
    let all: Vec<PathBuf> = members().iter().flat_map(files).collect();
    for (allowed, _) in ALLOWED {
        let mut own = all.iter().filter(|file| file.starts_with(workspace().join(allowed)));
        assert!(own.any(|file| !named(&tokens_of(file), &words).is_empty()), "{allowed}");
    }
}

/// The names of the games' folders, and their words.
fn words() -> Vec<String> {
    games().into_iter().chain(WORDS.map(str::to_owned)).collect()
}

/// The names of the games' folders.
fn games() -> Vec<String> {
    let folders = |of: &str| -> Vec<String> {
        let entries = std::fs::read_dir(workspace().join(of).join("src")).unwrap().flatten();
        let folders = entries.filter(|entry| entry.path().join("mod.rs").is_file());
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
    };
    let bots = folders("bots");
    let games: Vec<_> = folders("engine").into_iter().filter(|name| bots.contains(name)).collect();
    assert!(games.contains(&"course".to_owned()), "{games:?}");
    games
}

/// The files of a crate that are not for tests alone.
fn files(member: &String) -> Vec<PathBuf> {
    let mut files = vec![];
    for root in ["src/lib.rs", "src/main.rs"] {
        let root = workspace().join(member).join(root);
        if root.is_file() {
            add_modules(&tokens_of(&root), root.parent().unwrap(), &mut files);
            files.push(root);
        }
    }
    files
}

/// Adds the files of the modules that these tokens declare; `folder` has them.
fn add_modules(tokens: &[TokenTree], folder: &Path, files: &mut Vec<PathBuf>) {
    for (at, rest) in but_tests(tokens) {
        let Some(name) = declared(rest) else { continue };
        if let Some(TokenTree::Group(group)) = rest.get(2) {
            let within: Vec<_> = group.stream().into_iter().collect();
            add_modules(&within, &folder.join(&name), files);
        }
        let elsewhere = named_file(&tokens[..at]).map(|other| folder.join(other));
        for file in file_of(folder, &name).into_iter().chain(elsewhere) {
            add_modules(&tokens_of(&file), &folder.join(&name), files);
            files.push(file);
        }
    }
}

/// The place of each token that is not only for tests, with all tokens that follow.
fn but_tests(tokens: &[TokenTree]) -> impl Iterator<Item = (usize, &[TokenTree])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(after) = after_tests(tokens, at) {
            at = after;
        }
        let rest = tokens.get(at..).filter(|rest| !rest.is_empty())?;
        at += 1;
        Some((at - 1, rest))
    })
}

/// The names and texts that have one of these words in them.
fn named(tokens: &[TokenTree], words: &[String]) -> Vec<String> {
    let (mut found, mut prose) = (vec![], Prose::default());
    for (at, rest) in but_tests(tokens) {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        match &rest[0] {
            TokenTree::Group(group) => {
                let within: Vec<_> = group.stream().into_iter().collect();
                let is_doc = is_sign(before, '#') || is_sign(before, '!');
                match doc(&within).filter(|_| is_doc) {
                    Some(line) => found.extend(prose.of(&line).filter(|text| has(text, words))),
                    None => found.extend(named(&within, words)),
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                let text = rest[0].to_string();
                found.extend(has(&text, words).then_some(text));
            }
            TokenTree::Punct(_) => {}
        }
    }
    found
}

/// The line of a comment that is documentation.
fn doc(attribute: &[TokenTree]) -> Option<String> {
    let [word, _, TokenTree::Literal(line)] = attribute else { return None };
    (word.to_string() == "doc").then(|| line.to_string())
}

/// Reads documentation line by line.
#[derive(Default)]
struct Prose {
    in_example: bool,
}

impl Prose {
    /// The text of a line, without its examples.
    fn of(&mut self, line: &str) -> Option<String> {
        if line.contains("```") {
            self.in_example = !self.in_example;
            return None;
        }
        (!self.in_example).then(|| line.split('`').step_by(2).collect())
    }
}

/// True if one of these words is in a text, alone or as a part of a name, also in the plural.
fn has(text: &str, words: &[String]) -> bool {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if c.is_alphanumeric() {
            parts.last_mut().unwrap().extend(c.to_lowercase());
        }
        before = c;
    }
    let singular = |part: &String| part.strip_suffix('s').unwrap_or(part).to_owned();
    let whole = text.to_lowercase();
    parts.iter().any(|part| words.contains(part) || words.contains(&singular(part)))
        || words.iter().any(|word| word.len() > 10 && whole.contains(word))
}

#[test]
fn a_planted_name_is_found_however_it_is_written() {
    let named = |text: &str| {
        let tokens: proc_macro2::TokenStream = text.parse().unwrap();
        named(&tokens.into_iter().collect::<Vec<_>>(), &words())
    };
    for text in [
        "use stoker_engine::course::Course;",
        "enum Kind { Course(u8) }",
        "struct CourseProgram;",
        "fn of_course() {}",
        "const FORM: &str = COURSE_FORM;",
        "const SIDES: [&str; 2] = [\"hunters\", \"x\"];",
        "#[error(\"give `course`\")] struct E;",
        "fn f() { g(|| { h!(\"the castle\") }) }",
        "const A: &str = \"a `main` or `registerBestPlay`\";",
        "mod inner { fn f() -> Toy {} }",
        "/// Of a program of the course.\nfn f() {}",
        "//! ```\n//! x\n//! ```\n//! Of the course.\nfn f() {}",
    ] {
        assert!(!named(text).is_empty(), "{text}");
    }
    for text in [
        "// of the course\nfn f() {}",
        "//! ```\n//! hunters=tracker\n//! ```\n/// As in `hunters=tracker`.\nfn f() {}",
        "#[cfg(test)]\nmod tests { use stoker_engine::course::Course; }",
        "#[cfg(test)]\nuse stoker_engine::course::Course;",
        "const A: &str = \"recourse, coursework, terminal\";",
    ] {
        assert_eq!(named(text), [""; 0], "{text}");
    }
}
