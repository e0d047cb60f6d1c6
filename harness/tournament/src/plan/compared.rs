//! A/B tests: two entrants against the same opponents.

use stoker_engine::{Direction, Game, Seed, Side, Sides};
use stoker_stats::lineups::Blocks;
use stoker_stats::sprt::{MOST_SCORE, QuestionError, ResultsCompared};

use super::PlanError;
use super::drawn::{MOST_LISTED, all_lineups, ranks_sides};
use super::pairings::{MOST, Pairing, RepeatedEntrants, lineups, product};
use crate::entrant::Entrant;

/// The weights of matches in an A/B test between the first two entrants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    sides: Vec<ComparedSide>,
    scale: i64,
}

/// A kind of side on which two entrants are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedSide {
    /// The kind.
    pub kind: &'static str,
    /// The direction that it wants.
    pub direction: Direction,
    /// The number of pairings that each of the two has on it.
    pub pairings: u64,
    /// The weight of one point of a match in a pair's score, as a numerator over
    /// [`Compared::scale`].
    pub weight: i64,
}

/// The reasons why two entrants cannot be compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// Fewer than two entrants.
    #[error("a comparison needs two entrants: name both, A first")]
    TooFew,
    /// There is no kind of side that both can play.
    #[error("`{a}` and `{b}` have no side in common: compare bots that play the same side")]
    NothingInCommon {
        /// The first entrant's name.
        a: String,
        /// The second's.
        b: String,
    },
    /// One of the two was found unfit.
    #[error("`{entrant}` cannot be compared as `{side}`: {reason}")]
    Unfit {
        /// Its name.
        entrant: String,
        /// The kind of side.
        side: String,
        /// The reason why it is unfit.
        reason: String,
    },
    /// A side has no entrant to play it against the two.
    #[error(
        "as `{kind}` the two need an opponent that plays `{missing}`: name one with --against, or compare them as another side only, as in `SIDE=BOT`"
    )]
    NoOpponent {
        /// The kind of side that is compared.
        kind: &'static str,
        /// The kind of side without an entrant.
        missing: &'static str,
    },
    /// An opponent that never meets the two.
    #[error(
        "`{entrant}` cannot be an opponent, because the two are compared as {sides}: leave it out"
    )]
    Idle {
        /// The opponent's name.
        entrant: String,
        /// The kinds of sides on which the two are compared.
        sides: String,
    },
    /// The weights of the sides would be too large to add up.
    #[error("the two have too many opponents: name fewer, or compare one side only")]
    TooManyOpponents,
    /// The test makes no sense.
    #[error(transparent)]
    Question(#[from] QuestionError),
}

impl Compared {
    /// Weighs these pairings.
    ///
    /// # Errors
    /// [`CompareError::TooManyOpponents`] if the weights would be too large to add up.
    pub fn new<G: Game>(game: &G, pairings: &[Pairing]) -> Result<Self, CompareError> {
        let sides = game.sides();
        let of_a = &pairings[..pairings.len() / 2];
        let count = |kind| of_a.iter().filter(|pairing| kind_of_a(sides, pairing) == kind).count();
        let counts: Vec<_> = sides
            .kinds()
            .map(|kind| (kind, count(kind) as u64))
            .filter(|&(_, count)| count > 0)
            .collect();
        let common = counts.iter().try_fold(1, |all, &(_, count)| common_multiple(all, count));
        let scale = common.and_then(|common| common.checked_mul(counts.len() as u64));
        let largest = game
            .scores()
            .iter()
            .map(|score| u64::from(score.range.0.unsigned_abs().max(score.range.1.unsigned_abs())));
        let largest = largest.max().unwrap_or(0).max(1);
        match (common, scale.and_then(|scale| i64::try_from(scale).ok())) {
            (Some(common), Some(scale))
                if common.saturating_mul(counts.len() as u64) <= MOST_SCORE / largest =>
            {
                let side = |(kind, pairings): (&'static str, u64)| ComparedSide {
                    kind,
                    direction: direction_of(sides, kind),
                    pairings,
                    weight: i64::try_from(common / pairings).unwrap_or(i64::MAX),
                };
                Ok(Self { sides: counts.into_iter().map(side).collect(), scale })
            }
            _ => Err(CompareError::TooManyOpponents),
        }
    }

