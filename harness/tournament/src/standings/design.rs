//! The pairings of a plan, as input for statistics.

use stoker_engine::{Game, ScoreInfo, Sides};
use stoker_stats::{DesignSide, PairingDesign, ScoreScale};

use crate::plan::{Pairing, Plan};

/// The design of a plan, and the entrant of each row. Drawn lineups are not listed as pairings.
pub(super) fn of_plan<G: Game>(plan: &Plan<G>) -> (PairingDesign, Vec<usize>) {
    let sides = plan.game().sides();
    let names: Vec<_> = sides.kinds().collect();
    let sides = design_sides(sides, plan.game().scores(), &names);
    if let Some(drawn) = plan.drawn() {
        let entrants = drawn.entrants().to_vec();
        return (PairingDesign::new(sides, vec![0; entrants.len()], vec![]), entrants);
    }
    let entrants = plan.entrants().len();
    let mut row_of = vec![None; names.len() * entrants];
    let slot = |side: usize, entrant: usize| sides[side].kind * entrants + entrant;
    for pairing in plan.pairings() {
        for (side, &entrant) in pairing.entrants().iter().enumerate() {
            row_of[slot(side, entrant)] = Some(0);
        }
    }
    let taken = row_of.iter_mut().enumerate().filter(|(_, row)| row.is_some());
    let (kind_of, entrant_of): (Vec<_>, Vec<_>) = (0u32..)
        .zip(taken)
        .map(|(number, (slot, row))| {
            *row = Some(number);
            (slot / entrants, slot % entrants)
        })
        .unzip();
    let rows = |pairing: &Pairing| {
        let of = |(side, &entrant)| row_of[slot(side, entrant)].expect("it was counted");
        pairing.entrants().iter().enumerate().map(of).collect()
    };
    let pairings = plan.pairings().iter().map(rows).collect();
    (PairingDesign::new(sides, kind_of, pairings), entrant_of)
}

pub(super) fn design_sides(sides: &Sides, scores: &[ScoreInfo], names: &[&str]) -> Vec<DesignSide> {
    let kind = |kind| names.iter().position(|&name| name == kind).expect("every side has a kind");
    let side = |side: &stoker_engine::Side| DesignSide {
        kind: kind(side.kind),
        score: side.score,
        direction: side.direction,
        scale: match scores[side.score].is_victory() {
            true => ScoreScale::Victory,
            false => ScoreScale::Points,
        },
    };
    sides.list().iter().map(side).collect()
}
