//! Compiling and linking in a workshop.

mod commands;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use super::BuildError;
use super::choice::Object;
use super::complaint::{self, missing_header};
use super::learnt::Unit;
use super::symbols::{Symbols, defined, needed, symbols};
use super::workshop::{CommandEnd, CommandOutput, Workshop};
use crate::submission::SourceProgram;
use crate::submission::contents::base;
use commands::{
    PLAYER_FLAGS, TEAM_FIRST, TEAM_LAST, from, is_early, is_late, link_command, text, up, words,
};

pub(super) use commands::{Linked, as_file, settings};

/// The folder of objects, in the submission's folder. It is removed in the end.
const BENCH: &str = ".stoker-build";
/// The most missing headers of one source that are made by the submission's own rules.
const MOST_HEADERS: usize = 8;
/// The longest command, in bytes.
const MOST_OF_COMMAND: usize = 120 << 10;
/// Wall clock time for a command of make's that makes a file.
const MAKING: Duration = Duration::from_secs(30);
/// Wall clock time for listing the symbols of all objects.
const LISTING: Duration = Duration::from_secs(30);

/// Functions that have something run when a program ends, or that start something which may run
/// until then. A program with one of these ends as the C library does it.
const LATE: [&str; 12] = [
    "__cxa_atexit",
    "__cxa_thread_atexit",
    "__cxa_thread_atexit_impl",
    "atexit",
    "clone",
    "dlmopen",
    "dlopen",
    "dlsym",
    "on_exit",
    "pthread_create",
    "syscall",
    "thrd_create",
];
/// Functions that our `main` calls to end a program without all that.
const LAST: [&str; 2] = ["_exit", "fflush"];

/// Facts about a program that its objects show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Nature {
    /// No code in them can run before the first turn: neither before `main`, judged by the section
    /// names that the linker uses, nor when the library prepares turns.
    pub(super) plain: bool,
    /// No code in them can run after `main`.
    pub(super) quiet: bool,
}

/// The reason why something cannot be built.
#[derive(Debug)]
pub(super) enum BuildStop {
    /// The submission is at fault.
    Fault(String),
    /// It was interrupted; that may be different next time.
    Cut(String),
    /// This machine cannot build.
    Machine(BuildError),
}

/// The result of a command that ran to its end.
#[derive(Debug)]
enum CompilerRun {
    /// Success.
    Well,
    /// Failure, with the output or the problem with the command.
    Badly(String),
}

impl CompilerRun {
    /// Turns a failure into a fault, with the reason from its output.
    fn or_fault(self) -> Result<(), BuildStop> {
        match self {
            Self::Well => Ok(()),
            Self::Badly(printed) => Err(BuildStop::Fault(super::log::reason(&printed))),
        }
    }
}

impl From<BuildError> for BuildStop {
    fn from(error: BuildError) -> Self {
        Self::Machine(error)
    }
}

/// The inputs of a build besides the submission.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) kit: PathBuf,
    /// A folder of headers that replace those that the team did not keep.
    pub(super) headers: PathBuf,
    /// The library with the functions of the interface that the team did not write.
    pub(super) library: Option<PathBuf>,
}

impl Tools {
    /// The paths that have to be readable.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        [self.kit.clone(), self.headers.clone()].into_iter().chain(self.library.clone()).collect()
    }
}

/// A workshop in which each source is compiled once.
pub(super) struct Compiler<'b, 'c> {
    workshop: &'b mut Workshop<'c>,
    tools: &'b Tools,
    program: &'b SourceProgram,
    /// The object of each unit, or its first error.
    made: BTreeMap<Unit, Result<String, String>>,
    /// Files that make was asked for; true if it made them.
    asked: BTreeMap<String, bool>,
    /// Our `main`, by side.
    players: BTreeMap<String, String>,
}

impl<'b, 'c> Compiler<'b, 'c> {
    pub(super) fn new(
        workshop: &'b mut Workshop<'c>,
        tools: &'b Tools,
        program: &'b SourceProgram,
    ) -> Result<Self, BuildStop> {
        let (made, asked, players) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut compiler = Self { workshop, tools, program, made, asked, players };
        compiler.shell(&format!("rm -rf {BENCH} && mkdir {BENCH}"))?;
        Ok(compiler)
    }

    /// Removes intermediate files.
    pub(super) fn clear(&mut self) -> Result<(), BuildStop> {
        self.shell(&format!("rm -rf {BENCH}"))
    }

    /// Writes a line of our own to the log.
    pub(super) fn note(&mut self, text: &str) {
        self.workshop.note(text);
    }

