//! Assembly of a side's program.

use std::collections::{BTreeMap, BTreeSet};

use stoker_bots::submissions::{CKit, SideForm};

use super::choice::{Object, replace_main};
use super::compiler::{BuildStop, Compiler, Linked, Nature, as_file};
use super::dry_run::MakeFindings;
use super::flags::is_for_another_machine;
use super::learnt::{LinkInput, TracedProgram, Unit};
use super::store::Assembly;
use crate::submission::SourceProgram;
use crate::submission::c_source::CSource;
use crate::submission::contents::{Contents, base};

/// The most sources of a program that are compiled.
pub(super) const MOST_SOURCES: usize = 300;
/// The most system libraries that a program is linked with.
const MOST_LIBRARIES: usize = 100;
/// Libraries that are not the team's, unless a library search path is given.
const OF_THE_SYSTEM: [&str; 5] = ["-lc", "-lm", "-lpthread", "-ldl", "-lrt"];
/// The most bytes of a source that are read.
pub(super) const MOST_OF_ONE: u64 = 256 << 10;

/// The build of one side.
pub(super) struct Assembler<'a, 'b, 'c> {
    pub(super) contents: &'a Contents,
    pub(super) program: &'a SourceProgram,
    pub(super) answer: &'a MakeFindings,
    pub(super) side: &'static SideForm,
    /// The source with the side's deciding function.
    pub(super) entry: &'a str,
    pub(super) compiler: &'a mut Compiler<'b, 'c>,
    /// The team's own flags that were left out, to be reported.
    pub(super) dropped: BTreeSet<String>,
    /// Facts about the program, for reports.
    pub(super) notes: Assembly,
}

/// The compiled inputs of a program.
#[derive(Default)]
pub(super) struct CompiledInputs {
    /// Each object, or library of the team's, in link order.
    pub(super) pieces: Vec<LinkPiece>,
    /// The team's own objects, with their symbols.
    pub(super) objects: Vec<Object>,
    pub(super) libraries: Vec<String>,
}

pub(super) enum LinkPiece {
    /// The object of a source.
    Object(String),
    /// A library made of such objects.
    Archive(Vec<String>),
    /// A file that came with the submission.
    File(String),
}

