//! Choosing the best, each of several equals as likely.

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
}
