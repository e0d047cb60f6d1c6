//! Quantiles of Student's t and the normal distribution, the same bits on every platform.

/// The two-sided 95% quantile of the normal distribution.
pub(super) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The degrees of freedom at which the expansion replaces exact sums. There the two agree to eight
/// digits.
const MANY: u64 = 200;

/// The two-sided 95% quantile: a t variable with this many degrees of freedom is within plus or
/// minus this value with probability 0.95. `None` for 0 degrees.
#[must_use]
pub fn t95(degrees: u64) -> Option<f64> {
    t_quantile(degrees, 0.05)
}

/// The two-sided quantile: a t variable with this many degrees of freedom is beyond plus or minus
/// this value with probability `outside`, a number between 0 and 1. `None` for 0 degrees.
///
/// # Source
/// Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.3 and 26.7.4 (exact sums,
/// inverted by bisection) and 26.7.5 (expansion for many degrees of freedom).
#[must_use]
pub fn t_quantile(degrees: u64, outside: f64) -> Option<f64> {
    match degrees {
        0 => None,
        1..MANY => Some(invert(degrees, outside)),
        _ => Some(expand(degrees, outside)),
    }
}

/// The probability that a t variable with this many degrees of freedom is above a value. `None` for
/// 0 degrees.
#[must_use]
pub fn t_above(degrees: u64, value: f64) -> Option<f64> {
    let beyond = (1.0 - within(value.abs(), (degrees > 0).then_some(degrees)?)).max(0.0) / 2.0;
    Some(if value < 0.0 { 1.0 - beyond } else { beyond })
}

/// The probability that a standard normal variable is below `x`.
pub(super) fn normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// The value that a standard normal variable is below with this probability (between 0 and 1).
pub(super) fn normal_quantile(below: f64) -> f64 {
    bisect((-39.0, 39.0), |x| normal_below(x) < below)
}

/// The point within the bounds up to which a condition holds.
fn bisect((mut low, mut high): (f64, f64), is_below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// P(|T| <= t). The time that it takes grows with the degrees of freedom.
fn within(t: f64, degrees: u64) -> f64 {
    let nu = degrees as f64;
    let cos2 = 1.0 / (1.0 + t * t / nu);
    let sin = t / (nu + t * t).sqrt();
    if degrees % 2 == 1 {
        let theta = libm::atan(t / nu.sqrt());
        let series = if degrees == 1 { 0.0 } else { sum(2.0, cos2, (degrees - 3) / 2) };
        (theta + sin * cos2.sqrt() * series) * std::f64::consts::FRAC_2_PI
    } else {
        sin * sum(1.0, cos2, (degrees - 2) / 2)
    }
}

/// 1 + a/(a+1) x + a (a+2)/((a+1)(a+3)) x^2 + ..., up to the given power.
fn sum(a: f64, x: f64, power: u64) -> f64 {
    let step = |(sum, term, a): (f64, f64, f64), _| {
        let term = term * x * a / (a + 1.0);
        (sum + term, term, a + 2.0)
    };
    (0..power).fold((1.0, 1.0, a), step).0
}

fn invert(degrees: u64, outside: f64) -> f64 {
    let is_below = |t: f64| within(t, degrees) < 1.0 - outside;
    let mut bound = 1.0;
    while is_below(bound) && bound < 1e12 {
        bound *= 4.0;
    }
    bisect((0.0, bound), is_below)
}

fn expand(degrees: u64, outside: f64) -> f64 {
    let x = -normal_quantile(outside / 2.0);
    let nu = degrees as f64;
    let x2 = x * x;
    let g1 = x * (x2 + 1.0) / 4.0;
    let g2 = x * ((5.0 * x2 + 16.0) * x2 + 3.0) / 96.0;
    let g3 = x * (((3.0 * x2 + 19.0) * x2 + 17.0) * x2 - 15.0) / 384.0;
    x + (g1 + (g2 + g3 / nu) / nu) / nu
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From published tables (for example NIST/SEMATECH e-Handbook 1.3.6.7.2).
    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        let table = [
            (1, 12.7062),
            (2, 4.3027),
            (3, 3.1824),
            (4, 2.7764),
            (10, 2.2281),
            (29, 2.0452),
            (30, 2.0423),
            (99, 1.9842),
            (100, 1.9840),
            (1_000, 1.9623),
            (1_000_000_000, 1.9600),
        ];
        for (degrees, expected) in table {
            let t = t95(degrees).unwrap();
            assert!((t - expected).abs() < 0.000_06, "{degrees}: {t}, not {expected}");
        }
        assert_eq!(t95(0), None);
    }

    #[test]
    fn the_exact_sums_and_the_expansion_meet() {
        for degrees in [MANY - 1, MANY] {
            let gap = (invert(degrees, 0.05) - expand(degrees, 0.05)).abs();
            assert!(gap < 1e-7, "{degrees}: {gap}");
        }
    }

    /// From the same tables, Abramowitz and Stegun 26.10, and 1/pi arctan for one degree.
    #[test]
    fn other_levels_are_those_of_the_tables_too() {
        for (degrees, outside, expected) in [
            (5, 0.01, 4.032_1),
            (29, 0.10, 1.699_1),
            (29, 0.001, 3.659_4),
            (120, 0.01, 2.617_4),
            (1_000_000_000, 0.01, 2.575_8),
            (1, 0.05 / 199.0, 2_533.744_0),
        ] {
            let t = t_quantile(degrees, outside).unwrap();
            assert!((t / expected - 1.0).abs() < 2e-5, "{degrees}, {outside}: {t}");
        }
    }

    /// The same quantiles, read the other way round.
    #[test]
    fn half_of_what_is_outside_of_a_quantile_is_above_it() {
        for (degrees, outside) in [(1, 0.05), (5, 0.01), (29, 0.10), (500, 0.001)] {
            let value = t_quantile(degrees, outside).unwrap();
            let [above, below] = [value, -value].map(|value| t_above(degrees, value).unwrap());
            assert!((above - outside / 2.0).abs() < 1e-6, "{degrees}: {above}");
            assert!((above + below - 1.0).abs() < 1e-12, "{degrees}: {below}");
        }
        assert_eq!((t_above(0, 1.0), t_above(7, 0.0)), (None, Some(0.5)));
    }

    #[test]
    fn the_normal_quantile_inverts_the_normal_distribution() {
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-12);
        assert!((normal_quantile(0.5)).abs() < 1e-12);
        assert!((normal_below(-1.0) - 0.158_655_253_931_457).abs() < 1e-12);
    }
}
