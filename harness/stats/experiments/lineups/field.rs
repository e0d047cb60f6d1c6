//! Fields of known strength, and their matches.

use stoker_engine::{Direction, Purpose, Rng, Seed, SideId, SideSet, below};
use stoker_stats::lineups::{Blocks, LineupFigures, LineupSums};
use stoker_stats::{DesignSide, ScoreScale};

const LUCK: Purpose = Purpose::new("luck");
const TRUTH: Purpose = Purpose::new("truth");

/// The way in which entrants differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// By strength alone.
    Transitive,
    /// Each of three kinds of entrants is better against the next kind.
    Cyclic,
    /// By strength, and every seat is better than the next.
    Seats,
    /// A third of the entrants help the next one at the table.
    Kingmakers,
}

impl FieldKind {
    pub(crate) const ALL: [Self; 4] =
        [Self::Transitive, Self::Cyclic, Self::Seats, Self::Kingmakers];
}

/// A field of entrants.
///
/// An entrant's performance in a match is its strength, plus what the field adds for opponents and
/// seat, plus luck. Luck has a part that the seat has in all matches on a seed. The rest follows
/// the Gumbel distribution, so that the finishing order follows the Plackett-Luce model of the
/// other parts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SyntheticField {
    pub(crate) kind: FieldKind,
    pub(crate) entrants: u32,
    pub(crate) seats: usize,
}

/// The true figures of a field: expected values over all lineups, seats and seeds.
pub(crate) struct FieldTruth {
    pub(crate) ranks: Vec<f64>,
    pub(crate) wins: Vec<f64>,
    /// By entrant, then opponent.
    pub(crate) ahead: Vec<Vec<f64>>,
    pub(crate) seats: Vec<f64>,
}

/// Comparisons with other entrants, and the expected share of them in which one finished ahead.
#[derive(Debug, Clone, Copy, Default)]
struct Ahead {
    sum: f64,
    compared: f64,
}

impl Ahead {
    fn add(&mut self, share: f64) {
        self.sum += share;
        self.compared += 1.0;
    }

    fn share(self) -> f64 {
        self.sum / self.compared.max(1.0)
    }

    /// The mean rank among this many seats, as if all others were other entrants.
    fn rank(self, seats: usize) -> f64 {
        1.0 + (seats - 1) as f64 * (1.0 - self.share())
    }
}

impl SyntheticField {
    pub(crate) fn name(&self) -> String {
        let kind = format!("{:?}", self.kind).to_lowercase();
        format!("{kind}, {} at {}", self.entrants, self.seats)
    }

    pub(crate) fn sums(&self) -> LineupSums {
        let side = |score| DesignSide {
            kind: 0,
            score,
            direction: Direction::High,
            scale: ScoreScale::Points,
        };
        LineupSums::new((0..self.seats).map(side).collect(), self.entrants as usize)
    }

    /// The performances in a match without its own luck.
    fn expected(&self, lineup: &[usize], of_seats: &[f64], into: &mut [f64]) {
        let last = f64::from(self.entrants - 1);
        for (seat, &entrant) in lineup.iter().enumerate() {
            // The strongest has odds of e² against the weakest.
            let strength = 2.0 * (1.0 - entrant as f64 / last);
            let added = match self.kind {
                FieldKind::Transitive => 0.0,
                FieldKind::Cyclic => lineup.iter().map(|&other| beats(entrant, other)).sum(),
                FieldKind::Seats => 0.8 * (1.0 - seat as f64 / (self.seats - 1) as f64),
                FieldKind::Kingmakers => {
                    let before = lineup[(seat + lineup.len() - 1) % lineup.len()];
                    if before.is_multiple_of(3) { 1.0 } else { 0.0 }
                }
            };
            into[seat] = strength + added + of_seats[seat];
        }
    }

