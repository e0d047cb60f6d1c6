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
use super::workshop::{Ended, Heard, Workshop};
use crate::submission::SourceProgram;
use crate::submission::contents::base;
use commands::{
    PLAYER_FLAGS, TEAM_FIRST, TEAM_LAST, from, is_early, is_late, link_command, text, up, words,
};

pub(super) use commands::{Linked, as_file, settings};

/// Where objects are, in the submission's folder; removed in the end.
const BENCH: &str = ".stoker-build";
/// How many missing headers of one source are made by the submission's own rules at most.
const MOST_HEADERS: usize = 8;
/// The longest command, in bytes.
const MOST_OF_COMMAND: usize = 120 << 10;
/// The time on the wall of a command of make's that makes a file.
const MAKING: Duration = Duration::from_secs(30);
/// The time on the wall in which the symbols of all objects are listed.
const LISTING: Duration = Duration::from_secs(30);

/// What a program calls to have something done when it ends, or that may go on until then. With one
/// of these it ends as the C library has it.
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
/// What our `main` calls to end a program without all that.
const LAST: [&str; 2] = ["_exit", "fflush"];

/// What objects tell of a program that they are linked to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Nature {
    /// Nothing in them can run before the first turn: before `main`, as far as the linker goes by
    /// their sections, or when the library prepares turns.
    pub(super) plain: bool,
    /// Nothing in them can run after `main`.
    pub(super) quiet: bool,
}

/// Why something cannot be built.
#[derive(Debug)]
pub(super) enum Stop {
    /// It is the submission's own fault.
    Fault(String),
    /// It was not let go on; that may be otherwise the next time.
    Cut(String),
    /// This machine cannot build.
    Machine(BuildError),
}

/// How a command ended that was let go on to its end.
#[derive(Debug)]
enum Ran {
    /// Well.
    Well,
    /// Badly: this is what it printed, or what is wrong with the command.
    Badly(String),
}

impl Ran {
    /// Nothing, or the reason that stands in what was printed.
    fn or_fault(self) -> Result<(), Stop> {
        match self {
            Self::Well => Ok(()),
            Self::Badly(printed) => Err(Stop::Fault(super::log::reason(&printed))),
        }
    }
}

impl From<BuildError> for Stop {
    fn from(error: BuildError) -> Self {
        Self::Machine(error)
    }
}

/// Where a recipe's ingredients are.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) kit: PathBuf,
    /// A folder of headers for those that the team did not keep.
    pub(super) headers: PathBuf,
    /// The library with the functions of the interface that the team did not write.
    pub(super) library: Option<PathBuf>,
}

impl Tools {
    /// What has to be readable.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        [self.kit.clone(), self.headers.clone()].into_iter().chain(self.library.clone()).collect()
    }
}

/// A workshop in which sources are compiled, each once.
pub(super) struct Compiler<'b, 'c> {
    workshop: &'b mut Workshop<'c>,
    tools: &'b Tools,
    program: &'b SourceProgram,
    /// The object of each unit, or its first error.
    made: BTreeMap<Unit, Result<String, String>>,
    /// Files for which make was asked, and whether it made them.
    asked: BTreeMap<String, bool>,
    /// Our `main`, by side.
    players: BTreeMap<String, String>,
}

impl<'b, 'c> Compiler<'b, 'c> {
    pub(super) fn new(
        workshop: &'b mut Workshop<'c>,
        tools: &'b Tools,
        program: &'b SourceProgram,
    ) -> Result<Self, Stop> {
        let (made, asked, players) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut compiler = Self { workshop, tools, program, made, asked, players };
        compiler.shell(&format!("rm -rf {BENCH} && mkdir {BENCH}"))?;
        Ok(compiler)
    }

    /// Removes what is not part of a program.
    pub(super) fn clear(&mut self) -> Result<(), Stop> {
        self.shell(&format!("rm -rf {BENCH}"))
    }

    /// Writes a line of our own to the log.
    pub(super) fn note(&mut self, text: &str) {
        self.workshop.note(text);
    }

    /// True if functions of the interface may be left to a library.
    pub(super) fn has_library(&self) -> bool {
        self.tools.library.is_some()
    }

    fn shell(&mut self, script: &str) -> Result<(), Stop> {
        self.run(&words(["sh", "-c", script]))?.or_fault()
    }