    /// The kind of results: yes or no if either entrant plays one match a seed, and its score is 0
    /// or 1.
    pub(super) fn results<G: Game>(&self, game: &G) -> ResultsCompared {
        let [side] = &self.sides[..] else { return ResultsCompared::Scores };
        let of_kind = |of: &&Side| of.kind == side.kind;
        let score =
            game.sides().list().iter().find(of_kind).map(|of| game.scores()[of.score].is_victory());
        match (side.pairings, score) {
            (1, Some(true)) => ResultsCompared::YesNo,
            _ => ResultsCompared::Scores,
        }
    }

    /// The kind of results that a test of one match a seed has in this game. It is known before the
    /// pairings are.
    #[must_use]
    pub fn usual_results<G: Game>(game: &G) -> ResultsCompared {
        let is_victory = |side: &Side| game.scores()[side.score].is_victory();
        // A mixed team plays several matches a seed.
        match !game.sides().is_team() && game.sides().list().iter().all(is_victory) {
            true => ResultsCompared::YesNo,
            false => ResultsCompared::Scores,
        }
    }

    /// The kinds of sides on which the two are compared.
    #[must_use]
    pub fn sides(&self) -> &[ComparedSide] {
        &self.sides
    }

    /// The divisor of a pair's score that gives points: means over pairings, then over kinds of
    /// sides.
    #[must_use]
    pub fn scale(&self) -> i64 {
        self.scale
    }
}

/// The kind of side that A plays in one of its pairings.
fn kind_of_a(sides: &Sides, pairing: &Pairing) -> &'static str {
    let side = pairing.entrants().iter().position(|&entrant| entrant == 0).unwrap_or(0);
    sides.list()[side].kind
}

fn direction_of(sides: &Sides, kind: &str) -> Direction {
    let side = sides.list().iter().find(|side| side.kind == kind);
    side.map_or(Direction::High, |side| side.direction)
}

fn common_multiple(a: u64, b: u64) -> Option<u64> {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (a / divisor).checked_mul(b)
}

/// Lists the pairings of the first two entrants against the others: first those of A, then the same
/// pairings with B in its place.
///
/// One of the two plays one side. Opponents play all other sides, including those of the same kind.
/// If rivals have too many lineups to play all of them, a balanced part is drawn from the seed.
pub(super) fn list<G: Game>(
    sides: &Sides,
    entrants: &[Entrant<G>],
    seed: Seed,
) -> Result<Vec<Pairing>, PlanError> {
    let compared = compared_kinds(sides, entrants)?;
    let of_a = match draws_opponents(sides, entrants) {
        true => against_drawn(sides, entrants, seed)?,
        false => against_listed(sides, entrants, &compared)?,
    };
    check_opponents(entrants, &compared, &of_a)?;
    let swap = |entrant: &usize| if *entrant == 0 { 1 } else { *entrant };
    let of_b: Vec<Vec<usize>> =
        of_a.iter().map(|pairing| pairing.iter().map(swap).collect()).collect();
    Ok(of_a.into_iter().chain(of_b).map(Pairing::new).collect())
}

/// True if the lineups of the opponents in an A/B test are drawn: rivals soon have too many to play
/// all of them on every seed.
pub(super) fn draws_opponents<G: Game>(sides: &Sides, entrants: &[Entrant<G>]) -> bool {
    let others = sides.list().len().saturating_sub(1);
    let count = opponents(sides.list()[0].kind, entrants).len();
    ranks_sides(sides)
        && count >= others
        && all_lineups(count, others).saturating_mul(others + 1) > MOST_LISTED
}

/// The entrants other than the two that play a kind of side.
fn opponents<G: Game>(kind: &str, entrants: &[Entrant<G>]) -> Vec<usize> {
    (2..entrants.len()).filter(|&entrant| entrants[entrant].plays(kind)).collect()
}

