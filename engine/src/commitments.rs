//! Hidden simultaneous choices: made one by one, revealed together.

use crate::seats::Seat;

/// The hidden choices of several seats, which are revealed when the last is in.
///
/// Seats choose at the same time at a table. A game asks them one after the other, so the choices
/// that are in have to stay hidden from those who are still asked. All know who has to choose: if
/// that is a secret too, a [`Window`](crate::windows::Window) serves.
///
/// It belongs in a game's state. It is no part of a view, and so cannot be serialized. A view has
/// the seat's [own](Self::own) choice, and all of them once they are [revealed](Self::revealed).
/// The events of each viewer follow from that: a choice is an event for the seat that made it and
/// for nobody else, each question is an event of its own, and so is the reveal.
///
/// `C` is a choice, perhaps with the [message](crate::Message) that was sent with it: a message
/// that comes before the reveal would tell that its sender has chosen. At most `N` seats choose.
///
/// # Examples
/// ```
/// use stoker_engine::Seat;
/// use stoker_engine::commitments::Commitments;
///
/// let mut stay: Commitments<bool, 4> = Commitments::of([Seat(2), Seat(0)]);
/// assert_eq!(stay.asked(), Some(Seat(2)));
/// stay.commit(true);
/// assert_eq!(stay.asked(), Some(Seat(0)));
/// assert_eq!(stay.own(Seat(2)), Some(&true));
/// assert!(stay.revealed().is_none());
/// stay.commit(false);
/// assert!(stay.revealed().unwrap().eq([(Seat(2), &true), (Seat(0), &false)]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitments<C, const N: usize = 8> {
    /// The seats in the order of asking; only the first `count` mean something.
    seats: [Seat; N],
    count: usize,
    /// The choices, in the order of the seats.
    choices: [Option<C>; N],
    made: usize,
}

impl<C, const N: usize> Commitments<C, N> {
    /// Choices that these seats will make, in the order of asking.
    ///
    /// # Panics
    /// If there are more than `N`, which is a bug of the ruleset.
    #[must_use]
    pub fn of(order: impl IntoIterator<Item = Seat>) -> Self {
        let mut all = Self { seats: [Seat(0); N], count: 0, choices: [const { None }; N], made: 0 };
        for seat in order {
            assert!(all.count < N, "at most {N} seats choose at once");
            all.seats[all.count] = seat;
            all.count += 1;
        }
        all
    }

    /// The seat to ask next; `None` once the last choice is in.
    #[must_use]
    pub fn asked(&self) -> Option<Seat> {
        self.seats[..self.count].get(self.made).copied()
    }

    /// Takes the choice of the seat asked.
    ///
    /// # Panics
    /// If the last choice is in already: a ruleset asks first.
    pub fn commit(&mut self, choice: C) {
        assert!(self.made < self.count, "nobody is asked for a hidden choice");
        self.choices[self.made] = Some(choice);
        self.made += 1;
    }

    /// The choice of a seat, if it is in: for the eyes of that seat alone.
    #[must_use]
    pub fn own(&self, seat: Seat) -> Option<&C> {
        let place = self.seats[..self.count].iter().position(|&other| other == seat)?;
        self.choices[place].as_ref()
    }

    /// The choices with their seats, in the order of asking; `None` until the last is in.
    #[must_use]
    pub fn revealed(&self) -> Option<impl Iterator<Item = (Seat, &C)>> {
        let all = self.seats.iter().copied().zip(self.choices.iter().flatten());
        (self.made == self.count).then_some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_revealed_before_the_last_choice_and_all_with_it() {
        let mut choices: Commitments<char, 3> = Commitments::of([Seat(1), Seat(2), Seat(0)]);
        for (seat, choice) in [(1, 'a'), (2, 'b'), (0, 'c')] {
            assert!(choices.revealed().is_none());
            assert_eq!((choices.asked(), choices.own(Seat(seat))), (Some(Seat(seat)), None));
            choices.commit(choice);
            assert_eq!(choices.own(Seat(seat)), Some(&choice));
        }
        let all: Vec<_> = choices.revealed().into_iter().flatten().collect();
        assert_eq!(all, [(Seat(1), &'a'), (Seat(2), &'b'), (Seat(0), &'c')]);
        assert_eq!(choices.asked(), None);
    }

    #[test]
    fn choices_of_nobody_are_revealed_at_once() {
        let choices: Commitments<char> = Commitments::of([]);
        assert_eq!(choices.revealed().map(Iterator::count), Some(0));
    }

    #[test]
    #[should_panic(expected = "nobody is asked")]
    fn a_choice_too_many_is_a_bug() {
        let mut choices: Commitments<char, 1> = Commitments::of([Seat(0)]);
        choices.commit('a');
        choices.commit('b');
    }
}