    /// Carries out a command.
    fn run(&mut self, command: &[String]) -> Result<Ran, Stop> {
        // No system would start it, which must not be taken for a compiler that is not there.
        if command.iter().map(String::len).sum::<usize>() > MOST_OF_COMMAND {
            let most = MOST_OF_COMMAND >> 10;
            return Ok(Ran::Badly(format!("a command of the build is longer than {most} KiB")));
        }
        if command.iter().any(|word| word.contains('\0')) {
            return Ok(Ran::Badly("a flag contains a zero byte".to_owned()));
        }
        match self.workshop.run(command)? {
            Ended::Well => Ok(Ran::Well),
            Ended::Badly(printed) => Ok(Ran::Badly(printed)),
            Ended::Cut(why) | Ended::Late(why) => Err(Stop::Cut(why)),
            Ended::NoProgram(why) => Err(Stop::Machine(BuildError::NoTool(why))),
        }
    }

    /// Compiles a source; gives its object.
    pub(super) fn object(&mut self, unit: &Unit) -> Result<String, Stop> {
        if let Some(known) = self.made.get(unit) {
            return known.clone().map_err(Stop::Fault);
        }
        // As long as a name may be, with what is added.
        let stem: String = base(&unit.source).trim_end_matches(".c").chars().take(40).collect();
        let object = format!("{BENCH}/{}-{stem}.o", self.made.len());
        let command = self.command(unit, &object);
        let ended = self.with_made_headers(&unit.folder, &command)?;
        let outcome = match ended {
            Ran::Well => Ok(object),
            Ran::Badly(printed) => Err(complaint::of_compiler(&printed, &unit.source, &self.kit())),
        };
        self.made.insert(unit.clone(), outcome.clone());
        outcome.map_err(Stop::Fault)
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

    /// Where headers are looked for that are not where the team's own flags say: after all of
    /// those, and after the system's, so that none of them takes another's place (a team's
    /// `Search.h` that of `<search.h>`). `up` is the way to the submission's folder.
    fn folders(&self, up: &str) -> [String; 4] {
        let after = || "-idirafter".to_owned();
        [after(), format!("./{up}"), after(), text(&self.tools.headers)]
    }

    /// Runs a compiler, and has headers that it does not find made by the submission's own rules.
    fn with_made_headers(&mut self, folder: &str, command: &[String]) -> Result<Ran, Stop> {
        let mut tried = BTreeSet::new();
        loop {
            let Ran::Badly(printed) = self.run(command)? else { return Ok(Ran::Well) };
            match missing_header(&printed) {
                Some(header)
                    if tried.len() < MOST_HEADERS
                        && tried.insert(header.clone())
                        && self.make(folder, &header)? => {}
                _ => return Ok(Ran::Badly(printed)),
            }
        }
    }

    /// Has a file made by the submission's own rules, once; whether that went well.
    pub(super) fn make(&mut self, folder: &str, file: &str) -> Result<bool, Stop> {
        let path = format!("{folder}/{file}");
        if let Some(known) = self.asked.get(&path) {
            return Ok(*known);
        }
        let made = self.make_now(folder, file)?;
        self.asked.insert(path, made);
        Ok(made)
    }

    /// Makes a file. A compiler that the rules name and that is not there, as a wrapper of
    /// the university's, is replaced by ours.
    fn make_now(&mut self, folder: &str, file: &str) -> Result<bool, Stop> {
        let names: Vec<String> = match file.rsplit_once('/') {
            Some((_, base)) => vec![file.to_owned(), base.to_owned()],
            None => vec![file.to_owned()],
        };
        for name in names {
            for compiler in [None, Some("CC=cc")] {
                let command = words(["make"]).into_iter();
                let command = command.chain(compiler.map(str::to_owned)).chain([name.clone()]);
                let command = from(folder, command.collect());
                let Heard { ended, stdout, stderr } = self.workshop.listen(&command, MAKING)?;
                self.workshop.print(&stdout);
                self.workshop.print(&stderr);
                match ended {
                    Ended::Well => return Ok(true),
                    Ended::NoProgram(_) | Ended::Cut(_) | Ended::Late(_) => return Ok(false),
                    // There is no such rule, whatever compiles.
                    Ended::Badly(printed) if printed.contains("No rule to make target") => break,
                    Ended::Badly(_) => {}
                }
            }
        }
        Ok(false)
    }

    /// Compiles our `main` for a side; gives its object. It includes no file of the team's, so that
    /// nothing in one of them can break or change it.
    pub(super) fn player(&mut self, side: &str) -> Result<String, Stop> {
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

    /// What our `main` needs of a side's program.
    pub(super) fn needs_of_player(&mut self, side: &str) -> Result<BTreeSet<String>, Stop> {
        let player = self.player(side)?;
        let listed = self.symbols(std::slice::from_ref(&player))?;
        Ok(listed.into_values().next().unwrap_or_default().needed)
    }

    /// Lists the symbols of objects, or of what else a linker takes.
    fn symbols(&mut self, objects: &[String]) -> Result<BTreeMap<String, Symbols>, Stop> {
        if objects.is_empty() {
            return Ok(BTreeMap::new());
        }
        let command: Vec<String> =
            words(["nm", "-P", "-g", "--"]).into_iter().chain(objects.iter().cloned()).collect();
        let Heard { ended, stdout, .. } = self.workshop.listen(&command, LISTING)?;
        match ended {
            Ended::Well => Ok(symbols(&stdout, objects)),
            Ended::Badly(printed) => Err(Stop::Fault(super::log::reason(&printed))),
            Ended::Cut(why) | Ended::Late(why) => {
                Err(Stop::Fault(format!("its symbols cannot be listed: {why}")))
            }
            Ended::NoProgram(why) => Err(Stop::Machine(BuildError::NoTool(why))),
        }
    }

    /// What objects and archives tell of the program that they are linked to. Of what cannot be
    /// listed, such as a script for the linker, the worst is believed.
    pub(super) fn nature(&mut self, inputs: &[String]) -> Result<Nature, Stop> {
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

    /// True if a name is one of the C library's that the kit's library may call.
    fn replaces_c(&mut self, own: &BTreeSet<&str>) -> Result<bool, Stop> {
        if !self.has_library() {
            return Ok(false);
        }
        let found = self.listed(["cc"], &["-print-file-name=libc.so.6".to_owned()])?;
        let path = found.map(|path| path.trim_end().to_owned()).unwrap_or_default();
        let listed = self.listed(["nm", "-P", "-D", "--"], &[path])?;
        Ok(listed.is_none_or(|c| defined(&c).any(|name| own.contains(name))))
    }

    /// What a command says of these; `None` if it fails.
    fn listed<const N: usize>(
        &mut self,
        command: [&str; N],
        of: &[String],
    ) -> Result<Option<String>, Stop> {
        let command: Vec<String> = words(command).into_iter().chain(of.iter().cloned()).collect();
        let Heard { ended, stdout, .. } = self.workshop.listen(&command, LISTING)?;
        Ok((ended == Ended::Well).then_some(stdout))
    }

    /// Compiled units as objects with their symbols.
    pub(super) fn objects(&mut self, units: &[(Unit, String)]) -> Result<Vec<Object>, Stop> {
        let paths: Vec<String> = units.iter().map(|(_, path)| path.clone()).collect();
        let mut listed = self.symbols(&paths)?;
        let object = |(unit, path): &(Unit, String)| Object {
            path: path.clone(),
            source: unit.source.clone(),
            symbols: listed.remove(path).unwrap_or_default(),
        };
        Ok(units.iter().map(object).collect())
    }

    /// Makes what our `main` defines win over what an object does; gives the changed object.
    pub(super) fn weakened(&mut self, object: &str) -> Result<String, Stop> {
        let changed = format!("{object}.weakened.o");
        let ours = self.program.form.kit.defines.iter();
        let symbols = ours.map(|name| format!("--weaken-symbol={name}"));
        let command = words(["objcopy"]).into_iter().chain(symbols);
        self.must(&command.chain([object.to_owned(), changed.clone()]).collect::<Vec<_>>())?;
        Ok(changed)
    }

    /// Makes a library of objects.
    pub(super) fn archive(
        &mut self,
        number: usize,
        side: &str,
        objects: &[String],
    ) -> Result<String, Stop> {
        let name = format!("{BENCH}/{side}-{number}.a");
        let command = words(["ar", "rcs", &name]).into_iter().chain(objects.iter().cloned());
        self.must(&command.collect::<Vec<_>>())?;
        Ok(name)
    }

    fn must(&mut self, command: &[String]) -> Result<(), Stop> {
        self.run(command)?.or_fault()
    }

    /// Links a side's program.
    pub(super) fn link(&mut self, program: &str, linked: &Linked<'_>) -> Result<(), Stop> {
        let library = self.tools.library.as_deref().map(text);
        let mut ended = self.run(&link_command(program, linked, library.as_deref()))?;
        // An object of the library that defines something that is needed may define something else
        // that the team wrote. This is rare, and making all of it give way takes a while.
        if let (Ran::Badly(printed), Some(library)) = (&ended, &library)
            && printed.contains("multiple definition of")
        {
            let yielding = self.yielding(library, printed)?;
            ended = self.run(&link_command(program, linked, Some(&yielding)))?;
        }
        match ended {
            Ran::Well => Ok(()),
            Ran::Badly(printed) => {
                Err(Stop::Fault(complaint::of_linker(&printed, &linked.sources)))
            }
        }
    }

    /// A copy of the library in which the symbols are weak that a linker found twice.
    fn yielding(&mut self, library: &str, printed: &str) -> Result<String, Stop> {
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