    /// The luck that seats have on a seed.
    fn of_seats(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.seats).map(|_| uniform(rng) - 0.5).collect()
    }

    /// Plays matches on a seed, and counts them.
    pub(crate) fn play<'l>(
        &self,
        master: Seed,
        index: u64,
        lineups: impl Iterator<Item = &'l [usize]>,
        sums: &mut LineupSums,
    ) {
        let mut rng = master.of_match(index).rng(None, None, LUCK);
        let of_seats = self.of_seats(&mut rng);
        let mut performances = vec![0.0; self.seats];
        for lineup in lineups {
            self.expected(lineup, &of_seats, &mut performances);
            performances.iter_mut().for_each(|one| *one += gumbel(&mut rng));
            let (scores, winner) = scored(&performances);
            sums.add(index, lineup, &scores, winner);
        }
    }

    /// Plays one match on the seed of this number, and counts it. Returns the finishing order.
    pub(crate) fn play_one(
        &self,
        master: Seed,
        index: u64,
        lineup: &[usize],
        sums: &mut LineupSums,
    ) -> Vec<usize> {
        let mut rng = master.of_match(index).rng(None, None, LUCK);
        let of_seats = self.of_seats(&mut rng);
        // Each lineup has luck of its own.
        let own = lineup.iter().fold(index, |key, &one| key.wrapping_mul(1_000_003) ^ one as u64);
        let mut rng = master.of_match(own).rng(None, None, TRUTH);
        let mut performances = vec![0.0; self.seats];
        self.expected(lineup, &of_seats, &mut performances);
        performances.iter_mut().for_each(|one| *one += gumbel(&mut rng));
        let (scores, winner) = scored(&performances);
        sums.add(index, lineup, &scores, winner);
        let mut places: Vec<usize> = (0..self.seats).collect();
        places.sort_by_key(|&seat| -scores[seat]);
        places.into_iter().map(|seat| lineup[seat]).collect()
    }

    /// Plays blocks of drawn lineups.
    pub(crate) fn play_blocks(&self, master: Seed, blocks: u64) -> LineupSums {
        let design = self.design();
        let mut sums = self.sums();
        for block in 0..blocks {
            let lineups = block_of(&design, master, block);
            self.play(master, block, lineups.iter().map(Vec::as_slice), &mut sums);
        }
        sums
    }

    pub(crate) fn design(&self) -> Blocks {
        Blocks::new(self.entrants, self.seats).expect("the field has enough entrants")
    }

    /// A lineup; all are equally likely. Entrants that are too few share the seats as evenly as can
    /// be.
    pub(crate) fn any_lineup(&self, rng: &mut Rng) -> Vec<usize> {
        let mut lineup: Vec<usize> = vec![];
        while lineup.len() < self.seats {
            let entrant = below(rng, self.entrants) as usize;
            let seated = lineup.iter().filter(|&&other| other == entrant).count();
            if seated == lineup.len() / self.entrants as usize {
                lineup.push(entrant);
            }
        }
        match self.has_copies() {
            true => shuffled(lineup, rng),
            false => lineup,
        }
    }

    /// True if one of two entrants is nearly always ahead: a league sees about four upsets, too few
    /// for intervals that are symmetric around a mean.
    pub(crate) fn has_rare_upsets(&self) -> bool {
        self.kind == FieldKind::Cyclic && self.entrants == 2
    }

    /// True if entrants have several seats of a match.
    pub(crate) fn has_copies(&self) -> bool {
        self.seats > self.entrants as usize
    }

    /// The Elo of each entrant in a league of this many blocks.
    pub(crate) fn elo(&self, blocks: u64) -> Vec<Option<f64>> {
        let figures = self.figures(Seed(98), blocks);
        figures.rows.iter().map(|row| row.elo.map(|elo| elo.value)).collect()
    }

    /// All figures of a league of drawn lineups.
    pub(crate) fn figures(&self, master: Seed, blocks: u64) -> LineupFigures {
        let design = self.design();
        let visit = |see: &mut dyn FnMut(u64, &[usize])| {
            for block in 0..blocks {
                block_of(&design, master, block).iter().for_each(|lineup| see(block, lineup));
            }
        };
        self.play_blocks(master, blocks).figures(&visit, master)
    }

    /// The true figures, from this many random lineups on seeds of their own. What luck adds within
    /// a match is averaged by the formulas of the Plackett-Luce model, not by playing.
    pub(crate) fn truth(&self, matches: u64) -> FieldTruth {
        let (n, mut rng) = (self.entrants as usize, Seed(99).rng(None, None, TRUTH));
        let (mut counts, mut wins) = (vec![0.0; n], vec![0.0; n]);
        let mut rows = vec![Ahead::default(); n];
        let mut pairs = vec![vec![Ahead::default(); n]; n];
        let mut seats = vec![Ahead::default(); self.seats];
        let mut level = vec![0.0; self.seats];
        for _ in 0..matches {
            let lineup = self.any_lineup(&mut rng);
            let of_seats = self.of_seats(&mut rng);
            self.expected(&lineup, &of_seats, &mut level);
            let all: f64 = level.iter().map(|one| one.exp()).sum();
            for (seat, &entrant) in lineup.iter().enumerate() {
                for (other, &rival) in lineup.iter().enumerate().filter(|&(_, &o)| o != entrant) {
                    let share = 1.0 / (1.0 + (level[other] - level[seat]).exp());
                    rows[entrant].add(share);
                    pairs[entrant][rival].add(share);
                    seats[seat].add(share);
                }
                counts[entrant] += 1.0;
                wins[entrant] += level[seat].exp() / all;
            }
        }
        wins.iter_mut().zip(&counts).for_each(|(wins, count)| *wins /= count);
        let rank = |of: Vec<Ahead>| of.into_iter().map(|ahead| ahead.rank(self.seats)).collect();
        let shares = |of: Vec<Ahead>| of.into_iter().map(Ahead::share).collect();
        let ahead = pairs.into_iter().map(shares).collect();
        FieldTruth { ranks: rank(rows), wins, ahead, seats: rank(seats) }
    }
}

