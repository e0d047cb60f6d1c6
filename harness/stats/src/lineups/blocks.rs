//! Blocks of lineups: a cyclic design that balances appearances, seats and meetings.
//!
//! A block has as many matches as there are entrants. In each block every entrant plays once on
//! every seat. With fewer entrants than seats, entrants play several seats of a match. The entrants stand in a circle; match *j* seats those at *j* plus the offsets of the
//! block. Two entrants meet once for every difference of two offsets that is their distance. The
//! offsets of an era, a run of blocks, are chosen so that all distances occur about equally often.
//! Each era puts the entrants into a new random order.
//!
//! # Source
//! J. A. John, E. R. Williams, *Cyclic and Computer Generated Designs*, 1995, chapters 3 and 4
//! (cyclic incomplete block designs, and the search for their initial blocks).

use arrayvec::ArrayVec;
use stoker_engine::{Purpose, Rng, Seed, below};

use crate::design::SIDES;

const LINEUPS: Purpose = Purpose::new("lineups");

/// The offsets of a block, by seat.
type Offsets = ArrayVec<u32, SIDES>;

/// A design: the offsets of the blocks of every era.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocks {
    entrants: u32,
    seats: usize,
    /// By block of an era.
    offsets: Vec<Offsets>,
}

impl Blocks {
    /// A design for this many entrants and seats; `None` if there are fewer than two entrants or
    /// seats, or too many seats.
    ///
    /// An era has as many blocks as it takes until all entrants could have met.
    #[must_use]
    pub fn new(entrants: u32, seats: usize) -> Option<Self> {
        if !(2..=SIDES).contains(&seats) || entrants < 2 {
            return None;
        }
        let distances = entrants as usize - 1;
        let blocks = distances.div_ceil(seats * (seats - 1));
        let mut uses = vec![0u64; entrants as usize];
        let offsets = (0..blocks).map(|_| spread(entrants, seats, &mut uses)).collect();
        Some(Self { entrants, seats, offsets })
    }

    /// The number of entrants, which is also the number of matches of a block.
    #[must_use]
    pub fn entrants(&self) -> u32 {
        self.entrants
    }

    /// The number of blocks of an era.
    #[must_use]
    pub fn per_era(&self) -> u64 {
        self.offsets.len() as u64
    }

    /// The fewest and the most times that two entrants meet in the first `blocks` blocks. If they
    /// have several seats of a match, they meet there several times.
    ///
    /// These are bounds over all random orders. In expectation all pairs meet equally often.
    #[must_use]
    pub fn meetings(&self, blocks: u64) -> (u64, u64) {
        let range = |blocks: usize| {
            let mut uses = vec![0u64; self.entrants as usize];
            self.offsets[..blocks].iter().for_each(|of| count(self.entrants, of, &mut uses));
            let of_pairs = &uses[1..];
            let (low, high) = (of_pairs.iter().min(), of_pairs.iter().max());
            (low.copied().unwrap_or(0), high.copied().unwrap_or(0))
        };
        let eras = blocks / self.per_era();
        let rest = usize::try_from(blocks % self.per_era()).unwrap_or(0);
        let (whole, part) = (range(self.offsets.len()), range(rest));
        (eras.saturating_mul(whole.0) + part.0, eras.saturating_mul(whole.1) + part.1)
    }

    /// The mean number of times that two entrants meet in a block.
    #[must_use]
    pub fn mean_meetings(&self) -> f64 {
        let mut seats = vec![0u64; self.entrants as usize];
        self.offsets[0].iter().for_each(|&offset| seats[offset as usize] += 1);
        let own: u64 = seats.iter().map(|count| count * count).sum();
        let with_others = (self.seats * self.seats) as u64 - own;
        with_others as f64 / f64::from(self.entrants - 1)
    }

    /// The random order of an era, and the seats of its offsets. It depends on the seed and the
    /// number alone.
    #[must_use]
    pub fn era(&self, seed: Seed, number: u64) -> Era {
        let mut rng = seed.of_match(number).rng(None, None, LINEUPS);
        let mut order: Vec<u32> = (0..self.entrants).collect();
        shuffle(&mut order, &mut rng);
        let mut offsets = self.offsets.clone();
        offsets.iter_mut().for_each(|offsets| shuffle(offsets, &mut rng));
        Era { order, offsets }
    }
}

/// The lineups of the blocks of an era.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Era {
    order: Vec<u32>,
    offsets: Vec<Offsets>,
}

impl Era {
    /// The entrants of a match, by seat. `place` is the number of the match in its block.
    ///
    /// # Panics
    /// If the era has no such block.
    pub fn lineup(&self, block: usize, place: usize) -> impl Iterator<Item = usize> + '_ {
        let seated =
            move |&offset: &u32| self.order[(place + offset as usize) % self.order.len()] as usize;
        self.offsets[block].iter().map(seated)
    }
}

/// Offsets whose differences are those that were used least, and counts them.
fn spread(entrants: u32, seats: usize, uses: &mut [u64]) -> Offsets {
    let mut offsets = Offsets::new();
    offsets.push(0);
    while offsets.len() < seats {
        // Seats are shared out evenly if there are more of them than entrants.
        let taken = |offset: u32| offsets.iter().filter(|&&other| other == offset).count();
        let rounds = offsets.len() / entrants as usize;
        let free = (0..entrants).filter(|&offset| taken(offset) == rounds);
        let best = free.min_by_key(|&offset| cost(entrants, &offsets, offset, uses));
        let best = best.expect("a round has a seat for every entrant");
        for &other in offsets.iter().filter(|&&other| other != best) {
            for distance in distances(entrants, best, other) {
                uses[distance] += 1;
            }
        }
        offsets.push(best);
    }
    offsets
}

/// The number of earlier uses of the distances that one more offset adds.
fn cost(entrants: u32, offsets: &[u32], offset: u32, uses: &[u64]) -> u64 {
    let mut sum = 0;
    for (number, &other) in offsets.iter().enumerate().filter(|&(_, &other)| other != offset) {
        let distance = distances(entrants, offset, other);
        // A distance that the new offset adds twice counts as used.
        let earlier = offsets[..number]
            .iter()
            .filter(|&&earlier| distances(entrants, offset, earlier).contains(&distance[0]));
        sum += 2 * uses[distance[0]] + 2 * earlier.count() as u64;
    }
    sum
}

/// The distances of two places on the circle, one way round and the other.
fn distances(entrants: u32, a: u32, b: u32) -> [usize; 2] {
    let distance = a.abs_diff(b);
    [distance as usize, (entrants - distance) as usize]
}

fn count(entrants: u32, offsets: &[u32], uses: &mut [u64]) {
    for (number, &a) in offsets.iter().enumerate() {
        for &b in offsets[..number].iter().filter(|&&b| b != a) {
            distances(entrants, a, b).into_iter().for_each(|distance| uses[distance] += 1);
        }
    }
}

/// Puts a list into random order; all orders are equally likely.
///
/// # Source
/// R. Durstenfeld, "Algorithm 235: Random permutation", Communications of the ACM 7, 1964.
fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for last in (1..list.len()).rev() {
        let count = u32::try_from(last + 1).expect("entrants are numbered in 32 bits");
        list.swap(last, below(rng, count) as usize);
    }
}
