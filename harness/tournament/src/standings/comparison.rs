//! Folds matches, in order, into an A/B test.

use stoker_engine::{Direction, Game, RankingScores, SideId};
use stoker_stats::sprt::{
    Bounds, Either, GamesCompared, Look, Pair, PairSums, ResultsCompared, Sprt, Verdict,
};
use stoker_stats::{Distinct, Estimate, pinned};

use crate::identity::GameHash;
use crate::outcome::MatchOutcome;
use crate::plan::{Plan, Slot};

/// The findings of an A/B test at one of its looks.
///
/// Figures have four decimals, as in the file, so a text made from either is the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The number of pairs so far: seeds on which both have played.
    pub pairs: u64,
    /// The number of seeds that were left out, because a match on them is void.
    pub void_pairs: u64,
    /// The number of pairs whose games differ from those of all earlier pairs; an estimate beyond
    /// [`Distinct::EXACT`].
    pub distinct_pairs: u64,
    /// Log-likelihood ratios: of A being better, and of B; `None` if all pairs are copies of one.
    pub llr: Option<Either<f64>>,
    /// The bounds at which these ratios end the test.
    pub bounds: Bounds,
    /// A's mean score minus B's, in points, where more is better: the mean over kinds of sides. Its
    /// interval is computed as if the number of pairs had been fixed beforehand. There is none if
    /// all pairs are copies of one.
    pub difference: Estimate,
    /// The mean difference divided by its standard deviation; `None` if that is 0.
    pub effect: Option<f64>,
    /// The correlation of A's and B's scores over seeds; `None` if the scores of either never vary.
    pub correlation: Option<f64>,
    /// The share of variance that the pairing of seeds removes.
    pub saved: Option<f64>,
    /// The numbers of seeds on which A alone won, and B alone; `None` unless results are yes or no.
    pub alone: Option<Either<u64>>,
    /// The findings by kind of side on which the two are compared.
    pub sides: Vec<SideFindings>,
    /// The differences of the further scores that rank a side, in order: equal results by the first
    /// score are told apart by these. The verdict does not depend on them.
    pub further: Vec<FurtherDifference>,
    /// The verdict; `None` while the test goes on.
    pub verdict: Option<Verdict>,
}

/// The findings on one kind of side.
#[derive(Debug, Clone, PartialEq)]
pub struct SideFindings {
    /// The kind of side.
    pub side: String,
    /// A's mean score minus B's on it, where more is better.
    pub difference: Estimate,
}

/// The difference of a further score.
#[derive(Debug, Clone, PartialEq)]
pub struct FurtherDifference {
    /// The score's name.
    pub score: String,
    /// A's mean less B's, in the direction that the side wants.
    pub difference: Estimate,
}

/// The sums of a further score.
#[derive(Debug, Clone)]
struct FurtherSums {
    name: &'static str,
    place: usize,
    sums: PairSums,
    open: Either<i64>,
}

/// The contribution of one match of a seed.
#[derive(Debug, Clone, Copy)]
struct ScoreTerm {
    /// The number of the score.
    score: usize,
    /// The number of the compared side.
    side: usize,
    /// The weight of a point.
    weight: i64,
}

/// One kind of side.
#[derive(Debug, Clone)]
struct SideMeans {
    kind: &'static str,
    /// 1, or -1 if low scores are better.
    sign: i64,
    pairings: u64,
    sums: PairSums,
    open: Either<i64>,
    games: Vec<GameHash>,
}

/// An A/B test in progress. Memory depends on pairings, not on matches.
#[derive(Debug, Clone)]
pub struct Comparison {
    test: Sprt,
    scale: i64,
    sides: Vec<SideMeans>,
    /// By pairing of A; those of B have the same parts in the same order.
    parts: Vec<ScoreTerm>,
    further: Vec<FurtherSums>,
    /// The weighted scores so far on the seed that is not complete.
    open: Either<i64>,
    /// The games so far on that seed; `None` for a void match.
    games: Vec<Option<GameHash>>,
    distinct: Distinct,
}

impl Comparison {
    /// The test of a plan, if it has one.
    pub fn new<G: Game>(plan: &Plan<G>) -> Option<Self> {
        let (compared, test) = (plan.compared()?, plan.test()?);
        let side = |side: &crate::plan::ComparedSide| SideMeans {
            kind: side.kind,
            sign: match side.direction {
                Direction::High => 1,
                Direction::Low => -1,
            },
            pairings: side.pairings,
            sums: PairSums::default(),
            open: Either::default(),
            games: vec![],
        };
        let list = plan.game().sides().list();
        let of_a = &plan.pairings()[..plan.pairings().len() / 2];
        let part = |pairing: &crate::plan::Pairing| {
            let seat = pairing.entrants().iter().position(|&entrant| entrant == 0)?;
            let side = compared.sides().iter().position(|side| side.kind == list[seat].kind)?;
            Some(ScoreTerm { score: list[seat].score, side, weight: compared.sides()[side].weight })
        };
        Some(Self {
            test,
            scale: compared.scale(),
            sides: compared.sides().iter().map(side).collect(),
            parts: of_a.iter().map(part).collect::<Option<_>>()?,
            further: further(&**plan.game()),
            open: Either::default(),
            games: vec![],
            distinct: Distinct::default(),
        })
    }