impl Assembler<'_, '_, '_> {
    /// Builds the side's program under this name. `made` is the program that make would build.
    pub(super) fn build(
        &mut self,
        name: &str,
        made: Option<&(TracedProgram, String)>,
    ) -> Result<(), BuildStop> {
        let ended = self.build_program(name, made);
        if !self.dropped.is_empty() {
            let dropped: Vec<&str> = self.dropped.iter().map(String::as_str).collect();
            self.notes.how.push_str(&format!(", without {}", dropped.join(" and ")));
        }
        ended
    }

    fn build_program(
        &mut self,
        name: &str,
        made: Option<&(TracedProgram, String)>,
    ) -> Result<(), BuildStop> {
        if self.program.compiling.sources.is_some() {
            self.notes.how = "sources in bot.toml".to_owned();
            return self.build_on_demand(name);
        }
        let Some((program, command)) = made else {
            let why = self.answer.problem.clone();
            let why = why.unwrap_or_else(|| format!("no Makefile rule links {}", self.entry));
            self.notes.how = format!("linked on demand: {why}");
            return self.build_on_demand(name);
        };
        self.notes.how.clone_from(command);
        let parts = program.parts.iter().map(|part| self.corrected(part.clone())).collect();
        let program = TracedProgram { name: name.to_owned(), parts };
        self.notes.files = program.units().iter().map(|unit| unit.source.clone()).collect();
        let of_entry = program.units().into_iter().find(|unit| unit.source == self.entry);
        self.notes.flags = of_entry.map(|unit| unit.flags.clone()).unwrap_or_default();
        let compiled = self.compile(&program.parts)?;
        match self.finish(name, &compiled) {
            Err(BuildStop::Fault(why)) => self.complete(name, compiled, why),
            ended => ended,
        }
    }

    /// The compilation of a source: as make does it, otherwise as for the deciding source.
    pub(super) fn unit(&mut self, source: &str) -> Unit {
        let of = |source: &str| self.answer.units.get(source).cloned();
        let unit = of(source).unwrap_or_else(|| Unit {
            folder: String::new(),
            source: source.to_owned(),
            flags: of(self.entry)
                .filter(|unit| unit.folder.is_empty())
                .map(|unit| unit.flags)
                .unwrap_or_default(),
        });
        self.with_own_flags(unit)
    }

    /// Replaces the unit's flags by those of bot.toml, if there are any. Drops flags for other
    /// machines.
    fn with_own_flags(&mut self, unit: Unit) -> Unit {
        let flags = self.program.compiling.cflags.clone().unwrap_or(unit.flags);
        let (dropped, flags): (Vec<String>, _) =
            flags.into_iter().partition(|flag| is_for_another_machine(flag));
        self.dropped.extend(dropped);
        Unit { flags, ..unit }
    }

    fn corrected(&mut self, part: LinkInput) -> LinkInput {
        match part {
            LinkInput::Unit(unit) => LinkInput::Unit(self.with_own_flags(unit)),
            LinkInput::Archive(parts) => {
                LinkInput::Archive(parts.into_iter().map(|part| self.corrected(part)).collect())
            }
            LinkInput::File(_) | LinkInput::Library(_) | LinkInput::Outside(_) => part,
        }
    }

    /// Compiles the parts of a program.
    fn compile(&mut self, parts: &[LinkInput]) -> Result<CompiledInputs, BuildStop> {
        let mut compiled = CompiledInputs::default();
        let mut units = vec![];
        for part in parts {
            match part {
                LinkInput::Archive(members) => {
                    let mut paths = vec![];
                    for member in members {
                        paths.extend(
                            self.piece(member, &mut units)?.into_iter().flat_map(LinkPiece::paths),
                        );
                    }
                    compiled.pieces.push(LinkPiece::Archive(paths));
                }
                LinkInput::Library(library) if compiled.libraries.len() < MOST_LIBRARIES => {
                    compiled.libraries.push(library.clone());
                }
                LinkInput::Library(_) => {}
                LinkInput::Unit(_) | LinkInput::File(_) | LinkInput::Outside(_) => {
                    compiled.pieces.extend(self.piece(part, &mut units)?);
                }
            }
        }
        compiled.objects = self.compiler.objects(&units)?;
        Ok(compiled)
    }

    /// Compiles a part, if it exists or can be made. `units` are the units compiled so far.
    fn piece(
        &mut self,
        part: &LinkInput,
        units: &mut Vec<(Unit, String)>,
    ) -> Result<Option<LinkPiece>, BuildStop> {
        match part {
            LinkInput::Unit(unit) => {
                if units.len() >= MOST_SOURCES {
                    let entry = self.entry;
                    let why =
                        format!("the program of {entry} has more than {MOST_SOURCES} sources");
                    return Err(BuildStop::Fault(why));
                }
                let object =
                    self.object(unit)?.filter(|path| units.iter().all(|(_, known)| known != path));
                units.extend(object.clone().map(|path| (unit.clone(), path)));
                Ok(object.map(LinkPiece::Object))
            }
            LinkInput::File(path) if self.has(path) => Ok(Some(LinkPiece::File(path.clone()))),
            LinkInput::File(path) => self.missing(path).map(|()| None),
            // Happens if a team copied the Makefile of the kit's example, whose folder is
            // elsewhere.
            LinkInput::Outside(path) if is_replaced(self.kit(), path) => {
                self.compiler.note(&format!("{path} is not read: ours takes its place"));
                Ok(None)
            }
            LinkInput::Outside(path) => Err(BuildStop::Fault(format!(
                "the Makefile names {path}, which is outside of the folder"
            ))),
            LinkInput::Archive(_) | LinkInput::Library(_) => Ok(None),
        }
    }

    fn has(&self, path: &str) -> bool {
        self.contents.paths().any(|known| known == path)
    }

    /// The object of a source; `None` if our code, or the library's, replaces it.
    fn object(&mut self, unit: &Unit) -> Result<Option<String>, BuildStop> {
        let relative =
            unit.source.strip_prefix(&format!("{}/", unit.folder)).unwrap_or(&unit.source);
        if !self.has(&unit.source) && !self.compiler.make(&unit.folder, relative)? {
            return self.missing(&unit.source).map(|()| None);
        }
        match self.compiler.object(unit) {
            Ok(object) => Ok(Some(object)),
            // It may need files that only the team's own runner had.
            Err(BuildStop::Fault(_)) if unit.source != self.entry && self.is_their_main(unit) => {
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// True if a source that does not compile is the one that our `main` replaces.
    fn is_their_main(&self, unit: &Unit) -> bool {
        base(&unit.source).eq_ignore_ascii_case(self.kit().main)
            || self.read(&unit.source).defines_main()
    }

    /// The sources of the kit for this form.
    pub(super) fn kit(&self) -> &'static CKit {
        &self.program.form.kit
    }

    pub(super) fn read(&self, source: &str) -> CSource {
        let bytes = self.contents.read(source, MOST_OF_ONE).unwrap_or_default();
        CSource::read(&String::from_utf8_lossy(&bytes))
    }

    /// Handles a missing file: it is ignored if the library may define its functions.
    fn missing(&mut self, path: &str) -> Result<(), BuildStop> {
        if self.compiler.has_library() || is_replaced(self.kit(), path) {
            self.compiler.note(&format!("{path} is not there; the program is linked without it"));
            return Ok(());
        }
        Err(BuildStop::Fault(format!("the Makefile names {path}, which is not in the folder")))
    }

    /// Replaces the team's `main` by ours, and links.
    pub(super) fn finish(
        &mut self,
        name: &str,
        compiled: &CompiledInputs,
    ) -> Result<(), BuildStop> {
        let replaced = replace_main(self.kit(), &compiled.objects, self.entry);
        let sources = compiled.sources_but(&replaced.left_out);
        let out = compiled.objects_without(&sources);
        let used = compiled.pieces.iter().flat_map(|piece| piece.paths_but(&out));
        self.notes.files = used.map(|path| sources.get(path).unwrap_or(path).clone()).collect();
        let inputs = self.inputs(&compiled.pieces, &out, &replaced.weakened)?;
        let player = self.compiler.player(self.side.kind)?;
        let libraries = compiled.libraries.clone();
        let of_the_system = |word: &String| OF_THE_SYSTEM.contains(&word.as_str());
        let nature = match libraries.iter().all(of_the_system) {
            true => self.compiler.nature(&inputs)?,
            false => Nature::default(),
        };
        self.notes.plain = nature.plain;
        self.compiler.link(name, &Linked { player: &player, inputs, libraries, nature, sources })
    }

    /// The linker's inputs from the pieces, without the objects in `out`. In the objects of
    /// `to_weaken`, our symbols take precedence.
    fn inputs(
        &mut self,
        pieces: &[LinkPiece],
        out: &BTreeSet<&str>,
        to_weaken: &BTreeSet<String>,
    ) -> Result<Vec<String>, BuildStop> {
        let mut weakened = BTreeMap::new();
        for object in to_weaken {
            weakened.insert(object, self.compiler.weakened(object)?);
        }
        let mut inputs = vec![];
        for (number, piece) in pieces.iter().enumerate() {
            let paths = piece.paths_but(out);
            let used = paths.map(|path| as_file(weakened.get(path).unwrap_or(path)));
            let used: Vec<String> = used.collect();
            match piece {
                LinkPiece::Archive(_) => {
                    inputs.push(self.compiler.archive(number, self.side.kind, &used)?)
                }
                LinkPiece::Object(_) | LinkPiece::File(_) => inputs.extend(used),
            }
        }
        Ok(inputs)
    }
}

impl CompiledInputs {
    /// The sources of the objects by path, except those that are left out.
    fn sources_but(&self, left_out: &BTreeSet<String>) -> BTreeMap<String, String> {
        let kept = self.objects.iter().filter(|object| !left_out.contains(&object.source));
        kept.map(|object| (object.path.clone(), object.source.clone())).collect()
    }

    /// The paths of the objects that come from none of these sources.
    fn objects_without(&self, sources: &BTreeMap<String, String>) -> BTreeSet<&str> {
        let paths = self.objects.iter().map(|object| object.path.as_str());
        paths.filter(|path| !sources.contains_key(*path)).collect()
    }
}

impl LinkPiece {
    fn paths(self) -> Vec<String> {
        match self {
            Self::Object(path) | Self::File(path) => vec![path],
            Self::Archive(paths) => paths,
        }
    }

    /// Its paths, except those in `out`.
    fn paths_but<'p>(&'p self, out: &BTreeSet<&str>) -> impl Iterator<Item = &'p String> {
        let paths = match self {
            Self::Object(path) | Self::File(path) => std::slice::from_ref(path),
            Self::Archive(paths) => paths,
        };
        paths.iter().filter(|path| !out.contains(path.as_str()))
    }
}

/// True if a file has the name of one that our `main` replaces.
fn is_replaced(kit: &CKit, path: &str) -> bool {
    let stem = base(path).rsplit_once('.').map_or(path, |(stem, _)| stem);
    kit.replaces.contains(&stem.to_lowercase().as_str())
}
