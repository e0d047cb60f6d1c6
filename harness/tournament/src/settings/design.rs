//! Designs, which select the points of a space of axes that are played.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use stoker_engine::{Purpose, Rng, Seed, below};

use super::MOST_SETTINGS;
use super::axis::Axis;
use super::error::SweepError;

/// A point: by axis, the number of its level.
type LevelPoint = Box<[u32]>;

/// The way in which settings are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Design {
    /// All combinations of all values.
    Grid,
    /// A Latin hypercube with this number of settings. Each axis is cut into as many equal parts,
    /// and each part has one setting. On an axis with fewer values, the numbers of settings per
    /// value differ by at most one.
    ///
    /// # Source
    /// M. D. McKay, R. J. Beckman, W. J. Conover, "A Comparison of Three Methods for Selecting
    /// Values of Input Variables in the Analysis of Output from a Computer Code", Technometrics 21
    /// (1979), <https://doi.org/10.2307/1268522>.
    LatinHypercube(u64),
    /// This number of random settings; all possible settings are equally likely.
    Random(u64),
}

impl Design {
    /// Checks that these axes allow the design.
    pub(super) fn check(self, axes: &[Axis]) -> Result<(), SweepError> {
        let all = combinations(axes);
        match self {
            Self::Grid => {
                if let Some(axis) = axes.iter().find(|axis| axis.levels().is_fine()) {
                    let (axis, range) = (axis.name(), axis.levels().to_string());
                    return Err(SweepError::NoStep { axis, range });
                }
                bounded(all)
            }
            Self::LatinHypercube(wanted) | Self::Random(wanted) if wanted > all => {
                Err(SweepError::TooFew { wanted, count: all })
            }
            Self::LatinHypercube(wanted) | Self::Random(wanted) => bounded(wanted),
        }
    }

    /// The points, all of them different, of a design that was checked.
    pub(super) fn points(self, axes: &[Axis], seed: Seed) -> Result<Vec<LevelPoint>, SweepError> {
        let counts: Vec<u32> = axes.iter().map(|axis| axis.levels().count()).collect();
        match self {
            Self::Grid => Ok(grid(&counts)),
            Self::LatinHypercube(wanted) => {
                let mut rng = seed.rng(None, None, Purpose::new("latin hypercube"));
                latin_hypercube(&counts, as_count(wanted), &mut rng)
                    .ok_or(SweepError::Crowded(wanted))
            }
            Self::Random(wanted) => {
                let mut rng = seed.rng(None, None, Purpose::new("random settings"));
                Ok(random(&counts, wanted, &mut rng))
            }
        }
    }
}

impl fmt::Display for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid => f.write_str("grid"),
            Self::LatinHypercube(n) => write!(f, "lhs:{n}"),
            Self::Random(n) => write!(f, "random:{n}"),
        }
    }
}

impl FromStr for Design {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let unknown = || SweepError::Design(text.to_owned());
        let count = |text: &str| text.parse().ok().filter(|&n: &u64| n > 0).ok_or_else(unknown);
        match text.split_once(':') {
            None if text == "grid" => Ok(Self::Grid),
            Some(("lhs", n)) => Ok(Self::LatinHypercube(count(n)?)),
            Some(("random", n)) => Ok(Self::Random(count(n)?)),
            Some(_) | None => Err(unknown()),
        }
    }
}

/// The number of possible points; at most `u64::MAX`.
fn combinations(axes: &[Axis]) -> u64 {
    axes.iter().fold(1u64, |all, axis| all.saturating_mul(axis.levels().count().into()))
}

fn bounded(count: u64) -> Result<(), SweepError> {
    match count {
        0..=MOST_SETTINGS => Ok(()),
        _ => Err(SweepError::TooManySettings { count }),
    }
}

/// All possible points; the last axis changes fastest.
fn grid(counts: &[u32]) -> Vec<LevelPoint> {
    let mut points = vec![vec![]];
    for &count in counts {
        let longer = |point: &Vec<u32>| {
            let point = point.clone();
            (0..count).map(move |level| [point.clone(), vec![level]].concat())
        };
        points = points.iter().flat_map(longer).collect();
    }
    points.into_iter().map(LevelPoint::from).collect()
}

/// This number of different random points.
fn random(counts: &[u32], wanted: u64, rng: &mut Rng) -> Vec<LevelPoint> {
    let mut points = vec![];
    let mut seen = BTreeSet::new();
    // The loop is short even if it draws all points of a space, about n ln n times.
    while (points.len() as u64) < wanted {
        let point: LevelPoint = counts.iter().map(|&count| below(rng, count)).collect();
        if seen.insert(point.clone()) {
            points.push(point);
        }
    }
    points
}

/// This number of points, no two of which share a part of any axis; `None` if no way was found to
/// make them all different.
fn latin_hypercube(counts: &[u32], wanted: u32, rng: &mut Rng) -> Option<Vec<LevelPoint>> {
    let mut columns: Vec<Vec<u32>> = vec![];
    for &count in counts {
        let mut column: Vec<u32> =
            (0..wanted).map(|part| level_in_part(part, wanted, count, rng)).collect();
        shuffle(&mut column, rng);
        columns.push(column);
    }
    let point = |row: usize| columns.iter().map(|column| column[row]).collect();
    let mut points: Vec<LevelPoint> = (0..wanted as usize).map(point).collect();
    make_distinct(&mut points, rng).then_some(points)
}

/// A level in one of equal parts of an axis. If there are fewer levels than parts, it is the level
/// that the part lies in.
fn level_in_part(part: u32, parts: u32, count: u32, rng: &mut Rng) -> u32 {
    let [part, parts, levels] = [part, parts, count].map(u64::from);
    if levels < parts {
        return as_count(part * levels / parts);
    }
    let (first, end) = ((part * levels).div_ceil(parts), ((part + 1) * levels).div_ceil(parts));
    as_count(first) + below(rng, as_count(end - first))
}

/// Makes all points different by swapping values of one axis between points; the points remain a
/// Latin hypercube. Returns false if it gives up, because there may be no such hypercube.
fn make_distinct(points: &mut [LevelPoint], rng: &mut Rng) -> bool {
    /// The most rounds times points, which take about a second.
    const WORK: usize = 4_000_000;
    for _ in 0..(WORK / points.len()).clamp(20, 1_000) {
        let mut seen = BTreeSet::new();
        let rows_alike: Vec<usize> =
            (0..points.len()).filter(|&row| !seen.insert(points[row].clone())).collect();
        if rows_alike.is_empty() {
            return true;
        }
        for row in rows_alike {
            let other = below(rng, as_count(points.len() as u64)) as usize;
            let axis = below(rng, as_count(points[row].len() as u64)) as usize;
            let level = points[row][axis];
            points[row][axis] = std::mem::replace(&mut points[other][axis], level);
        }
    }
    false
}

/// A Fisher-Yates shuffle.
fn shuffle(values: &mut [u32], rng: &mut Rng) {
    for last in (1..values.len()).rev() {
        let other = below(rng, as_count(last as u64 + 1)) as usize;
        values.swap(last, other);
    }
}

fn as_count(count: u64) -> u32 {
    u32::try_from(count).expect("settings, axes and levels are counted before")
}