    /// The names of the further scores that rank the sides, in order.
    pub fn further(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.further.iter().map(|further| further.name)
    }

    /// The kinds of sides on which the two are compared.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.sides.iter().map(|side| side.kind)
    }

    /// Counts a match; matches come in the order of their numbers. Returns findings if this is a
    /// time to look.
    pub fn add(&mut self, slot: &Slot, outcome: &MatchOutcome) -> Option<Findings> {
        let number = slot.pairing % self.parts.len();
        let ScoreTerm { score, side, weight } = self.parts[number];
        let side = &mut self.sides[side];
        let score = i64::from(outcome.scores[score]) * side.sign;
        let is_of_a = slot.pairing < self.parts.len();
        let half = |of: &'_ mut Either<i64>, more: i64| match is_of_a {
            true => of.a += more,
            false => of.b += more,
        };
        half(&mut self.open, score * weight);
        half(&mut side.open, score);
        for further in &mut self.further {
            let score = i64::from(outcome.scores[further.place]) * side.sign;
            half(&mut further.open, score * weight);
        }
        side.games.push(outcome.hash);
        self.played(Some(outcome.hash))
    }

    /// Counts a void slot in its turn. Its pair is left out.
    pub(crate) fn add_void(&mut self) -> Option<Findings> {
        self.played(None)
    }

    fn played(&mut self, game: Option<GameHash>) -> Option<Findings> {
        self.games.push(game);
        if self.games.len() < 2 * self.parts.len() {
            return None;
        }
        let games: Option<Vec<_>> = std::mem::take(&mut self.games).into_iter().collect();
        let look = match games {
            Some(games) => self.close(&games),
            None => self.leave_out(),
        };
        look.map(|look| self.findings(&look))
    }

    /// Leaves out a seed with a void half.
    fn leave_out(&mut self) -> Option<Look> {
        self.open = Either::default();
        self.further.iter_mut().for_each(|further| further.open = Either::default());
        for side in &mut self.sides {
            side.open = Either::default();
            side.games.clear();
        }
        self.test.leave_out()
    }

    /// Counts the pair of a complete seed.
    fn close(&mut self, games: &[GameHash]) -> Option<Look> {
        let (of_a, of_b) = games.split_at(self.parts.len());
        let play = if of_a == of_b { GamesCompared::Identical } else { GamesCompared::Different };
        let pair = |open: &mut Either<i64>, games: &[GameHash]| {
            let Either { a, b } = std::mem::take(open);
            Pair { a, b, play, games: GameHash::of_all(games).0 }
        };
        for side in &mut self.sides {
            let games = std::mem::take(&mut side.games);
            side.sums.add(pair(&mut side.open, &games));
        }
        for further in &mut self.further {
            further.sums.add(pair(&mut further.open, games));
        }
        let whole = pair(&mut self.open, games);
        self.distinct.add(GameHash(whole.games).prefix());
        self.test.add(whole)
    }

    fn findings(&self, look: &Look) -> Findings {
        let (sums, results) = (self.test.sums(), self.test.results());
        let side = |side: &SideMeans| SideFindings {
            side: side.kind.to_owned(),
            difference: difference(&side.sums, results, side.pairings as f64),
        };
        let further = |further: &FurtherSums| FurtherDifference {
            score: further.name.to_owned(),
            difference: difference(&further.sums, ResultsCompared::Scores, self.scale as f64),
        };
        Findings {
            pairs: look.pairs,
            void_pairs: self.test.left_out(),
            distinct_pairs: self.distinct.count().parts().0.min(look.pairs),
            llr: (!sums.one_game())
                .then(|| Either { a: pinned(look.llr.a), b: pinned(look.llr.b) }),
            bounds: {
                let Bounds { lower, upper } = self.test.bounds();
                Bounds { lower: pinned(lower), upper: pinned(upper) }
            },
            difference: difference(sums, results, self.scale as f64),
            effect: sums.effect().map(pinned),
            correlation: sums.correlation().map(pinned),
            saved: sums.saved().map(pinned),
            alone: (results == ResultsCompared::YesNo).then(|| sums.ahead()),
            sides: self.sides.iter().map(side).collect(),
            further: self.further.iter().map(further).collect(),
            verdict: look.verdict,
        }
    }
}

/// The further scores that rank the sides, without matches.
fn further<G: Game>(game: &G) -> Vec<FurtherSums> {
    let scores = game.scores();
    let order = RankingScores::of(game.sides(), scores, SideId(0));
    let sums = |&place: &usize| FurtherSums {
        name: scores[place].name,
        place,
        sums: PairSums::default(),
        open: Either::default(),
    };
    order.places().iter().skip(1).map(sums).collect()
}

/// The mean difference of scores, which are `scale` times as large as points.
fn difference(sums: &PairSums, results: ResultsCompared, scale: f64) -> Estimate {
    let difference = match results {
        ResultsCompared::Scores => sums.estimate(),
        ResultsCompared::YesNo => sums.share_estimate(scale),
    };
    let difference = difference.unwrap_or(Estimate { value: 0.0, interval: None });
    difference.map(|figure| pinned(figure / scale))
}

#[cfg(test)]
mod tests;
