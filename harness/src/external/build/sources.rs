//! The sources of a course submission that both of its programs are compiled from.

use super::c_source::CSource;
use crate::external::submission::CourseProgram;
use crate::external::submission::contents::Contents;

/// So many bytes of all sources are looked at: reading them takes up to a hundred times as much
/// memory, outside of any sandbox.
const MOST: u64 = 1 << 20;
/// And so many of each, so that one long table does not hide the others.
const MOST_OF_ONE: u64 = 256 << 10;

/// The sources directly in the folder, without those that decide, tests, and those with a `main`.
pub(super) fn shared(contents: &Contents, program: &CourseProgram) -> Vec<String> {
    let mut shared = vec![];
    let mut room = MOST;
    for name in contents.names().filter(|name| name.ends_with(".c")) {
        let lower = name.to_lowercase();
        let test =
            lower.starts_with("test") || lower.ends_with("test.c") || lower.ends_with("tests.c");
        let decides = ["hunter.c", "dracula.c"].contains(&name)
            || program.entries.values().any(|entry| entry == name);
        if test || decides {
            continue;
        }
        let bytes = contents.read(name, room.min(MOST_OF_ONE)).unwrap_or_default();
        room = room.saturating_sub(bytes.len() as u64);
        if !CSource::read(&String::from_utf8_lossy(&bytes)).defines_main() {
            shared.push(name.to_owned());
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::external::submission::find;
    use crate::external::submission::{Found, Kind};

    #[test]
    fn tests_mains_and_sources_of_sides_are_not_shared() {
        let folder = TempDir::new().unwrap();
        let files = [
            ("hunter.c", ""),
            ("dracula.c", ""),
            ("Map.c", "int f(void) { return 1; }"),
            ("player.c", "int main(void) { return 0; }"),
            ("testMap.c", ""),
            ("Queue.c", "#ifdef TEST\nint main(void) {}\n#endif"),
            ("Map.h", "int f(void);"),
            ("Makefile", ""),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let found = find(folder.path()).unwrap().remove(0);
        let Found::Submission(submission) = found else { panic!("{found:?}") };
        let Kind::Course(program) = &submission.kind else { panic!("{submission:?}") };
        assert_eq!(shared(&submission.contents, program), ["Map.c", "Queue.c"]);
    }
}
