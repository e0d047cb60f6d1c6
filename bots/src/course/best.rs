//! Choosing the best, each of several equals as likely.
//!
//! [`Best`] draws only where there are equals, and keeps no list; [`pick`] draws once.

use std::ops::Sub;

use stoker_engine::{Rng, below};

/// The best of what was offered so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best<T> {
    value: i32,
    choice: Option<T>,
    /// How many of this value were offered.
    ties: u32,
}

// By hand: derived, it would ask for a choice that has a default.
impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { value: i32::MIN, choice: None, ties: 0 }
    }
}

impl<T: Copy> Best<T> {
    /// Looks at one more.
    ///
    /// The last of n equals takes the place of the one kept with a chance of 1 in n, which leaves
    /// each of them with that chance.
    pub(super) fn offer(&mut self, choice: T, value: i32, rng: &mut Rng) {
        if value > self.value {
            *self = Self { value, choice: Some(choice), ties: 1 };
        } else if value == self.value {
            self.ties += 1;
            if below(rng, self.ties) == 0 {
                self.choice = Some(choice);
            }
        }
    }

    /// The choice; `None` if nothing was offered.
    pub(super) fn choice(self) -> Option<T> {
        self.choice
    }
}

/// One of those that are worth at most `margin` less than the best, each as likely; `None` of none.
pub(super) fn pick<T: Copy, V>(valued: &[(T, V)], margin: V, rng: &mut Rng) -> Option<T>
where
    V: Copy + PartialOrd + Sub<Output = V>,
{
    let best = valued.iter().map(|&(_, value)| value).reduce(|a, b| if b > a { b } else { a })?;
    let good = || valued.iter().filter(|&&(_, value)| value >= best - margin);
    let pick = below(rng, u32::try_from(good().count()).unwrap_or(1).max(1));
    good().nth(pick as usize).map(|&(choice, _)| choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stoker_engine::{Purpose, Seed};

    /// Of three equals each should come up in about 1,000 of 3,000 choices, give or take 26: five
    /// of those deviations are 130.
    #[test]
    fn each_of_the_best_is_as_likely() {
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        let mut counts = [0; 5];
        for _ in 0..3_000 {
            let mut best = Best::default();
            for (choice, value) in [1, 7, 7, -3, 7].into_iter().enumerate() {
                best.offer(choice, value, &mut rng);
            }
            counts[best.choice().unwrap()] += 1;
        }
        assert_eq!([counts[0], counts[3]], [0; 2]);
        assert!([1, 2, 4].iter().all(|&i| (870..1_130).contains(&counts[i])), "{counts:?}");
    }

    /// Of two that are good enough each should come up in about 500 of 1,000 choices, give or take
    /// 16: five of those deviations are 80.
    #[test]
    fn each_of_the_nearly_best_is_as_likely() {
        let mut rng = Seed(1).rng(None, None, Purpose::BOT);
        let mut counts = [0; 4];
        for _ in 0..1_000 {
            let valued = [(0, 1.0), (1, 4.0), (2, -3.0), (3, 5.0)];
            counts[pick(&valued, 1.0, &mut rng).unwrap()] += 1;
        }
        assert_eq!([counts[0], counts[2]], [0; 2]);
        assert!([1, 3].iter().all(|&i| (420..580).contains(&counts[i])), "{counts:?}");
        assert_eq!(pick::<u8, i32>(&[], 0, &mut rng), None);
    }
}
