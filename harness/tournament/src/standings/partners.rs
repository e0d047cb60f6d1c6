//! Partners: the strength of entrants whose sides win or lose together.

use stoker_engine::{Game, RankingScores, Seed, SideId};
use stoker_external::fault::Loses;
use stoker_stats::Estimate;
use stoker_stats::lineups::Visit;
use stoker_stats::teams::{TeamEffects, TeamSums};

use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};

/// The effects of partners on the scores of their teams.
#[derive(Debug, Clone, PartialEq)]
pub struct PartnerTable {
    /// The names of the scores, the one that ranks first.
    pub scores: Vec<String>,
    /// The entrants, by rank.
    pub rows: Vec<PartnerRow>,
}

/// A partner.
#[derive(Debug, Clone, PartialEq)]
pub struct PartnerRow {
    /// Its name.
    pub entrant: String,
    /// The number of matches that its faults have lost.
    pub forfeits: u64,
    /// Its effects in all matches.
    pub all: PartnerEffects,
    /// Its effects in the matches that nobody forfeited.
    pub kept: PartnerEffects,
}

/// The effects of a partner on the scores of its teams: what a team gains if this entrant takes the
/// seat of an average one. Above 0, the team does better, also where it wants low scores.
#[derive(Debug, Clone, PartialEq)]
pub struct PartnerEffects {
    /// The number of seats that it had; a match counts once for each.
    pub seats: u64,
    /// By score: the effect. `None` if the matches do not tell the effects of entrants apart.
    pub effects: Vec<Option<Estimate>>,
}

/// The sums of a league of partners.
#[derive(Debug, Clone)]
pub(super) struct PartnerSums {
    /// The names of the scores that rank the team.
    scores: Vec<&'static str>,
    /// These scores; effects are turned so that more is better.
    order: RankingScores,
    all: TeamSums,
    kept: TeamSums,
    /// The numbers of the forfeited matches, in order.
    pub(super) forfeited: Vec<u64>,
    /// By row: the number of matches that its faults have lost.
    forfeits: Vec<u64>,
}

/// The effects of all rows.
pub(super) struct PartnerFigures {
    pub(super) all: Vec<TeamEffects>,
    pub(super) kept: Vec<TeamEffects>,
}

impl PartnerSums {
    /// The sums of a plan before its first match, if its sides are a team.
    pub(super) fn new<G: Game>(plan: &Plan<G>, rows: usize) -> Option<Self> {
        let (sides, infos) = (plan.game().sides(), plan.game().scores());
        if !sides.is_team() {
            return None;
        }
        let order = RankingScores::of(sides, infos, SideId(0));
        let scores = order.places().iter().map(|&place| infos[place].name).collect();
        let sums = TeamSums::new(rows, order.places().len());
        let (forfeited, forfeits) = (vec![], vec![0; rows]);
        Some(Self { scores, order, all: sums.clone(), kept: sums, forfeited, forfeits })
    }

    /// Counts a match of these rows, by side.
    pub(super) fn add(&mut self, slot: &Slot, rows: &[usize], outcome: &MatchOutcome) {
        let scores = self.order.values(&outcome.scores);
        self.all.add(slot.index, rows, &scores);
        match outcome.faults.iter().find(|fault| fault.loses == Loses::Match) {
            Some(fault) => {
                self.forfeits[rows[usize::from(fault.side.0)]] += 1;
                self.forfeited.push(slot.number);
            }
            None => self.kept.add(slot.index, rows, &scores),
        }
    }

    /// The rows, best first by the mean scores so far.
    pub(super) fn order(&self) -> Vec<usize> {
        self.all.order()
    }

    /// The effects; `all` and `kept` repeat the lineups of these matches.
    pub(super) fn figures(&self, all: Visit<'_>, kept: Visit<'_>, master: Seed) -> PartnerFigures {
        let of_all = self.all.effects(all, master);
        let of_kept = match self.forfeited.is_empty() {
            true => of_all.clone(),
            false => self.kept.effects(kept, master),
        };
        PartnerFigures { all: of_all, kept: of_kept }
    }

    /// The table, with rows in the order of the leaderboard.
    pub(super) fn table<'n>(
        &self,
        figures: &PartnerFigures,
        ranked: &[usize],
        name: impl Fn(usize) -> &'n str,
    ) -> PartnerTable {
        let effects = |of: &TeamEffects| PartnerEffects {
            seats: of.seats,
            effects: of.effects.iter().map(|effect| effect.map(Estimate::pinned)).collect(),
        };
        let row = |&row: &usize| PartnerRow {
            entrant: name(row).to_owned(),
            forfeits: self.forfeits[row],
            all: effects(&figures.all[row]),
            kept: effects(&figures.kept[row]),
        };
        PartnerTable {
            scores: self.scores.iter().map(|&name| name.to_owned()).collect(),
            rows: ranked.iter().map(row).collect(),
        }
    }
}

impl PartnerFigures {
    /// Drops all intervals, because the figures rest on too little data.
    pub(super) fn drop_intervals(&mut self) {
        for row in self.all.iter_mut().chain(&mut self.kept) {
            row.ranks = None;
            row.effects.iter_mut().flatten().for_each(|effect| *effect = effect.alone());
        }
    }
}

#[cfg(test)]
mod tests {
    use stoker_engine::{Direction, Knowledge, ScoreInfo, Side, Sides};

    use super::*;
    use crate::identity::GameHash;
    use crate::testing::outcome_of;

    /// A team that wants a low score: pairs of entrants that add 1, 2 and 6 to it.
    #[test]
    fn effects_on_a_score_that_is_wanted_low_are_turned_around() {
        let side = |name| Side {
            name,
            kind: "each",
            seats: &["seat"],
            knowledge: Knowledge::Shared,
            score: 0,
            direction: Direction::Low,
        };
        let sides = Sides::new(vec![side("a"), side("b")]);
        let info = ScoreInfo { name: "losses", unit: "points", range: (0, 9), meaning: "" };
        let sums = TeamSums::new(3, 1);
        let mut partners = PartnerSums {
            scores: vec!["losses"],
            order: RankingScores::of(&sides, &[info], SideId(0)),
            all: sums.clone(),
            kept: sums,
            forfeited: vec![],
            forfeits: vec![0; 3],
        };
        let matches = [([0, 1], 3), ([0, 2], 7), ([2, 1], 8)];
        for (number, (rows, score)) in (0..).zip(matches) {
            let slot = Slot { number, game: 0, pairing: 0, index: 0, seed: Seed(1) };
            let hash = GameHash(number.into());
            let outcome = MatchOutcome { hash, ..outcome_of(&[score]) };
            partners.add(&slot, &rows, &outcome);
        }
        assert_eq!(partners.order(), [0, 1, 2]);
        let visit = |each: &mut dyn FnMut(u64, &[usize])| {
            matches.iter().for_each(|(rows, _)| each(0, rows));
        };
        let figures = partners.figures(&visit, &visit, Seed(1));
        let effects = figures.all.iter().map(|of| of.effects[0].unwrap().value);
        let near = effects.zip([2.0, 1.0, -3.0]).all(|(found, it)| (found - it).abs() < 1e-9);
        assert!(near, "{:?}", figures.all);
    }
}
