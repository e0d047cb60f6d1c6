//! Commands as a shell takes them apart, as far as the pages need it.

use super::page::{Fence, Page};

/// The words that start `stoker` in a checkout with Cargo, before Cargo's options and `--`.
const CARGO: [&str; 2] = ["cargo", "run"];
/// Words before a command that say how it is run.
const BEFORE: [&str; 8] = ["time", "nohup", "/usr/bin/time", "-v", "do", "then", "$", "!"];

/// The arguments of each command of a page that starts `stoker`, with the line of its fence.
///
/// A line that a page shows with its output, after `$ `, is a command too.
pub(super) fn commands(page: &Page) -> Vec<(usize, Vec<String>)> {
    let mut commands = vec![];
    for Fence { language, line, text } in page.fences() {
        let joined = text.replace("\\\n", " ");
        let typed = joined.lines().filter(|line| match &*language {
            "sh" | "" => true,
            "text" => line.starts_with("$ "),
            _ => false,
        });
        let simple = typed.flat_map(simple_commands);
        commands.extend(simple.filter_map(arguments).map(|arguments| (line, arguments)));
    }
    commands
}

/// The arguments, if this starts `stoker`.
fn arguments(words: Vec<String>) -> Option<Vec<String>> {
    let mut words = words.into_iter().skip_while(|word| BEFORE.contains(&&**word));
    let program = words.next()?;
    if program == "stoker" || program.ends_with("/stoker") {
        return Some(words.collect());
    }
    let is_cargo = program == CARGO[0] && words.next()? == CARGO[1];
    let own = words.skip_while(|word| word != "--").skip(1).collect::<Vec<_>>();
    (is_cargo && !own.is_empty()).then_some(own)
}

/// The words of each command of a line, without redirections and comments.
fn simple_commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![vec![]];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars().peekable();
    let end = |word: &mut Option<String>, commands: &mut Vec<Vec<String>>| {
        let last = commands.last_mut().unwrap();
        last.extend(word.take());
    };
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => break,
            (' ', None) => end(&mut word, &mut commands),
            ('|' | ';' | '&', None) => {
                end(&mut word, &mut commands);
                commands.push(vec![]);
            }
            ('>' | '<', None) => {
                word.take_if(|word| word.chars().all(|c| c.is_ascii_digit()));
                end(&mut word, &mut commands);
                while chars.next_if_eq(&' ').is_some() {}
                while chars.next_if(|&c| c != ' ').is_some() {}
            }
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    end(&mut word, &mut commands);
    commands
}

#[test]
fn a_line_is_taken_apart_as_a_shell_does() {
    let found = |line: &str| -> Vec<_> {
        simple_commands(line).into_iter().filter_map(arguments).collect()
    };
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    assert_eq!(found("stoker view 'A B' | head -3  # a comment"), [words(&["view", "A B"])]);
    assert_eq!(found("nohup stoker resume x 2> week.log &"), [words(&["resume", "x"])]);
    assert_eq!(found("cd x && ./target/release/stoker bots"), [words(&["bots"])]);
    assert_eq!(
        found("cargo run --release -- match a=lines:\"b c\""),
        [words(&["match", "a=lines:b c"])]
    );
    assert!(found("cargo test --workspace").is_empty());
}