/// Lineups in which A plays each side against a block of drawn lineups, so that each opponent meets
/// it equally often on every side.
fn against_drawn<G: Game>(
    sides: &Sides,
    entrants: &[Entrant<G>],
    seed: Seed,
) -> Result<Vec<Vec<usize>>, PlanError> {
    let opponents = opponents(sides.list()[0].kind, entrants);
    let (seats, count) = (sides.list().len(), opponents.len());
    let too_many = || PlanError::from(CompareError::TooManyOpponents);
    let design = u32::try_from(count).ok().and_then(|count| Blocks::new(count, seats - 1));
    let design = design.filter(|_| count * seats <= MOST / 2).ok_or_else(too_many)?;
    let mut all = vec![];
    for (seat, block) in (0..seats).zip(0..) {
        let era = design.era(seed, block / design.per_era());
        let in_era = usize::try_from(block % design.per_era()).unwrap_or(0);
        all.extend((0..count).map(|place| {
            let mut lineup: Vec<usize> =
                era.lineup(in_era, place).map(|number| opponents[number]).collect();
            lineup.insert(seat, 0);
            lineup
        }));
    }
    Ok(all)
}

/// All pairings of A on all sides that are compared.
fn against_listed<G: Game>(
    sides: &Sides,
    entrants: &[Entrant<G>],
    compared: &[&'static str],
) -> Result<Vec<Vec<usize>>, PlanError> {
    let mut of_a = vec![];
    for &kind in compared {
        let seats = (0..sides.list().len()).filter(|&side| sides.list()[side].kind == kind);
        for seat in seats {
            of_a.extend(against_all(sides, entrants, seat)?);
            if of_a.len() > MOST / 2 {
                return Err(CompareError::TooManyOpponents.into());
            }
        }
    }
    Ok(of_a)
}

/// The kinds of sides that both play.
fn compared_kinds<G: Game>(
    sides: &Sides,
    entrants: &[Entrant<G>],
) -> Result<Vec<&'static str>, CompareError> {
    let [a, b, ..] = entrants else { return Err(CompareError::TooFew) };
    let both: Vec<_> = sides.kinds().filter(|kind| a.enters(kind) && b.enters(kind)).collect();
    let unfit = |entrant: &Entrant<G>| {
        let unfit = entrant.unfit.iter().find(|unfit| both.contains(&unfit.side.as_str()))?;
        let (side, reason) = (unfit.side.clone(), unfit.status.to_string());
        Some(CompareError::Unfit { entrant: entrant.name.clone(), side, reason })
    };
    if let Some(error) = unfit(a).or_else(|| unfit(b)) {
        return Err(error);
    }
    match both.is_empty() {
        true => Err(CompareError::NothingInCommon { a: a.name.clone(), b: b.name.clone() }),
        false => Ok(both),
    }
}

/// All pairings in which A plays this side.
fn against_all<G: Game>(
    sides: &Sides,
    entrants: &[Entrant<G>],
    seat: usize,
) -> Result<Vec<Vec<usize>>, PlanError> {
    let mut all = vec![vec![0; sides.list().len()]];
    for missing in sides.kinds() {
        let others: Vec<usize> = (0..sides.list().len())
            .filter(|&side| side != seat && sides.list()[side].kind == missing)
            .collect();
        if others.is_empty() {
            continue;
        }
        let able = opponents(missing, entrants);
        if able.is_empty() {
            let kind = sides.list()[seat].kind;
            return Err(CompareError::NoOpponent { kind, missing }.into());
        }
        let too_many = |_| PlanError::from(CompareError::TooManyOpponents);
        let lineups = lineups(&able, others.len(), RepeatedEntrants::IfNeeded).map_err(too_many)?;
        if all.len().saturating_mul(lineups.len()) > MOST {
            return Err(CompareError::TooManyOpponents.into());
        }
        all = product(&all, &others, &lineups);
    }
    Ok(all)
}

/// Checks that every opponent meets the two. Unfit opponents are ignored: the leaderboard reports
/// them.
fn check_opponents<G: Game>(
    entrants: &[Entrant<G>],
    compared: &[&str],
    pairings: &[Vec<usize>],
) -> Result<(), CompareError> {
    let met = |number: usize| pairings.iter().any(|pairing| pairing.contains(&number));
    let idle = (2..entrants.len()).find(|&n| entrants[n].unfit.is_empty() && !met(n));
    let Some(idle) = idle else { return Ok(()) };
    let sides = compared.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(" and ");
    Err(CompareError::Idle { entrant: entrants[idle].name.clone(), sides })
}
