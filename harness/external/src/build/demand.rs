//! Linking on demand: a side's program starts from its deciding source, and gets the files that it
//! needs.

use std::collections::BTreeSet;

use super::assembly::{Assembler, CompiledInputs, LinkPiece, MOST_SOURCES};
use super::choice::{Leaning, Object, on_demand, open_symbols};
use super::compiler::BuildStop;
use super::learnt::Unit;
use crate::submission::contents::base;
use crate::submission::included::reached;

impl Assembler<'_, '_, '_> {
    /// Builds without the help of a Makefile, from the deciding source and the files that it needs.
    pub(super) fn build_on_demand(&mut self, name: &str) -> Result<(), BuildStop> {
        let entry = self.unit(self.entry);
        self.notes.flags.clone_from(&entry.flags);
        self.notes.files = vec![entry.source.clone()];
        let of_entry = self.compiler.object(&entry)?;
        let mut units = vec![(entry, of_entry)];
        let aside = self.compile_candidates(&BTreeSet::new(), &mut units)?;
        let objects = self.compiler.objects(&units)?;
        let (entry, rest) = objects.split_at(1);
        let (mains, rest): (Vec<Object>, Vec<Object>) =
            rest.iter().cloned().partition(|object| object.brings_main(self.kit()));
        let needs = self.compiler.needs_of_player(self.side.kind)?;
        let leaning = self.leaning();
        let first: Vec<&Object> = entry.iter().collect();
        let chosen = on_demand(&first, &needs, &rest, &leaning).map_err(BuildStop::Fault)?;
        self.check_aside(&chosen, &needs, &aside)?;
        let lacking = self.lacking_for_a_main(&mains, &open_symbols(self.kit(), &chosen, &needs));
        let chosen: Vec<Object> = chosen.into_iter().cloned().collect();
        let pieces = chosen.iter().map(|object| LinkPiece::Object(object.path.clone())).collect();
        let ended =
            self.finish(name, &CompiledInputs { pieces, objects: chosen, libraries: vec![] });
        ended.map_err(|stop| match stop {
            BuildStop::Fault(why) => BuildStop::Fault(lacking.unwrap_or(why)),
            BuildStop::Cut(_) | BuildStop::Machine(_) => stop,
        })
    }

    /// Compiles all sources that may be part of the program. Returns those that do not compile,
    /// with their first error.
    fn compile_candidates(
        &mut self,
        known: &BTreeSet<String>,
        units: &mut Vec<(Unit, String)>,
    ) -> Result<Vec<(String, String)>, BuildStop> {
        let form = self.program.form;
        let entries: BTreeSet<&str> = form
            .sides
            .iter()
            .map(|side| side.source)
            .chain(self.program.entries.values().map(String::as_str))
            .collect();
        let named = self.program.compiling.sources.clone();
        let all = named.unwrap_or_else(|| self.nearby());
        let is_other = |name: &String| {
            name.ends_with(".c") && !entries.contains(name.as_str()) && !known.contains(name)
        };
        let sources: Vec<String> = all.into_iter().filter(is_other).collect();
        if sources.len() > MOST_SOURCES {
            let why = format!(
                "no Makefile says which of the {} sources {} needs; without one, at most \
                 {MOST_SOURCES} are tried",
                sources.len(),
                self.entry
            );
            return Err(BuildStop::Fault(why));
        }
        let mut aside = vec![];
        for source in sources {
            let unit = self.unit(&source);
            match self.compiler.object(&unit) {
                Ok(object) => units.push((unit, object)),
                Err(BuildStop::Fault(why)) => aside.push((source, why)),
                Err(stop) => return Err(stop),
            }
        }
        Ok(aside)
    }

    /// The files at the top of the submission, and those next to the deciding source.
    fn nearby(&self) -> Vec<String> {
        let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let beside = folder(self.entry);
        let decides = |path: &str| self.program.form.has_source(base(path));
        let is_near = |path: &&str| !path.contains('/') || folder(path) == beside && !decides(path);
        self.contents.paths().filter(is_near).map(str::to_owned).collect()
    }

    /// Sets aside sources that do not compile, unless one of them defines a missing function.
    fn check_aside(
        &self,
        chosen: &[&Object],
        needs: &BTreeSet<String>,
        aside: &[(String, String)],
    ) -> Result<(), BuildStop> {
        let open = open_symbols(self.kit(), chosen, needs);
        for (source, why) in aside {
            let read = self.read(source);
            let mut functions = read.functions().into_iter().filter(|function| function.defined);
            if functions.any(|function| open.contains(function.name)) {
                return Err(BuildStop::Fault(why.clone()));
            }
        }
        Ok(())
    }

    fn leaning(&self) -> Leaning {
        let form = self.program.form;
        let other = form.sides.iter().find(|side| side.kind != self.side.kind);
        let stem = |header: &String| base(header).trim_end_matches(".h").to_owned();
        Leaning {
            form,
            entry: self.entry.to_owned(),
            views: self.side.views,
            word: self.side.word,
            other: other.map(|side| side.word),
            headers: reached(self.contents, &[self.entry]).included.iter().map(stem).collect(),
        }
    }

    /// Adds files of the submission that a program of make's lacks, as is done without a Makefile.
    /// If nothing helps, `why` is the reason why it cannot be linked.
    pub(super) fn complete(
        &mut self,
        name: &str,
        mut compiled: CompiledInputs,
        why: String,
    ) -> Result<(), BuildStop> {
        let known: BTreeSet<String> =
            compiled.objects.iter().map(|object| object.source.clone()).collect();
        let mut units = vec![];
        let found = match self.compile_candidates(&known, &mut units) {
            Ok(_) => self.compiler.objects(&units)?,
            Err(BuildStop::Fault(_)) => vec![],
            Err(stop) => return Err(stop),
        };
        let kit = self.kit();
        let rest = found.into_iter().filter(|object| !object.brings_main(kit));
        let rest: Vec<Object> = rest.collect();
        let first: Vec<&Object> =
            compiled.objects.iter().filter(|object| !object.brings_main(kit)).collect();
        let needs = self.compiler.needs_of_player(self.side.kind)?;
        let chosen = on_demand(&first, &needs, &rest, &self.leaning());
        let chosen = chosen.map_err(|_| BuildStop::Fault(why.clone()))?;
        let added: Vec<Object> = chosen.into_iter().skip(first.len()).cloned().collect();
        if added.is_empty() {
            return Err(BuildStop::Fault(why));
        }
        let sources: Vec<&str> = added.iter().map(|object| object.source.as_str()).collect();
        let how = format!("{}, with {} added", self.notes.how, sources.join(" and "));
        compiled.pieces.extend(added.iter().map(|object| LinkPiece::Object(object.path.clone())));
        compiled.objects.extend(added);
        let ended = self.finish(name, &compiled);
        self.notes.how = how;
        ended.map_err(|stop| match stop {
            BuildStop::Fault(_) => BuildStop::Fault(why),
            BuildStop::Cut(_) | BuildStop::Machine(_) => stop,
        })
    }

    /// The explanation for a program that cannot be linked because a file with a needed function
    /// was left out for its own `main`.
    fn lacking_for_a_main(&self, mains: &[Object], open: &BTreeSet<String>) -> Option<String> {
        let has =
            |object: &&Object| open.iter().find(|name| object.symbols.defined.contains(*name));
        let (file, name) = mains.iter().find_map(|object| Some((&object.source, has(&object)?)))?;
        Some(format!(
            "{file} defines `{name}`, but is left out because it has a {} of its own: move these \
             to another file",
            self.kit().told
        ))
    }
}