/// The lineups of a block.
pub(crate) fn block_of(design: &Blocks, master: Seed, block: u64) -> Vec<Vec<usize>> {
    let era = design.era(master, block / design.per_era());
    let in_era = usize::try_from(block % design.per_era()).unwrap_or(0);
    (0..design.entrants() as usize).map(|place| era.lineup(in_era, place).collect()).collect()
}

pub(crate) fn shuffled<T>(mut list: Vec<T>, rng: &mut Rng) -> Vec<T> {
    for last in (1..list.len()).rev() {
        let count = u32::try_from(last + 1).unwrap_or(u32::MAX);
        list.swap(last, below(rng, count) as usize);
    }
    list
}

/// The advantage of an entrant over one opponent in a cyclic field.
fn beats(entrant: usize, other: usize) -> f64 {
    match (other % 3 + 3 - entrant % 3) % 3 {
        1 => 0.5,
        2 => -0.5,
        _ => 0.0,
    }
}

/// A number from 0 to 1, neither of them.
fn uniform(rng: &mut Rng) -> f64 {
    const STEPS: u32 = 1 << 30;
    (f64::from(below(rng, STEPS)) + 0.5) / f64::from(STEPS)
}

fn gumbel(rng: &mut Rng) -> f64 {
    -(-uniform(rng).ln()).ln()
}

/// Scores in thousandths, and the winner.
fn scored(performances: &[f64]) -> (Vec<i32>, SideSet) {
    #[expect(clippy::cast_possible_truncation, reason = "performances are small")]
    let scores: Vec<i32> = performances.iter().map(|one| (one * 1e3) as i32).collect();
    let best = scores.iter().max().copied().unwrap_or(0);
    let sides = (0..).map(SideId).zip(&scores);
    let winners = sides.filter(|(_, score)| **score == best);
    let winners = winners.fold(SideSet::NONE, |set, (side, _)| set.with(side));
    (scores, winners)
}
