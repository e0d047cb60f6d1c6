//! Building course submissions: their functions, and the kit's program around them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::BuildError;
use super::headers::Headers;
use super::interface::Interface;
use super::kit::Kit;
use super::log::reason;
use super::sources::shared;
use super::store::SideOutcome;
use super::workshop::{Ended, Workshop};
use crate::external::submission::CourseProgram;
use crate::external::submission::contents::Contents;
use crate::spec::Protocol;

/// How course submissions are spoken to once they are built. The kit's program speaks `lines` too,
/// and then forks for every turn; a new process is what these programs were written for.
pub(in crate::external) const PROTOCOL: Protocol = Protocol::Course;

/// What programs that were written for older compilers need.
const FLAGS: [&str; 5] = ["-O2", "-std=gnu11", "-fcommon", "-w", "-I."];
/// The library comes before these; a submission's own definitions win over the library's.
const LINK: [&str; 4] = ["-lm", "-lpthread", "-ldl", "-Wl,-z,muldefs"];
/// How many missing headers are made by the submission's own rules at most.
const MOST_HEADERS: usize = 8;

/// How a course submission is compiled.
#[derive(Debug)]
pub(super) struct Recipe<'k> {
    kit: &'k Kit,
    program: &'k CourseProgram,
    /// The sources of both programs besides the files that decide.
    shared: Vec<String>,
    headers: Headers,
}

impl<'k> Recipe<'k> {
    /// Finds out how, from the files of a submission.
    pub(super) fn of(contents: &Contents, program: &'k CourseProgram, kit: &'k Kit) -> Self {
        let shared = shared(contents, program);
        let headers = Headers::of(contents, program.evidence.interface, kit);
        Self { kit, program, shared, headers }
    }

    fn interface(&self) -> Interface {
        self.program.evidence.interface
    }

    /// All that a build depends on, besides the submission.
    pub(super) fn key(&self) -> Result<String, BuildError> {
        let (flags, link) = (FLAGS.join(" "), LINK.join(" "));
        let (kit, headers) = (self.kit.hash()?, self.headers.hash());
        Ok(format!("{kit} {headers} {} {flags} {link}", self.interface()))
    }

    /// What has to be readable in the workshop: the kit, written to `kits`, and its library.
    pub(super) fn tools(&self, kits: &Path) -> Result<Tools, BuildError> {
        let needed = self.interface().needs_library();
        let library = needed.then(|| self.kit.library()).transpose()?.map(Path::to_owned);
        Ok(Tools { kit: self.kit.write(kits)?, headers: self.headers.write(kits)?, library })
    }

    /// Compiles the programs of some sides; `Err` in it if the build must not be remembered.
    pub(super) fn build(
        &self,
        sides: &[&str],
        tools: &Tools,
        workshop: &mut Workshop<'_>,
    ) -> Result<Result<BTreeMap<String, SideOutcome>, String>, BuildError> {
        let mut outcomes = BTreeMap::new();
        for side in sides {
            let outcome = match self.compile(side, tools, workshop)? {
                Ended::Well => SideOutcome::Command(vec![format!("./{}", program(side))]),
                Ended::Badly(printed) => SideOutcome::Failed(reason(&printed)),
                Ended::Cut(why) => return Ok(Err(why)),
                Ended::NoProgram(why) => return Err(BuildError::NoTool(why)),
            };
            outcomes.insert((*side).to_owned(), outcome);
        }
        Ok(Ok(outcomes))
    }

    /// Compiles; makes headers that are missing by the submission's own rules.
    fn compile(
        &self,
        side: &str,
        tools: &Tools,
        workshop: &mut Workshop<'_>,
    ) -> Result<Ended, BuildError> {
        let command = self.command(side, tools);
        let mut made = BTreeSet::new();
        loop {
            let ended = workshop.run(&command)?;
            let missing = match &ended {
                Ended::Badly(printed) => missing_header(printed),
                Ended::Well | Ended::Cut(_) | Ended::NoProgram(_) => None,
            };
            let Some(header) = missing.filter(|_| made.len() < MOST_HEADERS) else {
                return Ok(ended);
            };
            let make = words(["make", &header]).collect::<Vec<_>>();
            if !made.insert(header) || workshop.run(&make)? != Ended::Well {
                return Ok(ended);
            }
        }
    }

    /// The compiler's command for a side.
    fn command(&self, side: &str, tools: &Tools) -> Vec<String> {
        let interface = self.interface();
        let own = self.program.entries.get(side);
        let is_dracula = (side == "dracula").then(|| "-DI_AM_DRACULA".to_owned());
        words(["cc"])
            .chain(words(FLAGS))
            .chain(Headers::flags(&tools.headers, "."))
            .chain([format!("-DSTOKER_INTERFACE={interface}")])
            .chain(is_dracula)
            .chain(words(["-o", program(side)]))
            // First, so that its definitions win where there are two.
            .chain([text(tools.kit.join("player.c"))])
            .chain(own.map(|source| format!("./{source}")))
            // A name must not be taken for an option.
            .chain(self.shared.iter().map(|source| format!("./{source}")))
            .chain(tools.library.as_deref().map(text))
            .chain(words(LINK))
            .collect()
    }
}

/// Where a recipe's ingredients are.
#[derive(Debug)]
pub(super) struct Tools {
    kit: PathBuf,
    headers: PathBuf,
    library: Option<PathBuf>,
}

impl Tools {
    /// What has to be readable.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        [self.kit.clone(), self.headers.clone()].into_iter().chain(self.library.clone()).collect()
    }
}

/// What a side's program is called.
fn program(side: &str) -> &'static str {
    if side == "dracula" { "stoker-dracula" } else { "stoker-hunters" }
}

fn words<'w, const N: usize>(words: [&'w str; N]) -> impl Iterator<Item = String> + use<'w, N> {
    words.into_iter().map(str::to_owned)
}

fn text(path: impl AsRef<Path>) -> String {
    path.as_ref().to_string_lossy().into_owned()
}

/// The header that a compiler does not find, if it is one that may be made: a plain name.
fn missing_header(printed: &str) -> Option<String> {
    let line = printed.lines().find(|line| line.contains("fatal error:"))?;
    let (_, rest) = line.split_once("fatal error: ")?;
    let name = match rest.split_once(": No such file") {
        Some((name, _)) => name,
        // As Clang says it.
        None => rest.strip_prefix('\'')?.strip_suffix("' file not found")?,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    let header = name.ends_with(".h") && !name.starts_with(['-', '.']) && name.chars().all(plain);
    header.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_that_is_missing_is_read_from_what_compilers_say() {
        let missing = |text: &str| missing_header(text);
        assert_eq!(
            missing("a.c:1:10: fatal error: places.h: No such file or directory\n    1 | x")
                .as_deref(),
            Some("places.h")
        );
        assert_eq!(missing("a.c:1:10: fatal error: 'p.h' file not found").as_deref(), Some("p.h"));
        for text in [
            "",
            "fatal error: -f.h: No such file",
            "fatal error: ../x.h: No such file",
            "fatal error: x: No such file",
        ] {
            assert_eq!(missing(text), None, "{text}");
        }
    }
}
