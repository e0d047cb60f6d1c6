//! The programs that a team's own commands would make, and their parts.

use std::collections::{BTreeMap, BTreeSet};

use super::flags::{CompilerCall, CompilerPurpose, compiler_call};
use super::pattern::{is_pattern, matches};
use super::printed::{PrintedCommand, inside};
use crate::submission::contents::base;

/// The limit on what is learnt, in parts of programs with few flags. A Makefile costs time and
/// memory outside of any sandbox.
const ROOM: usize = 200_000;

/// A source, and its compilation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    /// The folder in which the compiler is called, relative to the submission's.
    pub(super) folder: String,
    /// The path relative to the submission's folder.
    pub(super) source: String,
    /// The team's flags, without those that we drop.
    pub(super) flags: Vec<String>,
}

/// An input of the linker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LinkInput {
    /// A source, compiled.
    Unit(Unit),
    /// A library of these parts; only those that are needed are linked.
    Archive(Vec<LinkInput>),
    /// An object or a library that no command makes, relative to the submission's folder.
    File(String),
    /// A system library, such as `-lm`.
    Library(String),
    /// Something outside of the submission's folder.
    Outside(String),
}

impl LinkInput {
    /// The cost of keeping it.
    fn weight(&self) -> usize {
        match self {
            Self::Unit(unit) => weight_of(&unit.flags),
            Self::Archive(parts) => 1 + parts.iter().map(Self::weight).sum::<usize>(),
            Self::File(_) | Self::Library(_) | Self::Outside(_) => 1,
        }
    }
}

/// The cost of keeping a source with these flags.
fn weight_of(flags: &[String]) -> usize {
    1 + flags.iter().map(|flag| 1 + flag.len() / 16).sum::<usize>() / 8
}

/// A program that would be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TracedProgram {
    /// The path relative to the submission's folder.
    pub(super) name: String,
    /// The parts in link order.
    pub(super) parts: Vec<LinkInput>,
}

impl TracedProgram {
    /// Its sources in link order, including those in libraries.
    pub(super) fn units(&self) -> Vec<&Unit> {
        fn of(parts: &[LinkInput]) -> Vec<&Unit> {
            let mut units = vec![];
            for part in parts {
                match part {
                    LinkInput::Unit(unit) => units.push(unit),
                    LinkInput::Archive(parts) => units.extend(of(parts)),
                    LinkInput::File(_) | LinkInput::Library(_) | LinkInput::Outside(_) => {}
                }
            }
            units
        }
        of(&self.parts)
    }

    pub(super) fn has(&self, source: &str) -> bool {
        self.units().iter().any(|unit| unit.source == source)
    }
}

/// The programs and units learnt from commands.
#[derive(Debug, Clone, Default)]
pub(super) struct TracedPrograms {
    pub(super) programs: Vec<TracedProgram>,
    /// The first compilation of each source.
    pub(super) units: BTreeMap<String, Unit>,
}

/// Reads commands. `files` are the submission's; patterns such as `*.c` are expanded to them.
pub(super) fn learn(commands: &[PrintedCommand], files: &BTreeSet<String>) -> TracedPrograms {
    let (made, learnt) = (BTreeMap::new(), TracedPrograms::default());
    let mut reader = TraceReader { files, made, learnt, room: ROOM };
    for command in commands {
        if reader.room == 0 {
            break;
        }
        reader.command(command);
    }
    reader.learnt
}

struct TraceReader<'f> {
    files: &'f BTreeSet<String>,
    /// Files that commands have made so far, by path.
    made: BTreeMap<String, LinkInput>,
    learnt: TracedPrograms,
    /// The remaining limit.
    room: usize,
}