    /// True if a library provides functions of the interface.
    pub(super) fn has_library(&self) -> bool {
        self.tools.library.is_some()
    }

    fn shell(&mut self, script: &str) -> Result<(), BuildStop> {
        self.run_command(&words(["sh", "-c", script]))?.or_fault()
    }

    /// Runs a command.
    fn run_command(&mut self, command: &[String]) -> Result<CompilerRun, BuildStop> {
        // No system would start it, and that must not be taken for a missing compiler.
        if command.iter().map(String::len).sum::<usize>() > MOST_OF_COMMAND {
            let most = MOST_OF_COMMAND >> 10;
            return Ok(CompilerRun::Badly(format!(
                "a command of the build is longer than {most} KiB"
            )));
        }
        if command.iter().any(|word| word.contains('\0')) {
            return Ok(CompilerRun::Badly("a flag contains a zero byte".to_owned()));
        }
        match self.workshop.run_command(command)? {
            CommandEnd::Well => Ok(CompilerRun::Well),
            CommandEnd::Badly(printed) => Ok(CompilerRun::Badly(printed)),
            CommandEnd::Cut(why) | CommandEnd::Late(why) => Err(BuildStop::Cut(why)),
            CommandEnd::NoProgram(why) => Err(BuildStop::Machine(BuildError::NoTool(why))),
        }
    }

    /// Compiles a source. Returns the path of its object.
    pub(super) fn object(&mut self, unit: &Unit) -> Result<String, BuildStop> {
        if let Some(known) = self.made.get(unit) {
            return known.clone().map_err(BuildStop::Fault);
        }
        // With the additions, the name stays within the length limit.
        let stem: String = base(&unit.source).trim_end_matches(".c").chars().take(40).collect();
        let object = format!("{BENCH}/{}-{stem}.o", self.made.len());
        let command = self.command(unit, &object);
        let ended = self.with_made_headers(&unit.folder, &command)?;
        let outcome = match ended {
            CompilerRun::Well => Ok(object),
            CompilerRun::Badly(printed) => {
                Err(complaint::of_compiler(&printed, &unit.source, &self.kit()))
            }
        };
        self.made.insert(unit.clone(), outcome.clone());
        outcome.map_err(BuildStop::Fault)
    }

    fn command(&self, unit: &Unit, object: &str) -> Vec<String> {
        let up = up(&unit.folder);
        let own = unit.source.strip_prefix(&unit.folder).and_then(|rest| rest.strip_prefix('/'));
        let source = match own {
            Some(own) if !unit.folder.is_empty() => own.to_owned(),
            _ => format!("{up}{}", unit.source),
        };
        let command: Vec<String> = words(["cc"])
            .into_iter()
            .chain(words(TEAM_FIRST))
            .chain(unit.flags.iter().cloned())
            .chain(words(TEAM_LAST))
            .chain(self.folders(&up))
            .chain(words(["-c", "-o"]))
            .chain([format!("{up}{object}"), as_file(&source)])
            .collect();
        from(&unit.folder, command)
    }

    /// Folders for headers that the team's own flags do not find. They come after all of those and
    /// after the system's, so that no header replaces another (a team's `Search.h` could replace
    /// `<search.h>`). `up` is the path to the submission's folder.
    fn folders(&self, up: &str) -> [String; 4] {
        let after = || "-idirafter".to_owned();
        [after(), format!("./{up}"), after(), text(&self.tools.headers)]
    }

    /// Runs a compiler. Headers that it does not find are made by the submission's own rules.
    fn with_made_headers(
        &mut self,
        folder: &str,
        command: &[String],
    ) -> Result<CompilerRun, BuildStop> {
        let mut tried = BTreeSet::new();
        loop {
            let CompilerRun::Badly(printed) = self.run_command(command)? else {
                return Ok(CompilerRun::Well);
            };
            match missing_header(&printed) {
                Some(header)
                    if tried.len() < MOST_HEADERS
                        && tried.insert(header.clone())
                        && self.make(folder, &header)? => {}
                _ => return Ok(CompilerRun::Badly(printed)),
            }
        }
    }

    /// Makes a file by the submission's own rules, at most once. Returns true on success.
    pub(super) fn make(&mut self, folder: &str, file: &str) -> Result<bool, BuildStop> {
        let path = format!("{folder}/{file}");
        if let Some(known) = self.asked.get(&path) {
            return Ok(*known);
        }
        let made = self.make_now(folder, file)?;
        self.asked.insert(path, made);
        Ok(made)
    }

