//! From how many of the best places he draws the one where he begins: a mixture, solved by an
//! experiment (`cargo bench -p stoker-bots --bench openings -- dracula`).

use stoker_engine::Rng;

use crate::luck::weighted;

/// The mixture: how often of 1,000 times he draws from so many places.
const TABLE: &str = include_str!("openings.csv");

/// The number of places for a match.
pub(super) fn draw(rng: &mut Rng) -> usize {
    let drawn = weighted(mixture().map(|(permille, _)| permille), rng);
    let (_, places) = drawn.and_then(|drawn| mixture().nth(drawn)).expect("the table is a mixture");
    places
}

/// The shares, with their numbers of places.
fn mixture() -> impl Iterator<Item = (u32, usize)> + Clone {
    TABLE.lines().skip(1).filter_map(|line| {
        let (permille, places) = line.split_once(',')?;
        Some((permille.parse().ok()?, places.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best of the places is in all draws, so it is the likeliest. It should be so in less than
    /// 15% of matches.
    #[test]
    fn the_table_is_a_mixture_in_which_no_place_is_likely() {
        assert_eq!(mixture().count(), TABLE.lines().count() - 1);
        assert_eq!(mixture().map(|(permille, _)| permille).sum::<u32>(), 1_000);
        let best: f64 =
            mixture().map(|(permille, places)| f64::from(permille) / places as f64).sum();
        assert!(best < 150.0, "{best} permille");
    }
}
