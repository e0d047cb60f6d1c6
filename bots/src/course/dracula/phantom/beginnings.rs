//! Of how many places he draws the one where he begins: a mixture, solved by an experiment
//! (`cargo bench -p stoker-bots --bench openings -- dracula`).

use stoker_engine::{Rng, below};

/// The mixture: how often of 1,000 times he draws from so many places.
const TABLE: &str = include_str!("beginnings.csv");

/// The number of places for a match.
pub(super) fn draw(rng: &mut Rng) -> usize {
    let mut left = below(rng, 1_000);
    let drawn = mixture().find(|&(permille, _)| {
        let before = left;
        left = left.saturating_sub(permille);
        before < permille
    });
    drawn.map_or(1, |(_, places)| places)
}

/// The thousandths with their numbers of places.
fn mixture() -> impl Iterator<Item = (u32, usize)> {
    TABLE.lines().skip(1).filter_map(|line| {
        let (permille, places) = line.split_once(',')?;
        Some((permille.parse().ok()?, places.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_a_mixture() {
        assert_eq!(mixture().count(), TABLE.lines().count() - 1);
        assert_eq!(mixture().map(|(permille, _)| permille).sum::<u32>(), 1_000);
        // The best of the places is in all draws: its share should stay below 15%.
        let best: f64 =
            mixture().map(|(permille, places)| f64::from(permille) / places as f64).sum();
        assert!(best < 150.0, "{best} thousandths");
    }
}