    /// Makes a file. If the rules name a compiler that does not exist here, such as a wrapper of
    /// the university's, ours replaces it.
    fn make_now(&mut self, folder: &str, file: &str) -> Result<bool, BuildStop> {
        let names: Vec<String> = match file.rsplit_once('/') {
            Some((_, base)) => vec![file.to_owned(), base.to_owned()],
            None => vec![file.to_owned()],
        };
        for name in names {
            for compiler in [None, Some("CC=cc")] {
                let command = words(["make"]).into_iter();
                let command = command.chain(compiler.map(str::to_owned)).chain([name.clone()]);
                let command = from(folder, command.collect());
                let CommandOutput { ended, stdout, stderr } =
                    self.workshop.listen(&command, MAKING)?;
                self.workshop.print(&stdout);
                self.workshop.print(&stderr);
                match ended {
                    CommandEnd::Well => return Ok(true),
                    CommandEnd::NoProgram(_) | CommandEnd::Cut(_) | CommandEnd::Late(_) => {
                        return Ok(false);
                    }
                    // No compiler would help, because there is no such rule.
                    CommandEnd::Badly(printed) if printed.contains("No rule to make target") => {
                        break;
                    }
                    CommandEnd::Badly(_) => {}
                }
            }
        }
        Ok(false)
    }

    /// Compiles our `main` for a side. Returns the path of its object. It includes no file of the
    /// team's, so none of them can break or change it.
    pub(super) fn player(&mut self, side: &str) -> Result<String, BuildStop> {
        if let Some(known) = self.players.get(side) {
            return Ok(known.clone());
        }
        let form = self.program.form;
        let object = format!("{BENCH}/{side}-player.o");
        let command = words(["cc"])
            .into_iter()
            .chain(words(PLAYER_FLAGS))
            .chain([format!("-D{}={}", form.kit.year, self.program.evidence.interface)])
            .chain(form.side(side).into_iter().flat_map(|side| side.flags).map(|&it| it.to_owned()))
            .chain(words(["-c", "-o", &object]))
            .chain([text(self.tools.kit.join(form.kit.main))]);
        self.must(&command.collect::<Vec<_>>())?;
        self.players.insert(side.to_owned(), object.clone());
        Ok(object)
    }

    /// The symbols that our `main` needs from a side's program.
    pub(super) fn needs_of_player(&mut self, side: &str) -> Result<BTreeSet<String>, BuildStop> {
        let player = self.player(side)?;
        let listed = self.symbols(std::slice::from_ref(&player))?;
        Ok(listed.into_values().next().unwrap_or_default().needed)
    }

    /// Lists the symbols of objects, or of other linker inputs.
    fn symbols(&mut self, objects: &[String]) -> Result<BTreeMap<String, Symbols>, BuildStop> {
        if objects.is_empty() {
            return Ok(BTreeMap::new());
        }
        let command: Vec<String> =
            words(["nm", "-P", "-g", "--"]).into_iter().chain(objects.iter().cloned()).collect();
        let CommandOutput { ended, stdout, .. } = self.workshop.listen(&command, LISTING)?;
        match ended {
            CommandEnd::Well => Ok(symbols(&stdout, objects)),
            CommandEnd::Badly(printed) => Err(BuildStop::Fault(super::log::reason(&printed))),
            CommandEnd::Cut(why) | CommandEnd::Late(why) => {
                Err(BuildStop::Fault(format!("its symbols cannot be listed: {why}")))
            }
            CommandEnd::NoProgram(why) => Err(BuildStop::Machine(BuildError::NoTool(why))),
        }
    }

    /// Examines the objects and archives of a program. The worst is assumed of inputs that cannot
    /// be listed, such as linker scripts.
    pub(super) fn nature(&mut self, inputs: &[String]) -> Result<Nature, BuildStop> {
        if inputs.is_empty() {
            return Ok(Nature { plain: true, quiet: true });
        }
        let sections = self.listed(["size", "-A", "--"], inputs)?;
        let symbols = self.listed(["nm", "-P", "-g", "--"], inputs)?;
        let (Some(sections), Some(symbols)) = (sections, symbols) else {
            return Ok(Nature::default());
        };
        let own: BTreeSet<&str> = defined(&symbols).collect();
        let early = sections.lines().any(is_early) || own.contains(self.program.form.kit.prepares);
        let late = sections.lines().any(is_late)
            || needed(&symbols).any(|name| LATE.contains(&name))
            || LATE.iter().chain(&LAST).any(|&name| own.contains(name));
        Ok(Nature { plain: !early && !self.replaces_c(&own)?, quiet: !late })
    }