impl TraceReader<'_> {
    fn command(&mut self, PrintedCommand { folder, words }: &PrintedCommand) {
        // Environment variables come before the command.
        let start = words.iter().position(|word| !is_assignment(word)).unwrap_or(words.len());
        let words = &words[start..];
        if let Some(arguments) = after_compiler(words) {
            let filled = self.all_filled(folder, arguments);
            self.compiler(folder, &compiler_call(&filled));
        } else if let [program, rest @ ..] = words {
            match base(program) {
                "mv" | "cp" => self.renamed(folder, rest),
                name if name == "ar" || name.ends_with("-ar") => self.archive(folder, rest),
                _ => {}
            }
        }
    }

    fn compiler(&mut self, folder: &str, call: &CompilerCall) {
        match call.purpose {
            CompilerPurpose::Compile => {
                let alone = call.inputs.len() == 1;
                for input in call.inputs.iter().filter(|input| is_source(input)) {
                    let object = format!("{}.o", base(input).trim_end_matches(".c"));
                    let output = call.output.clone().filter(|_| alone).unwrap_or(object);
                    if let Some(part) = self.part(folder, input, call) {
                        self.make(folder, &output, part);
                    }
                }
            }
            CompilerPurpose::Link => {
                let parts = call.inputs.iter().map(|input| self.part(folder, input, call));
                // An incomplete program is of no use.
                let Some(parts) = parts.collect::<Option<Vec<LinkInput>>>() else { return };
                let name = inside(folder, call.output.as_deref().unwrap_or("a.out"));
                let program = name.map(|name| TracedProgram { name, parts });
                self.learnt.programs.extend(program.filter(|program| !program.units().is_empty()));
            }
            CompilerPurpose::Other => {}
        }
    }

    fn make(&mut self, folder: &str, name: &str, part: LinkInput) {
        if let Some(path) = inside(folder, name) {
            self.made.insert(path, part);
        }
    }

    /// The part for an input of a compiler; `None` if the limit is reached.
    fn part(&mut self, folder: &str, input: &str, call: &CompilerCall) -> Option<LinkInput> {
        if let Some(name) = input.strip_prefix("-l") {
            return match self.own_library(folder, name, call) {
                Some(path) => self.made(path),
                None => self.spent(LinkInput::Library(input.to_owned())),
            };
        }
        let Some(path) = inside(folder, input) else {
            return self.spent(LinkInput::Outside(input.to_owned()));
        };
        if !is_source(input) {
            return self.made(path);
        }
        self.room = self.room.checked_sub(weight_of(&call.flags)).or_else(|| self.full())?;
        let unit = Unit { folder: folder.to_owned(), source: path, flags: call.flags.clone() };
        self.learnt.units.entry(unit.source.clone()).or_insert_with(|| unit.clone());
        Some(LinkInput::Unit(unit))
    }

    /// The path of the library of this name, if it is one of the submission's.
    fn own_library(&self, folder: &str, name: &str, call: &CompilerCall) -> Option<String> {
        let whole = name.strip_prefix(':').map(str::to_owned);
        let file = whole.unwrap_or_else(|| format!("lib{name}.a"));
        let places = call.library_folders.iter().filter_map(|place| inside(folder, place));
        let mut paths = places.filter_map(|place| inside(&place, &file));
        paths.find(|path| self.made.contains_key(path) || self.files.contains(path))
    }

    /// The part that commands made under this path, or else a file of the submission.
    fn made(&mut self, path: String) -> Option<LinkInput> {
        let Some(made) = self.made.get(&path) else { return self.spent(LinkInput::File(path)) };
        match self.room.checked_sub(made.weight()) {
            Some(room) => {
                self.room = room;
                Some(made.clone())
            }
            None => self.full(),
        }
    }

    fn spent(&mut self, part: LinkInput) -> Option<LinkInput> {
        self.room = self.room.checked_sub(1).or_else(|| self.full())?;
        Some(part)
    }

    fn full<T>(&mut self) -> Option<T> {
        self.room = 0;
        None
    }

    /// Reads `ar rcs libx.a a.o b.o`.
    fn archive(&mut self, folder: &str, words: &[String]) {
        let names: Vec<String> =
            words.iter().filter(|word| !word.starts_with('-')).cloned().collect();
        let dashed = words.first().is_some_and(|word| word.starts_with('-'));
        let [name, members @ ..] = names.get(usize::from(!dashed)..).unwrap_or_default() else {
            return;
        };
        let Some(path) = inside(folder, name) else { return };
        let mut parts = match self.made.remove(&path) {
            Some(LinkInput::Archive(parts)) => parts,
            _ => vec![],
        };
        for member in self.all_filled(folder, members) {
            let part = inside(folder, &member).and_then(|path| self.made(path));
            parts.extend(part.filter(|part| !matches!(part, LinkInput::Archive(_))));
        }
        self.made.insert(path, LinkInput::Archive(parts));
    }

    /// Reads `mv a.o objects/`: the file is then known by both names.
    fn renamed(&mut self, folder: &str, words: &[String]) {
        let names: Vec<String> =
            words.iter().filter(|word| !word.starts_with('-')).cloned().collect();
        let Some((to, from)) = names.split_last() else { return };
        for from in self.all_filled(folder, from) {
            let Some(path) = inside(folder, &from).filter(|path| self.made.contains_key(path))
            else {
                continue;
            };
            for name in [format!("{to}/{}", base(&from)), to.clone()] {
                if let Some(part) = self.made(path.clone()) {
                    self.make(folder, &name, part);
                }
            }
        }
    }

    fn all_filled(&mut self, folder: &str, words: &[String]) -> Vec<String> {
        words.iter().flat_map(|word| self.filled(folder, word)).collect()
    }

    /// The files that a pattern matches; the word itself if it is not a pattern.
    fn filled(&mut self, folder: &str, word: &str) -> Vec<String> {
        if !is_pattern(word) {
            return vec![word.to_owned()];
        }
        let looked_at = self.files.len() + self.made.len();
        self.room = self.room.saturating_sub(1 + looked_at / 8);
        if self.room == 0 {
            return vec![];
        }
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let known = self.files.iter().chain(self.made.keys());
        let names = known.filter_map(|path| path.strip_prefix(&prefix));
        let found: BTreeSet<&str> = names.filter(|name| matches(word, name)).collect();
        let found: Vec<String> = found.into_iter().map(str::to_owned).collect();
        self.room = self.room.saturating_sub(found.len());
        found
    }
}

