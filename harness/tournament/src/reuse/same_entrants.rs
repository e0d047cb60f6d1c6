//! Matches up the entrants of two runs.

use std::collections::BTreeMap;

use stoker_engine::Game;
use stoker_external::spec::{PERSON, Spec, What};

use crate::plan::Plan;
use crate::record::by_name;
use crate::results::manifest::EntrantRow;

/// By side: the number in the plan of each entrant of the earlier run, by its name there.
pub(super) struct SameEntrants(Vec<BTreeMap<String, usize>>);

impl SameEntrants {
    /// Finds, for each kind of side, the entrants that play it in both runs.
    ///
    /// An entrant has at most one counterpart. If several are alike, names decide, then the order.
    pub(super) fn find<G: Game>(
        plan: &Plan<G>,
        in_earlier: &[EntrantRow],
        in_plan: &[EntrantRow],
    ) -> Self {
        let sides = plan.game().sides();
        let mut of_kind =
            sides.kinds().map(|kind| (kind, of_kind(kind, plan, in_earlier, in_plan)));
        let of_kind = by_name(&mut of_kind);
        Self(sides.list().iter().map(|side| of_kind[side.kind].clone()).collect())
    }

    /// The numbers in the plan of entrants by their names in the earlier run, by side; `None`
    /// if the plan lacks one of them.
    pub(super) fn lineup<'r>(&self, names: impl Iterator<Item = &'r str>) -> Option<Vec<usize>> {
        self.0
            .iter()
            .zip(names)
            .map(|(same_entrants, name)| same_entrants.get(name).copied())
            .collect()
    }
}

fn of_kind<G: Game>(
    kind: &str,
    plan: &Plan<G>,
    in_earlier: &[EntrantRow],
    in_plan: &[EntrantRow],
) -> BTreeMap<String, usize> {
    let mut free: Vec<&EntrantRow> = in_earlier.iter().filter(|row| may_play(row, kind)).collect();
    let mut left: Vec<usize> =
        (0..in_plan.len()).filter(|&number| plan.entrants()[number].plays(kind)).collect();
    let mut same_entrants = BTreeMap::new();
    for by_name in [true, false] {
        left.retain(|&number| {
            let row = &in_plan[number];
            let is_same_entrant =
                |other: &&EntrantRow| is_same(other, row) && (!by_name || other.name == row.name);
            let Some(place) = free.iter().position(is_same_entrant) else { return true };
            same_entrants.insert(free.remove(place).name.clone(), number);
            false
        });
    }
    same_entrants
}

fn may_play(row: &EntrantRow, kind: &str) -> bool {
    row.side.as_deref().is_none_or(|side| side == kind) && !row.unfit.contains_key(kind)
}

/// True if two entrants are the same, whatever their names. A folder of files may have been moved.
/// A built-in bot is identified by its spec, because both runs have the same program. Nobody plays
/// the same twice, so a person is always another entrant.
fn is_same(in_earlier: &EntrantRow, in_plan: &EntrantRow) -> bool {
    if in_plan.spec == PERSON {
        return false;
    }
    let is_folder =
        |row: &EntrantRow| matches!(Spec::parse(&row.spec), Ok(Spec { what: What::Folder(_), .. }));
    let moved = || in_plan.hash.is_some() && is_folder(in_earlier) && is_folder(in_plan);
    in_earlier.hash == in_plan.hash && (in_earlier.spec == in_plan.spec || moved())
}
