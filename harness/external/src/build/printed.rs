//! A parser for the output of `make`.

use std::collections::{BTreeMap, BTreeSet};

use super::shell::{ShellPiece, pieces};

/// The most commands that are read.
const MOST_COMMANDS: usize = 20_000;
/// The most targets that are read.
const MOST_TARGETS: usize = 64;
/// The longest name of a target or of a missing file, in bytes.
const LONGEST_NAME: usize = 200;

/// A command that make would carry out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PrintedCommand {
    /// The folder, relative to the submission's: empty for that folder itself.
    pub(super) folder: String,
    /// The program and its arguments.
    pub(super) words: Vec<String>,
}

/// The output of a run of make.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Printed {
    /// Commands in order.
    pub(super) commands: Vec<PrintedCommand>,
    /// Targets of the Makefile that may be a program or a group of programs, in the order of make's
    /// database.
    pub(super) targets: Vec<String>,
    /// Headers that the Makefile has rules for.
    pub(super) headers: Vec<String>,
    /// Prerequisites that are not part of a program, by target.
    pub(super) data: BTreeMap<String, Vec<String>>,
}

/// A parser for the output of make with `-w`, and maybe with `-p`.
struct MakeOutputParser {
    printed: Printed,
    /// The submission's folder as make names it, taken from the first line.
    root: Option<String>,
    /// Folders that were entered; `None` for those outside the submission.
    folders: Vec<Option<String>>,
    section: PrintedSection,
    /// True if the next line of the database does not describe a target.
    no_target: bool,
}

/// The kind of the current lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PrintedSection {
    Commands,
    Database,
    /// The part of the database that lists targets.
    Files,
}

/// Parses the standard output of make.
pub(super) fn printed(text: &str) -> Printed {
    let mut reader = MakeOutputParser {
        printed: Printed::default(),
        root: None,
        folders: vec![],
        section: PrintedSection::Commands,
        no_target: false,
    };
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    joined.lines().for_each(|line| reader.line(line));
    reader.printed
}

impl MakeOutputParser {
    fn line(&mut self, line: &str) {
        match self.section {
            _ if line.starts_with("# Make data base, printed on") => {
                self.section = PrintedSection::Database
            }
            _ if line.starts_with("# Finished Make data base") => {
                self.section = PrintedSection::Commands
            }
            PrintedSection::Commands => self.command_line(line),
            PrintedSection::Database if line == "# Files" => self.section = PrintedSection::Files,
            PrintedSection::Files if line.starts_with("# files hash-table") => {
                self.section = PrintedSection::Database
            }
            PrintedSection::Database => {}
            PrintedSection::Files => self.target_line(line),
        }
    }

    fn command_line(&mut self, line: &str) {
        match directory(line) {
            Some(Directory::Entered(folder)) => {
                let root = self.root.get_or_insert_with(|| folder.to_owned());
                self.folders.push(below(root, folder));
            }
            Some(Directory::Left) => drop(self.folders.pop()),
            None => self.shell_line(line),
        }
    }

    /// Each line of a recipe runs in its own shell.
    fn shell_line(&mut self, line: &str) {
        let mut folder = self.folders.last().cloned().unwrap_or_else(|| Some(String::new()));
        let mut outer = vec![];
        for piece in pieces(line) {
            match piece {
                ShellPiece::Open => outer.push(folder.clone()),
                ShellPiece::Close => folder = outer.pop().unwrap_or(folder),
                ShellPiece::Command(words) if words[0] == "cd" => {
                    let to = words.iter().skip(1).find(|word| !word.starts_with('-'));
                    folder = folder.zip(to).and_then(|(from, to)| inside(&from, to));
                }
                ShellPiece::Command(words) => {
                    let command = folder.clone().map(|folder| PrintedCommand { folder, words });
                    let room = self.printed.commands.len() < MOST_COMMANDS;
                    self.printed.commands.extend(command.filter(|_| room));
                }
            }
        }
    }

    fn target_line(&mut self, line: &str) {
        if line.starts_with('#') {
            self.no_target |= line == "# Not a target:";
            return;
        }
        let hidden = std::mem::take(&mut self.no_target);
        let Some((name, needs)) = line.split_once(':') else { return };
        let list = if name.ends_with(".h") && is_plain(name) {
            &mut self.printed.headers
        } else if may_be_a_goal(name) {
            &mut self.printed.targets
        } else {
            return;
        };
        if !hidden && list.len() < MOST_TARGETS && list.iter().all(|known| known != name) {
            list.push(name.to_owned());
            let data = needs.split_whitespace().filter(|need| is_data(need));
            let data: Vec<String> = data.take(MOST_TARGETS).map(str::to_owned).collect();
            self.printed.data.insert(name.to_owned(), data);
        }
    }
}

/// True if a prerequisite is a file that neither a compiler nor a linker reads.
fn is_data(name: &str) -> bool {
    const CODE: [&str; 9] = ["c", "h", "o", "a", "d", "so", "l", "y", "s"];
    is_plain(name)
        && name.rsplit_once('.').is_some_and(|(_, end)| {
            !end.contains('/') && !CODE.contains(&end.to_lowercase().as_str())
        })
}