    /// True if one of the names is a function of the C library that the kit's library may call.
    fn replaces_c(&mut self, own: &BTreeSet<&str>) -> Result<bool, BuildStop> {
        if !self.has_library() {
            return Ok(false);
        }
        let found = self.listed(["cc"], &["-print-file-name=libc.so.6".to_owned()])?;
        let path = found.map(|path| path.trim_end().to_owned()).unwrap_or_default();
        let listed = self.listed(["nm", "-P", "-D", "--"], &[path])?;
        Ok(listed.is_none_or(|c| defined(&c).any(|name| own.contains(name))))
    }

    /// The output of a command for these files; `None` if it fails.
    fn listed<const N: usize>(
        &mut self,
        command: [&str; N],
        of: &[String],
    ) -> Result<Option<String>, BuildStop> {
        let command: Vec<String> = words(command).into_iter().chain(of.iter().cloned()).collect();
        let CommandOutput { ended, stdout, .. } = self.workshop.listen(&command, LISTING)?;
        Ok((ended == CommandEnd::Well).then_some(stdout))
    }

    /// Compiled units as objects with their symbols.
    pub(super) fn objects(&mut self, units: &[(Unit, String)]) -> Result<Vec<Object>, BuildStop> {
        let paths: Vec<String> = units.iter().map(|(_, path)| path.clone()).collect();
        let mut listed = self.symbols(&paths)?;
        let object = |(unit, path): &(Unit, String)| Object {
            path: path.clone(),
            source: unit.source.clone(),
            symbols: listed.remove(path).unwrap_or_default(),
        };
        Ok(units.iter().map(object).collect())
    }

    /// Makes the symbols of our `main` take precedence over those of an object. Returns the changed
    /// object.
    pub(super) fn weakened(&mut self, object: &str) -> Result<String, BuildStop> {
        let changed = format!("{object}.weakened.o");
        let ours = self.program.form.kit.defines.iter();
        let symbols = ours.map(|name| format!("--weaken-symbol={name}"));
        let command = words(["objcopy"]).into_iter().chain(symbols);
        self.must(&command.chain([object.to_owned(), changed.clone()]).collect::<Vec<_>>())?;
        Ok(changed)
    }

    /// Makes a library from objects.
    pub(super) fn archive(
        &mut self,
        number: usize,
        side: &str,
        objects: &[String],
    ) -> Result<String, BuildStop> {
        let name = format!("{BENCH}/{side}-{number}.a");
        let command = words(["ar", "rcs", &name]).into_iter().chain(objects.iter().cloned());
        self.must(&command.collect::<Vec<_>>())?;
        Ok(name)
    }

    fn must(&mut self, command: &[String]) -> Result<(), BuildStop> {
        self.run_command(command)?.or_fault()
    }

    /// Links a side's program.
    pub(super) fn link(&mut self, program: &str, linked: &Linked<'_>) -> Result<(), BuildStop> {
        let library = self.tools.library.as_deref().map(text);
        let mut ended = self.run_command(&link_command(program, linked, library.as_deref()))?;
        // An object of the library that defines a needed symbol may also define one that the team
        // wrote. This is rare, and weakening the whole library takes a while.
        if let (CompilerRun::Badly(printed), Some(library)) = (&ended, &library)
            && printed.contains("multiple definition of")
        {
            let yielding = self.yielding(library, printed)?;
            ended = self.run_command(&link_command(program, linked, Some(&yielding)))?;
        }
        match ended {
            CompilerRun::Well => Ok(()),
            CompilerRun::Badly(printed) => {
                Err(BuildStop::Fault(complaint::of_linker(&printed, &linked.sources)))
            }
        }
    }

    /// Makes a copy of the library in which the symbols that a linker found twice are weak.
    fn yielding(&mut self, library: &str, printed: &str) -> Result<String, BuildStop> {
        let copy = format!("{BENCH}/library.a");
        let plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let name = |line: &'_ str| Some(line.split_once("multiple definition of `")?.1.to_owned());
        let names: Vec<String> = printed.lines().filter_map(name).collect();
        let names = names.iter().filter_map(|rest| rest.split('\'').next()).filter(plain);
        let symbols = names.map(|name| format!("--weaken-symbol={name}"));
        let command = words(["objcopy"]).into_iter().chain(symbols);
        self.must(&command.chain([library.to_owned(), copy.clone()]).collect::<Vec<_>>())?;
        Ok(copy)
    }

    fn kit(&self) -> String {
        text(&self.tools.kit)
    }
}
