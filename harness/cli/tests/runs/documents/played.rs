//! The pages, followed to the letter: commands are run, and their output is compared with the page.
//!
//! In a page, blocks of `sh` are one session in a checkout, `diff` is a change that the reader
//! makes by hand, and `text` right after one of these is what it printed: there, `...` stands for
//! some text of a line, or for some lines if it is alone on its own.

use std::fmt::Write as _;

use rayon::prelude::*;

use super::blocks::{Block, Kind, agree, blocks};
use super::checkout::Checkout;
use super::exceptions::{BY_CARGO, NOT_RUN, PREPARED, REPLACED};
use super::page::{Page, pages};
use super::smaller::smaller;
use super::{named_targets, repository};
use crate::common::text;

/// A character that no output of a page holds: it separates the outputs of blocks.
const MARK: char = '\u{1e}';

/// The lines of a block as a reader types them, one by one: a line that goes on in the next is
/// joined.
fn typed(block: &str) -> Vec<String> {
    block.replace("\\\n", " ").lines().map(|line| line.trim().to_owned()).collect()
}

fn is_guide(page: &Page) -> bool {
    page.path.to_string_lossy().starts_with("docs/guide-")
}

/// The reason why a line of a page is not run, if there is one.
fn not_run(page: &Page, line: &str) -> Option<&'static str> {
    let listed = NOT_RUN
        .iter()
        .find(|(path, begin, _)| page.path.to_str() == Some(*path) && line.starts_with(begin));
    let by_cargo =
        BY_CARGO.iter().any(|begin| named_targets::without_variables(line).starts_with(begin));
    listed.map(|&(_, _, why)| why).or(by_cargo.then_some("run by Cargo"))
}

/// A page as it is played.
struct Script {
    blocks: Vec<Block>,
}

impl Script {
    /// The blocks of a page, without the commands that are not run, and with smaller numbers unless
    /// it is a guide. An output of commands that were changed so is left out.
    fn new(page: &Page) -> Self {
        let mut played: Vec<Block> = vec![];
        let mut is_whole = true;
        for block in blocks(page) {
            match block.kind {
                Kind::Commands if !is_guide(page) => {
                    let lines = typed(&block.text);
                    let run = lines.iter().filter(|line| not_run(page, line).is_none());
                    let run: Vec<_> = run.map(|line| smaller(line)).collect();
                    is_whole = run == lines;
                    played.push(Block { text: run.join("\n") + "\n", ..block });
                }
                Kind::Commands | Kind::Change => {
                    is_whole = true;
                    played.push(block);
                }
                Kind::Output if is_whole => played.push(block),
                Kind::Output => {}
            }
        }
        Self { blocks: played }
    }

    fn runs_something(&self) -> bool {
        self.blocks.iter().any(|block| !block.text.trim().is_empty())
    }

    /// The instructions for the shell.
    fn shell(&self) -> String {
        let trap = "trap 'echo \"failed: $BASH_COMMAND\" >&2' ERR\n".to_owned();
        self.blocks.iter().fold(trap, |shell, block| shell + &step(block))
    }
}

/// The shell's instructions for a block.
fn step(block: &Block) -> String {
    let mark = format!("printf '{MARK}'\n");
    match block.kind {
        Kind::Commands => format!("{mark}{}", block.text),
        Kind::Change => {
            format!("{mark}git apply -p0 <<'END OF CHANGE'\n{}END OF CHANGE\n", block.text)
        }
        Kind::Output => String::new(),
    }
}

