//! Choice of the best option, uniform among equals.
//!
//! [`Best`] draws only if there are equals, and keeps no list. [`pick`] draws once.

use std::ops::Sub;

use stoker_engine::{Rng, below};

/// The best option so far.
#[derive(Debug, Clone, Copy)]
pub(in crate::course) struct Best<T> {
    value: i32,
    choice: Option<T>,
    /// Number of options of this value.
    ties: u32,
}

// Written by hand: a derived one would require `T: Default`.
impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { value: i32::MIN, choice: None, ties: 0 }
    }
}

impl<T: Copy> Best<T> {
    /// Considers one more option.
    ///
    /// The n-th of several equals replaces the one kept with probability 1/n, so in the end all n
    /// are equally likely.
    pub(in crate::course) fn offer(&mut self, choice: T, value: i32, rng: &mut Rng) {
        if value > self.value {
            *self = Self { value, choice: Some(choice), ties: 1 };
        } else if value == self.value {
            self.ties += 1;
            if below(rng, self.ties) == 0 {
                self.choice = Some(choice);
            }
        }
    }

    /// The choice; `None` if there was no option.
    pub(in crate::course) fn choice(self) -> Option<T> {
        self.choice
    }
}

/// One of the options within `margin` of the best, all equally likely; `None` if there are none.
pub(in crate::course) fn pick<T: Copy, V>(valued: &[(T, V)], margin: V, rng: &mut Rng) -> Option<T>
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

    /// Each of three equals should come about 1,000 times in 3,000 choices, with a standard
    /// deviation of 26. Five standard deviations are 130.
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

    /// Each of two good options should come about 500 times in 1,000 choices, with a standard
    /// deviation of 16. Five standard deviations are 80.
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
