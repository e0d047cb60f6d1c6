//! Commands that compile and link programs.

use std::collections::BTreeMap;
use std::path::Path;

use super::Nature;

/// Flags for programs that were written for older compilers. The team's own flags come after these.
pub(super) const TEAM_FIRST: [&str; 2] = ["-std=gnu11", "-fcommon"];
/// Flags that come last. Nobody reads warnings here, and debug information would make programs
/// larger, and different in every store of builds.
pub(super) const TEAM_LAST: [&str; 2] = ["-w", "-g0"];
/// Flags that our `main` is compiled with.
pub(super) const PLAYER_FLAGS: [&str; 4] = ["-O2", "-std=gnu11", "-fcommon", "-w"];
/// Libraries added to those that the team's own link names.
pub(super) const LIBRARIES: [&str; 3] = ["-lm", "-lpthread", "-ldl"];
/// The option that tells our `main` that nothing runs when a program ends, except flushing its
/// buffers.
const QUIET: &str = "-Wl,--defsym=stoker_quiet=1";

/// The inputs of a side's program.
#[derive(Debug, Default)]
pub(in crate::build) struct Linked<'l> {
    pub(in crate::build) player: &'l str,
    /// Objects and libraries, in their order.
    pub(in crate::build) inputs: Vec<String>,
    /// System libraries.
    pub(in crate::build) libraries: Vec<String>,
    /// Facts about all of these.
    pub(in crate::build) nature: Nature,
    /// The sources of the objects.
    pub(in crate::build) sources: BTreeMap<String, String>,
}

pub(super) fn link_command(
    program: &str,
    linked: &Linked<'_>,
    library: Option<&str>,
) -> Vec<String> {
    words(["cc", "-o", program, linked.player])
        .into_iter()
        .chain(linked.inputs.iter().cloned())
        .chain(library.map(str::to_owned))
        .chain(linked.libraries.iter().cloned())
        .chain(words(LIBRARIES))
        .chain(linked.nature.quiet.then(|| QUIET.to_owned()))
        .collect()
}

/// True if a section, as `size -A` lists it, holds code that runs when a program ends, or may be
/// turned into such code by the linker.
pub(super) fn is_late(line: &str) -> bool {
    const LATE: [&str; 3] = [".fini", ".dtors", ".gnu.lto_"];
    LATE.iter().any(|name| line.starts_with(name))
}

/// True if a section, as `size -A` lists it, holds code that runs before `main`, or may be turned
/// into such code by the linker.
pub(super) fn is_early(line: &str) -> bool {
    const EARLY: [&str; 4] = [".init", ".preinit_array", ".ctors", ".gnu.lto_"];
    EARLY.iter().any(|name| line.starts_with(name))
}

/// The settings of the compiler, besides the submission and the kit.
pub(in crate::build) fn settings() -> String {
    [&TEAM_FIRST[..], &TEAM_LAST, &PLAYER_FLAGS, &LIBRARIES].concat().join(" ")
}

/// A path that programs take neither for an option nor for a list of options.
pub(in crate::build) fn as_file(path: &str) -> String {
    if path.starts_with(['-', '@']) { format!("./{path}") } else { path.to_owned() }
}

/// The path from a folder up to the submission's.
pub(super) fn up(folder: &str) -> String {
    "../".repeat(folder.split('/').filter(|part| !part.is_empty()).count())
}

/// A command that runs in a folder of the submission.
pub(super) fn from(folder: &str, command: Vec<String>) -> Vec<String> {
    if folder.is_empty() {
        return command;
    }
    let enter = words(["sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", folder]);
    enter.into_iter().chain(command).collect()
}

pub(super) fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

pub(super) fn text(path: impl AsRef<Path>) -> String {
    path.as_ref().to_string_lossy().into_owned()
}
