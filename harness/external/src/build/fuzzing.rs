//! Invariants of the parsers for submissions and for the output of `make` and `nm`, which hold for
//! any text.
#![expect(clippy::missing_panics_doc, reason = "a body panics where a parser is wrong")]

use std::collections::BTreeSet;

use stoker_bots::submissions::SubmissionForm;

use super::dry_run::SideToBuild;
use super::flags::compiler_call;
use super::learnt::{TracedPrograms, learn};
use super::printed::{is_plain, missing, printed};
use super::rank::rank;
use super::symbols::symbols as read_symbols;
use super::{complaint, log};
use crate::submission::c_source::CSource;

/// Parses output of `make` for sources of this form, which has two sides. No path may leave the
/// submission, and the amount learnt is bounded. Returns true if a source was found.
#[must_use]
pub fn makefile(text: &str, form: &'static SubmissionForm) -> bool {
    const MOST: usize = 200_000;
    let [side, other] = form.sides else { panic!("two sides") };
    let files: BTreeSet<String> =
        [side.source, other.source, "views/GameView.c", "Map.o"].map(str::to_owned).into();
    let printed = printed(text);
    assert!(missing(text).iter().chain(&printed.targets).all(|name| is_plain(name)));
    for command in &printed.commands {
        let _ = compiler_call(&command.words);
    }
    let TracedPrograms { programs, units } = learn(&printed.commands, &files);
    let wanted = SideToBuild { entry: side.source, other: Some(other.source), side };
    let parts: usize = programs.iter().map(|program| program.units().len()).sum();
    assert!(parts <= MOST && units.len() <= MOST);
    for unit in programs.iter().flat_map(|program| program.units()).chain(units.values()) {
        let parts = || unit.source.split('/').chain(unit.folder.split('/'));
        assert!(!unit.source.starts_with('/') && parts().all(|part| part != ".."), "{unit:?}");
    }
    for program in &programs {
        let _ = rank(program, &wanted);
    }
    !units.is_empty()
}

/// Parses a team's source or header. Returns true if it has functions.
#[must_use]
pub fn source(text: &str) -> bool {
    let source = CSource::read(text);
    let functions = source.functions();
    for function in &functions {
        let _ = function.type_of_only_parameter();
    }
    let _ = (source.calls(), source.defines_main());
    !functions.is_empty()
}

/// Parses output of `nm`, compilers and linkers. Returns true if a `main` was found.
#[must_use]
pub fn symbols(text: &str) -> bool {
    let objects = ["a.o", "b.o"].map(str::to_owned);
    let sources = objects.clone().map(|object| (object, "a.c".to_owned())).into();
    let told = [
        complaint::of_compiler(text, "a.c", "/kit/"),
        complaint::of_linker(text, &sources),
        log::reason(text),
    ];
    assert!(told.iter().all(|told| told.chars().count() < 210), "{told:?}");
    let _ = complaint::missing_header(text);
    read_symbols(text, &objects[..1]).into_values().any(|symbols| symbols.offers("main"))
}
