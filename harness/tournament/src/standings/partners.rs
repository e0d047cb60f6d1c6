//! Partners: the strength of entrants whose sides win or lose together.

use stoker_engine::{Game, ScoreInfo, Seed};
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
/// seat of an average one.
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
    /// The names and the places of the scores among those of a match.
    scores: Vec<(&'static str, usize)>,
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
        let first = sides.list().first()?.score;
        let further = ScoreInfo::further(infos, sides).map(|(place, info)| (info.name, place));
        let scores: Vec<_> = [(infos[first].name, first)].into_iter().chain(further).collect();
        let sums = TeamSums::new(rows, scores.len());
        let (forfeited, forfeits) = (vec![], vec![0; rows]);
        Some(Self { scores, all: sums.clone(), kept: sums, forfeited, forfeits })
    }

    /// Counts a match of these rows, by side.
    pub(super) fn add(&mut self, slot: &Slot, rows: &[usize], outcome: &MatchOutcome) {
        let scores: Vec<i32> = self.scores.iter().map(|&(_, at)| outcome.scores[at]).collect();
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
            scores: self.scores.iter().map(|(name, _)| (*name).to_owned()).collect(),
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