/// Runs the commands of a page, and compares what they print with what it shows.
///
/// # Errors
/// The differences, by page and line.
fn play(page: &Page) -> Result<(), String> {
    let script = Script::new(page);
    if !script.runs_something() {
        return Ok(());
    }
    let checkout = Checkout::new();
    let name = page.path.display();
    let prepared = PREPARED.iter().filter(|(path, _)| page.path.to_str() == Some(*path));
    for (_, commands) in prepared {
        let output = checkout.follow(commands);
        assert!(output.status.success(), "{name}: {commands}: {}", text(&output.stderr));
    }
    let output = checkout.follow(&script.shell());
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    let printed: Vec<_> = printed.split(MARK).skip(1).collect();
    let mut done = script.blocks.iter().filter(|block| block.kind != Kind::Output);
    if !output.status.success() {
        let last = done.nth(printed.len().saturating_sub(1)).unwrap();
        let shown = printed.last().unwrap_or(&"");
        return Err(format!("{name}:{}: {}\n{shown}{told}\n", last.line, output.status));
    }
    assert_eq!(printed.len(), done.count(), "{name}");
    differences(page, &script.blocks, &printed)
}

/// Compares the outputs with those that a page shows.
fn differences(page: &Page, blocks: &[Block], printed: &[&str]) -> Result<(), String> {
    let mut printed = printed.iter();
    let mut last = "";
    let mut wrong = String::new();
    for block in blocks {
        match block.kind {
            Kind::Commands | Kind::Change => last = printed.next().unwrap(),
            Kind::Output if agree(&block.text, last) => {}
            Kind::Output => {
                let (name, line) = (page.path.display(), block.line);
                writeln!(wrong, "{name}:{line}: what is printed is\n{last}").unwrap();
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

fn guide(name: &str) {
    let guides = pages(repository()).into_iter().filter(is_guide);
    let guide = guides.into_iter().find(|page| page.path.ends_with(name)).unwrap();
    if let Err(wrong) = play(&guide) {
        panic!("{wrong}");
    }
}

#[test]
fn the_guide_for_students_can_be_followed() {
    guide("guide-students.md");
}

#[test]
fn the_guide_for_tutors_can_be_followed() {
    guide("guide-tutors.md");
}

#[test]
fn the_guide_for_researchers_can_be_followed() {
    guide("guide-researchers.md");
}

/// The page to play: the others are then left out.
const ONLY: &str = "STOKER_PAGE";

#[test]
fn every_command_of_every_other_page_can_be_run() {
    let only = std::env::var(ONLY).unwrap_or_default();
    let is_chosen = |page: &Page| !is_guide(page) && page.path.to_string_lossy().starts_with(&only);
    let chosen: Vec<_> = pages(repository()).into_iter().filter(is_chosen).collect();
    assert!(!chosen.is_empty(), "{ONLY}={only}: there is no such page");
    let wrong: String = chosen.par_iter().filter_map(|page| play(page).err()).collect();
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_exception_is_of_a_command_that_a_page_has() {
    let pages = pages(repository());
    let has_line = |path: &str, begin: &str| {
        let page = pages.iter().filter(|page| page.path.to_str() == Some(path));
        let mut commands = page.flat_map(blocks).filter(|block| block.kind == Kind::Commands);
        commands.any(|block| typed(&block.text).iter().any(|line| line.starts_with(begin)))
    };
    for (path, begin, why) in NOT_RUN {
        assert!(has_line(path, begin), "{path} has no command {begin:?}, which is not run: {why}");
    }
    for (path, _) in PREPARED {
        assert!(has_line(path, ""), "{path} has no commands to prepare for");
    }
    for (long, _) in REPLACED {
        let mut lines = pages.iter().filter(|page| !is_guide(page)).flat_map(blocks);
        let has_it = lines
            .any(|block| typed(&block.text).iter().any(|line| format!("{line} ").contains(long)));
        assert!(has_it, "no page has {long:?}, which is replaced");
    }
}

#[test]
fn every_test_and_benchmark_that_a_page_runs_exists() {
    let mut wrong = String::new();
    for page in pages(repository()) {
        for block in blocks(&page).iter().filter(|block| block.kind == Kind::Commands) {
            for line in typed(&block.text) {
                if let Err(why) = named_targets::check(&line) {
                    writeln!(wrong, "{}:{}: {line}: {why}", page.path.display(), block.line)
                        .unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