/// The arguments of a compiler, if the command runs one, even inside a wrapper.
fn after_compiler(words: &[String]) -> Option<&[String]> {
    let file = |word: &str| [".c", ".o", ".a", ".so", ".h"].iter().any(|end| word.ends_with(end));
    let is_argument = |word: &String| word.starts_with('-') || file(word);
    let end = words.iter().position(is_argument)?;
    let (program, arguments) = words.split_at(end);
    let is_compiler = |word: &String| {
        let name = base(word).trim_end_matches(|c: char| c.is_ascii_digit() || "-.".contains(c));
        name.ends_with("cc")
            || name.ends_with("clang")
            || ["c99", "c89", "3c"].contains(&base(word))
    };
    let prints = program.first().is_some_and(|word| ["echo", "printf"].contains(&base(word)));
    (!prints && program.iter().any(is_compiler)).then_some(arguments)
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

fn is_source(name: &str) -> bool {
    name.ends_with(".c")
}

#[cfg(test)]
mod tests {
    use super::super::printed::printed;
    use super::*;

    const FILES: [&str; 4] = ["hunter.c", "HunterView.c", "sub/map.c", "libgiven.a"];

    fn learnt(text: &str) -> TracedPrograms {
        learn(&printed(text).commands, &FILES.map(str::to_owned).into())
    }

    /// A part as text: sources with their flags, libraries in brackets.
    fn shown(part: &LinkInput) -> String {
        match part {
            LinkInput::Unit(unit) => {
                [vec![unit.source.clone()], unit.flags.clone()].concat().join(" ")
            }
            LinkInput::Archive(parts) => {
                format!("[{}]", parts.iter().map(shown).collect::<String>())
            }
            LinkInput::File(name) | LinkInput::Library(name) => name.clone(),
            LinkInput::Outside(name) => format!("outside {name}"),
        }
    }

    fn program(text: &str) -> String {
        let learnt = learnt(text);
        let program = learnt.programs.first().unwrap();
        let parts: Vec<String> = program.parts.iter().map(shown).collect();
        format!("{}: {}", program.name, parts.join(", "))
    }

    #[test]
    fn a_program_is_traced_to_its_sources_with_the_flags_of_each() {
        let text = "gcc -Wall -c hunter.c\n2521 3c -g -c -o obj/v.o HunterView.c\n\
                    dcc -o hunter hunter.o obj/v.o odd.c -lm\n";
        assert_eq!(program(text), "hunter: hunter.c -Wall, HunterView.c -g, odd.c, -lm");
    }

    #[test]
    fn sources_of_subfolders_are_named_from_the_submissions_folder() {
        assert_eq!(
            program("cd sub && cc -O1 -c map.c\ncc hunter.c sub/map.o\n"),
            "a.out: hunter.c, sub/map.c -O1"
        );
        assert_eq!(
            program("cc -o h hunter.c ../../ass1/x.c /usr/y.o\n"),
            "h: hunter.c, outside ../../ass1/x.c, outside /usr/y.o"
        );
    }

    #[test]
    fn libraries_of_the_teams_own_are_traced_too() {
        let text =
            "cc -c HunterView.c\nar rcs libv.a HunterView.o\ncc -o h hunter.c -L. -lv -lgiven -lm";
        assert_eq!(program(text), "h: hunter.c, [HunterView.c], libgiven.a, -lm");
    }

    #[test]
    fn patterns_and_moved_objects_are_followed() {
        assert_eq!(program("cc -o h *.c"), "h: HunterView.c, hunter.c");
        assert_eq!(
            program("cc -c hunter.c\nmv hunter.o out/\ncc -o h out/hunter.o"),
            "h: hunter.c"
        );
    }

    #[test]
    fn commands_that_only_speak_of_sources_make_nothing() {
        let learnt = learnt("echo gcc -c a.c\nrm a.c\nindent hunter.c\ntar cf x.tar hunter.c\n");
        assert_eq!((learnt.programs, learnt.units), (vec![], BTreeMap::new()));
    }

    #[test]
    fn makefiles_without_measure_are_learnt_from_no_further_than_some() {
        let files: BTreeSet<String> = (0..10_000).map(|number| format!("{number}.c")).collect();
        let words = |words: Vec<String>| PrintedCommand { folder: String::new(), words };
        let patterns =
            words([vec!["cc".to_owned(); 1], vec!["*.c".to_owned(); 1_000_000]].concat());
        let flags = [
            vec!["cc".to_owned()],
            vec!["-DX".repeat(300); 10_000],
            vec!["a.c".to_owned(); 10_000],
        ];
        let grows = words(["ar", "rc", "a.a", "a.o"].map(str::to_owned).to_vec());
        let links = words(["cc", "-o", "x", "a.a", "a.c"].map(str::to_owned).to_vec());
        let again =
            (0..20_000).map(|number| if number % 2 == 0 { grows.clone() } else { links.clone() });
        for commands in [vec![patterns], vec![words(flags.concat())], again.collect()] {
            let learnt = learn(&commands, &files);
            let parts: usize = learnt.programs.iter().map(|program| program.parts.len()).sum();
            assert!(parts <= ROOM, "{parts}");
        }
    }
}