/// True if a target may be a side's program, or lead to one.
fn may_be_a_goal(name: &str) -> bool {
    let file = [".o", ".c", ".h", ".d", ".a", ".txt"].iter().any(|end| name.ends_with(end));
    let other = ["clean", "submit", "give", "install", "zip", "tar"];
    is_plain(name) && !file && !other.iter().any(|word| name.contains(word))
}

/// True if a name can be passed to make: it is not an option, and neither make nor a shell would
/// expand it.
pub(super) fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./+".contains(c);
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with(['-', '.', '/'])
        && name.chars().all(plain)
}

/// Files that make needs, but that neither exist nor have a rule.
pub(super) fn missing(errors: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let (_, rest) = line.split_once("No rule to make target ")?;
        let (name, by) = rest.trim_start_matches(['\'', '`']).split_once('\'')?;
        (by.contains("needed by") && is_plain(name)).then(|| name.to_owned())
    };
    errors.lines().filter_map(name).collect()
}

/// A message of make about its working folder.
enum Directory<'l> {
    Entered(&'l str),
    Left,
}

/// The message about make's working folder in this line, if there is one.
fn directory(line: &str) -> Option<Directory<'_>> {
    // With `-p` it is a comment.
    let rest = line.strip_prefix("# ").unwrap_or(line).strip_prefix("make")?;
    let (depth, rest) = rest.split_once(": ")?;
    if !depth.is_empty() && !depth.starts_with('[') {
        return None;
    }
    match rest.strip_prefix("Entering directory ") {
        Some(folder) => Some(Directory::Entered(folder.trim_matches(['\'', '`']))),
        None => rest.starts_with("Leaving directory ").then_some(Directory::Left),
    }
}

/// An absolute path as one relative to the root; `None` if it is not below it.
fn below(root: &str, path: &str) -> Option<String> {
    let rest = path.strip_prefix(root)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| inside("", rest.trim_start_matches('/')))?
}

/// A path relative to a folder, turned into one relative to the root, without `.` and `..`; `None`
/// if it leads out of the root.
pub(super) fn inside(folder: &str, path: &str) -> Option<String> {
    if path.starts_with(['/', '~']) {
        return None;
    }
    let mut parts: Vec<&str> = vec![];
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn commands(text: &str) -> Vec<String> {
        let shown =
            |command: PrintedCommand| format!("{}: {}", command.folder, command.words.join(" "));
        printed(text).commands.into_iter().map(shown).collect()
    }

    #[test]
    fn commands_are_read_with_the_folder_they_run_in() {
        let text = "make: Entering directory '/work'\ncc -c a.c\ncd sub && cc -c b.c\n\
                    (cd sub/deep; cc c.c); cc d.c\nmake[1]: Entering directory '/work/lib'\n\
                    cc -c \\\n e.c\nmake[1]: Leaving directory '/work/lib'\ncc f.c\n";
        let read = commands(text);
        let wanted = [
            ": cc -c a.c",
            "sub: cc -c b.c",
            "sub/deep: cc c.c",
            ": cc d.c",
            "lib: cc -c e.c",
            ": cc f.c",
        ];
        assert_eq!(read, wanted);
    }

    #[test]
    fn commands_outside_of_the_submission_are_left_out() {
        let text = "make: Entering directory '/work'\ncd .. && cc a.c\ncd /etc; cc b.c\n\
                    make[1]: Entering directory '/workshop'\ncc c.c\n";
        assert_eq!(commands(text), [""; 0]);
    }

    #[test]
    fn targets_are_read_from_the_database_and_files_and_chores_are_none() {
        let text = "cc -c a.c\n# Make data base, printed on Monday\nCC = cc\nx: y\n# Files\n\
                    # Not a target:\n.c.o:\n\nhunter: a.o\n#  File does not exist.\n\tcc a.o\n\n\
                    a.o: a.c\nmap.h: map.txt\nclean:\nall: hunter\n# files hash-table stats:\nlate: x\n\
                    # Finished Make data base on Monday\ncc -c b.c\n";
        assert_eq!(printed(text).targets, ["hunter", "all"]);
        assert_eq!(printed(text).headers, ["map.h"]);
        assert_eq!(commands(text), [": cc -c a.c", ": cc -c b.c"]);
    }

    #[test]
    fn missing_files_are_read_from_what_make_complains_about() {
        let errors = "make: *** No rule to make target 'Map.h', needed by 'a.o'.\n\
                      make[1]: *** No rule to make target `Map.c', needed by `Map.o'.  Stop.\n\
                      make: *** No rule to make target 'nonesuch'.  Stop.\n\
                      make: *** No rule to make target '-x $(y)', needed by 'z'.\n";
        assert_eq!(missing(errors), ["Map.c", "Map.h"].map(str::to_owned).into());
    }

    #[test]
    fn paths_are_resolved_and_those_that_lead_out_are_refused() {
        assert_eq!(inside("sub", "../a/./b.c").as_deref(), Some("a/b.c"));
        assert_eq!(inside("", "../b.c"), None);
        assert_eq!(inside("sub", "/etc/passwd"), None);
    }

    proptest! {
        #[test]
        fn no_output_of_make_makes_the_reader_panic(text in "[\\PC\n'\"#:(]{0,200}") {
            let _ = (printed(&text), missing(&text));
        }
    }
}
