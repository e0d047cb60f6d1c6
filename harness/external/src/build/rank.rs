//! Ranks of a team's programs and targets, to find the one of a side.

use stoker_bots::submissions::SideForm;

use super::dry_run::SideToBuild;
use super::learnt::TracedProgram;
use crate::submission::contents::base;

/// The fit of a program for a side; the least is best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    test: bool,
    /// True if it also contains the other side's source.
    both: bool,
    called: Called,
}

/// The relation of a program's or target's name to a side; the least is closest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Called {
    /// The name is one of the side's own.
    AfterTheSide,
    /// The name contains the side's.
    WithTheSide,
    /// The name says nothing.
    Otherwise,
    /// The name marks something set aside, such as `old_ai`.
    Aside,
}

impl Called {
    /// The relation of a path's name to a side.
    pub(super) fn of(path: &str, side: &SideForm) -> Self {
        const ASIDE: [&str; 8] =
            ["old", "debug", "dbg", "backup", "bak", "draft", "orig", "original"];
        let name = base(path).to_lowercase();
        let mut words = name.split(|c: char| !c.is_ascii_alphanumeric());
        match name.as_str() {
            name if side.names.contains(&name) => Self::AfterTheSide,
            _ if words.any(|word| ASIDE.contains(&word)) => Self::Aside,
            name if name.contains(side.word) => Self::WithTheSide,
            _ => Self::Otherwise,
        }
    }
}

/// True if the name of a program or target is one of a test.
pub(super) fn is_called_a_test(path: &str) -> bool {
    base(path).to_lowercase().replace("latest", "").contains("test")
}

impl Rank {
    /// True if there is no need to look for a better program.
    pub(super) fn is_fit(self) -> bool {
        !self.test && !self.both && self.called != Called::Aside
    }
}

/// The fit of a program for a side; `None` if it does not contain the side's source.
pub(super) fn rank(program: &TracedProgram, wanted: &SideToBuild<'_>) -> Option<Rank> {
    program.has(wanted.entry).then(|| Rank {
        test: is_called_a_test(&program.name),
        both: wanted.other.is_some_and(|other| program.has(other)),
        called: Called::of(&program.name, wanted.side),
    })
}

#[cfg(test)]
mod tests {
    use stoker_bots::course::SUBMISSIONS;

    use super::super::learnt::learn;
    use super::super::printed::printed;
    use super::*;

    #[test]
    fn a_side_gets_the_program_that_its_name_points_to() {
        let text = "cc -o testHunter t.c hunter.c\ncc -o both hunter.c dracula.c\n\
                    cc -o x hunter.c\ncc -o hunterPlayer hunter.c p.c\ncc -o drac dracula.c\n";
        let files = ["hunter.c", "dracula.c"].map(str::to_owned).into();
        let programs = learn(&printed(text).commands, &files).programs;
        let [hunters, dracula] = SUBMISSIONS.sides else { panic!("two sides") };
        let of = |entry, other, side| {
            let wanted = SideToBuild { entry, other: Some(other), side };
            let ranked =
                programs.iter().filter_map(|program| Some((rank(program, &wanted)?, program)));
            ranked.min_by_key(|(rank, _)| *rank).map(|(_, program)| program.name.as_str())
        };
        assert_eq!(of("hunter.c", "dracula.c", hunters), Some("hunterPlayer"));
        assert_eq!(of("dracula.c", "hunter.c", dracula), Some("drac"));
        assert_eq!(of("other.c", "hunter.c", dracula), None);
    }
}
