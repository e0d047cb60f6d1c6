//! Intervals of medians.

/// The ranks, from 1, of the two ordered observations that enclose the median of their distribution
/// with a probability of at least 95%. `None` if there are fewer than six, which is too few for any
/// such interval.
///
/// The observations have to be independent, and nothing else is assumed: each is below the median
/// as often as above. They need not be numbers; it is enough that they can be ordered.
///
/// # Examples
/// ```
/// use stoker_stats::median_ranks;
/// assert_eq!(median_ranks(10), Some((2, 9)));
/// ```
///
/// # Source
/// H. A. David, H. N. Nagaraja, *Order Statistics*, 2003, 7.1.
#[must_use]
pub fn median_ranks(observations: usize) -> Option<(usize, usize)> {
    let count = observations as f64;
    let log_factorial = |number: f64| libm::lgamma(number + 1.0);
    let below = |some: usize| {
        let some = some as f64;
        let ways = log_factorial(count) - log_factorial(some) - log_factorial(count - some);
        libm::exp(ways - count * std::f64::consts::LN_2)
    };
    let mut outside = 0.0;
    let mut rank = 0;
    while rank <= observations / 2 {
        outside += below(rank);
        if outside > 0.025 {
            break;
        }
        rank += 1;
    }
    (rank > 0).then(|| (rank, observations + 1 - rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tables of the sign test at 5%, both ends together: 0 of 6, 1 of 10, 5 of 20, 39 of
    /// 100 are the most that are rejected.
    #[test]
    fn the_ranks_are_those_of_the_sign_test() {
        assert_eq!(median_ranks(5), None);
        assert_eq!(median_ranks(6), Some((1, 6)));
        assert_eq!(median_ranks(10), Some((2, 9)));
        assert_eq!(median_ranks(20), Some((6, 15)));
        assert_eq!(median_ranks(100), Some((40, 61)));
    }

    /// The normal approximation: 10,000 / 2 - 1.96 * sqrt(10,000) / 2 = 4,902.
    #[test]
    fn many_observations_do_not_underflow() {
        assert_eq!(median_ranks(10_000), Some((4_902, 5_099)));
    }
}
