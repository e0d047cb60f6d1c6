//! Small designs and synthetic leagues, for tests.

use arrayvec::ArrayVec;
use stoker_engine::{Direction, SideId, SideSet};

use super::cells::Cells;
use super::design::{DesignSide, PairingDesign, ScoreScale};

/// The winners if the first side won.
pub(super) const WON: SideSet = SideSet::NONE.with(SideId(0));
/// The winners if the second side won.
pub(super) const LOST: SideSet = SideSet::NONE.with(SideId(1));
/// The winners if both won.
pub(super) const BOTH: SideSet = WON.with(SideId(1));

/// Two unlike sides with one score, which the first wants high; everyone meets everyone. The rows
/// of the first side come first.
pub(super) fn duel(first: u32, second: u32) -> PairingDesign {
    let pairs = (0..first).flat_map(|i| (0..second).map(move |j| [i, first + j]));
    duel_of([first, second], &pairs.collect::<Vec<_>>())
}

/// The same with only these pairings.
pub(super) fn duel_of([first, second]: [u32; 2], pairs: &[[u32; 2]]) -> PairingDesign {
    let side =
        |kind, direction| DesignSide { kind, score: 0, direction, scale: ScoreScale::Points };
    let sides = vec![side(0, Direction::High), side(1, Direction::Low)];
    let kinds = (0..first).map(|_| 0).chain((0..second).map(|_| 1)).collect();
    PairingDesign::new(
        sides,
        kinds,
        pairs.iter().map(|pair| pair.iter().copied().collect()).collect(),
    )
}

/// Three entrants on three identical sides, in all rotations.
pub(super) fn three() -> PairingDesign {
    let side = |score| DesignSide {
        kind: 0,
        score,
        direction: Direction::High,
        scale: ScoreScale::Points,
    };
    let rotation = |turn: u32| (0..3).map(|side| (side + turn) % 3).collect::<ArrayVec<_, 8>>();
    PairingDesign::new((0..3).map(side).collect(), vec![0; 3], (0..3).map(rotation).collect())
}

/// Adds matches of a duel, given as pairing, index and score. The first side wins those above 0.
pub(super) fn played(design: &PairingDesign, matches: &[(usize, u64, i32)]) -> Cells {
    let mut cells = Cells::new(design);
    for &(pairing, index, score) in matches {
        cells.add(design, pairing, index, &[score], if score > 0 { WON } else { LOST });
    }
    cells
}

/// The number of seeds that each row played.
pub(super) fn seeds(design: &PairingDesign, cells: &Cells) -> Vec<u64> {
    (0..design.rows()).map(|row| cells.row(row).seeds()).collect()
}
