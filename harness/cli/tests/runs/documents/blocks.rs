//! The blocks of a page that are played: commands, changes and outputs.

use super::page::{Fence, Page};

/// The purpose of a block for its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Commands to type.
    Commands,
    /// A change of files, as `diff -u` writes it.
    Change,
    /// The output of the block before.
    Output,
}

/// A block that matters to a reader who follows a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// The line of the page that opens it, from 1.
    pub(super) line: usize,
    pub(super) text: String,
}

/// The blocks of a page, in order.
///
/// An output counts only right after the command that prints it. A `text` block that begins with
/// `$ ` holds both: a command, and what it prints.
pub(super) fn blocks(page: &Page) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![];
    let mut end = None;
    for Fence { language, line, text } in page.fences() {
        let block = |kind, text: &str| Block { kind, line, text: text.to_owned() };
        let follows = end.is_some_and(|end| page.is_blank_between(end, line));
        end = None;
        match (&*language, text.strip_prefix("$ ").and_then(|text| text.split_once('\n'))) {
            ("text", Some((command, printed))) => blocks.extend([
                block(Kind::Commands, &format!("{command}\n")),
                block(Kind::Output, printed),
            ]),
            ("text", None) if follows => blocks.push(block(Kind::Output, &text)),
            ("sh" | "diff", _) => {
                let kind = if language == "sh" { Kind::Commands } else { Kind::Change };
                blocks.push(block(kind, &text));
                end = Some(line + text.lines().count() + 1);
            }
            _ => {}
        }
    }
    blocks
}

/// True if a program printed what a page shows.
pub(super) fn agree(shown: &str, printed: &str) -> bool {
    let lines =
        |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    all_agree(&lines(shown), &lines(printed))
}

fn all_agree(shown: &[String], printed: &[String]) -> bool {
    let Some((line, rest)) = shown.split_first() else { return printed.is_empty() };
    if line == "..." {
        return (0..=printed.len()).any(|left_out| all_agree(rest, &printed[left_out..]));
    }
    let Some((first, others)) = printed.split_first() else { return false };
    line_agrees(line, first) && all_agree(rest, others)
}

fn line_agrees(shown: &str, printed: &str) -> bool {
    let Some((first, shown)) = shown.split_once("...") else { return shown == printed };
    let Some(mut rest) = printed.strip_prefix(first) else { return false };
    let (middle, last) = shown.rsplit_once("...").unwrap_or(("", shown));
    for part in middle.split("...") {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[test]
fn blocks_are_found_with_their_kinds_and_lines() {
    let text = "Text\n```sh\nls\n```\n\n```text\na\n```\n```text\nnot\n```\n```diff\n+b\n```\nText\n\
                ```text\nnot\n```\n```text\n$ ls\na\n```\n";
    let page = Page { path: "page.md".into(), text: text.to_owned() };
    let block = |kind, line, text: &str| Block { kind, line, text: text.to_owned() };
    let expected = [
        block(Kind::Commands, 2, "ls\n"),
        block(Kind::Output, 6, "a\n"),
        block(Kind::Change, 12, "+b\n"),
        block(Kind::Commands, 19, "ls\n"),
        block(Kind::Output, 19, "a\n"),
    ];
    assert_eq!(blocks(&page), expected);
}

#[test]
fn an_output_may_leave_out_lines_and_parts_of_lines() {
    assert!(agree("a\nb\n", "a  \nb"));
    assert!(agree("...\nb 1.5\n...\n", "a\na\nb 1.5\n"));
    assert!(agree("took ... s, ... MiB\n", "took 1.5 s, 12 MiB\n"));
    for printed in ["took 1.5 s\n", "took 1.5 s, 12 MiB more\n", "took 1.5 s, 12 MiB\nmore\n", ""] {
        assert!(!agree("took ... s, ... MiB\n", printed), "{printed}");
    }
}
