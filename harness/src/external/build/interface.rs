//! Which year's interface a course submission was written for.

use std::collections::BTreeSet;
use std::fmt;

use super::c_source::CSource;
use crate::external::submission::contents::Contents;

/// An interface of the course, by its year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interface {
    /// 2013: hunters only.
    Y2013,
    /// 2014 to 2016.
    Y2014,
    /// 2018.
    Y2018,
    /// 2019.
    Y2019,
    /// 2020.
    Y2020,
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Y2013 => "2013",
            Self::Y2014 => "2014",
            Self::Y2018 => "2018",
            Self::Y2019 => "2019",
            Self::Y2020 => "2020",
        })
    }
}

/// The C files of a submission.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    /// Those that are compiled for any side, without those of sides.
    pub(super) shared: Vec<String>,
    /// The year.
    pub(super) interface: Interface,
}

/// Names that only programs of 2019 use.
const OF_2019: [&str; 6] = [
    "decide_hunter_move",
    "decide_dracula_move",
    "hv_new",
    "dv_new",
    "hunter_view",
    "dracula_view",
];
/// Names that only programs of 2020 use.
const OF_2020: [&str; 8] = [
    "HvNew",
    "DvNew",
    "GvNew",
    "HvGetRound",
    "DvGetRound",
    "HvWhereCanIGo",
    "DvWhereCanIGo",
    "DraculaView",
];
/// Names that only programs of 2014 to 2018 use, and maybe those of 2013.
const BEFORE_2019: [&str; 6] =
    ["newHunterView", "newDracView", "DracView", "disposeHunterView", "giveMeTheRound", "whereIs"];

/// So many bytes of all sources are looked at: reading them takes up to a hundred times as much
/// memory, outside of any sandbox.
const MOST: u64 = 1 << 20;
/// And so many of each, so that one long table does not hide the others.
const MOST_OF_ONE: u64 = 256 << 10;

impl Sources {
    /// Reads the sources in a folder, as far as they are of a likely size; `of_sides` are those that only one side's program has.
    pub(super) fn of(contents: &Contents, of_sides: &[&str]) -> Self {
        let mut shared = vec![];
        let mut all = vec![];
        let mut room = MOST;
        for name in contents.names() {
            let source = name.ends_with(".c");
            if !source && !name.ends_with(".h") {
                continue;
            }
            let bytes = contents.read(name, room.min(MOST_OF_ONE)).unwrap_or_default();
            room = room.saturating_sub(bytes.len() as u64);
            let read = CSource::read(&String::from_utf8_lossy(&bytes));
            let lower = name.to_lowercase();
            let test = lower.starts_with("test")
                || lower.ends_with("test.c")
                || lower.ends_with("tests.c");
            if source && !test && !of_sides.contains(&name) && !read.defines_main() {
                shared.push(name.to_owned());
            }
            all.push((name.to_owned(), read));
        }
        Self { shared, interface: interface(&all) }
    }

    /// Whether functions of the interface may be left to the kit's library.
    pub(super) fn needs_library(&self) -> bool {
        self.interface == Interface::Y2020
    }
}

/// The interface that files speak of, by what they are called, include and use.
fn interface(files: &[(String, CSource)]) -> Interface {
    let names: BTreeSet<&str> = files
        .iter()
        .flat_map(|(name, source)| {
            std::iter::once(name.as_str()).chain(source.includes.iter().map(String::as_str))
        })
        .collect();
    let uses = |word: &str| files.iter().any(|(_, source)| source.uses(word));
    if names.contains("hunter_view.h")
        || names.contains("dracula_view.h")
        || OF_2019.into_iter().any(uses)
    {
        Interface::Y2019
    } else if names.contains("DraculaView.h") || OF_2020.into_iter().any(uses) {
        Interface::Y2020
    } else if uses("decideMove") || names.contains("hunterView.h") {
        Interface::Y2013
    } else if names.contains("Globals.h")
        || names.contains("DracView.h")
        || BEFORE_2019.into_iter().any(uses)
    {
        // Flags of reachability became `bool` in 2018.
        let flags = |(name, source): &(String, CSource)| {
            ["HunterView.h", "DracView.h", "GameView.h"].contains(&name.as_str())
                && source.uses("bool")
        };
        if files.iter().any(flags) { Interface::Y2018 } else { Interface::Y2014 }
    } else {
        Interface::Y2020
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::external::submission::contents::Bounds;

    fn sources(files: &[(&str, &str)]) -> Sources {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let contents = Contents::list(folder.path(), Bounds::SUBMISSION).unwrap();
        Sources::of(&contents, &["hunter.c", "dracula.c"])
    }

    fn year(files: &[(&str, &str)]) -> String {
        sources(files).interface.to_string()
    }

    #[test]
    fn every_year_is_known_by_its_headers_and_names() {
        let of_2013 = [("hunter.c", "#include \"hunterView.h\"\nvoid decideMove(HunterView v) {}")];
        let of_2014 = [
            ("HunterView.h", "HunterView newHunterView(char *p, PlayerMessage m[]);"),
            ("hunter.c", "#include \"Globals.h\"\nvoid decideHunterMove(HunterView v) {}"),
        ];
        let of_2018 = [
            ("HunterView.h", "LocationID *whereCanIgo(HunterView v, int *n, bool road);"),
            ("hunter.c", "#include \"Globals.h\"\nvoid decideHunterMove(HunterView v) {}"),
        ];
        let of_2019 = [(
            "dracula.c",
            "#include \"dracula_view.h\"\nvoid decide_dracula_move(dracula_view *v) {}",
        )];
        let of_2020 = [(
            "hunter.c",
            "#include \"HunterView.h\"\nvoid decideHunterMove(HunterView v) { HvGetRound(v); }",
        )];
        let of_kit =
            [("dracula.c", "#include \"dracula.h\"\nvoid decideDraculaMove(DraculaView v) {}")];
        assert_eq!(year(&of_2013), "2013");
        assert_eq!(year(&of_2014), "2014");
        assert_eq!(year(&of_2018), "2018");
        assert_eq!(year(&of_2019), "2019");
        assert_eq!(year(&of_2020), "2020");
        assert_eq!(year(&of_kit), "2020");
        assert_eq!(year(&[("hunter.c", "")]), "2020");
    }

    #[test]
    fn words_in_comments_decide_nothing() {
        let text = "// like newHunterView and hv_new\nvoid decideHunterMove(HunterView v) {}";
        assert_eq!(year(&[("hunter.c", text)]), "2020");
    }

    #[test]
    fn tests_mains_and_sources_of_sides_are_not_shared() {
        let shared = sources(&[
            ("hunter.c", ""),
            ("dracula.c", ""),
            ("Map.c", "int f(void) { return 1; }"),
            ("player.c", "int main(void) { return 0; }"),
            ("testMap.c", ""),
            ("Queue.c", "#ifdef TEST\nint main(void) {}\n#endif"),
            ("Map.h", "int f(void);"),
        ]);
        assert_eq!(shared.shared, ["Map.c", "Queue.c"]);
    }
}
