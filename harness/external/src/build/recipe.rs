//! Recipes for submissions of sources: the programs that the team's own make would build, with our
//! `main` instead of theirs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use stoker_bots::submissions::{Functions, SideForm, Year};

use super::BuildError;
use super::assembly::{Assembler, MOST_OF_ONE};
use super::compiler::{BuildStop, Compiler, Tools, settings};
use super::dry_run::{MakeFindings, SideToBuild, ask};
use super::headers::Headers;
use super::kit::Kit;
use super::learnt::TracedProgram;
use super::rank::Called;
use super::store::{Assembly, SideOutcome, Store};
use super::workshop::{Undone, Workshop};
use crate::spec::Protocol;
use crate::submission::SourceProgram;
use crate::submission::c_source::CSource;
use crate::submission::contents::Contents;
use crate::submission::sign::MAKEFILES;

/// The protocol of these programs once they are built. The kit's program also speaks `lines`, and
/// then forks for every turn. But these programs were written for a new process every turn.
pub(crate) const PROTOCOL: Protocol = Protocol::Plays;

/// The version of the build procedure. A change makes earlier builds stale.
const VERSION: u32 = 3;

/// The recipe of a submission of sources.
#[derive(Debug)]
pub(super) struct Recipe<'k> {
    kit: &'k Kit,
    program: &'k SourceProgram,
    contents: &'k Contents,
    headers: Headers,
}

/// The results for a submission's sides.
pub(super) type SideResults = BTreeMap<String, (SideOutcome, Assembly)>;

impl<'k> Recipe<'k> {
    /// The recipe for a submission.
    pub(super) fn of(contents: &'k Contents, program: &'k SourceProgram, kit: &'k Kit) -> Self {
        let headers = Headers::of(contents, program.evidence.interface, kit);
        Self { kit, program, contents, headers }
    }

    fn interface(&self) -> &'static Year {
        self.program.evidence.interface
    }

    /// Everything that a build depends on, besides the submission.
    pub(super) fn key(&self) -> Result<String, BuildError> {
        let (kit, headers) = (self.kit.hash()?, self.headers.hash());
        Ok(format!("{VERSION} {kit} {headers} {} {}", self.interface(), settings()))
    }

    /// The files that have to be readable in the workshop: the kit, written to the store, and its
    /// library.
    pub(super) fn tools(&self, store: &Store) -> Result<Tools, BuildError> {
        let needed = self.interface().functions == Functions::OfTheKit;
        let library = needed.then(|| self.kit.library()).transpose()?.map(Path::to_owned);
        Ok(Tools { kit: self.kit.write(store)?, headers: self.headers.write(store)?, library })
    }

    /// Builds the programs of all sides.
    pub(super) fn build(
        &self,
        tools: &Tools,
        workshop: &mut Workshop<'_>,
    ) -> Result<SideResults, Undone> {
        let answer = self.ask_make(workshop)?;
        self.build_all(&answer, tools, workshop).map_err(|stop| match stop {
            BuildStop::Fault(why) | BuildStop::Cut(why) => Undone::Reason(why),
            BuildStop::Machine(error) => Undone::Machine(error),
        })
    }

    fn build_all(
        &self,
        answer: &MakeFindings,
        tools: &Tools,
        workshop: &mut Workshop<'_>,
    ) -> Result<SideResults, BuildStop> {
        let mut compiler = Compiler::new(workshop, tools, self.program)?;
        // Made first, so that no header of the kit takes the place of a generated one.
        for header in &answer.generated {
            compiler.make("", header)?;
        }
        let mut sides = SideResults::new();
        let mut cut = None;
        for (number, side) in self.program.side_forms().enumerate() {
            let (made, entry) = self.made(number, side, answer);
            let mut assembler = Assembler {
                contents: self.contents,
                program: self.program,
                answer,
                side,
                entry,
                compiler: &mut compiler,
                dropped: BTreeSet::new(),
                notes: Assembly::default(),
            };
            let outcome = match assembler.build(side.program, made) {
                Ok(()) => SideOutcome::Command(vec![format!("./{}", side.program)]),
                Err(BuildStop::Fault(why)) => SideOutcome::Failed(why),
                Err(BuildStop::Cut(why)) => SideOutcome::Failed(cut.insert(why).clone()),
                Err(error @ BuildStop::Machine(_)) => return Err(error),
            };
            sides.insert(side.kind.to_owned(), (outcome, assembler.notes));
        }
        let any_built = sides.values().any(|(side, _)| matches!(side, SideOutcome::Command(_)));
        match cut {
            Some(why) if !any_built => Err(BuildStop::Cut(why)),
            _ => compiler.clear().map(|()| sides),
        }
    }

    /// The program that make would build for a side, if there is one, and its deciding source.
    ///
    /// That source is the one named after the side. If the program named after the side is linked
    /// with another deciding source instead, the former is a draft.
    fn made<'s>(
        &'s self,
        number: usize,
        side: &'static SideForm,
        answer: &'s MakeFindings,
    ) -> (Option<&'s (TracedProgram, String)>, &'s str) {
        let entry = self.program.entries.get(side.kind).map_or("", String::as_str);
        let made = answer.programs.get(number).and_then(Option::as_ref);
        let is_fit = |(program, _): &(TracedProgram, String)| {
            Called::of(&program.name, side) == Called::AfterTheSide
        };
        let is_usual = side.source == entry;
        let namesake = answer.namesakes.get(number).and_then(Option::as_ref);
        let namesake = namesake.filter(|_| is_usual && !made.is_some_and(is_fit));
        let units = namesake.iter().flat_map(|(program, _)| program.units());
        let mut deciding = units.filter(|unit| self.decides(side.kind, &unit.source));
        match deciding.next() {
            Some(unit) => (namesake, &unit.source),
            None => (made, entry),
        }
    }

    /// True if a source defines a side's deciding function.
    fn decides(&self, side: &str, source: &str) -> bool {
        let bytes = self.contents.read(source, MOST_OF_ONE).unwrap_or_default();
        let source = CSource::read(&String::from_utf8_lossy(&bytes));
        let telling = &self.program.form.telling;
        let functions = source.functions();
        functions.iter().any(|function| function.defined && telling.decides(function.name, side))
    }

    /// Asks make what it would do, unless there is no Makefile or the answer is not needed.
    fn ask_make(&self, workshop: &mut Workshop<'_>) -> Result<MakeFindings, BuildError> {
        let unasked = |problem: &str| MakeFindings {
            problem: Some(problem.to_owned()),
            ..MakeFindings::default()
        };
        if !MAKEFILES.iter().any(|name| self.contents.has(name)) {
            return Ok(unasked("there is no Makefile"));
        }
        let wanted: Vec<SideToBuild<'_>> =
            self.program.side_forms().map(|side| self.wanted(side)).collect();
        let files: BTreeSet<String> = self.contents.paths().map(str::to_owned).collect();
        let answer = ask(&wanted, &files, workshop)?;
        if let Some(problem) = &answer.problem {
            workshop.note(problem);
        }
        Ok(answer)
    }

    fn wanted(&self, side: &'static SideForm) -> SideToBuild<'_> {
        let entry = |side: &SideForm| self.program.entries.get(side.kind).map(String::as_str);
        let other = self.program.form.sides.iter().find(|other| other.kind != side.kind);
        let other = other.map(|other| entry(other).unwrap_or(other.source));
        SideToBuild { entry: entry(side).unwrap_or_default(), other, side }
    }
}
