//! Compiler and linker errors as sentences for the team, about its own files and never about ours.

use std::collections::BTreeMap;

use super::log::{reason, shortened};
use crate::submission::contents::base;

/// The first error in the team's own source.
///
/// `kit` is the folder of our files. An error in one of our headers is reported without its
/// location there.
pub(super) fn of_compiler(printed: &str, source: &str, kit: &str) -> String {
    let errors = || printed.lines().filter(|line| line.contains("error:"));
    let own = errors().find(|line| !line.starts_with(kit));
    match (own, errors().next()) {
        (Some(line), _) => shortened(line),
        (None, Some(line)) => shortened(&format!("{source}: {}", message(line))),
        (None, None) => reason(printed),
    }
}

/// The reason why objects cannot be linked. `sources` are the sources of the objects, by path.
pub(super) fn of_linker(printed: &str, sources: &BTreeMap<String, String>) -> String {
    let told = undefined(printed).or_else(|| defined_twice(printed, sources));
    told.or_else(|| said_by_linker(printed)).unwrap_or_else(|| reason(printed))
}

/// The first symbol that no file defines.
fn undefined(printed: &str) -> Option<String> {
    let line = printed.lines().find(|line| line.contains("undefined reference to"))?;
    let (place, name) = line.split_once(": undefined reference to ")?;
    let place = place.rsplit_once("ld: ").map_or(place, |(_, place)| place);
    let file = base(place.split(":(").next().unwrap_or(place));
    let file = file.split(':').next().unwrap_or(file);
    let name = name.trim_matches(['`', '\'']);
    Some(shortened(&match file {
        "player.c" => {
            format!("no file defines `{name}`, which stoker's main calls")
        }
        _ => format!("{file} uses `{name}`, but no linked file defines it"),
    }))
}

/// The first symbol that two files define, if one of them is the team's.
fn defined_twice(printed: &str, sources: &BTreeMap<String, String>) -> Option<String> {
    let (one, name, other) = printed.lines().find_map(|line| {
        let (first, rest) = line.split_once(": multiple definition of `")?;
        let (name, rest) = rest.split_once('\'')?;
        let other = rest.trim_start_matches("; ");
        Some((source_of(first, sources), name, source_of(other, sources)))
    })?;
    match (one, other) {
        (Some(one), Some(other)) => {
            Some(shortened(&format!("both {other} and {one} define `{name}`")))
        }
        (Some(one), None) | (None, Some(one)) => {
            Some(shortened(&format!("{one} defines `{name}`, which stoker's player.c defines too")))
        }
        (None, None) => None,
    }
}

/// The first error in the linker's own words.
fn said_by_linker(printed: &str) -> Option<String> {
    let mut lines = printed.lines();
    lines.find(|line| line.contains("ld: ") && !line.contains("warning")).map(shortened)
}

fn source_of<'s>(place: &str, sources: &'s BTreeMap<String, String>) -> Option<&'s str> {
    let found = sources.iter().find(|(object, _)| place.contains(object.as_str()));
    found.map(|(_, source)| source.as_str())
}

/// The compiler's message after the location and the word "error".
fn message(line: &str) -> &str {
    line.split_once("error: ").map_or(line, |(_, message)| message).trim()
}

/// The header that a compiler does not find, if it is one that can be made.
pub(super) fn missing_header(printed: &str) -> Option<String> {
    let line = printed.lines().find(|line| line.contains("fatal error:"))?;
    let (_, rest) = line.split_once("fatal error: ")?;
    let name = match rest.split_once(": No such file") {
        Some((name, _)) => name,
        // The form that Clang uses.
        None => rest.strip_prefix('\'')?.strip_suffix("' file not found")?,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let header = name.contains('.')
        && !name.starts_with(['-', '.', '/'])
        && !name.contains("..")
        && name.chars().all(plain);
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
            "fatal error: a/../../x.h: No such file",
            "fatal error: x: No such file",
        ] {
            assert_eq!(missing(text), None, "{text}");
        }
    }

    #[test]
    fn errors_are_those_of_the_team_and_not_of_the_kit() {
        let printed = "In file included from hunter.c:1:\n/kit/include/Game.h:3:1: error: conflicting types for 'x'\nhunter.c:9:2: error: no\n";
        assert_eq!(of_compiler(printed, "hunter.c", "/kit"), "hunter.c:9:2: error: no");
        let first = "/kit/include/Game.h:3:1: error: conflicting types for 'x'\n";
        assert_eq!(of_compiler(first, "hunter.c", "/kit"), "hunter.c: conflicting types for 'x'");
    }

    #[test]
    fn what_linkers_lack_is_told_with_the_file_that_needs_it() {
        let sources = [("b/1.o", "hunter.c"), ("b/2.o", "View.c")];
        let sources = sources.map(|(object, source)| (object.to_owned(), source.to_owned())).into();
        let linker = |text: &str| of_linker(text, &sources);
        let wanted = "hunter.c uses `f`, but no linked file defines it";
        let printed = "/usr/bin/ld: b/1.o: in function `g':\nhunter.c:(.text+0x5): undefined reference to `f'";
        assert_eq!(linker(printed), wanted);
        assert_eq!(linker("/usr/bin/ld: hunter.c:(.text+0x5): undefined reference to `f'"), wanted);
        assert_eq!(linker("/usr/bin/ld: /work/hunter.c:5: undefined reference to `f'"), wanted);
        assert_eq!(
            linker("player.c:(.text+0x5): undefined reference to `decideHunterMove'"),
            "no file defines `decideHunterMove`, which stoker's main calls"
        );
        let twice = "/usr/bin/ld: b/2.o:(.data+0x0): multiple definition of `t'; b/1.o:(.data+0x0): first defined here";
        assert_eq!(linker(twice), "both hunter.c and View.c define `t`");
        assert_eq!(linker("/usr/bin/ld: cannot find -lx"), "/usr/bin/ld: cannot find -lx");
    }
}
